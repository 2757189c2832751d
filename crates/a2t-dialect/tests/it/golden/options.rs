//! Every option of tools and of a request in every dialect, held to a file that people review.

use a2t_dialect::hosted::Fragment;
use a2t_dialect::{CacheTime, Callers, Dialect, Selection, ToolChoice, ToolOptions};
use serde_json::{Map, Value, json};

use super::{CASES, hold};

/// A tool that only reads, and one that does not declare it.
fn tools() -> Selection {
    let case = |label: &str| CASES.iter().find(|case| case.label == label).unwrap();
    let (seat, flight) = (case("hinted"), case("draft_flight"));
    let tools = [seat, flight].map(|case| case.signature.clone());
    let tools = Selection::approved(tools).example("find_seat", json!(seat.arguments)).unwrap();
    tools.example("reserve_flight", json!(flight.arguments)).unwrap()
}

/// What an option changes; its note, if it has no place.
fn with(dialect: Dialect, options: &ToolOptions) -> Value {
    let export = dialect.export_with(&tools(), options).unwrap();
    let plain = dialect.export_with(&tools(), &ToolOptions::new()).unwrap();
    let notes: Vec<_> = export.notes.iter().map(ToString::to_string).collect();
    let known: Vec<_> = plain.notes.iter().map(ToString::to_string).collect();
    let new: Vec<_> = notes.into_iter().filter(|note| !known.contains(note)).collect();
    if export.value == plain.value { json!({ "notes": new }) } else { export.value }
}

fn request(result: a2t_dialect::Result<Fragment>) -> Value {
    match result {
        Ok(fragment) => {
            let mut body = fragment.body();
            if let Value::Object(members) = &mut body {
                members.remove("tools");
            }
            body
        }
        Err(error) => json!({ "error": error.to_string() }),
    }
}

fn options(dialect: Dialect) -> Value {
    let new = ToolOptions::new;
    let all = new()
        .output_schemas()
        .callers(Callers::Both)
        .defer_loading()
        .asynchronous()
        .examples()
        .eager_input()
        .needs_approval();
    let fragment = || Fragment::new(dialect).tools(&tools()).unwrap();
    let name = tools().names_in(dialect).remove(0);
    let choices = [
        ("auto", ToolChoice::Auto),
        ("required", ToolChoice::Required),
        ("never", ToolChoice::Never),
        ("tool", ToolChoice::Tool(name.clone())),
        ("only", ToolChoice::Only(vec![name])),
    ];
    let choices = choices.into_iter().map(|(label, choice)| {
        (format!("choice: {label}"), request(fragment().tool_choice(choice)))
    });
    let of_tools = [
        ("tools", with(dialect, &all)),
        ("cache", with(dialect, &new().cache(CacheTime::OneHour))),
        ("namespace", with(dialect, &new().namespace("travel", "Flights and seats."))),
        ("no parallel calls", request(fragment().parallel_calls(false))),
        ("hosted calls", request(fragment().max_hosted_calls(3))),
        ("steps", request(fragment().max_steps(4))),
    ];
    let of_tools = of_tools.into_iter().map(|(label, value)| (label.to_owned(), value));
    Value::Object(of_tools.chain(choices).collect())
}

#[test]
fn every_dialect_has_the_options_of_its_file() {
    let all: Map<String, Value> =
        Dialect::ALL.iter().map(|dialect| (dialect.id().to_owned(), options(*dialect))).collect();
    let hint = "review the differences, then write the file with UPDATE_GOLDEN=1";
    hold("options.json", &Value::Object(all)).unwrap_or_else(|error| panic!("{error}\n{hint}"));
}
