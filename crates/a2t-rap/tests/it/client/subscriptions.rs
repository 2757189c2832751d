//! Subscriptions: a result that confirms, events in their order, an end.

use a2t_rap::client::{CallError, Runtime};
use a2t_store::Memory;
use serde_json::{Value, json};

use super::stand::{Stand, post_to, runtime, tool, year};

async fn subscribed() -> (Stand, Runtime, Value, a2t_rap::client::Subscription) {
    let mut stand = Stand::with(json!([tool("report")])).await;
    let runtime = runtime(Memory::default(), |builder| builder).await;
    runtime.load(&stand.base).await.unwrap();
    let pending = runtime.call("thread", "report", year(2014)).id("call_1").await.unwrap();
    let invocation = stand.next("/invoke").await;
    let confirmed = json!({"type": "tool_result", "group_id": "thread", "id": "call_1",
        "text": "Subscribed.", "subscription": true});
    assert_eq!(post_to(url(&invocation), &confirmed).await, 200);
    let (result, subscription) = pending.subscribe().await.unwrap();
    assert!(result.subscription);
    (stand, runtime, invocation, subscription)
}

fn url(invocation: &Value) -> &str {
    invocation["callback_url"].as_str().unwrap()
}

fn event(text: &str, is_final: bool) -> Value {
    json!({"type": "subscription_event", "group_id": "thread", "tool_call_id": "call_1",
        "text": text, "associative": true, "final": is_final})
}

#[tokio::test]
async fn cb_76_104_107_108_events_follow_a_result_until_the_final_one() {
    let (_stand, runtime, invocation, mut subscription) = subscribed().await;
    for text in ["one", "two"] {
        assert_eq!(post_to(url(&invocation), &event(text, false)).await, 200);
    }
    // A second result is no result.
    let second = json!({"type": "tool_result", "group_id": "thread", "id": "call_1", "text": "no"});
    assert_eq!(post_to(url(&invocation), &second).await, 200);
    assert_eq!(post_to(url(&invocation), &event("three", true)).await, 200);
    for (text, is_final) in [("one", false), ("two", false), ("three", true)] {
        let event = subscription.next().await.unwrap();
        assert!((&*event.text, event.is_final, event.associative) == (text, is_final, true));
    }
    assert_eq!(subscription.next().await, None);
    let pending = runtime.pending("thread", "call_1").await.unwrap().unwrap();
    assert_eq!(pending.result().await.unwrap().text.unwrap(), "Subscribed.");
}

#[tokio::test]
async fn cb_110_113_events_of_a_cancelled_subscription_are_discarded() {
    let (mut stand, runtime, invocation, mut subscription) = subscribed().await;
    let error = runtime.cancel_subscription("other", "call_1").await.unwrap_err();
    let CallError::UnknownSubscription { thread, id } = &error else { panic!("{error}") };
    assert!((&**thread, &**id) == ("other", "call_1"), "{error}");
    for part in ["thread `other`", "`call_1`", "Runtime::cancel"] {
        assert!(error.to_string().contains(part), "{part}: {error}");
    }
    runtime.cancel_subscription("thread", "call_1").await.unwrap();
    stand.next("/cancel_tool_call").await;
    assert_eq!(post_to(url(&invocation), &event("late", false)).await, 200);
    assert_eq!(subscription.next().await, None);
    let error = runtime.cancel_subscription("thread", "call_1").await.unwrap_err();
    assert!(matches!(error, CallError::UnknownSubscription { .. }), "{error}");
}
