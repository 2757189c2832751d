//! What every dialect prints and reads of many tools, held to files that people review.
//!
//! `signatures.json` has the tools with arguments and outputs; `<dialect>/<kind>.json` has what
//! becomes of each. `UPDATE_GOLDEN=1` writes them again.

mod heard;
mod layout;
mod messages;
mod odd;
mod options;
mod order;
mod parts;
mod round_trip;
mod sanitized;
mod twice;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs};

use a2t_core::ToolSignature;
use a2t_dialect::{A2a, Agent, Call, Dialect, Given, Outcome, Selection};
use messages::GivenCall;
use serde_json::{Map, Value, json};

/// The content of a file for one tool.
type Say = fn(Dialect, &Case) -> Value;

/// What files are about.
const KINDS: &[(&str, Say)] = &[
    ("definition", definition),
    ("strict", strict),
    ("call", call),
    ("parallel", parallel),
    ("result", result),
    ("error", error),
];

/// One tool, and what a test does with it.
struct Case {
    label: String,
    signature: ToolSignature,
    arguments: Map<String, Value>,
    other_arguments: Map<String, Value>,
    outputs: Map<String, Value>,
}

static CASES: LazyLock<Vec<Case>> = LazyLock::new(cases);

fn cases() -> Vec<Case> {
    let cases: Map<String, Value> = serde_json::from_str(include_str!("signatures.json")).unwrap();
    let read = |(label, case): (String, Value)| {
        let text = case["signature"].to_string();
        let parsed = a2t_core::signature::parse(text.as_bytes());
        let member = |name: &str| case[name].as_object().unwrap().clone();
        Case {
            signature: parsed.unwrap_or_else(|e| panic!("{label}: {e}")).signature,
            arguments: member("arguments"),
            other_arguments: member("other_arguments"),
            outputs: member("outputs"),
            label,
        }
    };
    cases.into_iter().map(read).collect()
}

impl Case {
    fn selection(&self) -> Selection {
        Selection::approved([self.signature.clone()])
    }

    /// The tool's name and these arguments, as a model is shown them.
    fn shown(
        &self,
        dialect: Dialect,
        arguments: &Map<String, Value>,
    ) -> (String, Map<String, Value>) {
        let names = dialect.input_names(&self.signature);
        let name = |name: &String| {
            let inputs = self.signature.input_parameters.iter().zip(&names);
            let mut own = inputs.filter(|(input, _)| input.name == **name);
            let (_, shown) = own.next().unwrap_or_else(|| panic!("{}: {name}", self.label));
            shown.clone()
        };
        let shown = arguments.iter().map(|(own, value)| (name(own), value.clone()));
        let tool = self.selection();
        (tool.names_in(dialect).remove(0), shown.collect())
    }

    /// A message that calls the tool with each of these arguments.
    fn message(&self, dialect: Dialect, whole: bool, arguments: &[&Map<String, Value>]) -> Value {
        let shown = arguments.iter().map(|one| self.shown(dialect, one));
        let shown: Vec<_> = shown.collect();
        let given = shown.iter().map(|(name, arguments)| GivenCall { name, arguments });
        messages::message(dialect, &given.collect::<Vec<_>>(), whole)
    }

    fn call(&self, dialect: Dialect) -> Call {
        let message = self.message(dialect, false, &[&self.arguments]);
        dialect.calls(&message).unwrap().remove(0)
    }
}

/// The definitions of several tools at once, and what else has tools in it.
fn together(dialect: Dialect) -> Vec<(String, Value)> {
    let cases = CASES.iter().filter(|case| case.label.starts_with("draft"));
    let tools = Selection::approved(cases.map(|case| case.signature.clone()));
    let mut definitions = vec![("(together)".to_owned(), dialect.tools(&tools).unwrap())];
    if dialect == Dialect::A2a {
        let agent = Agent {
            name: "Travel",
            description: "Knows weather and seats.",
            version: "1.2.0",
            url: "https://agent.example.com/a2a",
        };
        definitions.push(("(card)".to_owned(), A2a::card(&tools, agent).unwrap()));
    }
    definitions
}

fn definition(dialect: Dialect, case: &Case) -> Value {
    dialect.tools(&case.selection()).unwrap()
}

/// A dialect without a strict mode writes the same in it.
fn strict(dialect: Dialect, case: &Case) -> Value {
    let strict = dialect.strict_tools(&case.selection()).unwrap();
    if strict == definition(dialect, case) {
        return json!("as its definition");
    }
    strict
}

fn call(dialect: Dialect, case: &Case) -> Value {
    let message = case.message(dialect, false, &[&case.arguments]);
    json!({ "calls": read(dialect, &message), "message": message })
}

fn parallel(dialect: Dialect, case: &Case) -> Value {
    let message = case.message(dialect, true, &[&case.arguments, &case.other_arguments]);
    let calls = dialect.calls(&message).unwrap();
    json!({
        "calls": read(dialect, &message),
        "message": message,
        "answer": dialect.message(vec![
            calls[0].result(&Outcome::Done(case.outputs.clone())),
            calls[1].result(&refused()),
        ]),
    })
}

fn result(dialect: Dialect, case: &Case) -> Value {
    answer(dialect, &case.call(dialect), Outcome::Done(case.outputs.clone()))
}

fn error(dialect: Dialect, case: &Case) -> Value {
    let call = case.call(dialect);
    let failed = Outcome::Failed(format!("{} is out of order.", case.signature.name));
    json!({
        "failed": answer(dialect, &call, failed),
        "refused": answer(dialect, &call, refused()),
    })
}

/// Every shape of a message that a dialect reads, and its answers.
fn forms(dialect: Dialect) -> Value {
    let case = CASES.iter().find(|case| case.label == "draft_flight").unwrap();
    let shown = [&case.arguments, &case.other_arguments].map(|one| case.shown(dialect, one));
    let given = shown.each_ref().map(|(name, arguments)| GivenCall { name, arguments });
    let form = |(label, message): (&str, Value)| {
        let calls = dialect.calls(&message).unwrap_or_else(|e| panic!("{label}: {e}"));
        let outcomes = [Outcome::Done(case.outputs.clone()), refused()];
        let results = calls.iter().zip(&outcomes);
        let results = results.map(|(call, outcome)| call.result(outcome)).collect();
        let read = json!({
            "calls": read(dialect, &message),
            "message": message,
            "answer": dialect.message(results),
        });
        (label.to_owned(), read)
    };
    messages::forms(dialect, &given).into_iter().map(form).collect()
}

fn refused() -> Outcome {
    Outcome::Refused("Expected one of \"A\" and \"B\",\ngot \"C\".".to_owned())
}

fn answer(dialect: Dialect, call: &Call, outcome: Outcome) -> Value {
    dialect.message(vec![call.result(&outcome)])
}

/// The calls of a message, a line each: id, tool, arguments.
fn read(dialect: Dialect, message: &Value) -> Value {
    let calls = dialect.calls(message).unwrap();
    let shown = calls.iter().map(|call| {
        assert_eq!(call.dialect(), dialect);
        let given = match call.given() {
            Given::Object(arguments) => Value::Object(arguments.clone()),
            other => panic!("{other:?}"),
        };
        let id = call.id().unwrap_or("(no id)");
        json!(format!("{id} {} {given}", call.name()))
    });
    shown.collect()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/golden")
}

/// Compares a text with its file, or writes the file.
fn hold(name: &str, value: &Value) -> Result<(), String> {
    let path = folder().join(name);
    let text = layout::text(value);
    assert_eq!(&serde_json::from_str::<Value>(&text).unwrap(), value);
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        return Ok(());
    }
    let golden = fs::read_to_string(path).map_err(|e| format!("{name}: {e}"))?;
    let mut lines = golden.lines().zip(text.lines()).enumerate();
    match lines.find(|(_, (old, new))| old != new) {
        Some((index, (old, new))) => Err(format!("{name}:{}:\n- {old}\n+ {new}", index + 1)),
        None if golden.len() != text.len() => Err(format!("{name}: longer or shorter")),
        None => Ok(()),
    }
}

#[test]
fn every_dialect_says_what_its_files_say() {
    assert!(CASES.len() >= 30);
    let mut differing = Vec::new();
    for dialect in Dialect::ALL {
        for (kind, say) in KINDS {
            let label = |case: &Case| (case.label.clone(), say(*dialect, case));
            let mut labels: Map<_, _> = CASES.iter().map(label).collect();
            if *kind == "definition" {
                labels.extend(together(*dialect));
            }
            let file = format!("{dialect}/{kind}.json");
            differing.extend(hold(&file, &Value::Object(labels)).err());
        }
        let file = format!("{dialect}/forms.json");
        differing.extend(hold(&file, &forms(*dialect)).err());
    }
    let hint = "review the differences, then write the files with UPDATE_GOLDEN=1";
    assert!(differing.is_empty(), "{}\n{hint}", differing.join("\n"));
}

#[test]
fn every_dialect_has_each_kind_of_file_and_no_other() {
    let ids = Dialect::ALL.iter();
    let kinds = || KINDS.iter().map(|(kind, _)| *kind).chain(["forms"]);
    let wanted: BTreeSet<String> =
        ids.flat_map(|id| kinds().map(move |kind| format!("{id}/{kind}.json"))).collect();
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
        if !path.is_dir() {
            continue;
        }
        for file in fs::read_dir(&path).unwrap() {
            found.insert(format!("{}/{}", name(&path), name(&file.unwrap().path())));
        }
    }
    let missing: Vec<_> = wanted.difference(&found).collect();
    let stale: Vec<_> = found.difference(&wanted).collect();
    assert!(missing.is_empty() && stale.is_empty(), "missing: {missing:?}, stale: {stale:?}");
}
