//! Figures of a store: `cargo run --release -p a2t-store --example store_cost -- sqlite:FILE|memory|postgres://…|nats://… [calls]`.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use a2t_store::{Claim, Digest, Key, NewCall, NewMessage, Outcome, Step, Store, Time, Work};

fn now() -> Time {
    Time::from(SystemTime::now())
}

async fn open(address: &str) -> Arc<dyn Store> {
    a2t_store::open::store(address).await.unwrap()
}

/// Memory of this process in MiB, if the system reports it.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kib.unwrap_or(f64::NAN) / 1024.0
}

fn call(id: u64) -> NewCall {
    // An invocation of 500 bytes.
    let key = Key::new("rap", format!("group-{}", id % 1_000), format!("call-{id}")).unwrap();
    NewCall::new(key, Digest::from_parts([id.to_be_bytes()]), "x".repeat(500))
}

/// Accepts so many calls from so many clients at once, and prints rate and latencies.
async fn accept(store: &Arc<dyn Store>, clients: u64, from: u64, calls: u64) {
    let begin = Instant::now();
    let clients: Vec<_> = (0..clients)
        .map(|client| {
            let store = Arc::clone(store);
            tokio::spawn(async move {
                let mut waits = Vec::new();
                for id in (from + client..from + calls).step_by(usize::try_from(clients).unwrap()) {
                    let begin = Instant::now();
                    store.accept(call(id), now()).await.unwrap();
                    waits.push(begin.elapsed());
                }
                waits
            })
        })
        .collect();
    let number = clients.len();
    let mut waits = Vec::new();
    for client in clients {
        waits.extend(client.await.unwrap());
    }
    waits.sort();
    let took = begin.elapsed().as_secs_f64();
    let at = |part: usize| waits.get(waits.len() * part / 100).copied().unwrap_or_default();
    println!(
        "accept, {number} clients: {:.0}/s, p50 {:?}, p99 {:?}",
        waits.len() as f64 / took,
        at(50),
        at(99)
    );
}

/// Runs and delivers everything, 64 pieces at once.
async fn drain(store: &Arc<dyn Store>) {
    let (begin, mut pieces) = (Instant::now(), 0_u32);
    loop {
        let claim = Claim::new("rap", Duration::from_secs(60)).max(64);
        let work = store.claim(claim, now()).await.unwrap();
        if work.is_empty() {
            break;
        }
        let done: Vec<_> = work
            .into_iter()
            .map(|work| {
                let store = Arc::clone(store);
                tokio::spawn(async move {
                    match work {
                        Work::Run(run) => {
                            let step = Step::done("r").with(NewMessage::new("m"));
                            store.commit(&run.lease, step, now()).await.unwrap();
                        }
                        Work::Deliver(sent) => {
                            store.settle(&sent.lease, Outcome::Delivered, now()).await.unwrap();
                        }
                    }
                })
            })
            .collect();
        for piece in done {
            piece.await.unwrap();
            pieces += 1;
        }
    }
    println!(
        "run and deliver: {:.0} pieces/s ({pieces})",
        f64::from(pieces) / begin.elapsed().as_secs_f64()
    );
}

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().unwrap_or_else(|| "memory".to_owned());
    let calls = arguments.next().and_then(|calls| calls.parse().ok()).unwrap_or(100_000);
    let store = open(&address).await;
    accept(&store, 1, 0, 2_000.min(calls)).await;
    accept(&store, 64, 2_000, 20_000.min(calls)).await;
    drain(&store).await;
    let before = resident();
    accept(&store, 512, 1_000_000, calls).await;
    println!("{calls} calls wait: {:.0} MiB, {:.0} MiB before", resident(), before);
    if address == "memory" {
        return;
    }
    drop(store);
    let begin = Instant::now();
    let store = open(&address).await;
    let opened = begin.elapsed();
    let claim = Claim::new("rap", Duration::from_secs(60)).max(64);
    let work = store.claim(claim, now()).await.unwrap().len();
    println!(
        "recovery: opened in {opened:?}, first {work} calls claimed after {:?}",
        begin.elapsed()
    );
    let begin = Instant::now();
    let statistics = store.statistics(now()).await.unwrap();
    let waiting: u64 = statistics.iter().map(|queue| queue.calls.waiting).sum();
    println!("statistics of {waiting} waiting calls: {:?}", begin.elapsed());
}
