//! Calls with an `Idempotency-Key`: run once, however often they are sent.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use a2t::idempotency::{Answer, Begun, Call, Idempotency, Key, Memory, Reply, Store, StoreError};
use a2t::testing::TestClient;
use a2t::{Limits, Server, ToolError, Toolset, Value};
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::{Extension, Router};
use http::{HeaderMap, StatusCode};
use tower::ServiceExt;

use crate::sockets::{Running, request};
use crate::tools::Probe;

type Runs = Arc<AtomicUsize>;

/// Pays, and counts how often.
///
/// # Returns
/// Number of payments.
#[a2t::tool(version = 1, id = "00000000-0000-4000-8000-000000000001")]
async fn pay(
    /// Way to end: `fail`, `refuse`, `wrong`, `away`, `panic`, `late`, or well.
    #[a2t(max_length = 10)]
    way: Option<String>,
    #[a2t(context)] State(runs): State<Runs>,
) -> Result<u32, ToolError> {
    let run = runs.fetch_add(1, Ordering::SeqCst) + 1;
    tokio::task::yield_now().await;
    match way.as_deref() {
        Some("fail") => Err(ToolError::internal(format!("run {run}"))),
        Some("refuse") => Err(ToolError::refused(format!("run {run}"))),
        Some("wrong") => Err(ToolError::invalid("way", format!("is wrong in run {run}"))),
        Some("away") => Err(ToolError::unavailable(format!("run {run}"))),
        Some("panic") => panic!("run {run}"),
        Some("late") => std::future::pending().await,
        _ => Ok(u32::try_from(run).unwrap()),
    }
}

/// Pays only with a key.
///
/// # Returns
/// True.
#[a2t::tool(version = 1, id = "00000000-0000-4000-8000-000000000002", idempotency_key = "required")]
async fn pay_safely(#[a2t(context)] State(runs): State<Runs>) -> bool {
    runs.fetch_add(1, Ordering::SeqCst);
    true
}

/// Ends with its client.
///
/// # Returns
/// Nothing.
#[a2t::tool(version = 1, id = "00000000-0000-4000-8000-000000000003", on_disconnect = "cancel")]
async fn pay_slowly(#[a2t(context)] State(runs): State<Runs>) -> bool {
    runs.fetch_add(1, Ordering::SeqCst);
    std::future::pending().await
}

fn tools() -> Toolset<Runs> {
    a2t::toolset![pay, pay_safely, pay_slowly]
}

fn router(runs: &Runs) -> Router {
    let limits = Limits::new().handler_timeout(Duration::from_millis(50));
    tools().into_router_with(limits).with_state(Arc::clone(runs))
}

/// The answer to a call: its status, kind or body, and whether it was given before.
#[derive(Debug, PartialEq)]
struct Answered {
    status: u16,
    text: String,
    replayed: bool,
}

impl Answered {
    fn kind(&self) -> &str {
        let (_, kind) = self.text.split_once("urn:a2t:problem:").unwrap_or_default();
        kind.split('"').next().unwrap_or_default()
    }
}

fn path(tool: u8) -> String {
    format!("/tools/00000000-0000-4000-8000-{tool:012}:invoke")
}

async fn send(router: &Router, path: &str, headers: &[(&str, &str)], body: &str) -> Answered {
    let mut request = Request::post(path).header("content-type", "application/json");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = router.clone().oneshot(request.body(Body::from(body.to_owned())).unwrap()).await;
    let response = response.unwrap();
    let (parts, body) = response.into_parts();
    let text = String::from_utf8(to_bytes(body, usize::MAX).await.unwrap().to_vec()).unwrap();
    let expected = if parts.status == StatusCode::OK { "json" } else { "problem+json" };
    assert!(parts.headers["content-type"].to_str().unwrap().ends_with(expected));
    let text = without_id(&text, &parts.headers);
    Answered { status: parts.status.as_u16(), text, replayed: is_replayed(&parts.headers) }
}

/// The body without the id of the request, which no two requests share, and each problem has.
fn without_id(body: &str, headers: &HeaderMap) -> String {
    let Some(id) = headers.get("x-request-id") else {
        return body.to_owned();
    };
    let member = format!(r#","request_id":"{}""#, id.to_str().unwrap());
    assert!(body.contains(&member), "{body}");
    body.replace(&member, "")
}

fn is_replayed(headers: &HeaderMap) -> bool {
    headers.get("idempotent-replayed").is_some_and(|value| value == "true")
}

async fn pay_by(router: &Router, key: &str, way: &str) -> Answered {
    send(router, &path(1), &[("idempotency-key", key)], &body(way)).await
}

fn body(way: &str) -> String {
    format!(r#"{{"input_parameters":[{{"name":"way","value":"{way}"}}]}}"#)
}

#[tokio::test]
async fn a_call_that_is_sent_again_is_answered_as_before_and_does_not_run() {
    let runs = Runs::default();
    let router = router(&runs);
    let first = pay_by(&router, "errand", "well").await;
    assert_eq!((first.status, first.replayed), (200, false));
    let again = pay_by(&router, "errand", "well").await;
    assert_eq!(again, Answered { replayed: true, ..first });
    // The key in quotes is the same key, and the version that is current the same call.
    let versioned = "/tools/00000000-0000-4000-8000-000000000001/versions/1:invoke";
    let quoted = [("idempotency-key", "\"errand\"")];
    assert_eq!(send(&router, versioned, &quoted, &body("well")).await, again);
    assert_eq!(runs.load(Ordering::SeqCst), 1);
    // Without a key, and with another, each call is a new one.
    assert_eq!(send(&router, &path(1), &[], &body("well")).await.status, 200);
    assert!(!pay_by(&router, "another", "well").await.replayed);
    assert_eq!(runs.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn replies_of_every_status_are_kept_but_where_nothing_was_done() {
    let runs = Runs::default();
    let router = router(&runs);
    for (way, status) in [("fail", 500), ("refuse", 422), ("panic", 500), ("late", 504)] {
        let before = runs.load(Ordering::SeqCst);
        let first = pay_by(&router, way, way).await;
        assert_eq!(first.status, status, "{way}");
        let again = pay_by(&router, way, way).await;
        assert_eq!(again, Answered { replayed: true, ..first }, "{way}");
        assert_eq!(runs.load(Ordering::SeqCst), before + 1, "{way}");
    }
    for _ in 0..2 {
        let before = runs.load(Ordering::SeqCst);
        let away = pay_by(&router, "away", "away").await;
        assert_eq!((away.status, away.replayed), (503, false));
        assert_eq!(runs.load(Ordering::SeqCst), before + 1);
    }
    // A mistake is mended under the same key, also one that the tool found.
    for _ in 0..2 {
        let before = runs.load(Ordering::SeqCst);
        let wrong = pay_by(&router, "wrong", "wrong").await;
        assert_eq!(
            (wrong.status, wrong.kind(), wrong.replayed),
            (400, "invalid-invocation", false)
        );
        assert_eq!(runs.load(Ordering::SeqCst), before + 1);
    }
    assert_eq!(pay_by(&router, "wrong", "well").await.status, 200);
    assert_eq!(pay_by(&router, "mistake", "far too long").await.kind(), "invalid-invocation");
    assert_eq!(pay_by(&router, "mistake", "well").await.status, 200);
}

#[tokio::test]
async fn a_key_stands_for_one_call_of_one_caller() {
    let runs = Runs::default();
    let router = router(&runs);
    assert_eq!(pay_by(&router, "errand", "well").await.status, 200);
    let other = pay_by(&router, "errand", "fail").await;
    assert_eq!((other.status, other.kind()), (422, "idempotency-key-reused"));
    let key = [("idempotency-key", "errand")];
    assert_eq!(send(&router, &path(2), &key, &body("well")).await.kind(), "idempotency-key-reused");
    for (name, credentials) in [
        ("authorization", "Bearer alice"),
        ("authorization", "Bearer bob"),
        ("cookie", "Bearer bob"),
        ("cookie", "user=carol"),
    ] {
        let headers = [("idempotency-key", "errand"), (name, credentials)];
        let first = send(&router, &path(1), &headers, &body("well")).await;
        assert_eq!((first.status, first.replayed), (200, false), "{credentials}");
        assert!(send(&router, &path(1), &headers, &body("well")).await.replayed, "{credentials}");
    }
    assert_eq!(runs.load(Ordering::SeqCst), 5);
    // A program that identifies its callers in another way can set it.
    let by_name = Idempotency::new(Memory::new()).caller(|parts| {
        parts.headers.get("x-user").map_or(vec![], |user| user.as_bytes().to_vec())
    });
    let router = router.layer(Extension(by_name));
    for (user, token, replayed) in
        [("dave", "1", false), ("dave", "2", true), ("erin", "2", false), ("erin", "3", true)]
    {
        let headers = [("idempotency-key", "errand"), ("x-user", user), ("authorization", token)];
        assert_eq!(send(&router, &path(1), &headers, &body("well")).await.replayed, replayed);
    }
}

#[tokio::test]
async fn calls_in_process_have_keys_of_their_own() {
    let runs = Runs::default();
    let client = TestClient::with_state(tools(), Arc::clone(&runs));
    for _ in 0..2 {
        client.call("pay_safely", Value::Null).await.unwrap();
    }
    assert_eq!(runs.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn what_is_no_key_is_refused_before_the_tool() {
    let runs = Runs::default();
    let router = router(&runs);
    for wrong in ["", "\"half", &"k".repeat(256), "caf\u{e9}"] {
        let refused = pay_by(&router, wrong, "well").await;
        assert_eq!((refused.status, refused.kind()), (400, "invalid-idempotency-key"), "{wrong}");
    }
    let twice = [("idempotency-key", "a"), ("idempotency-key", "a")];
    let refused = send(&router, &path(1), &twice, &body("well")).await;
    assert_eq!((refused.status, refused.kind()), (400, "invalid-idempotency-key"));
    let missing = send(&router, &path(2), &[], r#"{"input_parameters":[]}"#).await;
    assert_eq!((missing.status, missing.kind()), (400, "idempotency-key-missing"));
    assert_eq!(runs.load(Ordering::SeqCst), 0);
    let key = [("idempotency-key", &*"k".repeat(255))];
    assert_eq!(send(&router, &path(2), &key, r#"{"input_parameters":[]}"#).await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_equal_calls_that_arrive_at_one_time_one_runs() {
    one_of_many_runs(1_000).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "10,000 rounds"]
async fn of_equal_calls_that_arrive_at_one_time_one_runs_in_full() {
    one_of_many_runs(10_000).await;
}

/// So many times 2 to 8 calls with one key: one effect, and one reply for all who do not hear 409.
async fn one_of_many_runs(rounds: usize) {
    let runs = Runs::default();
    let router = router(&runs);
    for round in 0..rounds {
        let before = runs.load(Ordering::SeqCst);
        let mut calls = tokio::task::JoinSet::new();
        for _ in 0..2 + round % 7 {
            let (router, key) = (router.clone(), format!("round-{round}"));
            calls.spawn(async move { pay_by(&router, &key, "well").await });
        }
        let mut replies = Vec::new();
        while let Some(answered) = calls.join_next().await {
            let answered = answered.unwrap();
            match answered.status {
                200 => replies.push(answered.text),
                _ => assert_eq!(answered.kind(), "idempotency-key-in-use"),
            }
        }
        assert!(replies.iter().all(|reply| *reply == replies[0]), "{replies:?}");
        assert_eq!(runs.load(Ordering::SeqCst), before + 1, "round {round}");
    }
}

#[tokio::test]
async fn a_call_that_was_cut_is_not_run_again() {
    let runs = Runs::default();
    let limits = Limits::new().handler_timeout(Duration::from_secs(20));
    let server = Server::new(tools(), Arc::clone(&runs)).limits(limits);
    let server = Running::of(server, Probe::default()).await;
    let call = request("POST", &path(3), r#"{"input_parameters":[]}"#)
        .replace("host: localhost\r\n", "host: localhost\r\nidempotency-key: errand\r\n");
    let mut client = server.connect().await;
    client.send(&call).await;
    while runs.load(Ordering::SeqCst) == 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let running = server.connect().await.ask(&call).await;
    assert_eq!((running.status, running.kind()), (409, "idempotency-key-in-use".to_owned()));
    assert_eq!(running.header("retry-after"), Some("1"));
    drop(client);
    let mut status = 409;
    for _ in 0..500 {
        status = server.connect().await.ask(&call).await.status;
        if status != 409 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert_eq!(status, 504);
    assert_eq!(runs.load(Ordering::SeqCst), 1);
}

/// A store that fails, at the beginning or at the end of calls.
struct Broken {
    begins: bool,
}

impl Store for Broken {
    fn begin(&self, _: Call, _: SystemTime) -> Answer<'_, Begun> {
        let error = StoreError::new("the disk is full");
        Box::pin(async move { if self.begins { Ok(Begun::New) } else { Err(error) } })
    }

    fn keep(&self, _: &Key, _: Reply) -> Answer<'_, ()> {
        Box::pin(async { Err(StoreError::new("the disk is full")) })
    }

    fn free(&self, _: &Key) -> Answer<'_, ()> {
        Box::pin(async { Ok(()) })
    }
}

#[tokio::test]
async fn nothing_runs_under_a_key_that_cannot_be_kept() {
    let runs = Runs::default();
    let router = router(&runs).layer(Extension(Idempotency::new(Broken { begins: false })));
    let refused = pay_by(&router, "errand", "well").await;
    assert_eq!((refused.status, refused.kind()), (503, "unavailable"));
    assert!(!refused.text.contains("disk"), "{}", refused.text);
    assert_eq!(runs.load(Ordering::SeqCst), 0);
}

/// The status of a call whose key cannot be kept, and what the vendor's log has.
async fn unkept(begins: bool) -> (u16, String) {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let tell = Arc::clone(&reports);
    let server = Server::new(tools(), Runs::default())
        .idempotency(Idempotency::new(Broken { begins }))
        .on_fault(move |fault| tell.lock().unwrap().push(fault.to_string()));
    let server = Running::of(server, Probe::default()).await;
    let call = request("POST", &path(1), &body("well"))
        .replace("host: localhost\r\n", "host: localhost\r\nidempotency-key: errand\r\n");
    let status = server.connect().await.ask(&call).await.status;
    let reports = reports.lock().unwrap().join("; ");
    (status, reports)
}

#[tokio::test]
async fn a_reply_that_cannot_be_kept_is_given_and_reported_to_the_vendor() {
    let expected = "tool `pay` version 1: its reply is not kept, so that a repetition may run again: the store \
                of replies failed: the disk is full";
    assert_eq!(unkept(true).await, (200, expected.to_owned()));
    let expected = "tool `pay` version 1: not called, as its idempotency key cannot be kept: the store of \
                replies failed: the disk is full";
    assert_eq!(unkept(false).await, (503, expected.to_owned()));
}

#[tokio::test]
async fn keys_are_shared_by_routers_with_one_store_and_forgotten_in_time() {
    let runs = Runs::default();
    let shared = Idempotency::new(Memory::new()).lasting(Duration::ZERO);
    let routers = [1, 2].map(|_| router(&runs).layer(Extension(shared.clone())));
    for router in &routers {
        pay_by(router, "errand", "well").await;
    }
    // A reply is kept at least for the time that a call may take.
    assert_eq!(runs.load(Ordering::SeqCst), 1);
    let off = router(&runs).layer(Extension(Idempotency::off()));
    for _ in 0..2 {
        assert!(!pay_by(&off, "errand", "well").await.replayed);
    }
    assert_eq!(runs.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn the_store_of_a_server_keeps_the_replies_of_mcp_too() {
    let (runs, shared) = (Runs::default(), Idempotency::new(Memory::new()));
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{
        "name":"pay","arguments":{"way":"well"},"_meta":{"dev.a2t/idempotencyKey":"errand"}}}"#;
    for replayed in [false, true] {
        let server =
            Server::new(tools(), Arc::clone(&runs)).mcp("/mcp").idempotency(shared.clone());
        let server = Running::of(server, Probe::default()).await;
        let reply = server.connect().await.ask(&request("POST", "/mcp", call)).await.text();
        assert!(reply.contains(r#""structuredContent":{"result":1}"#), "{reply}");
        assert_eq!(reply.contains(r#""dev.a2t/idempotentReplayed":true"#), replayed, "{reply}");
    }
}
