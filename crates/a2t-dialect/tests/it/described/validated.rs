//! Calls of tools of MCP: read leniently, validated against the whole approved schema, reported in
//! the model's format.

use a2t_dialect::{Anthropic, Call, Dialect, OpenaiChat, Selection, ValidatedCall};
use serde_json::{Value, json};

use super::samples::all;
use super::tool;

fn call(arguments: &Value) -> Call {
    let message = json!({"type": "tool_use", "id": "t", "name": "probe", "input": arguments});
    Anthropic::calls(&message).unwrap().remove(0)
}

fn object(validated: &ValidatedCall<'_>) -> Value {
    validated.arguments.iter().map(|(name, value)| (name.to_owned(), value.clone())).collect()
}

fn validated(tools: &Selection, arguments: &Value) -> Result<Value, String> {
    match tools.validate(&call(arguments)) {
        Ok(validated) => Ok(object(&validated)),
        Err(refusal) => Err(refusal.to_string()),
    }
}

#[test]
fn each_sample_is_validated_by_its_schema() {
    for sample in all() {
        let tools = tool(&sample.schema);
        for good in &sample.good {
            assert_eq!(validated(&tools, good).as_ref(), Ok(good), "{}", sample.name);
        }
        for bad in &sample.bad {
            let refused = validated(&tools, bad).unwrap_err();
            assert!(
                refused.ends_with("Correct this and call it again."),
                "{}: {refused}",
                sample.name
            );
        }
    }
}

#[test]
fn values_with_one_reading_are_read_at_any_depth() {
    let tools = tool(&json!({"type": "object", "properties": {
        "n": {"type": "integer"}, "x": {"type": "number"}, "b": {"type": "boolean"}, "e": {"enum": ["Fast", 2]},
        "list": {"type": "array", "items": {"type": "object", "properties": {"n": {"type": "integer"}, "s": {"type": "string"}}}},
        "s": {"type": "string"}}}));
    for (given, taken) in [
        (json!({"n": "5"}), json!({"n": 5})),
        (json!({"x": " 1.5 "}), json!({"x": 1.5})),
        (json!({"b": "True"}), json!({"b": true})),
        (json!({"e": "fast"}), json!({"e": "Fast"})),
        (json!({"e": "2"}), json!({"e": 2})),
        (json!({"list": "[{\"n\": \"5\"}]"}), json!({"list": [{"n": 5}]})),
        (json!({"list": [{"n": "5", "s": null}]}), json!({"list": [{"n": 5}]})),
        (json!({"s": null, "n": null}), json!({})),
    ] {
        assert_eq!(validated(&tools, &given), Ok(taken));
    }
    for refused in [json!({"n": "soon"}), json!({"s": 5}), json!({"x": "1e999"}), json!({"b": 1})] {
        assert!(validated(&tools, &refused).is_err(), "{refused}");
    }
    let given = call(&json!({"n": "5"}));
    let validated = tools.validate(&given).unwrap();
    assert_eq!(validated.coerced[0].to_string(), "/n: \"5\" was read as 5");
}

#[test]
fn all_that_is_wrong_is_reported_at_once_in_words_to_act_on() {
    let tools = tool(&all()[0].schema);
    let message =
        validated(&tools, &json!({"pth": "a", "n": 10, "level": 9, "deep": "no"})).unwrap_err();
    let lines: Vec<_> = message.lines().collect();
    assert_eq!(lines[0], "`probe` was not called, its arguments are not what it takes:");
    assert_eq!(lines[1], "- /pth: expected an input of `probe`, got `pth`; did you mean `path`?");
    for line in [
        "- /path: expected a value, since the input is required, got nothing",
        "- /n: expected less than 10, got a number",
        "- /level: expected one of 1, 2, 3, got a number",
        "- /deep: expected boolean, got a string",
    ] {
        assert!(lines.contains(&line), "{line}: {message}");
    }
    assert_eq!(lines.len(), 7, "{message}");
}

#[test]
fn an_input_under_another_name_is_validated_and_reported_under_it() {
    let tools = tool(&json!({"type": "object", "required": ["file path"], "properties": {
        "file path": {"type": "string"}, "options": {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}}}));
    let tools_shown = Dialect::Anthropic.tools(&tools).unwrap();
    assert_eq!(tools_shown[0]["input_schema"]["required"], json!(["file_path"]));
    assert_eq!(validated(&tools, &json!({"file_path": "a"})), Ok(json!({"file path": "a"})));
    assert!(
        validated(&tools, &json!({"file_path": 1}))
            .unwrap_err()
            .contains("- /file_path: expected string")
    );
    assert!(validated(&tools, &json!({})).unwrap_err().contains("- /file_path: expected a value"));
    assert!(
        validated(&tools, &json!({"file path": "a"}))
            .unwrap_err()
            .contains("did you mean `file_path`?")
    );
    let nested = validated(&tools, &json!({"file_path": "a", "options": {}})).unwrap_err();
    assert!(nested.contains("- /options: expected the member `a`"), "{nested}");
}

#[test]
fn what_a_strict_mode_writes_is_what_the_tool_gets() {
    let tools = tool(&all()[0].schema);
    let arguments = json!({"path": "a", "n": 1, "ratio": null, "deep": null, "mode": null, "level": null,
        "when": null, "link": null});
    let message = json!({"role": "assistant", "tool_calls": [{"id": "c", "type": "function",
        "function": {"name": "probe", "arguments": arguments.to_string()}}]});
    let calls = OpenaiChat::calls(&message).unwrap();
    assert_eq!(object(&tools.validate(&calls[0]).unwrap()), json!({"path": "a", "n": 1}));
}

#[test]
fn json_in_a_text_is_read_where_the_dialect_asked_for_it() {
    let tools = tool(
        &json!({"type": "object", "properties": {"any": {}, "map": {"type": "object"}, "list": {"type": "array"}}}),
    );
    let shown = Dialect::Gemini.tools(&tools).unwrap();
    let shown = &shown[0]["functionDeclarations"][0]["parameters"]["properties"];
    assert_eq!(
        [&shown["any"]["type"], &shown["map"]["type"], &shown["list"]["type"]],
        ["STRING"; 3]
    );
    let message = json!({"parts": [{"functionCall": {"name": "probe", "args": {
        "any": "[1]", "map": "{\"a\": 1}", "list": "[2]"}}}]});
    let calls = Dialect::Gemini.calls(&message).unwrap();
    let given = object(&tools.validate(&calls[0]).unwrap());
    assert_eq!(given, json!({"any": [1], "map": {"a": 1}, "list": [2]}));
    // Elsewhere a text that may be anything is the text.
    assert_eq!(validated(&tools, &json!({"any": "[1]"})), Ok(json!({"any": "[1]"})));
}

#[test]
fn tools_of_both_protocols_stand_side_by_side() {
    let text = br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"now","description":"Tells the time.",
        "version":1,"currentVersion":1}"#;
    let ours = a2t_core::signature::parse(text).unwrap().signature;
    let both = Selection::approved([ours]).and(&tool(&all()[0].schema)).unwrap();
    for dialect in Dialect::ALL {
        assert!(dialect.tools(&both).is_ok() && dialect.strict_tools(&both).is_ok(), "{dialect}");
    }
    assert!(both.validate(&call(&json!({"path": "a", "n": 1}))).is_ok());
    assert!(both.and(&tool(&json!({"type": "object"}))).is_err(), "one name, two tools");
    assert!(both.and(&tool(&json!({"type": "object"})).prefix("b_")).is_ok());
    assert_eq!(both.only(["probe"]).unwrap().iter().next().unwrap().name(), "probe");
}
