//! OpenAI: the items of a response, and the citations of a text.

use serde_json::Value;

use super::{Events, RunBy, Stage, Status, parts, text};
use crate::hosted::Kind;

pub(super) fn chat(message: &Value, events: &mut Events) {
    for choice in parts(message, &["choices"]) {
        let message = choice.get("message").unwrap_or(choice);
        cited(message, events);
    }
}

/// The sources of a text, which are its annotations.
pub(super) fn cited(text_part: &Value, events: &mut Events) {
    let annotations = text_part.get("annotations").and_then(Value::as_array);
    for annotation in annotations.into_iter().flatten() {
        let word = text(annotation, "type").unwrap_or_default();
        let kind = match word {
            "url_citation" => Kind::WebSearch,
            "file_citation" => Kind::Search,
            "container_file_citation" | "file_path" => Kind::CodeInterpreter,
            _ => Kind::Other,
        };
        events.add(kind, Stage::Sources, word, annotation);
    }
}

pub(super) fn responses(message: &Value, events: &mut Events) {
    // An item may have its own output.
    let members: &[&str] = if text(message, "type").is_some() { &[] } else { &["output", "data"] };
    for item in parts(message, members) {
        if let Some(word) = text(item, "type") {
            event(word, item, events);
        }
        let parts = item.get("content").and_then(Value::as_array);
        parts.into_iter().flatten().for_each(|part| cited(part, events));
    }
}

fn event(word: &str, item: &Value, events: &mut Events) {
    let (kind, stage) = match word {
        "message"
        | "reasoning"
        | "function_call"
        | "function_call_output"
        | "custom_tool_call"
        | "custom_tool_call_output"
        | "compaction"
        | "item_reference" => return,
        "web_search_call" | "bing_grounding_call" => (Kind::WebSearch, Stage::Call),
        "file_search_call" | "azure_ai_search_call" => (Kind::Search, Stage::Call),
        "code_interpreter_call" => (Kind::CodeInterpreter, Stage::Call),
        "computer_call" => (Kind::Computer, Stage::Call),
        "computer_call_output" => (Kind::Computer, Stage::Result),
        "image_generation_call" => (Kind::ImageGeneration, Stage::Call),
        "tool_search_call" => (Kind::ToolSearch, Stage::Call),
        "tool_search_output" => (Kind::ToolSearch, Stage::Result),
        "program" => (Kind::CodeInterpreter, Stage::Call),
        "program_output" => (Kind::CodeInterpreter, Stage::Result),
        "mcp_call" => (Kind::RemoteMcp, Stage::Call),
        "mcp_list_tools" => (Kind::RemoteMcp, Stage::Tools),
        "mcp_approval_request" => (Kind::RemoteMcp, Stage::Approval),
        "mcp_approval_response" => (Kind::RemoteMcp, Stage::Result),
        "openapi_call" => (Kind::OpenApi, Stage::Call),
        "azure_function_call" => (Kind::StatefulFunction, Stage::Call),
        "fabric_dataagent_preview_call" => (Kind::Fabric, Stage::Call),
        call if call.ends_with("_call") => (Kind::Other, Stage::Call),
        output if output.ends_with("_output") => (Kind::Other, Stage::Result),
        _ => (Kind::Other, Stage::Other),
    };
    let id = text(item, "call_id").or_else(|| text(item, "id"));
    let status = if timed_out(item) {
        Some(Status::Incomplete)
    } else {
        // Calls of MCP servers had no status at first.
        let answered = word == "mcp_call" && item.get("output").is_some_and(Value::is_string);
        Status::read(text(item, "status")).or(answered.then_some(Status::Completed))
    };
    let new = events.add(kind, stage, word, item).id(id).status(status);
    if run_by_program(word, item) {
        new.run_by(RunBy::Program);
    }
}

fn timed_out(item: &Value) -> bool {
    let outputs = item.get("output").and_then(Value::as_array);
    let timeout = Some(&Value::from("timeout"));
    outputs.into_iter().flatten().any(|output| output.pointer("/outcome/type") == timeout)
}

fn run_by_program(word: &str, item: &Value) -> bool {
    match word {
        "computer_call"
        | "computer_call_output"
        | "mcp_approval_request"
        | "mcp_approval_response"
        | "local_shell_call"
        | "apply_patch_call" => true,
        "shell_call" => item.pointer("/environment/type") == Some(&Value::from("local")),
        "tool_search_call" => text(item, "execution") == Some("client"),
        _ => false,
    }
}
