//! The whole conversation, as the program prints it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use a2t::dialect::Dialect;
use agent_loop::script::Script;
use serde_json::json;

#[tokio::test]
async fn both_agents_answer_and_a_mistake_is_put_right() {
    let told = agent_loop::transcript().await.unwrap();
    assert_eq!(told, include_str!("transcript.txt"), "{told}");
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
