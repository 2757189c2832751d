//! A server that authenticates: its layer, and what else of it knows callers.

use std::net::SocketAddr;

use a2t::{AuthError, Caller, RateLimit, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot::{Sender, channel};

use crate::rig::{by_token, id, toolset};

/// The address of a server that stops with the sender.
async fn serve(server: Server) -> (SocketAddr, Sender<()>) {
    let server = server.bind("127.0.0.1:0").await.unwrap();
    let address = server.local_addr();
    let (stop, stopped) = channel::<()>();
    tokio::spawn(server.serve_until(async move { drop(stopped.await) }));
    (address, stop)
}

/// The reply to a request with these headers, whole.
async fn exchange(address: SocketAddr, line: &str, headers: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let length = body.len();
    let request = format!(
        "{line} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await.unwrap();
    reply
}

/// The status of a page of tools for this token.
async fn status(address: SocketAddr, token: &str) -> u16 {
    let headers = format!("authorization: Bearer {token}\r\n");
    let reply = exchange(address, "GET /tools", &headers, "").await;
    reply.split(' ').nth(1).unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_server_takes_the_layer() {
    let layer =
        a2t::authenticate(async |_: http::request::Parts| Err::<Caller, _>(AuthError::missing()));
    let (address, _stop) = serve(Server::new(toolset(), ()).authenticate(layer)).await;
    let reply = exchange(address, "GET /tools", "", "").await;
    assert!(reply.starts_with("HTTP/1.1 401 "), "{reply}");
    assert!(reply.contains("www-authenticate: Bearer realm=\"tools\"\r\n"), "{reply}");
}

#[tokio::test]
async fn a_rate_is_of_a_caller_whatever_its_token_and_address() {
    // Set in either order, the limit knows the caller.
    let limit = || RateLimit::per_minute(1).burst(2);
    let bare = || Server::new(toolset(), ());
    let servers = [
        bare().authenticate(a2t::authenticate(by_token)).rate_limit(limit()),
        bare().rate_limit(limit()).authenticate(a2t::authenticate(by_token)),
    ];
    for server in servers {
        let (address, _stop) = serve(server).await;
        let asked =
            ["alice/r", "alice/w", "alice/rw", "bob/r", "mallory/r", "mallory/r", "bob/r", "bob/r"];
        let mut answered = Vec::new();
        for token in asked {
            answered.push(status(address, token).await);
        }
        // Calls that authentication refuses count for no caller.
        assert_eq!(answered, [200, 200, 429, 200, 401, 401, 200, 429]);
    }
}

#[tokio::test]
async fn a_limit_before_the_layer_slows_those_who_guess() {
    let guesses = RateLimit::per_minute(1).burst(3);
    let server = Server::new(toolset(), ()).authenticate((guesses, a2t::authenticate(by_token)));
    let (address, _stop) = serve(server).await;
    for expected in [401, 401, 401, 429] {
        assert_eq!(status(address, "mallory/r").await, expected);
    }
}

#[tokio::test]
async fn a_key_is_of_a_caller_whatever_its_token() {
    let server = Server::new(toolset(), ()).authenticate(a2t::authenticate(by_token));
    let (address, _stop) = serve(server).await;
    let line = format!("POST /tools/{}:invoke", id(&toolset(), "greet"));
    let call = async |token: &str| {
        let headers = format!(
            "authorization: Bearer {token}\r\ncontent-type: application/json\r\nidempotency-key: \"k\"\r\n"
        );
        exchange(address, &line, &headers, r#"{"input_parameters":[]}"#).await
    };
    let replayed = |reply: &str| reply.contains("idempotent-replayed: true");
    let first = call("alice/r").await;
    assert!(first.starts_with("HTTP/1.1 200 ") && !replayed(&first), "{first}");
    // The token was renewed, with other scopes.
    assert!(replayed(&call("alice/rw").await));
    let of_bob = call("bob/r").await;
    assert!(!replayed(&of_bob) && of_bob.contains("bob"), "{of_bob}");
}
