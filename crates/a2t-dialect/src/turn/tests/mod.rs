mod ends;
mod frameworks;
mod protocols;

use serde_json::json;

use super::*;
use crate::Given;

/// The step of a message, in a word and the provider's.
fn step(dialect: Dialect, message: &Value) -> String {
    match dialect.turn(message).unwrap_or_else(|e| panic!("{message}: {e}")) {
        Turn::Called(calls) => format!("called {}", calls.len()),
        Turn::Finished => "finished".to_owned(),
        Turn::CutOff(word) => format!("cut off {word}"),
        Turn::Paused(word) => format!("paused {word}"),
        Turn::Malformed(word) => format!("malformed {word}"),
        Turn::Waiting(why) => format!("waiting {why}"),
        Turn::Refused(word) => format!("refused {word}"),
        Turn::Streaming(word) => format!("streaming {word}"),
        Turn::HandOff(agent) => format!("hand off {agent}"),
        Turn::Unknown(word) => format!("unknown {word}"),
    }
}

fn hold(dialect: Dialect, cases: &[(Value, &str)]) {
    for (message, expected) in cases {
        assert_eq!(step(dialect, message), *expected, "{dialect}: {message}");
    }
}

fn anthropic(stop: &str, content: Value) -> Value {
    json!({"type": "message", "role": "assistant", "stop_reason": stop, "content": content})
}

#[test]
fn anthropic_says_how_it_ended() {
    let text = json!([{"type": "text", "text": "It rains."}]);
    let used = json!([{"type": "tool_use", "id": "a", "name": "now", "input": {}}]);
    let screen = json!([{"type": "tool_use", "id": "a", "name": "computer", "input": {"action": "screenshot"}}]);
    hold(
        Dialect::Anthropic,
        &[
            (anthropic("end_turn", text.clone()), "finished"),
            (anthropic("stop_sequence", text.clone()), "finished"),
            (anthropic("tool_use", used.clone()), "called 1"),
            (anthropic("max_tokens", text.clone()), "cut off max_tokens"),
            (anthropic("max_tokens", used.clone()), "cut off max_tokens"),
            (
                anthropic("model_context_window_exceeded", used.clone()),
                "cut off model_context_window_exceeded",
            ),
            (anthropic("pause_turn", text.clone()), "paused pause_turn"),
            (anthropic("refusal", json!([])), "refused refusal"),
            (anthropic("tool_use", screen), "waiting `computer` waits for the program"),
            (
                anthropic("tool_use", text.clone()),
                "malformed the message ended with calls, and has none",
            ),
            (anthropic("in_a_word_of_2030", text.clone()), "unknown in_a_word_of_2030"),
            (anthropic("in_a_word_of_2030", used), "called 1"),
            (json!({"role": "assistant", "content": text}), "finished"),
            (
                json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "It"}}),
                "streaming content_block_delta",
            ),
            (
                json!({"type": "message_start", "message": {"role": "assistant", "content": []}}),
                "streaming message_start",
            ),
            (
                json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"}}),
                "streaming message_delta",
            ),
        ],
    );
}

#[test]
fn openai_says_how_it_ended() {
    let call =
        json!({"id": "a", "type": "function", "function": {"name": "now", "arguments": "{}"}});
    let custom = json!({"id": "a", "type": "custom", "custom": {"name": "sql", "input": "select"}});
    let completion = |finish: &str, calls: Value| {
        json!({"object": "chat.completion", "choices": [{
        "index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": null, "tool_calls": calls}}]})
    };
    hold(
        Dialect::OpenaiChat,
        &[
            (completion("stop", json!(null)), "finished"),
            (completion("tool_calls", json!([call])), "called 1"),
            // A forced call ends with `stop`.
            (completion("stop", json!([call])), "called 1"),
            (completion("length", json!([call])), "cut off length"),
            (completion("content_filter", json!(null)), "refused content_filter"),
            (
                completion("tool_calls", json!([custom])),
                "waiting the custom tool `sql` waits for the program",
            ),
            (
                json!({"object": "chat.completion.chunk", "choices": []}),
                "streaming chat.completion.chunk",
            ),
            (
                json!({"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": "It"}, "finish_reason": null}]}),
                "streaming chat.completion.chunk",
            ),
            (json!({"choices": [{"delta": {"tool_calls": [{"index": 0}]}}]}), "streaming delta"),
        ],
    );
}

#[test]
fn responses_say_how_they_ended() {
    let item = json!({"type": "function_call", "call_id": "a", "name": "now", "arguments": "{}", "status": "completed"});
    let response = |status: &str, why: Value, output: Value| json!({"object": "response", "status": status, "incomplete_details": why, "output": output});
    let asks = json!({"type": "mcp_approval_request", "id": "m", "name": "pay", "arguments": "{}", "server_label": "bank"});
    let completed = response("completed", json!(null), json!([item]));
    for dialect in [Dialect::OpenaiResponses, Dialect::AzureFoundryV2] {
        let none = json!(null);
        hold(
            dialect,
            &[
                (response("completed", none.clone(), json!([])), "finished"),
                (completed.clone(), "called 1"),
                (json!({"type": "response.completed", "response": completed}), "called 1"),
                (
                    response("incomplete", json!({"reason": "max_output_tokens"}), json!([item])),
                    "cut off max_output_tokens",
                ),
                (
                    response("incomplete", json!({"reason": "content_filter"}), json!([])),
                    "refused content_filter",
                ),
                (response("failed", none.clone(), json!([])), "refused failed"),
                (response("in_progress", none.clone(), json!([item])), "streaming in_progress"),
                (response("queued", none.clone(), json!([])), "streaming queued"),
                (
                    response("completed", none.clone(), json!([asks])),
                    "waiting `mcp_approval_request` waits for the program",
                ),
                (
                    response(
                        "completed",
                        none.clone(),
                        json!([{"type": "custom_tool_call", "call_id": "a", "name": "sql", "input": ""}]),
                    ),
                    "waiting the custom tool `sql` waits for the program",
                ),
                (
                    json!({"type": "response.output_text.delta", "delta": "It"}),
                    "streaming response.output_text.delta",
                ),
                (
                    json!({"type": "response.function_call_arguments.delta", "delta": "{"}),
                    "streaming response.function_call_arguments.delta",
                ),
            ],
        );
    }
}

#[test]
fn runs_say_how_they_ended() {
    let call =
        json!({"id": "a", "type": "function", "function": {"name": "now", "arguments": "{}"}});
    let run = |status: &str, action: Value| json!({"object": "thread.run", "status": status, "required_action": action});
    let outputs =
        json!({"type": "submit_tool_outputs", "submit_tool_outputs": {"tool_calls": [call]}});
    let approval = json!({"type": "submit_tool_approval", "submit_tool_approval": {"tool_calls": [{"id": "m", "type": "mcp", "name": "pay"}]}});
    for dialect in [Dialect::OpenaiAssistants, Dialect::AzureFoundry] {
        hold(
            dialect,
            &[
                (run("completed", json!(null)), "finished"),
                (run("requires_action", outputs.clone()), "called 1"),
                (run("requires_action", approval.clone()), "waiting `mcp` waits for the program"),
                (run("in_progress", json!(null)), "streaming in_progress"),
                (run("expired", outputs.clone()), "refused expired"),
                (
                    json!({"object": "thread.message.delta", "delta": {}}),
                    "streaming thread.message.delta",
                ),
            ],
        );
    }
}

#[test]
fn gemini_says_how_it_ended() {
    let reply = |finish: Value, parts: Value| json!({"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": finish}]});
    let call = json!([{"functionCall": {"name": "now", "args": {}}}]);
    let half = json!([{"functionCall": {"name": "now", "partialArgs": [{"jsonPath": "$.city", "stringValue": "Ro"}], "willContinue": true}}]);
    hold(
        Dialect::Gemini,
        &[
            (reply(json!("STOP"), json!([{"text": "It rains."}])), "finished"),
            (reply(json!("STOP"), call.clone()), "called 1"),
            (reply(json!("MAX_TOKENS"), call.clone()), "cut off MAX_TOKENS"),
            (
                json!({"candidates": [{"finishReason": "MALFORMED_FUNCTION_CALL"}]}),
                "malformed MALFORMED_FUNCTION_CALL",
            ),
            (
                json!({"candidates": [{"finishReason": "UNEXPECTED_TOOL_CALL"}]}),
                "malformed UNEXPECTED_TOOL_CALL",
            ),
            (json!({"candidates": [{"finishReason": "SAFETY"}]}), "refused SAFETY"),
            (
                json!({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}),
                "refused PROHIBITED_CONTENT",
            ),
            (reply(json!(null), json!([{"text": "It"}])), "streaming no end"),
            (reply(json!(null), call), "streaming no end"),
            (reply(json!(null), half.clone()), "streaming willContinue"),
            (json!({"role": "model", "parts": half}), "streaming willContinue"),
            (json!({"role": "model", "parts": [{"text": "It rains."}]}), "finished"),
        ],
    );
}

#[test]
fn bedrock_says_how_it_ended() {
    let reply = |stop: &str, content: Value| json!({"stopReason": stop, "output": {"message": {"role": "assistant", "content": content}}});
    let used = json!([{"toolUse": {"toolUseId": "a", "name": "now", "input": {}}}]);
    hold(
        Dialect::BedrockConverse,
        &[
            (reply("end_turn", json!([{"text": "It rains."}])), "finished"),
            (reply("tool_use", used.clone()), "called 1"),
            (reply("max_tokens", used.clone()), "cut off max_tokens"),
            (reply("malformed_tool_use", used), "malformed malformed_tool_use"),
            (reply("malformed_model_output", json!([])), "malformed malformed_model_output"),
            (reply("guardrail_intervened", json!([])), "refused guardrail_intervened"),
            (
                json!({"contentBlockDelta": {"delta": {"toolUse": {"input": "{"}}}}),
                "streaming contentBlockDelta",
            ),
            (json!({"messageStop": {"stopReason": "tool_use"}}), "streaming messageStop"),
        ],
    );
    let asked = |kind: &str| {
        json!({"returnControl": {"invocationId": "i", "invocationInputs": [
        {"functionInvocationInput": {"actionGroup": "g", "function": "now", "actionInvocationType": "RESULT"}},
        {"functionInvocationInput": {"actionGroup": "g", "function": "pay", "actionInvocationType": kind}}]}})
    };
    let waits = "waiting `pay` waits for the user's consent, a `confirmationState` that is the program's to give";
    hold(
        Dialect::BedrockAgents,
        &[
            (asked("RESULT"), "called 2"),
            (asked("USER_CONFIRMATION"), waits),
            (asked("USER_CONFIRMATION_AND_RESULT"), waits),
            (json!({"chunk": {"bytes": "SXQ="}}), "streaming chunk"),
            (json!({"trace": {}}), "streaming trace"),
        ],
    );
    let calls = Dialect::BedrockAgents.calls(&asked("USER_CONFIRMATION")).unwrap();
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0].name(), "now");
}

/// A piece of a stream must not be taken for a message without calls.
#[test]
fn a_piece_of_a_stream_has_no_calls_to_read() {
    for (dialect, piece) in [
        (Dialect::OpenaiResponses, json!({"type": "response.created", "response": {"output": []}})),
        (Dialect::OpenaiChat, json!({"object": "chat.completion.chunk", "choices": []})),
        (Dialect::BedrockConverse, json!({"messageStart": {"role": "assistant"}})),
        (Dialect::VercelAi, json!({"type": "tool-input-start", "id": "a", "toolName": "now"})),
    ] {
        let error = dialect.calls(&piece).unwrap_err().to_string();
        assert!(error.contains("expected a whole reply"), "{error}");
    }
}

#[test]
fn the_last_call_of_a_message_that_was_cut_off_is_answered_and_not_run() {
    let call = |id: &str, arguments: &str| json!({"id": id, "type": "function", "function": {"name": "now", "arguments": arguments}});
    let completion = json!({"choices": [{"finish_reason": "length",
        "message": {"role": "assistant", "tool_calls": [call("a", "{}"), call("b", "{}")]}}]});
    let calls = Dialect::OpenaiChat.calls(&completion).unwrap();
    assert!(matches!(calls[0].given(), Given::Object(_)));
    assert!(
        matches!(calls[1].given(), Given::Withheld { why } if why.contains("cut off (`length`)"))
    );
    let half = json!([{"type": "function_call", "call_id": "a", "name": "now", "arguments": "{}", "status": "incomplete"}]);
    let calls = Dialect::OpenaiResponses.calls(&half).unwrap();
    assert!(matches!(calls[0].given(), Given::Withheld { .. }));
}

#[test]
fn every_step_is_reported_with_the_way_on() {
    let rendered = |turn: Turn| turn.to_string();
    assert_eq!(
        rendered(Turn::CutOff("max_tokens".into())),
        "the message was cut off (`max_tokens`), nothing in it was run: ask again with a higher limit"
    );
    let word = "a\u{1b}[31m".to_owned();
    for turn in [
        Turn::Paused(word.clone()),
        Turn::Malformed(word.clone()),
        Turn::Waiting(word.clone()),
        Turn::Refused(word.clone()),
        Turn::Streaming(word.clone()),
        Turn::HandOff(word.clone()),
        Turn::Unknown(word),
    ] {
        assert!(!rendered(turn.clone()).contains('\u{1b}'), "{turn:?}");
    }
    assert_eq!(Turn::Called(Vec::<Call>::new()).map(|calls| calls.len()), Turn::Called(0));
}
