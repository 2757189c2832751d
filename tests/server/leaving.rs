//! Clients that leave before the reply: calls are finished or cancelled, as tool and program are
//! set.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t::{Limits, OnDisconnect, Server, ToolError, Toolset};
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use http::StatusCode;
use tower::ServiceExt;

use crate::sockets::{Running, request};
use crate::tools::{Probe, post};

/// Pays when the test lets it.
///
/// # Returns
/// True.
#[a2t::tool(version = 1, id = "00000000-0000-4000-8000-000000000001", on_disconnect = "finish")]
async fn pay(#[a2t(context)] State(probe): State<Probe>) -> bool {
    let release = probe.release.notified();
    probe.started.fetch_add(1, Ordering::SeqCst);
    release.await;
    probe.ended.fetch_add(1, Ordering::SeqCst);
    true
}

/// Searches until the test lets it end.
///
/// # Returns
/// True.
#[a2t::tool(version = 1, id = "00000000-0000-4000-8000-000000000002", on_disconnect = "cancel")]
async fn search(#[a2t(context)] probe: State<Probe>) -> bool {
    pay(probe).await
}

/// Does not say what becomes of it.
///
/// # Returns
/// Nothing: it fails.
#[a2t::tool(version = 1, id = "00000000-0000-4000-8000-000000000003")]
async fn undecided(#[a2t(context)] probe: State<Probe>) -> Result<bool, ToolError> {
    pay(probe).await;
    Err(ToolError::internal("it failed late"))
}

fn tools() -> Toolset<Probe> {
    a2t::toolset![pay, search, undecided]
}

fn path(tool: u8) -> String {
    format!("/tools/00000000-0000-4000-8000-{tool:012}:invoke")
}

fn call(tool: u8) -> String {
    request("POST", &path(tool), r#"{"input_parameters":[]}"#)
}

async fn until_ended(probe: &Probe) {
    while probe.ended.load(Ordering::SeqCst) == 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// A server of one place, in which a call of this tool has lost its client.
async fn left(tool: u8, on_disconnect: OnDisconnect) -> Running {
    let limits = Limits::new().max_concurrent_calls(1).on_disconnect(on_disconnect);
    let probe = Probe::default();
    let server = Server::new(tools(), probe.clone()).limits(limits);
    let server = Running::of(server, probe).await;
    let mut client = server.connect().await;
    client.send(&call(tool)).await;
    server.probe.until_started(1).await;
    drop(client);
    server
}

#[tokio::test]
async fn a_call_that_is_to_be_finished_goes_on() {
    for (tool, on_disconnect) in [(1, OnDisconnect::Cancel), (3, OnDisconnect::Finish)] {
        let server = left(tool, on_disconnect).await;
        assert_eq!(server.connect().await.ask(&call(1)).await.status, 503);
        server.probe.release.notify_waiters();
        until_ended(&server.probe).await;
    }
}

#[tokio::test]
async fn a_call_that_is_to_be_cancelled_ends_where_it_awaits() {
    for (tool, on_disconnect) in [(2, OnDisconnect::Finish), (3, OnDisconnect::Cancel)] {
        let server = left(tool, on_disconnect).await;
        let mut other = server.connect().await;
        // The place is free although nothing was released.
        while server.probe.started.load(Ordering::SeqCst) == 1 {
            other = server.connect().await;
            other.send(&call(1)).await;
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        server.probe.release.notify_waiters();
        assert_eq!(other.response().await.status, 200);
        assert_eq!(server.probe.ended.load(Ordering::SeqCst), 1);
    }
}

#[tokio::test]
async fn a_call_whose_client_stays_is_not_cancelled() {
    let probe = Probe::default();
    let server = Running::of(Server::new(tools(), probe.clone()), probe).await;
    let mut client = server.connect().await;
    for count in 1..=3 {
        client.send(&call(2)).await;
        server.probe.until_started(count).await;
        server.probe.release.notify_waiters();
        assert_eq!(client.response().await.status, 200);
    }
}

#[tokio::test]
async fn a_router_of_another_server_finishes_and_cancels_as_well() {
    for (tool, ends) in [(1, true), (2, false), (3, true)] {
        let probe = Probe::default();
        let router = tools().into_router_with(Limits::new().max_concurrent_calls(1));
        let router = router.with_state(probe.clone());
        let answer = || router.clone().oneshot(post(&path(tool), r#"{"input_parameters":[]}"#));
        let asked = tokio::time::timeout(Duration::from_millis(20), answer()).await;
        assert!(asked.is_err());
        let next = tokio::time::timeout(Duration::from_millis(20), answer()).await;
        assert_eq!(next.is_ok_and(|shed| shed.unwrap().status() == 503), ends);
        probe.release.notify_waiters();
        if ends {
            until_ended(&probe).await;
        }
        assert_eq!(probe.ended.load(Ordering::SeqCst), usize::from(ends));
    }
}

/// Answers in the tool's place after a moment.
async fn impatient(request: Request, next: Next) -> Result<Response, StatusCode> {
    let answer = tokio::time::timeout(Duration::from_millis(20), next.run(request)).await;
    answer.map_err(|_| StatusCode::GATEWAY_TIMEOUT)
}

#[tokio::test]
async fn a_server_waits_for_calls_that_no_client_waits_for_and_reports_how_they_end() {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let tell = Arc::clone(&reports);
    let probe = Probe::default();
    let router = tools().into_router().layer(from_fn(impatient)).with_state(probe.clone());
    let server = Server::from_router(router)
        .on_fault(move |fault| tell.lock().unwrap().push(fault.to_string()));
    let server = Running::of(server, probe).await;
    assert_eq!(server.connect().await.ask(&call(3)).await.status, 504);
    let (address, probe) = (server.address, server.probe.clone());
    let ended = server.stop();
    while tokio::net::TcpStream::connect(address).await.is_ok() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert!(!ended.is_finished());
    probe.release.notify_waiters();
    ended.await.unwrap();
    assert_eq!(probe.ended.load(Ordering::SeqCst), 1);
    let reports = reports.lock().unwrap();
    assert!(reports[0].contains("it failed late"), "{reports:?}");
}

#[tokio::test(start_paused = true)]
async fn calls_that_no_client_waits_for_are_cut_with_the_rest() {
    let probe = Probe::default();
    let limits = Limits::new().handler_timeout(Duration::from_secs(3600));
    let router = tools().into_router_with(limits).layer(from_fn(impatient));
    let server = Server::from_router(router.with_state(probe.clone()));
    let server = Running::of(server, probe.clone()).await;
    assert_eq!(server.connect().await.ask(&call(1)).await.status, 504);
    let start = tokio::time::Instant::now();
    server.stop().await.unwrap();
    assert_eq!(start.elapsed().as_secs(), 30);
    probe.release.notify_waiters();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(probe.ended.load(Ordering::SeqCst), 0);
}
