//! Limits, and protocols that cannot express what a call asks for.

use std::sync::Arc;
use std::time::Duration;

use a2t::Value;
use a2t::rap::store::{Digest, Key, Memory, Store};
use a2t::rap::{Server, WorkerLimits};
use axum::Router;
use axum::body::Body;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tower::ServiceExt;

use super::questions::write;
use super::rig::{PATIENCE, Runtime, Vendor, set};

/// Doubles a number.
///
/// # Returns
/// Twice the number.
#[a2t::tool(version = 1)]
async fn double(
    /// The number.
    a: i32,
) -> i32 {
    a * 2
}

/// Sleeps.
///
/// # Returns
/// Nothing.
#[a2t::tool(version = 1)]
async fn sleep() -> bool {
    std::future::pending().await
}

fn server() -> Server<()> {
    set(Server::new(a2t::toolset![double, sleep], ()))
}

#[tokio::test]
async fn a_slow_body_takes_no_permit_of_a_call() {
    let vendor =
        Vendor::start(server().server_limits(a2t::Limits::new().max_concurrent_calls(1))).await;
    let mut slow = TcpStream::connect(vendor.base.trim_start_matches("http://")).await.unwrap();
    let head = "POST /invoke HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                content-length: 100\r\nexpect: 100-continue\r\n\r\n";
    slow.write_all(head.as_bytes()).await.unwrap();
    // The server waits for the body from here on.
    let mut interim = [0; 25];
    slow.read_exact(&mut interim).await.unwrap();
    assert_eq!(&interim, b"HTTP/1.1 100 Continue\r\n\r\n");
    assert_eq!(vendor.post("/invoke", &json!({})).await.status, 400);
}

#[tokio::test]
async fn a_body_that_does_not_end_is_given_up_and_requests_beyond_the_bound_come_again() {
    let slow = a2t::Limits::new().body_timeout(Duration::from_millis(50));
    let vendor = Vendor::start(server().server_limits(slow)).await;
    let mut stream = TcpStream::connect(vendor.base.trim_start_matches("http://")).await.unwrap();
    let head = "POST /invoke HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                content-length: 100\r\nconnection: close\r\n\r\n{";
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut reply = String::new();
    let read = stream.read_to_string(&mut reply);
    tokio::time::timeout(PATIENCE, read).await.unwrap().unwrap();
    assert!(reply.starts_with("HTTP/1.1 408 "), "{reply}");

    let vendor =
        Vendor::start(server().server_limits(a2t::Limits::new().max_buffered_bytes(0))).await;
    let head = head.replace("content-length: 100", "transfer-encoding: chunked");
    let mut stream = TcpStream::connect(vendor.base.trim_start_matches("http://")).await.unwrap();
    stream.write_all(head.replace("\n{", "\n1\r\n{\r\n").as_bytes()).await.unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await.unwrap();
    assert!(reply.starts_with("HTTP/1.1 503 "), "{reply}");

    let vendor =
        Vendor::start(server().server_limits(a2t::Limits::new().max_concurrent_calls(0))).await;
    let refused = vendor.post("/invoke", &json!({})).await;
    assert_eq!((refused.status, &refused.headers["retry-after"]), (503, &"1".parse().unwrap()));
}

#[tokio::test]
async fn cb_032_a_tool_that_takes_too_long_ends_in_an_error_and_is_reported_to_its_vendor() {
    let (sender, mut faults) = tokio::sync::mpsc::unbounded_channel();
    let limits = WorkerLimits::new().run_timeout(Duration::from_millis(50));
    let server =
        server().limits(limits).on_fault(move |fault| sender.send(fault.to_string()).unwrap());
    let (runtime, vendor) = (Runtime::start().await, Vendor::start(server).await);
    vendor.invoke(&runtime.invocation("sleep", "call_1", json!({}))).await;
    let text = runtime.one().await["text"].as_str().unwrap().to_owned();
    assert!(text.starts_with("Error: the tool did not answer in time"), "{text}");
    assert_eq!(faults.recv().await.unwrap(), "tool `sleep` version 1: no answer within 50ms");
}

#[tokio::test]
async fn cb_147_an_ended_call_is_forgotten_after_its_time() {
    let (runtime, store) = (Runtime::start().await, Arc::new(Memory::default()));
    let invocation = runtime.invocation("double", "call_1", json!({"a": 2}));
    for life in 1..=2 {
        let server = server().limits(WorkerLimits::new().retention(Duration::ZERO));
        let vendor = Vendor::start(server.store(Arc::clone(&store))).await;
        let key = Key::new("rap", "thread_1", "call_1").unwrap();
        let swept = async {
            while store.find(&key).await.unwrap().is_some() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(PATIENCE, swept).await.unwrap();
        // A new call, though it has the name of an old one.
        vendor.invoke(&invocation).await;
        runtime.wait(life).await;
        vendor.stop().await;
    }
}

#[tokio::test]
async fn cb_162_what_only_a_run_needs_is_erased_when_the_call_has_ended() {
    use a2t::rap::store::{Filter, Standing};
    let (runtime, store) = (Runtime::start().await, Arc::new(Memory::default()));
    let vendor = Vendor::start(server().store(Arc::clone(&store))).await;
    let mut invocation = runtime.invocation("double", "call_1", json!({"a": 2}));
    invocation["user_id"] = json!("user_42");
    vendor.invoke(&invocation).await;
    runtime.wait(1).await;
    vendor.stop().await;
    let key = Key::new("rap", "thread_1", "call_1").unwrap();
    let call = store.find(&key).await.unwrap().unwrap();
    assert_eq!(call.standing, Standing::Done);
    assert!(call.payload.is_empty() && call.checkpoint.is_none() && call.signals.is_empty());
    assert_eq!(call.result.unwrap().expose(), br#"{"result":4}"#);
    let messages = store.list(Filter::messages()).await.unwrap();
    assert_eq!(messages[0].standing, Standing::Delivered);
}

#[tokio::test]
async fn a_call_that_a_later_program_wrote_waits_for_that_program() {
    use a2t::rap::store::{Filter, NewCall, Standing, Time};
    let store = Arc::new(Memory::default());
    let key = Key::new("rap", "thread_1", "call_1").unwrap();
    let later = NewCall::new(key.clone(), Digest::from_parts(["x"]), r#"{"format": 2}"#);
    store.accept(later, Time::from_millis(0)).await.unwrap();
    let vendor = Vendor::start(server().store(Arc::clone(&store))).await;
    let put_off = async {
        loop {
            let listed = store.list(Filter::calls()).await.unwrap();
            if listed[0].attempts == 1 && listed[0].standing == Standing::Waiting {
                return listed;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, put_off).await.unwrap();
    vendor.stop().await;
}

#[tokio::test]
async fn over_a2t_a_question_is_impossible() {
    let toolset = a2t::toolset![write];
    let id = toolset.signatures().next().unwrap().tool_id;
    let router: Router = toolset.into_router().with_state(Arc::default());
    let request = http::Request::post(format!("/tools/{id}:invoke"))
        .header("content-type", "application/json")
        .body(Body::from(r#"{"input_parameters": []}"#))
        .unwrap();
    let reply = router.oneshot(request).await.unwrap();
    let status = reply.status();
    let body = axum::body::to_bytes(reply.into_body(), 1 << 16).await.unwrap();
    let problem: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(
        problem["detail"], "a tool that is called over A2T cannot ask the user",
        "{problem}"
    );
    assert_eq!(status, 422);
}
