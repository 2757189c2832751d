//! RAP: the manifest of a caller, and calls that run as the caller that they were accepted from.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use a2t::rap::store::{Filter, Memory, Standing, Store};
use a2t::rap::{Call, Policy, Server};
use a2t::{ToolError, Toolset};
use axum::Router;
use axum::routing::post;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::timeout;

use crate::rig::{METADATA, Reply, get, known, request, send, toolset};

/// Works until it is cancelled.
///
/// # Returns
/// Nothing that anybody reads.
#[a2t::tool(version = 1)]
async fn labour(#[a2t(context)] call: Call) -> Result<bool, ToolError> {
    call.cancelled().await;
    Ok(true)
}

/// A server that works, and the place where its callbacks come.
struct Bench {
    router: Router,
    store: Arc<dyn Store>,
    callbacks: UnboundedReceiver<Value>,
    address: SocketAddr,
}

impl Bench {
    async fn new(tools: Toolset<()>) -> Self {
        let store: Arc<dyn Store> = Arc::new(Memory::default());
        let server = Server::new(tools, ()).base_url("http://localhost");
        let server =
            server.store(Arc::clone(&store)).egress_policy(Policy::default().allow_loopback());
        let (router, workers) = server.into_router().unwrap();
        tokio::spawn(workers.run_until(std::future::pending()));
        let (sender, callbacks) = unbounded_channel();
        let receive = move |body: String| {
            sender.send(serde_json::from_str(&body).unwrap()).unwrap();
            async { "OK" }
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let receiver: Router = Router::new().route("/", post(receive));
        tokio::spawn(async move { axum::serve(listener, receiver).await.unwrap() });
        Self { router: known(router), store, callbacks, address }
    }

    async fn invoke(&self, operation: &str, id: &str, token: &str) -> Reply {
        self.invoke_for(operation, id, token, self.address).await
    }

    /// Calls a tool that answers to this receiver.
    async fn invoke_for(
        &self,
        operation: &str,
        id: &str,
        token: &str,
        receiver: SocketAddr,
    ) -> Reply {
        let body = json!({
            "operation": operation, "arguments": {}, "id": id, "call_id": null,
            "callback_url": format!("http://{receiver}/"), "group_id": "thread",
        });
        send(&self.router, request("POST", "/invoke", token, body)).await
    }

    /// Text of the result of a call that is accepted.
    async fn result(&mut self, operation: &str, id: &str, token: &str) -> String {
        assert_eq!(self.invoke(operation, id, token).await.status, 200);
        let callback = timeout(Duration::from_secs(20), self.callbacks.recv()).await;
        let callback = callback.unwrap().unwrap();
        assert_eq!(callback["id"], id, "{callback}");
        callback["text"].as_str().unwrap_or_else(|| panic!("{callback}")).to_owned()
    }

    /// Standing of the calls with this id, oldest first.
    async fn standings(&self, id: &str) -> Vec<Standing> {
        let all = self.store.list(Filter::calls()).await.unwrap();
        all.iter().filter(|call| call.key.id() == id).map(|call| call.standing).collect()
    }

    async fn standing(&self, id: &str) -> Standing {
        self.standings(id).await[0]
    }
}

#[tokio::test]
async fn the_manifest_has_the_tools_that_its_caller_sees() {
    let bench = Bench::new(toolset()).await;
    let manifest = async |token: &str| get(&bench.router, "/.well-known/rap-toolset", token).await;
    let names = |reply: &Reply| {
        let tools = reply.json()["tools"].as_array().unwrap().clone();
        tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let result = manifest("alice/r").await;
    assert_eq!(names(&result), ["greet", "read_weather", "tell_caller"]);
    assert_eq!(result.header("cache-control"), "no-cache, private");
    assert_eq!(result.header("vary"), "authorization");
    assert_eq!(names(&manifest("").await), ["greet", "tell_caller"]);
}

#[tokio::test]
async fn whoever_sees_no_tool_is_asked_for_better_credentials() {
    let rule = |caller: Option<&a2t::Caller>, _: &a2t::ToolSignature| {
        caller.is_some_and(|caller| caller.id() == "alice")
    };
    let bench = Bench::new(a2t::toolset![labour].visible(rule)).await;
    let manifest = async |token: &str| get(&bench.router, "/.well-known/rap-toolset", token).await;
    let refused = manifest("").await;
    refused.assert_problem(401, "unauthorized");
    assert!(refused.header("www-authenticate").contains(METADATA));
    manifest("bob/").await.assert_problem(403, "insufficient-scope");
    assert_eq!(manifest("alice/").await.status, 200);
}

#[tokio::test]
async fn a_call_runs_as_the_caller_that_it_was_accepted_from() {
    let mut bench = Bench::new(toolset()).await;
    let result = bench.result("tell_caller", "one", "alice/r").await;
    assert_eq!(result, r#"{"result":"alice (weather:read), no plan"}"#);
    let result = bench.result("greet", "two", "").await;
    assert_eq!(result, r#"{"result":"Hello, stranger"}"#);
    let result = bench.result("tell_caller", "three", "").await;
    assert!(result.starts_with("Error: ") && result.contains("not allowed"), "{result}");
    // The words for a tool that is hidden are those for one that there is not.
    let hidden = bench.result("write_weather", "four", "alice/").await;
    let unknown = bench.result("write_whether", "five", "alice/").await;
    assert_eq!(hidden.replace("weather", "whether"), unknown);
    assert!(!hidden.contains("read_weather"), "{hidden}");
}

#[tokio::test]
async fn a_call_beyond_the_scopes_is_not_accepted() {
    let bench = Bench::new(toolset().step_up()).await;
    let refused = bench.invoke("write_weather", "one", "alice/r").await;
    refused.assert_problem(403, "insufficient-scope");
    let challenge = refused.header("www-authenticate");
    assert!(challenge.contains("scope=\"weather:read weather:write\""), "{challenge}");
    bench.invoke("write_weather", "one", "").await.assert_problem(401, "unauthorized");
    assert_eq!(bench.invoke("write_weather", "one", "alice/rw").await.status, 200);
}

#[tokio::test]
async fn no_other_client_cancels_or_repeats_a_call() {
    let mut bench = Bench::new(a2t::toolset![labour]).await;
    for id in ["one", "two"] {
        assert_eq!(bench.invoke("labour", id, "alice/").await.status, 200);
    }
    assert_eq!(bench.invoke("labour", "one", "alice/r").await.status, 200);
    assert_eq!(bench.standings("one").await.len(), 1);
    let cancel = async |bench: &Bench, token: &str| {
        let body = json!({ "thread_id": "thread", "tool_call_id": "one" });
        let cancel = request("POST", "/cancel_tool_call", token, body);
        assert_eq!(send(&bench.router, cancel).await.status, 200);
        let close = request("POST", "/close_thread", token, json!({ "thread_id": "thread" }));
        if token != "alice/r" {
            assert_eq!(send(&bench.router, close).await.status, 200);
        }
    };
    cancel(&bench, "bob/").await;
    cancel(&bench, "").await;
    // The threads are closed one after the other, so this one shows that those were.
    cancel(&bench, "alice/r").await;
    assert_eq!(bench.standing("one").await, Standing::Cancelled);
    let cancelled = bench.callbacks.recv().await.unwrap();
    assert_eq!(cancelled["id"], "one");
    assert_ne!(bench.standing("two").await, Standing::Cancelled);
    cancel(&bench, "alice/").await;
    let cancelled = timeout(Duration::from_secs(20), bench.callbacks.recv()).await.unwrap();
    assert_eq!(cancelled.unwrap()["id"], "two");
}

#[tokio::test]
async fn callers_who_use_the_same_names_do_not_hear_of_each_other() {
    let mut bench = Bench::new(toolset()).await;
    let texts = ["alice/r", "bob/", ""].map(|token| (token, token.split('/').next().unwrap()));
    for (token, who) in texts {
        let operation = if who.is_empty() { "greet" } else { "tell_caller" };
        let text = bench.result(operation, "one", token).await;
        assert!(text.contains(if who.is_empty() { "stranger" } else { who }), "{text}");
        // Its own call of this name is known, and another one under it is a conflict.
        assert_eq!(bench.invoke(operation, "one", token).await.status, 200);
        assert_eq!(bench.invoke("read_weather", "one", token).await.status, 409, "{who}");
    }
    assert_eq!(bench.standings("one").await, [Standing::Done; 3]);
}

#[tokio::test]
async fn a_receiver_that_hangs_blocks_no_group_of_another_caller() {
    let mut bench = Bench::new(toolset()).await;
    // Connections are made, and nothing is read from them.
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let receiver = silent.local_addr().unwrap();
    let reply = bench.invoke_for("tell_caller", "one", "alice/", receiver).await;
    assert_eq!(reply.status, 200);
    let (_connection, _) =
        timeout(Duration::from_secs(20), silent.accept()).await.unwrap().unwrap();
    // Both have `thread`.
    let text = bench.result("tell_caller", "two", "bob/").await;
    assert!(text.contains("bob"), "{text}");
}
