//! One server, one setting: each setting of a server and of its limits applies in every protocol, for each way to
//! build the server.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t::rap::Policy;
use a2t::rap::store::Memory;
use a2t::{Abandoned, Caller, Limits, Refusal, Server, Tool, ToolError, Toolset, mcp, rap};
use axum::Router;
use axum::extract::State;
use axum::routing::get;
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

fn tools() -> Toolset<Probe> {
    a2t::toolset![nap, block, fail]
}

/// Ways to build a server of all three protocols.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Built {
    New,
    OfRouter,
}

/// The protocols of a server, each at its own path.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Spoken {
    A2t,
    Mcp,
    Rap,
}

const EVERY: [(Built, Spoken); 6] = [
    (Built::New, Spoken::A2t),
    (Built::New, Spoken::Mcp),
    (Built::New, Spoken::Rap),
    (Built::OfRouter, Spoken::A2t),
    (Built::OfRouter, Spoken::Mcp),
    (Built::OfRouter, Spoken::Rap),
];

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
    match built {
        Built::New => {
            let server = Server::new(tools(), probe.clone());
            let server =
                server.mcp("/mcp").rap_with("/rap", Memory::default(), |rap| rap.policy(policy()));
            Running::of(set.set(server), probe).await
        }
        Built::OfRouter => {
            let rap = rap::Server::new(tools(), probe.clone()).policy(policy());
            let (routes, workers) = rap.into_router().unwrap();
            tokio::spawn(workers.run());
            let router = tools().into_router().with_state(probe.clone()).nest("/rap", routes);
            let router = router.nest_service("/mcp", mcp::Service::new(tools(), probe.clone()));
            Running::of(set.set(Server::of_router(router)), probe).await
        }
    }
}

fn asked(spoken: Spoken, tool: &str) -> (String, Value) {
    let id = match tool {
        "nap" => nap::SIGNATURE.tool_id,
        "block" => block::SIGNATURE.tool_id,
        _ => fail::SIGNATURE.tool_id,
    };
    match spoken {
        Spoken::A2t => {
            (format!("/tools/{id}:invoke"), json!({"name": tool, "input_parameters": []}))
        }
        Spoken::Mcp => {
            let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                "params": {"name": tool, "arguments": {}}});
            ("/mcp".to_owned(), call)
        }
        Spoken::Rap => {
            let call = json!({"operation": tool, "id": "1", "group_id": "a", "arguments": {},
                "callback_url": "http://127.0.0.1:9/"});
            ("/rap/invoke".to_owned(), call)
        }
    }
}

/// Returns a valid call, with spaces that make it as long as needed.
fn call(spoken: Spoken, tool: &str, spaces: usize) -> String {
    let (path, body) = asked(spoken, tool);
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

#[tokio::test]
async fn a_limit_on_the_size_of_bodies_holds() {
    for (built, spoken) in EVERY {
        let server = start(built, &Limits::new().body_bytes(1000)).await;
        let (status, body) = ask(&server, &call(spoken, "fail", 2000)).await;
        assert_eq!(status, 413, "{built:?} {spoken:?} {body}");
        assert_ne!(ask(&server, &call(spoken, "fail", 0)).await.0, 413, "{built:?} {spoken:?}");
    }
}

#[tokio::test]
async fn limits_on_the_time_and_the_bytes_of_bodies_that_arrive_hold() {
    let moment = Duration::from_millis(200);
    for (limits, expected) in [
        (Limits::new().body_idle(moment), 408),
        (Limits::new().body_total(moment), 408),
        (Limits::new().bodies_bytes(10), 503),
    ] {
        for (built, spoken) in EVERY {
            let server = start(built, &limits).await;
            let text = call(spoken, "fail", 100);
            let mut client = server.connect().await;
            client.send(&text[..text.len() - 50]).await;
            let answer = client.response().await;
            assert_eq!(answer.status, expected, "{limits:?} {built:?} {spoken:?}");
        }
    }
}

#[tokio::test]
async fn a_limit_on_calls_in_flight_counts_those_of_all_protocols() {
    for (built, spoken) in EVERY {
        let server = start(built, &Limits::new().in_flight(1)).await;
        let mut first = server.connect().await;
        first.send(&call(Spoken::A2t, "nap", 0)).await;
        server.probe.until_started(1).await;
        let (status, body) = ask(&server, &call(spoken, "fail", 0)).await;
        assert_eq!(status, 503, "{built:?} {spoken:?} {body}");
    }
}

#[tokio::test]
async fn limits_on_the_time_of_tools_and_on_their_threads_hold() {
    for (built, spoken) in EVERY.into_iter().filter(|(_, spoken)| *spoken != Spoken::Rap) {
        let server = start(built, &Limits::new().handler(Duration::from_millis(50))).await;
        let (status, body) = ask(&server, &call(spoken, "nap", 0)).await;
        let in_time = spoken == Spoken::A2t && status == 504
            || spoken == Spoken::Mcp && body.contains("did not answer in time");
        assert!(in_time, "{built:?} {spoken:?} {status} {body}");
        let server = start(built, &Limits::new().threads(1).queue(0)).await;
        let mut first = server.connect().await;
        first.send(&call(Spoken::A2t, "block", 0)).await;
        server.probe.until_started(1).await;
        let (status, body) = ask(&server, &call(spoken, "block", 0)).await;
        let shed = spoken == Spoken::A2t && status == 503
            || spoken == Spoken::Mcp && body.contains("it may work later");
        assert!(shed, "{built:?} {spoken:?} {status} {body}");
    }
}

#[tokio::test]
async fn what_becomes_of_abandoned_calls_is_set_for_either_way() {
    for built in [Built::New, Built::OfRouter] {
        let server = start(built, &Limits::new().abandoned(Abandoned::Cancel)).await;
        let mut client = server.connect().await;
        client.send(&call(Spoken::A2t, "nap", 0)).await;
        server.probe.until_started(1).await;
        drop(client);
        while server.probe.ended.load(Ordering::SeqCst) == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// Hosts, origins and callers.
struct Doors;

impl Set for Doors {
    fn set<S>(&self, server: Server<S>) -> Server<S> {
        server.host("tools.example.com").origin("https://app.example.com")
    }
}

#[tokio::test]
async fn hosts_and_origins_are_set_once() {
    for (built, spoken) in EVERY {
        let server = start(built, &Doors).await;
        let text = call(spoken, "fail", 0);
        let asked_by = |host: &str| text.replacen("host: localhost", &format!("host: {host}"), 1);
        let own = ask(&server, &asked_by("tools.example.com")).await;
        assert!(matches!(own.0, 200 | 500), "{built:?} {spoken:?} {own:?}");
        assert_eq!(ask(&server, &asked_by("evil.example.com")).await.0, 421);
        let page = with(&asked_by("tools.example.com"), "origin: https://app.example.com");
        assert_eq!(ask(&server, &page).await.0, own.0, "{built:?} {spoken:?}");
        let page = with(&text, "origin: https://evil.example.com");
        assert_eq!(ask(&server, &page).await.0, 403, "{built:?} {spoken:?}");
    }
}

/// A receiver of faults, and a layer that knows one caller.
#[derive(Clone, Default)]
struct Known(Arc<Mutex<Vec<String>>>);

impl Set for Known {
    fn set<S>(&self, server: Server<S>) -> Server<S> {
        let faults = Arc::clone(&self.0);
        let tell = move |fault: &a2t::Fault| {
            let caller = fault.caller().map(Caller::id).unwrap_or_default();
            faults.lock().unwrap().push(format!("{caller}: {fault}"));
        };
        let by_token = async |head: http::request::Parts| match a2t::bearer(&head.headers)? {
            "of-alice" => Ok(Caller::new("alice")),
            _ => Err(Refusal::invalid_token("nobody has this token")),
        };
        server.on_fault(tell).authenticate(a2t::authenticate(by_token))
    }
}

#[tokio::test]
async fn faults_and_callers_are_those_of_the_server() {
    for (built, spoken) in EVERY {
        let known = Known::default();
        let server = start(built, &known).await;
        let text = call(spoken, "fail", 0);
        assert_eq!(ask(&server, &text).await.0, 401, "{built:?} {spoken:?}");
        ask(&server, &with(&text, "authorization: Bearer of-alice")).await;
        // A call of RAP runs after the response.
        for _ in 0..500 {
            if !known.0.lock().unwrap().is_empty() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let expected = ["alice: tool `fail` version 1: the tool failed: the disk is full"];
        assert_eq!(*known.0.lock().unwrap(), expected, "{built:?} {spoken:?}");
    }
}

#[tokio::test]
async fn a_router_and_a_service_with_limits_of_their_own_keep_those() {
    let probe = Probe::default();
    let own = Limits::new().body_bytes(100_000);
    let service = mcp::Service::new(tools(), probe.clone());
    let service = service.limits(mcp::Limits::new().body_bytes(100_000));
    let router = tools().into_router_with(own).with_state(probe.clone());
    let server = Server::of_router(router.nest_service("/mcp", service));
    let server = Running::of(server.limits(Limits::new().body_bytes(10)), probe).await;
    for spoken in [Spoken::A2t, Spoken::Mcp] {
        assert_ne!(ask(&server, &call(spoken, "fail", 2000)).await.0, 413, "{spoken:?}");
    }
}

#[tokio::test]
async fn routes_of_the_program_are_beside_the_tools_and_every_other_path_is_explained() {
    let probe = Probe::default();
    let about = async |State(probe): State<Probe>| probe.started.load(Ordering::SeqCst).to_string();
    let own = Router::new().route("/about", get(about));
    let server = Server::new(tools(), probe.clone()).at("/api/v1/").mcp("/mcp").routes(own);
    let server = Running::of(server, probe).await;
    let read = |path: &str| request("GET", path, "");
    assert_eq!(ask(&server, &read("/about")).await, (200, "0".to_owned()));
    assert_eq!(ask(&server, &read("/api/v1/tools")).await.0, 200);
    assert_eq!(ask(&server, &call(Spoken::Mcp, "fail", 0)).await.0, 200);
    for path in ["/", "/tools", "/elsewhere", "/api/v1/elsewhere"] {
        let answer = server.connect().await.ask(&read(path)).await;
        assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{path}");
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.text().contains("/api/v1/tools"), "{path} {}", answer.text());
    }
}

#[tokio::test]
async fn a_protocol_whose_settings_do_not_fit_is_refused_when_the_server_is_bound() {
    let server = Server::new(tools(), Probe::default());
    let server = server.rap_with("/rap", Memory::default(), |rap| rap.base_url("nowhere"));
    let error = server.bind("127.0.0.1:0").await.unwrap_err().to_string();
    assert_eq!(error, "cannot set the server up: the base URL is not an http or https URL");
}

#[tokio::test]
async fn calls_of_rap_that_were_accepted_end_before_a_stopping_server_does() {
    let server = start(Built::New, &Limits::new()).await;
    let probe = server.probe.clone();
    assert_eq!(ask(&server, &call(Spoken::Rap, "block", 0)).await.0, 200);
    probe.until_started(1).await;
    let stopped = std::time::Instant::now();
    server.stop().await.unwrap();
    assert!(stopped.elapsed() >= Duration::from_millis(300), "{:?}", stopped.elapsed());
}
