//! What is read from providers' replies, as `messages/` has them: each event of a hosted tool in one
//! line (kind, stage, who runs it, id, status, the provider's word), and the calls of functions.

use std::fs;

use a2t_dialect::Dialect;
use a2t_dialect::hosted::{
    Computer, Fragment, HostedEvent, Kind, RunBy, Stage, Status, TextEditor,
};
use serde_json::{Value, json};

use super::samples::{selection, weather};

fn line(event: &HostedEvent) -> String {
    let stage = match event.stage() {
        Stage::Call => "call",
        Stage::Result => "result",
        Stage::Approval => "approval",
        Stage::Tools => "tools",
        Stage::Sources => "sources",
        _ => "other",
    };
    let run_by = match event.run_by() {
        RunBy::Program => "program",
        _ => "provider",
    };
    let status = match event.status() {
        None => "-",
        Some(Status::InProgress) => "in_progress",
        Some(Status::Completed) => "completed",
        Some(Status::Failed) => "failed",
        Some(Status::Incomplete) => "incomplete",
        Some(Status::Other(word)) => word,
        Some(other) => panic!("{other:?}"),
    };
    let (kind, id) = (event.kind().id(), event.id().unwrap_or("-"));
    format!("{kind} {stage} {run_by} {id} {status} {}", event.word())
}

/// Name, message, events and the names of called functions (or that it is no message for them).
pub(crate) fn messages(dialect: Dialect) -> Vec<Value> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/hosted/messages");
    match fs::read_to_string(format!("{folder}/{dialect}.json")) {
        Ok(text) => serde_json::from_str(&text).unwrap(),
        Err(_) => Vec::new(),
    }
}

fn strings(list: &Value) -> Vec<&str> {
    let list = list.as_array().unwrap().iter();
    list.map(|one| one.as_str().unwrap()).collect()
}

#[test]
fn events_are_read_with_kind_id_and_raw_object() {
    let mut count = 0;
    for dialect in Dialect::ALL {
        for case in messages(*dialect) {
            let events = HostedEvent::all(*dialect, &case["message"]);
            let lines: Vec<_> = events.iter().map(line).collect();
            assert_eq!(lines, strings(&case["events"]), "{dialect}: {}", case["name"]);
            for event in &events {
                let raw = event.raw().to_string();
                assert!(case["message"].to_string().contains(&raw), "{raw}");
                assert_eq!(event.dialect(), *dialect);
            }
            count += lines.len();
        }
    }
    assert!(count > 50, "{count}");
}

#[test]
fn calls_of_hosted_tools_are_no_calls_of_functions() {
    for dialect in Dialect::ALL {
        for case in messages(*dialect) {
            let calls = dialect.calls(&case["message"]);
            if case["calls"].is_null() {
                // A stream's event that has no calls may be refused, but not misread.
                assert!(calls.is_err() || calls == Ok(Vec::new()), "{dialect}: {calls:?}");
                continue;
            }
            let calls = match calls {
                Ok(calls) => calls,
                Err(error) => panic!("{dialect}: {}: {error}", case["name"]),
            };
            let names: Vec<_> = calls.iter().map(|call| call.name()).collect();
            assert_eq!(names, strings(&case["calls"]), "{dialect}: {}", case["name"]);
        }
    }
}

/// A reply may be cut off, or be of another provider.
#[test]
fn no_message_is_an_error() {
    let odd = [
        json!(null),
        json!("text"),
        json!([]),
        json!({}),
        json!([null, 1, "a", [[]], {}]),
        json!({ "type": 1, "content": null, "output": {}, "trace": [], "choices": {} }),
        json!({ "content": [{ "type": "tool_use", "name": 1, "input": [] }] }),
        json!({ "candidates": [null, { "content": 1 }, { "content": { "parts": 1 } }] }),
        json!({ "returnControl": { "invocationInputs": [1, { "functionInvocationInput": 1 }] } }),
        json!({ "step_details": { "tool_calls": [1, { "type": [] }] } }),
    ];
    for dialect in Dialect::ALL {
        let others = Dialect::ALL.iter().flat_map(|other| messages(*other));
        let messages = others.map(|case| case["message"].clone());
        for message in messages.chain(odd.clone()) {
            HostedEvent::all(*dialect, &message);
        }
    }
}

/// Google's actions have the names of functions; what is no function of ours is an action.
#[test]
fn a_fragment_distinguishes_the_actions_of_a_computer_from_functions() {
    let fragment = Fragment::new(Dialect::Gemini)
        .tools(&weather())
        .and_then(|fragment| fragment.hosted(Computer::new(1, 1)))
        .unwrap();
    let reply = json!({ "role": "model", "parts": [
        { "functionCall": { "name": "click_at", "args": { "x": 1, "y": 2 } } },
        { "functionCall": { "name": "get_weather", "args": { "city": "Paris" } } },
    ] });
    let calls = fragment.calls(&reply).unwrap();
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0].name(), "get_weather");
    let events: Vec<_> = fragment.events(&reply).iter().map(line).collect();
    assert_eq!(events, ["computer_use call program - - click_at"]);
    let without = Fragment::new(Dialect::Gemini).tools(&weather()).unwrap();
    assert_eq!(without.calls(&reply).unwrap().len(), 2);
    assert!(without.events(&reply).is_empty());
}

#[test]
fn a_fragment_reports_each_event_once() {
    let fragment = Fragment::new(Dialect::Anthropic)
        .tools(&selection("computer_parts", "part"))
        .and_then(|fragment| fragment.hosted(Computer::new(1, 1)))
        .and_then(|fragment| fragment.hosted(TextEditor::new()))
        .unwrap();
    let reply = json!({ "role": "assistant", "content": [
        { "type": "tool_use", "id": "toolu_1", "name": "computer", "input": { "action": "wait" } },
        { "type": "tool_use", "id": "toolu_2", "name": "str_replace_based_edit_tool", "input": {} },
        { "type": "tool_use", "id": "toolu_3", "name": "computer_parts", "input": {} },
    ] });
    let kinds = |event: &HostedEvent| (event.kind(), event.id().map(str::to_owned));
    let events: Vec<_> = fragment.events(&reply).iter().map(kinds).collect();
    let id = |id: &str| Some(id.to_owned());
    assert_eq!(events, [(Kind::Computer, id("toolu_1")), (Kind::TextEditor, id("toolu_2"))]);
    let calls = fragment.calls(&reply).unwrap();
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0].name(), "computer_parts");
}
