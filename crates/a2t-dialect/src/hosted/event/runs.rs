//! The runs of OpenAI's Assistants and of Azure's first API: steps that were taken, and what a run
//! waits for.

use serde_json::Value;

use super::openai::cited;
use super::{Events, RunBy, Stage, Status, text};
use crate::hosted::Kind;

/// A run, its required action, a step, the details of one, a message of a thread, or a list of any.
pub(super) fn events(message: &Value, events: &mut Events) {
    read(message, Waits::No, events);
}

#[derive(Clone, Copy, PartialEq)]
enum Waits {
    No,
    Output,
    Approval,
}

fn read(value: &Value, waits: Waits, events: &mut Events) {
    let object = match value {
        Value::Array(values) => return values.iter().for_each(|one| read(one, waits, events)),
        Value::Object(object) => object,
        _ => return,
    };
    if text(value, "object") == Some("thread.message") {
        let parts = object.get("content").and_then(Value::as_array);
        let texts = parts.into_iter().flatten().filter_map(|part| part.get("text"));
        return texts.for_each(|text| cited(text, events));
    }
    let members = [
        ("data", waits),
        ("step_details", waits),
        ("required_action", waits),
        ("submit_tool_outputs", Waits::Output),
        ("submit_tool_approval", Waits::Approval),
        ("tool_calls", waits),
        ("activities", waits),
    ];
    let mut inside = members
        .iter()
        .filter_map(|(member, waits)| Some((object.get(*member)?, *waits)))
        .filter(|(inner, _)| inner.is_object() || inner.is_array())
        .peekable();
    if inside.peek().is_some() {
        inside.for_each(|(inner, waits)| read(inner, waits, events));
    } else if let Some(word) = text(value, "type") {
        event(word, value, waits, events);
    }
}

fn event(word: &str, call: &Value, waits: Waits, events: &mut Events) {
    let kind = match word {
        "function" | "message_creation" => return,
        "code_interpreter" => Kind::CodeInterpreter,
        "file_search" | "azure_ai_search" => Kind::Search,
        "bing_grounding" | "bing_custom_search" => Kind::WebSearch,
        "mcp" | "mcp_list_tools" => Kind::RemoteMcp,
        "computer_use_preview" => Kind::Computer,
        "openapi" => Kind::OpenApi,
        "azure_function" => Kind::StatefulFunction,
        "fabric_dataagent" => Kind::Fabric,
        _ => Kind::Other,
    };
    let stage = match (word, waits) {
        ("mcp_list_tools", _) => Stage::Tools,
        (_, Waits::Approval) => Stage::Approval,
        _ => Stage::Call,
    };
    let status = Status::read(text(call, "status"));
    let new = events.add(kind, stage, word, call);
    let new = new.id(text(call, "id")).status(status);
    if waits != Waits::No {
        new.run_by(RunBy::Program);
    }
}
