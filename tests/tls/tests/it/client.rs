//! The client over TLS: which certificates it trusts and presents, HTTP/2, and the tunnel of a
//! proxy.

use std::sync::{Arc, Mutex};

use a2t::client::{self, Builder, Client, Kind, Retry, reqwest};
use rustls::RootCertStore;
use rustls::crypto::ring::default_provider;
use rustls::server::WebPkiClientVerifier;
use tls::{Identity, Running, signed};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};

fn builder(server: &Running, identity: &Identity) -> Builder {
    to(&format!("https://localhost:{}", server.address.port()), identity)
}

/// A client of a server elsewhere, which only a proxy reaches.
fn elsewhere(identity: &Identity) -> Builder {
    to("https://vendor.invalid", identity)
}

fn to(url: &str, identity: &Identity) -> Builder {
    let [chain, _] = identity.files();
    let builder = Client::builder(url).retry(Retry::Never);
    builder.root_certificates(std::fs::read(chain).unwrap())
}

async fn add(client: &Client) -> client::Result<i64> {
    let outputs = tls::call(client).await?;
    Ok(outputs[0].1.as_i64().unwrap())
}

#[tokio::test]
async fn a_certificate_is_trusted_that_the_program_names_and_no_other() {
    let identity = Identity::new();
    let server = Running::of(|server| server.tls(&identity.certificates())).await;
    let known = builder(&server, &identity).build().unwrap();
    assert_eq!(add(&known).await.unwrap(), 3);
    assert_eq!(known.tools().await.unwrap().len(), 4);
    let stranger = Client::builder(known.url()).retry(Retry::Never).build().unwrap();
    let error = add(&stranger).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Connect { .. }), "{error}");
    assert!(error.to_string().contains("certificate"), "{error}");
}

#[tokio::test]
async fn http_2_is_spoken_where_it_is_offered_and_calls_share_its_connection() {
    let identity = Identity::new();
    let certificates = identity.certificates();
    let server = Running::of(|server| server.tls(&certificates).allow_host("vendor.invalid")).await;
    let (tap, connections) = tapped(server.address.port()).await;
    let client = elsewhere(&identity).proxy(tap).build().unwrap();
    add(&client).await.unwrap();
    let calls = (0..20).map(|_| {
        let client = client.clone();
        tokio::spawn(async move { add(&client).await.unwrap() })
    });
    for call in calls.collect::<Vec<_>>() {
        assert_eq!(call.await.unwrap(), 3);
    }
    assert_eq!(connections.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_program_shows_its_certificate_to_a_server_that_asks() {
    let identity = Identity::new();
    let (alice, key) = signed();
    let mut known = RootCertStore::empty();
    known.add(alice.der().clone()).unwrap();
    let provider = Arc::new(default_provider());
    let verifier =
        WebPkiClientVerifier::builder_with_provider(Arc::new(known), provider.clone()).build();
    let config = rustls::ServerConfig::builder_with_provider(provider);
    let config = config.with_safe_default_protocol_versions().unwrap();
    let config = config.with_client_cert_verifier(verifier.unwrap());
    let config = config.with_cert_resolver(Arc::new(identity.certificates()));
    let server = Running::of(|server| server.tls(config)).await;

    let pem = format!("{}{}", alice.pem(), key.serialize_pem());
    let own = client::Identity::from_pem(pem).unwrap();
    assert!(!format!("{own:?}").contains("PRIVATE"));
    let client = builder(&server, &identity).identity(own).build().unwrap();
    assert_eq!(add(&client).await.unwrap(), 3);
    let nobody = builder(&server, &identity).build().unwrap();
    let error = add(&nobody).await.unwrap_err();
    assert!(error.is_retryable(), "{error}");
}

/// A proxy that always tunnels to this port, and the heads that it read.
async fn tapped(port: u16) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://ada:s3cret@{}", listener.local_addr().unwrap());
    let heads = Arc::new(Mutex::new(Vec::new()));
    let seen = heads.clone();
    tokio::spawn(async move {
        for _ in 0..100 {
            let (mut inner, _) = listener.accept().await.unwrap();
            let mut head = vec![0; 4096];
            let count = inner.read(&mut head).await.unwrap();
            let head = String::from_utf8_lossy(&head[..count]).into_owned();
            seen.lock().unwrap().push(head);
            inner.write_all(b"HTTP/1.1 200 Connected\r\n\r\n").await.unwrap();
            let mut outer = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
            tokio::spawn(async move { copy_bidirectional(&mut inner, &mut outer).await });
        }
    });
    (url, heads)
}

#[tokio::test]
async fn a_proxy_tunnels_what_it_cannot_read() {
    let identity = Identity::new();
    let certificates = identity.certificates();
    let server = Running::of(|server| server.tls(&certificates).allow_host("vendor.invalid")).await;
    let (proxy, heads) = tapped(server.address.port()).await;
    let client = elsewhere(&identity).bearer_token("t0ken").proxy(proxy).build().unwrap();
    assert_eq!(add(&client).await.unwrap(), 3);
    assert_eq!(add(&client).await.unwrap(), 3);
    let heads = heads.lock().unwrap();
    let [head] = heads.as_slice() else { panic!("{heads:?}") };
    assert!(head.starts_with("CONNECT vendor.invalid:443 "), "{head}");
    assert!(head.contains("Proxy-Authorization: Basic YWRhOnMzY3JldA=="), "{head}");
    assert!(!head.contains("t0ken"), "{head}");
}

#[tokio::test]
async fn reqwest_of_the_program_s_own_has_its_certificates() {
    let identity = Identity::new();
    let server = Running::of(|server| server.tls(&identity.certificates())).await;
    let [chain, _] = identity.files();
    let known = reqwest::Certificate::from_pem(&std::fs::read(chain).unwrap()).unwrap();
    let http = reqwest::Client::builder().no_proxy().tls_certs_merge([known]);
    let url = format!("https://localhost:{}", server.address.port());
    let client = Client::builder(url).reqwest(http).build().unwrap();
    assert_eq!(add(&client).await.unwrap(), 3);
}
