//! What a model calls and what it gets, through an executor: over HTTP, and with tools that run in
//! this process.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../client/vendor.rs"]
mod vendor;

#[path = "../scripted/mod.rs"]
mod scripted;
#[path = "../seeded/mod.rs"]
mod seeded;

mod changed;
mod consent;
mod converse;
mod hidden;
mod in_process;
mod killed;
mod mcp;
mod mutated;
mod newtypes;
mod over_http;
mod search;
mod toolset;

use a2t::Value;
use a2t::dialect::{Anthropic, Call, Result};
use serde_json::json;

include!("../codegen/golden/weather.rs");

/// A call of the tool in Anthropic's words.
fn tool_use(id: &str, input: Value) -> Value {
    json!({"type": "tool_use", "id": id, "name": "lookup_weather_by_city", "input": input})
}

fn message(blocks: impl IntoIterator<Item = Value>) -> Value {
    json!({"role": "assistant", "content": blocks.into_iter().collect::<Vec<_>>()})
}

/// A call for each city, whose name is its id too.
fn calls(cities: &[&str]) -> Vec<Call> {
    let blocks = cities.iter().map(|city| tool_use(city, json!({"city": city})));
    Anthropic::calls(&message(blocks)).unwrap()
}

fn call(input: Value) -> Call {
    Anthropic::calls(&tool_use("toolu_1", input)).unwrap().remove(0)
}

/// Whether a result is an error, and its text.
fn read_result(result: &Value) -> (bool, &str) {
    (result["is_error"].as_bool().unwrap(), result["content"].as_str().unwrap())
}

#[track_caller]
fn assert_fails_with(result: &Value, words: &str) {
    let (is_error, text) = read_result(result);
    assert!(is_error && text.contains(words), "{text}");
}

fn weather_tools() -> Result<a2t::dialect::Selection> {
    a2t::dialect::Selection::from_tools(&weather::TOOLS)
}
