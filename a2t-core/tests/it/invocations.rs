//! What an invocation and a reply may contain, and every mistake they can have.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use a2t_core::invocation::{Scalar, bind, check_result, read_result};
use a2t_core::signature::parse_value;
use a2t_core::{Code, ToolSignature, ValidationError, Violations};
use serde_json::{Value, json};

fn signature() -> ToolSignature {
    let document = json!({
        "toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "book", "description": "",
        "version": 1, "currentVersion": 1,
        "input_parameters": [
            {"id": "c", "name": "City", "description": "", "max-length": 5},
            {"id": "n", "name": "Seats", "type": "int", "description": "", "required": false},
            {"id": "d", "name": "Days", "type": "int", "description": "", "required": false, "min": -1, "max": 14},
            {"id": "f", "name": "Flexible", "type": "boolean", "description": "", "required": false},
            {"id": "k", "name": "Cabin", "type": "enum", "description": "", "required": false,
             "allowed-values": [{"name": "ECONOMY", "description": ""}, {"name": "FIRST", "description": ""}]}],
        "output_parameters": [
            {"id": "s", "name": "Text", "description": ""},
            {"id": "i", "name": "Int", "type": "int", "description": ""},
            {"id": "e", "name": "Enum", "type": "enum", "description": "",
             "allowed-values": [{"name": "A", "description": ""}]},
            {"id": "o", "name": "Open", "type": "enum", "description": ""},
            {"id": "j", "name": "Json", "type": "json", "description": ""}]
    });
    parse_value(&document, "").unwrap().signature
}

fn rules<T>(result: Result<T, ValidationError>) -> Vec<(Code, String)> {
    let found = match result {
        Ok(_) => Violations::default(),
        Err(ValidationError::Rules(found)) => found,
        Err(ValidationError::Syntax(error)) => panic!("{error}"),
    };
    found.into_iter().map(|violation| (violation.code, violation.pointer)).collect()
}

fn mistakes(body: &Value) -> Vec<(Code, String)> {
    rules(bind(&signature(), body.to_string().as_bytes()))
}

/// The city, and one more pair.
fn with(name: &str, value: &Value) -> Value {
    json!({"name": "book", "input_parameters": [
        {"name": "City", "value": "Omaha"}, {"name": name, "value": value}]})
}

#[track_caller]
fn refuses(body: &Value, expected: &[(Code, &str)]) {
    let expected: Vec<_> = expected.iter().map(|(code, at)| (*code, (*at).to_owned())).collect();
    assert_eq!(mistakes(body), expected, "{body}");
}

#[test]
fn values_are_taken_by_position() {
    let body = br#"{"input_parameters":[{"name":"Days","value":-1},{"value":"Omaha","name":"City"},
        {"name":"Cabin","value":null},{"name":"Flexible","value":false}]}"#;
    let mut bound = bind(&signature(), body).unwrap();
    let values: Vec<_> = (0..6).map(|index| bound.take(index)).collect();
    let city = Scalar::String("Omaha".into());
    let expected =
        [Some(city), None, Some(Scalar::Int(-1)), Some(Scalar::Boolean(false)), None, None];
    assert_eq!(values, expected);
}

#[test]
fn values_at_the_limits() {
    let right = [
        ("Seats", json!(65_535)),
        ("Seats", json!(-9_007_199_254_740_991_i64)),
        ("Seats", json!(80.0)),
        ("Seats", json!(i64::MIN)),
        ("Days", json!(14.0)),
        ("Days", json!(-0.0)),
        ("Cabin", json!("FIRST")),
        ("Flexible", json!(true)),
        ("Seats", json!(null)),
    ];
    for (name, value) in right {
        refuses(&with(name, &value), &[]);
    }
    refuses(&json!({"input_parameters": [{"name": "City", "value": "ééééé"}]}), &[]);
}

#[test]
fn values_that_the_signature_does_not_take() {
    let at = "/input_parameters/1/value";
    let wrong = [
        ("Seats", json!(65_536), Code::OutOfRange),
        ("Days", json!(-2), Code::OutOfRange),
        ("Seats", json!(u64::MAX), Code::OutOfRange),
        ("Seats", json!(1.0e300), Code::OutOfRange),
        ("Seats", json!(80.5), Code::WrongType),
        ("Seats", json!("5"), Code::WrongType),
        ("Flexible", json!("true"), Code::WrongType),
        ("Flexible", json!(1), Code::WrongType),
        ("Cabin", json!("first"), Code::NotAllowed),
        ("Cabin", json!(["FIRST"]), Code::WrongType),
        ("Days", json!({"a": 1}), Code::WrongType),
    ];
    for (name, value, code) in wrong {
        refuses(&with(name, &value), &[(code, at)]);
    }
    let long = json!({"input_parameters": [{"name": "City", "value": "éééééé"}]});
    refuses(&long, &[(Code::TooLong, "/input_parameters/0/value")]);
}

#[test]
fn inputs_that_are_unknown_missing_or_given_twice() {
    refuses(&json!({"input_parameters": []}), &[(Code::MissingInput, "/input_parameters")]);
    let null = json!({"input_parameters": [{"name": "City", "value": null}]});
    refuses(&null, &[(Code::MissingInput, "/input_parameters")]);
    refuses(&with("Sea", &json!(1)), &[(Code::UnknownInput, "/input_parameters/1/name")]);
    refuses(&with("City", &json!("Omaha")), &[(Code::DuplicateInput, "/input_parameters/1/name")]);
    refuses(&with("City", &json!(null)), &[(Code::DuplicateInput, "/input_parameters/1/name")]);
    // Misspelt: not also missing.
    let misspelt = json!({"input_parameters": [{"name": "city", "value": "Omaha"}]});
    refuses(&misspelt, &[(Code::UnknownInput, "/input_parameters/0/name")]);
}

#[test]
fn the_name_of_the_tool_may_be_absent_but_not_another() {
    for name in [json!(null), json!("book")] {
        let mut body = with("Days", &json!(1));
        body["name"] = name;
        refuses(&body, &[]);
    }
    let mut body = with("Days", &json!(15));
    body["name"] = json!("Book");
    refuses(&body, &[(Code::WrongTool, "/name"), (Code::OutOfRange, "/input_parameters/1/value")]);
    body["name"] = json!(7);
    body["input_parameters"] = json!([{"name": "City", "value": "O"}]);
    refuses(&body, &[(Code::WrongMemberType, "/name")]);
}

#[test]
fn an_envelope_of_another_shape_is_one_mistake() {
    let pairs = json!([{"name": "City", "value": "Omaha"}]);
    refuses(&json!([]), &[(Code::WrongMemberType, "")]);
    refuses(&json!({}), &[(Code::MissingMember, "/input_parameters")]);
    refuses(&json!({"input_parameters": null}), &[(Code::MissingMember, "/input_parameters")]);
    refuses(
        &json!({"input_parameters": {"City": "Omaha"}}),
        &[(Code::WrongMemberType, "/input_parameters")],
    );
    refuses(&json!({"arguments": {"City": "Omaha"}}), &[(Code::UnknownMember, "/arguments")]);
    refuses(&json!({"inputs": pairs}), &[(Code::UnknownMember, "/inputs")]);
    refuses(&json!({"input_parameters": pairs, "Name": "book", "meta": {"trace": []}}), &[]);
}

#[test]
fn a_pair_of_another_shape_is_one_mistake() {
    let pair = |pair: Value| json!({"input_parameters": [pair]});
    let at = "/input_parameters/0";
    refuses(&pair(json!("City")), &[(Code::WrongMemberType, at)]);
    refuses(&pair(json!({"value": "Omaha"})), &[(Code::MissingMember, &format!("{at}/name"))]);
    refuses(&pair(json!({"name": "City"})), &[(Code::MissingMember, &format!("{at}/value"))]);
    refuses(
        &pair(json!({"name": 1, "value": "Omaha"})),
        &[(Code::WrongMemberType, &format!("{at}/name"))],
    );
    refuses(
        &pair(json!({"id": "c", "value": "Omaha"})),
        &[(Code::UnknownMember, &format!("{at}/id"))],
    );
    refuses(
        &pair(json!({"name": "City", "val": "Omaha"})),
        &[(Code::UnknownMember, &format!("{at}/val"))],
    );
    let more = pair(json!({"name": "City", "value": "Omaha", "type": "string"}));
    refuses(&more, &[]);
}

#[test]
fn all_mistakes_are_reported_in_words_to_act_on() {
    let body = json!({"input_parameters": [
        {"name": "Cabin", "value": "first"}, {"name": "Seat", "value": 1}, {"name": "Days", "value": 99}]});
    let error = bind(&signature(), body.to_string().as_bytes()).unwrap_err();
    let expected = "\
        /input_parameters/0/value: `Cabin`: expected one of ECONOMY, FIRST, got \"first\"; did you mean `FIRST`? [A2T-36]\n\
        /input_parameters/1/name: expected an input of `book`, got `Seat`; did you mean `Seats`? [A2T-58]\n\
        /input_parameters/2/value: `Days`: expected an integer from -1 to 14, got 99 [A2T-35]\n\
        /input_parameters: `City`: expected a string of at most 5 characters, got nothing [A2T-42]";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn members_given_twice_are_refused() {
    for body in [
        r#"{"name":"book","name":"book","input_parameters":[{"name":"City","value":"O"}]}"#,
        r#"{"input_parameters":[{"name":"City","value":"O","value":"O"}]}"#,
        r#"{"input_parameters":[],"input_parameters":[{"name":"City","value":"O"}]}"#,
        r#"{"input_parameters":[{"name":"City","value":"O"}]} ,"#,
    ] {
        let error = bind(&signature(), body.as_bytes()).unwrap_err();
        assert!(matches!(error, ValidationError::Syntax(_)), "{error}");
    }
}

fn reply(pairs: &Value) -> Vec<u8> {
    json!({"output_parameters": pairs}).to_string().into_bytes()
}

#[test]
fn a_client_survives_what_a_newer_server_sends() {
    let body = json!({"took": 3, "output_parameters": [
        {"name": "Int", "value": 80.0, "unit": "F"}, {"name": "New", "value": 1}, {"name": "New", "value": 2},
        {"name": "Enum", "value": "B"}, {"name": "Open", "value": "ANY"}, {"name": "Text", "value": null},
        {"name": "Json", "value": null}]});
    let values = read_result(&signature(), body.to_string().as_bytes()).unwrap();
    let expected = [None, Some(json!(80)), Some(json!("B")), Some(json!("ANY")), Some(json!(null))];
    assert_eq!(values, expected);
    assert_eq!(read_result(&signature(), &reply(&json!([]))).unwrap(), [const { None }; 5]);
}

#[test]
fn every_mistake_of_a_reply_is_reported() {
    let read = |body: &[u8]| rules(read_result(&signature(), body));
    let pairs = json!([
        {"name": "Text", "value": 1}, {"name": "Int", "value": 80.5}, {"name": "Int", "value": 1},
        {"name": "Enum", "value": true}, {"value": 1}, {"name": "Open"}, 3, {"name": 4, "value": 1}]);
    let expected = [
        (Code::WrongType, "/output_parameters/0/value"),
        (Code::WrongType, "/output_parameters/1/value"),
        (Code::DuplicateOutput, "/output_parameters/2/name"),
        (Code::WrongType, "/output_parameters/3/value"),
        (Code::MissingMember, "/output_parameters/4/name"),
        (Code::MissingMember, "/output_parameters/5/value"),
        (Code::WrongMemberType, "/output_parameters/6"),
        (Code::WrongMemberType, "/output_parameters/7/name"),
    ];
    assert_eq!(read(&reply(&pairs)), expected.map(|(code, at)| (code, at.to_owned())));
    assert_eq!(read(b"[]"), [(Code::WrongMemberType, String::new())]);
    assert_eq!(read(b"{}"), [(Code::MissingMember, "/output_parameters".to_owned())]);
    let misspelt = read_result(&signature(), br#"{"outputParameters": []}"#).unwrap_err();
    assert!(misspelt.to_string().contains("got `outputParameters`"), "{misspelt}");
    assert_eq!(
        read(&reply(&json!({}))),
        [(Code::WrongMemberType, "/output_parameters".to_owned())]
    );
}

#[test]
fn a_strict_check_of_replies_wants_exactly_what_is_declared() {
    let check = |pairs: &Value| rules(check_result(&signature(), &reply(pairs)));
    let all = json!([{"name": "Text", "value": ""}, {"name": "Int", "value": 1}, {"name": "Enum", "value": "A"},
        {"name": "Open", "value": "ANY"}, {"name": "Json", "value": null}]);
    assert_eq!(check(&all), []);
    let pairs = json!([{"name": "Text", "value": null}, {"name": "Enum", "value": "B"}, {"name": "Jsn", "value": 1},
        {"name": "Open", "value": "ANY"}, {"name": "Json", "value": {}}]);
    let expected = [
        (Code::MissingOutput, "/output_parameters/0/value"),
        (Code::NotAllowed, "/output_parameters/1/value"),
        (Code::UnknownOutput, "/output_parameters/2/name"),
        (Code::MissingOutput, "/output_parameters"),
    ];
    assert_eq!(check(&pairs), expected.map(|(code, at)| (code, at.to_owned())));
}

#[test]
fn every_digit_of_an_integer_counts() {
    let days = |number: &str| {
        format!(
            r#"{{"input_parameters":[{{"name":"City","value":"Omaha"}},{{"name":"Days","value":{number}}}]}}"#
        )
    };
    let tiny = format!("1.{}1", "0".repeat(100_000));
    for refused in [
        "0.99999999999999999999",
        "1e-1000000",
        "-1e-400",
        "3.00000000000000000001",
        "10e-2",
        "1E-99999999999999999999",
        "0.1e0",
        &tiny,
    ] {
        let body = days(refused);
        let found = bind(&signature(), body.as_bytes());
        let expected = (Code::WrongType, "/input_parameters/1/value".to_owned());
        assert_eq!(rules(found), [expected], "{refused:.40}");
    }
    for (taken, value) in [
        ("3.0", 3),
        ("30e-1", 3),
        ("0.3E+1", 3),
        ("-1.000", -1),
        ("0e-1000000", 0),
        ("0.00e5", 0),
        ("-0", 0),
        ("1.2e1", 12),
    ] {
        let body = days(taken);
        let mut bound = bind(&signature(), body.as_bytes()).unwrap();
        assert_eq!(bound.take(2), Some(Scalar::Int(value)), "{taken}");
    }
    let Err(ValidationError::Rules(found)) = bind(&signature(), days(&tiny).as_bytes()) else {
        panic!("a fraction");
    };
    let message = found.iter().next().unwrap().to_string();
    assert!(
        message.contains("got 1.000") && message.contains('…') && message.len() < 200,
        "{message}"
    );
}

#[test]
fn mistakes_beyond_those_that_are_reported_are_counted() {
    let pairs = vec![json!({}); 80_000];
    let body = json!({"input_parameters": pairs}).to_string();
    let Err(ValidationError::Rules(found)) = bind(&signature(), body.as_bytes()) else {
        panic!("no pair has a name");
    };
    assert_eq!((found.len(), found.more()), (100, 79_900));
    assert_eq!(found.iter().last().unwrap().pointer, "/input_parameters/99/name");
}
