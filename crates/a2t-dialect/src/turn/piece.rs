//! Pieces of streams, which are not messages: they have no calls that could be run.

use serde_json::Value;

use crate::Dialect;

pub(super) fn of(dialect: Dialect, message: &Value) -> Option<String> {
    if let Value::Array(items) = message {
        // A stream that was read as a list of its pieces, as Google's API sends one.
        let is_chunk =
            |item: &Value| dialect == Dialect::Gemini && item.get("candidates").is_some();
        if items.iter().any(is_chunk) {
            return Some("a list of chunks".to_owned());
        }
        return items.iter().find_map(|item| of(dialect, item));
    }
    let text = |member: &str| message.get(member).and_then(Value::as_str);
    let kind = text("type").unwrap_or_default();
    let word = match dialect.id() {
        "anthropic" => word_in(ANTHROPIC, kind),
        "openai-chat" => {
            let delta = message.pointer("/choices/0/delta").or(message.get("delta"));
            let chunk = text("object").filter(|object| *object == "chat.completion.chunk");
            chunk.or(delta.map(|_| "delta"))
        }
        "openai-responses" | "azure-foundry-v2" => {
            let is_piece = kind.starts_with("response.") && !ENDS.contains(&kind);
            is_piece.then_some(kind)
        }
        "openai-assistants" | "azure-foundry" => {
            text("object").filter(|object| object.ends_with(".delta"))
        }
        "gemini" => is_open_call(message).then_some("willContinue"),
        "bedrock-converse" => member_in(CONVERSE, message),
        "bedrock-agents" => member_in(&["chunk", "trace"], message),
        "langchain" => {
            let is_last = text("chunk_position") == Some("last");
            let ended = message.get("response_metadata").and_then(Value::as_object);
            let ended =
                ended.is_some_and(|ended| ended.keys().any(|key| END_KEYS.contains(&&**key)));
            let is_piece = kind == "AIMessageChunk" && !is_last && !ended;
            is_piece.then_some(kind)
        }
        "autogen" => word_in(&["ModelClientStreamingChunkEvent"], kind),
        "vercel-ai" => {
            let is_piece = !kind.is_empty() && !PARTS.contains(&kind);
            is_piece.then_some(kind)
        }
        _ => None,
    };
    word.map(str::to_owned)
}

/// The reply in the event that ends a stream, or the message itself.
pub(super) fn whole(dialect: Dialect, message: &Value) -> &Value {
    let kind = message.get("type").and_then(Value::as_str);
    let ends = ["openai-responses", "azure-foundry-v2"].contains(&dialect.id())
        && kind.is_some_and(|kind| ENDS.contains(&kind));
    let inner = message.get("response").filter(|_| ends);
    inner.unwrap_or(message)
}

const ANTHROPIC: &[&str] = &[
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
    "ping",
];
const ENDS: &[&str] = &["response.completed", "response.incomplete", "response.failed"];
const CONVERSE: &[&str] = &[
    "messageStart",
    "contentBlockStart",
    "contentBlockDelta",
    "contentBlockStop",
    "messageStop",
    "metadata",
];
const END_KEYS: &[&str] = &["finish_reason", "stop_reason", "stopReason", "status"];
/// Parts of messages of the AI SDK; what else has a type is a part of a stream.
const PARTS: &[&str] = &[
    "custom",
    "file",
    "image",
    "reasoning",
    "reasoning-file",
    "source",
    "text",
    "tool-approval-request",
    "tool-approval-response",
    "tool-call",
    "tool-error",
    "tool-output-denied",
    "tool-result",
];

fn word_in<'w>(words: &[&'w str], word: &str) -> Option<&'w str> {
    words.iter().find(|known| **known == word).copied()
}

/// The only member of an event.
fn member_in<'w>(members: &[&'w str], event: &Value) -> Option<&'w str> {
    let only = event.as_object().filter(|event| event.len() == 1)?;
    word_in(members, only.keys().next()?)
}

/// Google streams the arguments of a call in parts where it is asked to.
fn is_open_call(message: &Value) -> bool {
    let parts = ["/candidates/0/content/parts", "/content/parts", "/parts", ""];
    let parts = parts.iter().find_map(|pointer| message.pointer(pointer)?.as_array());
    let calls = parts.into_iter().flatten().chain([message]);
    let calls = calls.filter_map(|part| part.get("functionCall"));
    let mut open = calls.filter(|call| {
        call.get("willContinue") == Some(&Value::Bool(true)) || call.get("partialArgs").is_some()
    });
    open.next().is_some()
}
