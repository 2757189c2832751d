//! Limits of one protocol, routes of the program, and settings that are refused.

use std::sync::atomic::Ordering;
use std::time::Duration;

use a2t::rap::store::Memory;
use a2t::{Health, Limits, Server, mcp, rap};
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use http::StatusCode;

use super::{BUILT, Built, Spoken, ask, call, own_router, policy, start, tools, with};
use crate::sockets::{Running, request};
use crate::tools::Probe;

#[tokio::test]
async fn a_router_and_a_service_with_limits_of_their_own_keep_those() {
    let probe = Probe::default();
    let own = Limits::new().max_body_bytes(100_000);
    let service = mcp::Service::new(tools(), probe.clone());
    let service = service.limits(Limits::new().max_body_bytes(100_000));
    let router = tools().into_router_with(own).with_state(probe.clone());
    let server = Server::from_router(router.nest_service("/mcp", service));
    let server = Running::of(server.limits(Limits::new().max_body_bytes(10)), probe).await;
    for spoken in [Spoken::A2t, Spoken::Mcp] {
        assert_ne!(
            ask(&server, &call((Built::OfRouter, spoken), "fail", 2000)).await.0,
            413,
            "{spoken:?}"
        );
    }
}

#[tokio::test]
async fn a_limit_of_a_protocol_replaces_one_limit_of_the_server() {
    let (limits, probe) = (Limits::new(), Probe::default());
    let start = async |own: Limits, around: Limits| {
        let rap =
            rap::Server::new(tools(), probe.clone()).egress_policy(policy()).server_limits(own);
        let (routes, workers) = rap.into_router().unwrap();
        tokio::spawn(workers.run());
        let service = mcp::Service::new(tools(), probe.clone()).limits(own);
        let router = tools().into_router_with(own).with_state(probe.clone());
        let router = router.nest("/rap", routes).nest_service("/mcp", service);
        Running::of(Server::from_router(router).limits(around), probe.clone()).await
    };
    let (small, none) = (limits.max_body_bytes(1_000), limits.max_concurrent_calls(0));
    for (own, around) in [(none, small), (small, none), (limits, none.max_body_bytes(1_000))] {
        let server = start(own, around).await;
        for spoken in [Spoken::A2t, Spoken::Mcp, Spoken::Rap] {
            for (spaces, status) in [(2_000, 413), (0, 503)] {
                let text = call((Built::OfRouter, spoken), "fail", spaces);
                let answered = ask(&server, &text).await;
                assert_eq!(answered.0, status, "{own:?} {around:?} {spoken:?} {}", answered.1);
            }
        }
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
    assert_eq!(ask(&server, &call((Built::New, Spoken::Mcp), "fail", 0)).await.0, 200);
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
    assert_eq!(ask(&server, &call((Built::New, Spoken::Rap), "block", 0)).await.0, 200);
    probe.until_started(1).await;
    let stopped = std::time::Instant::now();
    server.stop().await.unwrap();
    assert!(stopped.elapsed() >= Duration::from_millis(300), "{:?}", stopped.elapsed());
}

/// Servers whose service of MCP has these limits, with both ways to add it.
async fn with_mcp(limits: Limits) -> [(Built, Running); 2] {
    let probe = Probe::default();
    let server = Server::new(tools(), probe.clone());
    let server = server.mcp_with("/mcp", |service| service.limits(limits));
    let of_new = Running::of(server, probe).await;
    let probe = Probe::default();
    let service = mcp::Service::new(tools(), probe.clone()).limits(limits);
    let router = Router::new().nest("/v1", Router::new().nest_service("/mcp", service));
    let nested = Running::of(Server::from_router(router), probe).await;
    [(Built::New, of_new), (Built::Nested, nested)]
}

/// Sends all of a call but its end.
async fn begin(server: &Running, text: &str) -> u16 {
    let mut client = server.connect().await;
    client.send(&text[..text.len() - 50]).await;
    client.response().await.status
}

#[tokio::test]
async fn limits_of_mcp_hold_in_every_server() {
    let (limits, moment) = (Limits::new(), Duration::from_millis(100));
    for (limits, status) in [
        (limits.max_body_bytes(100), 413),
        (limits.body_read_timeout(moment), 408),
        (limits.body_timeout(moment), 408),
        (limits.max_buffered_bytes(10), 503),
    ] {
        for (built, server) in with_mcp(limits).await {
            let text = call((built, Spoken::Mcp), "fail", 100);
            assert_eq!(begin(&server, &text).await, status, "{limits:?} {built:?}");
        }
    }
    for (limits, tool, words) in [
        (limits.max_concurrent_calls(0), "fail", "503"),
        (limits.handler_timeout(moment), "nap", "did not answer in time"),
        (limits.blocking_threads(1).max_queued_calls(0), "block", "it may work later"),
    ] {
        for (built, server) in with_mcp(limits).await {
            let text = call((built, Spoken::Mcp), tool, 0);
            let mut first = server.connect().await;
            if tool == "block" {
                first.send(&text).await;
                server.probe.until_started(1).await;
            }
            let (status, body) = ask(&server, &text).await;
            let answer = format!("{status} {body}");
            assert!(answer.contains(words), "{limits:?} {built:?} {answer}");
        }
    }
}

/// Servers whose part of RAP is set up like this, with both ways to add it.
async fn with_rap(set: impl Fn(rap::Server<Probe>) -> rap::Server<Probe>) -> [(Built, Running); 2] {
    let probe = Probe::default();
    let server = Server::new(tools(), probe.clone());
    let server = server.rap_with("/rap", Memory::default(), |rap| set(rap.egress_policy(policy())));
    let of_new = Running::of(server, probe).await;
    let probe = Probe::default();
    let rap = set(rap::Server::new(tools(), probe.clone()).egress_policy(policy()));
    let (routes, workers) = rap.into_router().unwrap();
    tokio::spawn(workers.run());
    let router = Router::new().nest("/v1/rap", routes);
    let nested = Running::of(Server::from_router(router), probe).await;
    [(Built::New, of_new), (Built::Nested, nested)]
}

#[tokio::test]
async fn limits_of_rap_hold_in_every_server() {
    let (limits, moment) = (Limits::new(), Duration::from_millis(100));
    for (limits, status) in [
        (limits.max_body_bytes(100), 413),
        (limits.body_read_timeout(moment), 408),
        (limits.body_timeout(moment), 408),
        (limits.max_buffered_bytes(10), 503),
    ] {
        for (built, server) in with_rap(|rap| rap.server_limits(limits)).await {
            let text = call((built, Spoken::Rap), "fail", 100);
            assert_eq!(begin(&server, &text).await, status, "{limits:?} {built:?}");
        }
    }
    let limits = limits.max_concurrent_calls(0);
    for (built, server) in with_rap(|rap| rap.server_limits(limits)).await {
        let text = call((built, Spoken::Rap), "fail", 0);
        assert_eq!(ask(&server, &text).await.0, 503, "{built:?}");
    }
}

#[tokio::test]
async fn a_server_of_one_line_has_the_defaults() {
    // The port is free again when the server takes it.
    let free = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = free.local_addr().unwrap();
    drop(free);
    let serving = tokio::spawn(a2t::serve(address, tools(), Probe::default()));
    let connect = async || loop {
        match tokio::net::TcpStream::connect(address).await {
            Ok(stream) => return crate::sockets::Client::new(stream),
            Err(_) => tokio::time::sleep(Duration::from_millis(5)).await,
        }
    };
    let text = call((Built::New, Spoken::A2t), "fail", 0);
    let large = call((Built::New, Spoken::A2t), "fail", 256 * 1024);
    let head = with(&text, &format!("x: {}", "y".repeat(33_000)));
    let foreign = text.replacen("host: localhost", "host: evil.example.com", 1);
    let unknown = request("GET", "/elsewhere", "");
    for (text, status) in
        [(&text, 500), (&large, 413), (&head, 431), (&foreign, 421), (&unknown, 404)]
    {
        let answer = connect().await.ask(text).await;
        assert_eq!(answer.status, status);
        assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{status}");
    }
    serving.abort();
}

#[tokio::test]
async fn unknown_paths_of_every_server_are_explained() {
    for built in BUILT {
        let server = start(built, &Limits::new()).await;
        for (method, path) in [("GET", "/"), ("POST", "/elsewhere"), ("GET", "/v1/elsewhere")] {
            let text = with(&request(method, path, ""), "x-request-id: 7f9c");
            let answer = server.connect().await.ask(&text).await;
            assert_eq!((answer.status, answer.kind()), (404, "not-found".to_owned()), "{path}");
            let text = answer.text();
            assert!(built == Built::New || text.contains("nothing at this path"), "{text}");
            assert!(text.contains(r#""request_id":"7f9c""#), "{built:?} {text}");
        }
    }
}

#[tokio::test]
async fn what_a_program_answers_to_unknown_paths_is_kept() {
    let marked = tower_http::set_header::SetResponseHeaderLayer::overriding(
        http::HeaderName::from_static("x-layer"),
        http::HeaderValue::from_static("yes"),
    );
    let own = |router: Router| Server::from_router(router.layer(marked.clone()));
    let ask = async |server: Server<a2t::Routes>, path: &str| {
        let server = Running::of(server, Probe::default()).await;
        let answer = server.connect().await.ask(&request("GET", path, "")).await;
        assert_eq!(answer.header("x-layer"), Some("yes"));
        (answer.status, answer.header("content-type").map(str::to_owned), answer.text())
    };
    let probe = Probe::default();
    let router = own_router(&probe).fallback(async || (StatusCode::NOT_FOUND, "mine"));
    let text = Some("text/plain; charset=utf-8".to_owned());
    assert_eq!(ask(own(router), "/none").await, (404, text.clone(), "mine".to_owned()));
    let router = own_router(&probe).fallback(async || (StatusCode::IM_A_TEAPOT, ""));
    assert_eq!(ask(own(router), "/none").await, (418, text, String::new()));
    // A route that knows no such item.
    let router = own_router(&probe).route("/items/{id}", get(async || StatusCode::NOT_FOUND));
    assert_eq!(ask(own(router), "/items/7").await, (404, None, String::new()));
    let (status, media, _) = ask(own(own_router(&probe)), "/none").await;
    assert_eq!((status, media.as_deref()), (404, Some("application/problem+json")));
}

#[tokio::test]
async fn settings_that_no_request_could_meet_are_refused_when_the_server_is_bound() {
    let server = || Server::new(tools(), Probe::default());
    let health = Health::new();
    for (server, words) in [
        (server().allow_host("https://tools.example.com"), "host `https://tools.example.com`"),
        (server().allow_host("*.example.com"), "host `*.example.com`"),
        (server().allow_host(""), "host ``"),
        (server().allow_origin("app.example.com"), "origin `app.example.com`"),
        (server().allow_origin("https://app.example.com/"), "origin `https://app.example.com/`"),
        (server().trusted_proxy([10, 0, 0, 0], 33), "10.0.0.0 in `Server::trusted_proxy`"),
        (server().trusted_proxy([10, 0, 0, 0], 255), "more than 32 bits"),
        (server().trusted_proxy([0xfd00, 0, 0, 0, 0, 0, 0, 0], 129), "more than 128 bits"),
        (server().health(health.clone().live("livez")), "path `livez` of a probe"),
        (server().health(health.live("/readyz")), "both probes have the path `/readyz`"),
    ] {
        let error = server.bind("127.0.0.1:0").await.unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
    for server in [
        server()
            .allow_host("tools.example.com:8443")
            .allow_host("::1")
            .allow_host("[::1]:80")
            .allow_origin("null"),
        server().trusted_proxy([0, 0, 0, 0], 0).allow_origin("moz-extension://a-b-c"),
    ] {
        drop(server.bind("127.0.0.1:0").await.unwrap());
    }
}

fn rap_call(tool: &str, id: &str, callback: &str) -> String {
    let call = serde_json::json!({"operation": tool, "id": id, "group_id": id, "arguments": {},
        "callback_url": callback});
    request("POST", "/invoke", &call.to_string())
}

fn at(built: Built, text: &str) -> String {
    let root = if built == Built::Nested { "/v1/rap" } else { "/rap" };
    text.replacen("POST ", &format!("POST {root}"), 1)
}

#[tokio::test(start_paused = true)]
async fn the_time_for_a_cancelled_call_of_rap_holds_in_every_server() {
    let limits = rap::WorkerLimits::new().cancel_grace(Duration::from_millis(100));
    for (built, server) in with_rap(|rap| rap.limits(limits)).await {
        let text = at(built, &rap_call("nap", "1", "http://127.0.0.1:9/"));
        assert_eq!(ask(&server, &text).await.0, 200, "{built:?}");
        server.probe.until_started(1).await;
        let begun = tokio::time::Instant::now();
        let cancel =
            request("POST", "/cancel_tool_call", r#"{"thread_id":"1","tool_call_id":"1"}"#);
        assert_eq!(ask(&server, &at(built, &cancel)).await.0, 200, "{built:?}");
        while server.probe.ended.load(Ordering::SeqCst) == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!(begun.elapsed() < Duration::from_secs(4), "{built:?} {:?}", begun.elapsed());
    }
}

#[tokio::test]
async fn the_number_of_callbacks_at_one_time_holds_in_every_server() {
    for (built, server) in with_rap(|rap| rap.max_concurrent_deliveries(1)).await {
        // A receiver that takes connections and answers nothing.
        let receiver = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let callback = format!("http://{}/", receiver.local_addr().unwrap());
        for id in ["1", "2", "3"] {
            let text = at(built, &rap_call("fail", id, &callback));
            assert_eq!(ask(&server, &text).await.0, 200, "{built:?}");
        }
        let _first = receiver.accept().await.unwrap();
        let second = tokio::time::timeout(Duration::from_millis(300), receiver.accept()).await;
        assert!(second.is_err(), "{built:?}");
    }
}
