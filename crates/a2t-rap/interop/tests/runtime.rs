//! The published runtime side of RAP calls a tool of ours: discovery, results, errors, a question, a
//! subscription, views, notifications, migration.

use std::collections::HashMap;
use std::time::Duration;

use a2t::ToolError;
use a2t::rap::{Call, Event, Policy, Server, Shown};
use rap_client::callback_server::start_callback_channel;
use rap_client::http::{HttpClient, InMemoryToolsetCache, SimpleHttpClient};
use rap_client::notifier::RapNotifier;
use rap_client::toolset_loader::ToolsetLoader;
use rap_protocol::{RapCallback, RapInvocation, ThreadId, ToolCallId, ToolsetManifest};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc::UnboundedReceiver;

const PATIENCE: Duration = Duration::from_secs(30);

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1, read_only)]
async fn add(
    /// First addend.
    #[a2t(max = 100)]
    a: i32,
    /// Second addend.
    b: i32,
    #[a2t(context)] call: Call,
) -> Result<i32, ToolError> {
    call.show(Shown::Diff { path: "sum".to_owned(), patch: "+3".to_owned() })?;
    Ok(a + b)
}

/// Writes if the user allows it.
///
/// # Returns
/// Tells if it was written.
#[a2t::tool(version = 1, destructive)]
async fn write(#[a2t(context)] call: Call) -> Result<bool, ToolError> {
    Ok(call.choose("Allow writing?", ["Yes", "No"]).await? == 0)
}

/// Follows a build.
///
/// # Returns
/// Its end.
#[a2t::tool(version = 1, long_running)]
async fn follow(#[a2t(context)] call: Call) -> Result<String, ToolError> {
    let content = json!({"patch": "+1"}).as_object().cloned().unwrap_or_default();
    call.update_view("diff", content).await?;
    let events = call.subscribe("Subscribed.").await?;
    events.send(Event::new("compiling").associative()).await?;
    call.cancelled().await;
    Ok("never sent".to_owned())
}

struct World {
    base: String,
    manifest: ToolsetManifest,
    callback_url: String,
    callbacks: UnboundedReceiver<RapCallback>,
    http: SimpleHttpClient,
}

impl World {
    async fn new() -> Self {
        let server = Server::new(a2t::toolset![add, write, follow], ())
            .name("interop")
            .egress_policy(Policy::default().allow_loopback())
            .migration(async |_| Ok(()));
        let server = a2t::Server::from_rap(server).bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", server.local_addr());
        tokio::spawn(server.serve_until(std::future::pending()));
        let http = SimpleHttpClient::new();
        let loader = ToolsetLoader::new(http.clone(), InMemoryToolsetCache::new());
        let session = ThreadId::<str>::from_ref("session");
        let mut loaded = loader.load_toolsets(std::slice::from_ref(&base), session).await.unwrap();
        let (callback_url, callbacks) = start_callback_channel().await.unwrap();
        let manifest = loaded.remove(0).manifest;
        Self { base, manifest, callback_url, callbacks, http }
    }

    async fn invoke(&self, operation: &str, id: &str, arguments: Value) {
        let invocation = RapInvocation {
            operation: operation.to_owned(),
            arguments,
            id: id.into(),
            call_id: Some("provider_1".into()),
            callback_url: self.callback_url.clone(),
            group_id: "thread_1".into(),
            user_id: Some("user_42".to_owned()),
            thread_ancestors: None,
        };
        let body = serde_json::to_string(&invocation).unwrap();
        assert_eq!(self.http.post(&self.manifest.endpoint, &body).await.unwrap(), 200);
    }

    async fn next(&mut self) -> RapCallback {
        tokio::time::timeout(PATIENCE, self.callbacks.recv()).await.unwrap().unwrap()
    }

    async fn result(&mut self) -> rap_protocol::RapToolResult {
        match self.next().await {
            RapCallback::ToolResult(result) => result,
            other => panic!("a result was awaited: {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_result_and_an_error_come_with_all_ids() {
    let mut world = World::new().await;
    assert_eq!(world.manifest.name, "interop");
    assert!(world.manifest.needs_migration);
    let names: Vec<_> = world.manifest.tools.iter().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["add", "follow", "write"]);
    assert_eq!(world.manifest.tools[0].input_schema["properties"]["a"]["maximum"], 100);

    world.invoke("add", "call_1", json!({"a": 1, "b": 2})).await;
    let result = world.result().await;
    assert_eq!(result.text.as_deref(), Some(r#"{"result":3}"#));
    let ids =
        (result.group_id.as_str(), result.id.as_str(), result.call_id.as_ref().unwrap().as_str());
    assert_eq!(ids, ("thread_1", "call_1", "provider_1"));
    // A diff, and a line of text for those who cannot show it.
    assert_eq!(result.display_as.unwrap().len(), 2);

    // Their types leave `arguments` out as `null`.
    for (id, arguments) in [("call_2", json!({"a": 101})), ("call_3", Value::Null)] {
        world.invoke("add", id, arguments).await;
        let result = world.result().await;
        assert!(result.text.unwrap().starts_with("Error: "), "{id}");
        assert_eq!(result.id.as_str(), id);
    }
}

#[tokio::test]
async fn a_question_is_answered_where_it_says() {
    let mut world = World::new().await;
    world.invoke("write", "call_1", json!({})).await;
    let RapCallback::UserChoice(asked) = world.next().await else { panic!("a question") };
    assert_eq!((asked.choices.len(), asked.default), (2, 1));
    let selection = json!({"id": asked.id, "selected": 0}).to_string();
    assert_eq!(world.http.post(&asked.response_url, &selection).await.unwrap(), 200);
    assert_eq!(world.result().await.text.as_deref(), Some(r#"{"result":true}"#));
}

#[tokio::test]
async fn a_subscription_sends_events_until_it_is_cancelled() {
    let mut world = World::new().await;
    world.invoke("follow", "call_1", json!({})).await;
    let RapCallback::ViewUpdate(view) = world.next().await else { panic!("a view") };
    assert_eq!((&*view.view_type, &view.content), ("diff", &json!({"patch": "+1"})));
    assert_eq!(world.result().await.subscription, Some(true));
    let RapCallback::SubscriptionEvent(event) = world.next().await else { panic!("an event") };
    assert!(event.associative && event.r#final.is_none());
    assert_eq!((event.tool_call_id.as_str(), &*event.text), ("call_1", "compiling"));

    let notifier = RapNotifier::new(vec![world.base.clone()], world.http.clone());
    let (thread, call) =
        (ThreadId::<str>::from_ref("thread_1"), ToolCallId::<str>::from_ref("call_1"));
    notifier.notify_tool_cancelled(thread, call).await;
    notifier.notify_thread_closed(thread).await;
    // The next result is not behind an event of what was cancelled.
    world.invoke("add", "call_2", json!({"a": 1, "b": 2})).await;
    assert_eq!(world.result().await.id.as_str(), "call_2");
}

#[tokio::test]
async fn state_moves_and_a_destination_that_is_not_there_is_reported() {
    let (source, destination) = (World::new().await, World::new().await);
    let notifier = RapNotifier::new(vec![source.base.clone()], source.http.clone());
    let from = [("interop".to_owned(), source.base.clone())];
    let session = ThreadId::<str>::from_ref("session");
    let to = |url: &str| HashMap::from([("interop".to_owned(), url.to_owned())]);
    notifier.request_migration(session, &from, &to(&destination.base)).await.unwrap();
    let migrated = notifier.request_migration(session, &from, &to("http://127.0.0.1:9")).await;
    assert!(migrated.unwrap_err()[0].contains("502"));
}
