use super::*;

#[test]
fn langchain_hands_the_providers_words_on() {
    let call = json!({"type": "tool_call", "id": "a", "name": "now", "args": {}});
    let ai = |metadata: Value, calls: Value| json!({"type": "ai", "content": "", "tool_calls": calls, "response_metadata": metadata});
    hold(
        Dialect::Langchain,
        &[
            (ai(json!({"finish_reason": "stop"}), json!([])), "finished"),
            (ai(json!({"finish_reason": "tool_calls"}), json!([call])), "called 1"),
            (ai(json!({"finish_reason": "length"}), json!([call])), "cut off length"),
            (ai(json!({"stop_reason": "pause_turn"}), json!([])), "paused pause_turn"),
            (
                ai(json!({"finish_reason": "MALFORMED_FUNCTION_CALL"}), json!([])),
                "malformed MALFORMED_FUNCTION_CALL",
            ),
            (
                json!({"type": "AIMessageChunk", "content": "It", "tool_calls": []}),
                "streaming AIMessageChunk",
            ),
            (
                json!({"type": "AIMessageChunk", "content": "", "tool_calls": [call], "chunk_position": "last"}),
                "called 1",
            ),
        ],
    );
}

#[test]
fn autogen_says_how_it_ended() {
    let result =
        |finish: &str, content: Value| json!({"finish_reason": finish, "content": content});
    hold(
        Dialect::Autogen,
        &[
            (result("stop", json!("It rains.")), "finished"),
            (
                result("function_calls", json!([{"id": "a", "name": "now", "arguments": "{}"}])),
                "called 1",
            ),
            (result("length", json!("It")), "cut off length"),
            (
                json!({"type": "ModelClientStreamingChunkEvent", "content": "It"}),
                "streaming ModelClientStreamingChunkEvent",
            ),
            (
                json!({"type": "HandoffMessage", "source": "planner", "target": "booker",
                    "content": "Transferred to booker.", "context": []}),
                "hand off booker",
            ),
            // Other messages may have a target too.
            (json!({"type": "TextMessage", "target": "booker", "content": "Hi."}), "finished"),
        ],
    );
}

#[test]
fn the_ai_sdk_says_how_it_ended() {
    let part = json!({"type": "tool-call", "toolCallId": "a", "toolName": "pay", "input": {}});
    let asked = json!({"type": "tool-approval-request", "approvalId": "x", "toolCallId": "a"});
    let other = json!({"type": "tool-call", "toolCallId": "b", "toolName": "now", "input": {}});
    hold(
        Dialect::VercelAi,
        &[
            (json!({"finishReason": "stop", "content": []}), "finished"),
            (json!({"finishReason": "tool-calls", "content": [part]}), "called 1"),
            (
                json!({"finishReason": {"unified": "length", "raw": "max_tokens"}, "content": [part]}),
                "cut off length",
            ),
            (json!({"finishReason": "error", "content": []}), "refused error"),
            (
                json!({"role": "assistant", "content": [part, asked, other]}),
                "waiting a call of `pay` waits for an approval",
            ),
            (
                json!({"type": "tool-input-delta", "id": "a", "delta": "{"}),
                "streaming tool-input-delta",
            ),
            (json!({"type": "text-delta", "id": "a", "delta": "It"}), "streaming text-delta"),
        ],
    );
}
