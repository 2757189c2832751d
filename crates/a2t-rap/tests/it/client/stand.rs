//! A server of tools that does what a test asks.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t::{Limits, Server};
use a2t_rap::client::{Builder, Runtime};
use a2t_store::{Schedule, Store};
use a2t_webhook::egress::Policy;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{AppendHeaders, Response};
use axum::routing::{get, post};
use serde_json::{Map, Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// A server of tools: what it is sent comes out of `sent`, path first.
pub(crate) struct Stand {
    pub(crate) base: String,
    pub(crate) sent: mpsc::UnboundedReceiver<(&'static str, Value)>,
    inner: Arc<Inner>,
}

struct Inner {
    name: &'static str,
    base: String,
    /// Endpoint of the manifest, if it is not the own one.
    endpoint: Mutex<Option<String>>,
    /// Values of `authorization` of all requests.
    tokens: Mutex<Vec<String>>,
    tools: Mutex<Value>,
    /// Statuses of the next requests to the endpoint; 200 after them.
    statuses: Mutex<VecDeque<(u16, Option<&'static str>)>>,
    sent: mpsc::UnboundedSender<(&'static str, Value)>,
}

type Shared = State<Arc<Inner>>;

pub(crate) fn tool(name: &str) -> Value {
    json!({"name": name, "description": "Reports.", "inputSchema": {"type": "object",
        "properties": {"year": {"type": "integer", "maximum": 2015}}, "required": ["year"]}})
}

impl Stand {
    pub(crate) async fn with(tools: Value) -> Self {
        Self::named("stand", tools).await
    }

    pub(crate) async fn named(name: &'static str, tools: Value) -> Self {
        let (router, listener, inner, sent) = Self::parts(name, tools).await;
        tokio::spawn(axum::serve(listener, router).into_future());
        Self { base: inner.base.clone(), sent, inner }
    }

    async fn parts(
        name: &'static str,
        tools: Value,
    ) -> (Router, TcpListener, Arc<Inner>, mpsc::UnboundedReceiver<(&'static str, Value)>) {
        let (listener, address) = listen().await;
        let (sender, sent) = mpsc::unbounded_channel();
        let inner = Arc::new(Inner {
            name,
            base: format!("http://{address}"),
            endpoint: Mutex::default(),
            tokens: Mutex::default(),
            tools: Mutex::new(tools),
            statuses: Mutex::default(),
            sent: sender,
        });
        let router = Router::new()
            .route("/.well-known/rap-toolset", get(manifest))
            .route(
                "/invoke",
                post(async |State(inner): Shared, body: Bytes| {
                    let (status, after) =
                        inner.statuses.lock().unwrap().pop_front().unwrap_or((200, None));
                    inner.note("/invoke", &body);
                    let after = after.map(|after| [("retry-after", after)]);
                    (
                        StatusCode::from_u16(status).unwrap(),
                        AppendHeaders(after.into_iter().flatten()),
                    )
                }),
            )
            .route(
                "/answer",
                post(async |State(inner): Shared, body: Bytes| inner.note("/answer", &body)),
            )
            .route(
                "/close_thread",
                post(async |State(inner): Shared, body: Bytes| inner.note("/close_thread", &body)),
            )
            .route(
                "/cancel_tool_call",
                post(async |State(inner): Shared, body: Bytes| {
                    inner.note("/cancel_tool_call", &body)
                }),
            )
            .layer(from_fn_with_state(Arc::clone(&inner), heard))
            .with_state(Arc::clone(&inner));
        (router, listener, inner, sent)
    }

    pub(crate) fn answers(&self, statuses: impl IntoIterator<Item = u16>) {
        let statuses = statuses.into_iter().map(|status| (status, None));
        self.inner.statuses.lock().unwrap().extend(statuses);
    }

    /// Answers the next request with this status and `Retry-After`.
    pub(crate) fn asks_to_wait(&self, status: u16, after: &'static str) {
        self.inner.statuses.lock().unwrap().push_back((status, Some(after)));
    }

    pub(crate) fn serves(&self, tools: Value) {
        *self.inner.tools.lock().unwrap() = tools;
    }

    /// Lets the manifest send calls elsewhere.
    pub(crate) fn sends_to(&self, endpoint: &str) {
        *self.inner.endpoint.lock().unwrap() = Some(endpoint.to_owned());
    }

    pub(crate) fn tokens(&self) -> Vec<String> {
        self.inner.tokens.lock().unwrap().clone()
    }

    /// The next request to that path.
    pub(crate) async fn next(&mut self, path: &str) -> Value {
        let next = tokio::time::timeout(Duration::from_secs(20), self.sent.recv()).await;
        let (to, body) = next.expect("a request in time").unwrap();
        assert_eq!(to, path, "{body}");
        body
    }
}

impl Inner {
    fn note(&self, path: &'static str, body: &[u8]) {
        let _ = self.sent.send((path, serde_json::from_slice(body).unwrap()));
    }
}

async fn heard(State(inner): Shared, request: Request, next: Next) -> Response {
    if let Some(token) = request.headers().get("authorization") {
        inner.tokens.lock().unwrap().push(token.to_str().unwrap().to_owned());
    }
    next.run(request).await
}

async fn manifest(State(inner): Shared) -> Result<String, StatusCode> {
    let tools = inner.tools.lock().unwrap().clone();
    if tools.is_null() {
        return Err(StatusCode::SERVICE_UNAVAILABLE);
    }
    let endpoint = inner.endpoint.lock().unwrap().clone();
    let endpoint = endpoint.unwrap_or_else(|| format!("{}/invoke", inner.base));
    Ok(json!({"name": inner.name, "endpoint": endpoint, "tools": tools}).to_string())
}

async fn listen() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

/// A runtime that is reached on loopback, and tries again soon.
pub(crate) async fn runtime(
    store: impl Store + 'static,
    settle: impl FnOnce(Builder) -> Builder,
) -> Runtime {
    runtime_at(store, settle, Limits::new()).await.0
}

/// A runtime behind a server with these limits, and its address.
pub(crate) async fn runtime_at(
    store: impl Store + 'static,
    settle: impl FnOnce(Builder) -> Builder,
    limits: Limits,
) -> (Runtime, SocketAddr) {
    let (listener, address) = listen().await;
    let builder = Runtime::builder(&format!("http://{address}/rap"), store)
        .egress_policy(Policy::default().allow_loopback())
        .lease_duration(Duration::from_millis(600))
        .schedule(Schedule::new(vec![Duration::from_millis(5); 3]));
    let runtime = settle(builder).build().unwrap();
    let router = Router::new().nest("/rap", runtime.router());
    let server = Server::from_router(router).limits(limits).listener(listener).unwrap();
    tokio::spawn(server.serve_until(std::future::pending()));
    (runtime, address)
}

pub(crate) fn year(year: i64) -> Map<String, Value> {
    Map::from_iter([("year".to_owned(), year.into())])
}

/// Posts a callback; the status of the reply.
pub(crate) async fn post_to(url: &str, callback: &Value) -> u16 {
    send(url, a2t_webhook::egress::HeaderMap::new(), callback).await
}

/// Posts a callback in a message of this id.
pub(crate) async fn post_as(url: &str, id: &str, callback: &Value) -> u16 {
    let headers = [("webhook-id".parse().unwrap(), id.parse().unwrap())];
    send(url, headers.into_iter().collect(), callback).await
}

async fn send(url: &str, headers: a2t_webhook::egress::HeaderMap, callback: &Value) -> u16 {
    let guard = a2t_webhook::egress::Guard::new(Policy::default().allow_loopback()).unwrap();
    guard.post(url, headers, callback.to_string()).await.unwrap().status().as_u16()
}

/// Answers an invocation with this text.
pub(crate) async fn answer(invocation: &Value, text: &str) -> u16 {
    let result = json!({"type": "tool_result", "group_id": invocation["group_id"],
        "id": invocation["id"], "text": text});
    post_to(invocation["callback_url"].as_str().unwrap(), &result).await
}
