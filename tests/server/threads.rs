//! Tools that are not `async`: apart from the threads that serve, bounded, within their time.

use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use a2t::{Limits, Server, ToolError, Toolset};
use axum::extract::State;

use crate::sockets::{Client, Running, request};
use crate::tools::Probe;

/// A gate that functions wait at; it opens by itself in the end, so that a test which fails ends.
#[derive(Clone, Default)]
struct Gate(Arc<(Mutex<Counts>, Condvar)>);

#[derive(Default)]
struct Counts {
    arrived: usize,
    open: bool,
}

impl Gate {
    fn pass(&self) -> bool {
        let (counts, changed) = &*self.0;
        let mut counts = counts.lock().unwrap();
        counts.arrived += 1;
        changed.notify_all();
        let minute = Duration::from_secs(60);
        let wait = changed.wait_timeout_while(counts, minute, |counts| !counts.open);
        wait.unwrap().0.open
    }

    fn open(&self) {
        self.0.0.lock().unwrap().open = true;
        self.0.1.notify_all();
    }

    async fn until_arrived(&self, count: usize) {
        while self.0.0.lock().unwrap().arrived < count {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

/// Waits until the test opens the gate.
///
/// # Returns
/// True if the test opened it.
#[a2t::tool(version = 1, id = "00000000-0000-4000-8000-000000000001")]
fn pass(#[a2t(context)] State(gate): State<Gate>) -> bool {
    tokio::runtime::Handle::current();
    gate.pass()
}

/// Returns its thread.
///
/// # Returns
/// The number of the thread.
#[a2t::tool(version = 1, id = "00000000-0000-4000-8000-000000000002")]
fn apart(
    /// Fails if true.
    fails: Option<bool>,
) -> Result<String, ToolError> {
    assert!(fails != Some(true), "hunter2");
    Ok(format!("{:?}", thread::current().id()))
}

/// Returns its thread, which is the one that serves.
///
/// # Returns
/// The number of the thread.
#[a2t::tool(version = 1, id = "00000000-0000-4000-8000-000000000003", quick)]
fn here() -> String {
    format!("{:?}", thread::current().id())
}

fn call(tool: u8, pairs: &str) -> String {
    let path = format!("/tools/00000000-0000-4000-8000-{tool:012}:invoke");
    request("POST", &path, &format!(r#"{{"input_parameters":[{pairs}]}}"#))
}

async fn serve(limits: Limits) -> (Running, Gate) {
    let gate = Gate::default();
    let tools: Toolset<Gate> = a2t::toolset![pass, apart, here];
    let server = Server::new(tools, gate.clone()).limits(limits);
    (Running::of(server, Probe::default()).await, gate)
}

/// So many calls of `pass`, each on a new connection.
async fn waiting(server: &Running, count: usize) -> Vec<Client> {
    let mut clients = Vec::new();
    for _ in 0..count {
        let mut client = server.connect().await;
        client.send(&call(1, "")).await;
        clients.push(client);
    }
    clients
}

#[tokio::test]
async fn functions_that_wait_stop_no_other_call() {
    let (server, gate) = serve(Limits::new().blocking_threads(2)).await;
    let clients = waiting(&server, 3).await;
    gate.until_arrived(2).await;
    let mut other = server.connect().await;
    assert_eq!(other.ask(&request("GET", "/tools", "")).await.status, 200);
    assert_eq!(other.ask(&call(3, "")).await.status, 200);
    gate.open();
    for mut client in clients {
        assert!(client.response().await.text().contains("true"));
    }
}

#[tokio::test]
async fn calls_beyond_the_queue_are_shed_at_once_and_those_in_it_are_served() {
    let (server, gate) = serve(Limits::new().blocking_threads(1).max_queued_calls(1)).await;
    let mut clients = waiting(&server, 1).await;
    gate.until_arrived(1).await;
    // Of those that come now, the first takes the place in the queue.
    let mut others = waiting(&server, 2).await;
    let (mut second, mut first) = (others.remove(1), others.remove(0));
    let (shed, waits) = tokio::select! {
        shed = first.response() => (shed, second),
        shed = second.response() => (shed, first),
    };
    assert_eq!((shed.status, shed.kind()), (503, "overloaded".to_owned()));
    assert_eq!(shed.header("retry-after"), Some("1"));
    gate.open();
    clients.push(waits);
    for mut client in clients {
        assert_eq!(client.response().await.status, 200);
    }
    assert_eq!(server.connect().await.ask(&call(2, "")).await.status, 200);
}

#[tokio::test]
async fn a_function_that_waits_too_long_is_answered_for_in_time() {
    let (server, gate) = serve(Limits::new().handler_timeout(Duration::from_millis(20))).await;
    let mut client = server.connect().await;
    let late = client.ask(&call(1, "")).await;
    assert_eq!((late.status, late.kind()), (504, "timeout".to_owned()));
    gate.open();
}

#[tokio::test]
async fn a_function_that_panics_costs_one_reply() {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let tell = Arc::clone(&reports);
    let tools: Toolset<()> = a2t::toolset![apart];
    let server = Server::new(tools, ()).limits(Limits::new().blocking_threads(1));
    let server = server.on_fault(move |fault| tell.lock().unwrap().push(fault.to_string()));
    let server = Running::of(server, Probe::default()).await;
    let mut client = server.connect().await;
    for _ in 0..3 {
        let failed = client.ask(&call(2, r#"{"name":"fails","value":true}"#)).await;
        assert_eq!((failed.status, failed.kind()), (500, "internal".to_owned()));
        assert_eq!(client.ask(&call(2, "")).await.status, 200);
    }
    assert_eq!(reports.lock().unwrap()[0], "tool `apart` version 1: it panicked: hunter2");
}

#[tokio::test]
async fn only_quick_functions_run_on_the_thread_that_serves() {
    let (server, _gate) = serve(Limits::new()).await;
    let mut client = server.connect().await;
    let this = format!("{:?}", thread::current().id());
    assert!(client.ask(&call(3, "")).await.text().contains(&this));
    let apart = client.ask(&call(2, "")).await;
    assert_eq!(apart.status, 200);
    assert!(!apart.text().contains(&this));
}
