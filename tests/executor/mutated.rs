//! Definitions and results with something changed in them: what is still called, and what a model reads.

use std::sync::{Arc, Mutex};

use a2t::dialect::{Anthropic, Executor, Selection};
use a2t::mcp::client::{Client, Policy};
use a2t_core::signature::rule;
use serde_json::{Map, Value, json};

use super::changed::{Server, approved};
use super::read_result;
use super::scripted::answered_by;
use super::seeded::Seeded;

/// How many replies of each protocol are tried.
const REPLIES: u64 = 3_000;
/// The limit of these results, and what the notes on a cut may add.
const LIMIT: usize = 4 << 10;
const NOTES: usize = 1 << 10;

/// A tool of MCP with every member that a model sees.
fn tool() -> Value {
    json!({
        "name": "weather", "description": "Tells the weather.",
        "inputSchema": {
            "type": "object", "required": ["city"], "additionalProperties": false,
            "properties": {
                "city": {"type": "string", "maxLength": 100, "description": "The city."},
                "units": {"type": "string", "enum": ["C", "F"], "default": "C"},
                "days": {"type": "array", "items": {"type": "integer", "minimum": 0}}
            }
        },
        "outputSchema": {
            "type": "object", "required": ["sky"], "additionalProperties": false,
            "properties": {"sky": {"type": "string", "description": "The sky."}, "rain": {"type": "boolean"}}
        },
        "annotations": {"readOnlyHint": true, "idempotentHint": true, "destructiveHint": false, "openWorldHint": false}
    })
}

fn of_mcp() -> Value {
    json!({"type": "tool_use", "id": "t", "name": "weather", "input": {"city": "Omaha"}})
}

async fn run(executor: &Executor, call: &Value) -> Value {
    executor.run(Anthropic::calls(call).unwrap().remove(0)).await
}

/// Every document with one scalar, member or item changed, added or left out, and where.
fn mutations(document: &Value) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    let mut open = vec![String::new()];
    while let Some(at) = open.pop() {
        let mut change = |at: &str, edit: &dyn Fn(&mut Value)| {
            let mut changed = document.clone();
            edit(changed.pointer_mut(at).unwrap());
            found.push((at.to_owned(), changed));
        };
        match document.pointer(&at).unwrap() {
            Value::Object(object) => {
                for name in object.keys() {
                    change(&at, &|here| drop(here.as_object_mut().unwrap().remove(name)));
                    open.push(format!("{at}/{name}"));
                }
                if at.contains("/properties") {
                    change(&at, &|here| here["more"] = json!({"type": "string"}));
                }
            }
            Value::Array(items) => {
                change(&at, &|here| here.as_array_mut().unwrap().push(json!("more")));
                change(&at, &|here| drop(here.as_array_mut().unwrap().pop()));
                open.extend((0..items.len()).map(|index| format!("{at}/{index}")));
            }
            Value::Bool(value) => change(&at, &|here| *here = json!(!value)),
            Value::Number(number) => {
                change(&at, &|here| *here = json!(number.as_i64().unwrap() + 1))
            }
            Value::String(text) => change(&at, &|here| *here = json!(format!("{text}x"))),
            Value::Null => {}
        }
    }
    found
}

#[tokio::test]
async fn a_tool_with_any_part_changed_is_not_run() {
    let mutations = mutations(&tool());
    assert!(mutations.len() > 50, "{}", mutations.len());
    let result = json!({"content": [], "structuredContent": {"sky": "clear"}});
    for (at, changed) in mutations {
        let (server, url) = Server::start(changed.clone(), result.clone()).await;
        let client = Client::http(url).unwrap();
        let executor = Executor::builder().tools(approved(&tool()), client).build().unwrap();
        let result = run(&executor, &of_mcp()).await;
        assert!(read_result(&result).0 && server.calls() == 0, "{at}: {changed:#}");
    }
    let (server, url) = Server::start(tool(), result).await;
    let client = Client::http(url).unwrap();
    let executor = Executor::builder().tools(approved(&tool()), client).build().unwrap();
    assert!(!read_result(&run(&executor, &of_mcp()).await).0 && server.calls() == 1);
}

/// Pieces that a reply is made worse with; the last ones are larger than the limit.
fn pieces() -> Vec<String> {
    let small = [
        "null",
        "-1",
        "1e999",
        "80.5",
        "{}",
        "[[]]",
        "\"",
        "\\ud800",
        "\u{202e}",
        "\u{e0041}",
        "\\u001b[2J",
        ",",
        "}]",
        "\"name\":\"sky\",",
        "\0",
    ];
    let member = |number: usize| format!("\"{number}\":{number},");
    let large = [
        "x".repeat(3 * LIMIT),
        "\\u0007".repeat(LIMIT),
        "漢".repeat(LIMIT),
        (0..LIMIT).map(member).collect(),
        format!("\"{}\":1,", "k".repeat(2 * LIMIT)),
        "[1,".repeat(30) + &"]".repeat(30),
    ];
    small.map(str::to_owned).into_iter().chain(large).collect()
}

/// Asserts that a model reads no more than the limit, and no hidden character. Returns the outputs, if it got some.
fn outputs_within_limits(result: &Value, reply: &str) -> Option<Map<String, Value>> {
    let (is_error, text) = read_result(result);
    assert!(text.len() <= LIMIT + NOTES, "{} bytes of {reply}", text.len());
    let hidden = text.chars().find(|shown| *shown != '\n' && rule::is_forbidden(*shown));
    assert_eq!(hidden, None, "{text:?} of {reply}");
    let outputs = serde_json::from_str(text).ok()?;
    (!is_error).then_some(outputs)
}

#[tokio::test]
async fn a_reply_with_a_fault_is_an_error_or_declared_outputs_within_the_limit() {
    let outputs = ["sky", "temperature", "rain", "scale", "report"];
    let output =
        |name: &str, kind: &str| json!({"id": name, "name": name, "type": kind, "description": ""});
    let mut signature = json!({
        "toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "weather", "description": "Tells the weather.",
        "version": 1, "currentVersion": 1, "input_parameters": [], "output_parameters": [
            output("sky", "string"), output("temperature", "int"), output("rain", "boolean"),
            output("scale", "enum"), output("report", "json")],
    });
    signature["output_parameters"][3]["allowed-values"] =
        json!([{"name": "CELSIUS", "description": ""}]);
    let signature = a2t_core::signature::parse_value(&signature, "").unwrap().signature;
    let right = json!({"output_parameters": [
        {"name": "sky", "value": "clear"}, {"name": "temperature", "value": 21}, {"name": "rain", "value": false},
        {"name": "scale", "value": "CELSIUS"}, {"name": "report", "value": {"a": [1, null]}}]});
    let reply = Arc::new(Mutex::new(Vec::new()));
    let client = answered_by(a2t::client::Client::builder("http://127.0.0.1"), &reply);
    let client = client.build().unwrap();
    let tools = Selection::approved([signature]);
    let executor =
        Executor::builder().tools(tools, client).max_result_bytes(LIMIT).build().unwrap();
    let call = json!({"type": "tool_use", "id": "t", "name": "weather", "input": {}});
    let (mut seeded, pieces, mut read) = (Seeded(7), pieces(), 0);
    for _ in 0..REPLIES {
        let body = seeded.worsen(&right.to_string(), &pieces);
        *reply.lock().unwrap() = body.clone();
        let text = String::from_utf8_lossy(&body);
        let found = run(&executor, &call).await;
        if let Some(found) = outputs_within_limits(&found, &text) {
            read += 1;
            assert!(found.keys().all(|name| outputs.contains(&&**name)), "{found:?} of {text}");
        }
    }
    assert!((1..REPLIES / 2).contains(&read), "{read} of {REPLIES} were read");
}

#[tokio::test]
async fn a_result_of_mcp_with_a_fault_stays_within_the_limit() {
    let right = json!({"content": [], "structuredContent": {"sky": "clear", "rain": false}});
    let (server, url) = Server::start(tool(), right.clone()).await;
    let client = Client::http(url).unwrap();
    let executor = Executor::builder().tools(approved(&tool()), client).on_drift(Policy::Refuse);
    let executor = executor.max_result_bytes(LIMIT).build().unwrap();
    let (mut seeded, pieces, mut read) = (Seeded(8), pieces(), 0);
    for _ in 0..REPLIES / 3 {
        let body = seeded.worsen(&right.to_string(), &pieces);
        let text = String::from_utf8_lossy(&body).into_owned();
        server.answer_with(text.clone());
        let found = run(&executor, &of_mcp()).await;
        // A server may have more outputs than were approved, as a newer one has.
        if let Some(found) = outputs_within_limits(&found, &text) {
            read += 1;
            assert!(found["sky"].is_string(), "{found:?} of {text}");
            assert!(found.get("rain").is_none_or(Value::is_boolean), "{found:?} of {text}");
        }
    }
    assert!((1..REPLIES / 3).contains(&read), "{read} were read");
}
