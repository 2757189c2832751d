//! Google's parts: code that ran, server-side tools; and what a candidate is grounded on.

use serde_json::Value;

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
