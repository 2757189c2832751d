//! The end of a program, and what the next one finds in the store.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use a2t::mcp::store::Store;
use serde_json::json;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use super::rig::{
    File, Lab, ask, call, get, holds, memory, missed_soon, output, service, tasks, until,
};

/// A program: what runs in it is gone with it.
struct Program(Option<Runtime>);

impl Program {
    fn new() -> Self {
        Self(Some(Runtime::new().unwrap()))
    }

    fn run<T>(&self, work: impl Future<Output = T>) -> T {
        self.0.as_ref().unwrap().block_on(work)
    }
}

/// As if it were killed: nothing is let go, nothing is waited for.
impl Drop for Program {
    fn drop(&mut self) {
        self.0.take().unwrap().shutdown_background();
    }
}

/// A store that outlives programs.
enum Kept {
    Memory(Arc<dyn Store>),
    File(File),
}

impl Kept {
    async fn open(&self) -> Arc<dyn Store> {
        match self {
            Self::Memory(store) => Arc::clone(store),
            Self::File(file) => file.open().await,
        }
    }
}

fn stores(name: &str) -> [Kept; 2] {
    [Kept::Memory(memory()), Kept::File(File::new(name))]
}

#[test]
fn a_task_survives_its_program_and_runs_by_its_version() {
    for store in stores("restart") {
        let program = Program::new();
        let ids = program.run(async {
            let lab = Lab::shut();
            let service = service(&lab, tasks(&store.open().await));
            let old = json!({ "name": "report", "arguments": { "city": "Omaha" },
                "_meta": { "dev.a2t/version": 1 } });
            let old = ask(&service, "tools/call", old).await;
            let new = call(&service, "report", json!({ "city": "Omaha", "year": 1999 })).await;
            holds(|| lab.runs() == 2).await;
            [old["taskId"].as_str().unwrap().to_owned(), new]
        });
        drop(program);
        Program::new().run(async {
            let lab = Lab::open();
            let service = service(&lab, tasks(&store.open().await));
            for (id, expected) in ids.iter().zip(["Omaha, as of old", "Omaha in 1999"]) {
                assert_eq!(output(&service, id).await, expected);
            }
            assert_eq!(lab.runs(), 2);
        });
    }
}

#[test]
fn a_result_survives_its_program() {
    for store in stores("result") {
        let id = Program::new().run(async {
            let service = service(&Lab::open(), tasks(&store.open().await));
            let id = call(&service, "report", json!({ "city": "Omaha" })).await;
            output(&service, &id).await;
            id
        });
        Program::new().run(async {
            let lab = Lab::open();
            let service = service(&lab, tasks(&store.open().await));
            assert_eq!(output(&service, &id).await, "Omaha in 2026");
            assert_eq!(lab.runs(), 0);
        });
    }
}

#[test]
fn a_question_is_not_asked_again_by_the_next_program() {
    for store in stores("question") {
        let program = Program::new();
        let (id, name) = program.run(async {
            let service = service(&Lab::open(), tasks(&store.open().await));
            let id = call(&service, "delete_file", json!({})).await;
            let task = until(&service, &id, "input_required").await;
            let requests = task["inputRequests"].as_object().unwrap();
            (id, requests.keys().next().unwrap().clone())
        });
        drop(program);
        Program::new().run(async {
            let lab = Lab::open();
            let service = service(&lab, tasks(&store.open().await));
            let task = get(&service, &id).await;
            assert_eq!(task["inputRequests"].as_object().unwrap().len(), 1);
            holds(|| lab.runs() == 1).await;
            let yes = json!({ "action": "accept", "content": { "choice": "Yes" } });
            let params = json!({ "taskId": id, "inputResponses": { name: yes } });
            ask(&service, "tasks/update", params).await;
            assert_eq!(output(&service, &id).await, "yes");
        });
    }
}

#[test]
fn a_task_that_ends_the_program_is_given_up() {
    let store = memory();
    let mut id = String::new();
    for attempt in 0..3 {
        Program::new().run(async {
            let lab = Lab::shut();
            let service = service(&lab, tasks(&store).limits(missed_soon().max_attempts(3)));
            if attempt == 0 {
                id = call(&service, "report", json!({ "city": "Omaha" })).await;
            }
            get(&service, &id).await;
            holds(|| lab.runs() == 1).await;
        });
    }
    Program::new().run(async {
        let lab = Lab::open();
        let service = service(&lab, tasks(&store).limits(missed_soon().max_attempts(3)));
        let task = until(&service, &id, "failed").await;
        assert_eq!(task["error"]["code"], -32603);
        assert_eq!(lab.runs(), 0);
    });
}

#[tokio::test]
async fn a_task_runs_once_in_two_programs_however_long_it_takes() {
    let store = memory();
    let (one, two) = (Lab::shut(), Lab::open());
    let first = service(&one, tasks(&store));
    let second = service(&two, tasks(&store));
    let id = call(&first, "report", json!({ "city": "Omaha" })).await;
    assert_eq!(get(&second, &id).await["status"], "working");
    // Several leases long.
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!((one.runs(), two.runs()), (1, 0));
    one.let_through();
    assert_eq!(output(&second, &id).await, "Omaha in 2026");
}

#[tokio::test]
async fn any_program_of_the_store_cancels_and_answers() {
    let store = memory();
    let lab = Lab::open();
    let first = service(&lab, tasks(&store));
    // Nothing runs in the second one.
    let second = service(&Lab::open(), tasks(&store));
    second.work_until(async {}).await;
    let id = call(&first, "wait", json!({})).await;
    holds(|| lab.runs() == 1).await;
    ask(&second, "tasks/cancel", json!({ "taskId": id })).await;
    holds(|| lab.heard.load(Ordering::SeqCst)).await;
    let id = call(&first, "delete_file", json!({})).await;
    let task = until(&second, &id, "input_required").await;
    let name = task["inputRequests"].as_object().unwrap().keys().next().unwrap();
    let yes = json!({ "action": "accept", "content": { "choice": "Yes" } });
    let params = json!({ "taskId": id, "inputResponses": { name: yes } });
    ask(&second, "tasks/update", params).await;
    assert_eq!(output(&first, &id).await, "yes");
}

#[tokio::test]
async fn a_program_that_stops_waits_for_its_tasks_and_lets_go_of_the_rest() {
    let store = memory();
    for (drain, runs_again) in [(Duration::from_secs(60), 0), (Duration::ZERO, 1)] {
        let (one, two) = (Lab::shut(), Lab::open());
        let limits = a2t::Limits::new().shutdown_timeout(drain);
        let first = service(&one, tasks(&store)).limits(limits);
        let (stop, stopped) = oneshot::channel();
        let work = {
            let first = first.clone();
            tokio::spawn(async move {
                first.work_until(async { drop(stopped.await) }).await;
            })
        };
        let id = call(&first, "report", json!({ "city": "Omaha" })).await;
        holds(|| one.runs() == 1).await;
        stop.send(()).unwrap();
        if runs_again == 0 {
            tokio::time::sleep(Duration::from_millis(100)).await;
            one.let_through();
        }
        work.await.unwrap();
        // It still answers, and accepts, but runs nothing.
        let later = call(&first, "report", json!({ "city": "Lincoln" })).await;
        let second = service(&two, tasks(&store));
        assert_eq!(output(&second, &id).await, "Omaha in 2026");
        assert_eq!(output(&second, &later).await, "Lincoln in 2026");
        assert_eq!((one.runs(), two.runs()), (1, 1 + runs_again));
    }
}
