//! Only the listed values end a turn well: every other end has its own variant.

use proptest::prelude::*;

use super::*;

/// Words of providers for a turn that ended well.
const ENDS: [&str; 6] = ["stop", "end_turn", "stop_sequence", "completed", "complete", "idle"];

#[test]
fn a_reply_without_an_end_is_not_finished() {
    let chunk = json!({"candidates": [{"content": {"role": "model", "parts": [
        {"functionCall": {"name": "now", "args": {}}}]}, "finishReason": "STOP"}]});
    hold(
        Dialect::Gemini,
        &[
            (json!([chunk]), "streaming a list of chunks"),
            (
                json!([{"candidates": [{"content": {"parts": [{"text": "It"}]}}]}, chunk]),
                "streaming a list of chunks",
            ),
            (json!({"candidates": []}), "unknown no end"),
            (json!({"usageMetadata": {}}), "unknown no end"),
            (json!({"candidates": [{"content": {}, "finishReason": "STOP"}]}), "finished"),
        ],
    );
    let choice = |finish: Value, message: Value| json!({"choices": [{"finish_reason": finish, "message": message}]});
    let refusal = json!({"role": "assistant", "content": null, "refusal": "I cannot."});
    let words = json!({"role": "assistant", "content": "It rains.", "refusal": null});
    hold(
        Dialect::OpenaiChat,
        &[
            (json!({"choices": []}), "unknown no end"),
            (choice(json!("stop"), refusal.clone()), "refused refusal"),
            (refusal, "refused refusal"),
            (choice(json!(null), words.clone()), "unknown no end"),
            (choice(json!("stop"), words.clone()), "finished"),
            (words, "finished"),
        ],
    );
    let output = |kind: &str| {
        json!({"status": "completed", "output": [{"type": "message", "role": "assistant", "status": "completed",
        "content": [{"type": kind, kind: "I cannot."}]}]})
    };
    hold(
        Dialect::OpenaiResponses,
        &[
            (output("refusal"), "refused refusal"),
            (output("refusal")["output"].clone(), "refused refusal"),
            (output("output_text"), "finished"),
            (json!({"output": []}), "unknown no end"),
        ],
    );
}

/// JSON of the members and words that replies are made of.
fn reply() -> impl Strategy<Value = Value> {
    let words = prop::sample::select(
        ["STOP", "stop", "length", "tool_calls", "queued", "", "user", "call", "0"].as_slice(),
    );
    let leaf = prop_oneof![Just(Value::Null), Just(json!(1)), words.prop_map(|word| json!(word)),];
    let names = prop::sample::select(
        [
            "candidates",
            "choices",
            "content",
            "finishReason",
            "finish_reason",
            "id",
            "message",
            "messages",
            "method",
            "output",
            "params",
            "parts",
            "response",
            "returnControl",
            "status",
            "stopReason",
            "stop_reason",
            "tool_calls",
            "usage",
            "usageMetadata",
        ]
        .as_slice(),
    );
    leaf.prop_recursive(4, 24, 3, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::Array),
            prop::collection::vec((names.clone(), inner), 0..4).prop_map(|members| members
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect()),
        ]
    })
}

fn has_end(value: &Value) -> bool {
    match value {
        Value::String(word) => ENDS.contains(&&*word.to_ascii_lowercase()),
        Value::Array(items) => items.iter().any(has_end),
        Value::Object(members) => members.values().any(has_end),
        _ => false,
    }
}

proptest! {
    /// No member of these replies names a speaker or the kind of a part, so only an end can end them.
    #[test]
    fn only_a_listed_end_finishes_a_reply(message in reply()) {
        for dialect in Dialect::ALL {
            if !message.is_string() && dialect.turn(&message) == Ok(Turn::Finished) {
                prop_assert!(has_end(&message), "{dialect}: {message}");
            }
        }
    }
}
