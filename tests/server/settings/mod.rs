//! One server, one setting: each setting of a server and of its limits applies in every protocol, for each way to
//! build the server. `table.rs` names the test of each setting.

mod access;
mod calls;
mod connections;
mod file;
mod own;
mod table;

use std::sync::atomic::Ordering;
use std::time::Duration;

use a2t::rap::Policy;
use a2t::rap::store::Memory;
use a2t::{Limits, Server, Tool, ToolError, Toolset, mcp, rap};
use axum::Router;
use axum::extract::State;
use serde_json::{Value, json};

use crate::sockets::{Running, request};
use crate::tools::Probe;

/// Sleeps.
///
/// # Returns
/// True.
#[a2t::tool(version = 1)]
async fn nap(#[a2t(context)] State(probe): State<Probe>) -> bool {
    struct Ended(Probe);
    impl Drop for Ended {
        fn drop(&mut self) {
            self.0.ended.fetch_add(1, Ordering::SeqCst);
        }
    }
    let _ended = Ended(probe.clone());
    probe.started.fetch_add(1, Ordering::SeqCst);
    tokio::time::sleep(Duration::from_secs(20)).await;
    true
}

/// Blocks its thread for a moment.
///
/// # Returns
/// True.
#[a2t::tool(version = 1)]
fn block(#[a2t(context)] State(probe): State<Probe>) -> bool {
    probe.started.fetch_add(1, Ordering::SeqCst);
    std::thread::sleep(Duration::from_millis(500));
    true
}

/// Fails.
///
/// # Returns
/// Nothing.
#[a2t::tool(version = 1)]
fn fail() -> Result<bool, ToolError> {
    Err(ToolError::internal("the disk is full"))
}

/// Counts its calls.
///
/// # Returns
/// The number of calls so far.
#[a2t::tool(version = 1)]
async fn tick(#[a2t(context)] State(probe): State<Probe>) -> u32 {
    u32::try_from(probe.started.fetch_add(1, Ordering::SeqCst)).unwrap() + 1
}

/// Bytes that no buffers of a socket hold.
const LONG: usize = 16 * 1024 * 1024;

/// Recites a long text.
///
/// # Returns
/// The text.
#[a2t::tool(version = 1)]
async fn recite(#[a2t(context)] State(probe): State<Probe>) -> String {
    probe.started.fetch_add(1, Ordering::SeqCst);
    "a".repeat(LONG)
}

fn tools() -> Toolset<Probe> {
    a2t::toolset![nap, block, fail, tick, recite]
}

/// Ways to build a server of all three protocols.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Built {
    New,
    OfRouter,
    /// A router within a router, below `/v1`.
    Nested,
}

const BUILT: [Built; 3] = [Built::New, Built::OfRouter, Built::Nested];

/// The protocols of a server, each at its own path.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Spoken {
    A2t,
    Mcp,
    Rap,
}

/// Each way to build a server, with each protocol.
fn every() -> impl Iterator<Item = (Built, Spoken)> {
    let spoken = [Spoken::A2t, Spoken::Mcp, Spoken::Rap];
    BUILT.into_iter().flat_map(move |built| spoken.map(|spoken| (built, spoken)))
}

/// Settings that do not depend on how the server is built.
trait Set {
    fn set<S>(&self, server: Server<S>) -> Server<S>;
}

impl Set for Limits {
    fn set<S>(&self, server: Server<S>) -> Server<S> {
        server.limits(*self)
    }
}

fn policy() -> Policy {
    Policy::default().allow_loopback()
}

async fn start(built: Built, set: &impl Set) -> Running {
    let probe = Probe::default();
    let (router, set_up) = match built {
        Built::New => {
            let server = Server::new(tools(), probe.clone());
            let server = server
                .mcp("/mcp")
                .rap_with("/rap", Memory::default(), |rap| rap.egress_policy(policy()));
            return Running::of(set.set(server), probe).await;
        }
        Built::OfRouter => (own_router(&probe), set),
        Built::Nested => (Router::new().nest("/v1", own_router(&probe)), set),
    };
    Running::of(set_up.set(Server::from_router(router)), probe).await
}

/// A program's own router, with all protocols.
fn own_router(probe: &Probe) -> Router {
    let rap = rap::Server::new(tools(), probe.clone()).egress_policy(policy());
    let (routes, workers) = rap.into_router().unwrap();
    tokio::spawn(workers.run());
    let router = tools().into_router().with_state(probe.clone()).nest("/rap", routes);
    router.nest_service("/mcp", mcp::Service::new(tools(), probe.clone()))
}

fn asked(built: Built, spoken: Spoken, tool: &str) -> (String, Value) {
    let id = match tool {
        "nap" => nap::SIGNATURE.tool_id,
        "block" => block::SIGNATURE.tool_id,
        "tick" => tick::SIGNATURE.tool_id,
        "recite" => recite::SIGNATURE.tool_id,
        _ => fail::SIGNATURE.tool_id,
    };
    let root = if built == Built::Nested { "/v1" } else { "" };
    match spoken {
        Spoken::A2t => {
            (format!("{root}/tools/{id}:invoke"), json!({"name": tool, "input_parameters": []}))
        }
        Spoken::Mcp => {
            let mut params = json!({"name": tool, "arguments": {}});
            if tool == "tick" {
                params["_meta"] = json!({"dev.a2t/idempotencyKey": "key-of-a-call"});
            }
            let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
            (format!("{root}/mcp"), call)
        }
        Spoken::Rap => {
            let call = json!({"operation": tool, "id": "1", "group_id": "a", "arguments": {},
                "callback_url": "http://127.0.0.1:9/"});
            (format!("{root}/rap/invoke"), call)
        }
    }
}

/// Returns a valid call, with spaces that make it as long as needed.
fn call((built, spoken): (Built, Spoken), tool: &str, spaces: usize) -> String {
    let (path, body) = asked(built, spoken, tool);
    let text = request("POST", &path, &format!("{body}{}", " ".repeat(spaces)));
    with(&text, "accept: application/json, text/event-stream")
}

/// Returns the request with one more line in its head.
fn with(text: &str, header: &str) -> String {
    text.replacen("\r\n", &format!("\r\n{header}\r\n"), 1)
}

async fn ask(server: &Running, text: &str) -> (u16, String) {
    let answer = server.connect().await.ask(text).await;
    (answer.status, answer.text())
}
