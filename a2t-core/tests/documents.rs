//! What a signature's document may say, what it must not, and where the mistake is reported.

use std::collections::BTreeSet;

use a2t_core::signature::{
    DEFAULT_MAX, InputType, OutputType, check_catalog, parse, parse_value, rule,
};
use a2t_core::{Code, ToolSignature, Violations};
use serde_json::{Value, json};

fn tool() -> Value {
    json!({
        "toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4",
        "name": "lookup_weather_by_city",
        "description": "Invoke this tool to lookup the weather for a given city.",
        "img": "https://api.example.com/img/weather.png",
        "version": 1,
        "currentVersion": 1,
        "tags": ["system", "retrievals"],
        "input_parameters": [
            {"id": "city", "name": "City", "type": "string", "required": true,
             "description": "The city for the weather lookup. For example, Boston or Los Angeles."}],
        "output_parameters": [
            {"id": "temp-fh", "name": "Temperature in Fahrenheit", "type": "int",
             "description": "The current temperature in the named city."}]
    })
}

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

fn input(rest: Value) -> Value {
    let mut input = json!({"id": "i", "name": "I", "description": ""});
    input
        .as_object_mut()
        .unwrap()
        .extend(rest.as_object().unwrap().clone());
    input
}

fn with(change: impl FnOnce(&mut Value)) -> Value {
    let mut tool = tool();
    change(&mut tool);
    tool
}

fn read(value: &Value) -> ToolSignature {
    parse_value(value, "").unwrap().signature
}

fn mistakes(value: &Value) -> Vec<(Code, String)> {
    let found = parse_value(value, "").map_or_else(|found| found, |_| Violations::default());
    found
        .into_iter()
        .map(|violation| (violation.code, violation.pointer))
        .collect()
}

#[track_caller]
fn refuses(value: Value, code: Code, pointer: &str) {
    assert_eq!(mistakes(&value), [(code, pointer.to_owned())], "{value}");
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
    let [string, int] = &*signature.input_parameters else {
        panic!()
    };
    assert_eq!(string.kind, InputType::String { max_length: None });
    assert!(string.required);
    assert_eq!(
        int.kind,
        InputType::Int {
            min: None,
            max: DEFAULT_MAX
        }
    );
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
    assert_eq!(
        read(&with(|tool| tool["version"] = json!("12"))).version,
        12
    );
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
        refuses(
            with(|tool| tool["version"] = bad),
            Code::BadVersion,
            "/version",
        );
    }
}

#[test]
fn lengths_are_counted_in_characters() {
    for (member, most) in [("name", 254), ("description", 1999)] {
        let fits = with(|tool| tool[member] = "é".repeat(most).into());
        assert_eq!(mistakes(&fits), []);
        let long = with(|tool| tool[member] = "é".repeat(most + 1).into());
        let code = if member == "name" {
            Code::NameTooLong
        } else {
            Code::DescriptionTooLong
        };
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
    refuses(
        value(256, 2000),
        Code::BadAllowedValueName,
        &format!("{at}/name"),
    );
    refuses(
        value(255, 2001),
        Code::DescriptionTooLong,
        &format!("{at}/description"),
    );
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

/// A document for each code that documents of signatures can have.
fn faulty() -> Vec<(Value, Code, &'static str)> {
    let set =
        |pointer: &str, value: Value| with(|tool| *tool.pointer_mut(pointer).unwrap() = value);
    let first = |rest: Value| with(|tool| tool["input_parameters"][0] = input(rest));
    let both = |one: Value, two: Value| with(|tool| tool["input_parameters"] = json!([one, two]));
    let many = |count: usize| {
        with(|tool| {
            let one = |index| json!({"id": format!("{index}"), "name": format!("{index}"), "description": ""});
            tool["output_parameters"] = (0..count).map(one).collect();
        })
    };
    let twins = json!({"type": "enum", "allowed-values": [
        {"name": "A", "description": ""}, {"name": "A", "description": ""}]});
    vec![
        (json!([]), Code::WrongMemberType, ""),
        (set("/name", json!(7)), Code::WrongMemberType, "/name"),
        (set("/tags", json!("a")), Code::WrongMemberType, "/tags"),
        (
            set("/input_parameters/0", json!("a")),
            Code::WrongMemberType,
            "/input_parameters/0",
        ),
        (
            set("/input_parameters/0/required", json!("no")),
            Code::WrongMemberType,
            "/input_parameters/0/required",
        ),
        (
            with(|tool| drop(tool.as_object_mut().unwrap().remove("name"))),
            Code::MissingMember,
            "/name",
        ),
        (
            set("/toolId", json!("{0479a45d-ad0a-49d4-94db-75edf00d2ca4}")),
            Code::BadToolId,
            "/toolId",
        ),
        (set("/toolId", json!("")), Code::BadToolId, "/toolId"),
        (set("/toolId", json!(4)), Code::BadToolId, "/toolId"),
        (set("/name", json!("")), Code::EmptyName, "/name"),
        (
            set("/input_parameters/0/id", json!("")),
            Code::EmptyName,
            "/input_parameters/0/id",
        ),
        (
            set("/name", json!("a\nb")),
            Code::ForbiddenCharacter,
            "/name",
        ),
        (
            set("/tags/1", json!("a\u{202e}b")),
            Code::ForbiddenCharacter,
            "/tags/1",
        ),
        (
            set("/img", json!("\u{1b}[2J")),
            Code::ForbiddenCharacter,
            "/img",
        ),
        (
            set("/input_parameters/0/type", json!("json")),
            Code::BadType,
            "/input_parameters/0/type",
        ),
        (
            set("/output_parameters/0/type", json!(3)),
            Code::BadType,
            "/output_parameters/0/type",
        ),
        (
            both(input(json!({"name": "J"})), input(json!({}))),
            Code::DuplicateId,
            "/input_parameters/1/id",
        ),
        (
            both(input(json!({"id": "j"})), input(json!({}))),
            Code::DuplicateName,
            "/input_parameters/1/name",
        ),
        (
            first(json!({"type": "int", "min": 70_000})),
            Code::EmptyRange,
            "/input_parameters/0/min",
        ),
        (
            first(json!({"type": "enum"})),
            Code::EmptyEnum,
            "/input_parameters/0/allowed-values",
        ),
        (
            first(twins),
            Code::DuplicateAllowedValue,
            "/input_parameters/0/allowed-values/1/name",
        ),
        (
            first(json!({"max": 3})),
            Code::ConstraintOnWrongType,
            "/input_parameters/0/max",
        ),
        (
            first(json!({"max-length": -1})),
            Code::BadMaxLength,
            "/input_parameters/0/max-length",
        ),
        (
            first(json!({"type": "int", "max": "9"})),
            Code::BadBound,
            "/input_parameters/0/max",
        ),
        (
            first(json!({"type": "int", "max": 1.0e300})),
            Code::BadBound,
            "/input_parameters/0/max",
        ),
        (many(65), Code::TooMany, "/output_parameters"),
    ]
}

#[test]
fn each_mistake_is_one_violation_at_its_place() {
    for (document, code, pointer) in faulty() {
        refuses(document, code, pointer);
    }
}

#[test]
fn every_code_of_documents_is_reached() {
    let reached: BTreeSet<_> = faulty().iter().map(|(_, code, _)| *code).collect();
    // Those that other tests here and the tests of invocations and pages reach.
    let elsewhere: BTreeSet<_> = [
        Code::UnknownMember,
        Code::BadName,
        Code::NameTooLong,
        Code::EmptyDescription,
        Code::DescriptionTooLong,
        Code::BadVersion,
        Code::NotCurrent,
        Code::BadAllowedValueName,
        Code::DuplicateTool,
        Code::WrongTool,
        Code::MissingInput,
        Code::UnknownInput,
        Code::DuplicateInput,
        Code::DuplicateOutput,
        Code::MissingOutput,
        Code::UnknownOutput,
        Code::WrongType,
        Code::OutOfRange,
        Code::TooLong,
        Code::NotAllowed,
        Code::BadPageLimit,
        Code::BadCursor,
        Code::BadQuery,
        Code::DocumentTooLarge,
    ]
    .into();
    assert!(reached.is_disjoint(&elsewhere));
    let all: BTreeSet<_> = Code::ALL.iter().copied().collect();
    assert_eq!(&reached | &elsewhere, all);
}

#[test]
fn advice_for_authors_is_not_for_readers() {
    assert_eq!(
        rule::snake_case("Lookup Weather").unwrap_err().code,
        Code::BadName
    );
    assert_eq!(
        rule::described(" \n").unwrap_err().code,
        Code::EmptyDescription
    );
    let document = with(|tool| {
        tool["name"] = json!("Lookup Weather");
        tool["description"] = json!("");
    });
    assert_eq!(mistakes(&document), []);
}

#[test]
fn all_mistakes_of_a_document_are_reported_at_once() {
    let document = with(|tool| {
        tool["toolId"] = json!("x");
        tool["version"] = json!(0);
        tool["input_parameters"] = (0..11).map(|index| match index {
            1 => json!(null),
            10 => json!({"id": "", "name": "J", "description": ""}),
            _ => json!({"id": format!("i{index}"), "name": format!("n{index}"), "description": ""}),
        }).collect();
    });
    let expected = [
        (Code::BadVersion, "/version"),
        (Code::BadToolId, "/toolId"),
        (Code::WrongMemberType, "/input_parameters/1"),
        // Not hidden by the unreadable input 1, of whose pointer this one is no part.
        (Code::EmptyName, "/input_parameters/10/id"),
    ];
    assert_eq!(
        mistakes(&document),
        expected.map(|(code, at)| (code, at.to_owned()))
    );
}

#[test]
fn unknown_members_are_named_with_a_suggestion_and_no_mistake() {
    let document = with(|tool| {
        tool["input_parameters"][0]["Required"] = json!(false);
        tool["a/b~c"] = json!(1);
    });
    let unknown = parse_value(&document, "/items/3").unwrap().unknown;
    let places: Vec<_> = unknown
        .iter()
        .map(|violation| &*violation.pointer)
        .collect();
    assert_eq!(
        places,
        ["/items/3/a~1b~0c", "/items/3/input_parameters/0/Required"]
    );
    assert_eq!(
        unknown.as_slice()[1].did_you_mean.as_deref(),
        Some("required")
    );
    assert!(
        unknown
            .iter()
            .all(|violation| violation.code == Code::UnknownMember)
    );
}

#[test]
fn a_message_says_what_where_and_what_was_meant() {
    let document = with(|tool| tool["input_parameters"][0]["type"] = json!("strin\n"));
    let found = parse_value(&document, "").unwrap_err();
    assert_eq!(
        found.to_string(),
        "/input_parameters/0/type: expected one of string, int, boolean, enum, \
        got \"strin\\n\"; did you mean `string`? [A2T-W408]"
    );
}

#[test]
fn tools_of_one_catalog_have_their_own_ids_and_names_and_are_current() {
    let first = read(&tool());
    let twin = read(&with(|tool| {
        tool["toolId"] = json!("0479A45D-AD0A-49D4-94DB-75EDF00D2CA4")
    }));
    let old = read(&with(|tool| {
        tool["toolId"] = json!("0479a45d-ad0a-49d4-94db-75edf00d2ca5");
        tool["name"] = json!("old");
        tool["currentVersion"] = json!(2);
    }));
    let found = check_catalog([&first, &twin, &old]);
    let found: Vec<_> = found
        .iter()
        .map(|violation| (violation.code, &*violation.pointer))
        .collect();
    assert_eq!(
        found,
        [
            (Code::DuplicateTool, "/1/name"),
            (Code::DuplicateTool, "/1/toolId"),
            (Code::NotCurrent, "/2/version")
        ]
    );
}

#[test]
fn a_member_given_twice_is_refused() {
    let error = parse(br#"{"name": "a", "name": "b"}"#).unwrap_err();
    assert_eq!(
        error.to_string(),
        "1:20: not valid JSON: duplicate member `name`"
    );
}
