//! Cost of the RAP server on one machine: invocations accepted a second and the time to the 200, while other
//! jobs run, and results delivered a second. `cargo run --release -p a2t-rap --example rap_cost -- sqlite:FILE`
//! (or `memory`), then the number of invocations and of connections.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use a2t::rap::store::{Memory, Sql, Store};
use a2t::rap::{Policy, Server, WorkerLimits};
use axum::Router;
use axum::routing::post;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Jobs that run for the whole time.
const JOBS: usize = 64;

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
async fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

/// Works for an hour.
///
/// # Returns
/// Nothing.
#[a2t::tool(version = 1)]
async fn labour() -> bool {
    tokio::time::sleep(Duration::from_secs(3600)).await;
    true
}

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().unwrap_or_else(|| "memory".to_owned());
    let mut number = |default| arguments.next().map_or(default, |text| text.parse().unwrap());
    let (calls, connections): (usize, usize) = (number(5_000), number(32));
    let store: Arc<dyn Store> = match address.strip_prefix("sqlite:") {
        Some(file) => Arc::new(Sql::sqlite(file).open().await.unwrap()),
        None => Arc::new(Memory::default()),
    };
    let (callback, delivered) = receiver().await;
    let server = Server::new(a2t::toolset![add, labour], ())
        .egress_policy(Policy::default().allow_loopback())
        .limits(WorkerLimits::new().max_running_calls(JOBS + 64))
        .store(store);
    let server = a2t::Server::from_rap(server).bind("127.0.0.1:0").await.unwrap();
    let vendor = server.local_addr();
    tokio::spawn(server.serve_until(std::future::pending()));
    let run = std::process::id();
    let mut first = TcpStream::connect(vendor).await.unwrap();
    for job in 0..JOBS {
        invoke(&mut first, vendor, callback, "labour", &format!("job_{run}_{job}"), "{}").await;
    }
    let begun = Instant::now();
    let tasks: Vec<_> = (0..connections)
        .map(|lane| {
            tokio::spawn(async move {
                let mut stream = TcpStream::connect(vendor).await.unwrap();
                let mut times = Vec::new();
                for call in (lane..calls).step_by(connections) {
                    let sent = Instant::now();
                    let id = format!("call_{run}_{call}");
                    invoke(&mut stream, vendor, callback, "add", &id, r#"{"a": 1, "b": 2}"#).await;
                    times.push(sent.elapsed());
                }
                times
            })
        })
        .collect();
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await.unwrap());
    }
    let accepted = begun.elapsed();
    while delivered.load(Ordering::Relaxed) < calls {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let whole = begun.elapsed();
    times.sort_unstable();
    let at = |part: usize| times[(times.len() - 1) * part / 100].as_secs_f64() * 1000.0;
    let rate = |time: Duration| calls as f64 / time.as_secs_f64();
    println!(
        "{address}: {calls} calls on {connections} connections beside {JOBS} jobs: {:.0} accepted/s, \
         200 after {:.1} ms (p50), {:.1} ms (p99), {:.1} ms (max); {:.0} delivered/s",
        rate(accepted),
        at(50),
        at(99),
        at(100),
        rate(whole),
    );
}

async fn receiver() -> (SocketAddr, Arc<AtomicUsize>) {
    let delivered = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&delivered);
    let receive = post(move || async move {
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router: Router = Router::new().route("/callback", receive);
    tokio::spawn(axum::serve(listener, router).into_future());
    (address, delivered)
}

async fn invoke(
    stream: &mut TcpStream,
    vendor: SocketAddr,
    callback: SocketAddr,
    operation: &str,
    id: &str,
    arguments: &str,
) {
    let body = format!(
        r#"{{"operation": "{operation}", "arguments": {arguments}, "id": "{id}", "group_id": "{id}",
        "callback_url": "http://{callback}/callback"}}"#
    );
    let request = format!(
        "POST /invoke HTTP/1.1\r\nhost: {vendor}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len(),
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut reply = Vec::new();
    while !reply.ends_with(b"\r\n\r\n") {
        let mut part = [0; 512];
        let read = stream.read(&mut part).await.unwrap();
        assert!(read > 0);
        reply.extend_from_slice(&part[..read]);
    }
    assert!(reply.starts_with(b"HTTP/1.1 200 "), "{}", String::from_utf8_lossy(&reply));
}
