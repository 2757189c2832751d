//! Callers: the address behind trusted proxies, and the rate of each.

use a2t::{ClientAddress, RateLimit, Server, Toolset};
use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use std::net::SocketAddr;
use tower::ServiceExt;

use crate::sockets::{Running, request};
use crate::tools::Probe;

/// Tells the address of its caller.
///
/// # Returns
/// The address.
#[a2t::tool(version = 1, id = "00000000-0000-4000-8000-000000000001")]
async fn whereabouts(#[a2t(context)] ClientAddress(client): ClientAddress) -> String {
    client.to_string()
}

fn tools() -> Toolset<()> {
    a2t::toolset![whereabouts]
}

fn call(header: &str) -> String {
    let path = "/tools/00000000-0000-4000-8000-000000000001:invoke";
    request("POST", path, r#"{"input_parameters":[]}"#).replacen(
        "\r\n",
        &format!("\r\n{header}"),
        1,
    )
}

async fn caller_of(server: Server, header: &str) -> String {
    let server = Running::of(server, Probe::default()).await;
    let reply = server.connect().await.ask(&call(header)).await;
    reply.text().split('"').rev().nth(1).unwrap().to_owned()
}

#[tokio::test]
async fn a_proxy_is_believed_if_it_is_trusted() {
    let header = "x-forwarded-for: 198.51.100.7\r\n";
    assert_eq!(caller_of(Server::new(tools(), ()), header).await, "127.0.0.1");
    let trusting = || Server::new(tools(), ()).trusted_proxy([127, 0, 0, 0], 8);
    assert_eq!(caller_of(trusting(), header).await, "198.51.100.7");
    assert_eq!(
        caller_of(trusting(), "forwarded: for=\"[2001:db8::7]:1\"\r\n").await,
        "2001:db8::7"
    );
    assert_eq!(caller_of(trusting(), "").await, "127.0.0.1");
}

/// Returns whether the caller is on the server's own machine.
///
/// # Returns
/// True for an address of this machine.
#[a2t::tool(version = 1, id = "00000000-0000-4000-8000-000000000002")]
async fn is_local(#[a2t(context)] client: Option<ClientAddress>) -> bool {
    client.is_some_and(|ClientAddress(client)| client.is_loopback())
}

#[tokio::test]
async fn a_client_that_the_proxy_does_not_report_is_not_taken_for_the_proxy() {
    let server = Server::new(a2t::toolset![whereabouts, is_local], ());
    let server = server.trusted_proxy([127, 0, 0, 1], 32);
    let server = Running::of(server, Probe::default()).await;
    let by = |tool: u8, header: &[u8]| {
        let text = call("").replace("000000000001:", &format!("00000000000{tool}:"));
        let (line, rest) = text.split_once("\r\n").unwrap();
        [line.as_bytes(), b"\r\n", header, b"\r\n", rest.as_bytes()].concat()
    };
    let ask = async |bytes: Vec<u8>| {
        let mut client = server.connect().await;
        client.send(bytes).await;
        let answer = client.response().await;
        (answer.status, answer.text())
    };
    for header in [
        &b"x-forwarded-for: \xff"[..],
        b"x-forwarded-for: 127.0.0.1, \xe9",
        b"x-forwarded-for: unknown",
        b"x-forwarded-for: ",
        b"forwarded: for=_proxy",
        b"forwarded: for=127.0.0.1\r\nx-forwarded-for: 198.51.100.7",
    ] {
        let (status, body) = ask(by(2, header)).await;
        assert!(status == 200 && body.contains("\"value\":false"), "{header:?} {body}");
        let (status, _) = ask(by(1, header)).await;
        assert_eq!(status, 500, "{header:?}");
    }
    // A byte that the client put before what the proxy appended changes nothing.
    let (status, body) = ask(by(1, b"x-forwarded-for: \xff, 198.51.100.7")).await;
    assert!(status == 200 && body.contains("198.51.100.7"), "{body}");
    // They have one rate together.
    let server = Server::new(a2t::toolset![is_local], ()).rate_limit(RateLimit::per_minute(1));
    let server = Running::of(server.trusted_proxy([127, 0, 0, 1], 32), Probe::default()).await;
    for (header, status) in [(&b"forwarded: for=a"[..], 200), (b"x-forwarded-for: \xff", 429)] {
        let mut client = server.connect().await;
        client.send(by(2, header)).await;
        assert_eq!(client.response().await.status, status);
    }
}

#[tokio::test]
async fn callers_beyond_their_rate_are_refused_and_others_are_not() {
    let limit = RateLimit::per_minute(1).burst(2);
    let server = Server::new(tools(), ()).trusted_proxy([127, 0, 0, 1], 32).rate_limit(limit);
    let server = Running::of(server, Probe::default()).await;
    let mut client = server.connect().await;
    let from = |address: &str| call(&format!("x-forwarded-for: {address}\r\n"));
    for _ in 0..2 {
        assert_eq!(client.ask(&from("198.51.100.7")).await.status, 200);
    }
    let refused = client.ask(&from("198.51.100.7")).await;
    assert_eq!((refused.status, refused.kind()), (429, "rate-limited".to_owned()));
    let wait: u32 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
    assert_eq!(client.ask(&from("198.51.100.8")).await.status, 200);
    // One customer has all of these.
    for (last, status) in [(1, 200), (2, 200), (3, 429)] {
        assert_eq!(client.ask(&from(&format!("2001:db8::{last}"))).await.status, status);
    }
    assert_eq!(client.ask(&from("2001:db8:0:1::1")).await.status, 200);
}

#[tokio::test]
async fn a_router_of_another_server_is_limited_by_a_layer() {
    let router: Router = tools().into_router().layer(RateLimit::per_minute(1));
    let ask = async |address: Option<[u8; 4]>| {
        let mut request = Request::get("/tools").body(Body::empty()).unwrap();
        if let Some(address) = address {
            request.extensions_mut().insert(ConnectInfo(SocketAddr::from((address, 1))));
        }
        router.clone().oneshot(request).await.unwrap().status().as_u16()
    };
    // Those without a known address are one caller.
    assert_eq!((ask(None).await, ask(None).await), (200, 429));
    assert_eq!((ask(Some([1, 1, 1, 1])).await, ask(Some([1, 1, 1, 1])).await), (200, 429));
    assert_eq!(ask(Some([1, 1, 1, 2])).await, 200);
}
