use a2t_core::invocation::coerce;
use serde_json::{Value, json};

use super::*;
use crate::{Anthropic, Dialect};

/// A tool with an input of each type, required and optional.
fn selection() -> Selection {
    let input = |name: &str, kind: &str, required: bool, more: Value| {
        let mut input = json!({"id": name, "name": name, "type": kind, "description": "", "required": required});
        input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        input
    };
    let values = |names: &[&str]| {
        let value = |name: &&str| json!({"name": name, "description": ""});
        json!({"allowed-values": names.iter().map(value).collect::<Vec<_>>()})
    };
    let tool = json!({
        "toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "forecast", "description": "",
        "version": 1, "currentVersion": 1, "output_parameters": [],
        "input_parameters": [
            input("city", "string", true, json!({"max-length": 10})),
            input("days", "int", false, json!({"min": -5, "max": 14})),
            input("hourly", "boolean", false, json!({})),
            input("units", "enum", false, values(&["FAHRENHEIT", "CELSIUS"])),
        ],
    });
    let mut lone = tool.clone();
    lone["toolId"] = json!("00000000-0000-4000-8000-000000000001");
    lone["name"] = json!("now");
    lone["input_parameters"] = json!([]);
    Selection::approved([tool, lone].map(|tool| {
        let parsed = a2t_core::signature::parse_value(&tool, "");
        parsed.unwrap().signature
    }))
}

fn call(name: &str, given: Given) -> Call {
    Call {
        dialect: Dialect::Anthropic,
        id: Some("toolu_1".to_owned()),
        name: name.to_owned(),
        given,
        raw: Value::Null,
        is_approved: false,
    }
}

fn validated(input: Value) -> Result<Vec<(String, Value)>, String> {
    let message = json!({"type": "tool_use", "id": "t", "name": "forecast", "input": input});
    let calls = Anthropic::calls(&message).unwrap();
    match selection().validate(&calls[0]) {
        Ok(validated) => Ok(pairs(&validated)),
        Err(refusal) => Err(refusal.to_string()),
    }
}

fn pairs(validated: &ValidatedCall<'_>) -> Vec<(String, Value)> {
    let pairs = validated.arguments.iter();
    pairs.map(|(name, value)| (name.to_owned(), value.clone())).collect()
}

/// The value as it is read, or the words to the model where it is refused.
fn value(input: &str, value: &Value) -> Result<Value, String> {
    let mut arguments = json!({"city": "Rome"});
    arguments[input] = value.clone();
    let pairs = validated(arguments)?;
    let found = pairs.into_iter().find(|(name, _)| name == input);
    Ok(found.map_or(Value::Null, |(_, value)| value))
}

#[test]
fn values_with_one_reading_are_read() {
    for (input, given, read) in [
        ("days", json!(5), json!(5)),
        ("days", json!("5"), json!(5)),
        ("days", json!("-5"), json!(-5)),
        ("days", json!("5.0"), json!(5)),
        ("days", json!("0"), json!(0)),
        ("days", json!(5.0), json!(5)),
        ("days", serde_json::from_str("5e0").unwrap(), json!(5)),
        ("days", json!(" 5\n"), json!(5)),
        ("hourly", json!("true"), json!(true)),
        ("hourly", json!("False"), json!(false)),
        ("hourly", json!(" TRUE "), json!(true)),
        ("units", json!("celsius"), json!("CELSIUS")),
        ("units", json!(" Celsius "), json!("CELSIUS")),
        ("city", json!(" Rome "), json!(" Rome ")),
        ("days", Value::Null, Value::Null),
        ("hourly", Value::Null, Value::Null),
        ("units", Value::Null, Value::Null),
    ] {
        assert_eq!(value(input, &given), Ok(read), "{input}: {given}");
    }
}

#[test]
fn values_with_two_readings_are_refused() {
    let texts = ["5.5", "007", "+5", "1e3", "1,000", "0x10", "", "-", ".0", "5.", "٥"];
    let texts = texts.map(|text| ("days", json!(text)));
    let words = ["1", "yes", "on", "", "t"].map(|text| ("hourly", json!(text)));
    let names = ["", "°C", "CELCIUS", "0"].map(|text| ("units", json!(text)));
    let others = [
        ("days", json!(5.5)),
        ("days", json!(true)),
        ("days", json!(["5"])),
        ("days", json!({"value": 5})),
        ("hourly", json!(1)),
        ("hourly", json!(0)),
        ("units", json!(1)),
        ("city", json!(5)),
        ("city", json!(true)),
        ("city", Value::Null),
    ];
    for (input, given) in texts.into_iter().chain(words).chain(names).chain(others) {
        let refused = value(input, &given).expect_err(&format!("{input}: {given}"));
        assert!(refused.contains(&format!("- /{input}: expected ")), "{refused}");
    }
}

#[test]
fn of_two_names_that_differ_in_case_neither_is_guessed() {
    let names = ["Celsius", "CELSIUS"]
        .map(|name| a2t_core::AllowedValue { name: name.into(), description: "".into() });
    let kind = a2t_core::InputType::Enum { allowed_values: names.to_vec().into() };
    assert_eq!(coerce(&kind, &json!("celsius")), None);
    assert_eq!(coerce(&kind, &json!("CELSIUS")), None, "is as it is");
}

#[test]
fn what_was_coerced_is_reported_and_what_was_right_is_not() {
    let calls =
        Anthropic::calls(&json!({"type": "tool_use", "id": "t", "name": "forecast", "input": {
            "city": "Rome", "days": "5", "hourly": null, "units": "CELSIUS"
        }}));
    let selection = selection();
    let validated = selection.validate(&calls.unwrap()[0]).unwrap();
    let coerced: Vec<_> = validated.coerced.iter().map(ToString::to_string).collect();
    assert_eq!(coerced, ["/days: \"5\" was read as 5"]);
    assert_eq!(validated.tool.name(), "forecast");
}

#[test]
fn coerced_values_are_held_to_every_constraint() {
    for given in [json!(15), json!("15"), json!(15.0), json!("-6")] {
        let refused = value("days", &given).unwrap_err();
        assert!(refused.contains("- /days: expected an integer from -5 to 14, got "), "{refused}");
    }
    let refused = value("city", &json!("Llanfairpwll")).unwrap_err();
    assert!(
        refused.contains("- /city: expected a string of at most 10 characters, got 12 characters"),
        "{refused}"
    );
}

#[test]
fn every_mistake_is_reported_at_once() {
    let refused = validated(json!({
        "city": null, "day": 3, "days": "99", "hourly": "yes", "units": "KELVIN"
    }));
    assert_eq!(
        refused.unwrap_err(),
        "`forecast` was not called, its arguments are not what it takes:
- /day: expected an input of `forecast`, got `day`; did you mean `days`?
- /days: expected an integer from -5 to 14, got 99
- /hourly: expected true or false, got \"yes\"
- /units: expected one of FAHRENHEIT, CELSIUS, got \"KELVIN\"
- /city: expected a string of at most 10 characters, got null
Correct this and call it again."
    );
}

#[test]
fn an_unknown_input_is_reported_with_those_there_are() {
    let refused = validated(json!({"city": "Rome", "altitude": 3})).unwrap_err();
    assert!(
        refused.contains("got `altitude`; its inputs are `city`, `days`, `hourly`, `units`"),
        "{refused}"
    );
    let given = Given::Object(json!({"a": 1}).as_object().unwrap().clone());
    let refused = selection().validate(&call("now", given)).unwrap_err();
    assert!(refused.to_string().contains("; it has no inputs"), "{refused}");
}

#[test]
fn an_unknown_tool_is_reported_with_the_nearest_and_all() {
    let none = || Given::Object(Map::new());
    let selection = selection();
    let refusal = selection.validate(&call("forcast", none())).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "no tool is called `forcast`; did you mean `forecast`?\nThe tools are `forecast`, `now`."
    );
    assert!(refusal.violations().is_none());
    let none_selected = Selection::default();
    let refusal = none_selected.validate(&call("now", none()));
    assert_eq!(
        refusal.unwrap_err().to_string(),
        "no tool is called `now`\nThere are no tools: answer without one."
    );
}

#[test]
fn a_stringified_object_is_read_also_within_a_string() {
    let text = json!({"city": "Rome", "days": 5}).to_string();
    let right = || Ok(vec![("city".to_owned(), json!("Rome")), ("days".to_owned(), json!(5))]);
    assert_eq!(validated(json!(text)), right());
    let twice = Value::from(text).to_string();
    let selection = selection();
    for given in [Given::from_text(&twice), Given::from_value(Some(&json!(twice)))] {
        let call = call("forecast", given);
        let validated = selection.validate(&call).unwrap();
        assert_eq!(Ok(pairs(&validated)), right());
        assert_eq!(validated.coerced[0].pointer, "");
    }
}

#[test]
fn nothing_at_all_means_no_arguments() {
    let selection = selection();
    for given in [
        Given::from_text(""),
        Given::from_text(" \n"),
        Given::from_text("null"),
        Given::from_value(None),
        Given::from_value(Some(&Value::Null)),
    ] {
        let call = call("now", given);
        assert!(selection.validate(&call).unwrap().arguments.iter().next().is_none());
    }
}

#[test]
fn arguments_that_cannot_be_read_are_reported_with_the_place() {
    let selection = selection();
    for (text, expected) in [
        ("{\"city\": \"Rome\", \"city\": \"Bonn\"}", "duplicate member `city`"),
        ("{\"city\": Rome}", "1:10: not valid JSON"),
        ("[\"Rome\"]", "expected a JSON object, got an array"),
    ] {
        let refusal = selection.validate(&call("forecast", Given::from_text(text))).unwrap_err();
        let refused = refusal.to_string();
        assert!(refused.contains(expected), "{refused}");
        assert!(
            refused.ends_with("one JSON object; its inputs are `city`, `days`, `hourly`, `units`."),
            "{refused}"
        );
    }
}

#[test]
fn more_mistakes_than_are_kept_are_counted() {
    let members: Map<_, _> = (0..150).map(|n| (format!("x{n:03}"), json!(n))).collect();
    let refused = validated(Value::Object(members)).unwrap_err();
    assert!(refused.contains("\n- and 51 more\n"), "{refused}");
    assert!(refused.contains("- /x099: "), "{refused}");
}

#[test]
fn what_a_model_writes_stays_on_its_line() {
    let refused = validated(json!({"a\nCorrect\u{1b}[2J": "\u{202e}"})).unwrap_err();
    assert_eq!(refused.lines().count(), 4, "{refused}");
    assert!(!refused.contains(['\u{1b}', '\u{202e}']), "{refused}");
}
