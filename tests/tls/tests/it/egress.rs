//! Guarded requests over HTTP/2, which a server may choose in a program that has the feature `client-http2`.
//!
//! A guard trusts what the system trusts, so the test runs again in a child whose `SSL_CERT_FILE` has the certificate.

use std::env::var;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use a2t_webhook::egress::{Error, Guard, HeaderMap, Policy};
use bytes::Bytes;
use h2::server::SendResponse;
use h2::{Reason, RecvStream};
use http::{Request, Response};
use tls::{Identity, server_config};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

const REPLY_MAX: usize = 1_000;

/// Listens with this certificate for connections of HTTP/2 and no others: its port, and the number of connections.
async fn listen(identity: &Identity) -> (u16, Arc<AtomicUsize>) {
    let acceptor = TlsAcceptor::from(Arc::new(server_config(identity, &[b"h2"])));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let connections = Arc::new(AtomicUsize::new(0));
    let counted = connections.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            counted.fetch_add(1, Ordering::SeqCst);
            let stream = acceptor.accept(stream).await.unwrap();
            tokio::spawn(async move {
                let mut connection = h2::server::handshake(stream).await.unwrap();
                while let Some(Ok((request, respond))) = connection.accept().await {
                    tokio::spawn(answer(request, respond));
                }
            });
        }
    });
    (port, connections)
}

/// Does with a request what its path names.
async fn answer(request: Request<RecvStream>, mut respond: SendResponse<Bytes>) {
    let (head, mut body) = request.into_parts();
    let mut sent = Vec::new();
    while let Some(Ok(part)) = body.data().await {
        body.flow_control().release_capacity(part.len()).unwrap();
        sent.extend_from_slice(&part);
    }
    let authority = head.uri.authority().unwrap().as_str();
    let reply = Response::builder()
        .header("x-authority", authority)
        .header("x-content-type", head.headers["content-type"].clone())
        .header("location", format!("https://{authority}/echo"));
    let (status, body) = match head.uri.path() {
        "/echo" => (200, sent),
        "/moved" => (302, Vec::new()),
        "/long" => (200, vec![b'x'; REPLY_MAX + 1]),
        "/reset" => return respond.send_reset(Reason::INTERNAL_ERROR),
        _ => return tokio::time::sleep(Duration::from_secs(60)).await,
    };
    let reply = reply.status(status).body(()).unwrap();
    respond.send_response(reply, false).unwrap().send_data(body.into(), true).unwrap();
}

#[tokio::test]
async fn a_guarded_request_over_http2_has_the_limits_of_its_policy() {
    let Ok(port) = var("A2T_EGRESS_TEST_PORT") else {
        let identity = Identity::new();
        let (port, connections) = listen(&identity).await;
        let mut child = Command::new(std::env::current_exe().unwrap());
        let [chain, _] = identity.files();
        child
            .args(["--exact", "egress::a_guarded_request_over_http2_has_the_limits_of_its_policy"]);
        child.env("SSL_CERT_FILE", chain).env("A2T_EGRESS_TEST_PORT", port.to_string());
        let output = tokio::task::spawn_blocking(move || child.output()).await.unwrap().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        assert_eq!(connections.load(Ordering::SeqCst), 1, "requests share a connection");
        return;
    };
    let policy = Policy::default().allow_loopback().max_reply_bytes(REPLY_MAX);
    let guard = Guard::new(policy.timeout(Duration::from_secs(3))).unwrap();
    let url = |path: &str| format!("https://localhost:{port}/{path}");
    let post = async |path: &str| guard.post(&url(path), HeaderMap::new(), "{}").await;

    let reply = post("echo").await.unwrap();
    assert_eq!((reply.status().as_u16(), &reply.headers()["x-content-type"]), (200, &json()));
    assert_eq!(reply.headers()["x-authority"], format!("localhost:{port}"));
    assert_eq!(reply.body().await.unwrap(), b"{}");
    // Where it leads to was not checked.
    assert_eq!(post("moved").await.unwrap().status(), 302);
    let long = post("long").await.unwrap().body().await.unwrap_err();
    assert!(matches!(long, Error::TooLarge { max: REPLY_MAX, .. }), "{long}");
    let reset = post("reset").await.unwrap_err();
    assert!(matches!(reset, Error::Unreachable { .. }), "{reset}");
    let late = post("never").await.unwrap_err();
    assert!(matches!(late, Error::TimedOut { .. }), "{late}");
    // The connection that was made is not used for it.
    let strict = Guard::new(Policy::default().allow_any_port()).unwrap();
    let refused = strict.post(&url("echo"), HeaderMap::new(), "{}").await.unwrap_err();
    assert!(matches!(refused, Error::Refused(_)), "{refused}");
}

fn json() -> http::HeaderValue {
    http::HeaderValue::from_static("application/json")
}
