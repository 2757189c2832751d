//! Google's parts and steps: code that ran, server-side tools; and what a candidate is grounded on.

use serde_json::Value;

use super::openai::cited;
use super::{Events, Stage, Status, parts, text};
use crate::hosted::Kind;

const PLAIN: [&str; 10] = [
    "text",
    "thought",
    "thoughtSignature",
    "functionCall",
    "functionResponse",
    "inlineData",
    "fileData",
    "thought_signature",
    "function_call",
    "function_response",
];

pub(super) fn events(message: &Value, events: &mut Events) {
    let steps = parts(message, &["steps"]);
    if message.get("steps").is_some() || steps.iter().all(|step| text(step, "type").is_some()) {
        return steps.iter().for_each(|one| step(one, events));
    }
    if message.get("status").is_some_and(Value::is_string) {
        return;
    }
    for candidate in parts(message, &["candidates"]) {
        let content = candidate.get("content").unwrap_or(candidate);
        let is_content = content.get("role").is_some() || content.get("parts").is_some();
        let is_candidate = candidate.get("content").is_some();
        let list = parts(content, &["parts"]);
        for part in list.iter().filter(|part| *part != content || !is_content) {
            event(part, events);
        }
        if is_candidate {
            grounding(candidate, events);
        }
    }
}

/// A step of the Interactions API.
fn step(step: &Value, events: &mut Events) {
    let word = text(step, "type").unwrap_or_default();
    let stage = match word {
        "function_call" | "function_result" | "thought" | "user_input" => return,
        "model_output" => {
            let parts = step.get("content").and_then(Value::as_array);
            return parts.into_iter().flatten().for_each(|part| cited(part, events));
        }
        call if call.ends_with("_call") => Stage::Call,
        result if result.ends_with("_result") => Stage::Result,
        _ => Stage::Other,
    };
    let kind = match word.trim_end_matches("_call").trim_end_matches("_result") {
        "code_execution" => Kind::CodeInterpreter,
        "google_search" => Kind::WebSearch,
        "file_search" | "retrieval" => Kind::Search,
        "mcp_server_tool" => Kind::RemoteMcp,
        "tool_search" => Kind::ToolSearch,
        _ => Kind::Other,
    };
    let failed = step.get("is_error").and_then(Value::as_bool);
    let status = failed.filter(|_| stage == Stage::Result).and_then(Status::failed);
    let id = text(step, "call_id").or_else(|| text(step, "id"));
    events.add(kind, stage, word, step).id(id).status(status);
}

fn event(part: &Value, events: &mut Events) {
    let Some(members) = part.as_object() else {
        return;
    };
    let words = members.iter();
    for (word, raw) in words.filter(|(word, _)| !PLAIN.contains(&word.as_str())) {
        let (kind, stage) = match word.as_str() {
            "executableCode" | "executable_code" => (Kind::CodeInterpreter, Stage::Call),
            "codeExecutionResult" | "code_execution_result" => {
                (Kind::CodeInterpreter, Stage::Result)
            }
            "toolCall" | "tool_call" => (server_tool(raw), Stage::Call),
            "toolResponse" | "tool_response" => (server_tool(raw), Stage::Result),
            _ if PLAIN.iter().any(|plain| members.contains_key(*plain)) => continue,
            _ => (Kind::Other, Stage::Other),
        };
        let status = Status::read(text(raw, "outcome"));
        let new = events.add(kind, stage, word, part);
        new.id(text(raw, "id")).status(status);
        return;
    }
}

fn server_tool(call: &Value) -> Kind {
    let kind = text(call, "toolType").or_else(|| text(call, "tool_type"));
    match kind {
        Some("GOOGLE_SEARCH_WEB" | "GOOGLE_SEARCH_IMAGE") => Kind::WebSearch,
        Some("FILE_SEARCH") => Kind::Search,
        _ => Kind::Other,
    }
}

fn grounding(candidate: &Value, events: &mut Events) {
    for word in ["groundingMetadata", "grounding_metadata"] {
        let Some(raw) = candidate.get(word).filter(|raw| raw.is_object()) else {
            continue;
        };
        let has = |members: [&str; 2]| members.iter().any(|member| raw.get(*member).is_some());
        let chunk = |word: &str| {
            let chunks = raw.get("groundingChunks").and_then(Value::as_array);
            chunks.is_some_and(|chunks| chunks.iter().any(|chunk| chunk.get(word).is_some()))
        };
        let kind = if has(["webSearchQueries", "web_search_queries"]) || chunk("web") {
            Kind::WebSearch
        } else if has(["retrievalQueries", "retrieval_queries"]) || chunk("retrievedContext") {
            Kind::Search
        } else {
            Kind::Other
        };
        events.add(kind, Stage::Sources, word, raw);
    }
    if let Some(raw) = candidate.get("urlContextMetadata") {
        events.add(Kind::Other, Stage::Sources, "urlContextMetadata", raw);
    }
}
