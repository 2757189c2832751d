//! The attack list against every protocol, each mounted on a shared server, and RAP and its receiver by themselves.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use a2t::rap::client::Policy;
use a2t::rap::store::Memory;
use a2t::rap::{self, Runtime};
use a2t::{Health, Server};
use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};
use serde_json::{Map, Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

use crate::arriving::clients;
use crate::sockets::{Client, Received, Running, request};
use crate::tools::{LOOKUP, Probe, toolset};

/// A protocol at its paths, one that takes bodies and one that is read.
struct Target {
    name: &'static str,
    address: SocketAddr,
    post: String,
    get: String,
}

impl Target {
    async fn connect(&self) -> Client {
        Client::new(TcpStream::connect(self.address).await.unwrap())
    }

    async fn ask(&self, request: &str) -> Received {
        self.connect().await.ask(request).await
    }

    /// A call without a body, with these lines more.
    fn call(&self, lines: &str) -> String {
        request("POST", &self.post, "").replacen("\r\n", &format!("\r\n{lines}"), 1)
    }
}

/// The targets, with what they need to stay.
struct Stage {
    targets: Vec<Target>,
    _servers: Vec<Running>,
    _runtime: Runtime,
}

impl Stage {
    async fn set() -> Self {
        let agent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (runtime, path) = waiting(agent.local_addr().unwrap()).await;
        let all = Server::new(toolset(), Probe::default())
            .mcp("/mcp")
            .rap("/rap", Memory::default())
            .routes(Router::new().nest("/agent", runtime.router()))
            .health(Health::new());
        let vendor = Server::from_rap(rap::Server::new(toolset(), Probe::default()));
        let agent = Server::from_router(Router::new().nest("/agent", runtime.router()));
        let all = Running::of(all, Probe::default()).await;
        let vendor = Running::of(vendor.health(Health::new()), Probe::default()).await;
        let agent = Running::of(agent.health(Health::new()), Probe::default()).await;
        let target = |name, server: &Running, post: &str, get: &str| {
            let (post, get) = (post.to_owned(), get.to_owned());
            Target { name, address: server.address, post, get }
        };
        let invoke = format!("/tools/{LOOKUP}:invoke");
        let targets = vec![
            target("A2T", &all, &invoke, "/tools"),
            target("MCP", &all, "/mcp", "/mcp"),
            target("RAP", &all, "/rap/invoke", "/rap/.well-known/rap-toolset"),
            target("receiver", &all, &path, &path),
            target("only RAP", &vendor, "/invoke", "/.well-known/rap-toolset"),
            target("only a receiver", &agent, &path, &path),
        ];
        Self { targets, _servers: vec![all, vendor, agent], _runtime: runtime }
    }
}

type Told = State<Arc<mpsc::UnboundedSender<String>>>;

/// A runtime with a call that waits for its answer, and the path of its callback URL.
async fn waiting(agent: SocketAddr) -> (Runtime, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let manifest = json!({"name": "stand", "endpoint": format!("{base}/invoke"), "tools": [
        {"name": "report", "description": "Reports.", "inputSchema": {"type": "object"}}]});
    let (tell, mut received) = mpsc::unbounded_channel();
    let vendor = Router::new()
        .route("/.well-known/rap-toolset", get(async move || manifest.to_string()))
        .route("/invoke", post(async |State(tell): Told, body: String| tell.send(body).unwrap()))
        .with_state(Arc::new(tell));
    tokio::spawn(axum::serve(listener, vendor).into_future());
    let runtime = Runtime::builder(&format!("http://{agent}/agent"), Memory::default());
    let runtime = runtime.egress_policy(Policy::default().allow_loopback()).build().unwrap();
    runtime.load(&base).await.unwrap();
    runtime.call("thread", "report", Map::new()).await.unwrap();
    let call: Value = serde_json::from_str(&received.recv().await.unwrap()).unwrap();
    let path = call["callback_url"].as_str().unwrap().split_once(&agent.to_string()).unwrap().1;
    (runtime, path.to_owned())
}

#[tokio::test]
async fn every_protocol_refuses_other_hosts_and_pages_of_other_origins() {
    for target in Stage::set().await.targets {
        let name = target.name;
        for asked in [request("GET", &target.get, ""), request("POST", &target.post, "{}")] {
            let rebound = asked.replacen("host: localhost", "host: attacker.example", 1);
            let refused = target.ask(&rebound).await;
            assert_eq!((refused.status, &*refused.kind()), (421, "host-refused"), "{name}");
            for origin in ["https://attacker.example", "null"] {
                let page = asked.replacen("\r\n", &format!("\r\norigin: {origin}\r\n"), 1);
                let refused = target.ask(&page).await;
                assert_eq!((refused.status, &*refused.kind()), (403, "origin-refused"), "{name}");
            }
            assert!(![421, 403].contains(&target.ask(&asked).await.status), "{name}");
        }
        // A page can send this without asking first.
        let simple = request("POST", &target.post, "{}").replace("application/json", "text/plain");
        assert_eq!(target.ask(&simple).await.status, 415, "{name}");
    }
}

#[tokio::test]
async fn every_protocol_refuses_what_is_too_large() {
    for target in Stage::set().await.targets {
        let name = target.name;
        let head = target.call(&format!("x: {}\r\n", "y".repeat(100_000)));
        assert_eq!(target.ask(&head).await.status, 431, "{name}");
        let lines = "accept: application/json, text/event-stream\r\ncontent-type: application/json\r\n\
                     content-length: 1073741824\r\n";
        let refused = target.ask(&target.call(lines)).await;
        // The rest of the body is not read, so the connection ends, and its client learns that.
        assert_eq!((refused.status, refused.header("connection")), (413, Some("close")), "{name}");
    }
}

#[tokio::test]
async fn every_protocol_closes_the_connections_of_slow_and_silent_clients() {
    let stage = Stage::set().await;
    tokio::time::pause();
    for target in &stage.targets {
        for slow in clients(&target.post, &target.get) {
            let held = slow.hold(&mut target.connect().await).await;
            let case = format!("{}, {}", target.name, slow.name);
            assert!(held < Duration::from_secs(15), "{case}: {held:?}");
        }
    }
}

#[tokio::test]
async fn every_protocol_closes_the_connections_of_clients_that_do_not_read() {
    let stage = Stage::set().await;
    tokio::time::pause();
    for target in &stage.targets {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let mut stream = socket.connect(target.address).await.unwrap();
        let requests = request("GET", &target.get, "").repeat(100);
        let (start, mut sent) = (Instant::now(), 0);
        loop {
            let rest = requests.as_bytes().get(sent..).unwrap();
            match timeout(Duration::from_secs(1), stream.write(rest)).await {
                Ok(Ok(written)) => sent = (sent + written) % requests.len(),
                Ok(Err(_)) => break,
                Err(_) => {}
            }
            let held = start.elapsed();
            assert!(held < Duration::from_secs(15), "{}: {held:?}", target.name);
        }
    }
}

/// The most bytes of memory that this process has had, where the system counts them.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}

/// Uploads to one target at one time.
const UPLOADS: u64 = 6;

/// Sends up to 24 MiB without a length, more than any limit, until the connection is closed.
async fn upload(target: &Target, chunk: &[u8]) {
    let mut stream = TcpStream::connect(target.address).await.unwrap();
    let lines = "accept: application/json, text/event-stream\r\ncontent-type: application/json\r\n\
                 transfer-encoding: chunked\r\n";
    stream.write_all(target.call(lines).as_bytes()).await.unwrap();
    for _ in 0..(24 << 20) / chunk.len() {
        if stream.write_all(chunk).await.is_err() {
            return;
        }
    }
}

#[tokio::test]
#[ignore = "runs alone, as a program of its own"]
async fn uploads_of_a_process() {
    let stage = Stage::set().await;
    let text = vec![b' '; 0x10000];
    let chunk = [b"10000\r\n", &*text, b"\r\n"].concat();
    for target in &stage.targets {
        let Some(before) = peak() else { continue };
        all((0..UPLOADS).map(|_| upload(target, &chunk))).await;
        let grown = (peak().unwrap() - before) >> 20;
        println!("{}: {grown} MiB", target.name);
        // A body that grows is copied once.
        let bodies = if target.name.contains("receiver") { UPLOADS * 2 * 8 } else { 0 };
        assert!(grown <= 16 + bodies, "{}: {grown} MiB", target.name);
    }
}

/// Waits for all of them at once.
async fn all(all: impl Iterator<Item = impl Future<Output = ()>>) {
    let mut open: Vec<_> = all.map(Box::pin).collect();
    std::future::poll_fn(|context| {
        open.retain_mut(|one| one.as_mut().poll(context).is_pending());
        if open.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
}

/// Uploads without a length take no more memory than the limits on bodies allow: 256 KiB each, 8
/// MiB for answers of RAP.
#[test]
fn every_protocol_keeps_little_of_uploads_that_are_too_large() {
    let mut alone = std::process::Command::new(std::env::current_exe().unwrap());
    alone.args(["--exact", "attacks::uploads_of_a_process", "--ignored", "--nocapture"]);
    let output = alone.output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && stdout.contains("1 passed"), "{output:?}");
    println!("{stdout}");
}
