//! TLS: handshakes, certificates that are renewed, those of clients, and connections that end.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t::tls::{Certificates, PeerCertificates};
use a2t::{AuthError, Caller, Limits};
use http::request::Parts;
use rustls::RootCertStore;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::PrivateKeyDer;
use rustls::server::WebPkiClientVerifier;
use tls::{
    ADD, BUILT, Identity, Running, ask, config, path, receive, send, signed, trusting, until, wait,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{sleep, timeout};

const MOMENT: Duration = Duration::from_secs(10);

#[tokio::test]
async fn a_call_goes_over_tls() {
    let identity = Identity::new();
    let server = Running::of(|server| server.tls(&identity.certificates())).await;
    let mut client = server.connect(&identity.der, "http/1.1").await;
    assert_eq!(client.get_ref().1.alpn_protocol(), Some(&b"http/1.1"[..]));
    for _ in 0..2 {
        let reply = ask(&mut client, &path(1), ADD).await;
        assert!(reply.starts_with("HTTP/1.1 200 ") && reply.contains("\"value\":3"), "{reply}");
    }
    let problem = ask(&mut client, "/nothing", "").await;
    assert!(problem.contains("application/problem+json"), "{problem}");
}

#[tokio::test]
async fn clients_that_do_not_shake_hands_are_closed_and_reported_to_the_operator() {
    let identity = Identity::new();
    let reports = Arc::new(Mutex::new(Vec::new()));
    let (telling, limits) =
        (Arc::clone(&reports), Limits::new().header_read_timeout(Duration::from_millis(300)));
    let server = Running::of(|server| {
        let server = server.limits(limits).tls(&identity.certificates());
        server.on_tls_error(move |_, error| telling.lock().unwrap().push(error.kind()))
    })
    .await;
    // In the clear, noise, silence, and a greeting that never ends.
    let slow: Vec<u8> = [&[0x16, 3, 1, 2, 0][..], &[1; 40]].concat();
    for words in [&b"GET /tools HTTP/1.1\r\nhost: localhost\r\n\r\n"[..], &[0xff; 64], b"", &slow] {
        let mut socket = server.socket().await;
        socket.write_all(words).await.unwrap();
        let mut answer = Vec::new();
        let ended = timeout(MOMENT, socket.read_to_end(&mut answer)).await;
        let _ = ended.expect("the server closes");
        assert!(!answer.starts_with(b"HTTP"), "{answer:?}");
    }
    until(|| reports.lock().unwrap().len() == 4).await;
    let mut client = server.connect(&identity.der, "http/1.1").await;
    assert!(ask(&mut client, &path(1), ADD).await.starts_with("HTTP/1.1 200 "));
}

#[tokio::test]
async fn every_server_speaks_tls_and_reports_handshakes_that_fail() {
    for built in BUILT {
        let (identity, reports) = (Identity::new(), Arc::new(Mutex::new(0)));
        let telling = Arc::clone(&reports);
        let server = Running::built(built, |setting| {
            setting.tls = Some(identity.certificates());
            setting.on_tls_error = Some(Arc::new(move || *telling.lock().unwrap() += 1));
        })
        .await;
        let mut client = server.connect(&identity.der, "http/1.1").await;
        let reply = ask(&mut client, &built.path(1), ADD).await;
        assert!(reply.starts_with("HTTP/1.1 200 "), "{built:?} {reply}");
        let mut socket = server.socket().await;
        socket.write_all(b"GET /tools HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
        until(|| *reports.lock().unwrap() == 1).await;
    }
}

#[tokio::test]
async fn slow_handshakes_shut_no_client_out() {
    let identity = Identity::new();
    let limits = Limits::new().header_read_timeout(MOMENT);
    let server = Running::of(|server| server.limits(limits).tls(&identity.certificates())).await;
    let mut slow = Vec::new();
    for _ in 0..100 {
        let mut socket = server.socket().await;
        socket.write_all(&[0x16, 3, 1]).await.unwrap();
        slow.push(socket);
    }
    let mut client = server.connect(&identity.der, "http/1.1").await;
    assert!(ask(&mut client, &path(1), ADD).await.starts_with("HTTP/1.1 200 "));
    // Nor does one keep the server from stopping.
    timeout(MOMENT / 2, server.stopped()).await.expect("handshakes are not waited for");
}

#[tokio::test]
async fn connections_beyond_the_limit_are_closed_without_an_answer() {
    let identity = Identity::new();
    let limits = Limits::new().max_connections(1);
    let server = Running::of(|server| server.limits(limits).tls(&identity.certificates())).await;
    let mut client = server.connect(&identity.der, "http/1.1").await;
    assert!(ask(&mut client, &path(1), ADD).await.starts_with("HTTP/1.1 200 "));
    let mut answer = Vec::new();
    let mut second = server.socket().await;
    let ended = timeout(MOMENT, second.read_to_end(&mut answer)).await;
    assert!(ended.expect("the server closes").is_ok() && answer.is_empty(), "{answer:?}");
}

#[tokio::test]
async fn renewed_certificates_are_shown_from_then_on() {
    let mut identity = Identity::new();
    let certificates = identity.certificates();
    let server = Running::of(|server| server.tls(&certificates)).await;
    let first = identity.der.clone();
    let mut kept = server.connect(&first, "http/1.1").await;
    identity.replace();
    let mut unrenewed = server.connect(&first, "http/1.1").await;
    certificates.renew().unwrap();
    assert!(server.connect_by(config(&first, "http/1.1")).await.is_err());
    let mut renewed = server.connect(&identity.der, "http/1.1").await;
    for client in [&mut kept, &mut unrenewed, &mut renewed] {
        assert!(ask(client, &path(1), ADD).await.starts_with("HTTP/1.1 200 "));
    }
    // Files that are not good change nothing.
    let [chain, _] = identity.files();
    std::fs::write(&chain, "half of a file").unwrap();
    let error = certificates.renew().unwrap_err().to_string();
    assert!(error.contains("chain.pem: expected certificates in PEM"), "{error}");
    server.connect(&identity.der, "http/1.1").await;
}

#[test]
fn files_that_are_not_a_chain_and_its_key_are_named() {
    let (identity, other) = (Identity::new(), Identity::new());
    let ([chain, key], [_, foreign]) = (identity.files(), other.files());
    let secret = std::fs::read_to_string(&foreign).unwrap();
    let nowhere = chain.with_file_name("nowhere.pem");
    for (chain, key, words) in [
        (&nowhere, &key, "nowhere.pem: expected certificates in PEM"),
        (&chain, &nowhere, "nowhere.pem: expected the certificate's private key in PEM"),
        (
            &key,
            &key,
            "key.pem: expected certificates in PEM, the server's own first: there is none",
        ),
        (&chain, &chain, "chain.pem: expected the certificate's private key"),
        (&chain, &foreign, "key.pem: expected the certificate's private key"),
    ] {
        let error = format!("{0} {0:?}", Certificates::read(chain, key).unwrap_err());
        assert!(error.contains(words), "{error}");
        assert!(!secret.lines().any(|line| error.contains(line)), "{error}");
    }
    let shown = format!("{:?}", identity.certificates());
    let own = std::fs::read_to_string(&key).unwrap();
    assert!(!own.lines().any(|line| shown.contains(line)), "{shown}");
}

async fn by_certificate(known: Vec<u8>, head: Parts) -> Result<Caller, AuthError> {
    let shown = head.extensions.get::<PeerCertificates>().ok_or_else(AuthError::missing)?;
    match shown.as_slice() {
        [own, ..] if own.as_ref() == known => Ok(Caller::new("alice")),
        _ => Err(AuthError::invalid_token("no caller has this certificate")),
    }
}

#[tokio::test]
async fn callers_are_known_by_their_certificates() {
    let identity = Identity::new();
    let (alice, key) = signed();
    let mut roots = RootCertStore::empty();
    roots.add(alice.der().clone()).unwrap();
    let provider = Arc::new(default_provider());
    let verifier =
        WebPkiClientVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider));
    let verifier = verifier.allow_unauthenticated().build().unwrap();
    let config = rustls::ServerConfig::builder_with_provider(provider);
    let config = config.with_safe_default_protocol_versions().unwrap();
    let config = config.with_client_cert_verifier(verifier);
    let config = config.with_cert_resolver(Arc::new(identity.certificates()));
    let known = alice.der().to_vec();
    let layer = a2t::authenticate(move |head: Parts| by_certificate(known.clone(), head));
    let server = Running::of(|server| server.tls(config).authenticate(layer)).await;

    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let shown =
        trusting(&identity.der).with_client_auth_cert(vec![alice.der().clone()], key).unwrap();
    let mut client = server.connect_by(shown).await.unwrap();
    assert!(ask(&mut client, &path(1), ADD).await.starts_with("HTTP/1.1 200 "));
    let mut nobody = server.connect(&identity.der, "http/1.1").await;
    assert!(ask(&mut nobody, &path(1), ADD).await.starts_with("HTTP/1.1 401 "));
}

#[tokio::test]
async fn a_stopping_server_ends_the_calls_that_it_has_begun() {
    let identity = Identity::new();
    let mut server = Running::of(|server| server.tls(&identity.certificates())).await;
    let mut busy = server.connect(&identity.der, "http/1.1").await;
    let mut idle = server.connect(&identity.der, "http/1.1").await;
    send(&mut busy, &path(2), &wait(800)).await;
    until(|| server.runs.begun() == 1).await;
    server.stop();
    let reply = receive(&mut busy).await;
    assert!(reply.starts_with("HTTP/1.1 200 ") && reply.contains("connection: close"), "{reply}");
    // A polite end, and not a socket that is gone.
    assert_eq!(idle.read(&mut [0; 16]).await.unwrap(), 0);
    server.stopped().await;
}

#[tokio::test]
async fn tools_end_with_their_client_or_do_not_as_they_say() {
    let identity = Identity::new();
    let server = Running::of(|server| server.tls(&identity.certificates())).await;
    for (tool, ended) in [(3, 0), (2, 1)] {
        let begun = server.runs.begun();
        let mut client = server.connect(&identity.der, "http/1.1").await;
        send(&mut client, &path(tool), &wait(400)).await;
        until(|| server.runs.begun() > begun).await;
        client.shutdown().await.unwrap();
        drop(client);
        sleep(Duration::from_millis(900)).await;
        assert_eq!(server.runs.ended(), ended, "{tool}");
    }
}
