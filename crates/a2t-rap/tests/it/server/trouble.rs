//! Stores that fail or hang for a while, calls that end their program, and receivers that do not answer: what others have to
//! do with it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t::rap::store::{Key, Memory, Store};
use a2t::rap::{Call, Policy, Server, WorkerLimits};
use a2t::{ToolError, Value};
use axum::extract::State;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::restart::Program;
use super::rig::{PATIENCE, Runtime, Vendor, set};
use crate::flaky::{Flaky, OPERATIONS, Trouble};

/// Runs of each call, and what lets them end.
#[derive(Clone)]
struct Runs {
    of: Arc<Mutex<BTreeMap<i32, usize>>>,
    gate: Arc<Semaphore>,
}

impl Default for Runs {
    fn default() -> Self {
        Self { of: Arc::default(), gate: Arc::new(Semaphore::new(0)) }
    }
}

impl Runs {
    fn all(&self) -> BTreeMap<i32, usize> {
        self.of.lock().unwrap().clone()
    }

    /// Waits until the runs are so.
    async fn until(&self, fits: impl Fn(&BTreeMap<i32, usize>) -> bool) {
        let fit = async {
            while !fits(&self.all()) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let waited = tokio::time::timeout(PATIENCE, fit).await;
        waited.unwrap_or_else(|_| panic!("the runs are {:?}", self.all()));
    }
}

/// Adds one, once it is let through.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
async fn add(
    /// The addend.
    a: i32,
    #[a2t(context)] State(runs): State<Runs>,
) -> i32 {
    *runs.of.lock().unwrap().entry(a).or_default() += 1;
    runs.gate.acquire().await.unwrap().forget();
    a + 1
}

/// Asks, and shows a view at the same time.
///
/// # Returns
/// Nothing.
#[a2t::tool(version = 1)]
async fn ask_and_show(
    #[a2t(context)] call: Call,
    #[a2t(context)] State(runs): State<Runs>,
) -> Result<bool, ToolError> {
    let view = json!({"patch": "+1"});
    let view = call.update_view("diff", view.as_object().cloned().unwrap_or_default());
    let (asked, shown) = tokio::join!(call.choose("Allow?", ["Yes", "No"]), view);
    assert!(asked.is_err());
    shown?;
    runs.of.lock().unwrap().insert(0, 1);
    runs.gate.acquire().await.unwrap().forget();
    Ok(true)
}

/// Leases that end while the store is away.
const SHORT: Duration = Duration::from_millis(200);

fn adding(runs: &Runs, store: impl Store + 'static) -> Server<Runs> {
    let limits = WorkerLimits::new().lease_duration(SHORT);
    set(Server::new(a2t::toolset![add], runs.clone())).limits(limits).store(store)
}

#[tokio::test]
async fn tools_that_end_while_the_store_is_away_ran_once() {
    let mut cases = JoinSet::new();
    for operations in [OPERATIONS.to_vec(), vec!["commit", "extend"], vec!["commit"]] {
        for trouble in [Trouble::Fails, Trouble::FailsAfter] {
            cases.spawn(twenty_in_trouble(operations.clone(), trouble));
        }
    }
    cases.join_all().await;
}

async fn twenty_in_trouble(operations: Vec<&'static str>, trouble: Trouble) {
    let case = format!("{operations:?} {trouble:?}");
    let (runtime, runs, store) = (Runtime::start().await, Runs::default(), Flaky::default());
    let vendor = Vendor::start(adding(&runs, store.clone())).await;
    for number in 0..20 {
        vendor.invoke(&runtime.invocation("add", &number.to_string(), json!({"a": number}))).await;
    }
    runs.until(|runs| runs.len() == 20).await;
    store.goes(&operations, trouble);
    runs.gate.add_permits(20);
    store.met("commit", 20).await;
    // Leases end in the meantime, and what can be claimed is.
    tokio::time::sleep(3 * SHORT).await;
    store.comes_back();
    let all = runtime.distinct(20).await;
    assert!(runs.all().values().all(|runs| *runs == 1), "{case}: {:?}", runs.all());
    let texts: BTreeSet<_> = all.iter().map(|posted| posted.body["text"].to_string()).collect();
    assert_eq!(texts.len(), 20, "{case}: {texts:?}");
    vendor.stop().await;
    assert_eq!(runtime.distinct(20).await.len(), 20, "{case}");
}

#[tokio::test]
async fn a_call_that_runs_while_each_operation_fails_is_answered_once() {
    let mut cases = JoinSet::new();
    for operation in OPERATIONS {
        cases.spawn(one_in_trouble(operation));
    }
    cases.join_all().await;
}

async fn one_in_trouble(operation: &'static str) {
    let (runtime, runs, store) = (Runtime::start().await, Runs::default(), Flaky::default());
    let vendor = Vendor::start(adding(&runs, store.clone())).await;
    vendor.invoke(&runtime.invocation("add", "call_1", json!({"a": 1}))).await;
    runs.until(|runs| runs.len() == 1).await;
    store.goes(&[operation], Trouble::Fails);
    runs.gate.add_permits(1);
    tokio::time::sleep(2 * SHORT).await;
    store.comes_back();
    let all = runtime.distinct(1).await;
    assert_eq!((all.len(), &all[0].body["text"]), (1, &json!(r#"{"result":2}"#)), "{operation}");
    vendor.stop().await;
    assert_eq!(runs.all()[&1], 1, "{operation}");
}

#[tokio::test]
async fn a_question_that_could_not_be_stored_is_in_no_later_checkpoint() {
    let (runtime, runs, store) = (Runtime::start().await, Runs::default(), Flaky::default());
    let server = set(Server::new(a2t::toolset![ask_and_show], runs.clone())).store(store.clone());
    let vendor = Vendor::start(server).await;
    store.goes(&["commit"], Trouble::Hangs);
    vendor.invoke(&runtime.invocation("ask_and_show", "call_1", json!({}))).await;
    store.met("commit", 1).await;
    store.comes_back();
    // The question fails, and the view, which was on its way meanwhile, is stored.
    runs.until(|runs| runs.len() == 1).await;
    let call = store.store.find(&Key::new("rap", "thread_1", "call_1").unwrap()).await;
    let checkpoint = call.unwrap().unwrap().checkpoint.unwrap();
    let checkpoint: Value = serde_json::from_slice(checkpoint.expose()).unwrap();
    assert_eq!(checkpoint["asked"], json!([]), "the next run would wait for its answer");
    runs.gate.add_permits(1);
    vendor.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_store_that_hangs_keeps_no_request_waiting() {
    use http::Request;
    use tower::ServiceExt;

    let store = Flaky::default();
    let server = adding(&Runs::default(), store.clone());
    let (router, _workers) = server.into_router::<()>().unwrap();
    store.goes(&OPERATIONS, Trouble::Hangs);
    let key = Key::new("rap", "thread_1", "1").unwrap();
    let (token, _) = a2t_store::token::mint(&key).unwrap();
    let invocation = json!({"operation": "add", "arguments": {"a": 1}, "id": "1",
        "group_id": "thread_1", "callback_url": "http://127.0.0.1:9/hook"});
    let cancel = json!({"thread_id": "thread_1", "tool_call_id": "1"});
    let requests = [
        ("POST", "/invoke".to_owned(), invocation, 503),
        ("POST", "/cancel_tool_call".to_owned(), cancel, 200),
        ("POST", "/close_thread".to_owned(), json!({"thread_id": "thread_1"}), 200),
        ("POST", format!("/user_choice_response/{token}"), json!({"id": "1", "selected": 0}), 503),
        ("GET", format!("/oauth_callback?state={token}&code=1"), json!(null), 503),
        ("GET", "/.well-known/rap-toolset".to_owned(), json!(null), 200),
    ];
    for (method, path, body, status) in requests {
        let request = Request::builder().method(method).uri(&path).header("host", "127.0.0.1:1");
        let request = request.header("content-type", "application/json");
        let reply =
            router.clone().oneshot(request.body(axum::body::Body::from(body.to_string())).unwrap());
        let reply = tokio::time::timeout(Duration::from_secs(12), reply).await;
        let reply = reply.unwrap_or_else(|_| panic!("{path} is not answered")).unwrap();
        assert_eq!(reply.status(), status, "{path}");
    }
}

/// Adds one after a moment; 666 ends its program.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
async fn risk(
    /// The addend.
    a: i32,
    #[a2t(context)] State(runs): State<Runs>,
) -> i32 {
    *runs.of.lock().unwrap().entry(a).or_default() += 1;
    if a == 666 {
        // The test kills the program now.
        runs.gate.acquire().await.unwrap().forget();
    }
    // Longer than it takes to kill the program.
    tokio::time::sleep(Duration::from_millis(300)).await;
    a + 1
}

#[tokio::test]
async fn a_call_that_ends_the_program_again_and_again_takes_no_neighbour_with_it() {
    let (runtime, runs, store) = (Runtime::start().await, Runs::default(), Memory::default());
    let limits = WorkerLimits::new().lease_duration(Duration::from_millis(100)).max_attempts(10);
    let mut lives = 0;
    loop {
        let (store, state) = (store.clone(), runs.clone());
        let server = move || async move {
            set(Server::new(a2t::toolset![risk], state)).limits(limits).store(store)
        };
        let program = Program::start(server).await;
        if lives == 0 {
            for a in (0..10).chain([666]).chain(10..20) {
                let call = runtime.invocation("risk", &a.to_string(), json!({"a": a}));
                program.vendor().invoke(&call).await;
            }
        }
        lives += 1;
        assert!(lives < 30, "it is not given up: {:?}", runs.all());
        let is_over = || runtime.all().iter().any(|posted| posted.body["id"] == "666");
        let before = lives;
        let ended = async {
            while runs.all().get(&666).copied().unwrap_or_default() < before && !is_over() {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(3 * PATIENCE, ended).await.unwrap();
        if is_over() {
            break;
        }
        program.kill();
    }
    assert_eq!(lives, 11, "the program was ended by each of ten runs");
    let server = set(Server::new(a2t::toolset![risk], runs.clone())).store(store);
    let vendor = Vendor::start(server).await;
    for posted in runtime.distinct(21).await {
        let is_error = posted.body["text"].as_str().unwrap().starts_with("Error");
        assert_eq!(is_error, posted.body["id"] == "666", "{:?} {:?}", posted.body, runs.all());
    }
    vendor.stop().await;
}

#[tokio::test]
async fn a_long_call_outlives_more_ends_of_its_program_than_it_has_attempts() {
    let (runtime, runs, store) = (Runtime::start().await, Runs::default(), Memory::default());
    let limits = WorkerLimits::new().lease_duration(Duration::from_millis(100)).max_attempts(2);
    let key = Key::new("rap", "thread_1", "1").unwrap();
    let has_passed = || async {
        let checkpoint = store.find(&key).await.unwrap().unwrap().checkpoint;
        checkpoint.is_some_and(|text| String::from_utf8_lossy(text.expose()).contains(r#""cut":0"#))
    };
    for life in 1..=4 {
        let (store, state) = (store.clone(), runs.clone());
        let server = move || async move {
            set(Server::new(a2t::toolset![add], state)).limits(limits).store(store)
        };
        let program = Program::start(server).await;
        if life == 1 {
            program.vendor().invoke(&runtime.invocation("add", "1", json!({"a": 1}))).await;
        }
        runs.until(|runs| runs.get(&1) == Some(&life)).await;
        let passed = async {
            while life > 1 && !has_passed().await {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(PATIENCE, passed).await.expect("it goes on alone");
        program.kill();
    }
    runs.gate.add_permits(1);
    let server = set(Server::new(a2t::toolset![add], runs.clone())).limits(limits).store(store);
    let vendor = Vendor::start(server).await;
    assert_eq!(runtime.one().await["text"], r#"{"result":2}"#);
    vendor.stop().await;
}

/// A receiver that takes connections and never answers, and the number of its connections.
async fn silent() -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((connection, _)) = listener.accept().await {
            counted.fetch_add(1, Ordering::SeqCst);
            held.push(connection);
        }
    });
    (url, count)
}

#[tokio::test]
async fn receivers_that_never_answer_delay_no_other_one() {
    let (runtime, runs) = (Runtime::start().await, Runs::default());
    runs.gate.add_permits(1_000);
    // Nothing hangs for less than the test may take.
    let policy = Policy::default().allow_loopback().timeout(20 * PATIENCE);
    let server =
        adding(&runs, Memory::default()).max_concurrent_deliveries(8).egress_policy(policy);
    let vendor = Vendor::start(server).await;
    let (url, count) = silent().await;
    for number in 0..40 {
        let mut call = runtime.invocation("add", &format!("silent_{number}"), json!({"a": number}));
        call["callback_url"] = json!(url);
        call["group_id"] = json!(format!("silent_{number}"));
        vendor.invoke(&call).await;
    }
    runs.until(|runs| runs.len() == 40).await;
    for number in 0..5 {
        vendor.invoke(&runtime.invocation("add", &number.to_string(), json!({"a": number}))).await;
    }
    runtime.wait(5).await;
    // Those that were on their way, and at most as many again that began before these were known to be slow.
    assert!(count.load(Ordering::SeqCst) <= 16, "{count:?} are on their way at one time");
}
