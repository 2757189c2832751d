//! The word with which a provider ends a message, and its meaning.

use serde_json::Value;

use super::Turn;
use crate::Dialect;

/// The step that the end of a message asks for; nothing where the message does not say how it
/// ended, as one out of a conversation does not.
pub(super) fn of(dialect: Dialect, message: &Value) -> Option<Turn> {
    let places = dialect.shape().ends().iter();
    let mut words = places.filter_map(|place| message.pointer(place)?.as_str());
    let word = words.find(|word| !word.is_empty());
    match word {
        Some(word) => Some(meaning(word)),
        None => dialect.shape().goes_on(message).then(|| Turn::Streaming("no end".to_owned())),
    }
}

/// One table for all providers, since frameworks hand their words on.
fn meaning(word: &str) -> Turn {
    let plain = word.to_ascii_lowercase().replace('-', "_");
    let step: fn(String) -> Turn = match &*plain {
        "stop" | "end_turn" | "stop_sequence" | "completed" | "complete" => return Turn::Finished,
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
