//! Programs that end, with and without a warning, and those that come after them.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use a2t::rap::store::{Encrypted, Keys, Sql};
use a2t::rap::{Call, Server, WorkerLimits};
use a2t::{ToolError, Value};
use axum::extract::State;
use serde_json::json;

use super::questions;
use super::results::Bench;
use super::rig::{Runtime, Vendor, set};

/// Adds, once it is let through.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
async fn add(
    /// First addend.
    a: i32,
    #[a2t(context)] State(bench): State<Arc<Bench>>,
) -> i32 {
    bench.runs.fetch_add(1, Ordering::SeqCst);
    bench.gate.0.acquire().await.unwrap().forget();
    a + 1
}

/// Adds two.
///
/// # Returns
/// The sum.
#[a2t::tool(name = "add", version = 2)]
async fn add_two(
    /// First addend.
    a: i32,
    #[a2t(context)] State(_bench): State<Arc<Bench>>,
) -> i32 {
    a + 2
}

/// A folder that is gone with the test.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("rap-{name}"));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    async fn store(&self) -> Sql {
        Sql::sqlite(self.0.join("calls.db")).open().await.unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A program with its own runtime, that can die as by SIGKILL: none of its tasks is notified.
pub(crate) struct Program {
    runtime: Option<tokio::runtime::Runtime>,
    vendor: Option<Vendor>,
}

impl Program {
    pub(crate) async fn start<S, F>(server: impl FnOnce() -> F + Send + 'static) -> Self
    where
        S: Clone + Send + Sync + 'static,
        F: Future<Output = Server<S>> + Send + 'static,
    {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let vendor =
            runtime.spawn(async move { Vendor::start(server().await).await }).await.unwrap();
        Self { runtime: Some(runtime), vendor: Some(vendor) }
    }

    pub(crate) fn vendor(&self) -> &Vendor {
        self.vendor.as_ref().unwrap()
    }

    pub(crate) fn kill(mut self) {
        self.die();
    }

    fn die(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
        drop(self.vendor.take());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.die();
    }
}

fn adding(bench: &Arc<Bench>) -> Server<Arc<Bench>> {
    set(Server::new(a2t::toolset![add], Arc::clone(bench)))
}

async fn begun(bench: &Bench, runs: usize) {
    let begun = async {
        while bench.runs.load(Ordering::SeqCst) < runs {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(super::rig::PATIENCE, begun).await.unwrap();
}

#[tokio::test]
async fn cb_022_cb_030_cb_044_what_a_dead_program_accepted_is_answered_once_by_the_next() {
    let (runtime, folder, bench) =
        (Runtime::start().await, Folder::new("killed"), Arc::<Bench>::default());
    let (store, state) = (folder.store().await, Arc::clone(&bench));
    let program = Program::start(move || async move { adding(&state).store(store) }).await;
    for number in 0..3 {
        let call = runtime.invocation("add", &format!("call_{number}"), json!({"a": number}));
        program.vendor().invoke(&call).await;
    }
    begun(&bench, 3).await;
    program.kill();
    assert!(runtime.all().is_empty());
    bench.gate.0.add_permits(3);
    let vendor = Vendor::start(adding(&bench).store(folder.store().await)).await;
    // Asked again in the meantime, because a runtime does not know that it was accepted.
    let again = runtime.invocation("add", "call_0", json!({"a": 0}));
    vendor.invoke(&again).await;
    let all = runtime.wait(3).await;
    vendor.stop().await;
    assert_eq!(runtime.all().len(), 3);
    for posted in all {
        let number: i32 =
            posted.body["id"].as_str().unwrap().trim_start_matches("call_").parse().unwrap();
        assert_eq!(posted.body["text"], format!(r#"{{"result":{}}}"#, number + 1));
    }
    assert_eq!(bench.runs.load(Ordering::SeqCst), 6);
}

#[tokio::test]
async fn cb_045_a_call_runs_by_the_version_that_it_was_accepted_for() {
    let (runtime, folder, bench) =
        (Runtime::start().await, Folder::new("upgraded"), Arc::<Bench>::default());
    let (store, state) = (folder.store().await, Arc::clone(&bench));
    let program = Program::start(move || async move { adding(&state).store(store) }).await;
    program.vendor().invoke(&runtime.invocation("add", "call_1", json!({"a": 1}))).await;
    begun(&bench, 1).await;
    program.kill();
    bench.gate.0.add_permits(1);
    let upgraded = set(Server::new(a2t::toolset![add, add_two], Arc::clone(&bench)));
    let vendor = Vendor::start(upgraded.store(folder.store().await)).await;
    assert_eq!(runtime.one().await["text"], r#"{"result":2}"#);
    vendor.invoke(&runtime.invocation("add", "call_2", json!({"a": 1}))).await;
    assert_eq!(runtime.wait(2).await[1].body["text"], r#"{"result":3}"#);
    vendor.stop().await;
}

#[tokio::test]
async fn a_program_that_stops_lets_its_calls_go_at_once() {
    let (runtime, folder, bench) =
        (Runtime::start().await, Folder::new("stopped"), Arc::<Bench>::default());
    // A lease that no test waits for.
    let limits = WorkerLimits::new().lease_duration(Duration::from_secs(3600));
    let (soon, late) = (Duration::from_millis(50), Duration::from_secs(3600));
    // The server around it may have less patience than the protocol.
    for (run, (own, around)) in [(soon, late), (late, soon)].into_iter().enumerate() {
        let [own, around] = [own, around].map(|time| a2t::Limits::new().shutdown_timeout(time));
        let vendor = adding(&bench).limits(limits).server_limits(own).store(folder.store().await);
        let vendor = Vendor::of(a2t::Server::from_rap(vendor).limits(around)).await;
        vendor.invoke(&runtime.invocation("add", &format!("call_{run}"), json!({"a": 1}))).await;
        begun(&bench, 2 * run + 1).await;
        vendor.stop().await;
        bench.gate.0.add_permits(1);
        let vendor = Vendor::start(adding(&bench).limits(limits).store(folder.store().await)).await;
        assert_eq!(runtime.wait(run + 1).await[run].body["text"], r#"{"result":2}"#);
        vendor.stop().await;
    }
}

#[tokio::test]
async fn a_question_that_was_asked_is_answered_across_the_end_of_a_program() {
    let (runtime, folder, bench) =
        (Runtime::start().await, Folder::new("asked"), Arc::<Bench>::default());
    let (store, state) = (folder.store().await, Arc::clone(&bench));
    let program =
        Program::start(move || async move { questions::server(&state).store(store) }).await;
    let base = program.vendor().base.clone();
    program.vendor().invoke(&runtime.invocation("write", "call_1", json!({}))).await;
    let asked = runtime.one().await;
    program.kill();
    let vendor = Vendor::start(questions::server(&bench).store(folder.store().await)).await;
    // The next program listens at another port here.
    let url =
        |posted: &Value| posted["response_url"].as_str().unwrap().replace(&base, &vendor.base);
    let answer = json!({"id": "call_1", "selected": 0});
    assert_eq!(vendor.post(&url(&asked), &answer).await.status, 200);
    // The question may come again under its id, if its receipt was not noted.
    let all = runtime.distinct(2).await;
    assert_eq!((all.len(), &all[1].body["prompt"]), (2, &json!("Overwrite?")));
    assert_eq!(vendor.post(&url(&all[1].body), &answer).await.status, 200);
    let all = runtime.distinct(3).await;
    assert_eq!(all[2].body["text"], r#"{"result":"0 0"}"#);
    vendor.stop().await;
    assert_eq!((runtime.distinct(3).await.len(), bench.runs.load(Ordering::SeqCst)), (3, 2));
}

#[tokio::test]
async fn a_call_that_ends_the_program_again_and_again_is_given_up() {
    let (runtime, folder, bench) =
        (Runtime::start().await, Folder::new("poison"), Arc::<Bench>::default());
    let limits = WorkerLimits::new().lease_duration(Duration::from_millis(100)).max_attempts(2);
    for run in 1..=2 {
        let (store, state) = (folder.store().await, Arc::clone(&bench));
        let program =
            Program::start(move || async move { adding(&state).limits(limits).store(store) }).await;
        program.vendor().invoke(&runtime.invocation("add", "call_1", json!({"a": 1}))).await;
        begun(&bench, run).await;
        program.kill();
    }
    let vendor = Vendor::start(adding(&bench).limits(limits).store(folder.store().await)).await;
    assert_eq!(runtime.one().await["text"], "Error: the tool failed");
    vendor.stop().await;
    assert_eq!(bench.runs.load(Ordering::SeqCst), 2);
}

/// Adds, tells how it goes, and takes a moment.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
async fn tell(
    /// First addend.
    a: i32,
    #[a2t(context)] call: Call,
) -> Result<i32, ToolError> {
    let millis = u64::try_from(a % 7).unwrap_or_default();
    tokio::time::sleep(Duration::from_millis(millis)).await;
    if a % 3 == 0 {
        let events = call.subscribe("subscribed").await?;
        tokio::time::sleep(Duration::from_millis(millis)).await;
        events.send("begun").await?;
    }
    Ok(a + 1)
}

/// Numbers by chance from a seed (SplitMix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

fn from_env(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Programs die at any moment, three times; the fourth one ends what they began.
#[tokio::test]
async fn cb_030_cb_032_programs_that_die_at_any_moment_lose_nothing_and_double_no_result() {
    let (first, cases) = (from_env("A2T_SEED", 1), from_env("A2T_CASES", 12));
    for seed in first..first + cases {
        println!("A2T_SEED={seed} A2T_CASES=1");
        let (runtime, folder) = (Runtime::start().await, Folder::new("chance"));
        let mut chance = Chance(seed);
        let limits =
            WorkerLimits::new().lease_duration(Duration::from_millis(100)).max_attempts(100);
        let server = move |store| async move {
            set(Server::new(a2t::toolset![tell], ())).limits(limits).store(store)
        };
        let mut calls = Vec::new();
        for life in 0..4 {
            let store = folder.store().await;
            let program = Program::start(move || server(store)).await;
            for number in 0..6 {
                let mut call =
                    runtime.invocation("tell", &format!("{life}_{number}"), json!({"a": number}));
                call["group_id"] = json!(format!("thread_{}", number % 3));
                program.vendor().invoke(&call).await;
                calls.push(format!("{life}_{number}"));
            }
            if life < 3 {
                tokio::time::sleep(Duration::from_micros(chance.below(20_000))).await;
                program.kill();
                continue;
            }
            // Results of all, and two events at least of each subscription.
            let results = |all: &[super::rig::Posted]| {
                let found = all.iter().filter(|posted| posted.body["type"] == "tool_result");
                let mut ids: Vec<_> =
                    found.map(|posted| posted.body["id"].as_str().unwrap().to_owned()).collect();
                ids.sort_unstable();
                ids
            };
            let last = |all: &[super::rig::Posted]| {
                all.iter().filter(|posted| posted.body["final"] == true).count()
            };
            let mut wanted = calls.len();
            let all = loop {
                let all = runtime.distinct(wanted).await;
                if results(&all).len() >= calls.len() && last(&all) >= 8 {
                    break all;
                }
                wanted = all.len() + 1;
            };
            calls.sort_unstable();
            assert_eq!(results(&all), calls);
            assert_eq!(last(&all), 8);
            // The confirmation is before the events, and nothing is behind the last one.
            for id in calls.iter().filter(|id| id.ends_with("_0") || id.ends_with("_3")) {
                let of = all.iter().filter(|posted| {
                    posted.body["id"] == **id || posted.body["tool_call_id"] == **id
                });
                let of: Vec<_> = of.map(|posted| &posted.body).collect();
                assert_eq!(of[0]["type"], "tool_result", "{of:?}");
                assert_eq!(of[of.len() - 1]["final"], true, "{of:?}");
                assert_eq!(of.iter().filter(|body| body["final"] == true).count(), 1);
            }
        }
    }
}

#[tokio::test]
async fn nothing_readable_lies_in_an_encrypted_store() {
    let (runtime, folder, bench) =
        (Runtime::start().await, Folder::new("sealed"), Arc::<Bench>::default());
    let sealed = async || Encrypted::new(folder.store().await, Keys::new("2026", [7; 32]).unwrap());
    let vendor = Vendor::start(adding(&bench).store(sealed().await)).await;
    runtime.reply([(503, None); 3]);
    vendor.invoke(&runtime.invocation("add", "call_1", json!({"a": 7_654_321}))).await;
    begun(&bench, 1).await;
    let read = || {
        let files = std::fs::read_dir(&folder.0).unwrap();
        files.flat_map(|file| std::fs::read(file.unwrap().path()).unwrap()).collect::<Vec<u8>>()
    };
    let bytes = read();
    for secret in ["s3cret", "7654321", "/hook"] {
        assert!(!bytes.windows(secret.len()).any(|window| window == secret.as_bytes()), "{secret}");
    }
    bench.gate.0.add_permits(1);
    runtime.wait(4).await;
    vendor.stop().await;
}

#[tokio::test]
async fn nothing_of_an_ended_call_is_readable_after_an_orderly_stop() {
    let (runtime, folder, bench) =
        (Runtime::start().await, Folder::new("scrubbed"), Arc::<Bench>::default());
    // Held here, so that no connection is closed, as in a program that exits.
    let store = Arc::new(folder.store().await);
    let vendor = Vendor::start(adding(&bench).store(Arc::clone(&store))).await;
    bench.gate.0.add_permits(1);
    vendor.invoke(&runtime.invocation("add", "call_1", json!({"a": 7_654_321}))).await;
    runtime.wait(1).await;
    vendor.stop().await;
    let files = std::fs::read_dir(&folder.0).unwrap();
    let bytes: Vec<u8> =
        files.flat_map(|file| std::fs::read(file.unwrap().path()).unwrap()).collect();
    assert!(bytes.windows(6).any(|window| window == b"call_1"), "it tests nothing");
    for secret in ["s3cret", "7654321", "/hook"] {
        assert!(!bytes.windows(secret.len()).any(|window| window == secret.as_bytes()), "{secret}");
    }
}
