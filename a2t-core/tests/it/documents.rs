//! What a signature's document may contain, and what a missing member means.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::sample::{input, mistakes, read, refuses, with};
use a2t_core::Code;
use a2t_core::signature::{DEFAULT_MAX, InputType, OutputType, parse_value, rule};
use serde_json::{Value, json};

fn flight_class() -> Value {
    json!({
        "id": "flight_class", "name": "Flight Class", "type": "enum",
        "description": "The cabin class for the flight reservation",
        "allowed-values": [
            {"name": "ECONOMY", "description": "Economy class. Also known as coach."},
            {"name": "PREMIUM_ECONOMY", "description": "Premium economy class. More legroom."}],
        "required": true
    })
}

#[test]
fn the_drafts_examples_are_read() {
    let signature = read(&with(|tool| {
        let inputs = tool["input_parameters"].as_array_mut().unwrap();
        inputs.push(flight_class());
    }));
    assert_eq!(signature.name, "lookup_weather_by_city");
    assert_eq!(*signature.tags, ["system", "retrievals"]);
    assert!(matches!(&signature.input_parameters[1].kind,
        InputType::Enum { allowed_values } if allowed_values[1].name == "PREMIUM_ECONOMY"));
    assert_eq!(signature.output_parameters[0].kind, OutputType::Int);
}

#[test]
fn defaults_are_the_drafts() {
    let bare = json!({"id": "a", "name": "A", "description": ""});
    let int = input(json!({"type": "int"}));
    let signature = read(&with(|tool| {
        tool["input_parameters"] = json!([bare, int]);
        tool["output_parameters"] = json!([bare]);
    }));
    let [string, int] = &*signature.input_parameters else { panic!() };
    assert_eq!(string.kind, InputType::String { max_length: None });
    assert!(string.required);
    assert_eq!(int.kind, InputType::Int { min: None, max: DEFAULT_MAX });
    assert_eq!(signature.output_parameters[0].kind, OutputType::String);
}

#[test]
fn optional_members_may_be_absent_or_null() {
    for value in [None, Some(Value::Null)] {
        let signature = read(&with(|tool| {
            for member in ["img", "tags", "input_parameters", "output_parameters"] {
                match &value {
                    None => drop(tool.as_object_mut().unwrap().remove(member)),
                    Some(null) => tool[member] = null.clone(),
                }
            }
        }));
        assert_eq!(signature.img, None);
        assert!(signature.input_parameters.is_empty() && signature.output_parameters.is_empty());
    }
}

#[test]
fn a_version_may_be_written_as_digits_in_a_string() {
    assert_eq!(read(&with(|tool| tool["version"] = json!("12"))).version, 12);
    for bad in [
        json!(0),
        json!(-1),
        json!(1.5),
        json!("0"),
        json!("01"),
        json!("+1"),
        json!(""),
        json!("1.0"),
        json!(null),
        json!([]),
        json!(4_294_967_296_u64),
    ] {
        refuses(with(|tool| tool["version"] = bad), Code::BadVersion, "/version");
    }
}

#[test]
fn lengths_are_counted_in_characters() {
    for (member, most) in [("name", 254), ("description", 1999)] {
        let fits = with(|tool| tool[member] = "é".repeat(most).into());
        assert_eq!(mistakes(&fits), []);
        let long = with(|tool| tool[member] = "é".repeat(most + 1).into());
        let code = if member == "name" { Code::NameTooLong } else { Code::DescriptionTooLong };
        refuses(long, code, &format!("/{member}"));
    }
    // The draft bounds these two (255 and 2000) otherwise than those of a tool (254 and 1999).
    let value = |name: usize, description: usize| {
        with(|tool| {
            let value = json!({"name": "A".repeat(name), "description": "d".repeat(description)});
            tool["input_parameters"][0] = input(json!({"type": "enum", "allowed-values": [value]}));
        })
    };
    assert_eq!(mistakes(&value(255, 2000)), []);
    let at = "/input_parameters/0/allowed-values/0";
    refuses(value(256, 2000), Code::BadAllowedValueName, &format!("{at}/name"));
    refuses(value(255, 2001), Code::DescriptionTooLong, &format!("{at}/description"));
}

#[test]
fn a_long_description_of_a_parameter_is_no_mistake() {
    let long = with(|tool| tool["input_parameters"][0]["description"] = "d".repeat(2001).into());
    assert_eq!(mistakes(&long), []);
}

#[test]
fn output_types_are_read_in_any_case_and_input_types_are_not() {
    let json = with(|tool| tool["output_parameters"][0]["type"] = json!("JSON"));
    assert_eq!(read(&json).output_parameters[0].kind, OutputType::Json);
    let upper = with(|tool| tool["input_parameters"][0]["type"] = json!("String"));
    refuses(upper, Code::BadType, "/input_parameters/0/type");
}

#[test]
fn advice_for_authors_is_not_for_readers() {
    assert_eq!(rule::snake_case("Lookup Weather").unwrap_err().code, Code::BadName);
    assert_eq!(rule::described(" \n").unwrap_err().code, Code::EmptyDescription);
    let document = with(|tool| {
        tool["name"] = json!("Lookup Weather");
        tool["description"] = json!("");
    });
    assert_eq!(mistakes(&document), []);
}

#[test]
fn unknown_members_are_named_with_a_suggestion_and_no_mistake() {
    let document = with(|tool| {
        tool["input_parameters"][0]["Required"] = json!(false);
        tool["a/b~c"] = json!(1);
    });
    let unknown = parse_value(&document, "/items/3").unwrap().unknown;
    let pointers: Vec<_> = unknown.iter().map(|violation| &*violation.pointer).collect();
    assert_eq!(pointers, ["/items/3/a~1b~0c", "/items/3/input_parameters/0/Required"]);
    assert_eq!(unknown.as_slice()[1].did_you_mean.as_deref(), Some("required"));
    assert!(unknown.iter().all(|violation| violation.code == Code::UnknownMember));
}

/// A member next to a shape that is not one: its author meant readers to see it.
#[test]
fn a_schema_that_no_reader_looks_at_is_remarked() {
    for (kind, is_told) in [("string", true), ("int", true), ("boolean", true), ("json", false)] {
        let document = with(|tool| {
            tool["output_parameters"][0]["type"] = json!(kind);
            tool["output_parameters"][0]["schema"] = json!({"type": "boolean"});
        });
        let unknown = parse_value(&document, "").unwrap().unknown;
        let pointers: Vec<_> = unknown.iter().map(|violation| &*violation.pointer).collect();
        let expected: &[_] = if is_told { &["/output_parameters/0/schema"] } else { &[] };
        assert_eq!(pointers, expected, "{kind}");
    }
}

#[test]
fn unknown_members_are_reported_with_mistakes_too() {
    let document = with(|tool| {
        tool["version"] = json!(0);
        tool["nmae"] = tool["name"].take();
        tool.as_object_mut().unwrap().remove("name");
        tool["input_parameters"][0]["Required"] = json!(false);
    });
    let unknown = |document: &Value| -> Vec<_> {
        let found = a2t_core::catalog::unknown_members(document);
        found.into_iter().map(|found| found.pointer).collect()
    };
    assert_eq!(unknown(&document), ["/input_parameters/0/Required"]);
    let list = json!([{}, document]);
    assert_eq!(unknown(&list), ["/1/input_parameters/0/Required"]);
    let page = json!({"items": list, "page": 1, "paging": {"nxt": ""}});
    let pointers = ["/page", "/paging/nxt", "/items/1/input_parameters/0/Required"];
    assert_eq!(unknown(&page), pointers);
    assert!(unknown(&json!({"items": 7})).is_empty() && unknown(&json!(null)).is_empty());
}

#[test]
fn columns_are_counted_in_characters() {
    let error = a2t_core::json::parse("{\"a\":\n \"éé\" 1}".as_bytes()).unwrap_err();
    assert_eq!((error.line, error.column), (2, 7));
    let (line, column) = a2t_core::json::locate("{\"é\": 1}", "/é");
    assert_eq!((line, column), (1, 7));
}
