//! Subscriptions, their events, and views.

use std::sync::Arc;

use a2t::rap::{Call, Event, Server, Shown};
use a2t::{ToolError, Value};
use axum::extract::State;
use serde_json::{Map, json};

use super::results::Bench;
use super::rig::{Runtime, Vendor, set, stores};

/// Follows a build.
///
/// # Returns
/// The end of it.
#[a2t::tool(version = 1)]
async fn follow(
    /// The way in which it ends.
    #[a2t(max_length = 10)]
    how: String,
    #[a2t(context)] call: Call,
    #[a2t(context)] State(bench): State<Arc<Bench>>,
) -> Result<String, ToolError> {
    call.show(Shown::Text("Following".to_owned()))?;
    let subscription = call.subscribe("Subscribed to build 7.").await?;
    subscription.send(Event::new("compiling").associative()).await?;
    if how == "hold" {
        call.cancelled().await;
        // Nothing is sent any more.
        assert!(subscription.send("too late").await.is_err());
        bench.gate.0.add_permits(1);
    } else if how == "finish" {
        subscription.finish("finished").await?;
    }
    if how == "fail" {
        return Err(ToolError::refused("the build is gone"));
    }
    Ok("built".to_owned())
}

/// Sends an event without a subscription.
///
/// # Returns
/// The words of the error.
#[a2t::tool(version = 1)]
async fn draw(#[a2t(context)] call: Call) -> Result<bool, ToolError> {
    let content = |value: Value| value.as_object().cloned().unwrap();
    call.update_view("diff", content(json!({"patch": "+1"}))).await?;
    call.update_view("diff", Map::new()).await?;
    Ok(true)
}

fn server(bench: &Arc<Bench>) -> Server<Arc<Bench>> {
    set(Server::new(a2t::toolset![follow, draw], Arc::clone(bench)))
}

#[tokio::test]
async fn cb_101_cb_102_cb_109_a_call_is_confirmed_and_its_events_follow() {
    for (name, store) in stores("subscriptions").await {
        let (runtime, bench) = (Runtime::start().await, Arc::default());
        let vendor = Vendor::start(server(&bench).store(store)).await;
        let ends = [
            ("return", r#"{"result":"built"}"#),
            ("finish", "finished"),
            ("fail", "Error: the tool refused the call: the build is gone"),
        ];
        for (how, _) in ends {
            let mut call = runtime.invocation("follow", "call_1", json!({"how": how}));
            call["group_id"] = json!(how);
            vendor.invoke(&call).await;
        }
        let all = runtime.wait(9).await;
        assert_eq!(all.len(), 9);
        for (how, text) in ends {
            let of = all.iter().filter(|posted| posted.body["group_id"] == how);
            let of: Vec<_> = of.map(|posted| posted.body.clone()).collect();
            let event = |event: Value| {
                let mut whole = json!({
                    "type": "subscription_event", "group_id": how, "tool_call_id": "call_1",
                });
                whole.as_object_mut().unwrap().extend(event.as_object().unwrap().clone());
                whole
            };
            let result = json!({
                "type": "tool_result", "group_id": how, "id": "call_1", "subscription": true,
                "text": "Subscribed to build 7.",
                "display_as": [{"type": "text", "content": "Following"}],
            });
            let expected = [
                result,
                event(json!({"text": "compiling", "associative": true})),
                event(json!({"text": text, "final": true})),
            ];
            assert_eq!(of, expected, "{name} {how}");
        }
        vendor.stop().await;
    }
}

#[tokio::test]
async fn cb_109_no_event_follows_a_cancellation() {
    let (runtime, bench) = (Runtime::start().await, Arc::<Bench>::default());
    let vendor = Vendor::start(server(&bench)).await;
    vendor.invoke(&runtime.invocation("follow", "call_1", json!({"how": "hold"}))).await;
    runtime.wait(2).await;
    let cancel = json!({"thread_id": "thread_1", "tool_call_id": "call_1"});
    assert_eq!(vendor.post("/cancel_tool_call", &cancel).await.status, 200);
    bench.gate.0.acquire().await.unwrap().forget();
    vendor.stop().await;
    assert_eq!(runtime.all().len(), 2);
}

#[tokio::test]
async fn cb_133_cb_139_views_are_updated_and_cleared() {
    let (runtime, vendor) = (Runtime::start().await, Vendor::start(server(&Arc::default())).await);
    vendor.invoke(&runtime.invocation("draw", "call_1", json!({}))).await;
    let all: Vec<_> = runtime.wait(3).await.into_iter().map(|posted| posted.body).collect();
    let view = |content| json!({"type": "view_update", "group_id": "thread_1", "view_type": "diff", "content": content});
    assert_eq!(all[..2], [view(json!({"patch": "+1"})), view(json!({}))]);
    assert_eq!(all[2]["type"], "tool_result");
}
