//! Jobs in SQLite, accepted durably and run: `a2t-store` compared with apalis, on files of one
//! folder.
//!
//! `cargo run --release --manifest-path bench/Cargo.toml -p queues -- FOLDER [jobs]`
//!
//! Both write ahead with `synchronous=FULL`; apalis's own set-up turns it off, which a loss of power
//! punishes. Jobs have 500 bytes and do nothing. Ours stores a result and a message with each job, in
//! the order of its group, in one transaction; apalis stores that the job is done, some time after it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime};

use a2t_store::{Claim, Digest, Key, NewCall, NewMessage, Sql, Step, Store, Time, Work};
use apalis::prelude::*;
use apalis_sqlite::{Config, SqliteStorage};
use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};

const CLIENTS: usize = 64;

/// Seconds for jobs of one client after another, of clients at once, and for running all.
type Took = [f64; 3];

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().expect("a folder on the disk to be measured");
    let jobs: usize =
        arguments.next().map_or(10_000, |jobs| jobs.parse().expect("a number of jobs"));
    let folder = Path::new(&folder).join(format!("queues-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let parts = [jobs / 10, jobs - jobs / 10, jobs];
    let ours = ours(&folder.join("ours.db"), parts).await;
    let theirs = theirs(&folder.join("apalis.db"), parts).await;
    std::fs::remove_dir_all(&folder).unwrap();
    let works = ["accepted, one after another", "accepted, 64 clients at once", "run"];
    for (number, work) in works.into_iter().enumerate() {
        let rate = |took: Took| parts[number] as f64 / took[number];
        println!(
            "{work}: a2t-store {:.0}/s, apalis {:.0}/s ({:.2}×)",
            rate(ours),
            rate(theirs),
            rate(ours) / rate(theirs)
        );
    }
}

/// Accepts the first jobs one after another, the rest by clients at once.
async fn accept<F: Future<Output = ()> + Send + 'static>(
    parts: [usize; 3],
    accept: impl Fn(usize) -> F + Clone + Send + 'static,
) -> [f64; 2] {
    let begin = Instant::now();
    for job in 0..parts[0] {
        accept(job).await;
    }
    let alone = begin.elapsed().as_secs_f64();
    let begin = Instant::now();
    let clients = (0..CLIENTS).map(|client| {
        let accept = accept.clone();
        let jobs = (parts[0] + client..parts[2]).step_by(CLIENTS);
        tokio::spawn(async move {
            for job in jobs {
                accept(job).await;
            }
        })
    });
    for client in clients.collect::<Vec<_>>() {
        client.await.unwrap();
    }
    [alone, begin.elapsed().as_secs_f64()]
}

fn now() -> Time {
    Time::from(SystemTime::now())
}

async fn ours(file: &Path, parts: [usize; 3]) -> Took {
    let store = Arc::new(Sql::sqlite(file).open().await.unwrap());
    let accepting = Arc::clone(&store);
    let [alone, together] = accept(parts, move |job| {
        let store = Arc::clone(&accepting);
        async move {
            let key = Key::new("jobs", format!("group-{}", job % 1_000), job.to_string()).unwrap();
            let call = NewCall::new(key, Digest::from_parts([job.to_be_bytes()]), "x".repeat(500));
            store.accept(call, now()).await.unwrap();
        }
    })
    .await;
    let begin = Instant::now();
    loop {
        let claim = Claim::new("jobs", Duration::from_secs(60)).max(CLIENTS).calls_only();
        let work = store.claim(claim, now()).await.unwrap();
        if work.is_empty() {
            return [alone, together, begin.elapsed().as_secs_f64()];
        }
        let runs = work.into_iter().map(|work| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let Work::Run(run) = work else { return };
                let step = Step::done("done").with(NewMessage::new("done"));
                store.commit(&run.lease, step, now()).await.unwrap();
            })
        });
        for run in runs.collect::<Vec<_>>() {
            run.await.unwrap();
        }
    }
}

async fn theirs(file: &Path, parts: [usize; 3]) -> Took {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(60));
    let first = SqlitePool::connect_with(options.clone()).await.unwrap();
    SqliteStorage::setup(&first).await.unwrap();
    first.close().await;
    let pool = SqlitePool::connect_with(options).await.unwrap();
    let config = Config::default().queue("jobs").batch_size(CLIENTS);
    let backend = SqliteStorage::<String>::new(&pool).with_config(config);
    let pushed = backend.clone();
    let [alone, together] = accept(parts, move |_| {
        let mut backend = pushed.clone();
        async move { backend.push("x".repeat(500)).await.unwrap() }
    })
    .await;
    let begin = Instant::now();
    let done = Arc::new(AtomicUsize::new(0));
    let all = parts[2];
    let job = move |_: String, worker: WorkerContext| {
        let done = Arc::clone(&done);
        async move {
            if done.fetch_add(1, Ordering::SeqCst) + 1 == all {
                worker.stop()?;
            }
            Ok::<(), BoxDynError>(())
        }
    };
    WorkerBuilder::new("worker")
        .backend(backend)
        .concurrency(CLIENTS)
        .build(job)
        .run()
        .await
        .unwrap();
    [alone, together, begin.elapsed().as_secs_f64()]
}
