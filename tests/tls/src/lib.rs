//! What the tests share: a vendor, certificates that only they know, and clients.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_debug_implementations,
    missing_docs
)]

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use a2t::client::{self, Arguments, Client};
use a2t::tls::Certificates;
use a2t::{Server, Tool as _, ToolSignature};
use axum::extract::State;
use rcgen::{CertifiedKey, KeyPair, generate_simple_self_signed};
use rustls::crypto::ring::default_provider;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore, ServerConfig, ServerConnection, StreamOwned};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::sleep;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

/// Counts of what tools did.
#[derive(Clone, Default)]
pub struct Runs {
    pub begun: Arc<AtomicUsize>,
    pub ended: Arc<AtomicUsize>,
}

impl Runs {
    pub fn begun(&self) -> usize {
        self.begun.load(Ordering::SeqCst)
    }

    pub fn ended(&self) -> usize {
        self.ended.load(Ordering::SeqCst)
    }
}

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1, id = "00000000-0000-4000-8000-000000000001")]
async fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

/// Waits, and is done whoever has left.
///
/// # Returns
/// True.
#[a2t::tool(version = 1, id = "00000000-0000-4000-8000-000000000002")]
async fn finish(
    /// Milliseconds.
    time: u32,
    #[a2t(context)] State(runs): State<Runs>,
) -> bool {
    run(time, runs).await
}

/// Waits, and gives up with its client.
///
/// # Returns
/// True.
#[a2t::tool(version = 1, id = "00000000-0000-4000-8000-000000000003", on_disconnect = "cancel")]
async fn cancel(
    /// Milliseconds.
    time: u32,
    #[a2t(context)] State(runs): State<Runs>,
) -> bool {
    run(time, runs).await
}

/// Returns a long story.
///
/// # Returns
/// The story.
#[a2t::tool(version = 1, id = "00000000-0000-4000-8000-000000000004")]
async fn tell() -> String {
    "x".repeat(1 << 20)
}

async fn run(time: u32, runs: Runs) -> bool {
    runs.begun.fetch_add(1, Ordering::SeqCst);
    sleep(Duration::from_millis(time.into())).await;
    runs.ended.fetch_add(1, Ordering::SeqCst);
    true
}

/// That of the tool which [`ADD`] calls.
pub const SIGNATURE: &ToolSignature = add::SIGNATURE;

pub const ADD: &str = r#"{"input_parameters":[{"name":"a","value":1},{"name":"b","value":2}]}"#;

pub fn path(tool: u8) -> String {
    format!("/tools/00000000-0000-4000-8000-00000000000{tool}:invoke")
}

pub fn wait(milliseconds: u32) -> String {
    format!(r#"{{"input_parameters":[{{"name":"time","value":{milliseconds}}}]}}"#)
}

/// Calls the tool of [`SIGNATURE`] as [`ADD`] does.
pub async fn call(client: &Client) -> client::Result<Vec<(String, a2t::Value)>> {
    let mut arguments = Arguments::new();
    arguments.push("a", 1);
    arguments.push("b", 2);
    client.invoke(SIGNATURE, &arguments).await
}

/// A connection of a server that has a thread for each.
pub type Stream = StreamOwned<ServerConnection, std::net::TcpStream>;

/// The URL of a server on its own threads, which uses the first of these protocols that its client
/// offers (ALPN).
pub fn threads(
    identity: &Identity,
    protocols: &[&[u8]],
    connected: impl Fn(Stream) + Send + Sync + 'static,
) -> String {
    let (config, connected) = (Arc::new(server_config(identity, protocols)), Arc::new(connected));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://localhost:{}", listener.local_addr().unwrap().port());
    thread::spawn(move || {
        for stream in listener.incoming().take(1_000).flatten() {
            stream.set_nodelay(true).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
            let connection = ServerConnection::new(config.clone()).unwrap();
            let connected = connected.clone();
            thread::spawn(move || connected(StreamOwned::new(connection, stream)));
        }
    });
    url
}

/// The settings of a server with this certificate, which uses the first of these protocols that its client offers
/// (ALPN).
pub fn server_config(identity: &Identity, protocols: &[&[u8]]) -> ServerConfig {
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    let mut config = config.with_cert_resolver(Arc::new(identity.certificates()));
    config.alpn_protocols = protocols.iter().map(|protocol| protocol.to_vec()).collect();
    config
}

/// A certificate for `localhost` and `vendor.invalid` in files, and its bytes.
pub struct Identity {
    folder: PathBuf,
    pub der: CertificateDer<'static>,
}

impl Identity {
    pub fn new() -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("a2t-tls-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let der = write(&folder);
        Self { folder, der }
    }

    pub fn files(&self) -> [PathBuf; 2] {
        ["chain.pem", "key.pem"].map(|name| self.folder.join(name))
    }

    pub fn certificates(&self) -> Certificates {
        let [chain, key] = self.files();
        Certificates::read(chain, key).unwrap()
    }

    /// Another certificate in the same files.
    pub fn replace(&mut self) {
        self.der = write(&self.folder);
    }
}

impl Drop for Identity {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Default for Identity {
    fn default() -> Self {
        Self::new()
    }
}

fn write(folder: &Path) -> CertificateDer<'static> {
    let (cert, signing_key) = signed();
    std::fs::write(folder.join("chain.pem"), cert.pem()).unwrap();
    std::fs::write(folder.join("key.pem"), signing_key.serialize_pem()).unwrap();
    cert.der().clone()
}

pub fn signed() -> (rcgen::Certificate, KeyPair) {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(["localhost", "vendor.invalid"].map(str::to_owned)).unwrap();
    (cert, signing_key)
}

/// Ways to build a server.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Built {
    New,
    OfRouter,
    /// A router within a router, below `/v1`.
    Nested,
}

pub const BUILT: [Built; 3] = [Built::New, Built::OfRouter, Built::Nested];

impl Built {
    pub fn path(self, tool: u8) -> String {
        let root = if self == Self::Nested { "/v1" } else { "" };
        format!("{root}{}", path(tool))
    }
}

/// Settings that do not depend on how the server is built.
#[derive(Default)]
pub struct Setting {
    pub limits: a2t::Limits,
    pub tls: Option<Certificates>,
    pub on_tls_error: Option<Arc<dyn Fn() + Send + Sync>>,
}

impl Setting {
    fn set<S>(self, server: Server<S>) -> Server<S> {
        let mut server = server.limits(self.limits);
        if let Some(certificates) = &self.tls {
            server = server.tls(certificates);
        }
        if let Some(report) = self.on_tls_error {
            server = server.on_tls_error(move |_, _| report());
        }
        server
    }
}

/// A server that runs, with the counts of its tools.
pub struct Running {
    pub address: SocketAddr,
    pub runs: Runs,
    stop: Option<oneshot::Sender<()>>,
    serving: JoinHandle<Result<(), a2t::ServeError>>,
}

impl Running {
    pub async fn of(set: impl FnOnce(Server<Runs>) -> Server<Runs>) -> Self {
        let runs = Runs::default();
        let server = Server::new(a2t::toolset![add, finish, cancel, tell], runs.clone());
        Self::serving(set(server), runs).await
    }

    /// A server that is built this way, with the same settings in each.
    pub async fn built(built: Built, set: impl FnOnce(&mut Setting)) -> Self {
        let (runs, mut setting) = (Runs::default(), Setting::default());
        set(&mut setting);
        let tools = a2t::toolset![add, finish, cancel, tell];
        let own = || axum::Router::new().route("/own", axum::routing::get(async || "mine"));
        let router = match built {
            Built::New => {
                let server = Server::new(tools, runs.clone());
                return Self::serving(setting.set(server), runs).await;
            }
            Built::OfRouter => own().merge(tools.into_router().with_state(runs.clone())),
            Built::Nested => own().nest("/v1", tools.into_router().with_state(runs.clone())),
        };
        Self::serving(setting.set(Server::from_router(router)), runs).await
    }

    async fn serving<S>(server: Server<S>, runs: Runs) -> Self {
        let server = server.bind("127.0.0.1:0").await.unwrap();
        let address = server.local_addr();
        let (stop, stopped) = oneshot::channel();
        let serving = tokio::spawn(server.serve_until(async move { drop(stopped.await) }));
        Self { address, runs, stop: Some(stop), serving }
    }

    /// Has the server stop once it is dropped.
    pub fn stopper(&mut self) -> oneshot::Sender<()> {
        self.stop.take().unwrap()
    }

    /// Has the server stop.
    pub fn stop(&mut self) {
        drop(self.stop.take());
    }

    /// Waits until it has stopped.
    pub async fn stopped(mut self) {
        self.stop();
        self.serving.await.unwrap().unwrap();
    }

    pub async fn socket(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// A connection to a server with this certificate, speaking this version of HTTP.
    pub async fn connect(
        &self,
        known: &CertificateDer<'static>,
        version: &str,
    ) -> TlsStream<TcpStream> {
        self.connect_by(config(known, version)).await.unwrap()
    }

    pub async fn connect_by(&self, config: ClientConfig) -> std::io::Result<TlsStream<TcpStream>> {
        let name = ServerName::try_from("localhost").unwrap();
        TlsConnector::from(Arc::new(config)).connect(name, self.socket().await).await
    }
}

pub fn config(known: &CertificateDer<'static>, version: &str) -> ClientConfig {
    let mut config = trusting(known).with_no_client_auth();
    config.alpn_protocols = vec![version.as_bytes().to_vec()];
    config
}

pub fn trusting(
    known: &CertificateDer<'static>,
) -> rustls::ConfigBuilder<ClientConfig, rustls::client::WantsClientCert> {
    let mut roots = RootCertStore::empty();
    roots.add(known.clone()).unwrap();
    let provider = Arc::new(default_provider());
    let config = ClientConfig::builder_with_provider(provider);
    config.with_safe_default_protocol_versions().unwrap().with_root_certificates(roots)
}

/// Sends a call as HTTP/1.1, and reads until the server closes or the reply is there.
pub async fn ask(stream: &mut TlsStream<TcpStream>, path: &str, body: &str) -> String {
    send(stream, path, body).await;
    receive(stream).await
}

pub async fn send(stream: &mut TlsStream<TcpStream>, path: &str, body: &str) {
    let length = body.len();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n"
    );
    stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
    stream.flush().await.unwrap();
}

pub async fn receive(stream: &mut TlsStream<TcpStream>) -> String {
    let (mut reply, mut part) = (Vec::new(), [0; 4096]);
    loop {
        let read = stream.read(&mut part).await.unwrap_or(0);
        reply.extend_from_slice(&part[..read]);
        let text = String::from_utf8_lossy(&reply).into_owned();
        if read == 0 || is_whole(&text) {
            return text;
        }
    }
}

fn is_whole(text: &str) -> bool {
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        return false;
    };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    length.is_some_and(|length| body.len() >= length.parse().unwrap())
}

/// Waits until the condition holds, for a moment at most.
pub async fn until(holds: impl Fn() -> bool) {
    for _ in 0..500 {
        if holds() {
            return;
        }
        sleep(Duration::from_millis(10)).await;
    }
    panic!("it never came to be");
}
