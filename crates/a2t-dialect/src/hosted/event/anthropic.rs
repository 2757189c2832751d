//! Anthropic's content blocks: server tools, MCP tools, and the computer and the editor that the
//! program runs.

use serde_json::Value;

use super::{Events, RunBy, Stage, Status, parts, reserved, text};
use crate::hosted::Kind;

pub(super) fn events(message: &Value, events: &mut Events) {
    // A block may have its own content.
    let is_block = text(message, "type").is_some_and(|kind| kind != "message");
    let members: &[&str] = if is_block { &[] } else { &["content"] };
    for block in parts(message, members) {
        match text(block, "type") {
            Some("tool_use") => tool_use(block, events),
            Some("text") => cited(block, events),
            Some(word) => other(word, block, events),
            None => {}
        }
    }
}

/// The sources of a text, which are its citations.
fn cited(block: &Value, events: &mut Events) {
    let citations = block.get("citations").and_then(Value::as_array);
    for citation in citations.into_iter().flatten() {
        let word = text(citation, "type").unwrap_or_default();
        // Documents and search results are the program's own.
        let kind = if word == "web_search_result_location" { Kind::WebSearch } else { Kind::Other };
        events.add(kind, Stage::Sources, word, citation);
    }
}

fn tool_use(block: &Value, events: &mut Events) {
    if let Some((kind, word)) = run_by_program(block) {
        let new = events.add(kind, Stage::Call, word, block);
        new.id(text(block, "id")).run_by(RunBy::Program);
    }
}

/// The hosted tool that a `tool_use` block calls: a member of a toolset, or a tool with a reserved
/// name.
pub(crate) fn run_by_program(block: &Value) -> Option<(Kind, &str)> {
    let name = text(block, "name").unwrap_or_default();
    let has = |argument: &str| {
        let argument = block.get("input").and_then(|input| input.get(argument));
        argument.is_some_and(Value::is_string)
    };
    match text(block, "toolset_name") {
        Some("computer") => Some((Kind::Computer, name)),
        Some(_) => Some((Kind::Other, name)),
        None => reserved(name, has).map(|kind| (kind, name)),
    }
}

fn other(word: &str, block: &Value, events: &mut Events) {
    let id = text(block, "id").or_else(|| text(block, "tool_use_id"));
    let (kind, stage) = match word {
        "thinking" | "redacted_thinking" | "tool_result" | "image" | "document"
        | "search_result" | "compaction" | "fallback" | "message" => return,
        "server_tool_use" => (server_tool(block), Stage::Call),
        "mcp_tool_use" => (Kind::RemoteMcp, Stage::Call),
        "mcp_tool_result" => (Kind::RemoteMcp, Stage::Result),
        "mcp_tool_listing" => (Kind::RemoteMcp, Stage::Tools),
        "web_search_tool_result" => (Kind::WebSearch, Stage::Result),
        "code_execution_tool_result"
        | "bash_code_execution_tool_result"
        | "text_editor_code_execution_tool_result"
        | "container_upload" => (Kind::CodeInterpreter, Stage::Result),
        "tool_search_tool_result" => (Kind::ToolSearch, Stage::Result),
        result if result.ends_with("_tool_result") => (Kind::Other, Stage::Result),
        _ => (Kind::Other, Stage::Other),
    };
    let status = match stage {
        Stage::Result => Status::failed(is_error(block)),
        _ => None,
    };
    events.add(kind, stage, word, block).id(id).status(status);
}

fn server_tool(block: &Value) -> Kind {
    match text(block, "name") {
        Some("web_search") => Kind::WebSearch,
        Some("code_execution" | "bash_code_execution" | "text_editor_code_execution") => {
            Kind::CodeInterpreter
        }
        Some(name) if name.starts_with("tool_search_tool") => Kind::ToolSearch,
        _ => Kind::Other,
    }
}

fn is_error(block: &Value) -> bool {
    let content = block.get("content");
    let word = content.and_then(|content| text(content, "type"));
    block.get("is_error") == Some(&Value::Bool(true))
        || word.is_some_and(|word| word.ends_with("_error"))
}
