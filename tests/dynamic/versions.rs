//! Versions of a tool that go together, and those that are refused at the start.

use a2t::{DynamicInputs, DynamicTool, Toolset};
use serde_json::{Value, json};

use crate::rig::{client, id, of, signature};

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1, id = "00000000-0000-0001-8000-000000000000")]
fn add(
    /// First addend.
    #[a2t(min = 0, max = 9)]
    a: i64,
) -> i64 {
    a
}

fn input(name: &str, more: Value) -> Value {
    let mut input =
        json!({ "id": name, "name": name, "type": "int", "description": "A number.", "max": 9 });
    input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    input
}

fn version(number: u32, inputs: &[Value]) -> DynamicTool<()> {
    let mut text = signature(7, "many", number);
    text["input_parameters"] = json!(inputs);
    of(&text)
}

#[tokio::test]
async fn each_version_answers_for_itself() {
    let optional = json!({ "required": false });
    let versions = [
        version(2, &[input("a", json!({})), input("b", optional)]),
        version(1, &[input("a", json!({}))]),
    ];
    let client = client(versions);
    for (number, expected) in [(1, 1), (2, 2)] {
        let reply = client.call_version("many", number, json!({ "a": 3 })).await.unwrap();
        assert_eq!(reply["n"], expected);
    }
    assert!(client.call_version("many", 1, json!({ "a": 3, "b": 3 })).await.is_err());
    let history = client.get(&format!("/tools/{}/versions", id(7))).await.json();
    let shown = |member: &str| -> Vec<_> {
        let items = history["items"].as_array().unwrap().iter();
        items.map(|item| item[member].as_u64().unwrap()).collect()
    };
    assert_eq!((shown("version"), shown("currentVersion")), (vec![2, 1], vec![2, 2]));
    let first = client.get(&format!("/tools/{}/versions/1", id(7))).await;
    assert_eq!(first.json(), history["items"][1]);
    assert_eq!(client.get(&format!("/tools/{}/versions/3", id(7))).await.status, 404);
}

#[test]
fn a_version_that_breaks_callers_is_refused_by_tool_versions_and_rule() {
    let (first, required) = (|| version(1, &[input("a", json!({}))]), json!({}));
    for (second, rule) in [
        (vec![input("a", json!({})), input("b", required)], "later-input-required"),
        (vec![input("a", json!({ "max": 8 }))], "input-max-lowered"),
        (vec![], "input-removed"),
        (vec![input("a", json!({ "type": "boolean", "max": null }))], "input-type-changed"),
    ] {
        let refused = Toolset::default().extend([version(2, &second), first()]).unwrap_err();
        let words = refused.to_string();
        let begin = format!("tool `many` ({}): version 2 after version 1: A2T-", id(7));
        assert!(words.starts_with(&begin), "{words}");
        assert!(refused.rules().next().is_some(), "{words}");
        println!("{rule}: {words}");
    }
}

#[test]
fn versions_are_checked_with_those_of_a_function() {
    let mut text = signature(0, "add", 2);
    text["toolId"] = json!("00000000-0000-0001-8000-000000000000");
    text["description"] = json!("Adds two numbers.");
    text["output_parameters"] =
        json!([{ "id": "result", "name": "result", "type": "int", "description": "The sum." }]);
    let mut first = json!({ "id": "a", "name": "a", "type": "int", "min": 0, "max": 9,
        "description": "First addend." });
    text["input_parameters"] = json!([first]);
    let tools: Toolset<()> = a2t::toolset![add];
    assert_eq!(tools.extend([of(&text)]).unwrap().versions(of::<()>(&text).id()).count(), 2);
    first["max"] = json!(5);
    text["input_parameters"] = json!([first]);
    let tools: Toolset<()> = a2t::toolset![add];
    assert_eq!(tools.extend([of(&text)]).unwrap_err().len(), 1);
}

/// A tool of this version that answers with a day whose sky is `word`, one of `names`.
fn forecast(number: u32, names: &[&str], word: &'static str) -> DynamicTool<()> {
    let choices: Vec<_> = names.iter().map(|name| json!({ "const": name })).collect();
    let sky = json!({ "type": "string", "oneOf": choices });
    let day = json!({ "type": "object", "properties": { "sky": sky }, "required": ["sky"] });
    let mut text = signature(8, "forecast", number);
    text["output_parameters"] = json!([{ "id": "days", "name": "days", "type": "json",
        "description": "The days.", "schema": { "type": "array", "items": day } }]);
    let answer = move |_: DynamicInputs| async move { Ok([("days", json!([{ "sky": word }]))]) };
    DynamicTool::parse(text.to_string(), answer).unwrap()
}

#[test]
fn a_name_more_within_a_record_is_refused_as_in_an_output() {
    let versions = [forecast(2, &["CLEAR", "FOG"], "FOG"), forecast(1, &["CLEAR"], "CLEAR")];
    let refused = Toolset::default().extend(versions).unwrap_err().to_string();
    assert!(refused.contains("A2T-O210"), "{refused}");
    assert!(refused.contains("outputs[days].schema[].sky[FOG]"), "{refused}");
}

#[tokio::test]
async fn a_name_that_a_version_does_not_say_never_reaches_its_callers() {
    let client = client([forecast(1, &["CLEAR"], "FOG")]);
    let error = client.call("forecast", json!({})).await.unwrap_err();
    assert_eq!(error.status(), 500, "{error}");
    assert!(error.to_string().contains("/days/0/sky"), "{error}");
}
