//! The word with which a provider ends a message, and its meaning.

use serde_json::Value;

use super::Turn;
use crate::Dialect;

/// The step that the end of a message asks for; nothing if the message has no reason for its end,
/// as one out of a conversation.
pub(crate) fn of(dialect: Dialect, message: &Value) -> Option<Turn> {
    match reason(dialect, message) {
        Some(word) => Some(meaning(word)),
        None => dialect.shape().goes_on(message).then(|| Turn::Streaming("no end".to_owned())),
    }
}

/// The provider's reason for the end of a message.
pub(crate) fn reason(dialect: Dialect, message: &Value) -> Option<&str> {
    let pointers = dialect.shape().ends().iter();
    let mut words = pointers.filter_map(|pointer| message.pointer(pointer)?.as_str());
    words.find(|word| !word.is_empty())
}

/// The step of a message without calls and without a reason for its end: a message out of a
/// conversation ended well, and a whole reply without a reason did not.
pub(super) fn without_reason(message: &Value) -> Turn {
    let is_answer = match message {
        Value::String(_) => true,
        Value::Array(parts) => !parts.is_empty() && parts.iter().all(is_part),
        message => is_spoken(message) || is_part(message),
    };
    if is_answer { Turn::Finished } else { Turn::Unknown("no end".to_owned()) }
}

/// Whether a message is one of the model, as it stands in a conversation.
fn is_spoken(message: &Value) -> bool {
    const ROLES: [&str; 5] = ["agent", "ai", "assistant", "model", "role_agent"];
    const TYPES: [&str; 5] = ["AIMessage", "AIMessageChunk", "AssistantMessage", "ai", "message"];
    let text = |member: &str| message.get(member).and_then(Value::as_str).unwrap_or_default();
    ROLES.contains(&&*text("role").to_ascii_lowercase()) || TYPES.contains(&text("type"))
}

/// Whether a value is a part of a message, such as a text or a call of the provider's own tools.
fn is_part(part: &Value) -> bool {
    is_spoken(part)
        || part.get("type").is_some_and(Value::is_string)
        || [
            "text",
            "thought",
            "executableCode",
            "codeExecutionResult",
            "inlineData",
            "reasoningContent",
        ]
        .iter()
        .any(|member| part.get(*member).is_some())
}

/// Whether the model refused, where that has no separate reason for the end.
pub(super) fn refuses(message: &Value) -> bool {
    let is_filled = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
    let pointers = ["/choices/0/message/refusal", "/message/refusal", "/refusal"];
    let is_refusal = |part: &Value| part.get("type").is_some_and(|kind| kind == "refusal");
    let parts = |message: &Value| {
        let content = message.get("content").and_then(Value::as_array);
        content.is_some_and(|parts| parts.iter().any(is_refusal))
    };
    let items = message.get("output").unwrap_or(message).as_array();
    pointers.iter().any(|pointer| message.pointer(pointer).is_some_and(is_filled))
        || parts(message)
        || items.is_some_and(|items| items.iter().any(|item| is_refusal(item) || parts(item)))
}

/// One table for all providers, since frameworks hand their words on.
fn meaning(word: &str) -> Turn {
    let plain = word.to_ascii_lowercase().replace('-', "_");
    let step: fn(String) -> Turn = match &*plain {
        "stop" | "end_turn" | "stop_sequence" | "completed" | "complete" | "idle" => {
            return Turn::Finished;
        }
        "tool_use" | "tool_calls" | "tool_call" | "function_call" | "function_calls"
        | "requires_action" => return Turn::Called(Vec::new()),
        "length"
        | "max_tokens"
        | "max_output_tokens"
        | "max_completion_tokens"
        | "max_prompt_tokens"
        | "max_messages"
        | "model_context_window_exceeded"
        | "model_length"
        | "incomplete" => Turn::CutOff,
        "pause_turn" | "compaction" | "continuation" | "requires_continuation" => Turn::Paused,
        "malformed_function_call"
        | "malformed_tool_use"
        | "malformed_model_output"
        | "malformed_response"
        | "unexpected_tool_call"
        | "too_many_tool_calls"
        | "missing_thought_signature" => Turn::Malformed,
        "queued" | "in_progress" | "cancelling" => Turn::Streaming,
        "refusal"
        | "content_filter"
        | "content_filtered"
        | "guardrail_intervened"
        | "safety"
        | "recitation"
        | "blocklist"
        | "prohibited_content"
        | "spii"
        | "language"
        | "image_safety"
        | "image_prohibited_content"
        | "image_recitation"
        | "image_other"
        | "no_image"
        | "model_armor"
        | "jailbreak"
        | "failed"
        | "cancelled"
        | "expired"
        | "error"
        | "budget_exceeded"
        | "escalation"
        | "pup_limited_disabled" => Turn::Refused,
        _ => Turn::Unknown,
    };
    step(word.to_owned())
}
