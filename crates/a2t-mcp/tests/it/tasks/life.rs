//! The life of a task in one program: accepted, asked for, ended, cancelled, forgotten.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t::mcp::Tasks;
use a2t::mcp::store::{Filter, Memory};
use serde_json::{Value, json};

use super::rig::{
    File, Lab, SECRET, able, ask, call, code, get, holds, memory, missed_soon, output, plain, send,
    service, tasks, until,
};

fn omaha() -> Value {
    json!({ "city": "Omaha" })
}

#[tokio::test]
async fn a_tool_that_takes_a_while_answers_later_and_the_same() {
    let file = File::new("later");
    for store in [memory(), file.open().await] {
        let lab = Lab::shut();
        let service = service(&lab, tasks(&store));
        let params = json!({ "name": "report", "arguments": omaha() });
        let created = ask(&service, "tools/call", params.clone()).await;
        assert_eq!(
            (&created["resultType"], &created["status"]),
            (&json!("task"), &json!("working"))
        );
        assert_eq!(created["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "tests");
        assert_eq!(created["pollIntervalMs"], 500);
        assert_eq!(created["ttlMs"], 48 * 3600 * 1000);
        let id = created["taskId"].as_str().unwrap();
        let working = get(&service, id).await;
        assert_eq!(
            (&working["resultType"], &working["status"]),
            (&json!("complete"), &json!("working"))
        );
        assert_eq!(working["createdAt"], created["createdAt"]);
        lab.let_through();
        let mut done = until(&service, id, "completed").await;
        assert!(done["ttlMs"].as_u64().unwrap() >= 24 * 3600 * 1000);
        assert_eq!(get(&service, id).await["result"], done["result"]);
        lab.let_through();
        let mut now = send(&plain(&lab), able(), "tools/call", params).await;
        now["result"].as_object_mut().unwrap().remove("_meta");
        assert_eq!(now["result"].take(), done["result"].take());
        assert_eq!(lab.runs(), 2);
    }
}

#[tokio::test]
async fn a_task_waits_for_a_tool_that_runs_as_often_as_it_may() {
    let lab = Lab::shut();
    let service = service(&lab, tasks(&memory()));
    let mut ids = Vec::new();
    for _ in 0..3 {
        let created = ask(&service, "tools/call", json!({ "name": "pass_alone" })).await;
        ids.push(created["taskId"].as_str().unwrap().to_owned());
    }
    for _ in 0..3 {
        lab.let_through();
    }
    for id in &ids {
        let done = until(&service, id, "completed").await;
        assert_eq!(done["result"]["structuredContent"], json!({ "result": true }), "{done}");
    }
    assert_eq!(lab.runs(), 3);
}

#[tokio::test]
async fn others_are_answered_at_once() {
    let lab = Lab::open();
    let later = service(&lab, tasks(&memory()));
    let greeted = ask(&later, "tools/call", json!({ "name": "greet" })).await;
    assert_eq!(greeted["resultType"], "complete");
    let params = json!({ "name": "report", "arguments": omaha() });
    let reply = send(&later, json!({}), "tools/call", params.clone()).await;
    assert_eq!(reply["result"]["structuredContent"]["result"], "Omaha in 2026");
    let reply = send(&plain(&lab), able(), "tools/call", params).await;
    assert_eq!(reply["result"]["resultType"], "complete");
}

#[tokio::test]
async fn the_extension_is_declared_where_there_is_a_store() {
    let lab = Lab::open();
    let extension = "/capabilities/extensions/io.modelcontextprotocol~1tasks";
    let with = ask(&service(&lab, tasks(&memory())), "server/discover", json!({})).await;
    assert_eq!(with.pointer(extension), Some(&json!({})));
    let without = ask(&plain(&lab), "server/discover", json!({})).await;
    assert_eq!(without.pointer(extension), None);
    let listed = ask(&plain(&lab), "tools/list", json!({})).await;
    let mut tools = listed["tools"].as_array().unwrap().iter();
    let report = tools.find(|tool| tool["name"] == "report").unwrap();
    assert_eq!(report["_meta"]["dev.a2t/longRunning"], true);
    assert_eq!(report["annotations"], json!({ "readOnlyHint": true }));
}

#[tokio::test]
async fn mistakes_of_a_host_are_errors_and_those_of_a_model_are_results() {
    let service = service(&Lab::open(), tasks(&memory()));
    for (name, meta) in [("reports", json!({})), ("report", json!({ "dev.a2t/version": 9 }))] {
        let params = json!({ "name": name, "arguments": omaha(), "_meta": meta });
        assert_eq!(code(&send(&service, able(), "tools/call", params).await), -32602);
    }
    let id = call(&service, "report", json!({ "city": 1, "town": "Omaha" })).await;
    let task = until(&service, &id, "completed").await;
    let text = task["result"]["content"][0]["text"].as_str().unwrap();
    assert!(task["result"]["isError"] == true && text.contains("/town"), "{task}");
    for method in ["tasks/get", "tasks/cancel", "tasks/update"] {
        let params = json!({ "taskId": "0".repeat(64), "inputResponses": {} });
        let reply = send(&service, able(), method, params.clone()).await;
        assert_eq!(code(&reply), -32602, "{reply}");
        assert_eq!(code(&send(&service, json!({}), method, params.clone()).await), -32021);
        assert_eq!(code(&send(&service, able(), method, json!({ "task": 1 })).await), -32602);
        assert_eq!(code(&send(&plain(&Lab::open()), able(), method, params).await), -32601);
    }
}

#[tokio::test]
async fn a_fault_is_reported_to_the_vendor_and_not_to_the_caller() {
    let faults = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&faults);
    let service = service(&Lab::open(), tasks(&memory()));
    let service = service.on_fault(move |fault| heard.lock().unwrap().push(fault.to_string()));
    let id = call(&service, "crash", json!({})).await;
    let task = until(&service, &id, "failed").await;
    assert_eq!(task["error"], json!({ "code": -32603, "message": "the tool failed" }));
    assert!(task.get("result").is_none() && !task.to_string().contains(SECRET));
    assert!(faults.lock().unwrap()[0].contains(SECRET));
}

#[tokio::test]
async fn a_tool_that_takes_too_long_is_given_up() {
    let settings = tasks(&memory()).limits(missed_soon().run_timeout(Duration::from_millis(50)));
    let service = service(&Lab::shut(), settings);
    let id = call(&service, "report", omaha()).await;
    let task = until(&service, &id, "completed").await;
    let text = task["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("did not answer in time"), "{text}");
}

#[tokio::test]
async fn a_cancelled_task_stays_so_and_its_tool_hears_of_it() {
    let lab = Lab::open();
    let service = service(&lab, tasks(&memory()));
    let id = call(&service, "wait", json!({})).await;
    holds(|| lab.runs() == 1).await;
    let cancel = json!({ "taskId": id });
    let mut ack = ask(&service, "tasks/cancel", cancel.clone()).await;
    ack.as_object_mut().unwrap().remove("_meta");
    assert_eq!(ack, json!({ "resultType": "complete" }));
    let task = get(&service, &id).await;
    assert_eq!(task["status"], "cancelled");
    assert_eq!((task.get("result"), task.get("error")), (None, None));
    holds(|| lab.heard.load(Ordering::SeqCst)).await;
    // Once more, and of one that has ended: acknowledged, and nothing changes.
    ask(&service, "tasks/cancel", cancel).await;
    let id = call(&service, "report", omaha()).await;
    output(&service, &id).await;
    ask(&service, "tasks/cancel", json!({ "taskId": id })).await;
    assert_eq!(get(&service, &id).await["status"], "completed");
}

#[tokio::test]
async fn tasks_beyond_those_at_once_wait_their_turn() {
    let lab = Lab::shut();
    let service = service(&lab, tasks(&memory()).limits(missed_soon().max_running_calls(1)));
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(call(&service, "report", omaha()).await);
    }
    for done in 1..=3 {
        holds(|| lab.runs() == done).await;
        lab.let_through();
    }
    for id in ids {
        assert_eq!(output(&service, &id).await, "Omaha in 2026");
    }
    assert_eq!(lab.runs(), 3);
}

#[tokio::test]
async fn a_full_store_takes_no_task() {
    let limits = a2t_store::Limits { calls: 1, messages: 1, ..Default::default() };
    let lab = Lab::shut();
    let service = service(&lab, Tasks::new(Memory::new(limits)));
    call(&service, "report", omaha()).await;
    let params = json!({ "name": "report", "arguments": omaha() });
    let reply = send(&service, able(), "tools/call", params).await;
    assert_eq!(code(&reply), -32603);
    assert!(reply["error"]["message"].as_str().unwrap().contains("try again later"));
    assert!(lab.runs() <= 1);
}

#[tokio::test]
async fn ids_are_no_ids_of_the_store_and_none_is_like_another() {
    let store = memory();
    let service = service(&Lab::open(), tasks(&store));
    let mut ids = HashSet::new();
    for _ in 0..100 {
        let id = call(&service, "report", omaha()).await;
        assert!(id.len() == 64 && id.bytes().all(|digit| digit.is_ascii_hexdigit()));
        ids.insert(id);
    }
    assert_eq!(ids.len(), 100);
    let entries = store.list(Filter::calls().queue("mcp-tasks").max(1_000)).await.unwrap();
    assert_eq!(entries.len(), 100);
    for entry in entries {
        assert!(!ids.contains(entry.key.id()) && !ids.contains(entry.key.group()));
        // Who reads the store has no right to its tasks.
        let params = json!({ "taskId": entry.key.id() });
        assert_eq!(code(&send(&service, able(), "tasks/get", params).await), -32602);
    }
}

#[tokio::test]
async fn a_result_is_forgotten_when_its_time_is_over() {
    let store = memory();
    let kept = service(&Lab::open(), tasks(&store));
    let id = call(&kept, "report", omaha()).await;
    output(&kept, &id).await;
    let gone = service(&Lab::open(), tasks(&store).limits(missed_soon().retention(Duration::ZERO)));
    assert_eq!(code(&send(&gone, able(), "tasks/get", json!({ "taskId": id })).await), -32602);
}

#[tokio::test]
async fn contexts_see_the_headers_that_are_kept_and_no_others() {
    let service =
        service(&Lab::open(), tasks(&memory()).keep_header(http::header::ACCEPT_LANGUAGE));
    let id = call(&service, "tell_headers", json!({})).await;
    assert_eq!(output(&service, &id).await, "nl false");
}
