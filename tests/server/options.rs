//! Limits that a tool sets for its own calls: their time, and how many run at once.

use std::sync::Arc;
use std::time::Duration;

use a2t::{Limits, Server, Toolset};
use axum::extract::State;
use tokio::sync::Semaphore;

use crate::sockets::{Client, Received, Running, request};
use crate::tools::Probe;

/// A gate that calls wait at.
struct Gate {
    open: Semaphore,
    arrived: Semaphore,
}

impl Default for Gate {
    fn default() -> Self {
        Self { open: Semaphore::new(0), arrived: Semaphore::new(0) }
    }
}

/// Waits for a permit of the test.
///
/// # Returns
/// True once it has one.
#[a2t::tool(version = 1, id = "00000000-0000-4000-8000-0000000c0001", timeout = "40ms")]
async fn hasty(#[a2t(context)] State(gate): State<Arc<Gate>>) -> bool {
    gate.open.acquire().await.is_ok()
}

/// Waits longer than the server lets its tools.
///
/// # Returns
/// True.
#[a2t::tool(version = 1, id = "00000000-0000-4000-8000-0000000c0002", timeout = "1h")]
async fn patient() -> bool {
    tokio::time::sleep(Duration::from_millis(60)).await;
    true
}

/// Waits for a permit of the test, one call at a time.
///
/// # Returns
/// True once it has one.
#[a2t::tool(
    version = 1,
    id = "00000000-0000-4000-8000-0000000c0003",
    concurrency = 1,
    timeout = "1h"
)]
async fn single(#[a2t(context)] State(gate): State<Arc<Gate>>) -> bool {
    gate.arrived.add_permits(1);
    gate.open.acquire().await.is_ok_and(|permit| {
        permit.forget();
        true
    })
}

/// Waits on a thread, one call at a time.
///
/// # Returns
/// True.
#[a2t::tool(
    version = 1,
    id = "00000000-0000-4000-8000-0000000c0004",
    concurrency = 1,
    timeout = "30ms"
)]
fn stubborn(#[a2t(context)] State(gate): State<Arc<Gate>>) -> bool {
    while gate.open.available_permits() == 0 {
        std::thread::sleep(Duration::from_millis(1));
    }
    true
}

fn call(tool: u8) -> String {
    let path = format!("/tools/00000000-0000-4000-8000-0000000c{tool:04}:invoke");
    request("POST", &path, r#"{"input_parameters":[]}"#)
}

async fn serve(gate: &Arc<Gate>) -> Running {
    let tools: Toolset<Arc<Gate>> = a2t::toolset![hasty, patient, single, stubborn];
    let limits = Limits::new().handler_timeout(Duration::from_millis(50));
    Running::of(Server::new(tools, Arc::clone(gate)).limits(limits), Probe::default()).await
}

async fn ask(server: &Running, tool: u8) -> Received {
    server.connect().await.ask(&call(tool)).await
}

async fn begin(server: &Running, tool: u8) -> Client {
    let mut client = server.connect().await;
    client.send(&call(tool)).await;
    client
}

#[tokio::test]
async fn the_time_of_a_tool_takes_the_place_of_the_servers() {
    let gate = Arc::<Gate>::default();
    let server = serve(&gate).await;
    let late = ask(&server, 1).await;
    assert_eq!((late.status, late.kind()), (504, "timeout".to_owned()));
    assert_eq!(ask(&server, 2).await.status, 200);
}

#[tokio::test]
async fn calls_beyond_those_that_may_run_at_once_are_refused_whichever_server_has_them() {
    let gate = Arc::<Gate>::default();
    let (server, other) = (serve(&gate).await, serve(&gate).await);
    let mut first = begin(&server, 3).await;
    gate.arrived.acquire().await.unwrap().forget();
    let refused = ask(&other, 3).await;
    assert_eq!((refused.status, refused.kind()), (503, "overloaded".to_owned()));
    assert_eq!(refused.header("retry-after"), Some("1"));
    // Others are not concerned, and the catalog is not either.
    assert_eq!(ask(&other, 2).await.status, 200);
    gate.open.add_permits(1);
    assert_eq!(first.response().await.status, 200);
    gate.open.add_permits(1);
    assert_eq!(ask(&other, 3).await.status, 200);
}

#[tokio::test]
async fn a_function_that_no_client_waits_for_keeps_its_permit_until_it_returns() {
    let gate = Arc::<Gate>::default();
    let server = serve(&gate).await;
    assert_eq!(ask(&server, 4).await.status, 504);
    assert_eq!(ask(&server, 4).await.kind(), "overloaded");
    gate.open.add_permits(1);
    let mut status = 503;
    for _ in 0..500 {
        status = ask(&server, 4).await.status;
        if status != 503 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert_eq!(status, 200);
}
