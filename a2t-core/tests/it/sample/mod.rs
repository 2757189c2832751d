//! The draft's example, and ways to change it.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use a2t_core::signature::parse_value;
use a2t_core::{Code, ToolSignature, Violations};
use serde_json::{Value, json};

pub fn tool() -> Value {
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

pub fn input(rest: Value) -> Value {
    let mut input = json!({"id": "i", "name": "I", "description": ""});
    input.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
    input
}

pub fn with(change: impl FnOnce(&mut Value)) -> Value {
    let mut tool = tool();
    change(&mut tool);
    tool
}

pub fn read(value: &Value) -> ToolSignature {
    parse_value(value, "").unwrap().signature
}

pub fn mistakes(value: &Value) -> Vec<(Code, String)> {
    let found = parse_value(value, "").map_or_else(|found| found, |_| Violations::default());
    found.into_iter().map(|violation| (violation.code, violation.pointer)).collect()
}

#[track_caller]
pub fn refuses(value: Value, code: Code, pointer: &str) {
    assert_eq!(mistakes(&value), [(code, pointer.to_owned())], "{value}");
}
