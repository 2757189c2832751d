//! Ids of requests: in replies and problems, the same for caller and vendor.

use std::sync::{Arc, Mutex};

use a2t::{Limits, Server};
use axum::body::{Body, to_bytes};
use axum::routing::get;
use http::Request;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::sockets::{Received, Running, invoke, request, start};
use crate::tools::{FAIL, LOOKUP, PANIC, Probe, invocation, please, toolset};

fn with_id(request: &str, id: &str) -> String {
    request.replacen("\r\n", &format!("\r\nx-request-id: {id}\r\n"), 1)
}

fn city(name: &str) -> String {
    invocation("lookup", json!([{"name": "City", "value": name}]))
}

fn reported(response: &Received) -> Option<String> {
    let problem: Value = serde_json::from_str(&response.text()).unwrap();
    problem["request_id"].as_str().map(str::to_owned)
}

#[tokio::test]
async fn a_problem_has_an_id_in_its_header_and_in_its_document() {
    let server = start(Limits::new().max_header_bytes(4096)).await;
    let large = format!("GET /tools HTTP/1.1\r\nhost: x\r\nx-large: {}\r\n\r\n", "x".repeat(5000));
    let hostless = "GET /tools HTTP/1.1\r\n\r\n";
    let mut seen = Vec::new();
    for text in [
        &request("GET", "/nothing", ""),
        &request("GET", "/tools/nothing", ""),
        &request("DELETE", "/tools", ""),
        &invoke(LOOKUP, "{"),
        &invoke(FAIL, &please("fail", "")),
        &invoke(PANIC, &please("panic", "")),
        hostless,
        "nonsense\r\n\r\n",
        &large,
    ] {
        let response = server.connect().await.ask(text).await;
        assert!(response.status >= 400, "{text}");
        let id = response.header("x-request-id").unwrap().to_owned();
        assert_eq!(reported(&response).as_deref(), Some(&*id), "{text}");
        assert!(!seen.contains(&id), "{text}");
        seen.push(id);
    }
    let full = start(Limits::new().max_connections(0)).await;
    let response = full.connect().await.ask(&request("GET", "/tools", "")).await;
    assert_eq!(reported(&response).as_deref(), response.header("x-request-id"));
    assert!(response.header("x-request-id").is_some());
}

#[tokio::test]
async fn an_id_that_was_sent_comes_back_with_every_reply() {
    let server = start(Limits::new()).await;
    let mut client = server.connect().await;
    for (text, status) in [
        (request("GET", "/tools", ""), 200),
        (invoke(LOOKUP, &city("Omaha")), 200),
        (invoke(FAIL, &please("fail", "")), 500),
        (request("GET", "/nothing", ""), 404),
    ] {
        let response = client.ask(&with_id(&text, "7f9c-2b1e")).await;
        assert_eq!(response.status, status, "{text}");
        assert_eq!(response.header("x-request-id"), Some("7f9c-2b1e"), "{text}");
        if status != 200 {
            assert_eq!(reported(&response).as_deref(), Some("7f9c-2b1e"), "{text}");
        }
    }
    let long = "x".repeat(129);
    for wrong in ["two words", &long, "a\r\nx-request-id: a"] {
        let response = client.ask(&with_id(&request("GET", "/nothing", ""), wrong)).await;
        let id = response.header("x-request-id").unwrap();
        assert!(id.len() == 32 && reported(&response).as_deref() == Some(id), "{wrong}");
    }
}

#[tokio::test]
async fn a_plain_reply_to_a_request_without_an_id_has_none() {
    let server = start(Limits::new()).await;
    let response = server.connect().await.ask(&invoke(LOOKUP, &city("Omaha"))).await;
    assert_eq!((response.status, response.header("x-request-id")), (200, None));
}

#[tokio::test]
async fn the_vendor_gets_the_id_with_the_fault() {
    let probe = Probe::default();
    let faults = Arc::new(Mutex::new(Vec::new()));
    let reported = Arc::clone(&faults);
    let server = Server::new(toolset(), probe.clone()).on_fault(move |fault| {
        reported.lock().unwrap().push(fault.request_id().unwrap().to_string());
    });
    let server = Running::of(server, probe).await;
    let text = invoke(FAIL, &please("fail", ""));
    let mut client = server.connect().await;
    client.ask(&with_id(&text, "mine")).await;
    let made = client.ask(&text).await;
    let made = made.header("x-request-id").unwrap().to_owned();
    assert_eq!(*faults.lock().unwrap(), ["mine".to_owned(), made]);
}

#[tokio::test]
async fn a_router_without_a_server_of_ours_gives_ids_too() {
    let router = toolset().into_router().with_state(Probe::default());
    let ask = async |path: &str, id: Option<&str>| {
        let mut request = Request::get(path);
        if let Some(id) = id {
            request = request.header("x-request-id", id);
        }
        let request = request.body(Body::empty()).unwrap();
        let (parts, body) = router.clone().oneshot(request).await.unwrap().into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        let problem: Value = serde_json::from_slice(&body).unwrap();
        let header = parts.headers.get("x-request-id").map(|id| id.to_str().unwrap().to_owned());
        (header, problem["request_id"].as_str().map(str::to_owned))
    };
    assert_eq!(ask("/tools", None).await, (None, None));
    assert_eq!(ask("/tools", Some("mine")).await, (Some("mine".to_owned()), None));
    let (header, reported) = ask("/tools/nothing", None).await;
    assert!(header.is_some() && header == reported);
}

#[tokio::test]
async fn routes_of_the_program_are_marked_by_the_server() {
    let probe = Probe::default();
    let tools = toolset().into_router().with_state(probe.clone());
    let router = axum::Router::new().route("/own", get(async || "own")).nest("/api", tools);
    let server = Running::of(Server::from_router(router), probe).await;
    let mut client = server.connect().await;
    let own = client.ask(&with_id(&request("GET", "/own", ""), "mine")).await;
    assert_eq!((own.status, own.header("x-request-id")), (200, Some("mine")));
    let none = client.ask(&request("GET", "/none", "")).await;
    assert!(none.status == 404 && none.header("x-request-id").is_some());
    let nothing = client.ask(&request("GET", "/api/tools/nothing", "")).await;
    assert_eq!(reported(&nothing).as_deref(), nothing.header("x-request-id"));
}

#[tokio::test]
async fn refusals_of_callers_and_of_rates_have_it() {
    let by_token =
        async |head: http::request::Parts| a2t::bearer(&head.headers).map(a2t::Caller::new);
    let known = || (a2t::authenticate(by_token), a2t::RateLimit::per_minute(1));
    let problem = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let server = Server::new(toolset(), Probe::default()).authenticate(known());
    let server = Running::of(server, Probe::default()).await;
    let router = toolset().into_router().with_state(Probe::default());
    let router = router.layer(a2t::RateLimit::per_minute(1)).layer(a2t::authenticate(by_token));
    let alice = "authorization: Bearer alice";
    for (id, header, status) in [
        (Some("mine"), "x: y", 401),
        (None, "x: y", 401),
        (None, alice, 200),
        (Some("mine"), alice, 429),
        (None, alice, 429),
    ] {
        let sent = id.map(|id| format!("\r\nx-request-id: {id}")).unwrap_or_default();
        let text = format!("GET /tools HTTP/1.1\r\nhost: localhost\r\n{header}{sent}\r\n\r\n");
        let reply = server.connect().await.ask(&text).await;
        assert_eq!(reply.status, status, "{}", reply.text());
        let (name, value) = header.split_once(": ").unwrap();
        let mut asked = Request::get("/tools").header(name, value);
        if let Some(id) = id {
            asked = asked.header("x-request-id", id);
        }
        let asked = asked.body(Body::empty()).unwrap();
        let (head, body) = router.clone().oneshot(asked).await.unwrap().into_parts();
        assert_eq!(head.status.as_u16(), status);
        if status == 200 {
            continue;
        }
        let body = to_bytes(body, usize::MAX).await.unwrap();
        let body = String::from_utf8(body.to_vec()).unwrap();
        let alone = head.headers["x-request-id"].to_str().unwrap();
        for (header, body) in [(reply.header("x-request-id").unwrap(), reply.text()), (alone, body)]
        {
            assert_eq!(problem(&body)["request_id"], header, "{status} {body}");
            assert_eq!(id.unwrap_or(header), header);
        }
    }
}
