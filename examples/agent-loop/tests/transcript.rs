//! The whole conversation, as the program prints it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use a2t::dialect::{Decision, Dialect, Executor};
use agent_loop::agent::Agent;
use agent_loop::script::Script;
use serde_json::{Value, json};
use trip_agent::weather;

#[tokio::test]
async fn both_agents_answer_and_a_mistake_is_put_right() {
    let transcript = agent_loop::transcript().await.unwrap();
    assert_eq!(transcript, include_str!("transcript.txt"), "{transcript}");
}

/// What the test above would not see: that the provider is as strict as a real one.
#[test]
fn the_provider_refuses_a_request_that_leaves_a_call_open() {
    let replies = include_str!("../recorded/historian.json");
    let mut script = Script::new(Dialect::Anthropic, replies).unwrap();
    let question = json!({"role": "user", "content": "Where is it dry?"});
    let request = json!({"messages": [question], "tools": [{}]});
    let reply = script.reply(&request).unwrap();
    let half =
        json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_01"}]});
    let request = json!({"messages": [question, reply, half], "tools": [{}]});
    let error = script.reply(&request).unwrap_err().to_string();
    assert_eq!(error, "400: the call toolu_02 has no result");
}

/// One agent without a vendor: to call a tool would fail.
async fn run(replies: Value) -> (Result<String, String>, String) {
    let weather = weather::Client::new("http://127.0.0.1:9").unwrap();
    let mut agent = Agent {
        name: "sleeper",
        dialect: Dialect::Anthropic,
        executor: Executor::new(&weather).unwrap(),
        model: Script::new(Dialect::Anthropic, &replies.to_string()).unwrap(),
        user: |_| Decision::Approve,
    };
    let mut transcript = String::new();
    let answer = agent.answer("Is it dry?", &mut transcript).await;
    (answer.map_err(|error| error.to_string()), transcript)
}

#[tokio::test]
async fn a_reply_that_is_cut_off_or_paused_is_not_the_answer() {
    let reply = |stop: &str, text: &str| json!({"role": "assistant", "stop_reason": stop, "content": [{"type": "text", "text": text}]});
    let half = json!({"role": "assistant", "stop_reason": "max_tokens", "content": []});
    let replies = json!([half, reply("pause_turn", "Well"), reply("end_turn", "It is.")]);
    let (answer, transcript) = run(replies).await;
    assert_eq!(answer.as_deref(), Ok("It is."));
    assert!(transcript.contains("is asked again: the message was cut off (`max_tokens`)"));
    let (answer, _) = run(json!([reply("refusal", "")])).await;
    assert_eq!(answer, Err("there is no answer (`refusal`)".to_owned()));
}
