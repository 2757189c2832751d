//! Schemas accept the same bodies as the server, and documents hold together for every catalog.

use std::collections::HashSet;

use jsonschema::Validator;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{OpenApi, Terms};
use crate::arbitrary;
use crate::invocation::bind;
use crate::signature::{SAFE_MAX, ToolSignature, parse};

/// A validator of one schema of the document, with all that it refers to.
fn validator(document: &Value, schema: &str) -> Validator {
    let whole = json!({
        "$ref": format!("#/components/schemas/{schema}"),
        "components": document["components"],
    });
    jsonschema::draft202012::new(&whole).unwrap()
}

/// Name of the schema that an operation's body or reply has.
fn schema(content: &Value) -> &str {
    let reference = content["content"]["application/json"]["schema"]["$ref"].as_str().unwrap();
    reference.strip_prefix("#/components/schemas/").unwrap()
}

fn operation<'d>(document: &'d Value, tool: &ToolSignature) -> &'d Value {
    let path = format!("/tools/{}/versions/{}:invoke", tool.tool_id, tool.version);
    &document["paths"][path]["post"]
}

/// No value is a float that a schema takes for a whole number and the server for one of which
/// digits are lost.
fn is_exact(value: &Value) -> bool {
    match value {
        Value::Number(number) if number.is_f64() => {
            number.as_f64().is_some_and(|number| number.abs() <= SAFE_MAX as f64)
        }
        Value::Array(items) => items.iter().all(is_exact),
        Value::Object(members) => members.values().all(is_exact),
        _ => true,
    }
}

fn agree(tool: &ToolSignature, body: &Value) -> Result<bool, TestCaseError> {
    let document = OpenApi::new([tool]).to_value();
    let schema = schema(&operation(&document, tool)["requestBody"]);
    let takes = validator(&document, schema).is_valid(body);
    if is_exact(body) {
        let text = body.to_string();
        let bound = bind(tool, text.as_bytes());
        prop_assert_eq!(takes, bound.is_ok(), "{}: {:?}", body, bound);
    }
    Ok(takes)
}

/// A twist of the envelope or of one pair, which most bodies do not survive.
fn twisted(mut body: Value, twist: u8, odd: Value) -> Value {
    let has_pair = body["input_parameters"][0].is_object();
    match twist {
        0 => body["name"] = Value::Null,
        1 => body["name"] = odd,
        2 => body["more"] = odd,
        3 => body["input_parameters"] = odd,
        4 if has_pair => body["input_parameters"][0]["more"] = odd,
        5 if has_pair => body["input_parameters"][0]["name"] = odd,
        6 if has_pair => body["input_parameters"][0]["value"] = odd,
        7 if has_pair => drop(body["input_parameters"][0].take()),
        8 => drop(body.as_object_mut().unwrap().remove("input_parameters")),
        _ => {}
    }
    body
}

proptest! {
    #[test]
    fn a_body_is_valid_if_the_server_takes_it((tool, body) in arbitrary::invocation()) {
        agree(&tool, &body)?;
    }

    #[test]
    fn a_body_with_another_mistake_is_valid_if_the_server_takes_it(
        (tool, body) in arbitrary::invocation(),
        twist in 0..12_u8,
        odd in arbitrary::json(),
    ) {
        agree(&tool, &twisted(body, twist, odd))?;
    }

    #[test]
    fn any_json_is_valid_if_the_server_takes_it(
        tool in arbitrary::signature(),
        body in arbitrary::json(),
    ) {
        agree(&tool, &body)?;
    }

    #[test]
    fn a_signature_is_valid_and_has_no_member_that_is_not_described(tool in arbitrary::signature()) {
        let mut document = OpenApi::new([&tool]).to_value();
        close(&mut document["components"]["schemas"]);
        let written: Value = serde_json::from_slice(&tool.canonical()).unwrap();
        let found: Vec<_> = validator(&document, "ToolSignature")
            .iter_errors(&written)
            .map(|error| error.to_string())
            .collect();
        prop_assert!(found.is_empty(), "{:?}: {}", found, written);
    }

    #[test]
    fn names_of_operations_and_schemas_are_unique_and_plain(
        tools in vec(arbitrary::signature(), 0..4),
        names in vec("(a|A|_| |é|b_v1|/){0,3}", 4),
    ) {
        let named = tools.into_iter().zip(names).map(|(tool, name)| {
            ToolSignature { name: format!("{name}x").trim_end_matches('x').to_owned().into(), ..tool }
        });
        let tools: Vec<_> = named.collect();
        let document = OpenApi::new(&tools);
        let value = document.to_value();
        let paths = value["paths"].as_object().unwrap();
        // A member that is written twice is read once.
        prop_assert_eq!(paths.len(), document.paths.0.matches(r#""operationId":"#).count());
        let schemas = value["components"]["schemas"].as_object().unwrap();
        let typed = schemas.keys().filter(|name| name.contains('.')).count();
        prop_assert_eq!(typed, 2 * tools.len());
        let mut ids = HashSet::new();
        for operation in paths.values().flat_map(|path| path.as_object().unwrap().values()) {
            let id = operation["operationId"].as_str().unwrap();
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
            prop_assert!(id.chars().all(plain), "{}", id);
            prop_assert!(ids.insert(id.to_lowercase()), "{}", id);
        }
    }
}

/// Adds to each schema with properties that there are no others.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            members.values_mut().for_each(close);
            if members.get("properties").is_some_and(Value::is_object) {
                members.insert("additionalProperties".to_owned(), false.into());
            }
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

fn tool(text: &str) -> ToolSignature {
    parse(text.as_bytes()).unwrap().signature
}

fn forecast(version: u32, current: u32) -> ToolSignature {
    tool(&format!(
        r#"{{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"forecast","description":"",
            "version":{version},"currentVersion":{current},"input_parameters":[
            {{"id":"city","name":"City","description":""}},
            {{"id":"days","name":"Days","type":"int","description":"","max":14,"required":false}},
            {{"id":"units","name":"Units","type":"enum","description":"","required":false,
              "allowed-values":[{{"name":"CELSIUS","description":"C."}}]}}]}}"#
    ))
}

/// Each rule of an invocation by itself, so that a schema without it fails here.
#[test]
fn each_rule_of_an_invocation_is_in_the_schema() {
    let tool = forecast(1, 1);
    let (city, days) =
        (json!({"name": "City", "value": "Rome"}), json!({"name": "Days", "value": 3}));
    let none = json!({"name": "Days", "value": null});
    for (right, pairs) in [
        (true, json!([city, days])),
        (true, json!([days, city])),
        (true, json!([city])),
        (true, json!([none, city])),
        (true, json!([city, {"name": "Days", "value": 3.0}])),
        (true, json!([city, {"name": "Days", "value": i64::MIN}])),
        (true, json!([{"name": "Units", "value": "CELSIUS"}, city])),
        (true, json!([{"name": "Units", "value": null}, city])),
        (false, json!([{"name": "Units", "value": "celsius"}, city])),
        (false, json!([])),
        (false, json!([days])),
        (false, json!([city, city])),
        (false, json!([city, days, days])),
        (false, json!([city, none, none])),
        (false, json!([city, {"name": "days", "value": 3}])),
        (false, json!([city, {"name": "Days", "value": 15}])),
        (false, json!([city, {"name": "Days", "value": 3.5}])),
        (false, json!([city, {"name": "Days", "value": "3"}])),
        (false, json!([city, {"name": "Days"}])),
        (false, json!([city, {"value": 3}])),
        (true, json!([city, {"name": "Days", "value": 3, "unit": "d"}])),
        (false, json!([{"name": "City", "value": null}])),
        (false, json!([city, null])),
        (false, json!({"City": "Rome"})),
    ] {
        let body = json!({"input_parameters": pairs});
        assert_eq!(agree(&tool, &body).unwrap(), right, "{body}");
    }
    for (right, body) in [
        (true, json!({"name": "forecast", "input_parameters": [city]})),
        (true, json!({"name": null, "input_parameters": [city]})),
        (false, json!({"name": "other", "input_parameters": [city]})),
        (false, json!({"name": "forecast"})),
        (true, json!({"input_parameters": [city], "arguments": {}})),
        (false, json!({"arguments": [city]})),
        (false, json!({"input_parameters": null})),
        (false, json!([city])),
    ] {
        assert_eq!(agree(&tool, &body).unwrap(), right, "{body}");
    }
}

#[test]
fn formats_defaults_and_examples_of_inputs_are_in_the_schemas_of_their_values() {
    let tool = tool(
        r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"lend","description":"","version":1,
            "currentVersion":1,"input_parameters":[
            {"id":"isbn","name":"isbn","description":"","format":"isbn"},
            {"id":"due","name":"Due","description":"","format":"naive-date","required":false},
            {"id":"copies","name":"copies","type":"int","description":"","max":9,"required":false}]}"#,
    );
    let terms = Terms::default()
        .default_value("Due", "2026-12-01")
        .default_value("copies", 1)
        .default_value("another", 1)
        .example("isbn", "978-0-14-143958-7");
    let document = OpenApi::with_terms([(&tool, terms)]).to_value();
    let pairs = &document["components"]["schemas"]["lend.v1.Invocation"]["properties"]["input_parameters"]
        ["items"]["oneOf"];
    let values: Vec<_> = (0..3).map(|index| pairs[index]["properties"]["value"].clone()).collect();
    let expected = [
        json!({"type": "string", "format": "isbn", "examples": ["978-0-14-143958-7"]}),
        json!({"type": ["string", "null"], "format": "naive-date", "default": "2026-12-01"}),
        json!({"type": ["integer", "null"], "format": "int64", "minimum": i64::MIN, "maximum": 9,
            "default": 1}),
    ];
    assert_eq!(values, expected);
}

#[test]
fn the_path_without_a_version_is_the_newest_if_that_is_the_current_one() {
    let invoke = "/tools/0479a45d-ad0a-49d4-94db-75edf00d2ca4:invoke";
    let body = |tools: &[ToolSignature]| {
        let document = OpenApi::new(tools).to_value();
        let path = document["paths"].get(invoke)?;
        Some(schema(&path["post"]["requestBody"]).to_owned())
    };
    let newest = Some("forecast.v2.Invocation".to_owned());
    assert_eq!(body(&[forecast(1, 1), forecast(2, 1)]), newest);
    assert_eq!(body(&[forecast(2, 2), forecast(1, 2)]), newest);
    // An approved catalog has the version that was approved, and no word on later ones.
    assert_eq!(body(&[forecast(1, 2)]), None);
}

#[test]
fn the_document_is_the_same_whichever_version_an_older_one_takes_for_the_current() {
    let written = |older: u32| OpenApi::new(&[forecast(2, 2), forecast(1, older)]).to_json();
    assert_eq!(written(1), written(2));
}

#[test]
fn texts_of_a_catalog_do_nothing_where_they_are_shown() {
    let hostile = r#"<img src=x onerror=alert(1)> ![x](https://e.example/?q) [y]: javascript:1 \\[z](//e.example)"#;
    // Three descriptions, in a record in a list, one under the name of a keyword.
    let shape = json!({"type": "array", "items": {"type": "object", "properties": {
        "a": {"type": "integer", "description": hostile},
        "description": {"type": "string", "description": hostile, "oneOf": [
            {"const": "A", "description": hostile}]},
        "z": {"type": "array", "description": hostile, "items": {"type": "number"}}}}});
    let text = json!({
        "toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "forecast", "version": 1,
        "currentVersion": 1, "description": hostile,
        "deprecated": {"since": "2026-11-01", "note": hostile},
        "input_parameters": [{"id": "a", "name": "a", "type": "enum", "description": hostile,
            "allowed-values": [{"name": "A", "description": format!("{hostile}\n# {hostile}")}]}],
        "output_parameters": [
            {"id": "b", "name": "b", "description": hostile},
            {"id": "c", "name": "c", "description": "", "type": "json", "schema": shape}],
        "errors": [{"name": "GONE", "status": 410, "description": hostile, "schema": {
            "type": "object", "properties": {"now": shape}}}],
    });
    let document = OpenApi::new([&tool(&text.to_string())]).to_value();
    let mut found = Vec::new();
    descriptions(&document, &mut found);
    let theirs: Vec<_> = found.iter().filter(|text| text.contains("onerror")).collect();
    assert_eq!(theirs.len(), 15, "{theirs:#?}");
    for text in theirs {
        let mut escaped = false;
        for character in text.chars() {
            assert!(character != '<' && (escaped || character != '['), "{text}");
            escaped = character == '\\' && !escaped;
        }
    }
}

fn descriptions<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
    match value {
        Value::Object(members) => {
            found.extend(members.get("description").and_then(Value::as_str));
            members.values().for_each(|value| descriptions(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| descriptions(value, found)),
        _ => {}
    }
}
