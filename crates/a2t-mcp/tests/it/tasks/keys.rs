//! Calls with a key (`dev.a2t/idempotencyKey`): those that answer at once, as a task, or after a question run once.

use std::sync::Arc;

use a2t::mcp::Service;
use serde_json::{Value, json};

use super::rig::{Lab, able, memory, plain, send_as, service, tasks};

/// A call of this tool under a key, as a caller sends it.
async fn call(service: &Service<Arc<Lab>>, caller: &str, key: &str, mut params: Value) -> Value {
    params["_meta"]["dev.a2t/idempotencyKey"] = json!(key);
    let mut reply = send_as(service, Some(caller), able(), "tools/call", params).await;
    let mut result = reply["result"].take();
    assert!(result.is_object(), "{reply}");
    if let Some(meta) = result["_meta"].as_object_mut() {
        meta.remove("io.modelcontextprotocol/serverInfo");
    }
    result
}

fn report(city: &str) -> Value {
    json!({ "name": "report", "arguments": { "city": city } })
}

/// Asserts that a call was refused, because its key was that of another one.
fn assert_refused(result: &Value) {
    assert_eq!(result["isError"], true, "{result}");
    let problem = &result["_meta"]["dev.a2t/problem"];
    assert_eq!(problem["type"], "urn:a2t:problem:idempotency-key-reused", "{result}");
    assert_eq!(problem["status"], 422);
}

/// Removes the mark of a repeated result, which has to be there.
fn replayed(mut result: Value) -> Value {
    let meta = result["_meta"].as_object_mut().unwrap();
    assert_eq!(meta.remove("dev.a2t/idempotentReplayed"), Some(json!(true)), "{meta:?}");
    result
}

#[tokio::test]
async fn a_call_that_is_answered_at_once_runs_once() {
    let lab = Lab::open();
    let service = plain(&lab);
    let first = call(&service, "alice", "one", report("Omaha")).await;
    assert_eq!(first["structuredContent"]["result"], "Omaha in 2026");
    let second = call(&service, "alice", "one", report("Omaha")).await;
    assert_eq!(replayed(second), first);
    assert_refused(&call(&service, "alice", "one", report("Oslo")).await);
    assert_eq!(lab.runs(), 1);
    call(&service, "bob", "one", report("Omaha")).await;
    call(&service, "alice", "two", report("Omaha")).await;
    assert_eq!(lab.runs(), 3);
}

#[tokio::test]
async fn a_call_that_goes_on_as_a_task_is_one_task() {
    let lab = Lab::shut();
    let service = service(&lab, tasks(&memory()));
    let first = call(&service, "alice", "one", report("Omaha")).await;
    assert_eq!(first["resultType"], "task", "{first}");
    // While it runs, and after its end.
    for has_ended in [false, true] {
        assert_eq!(call(&service, "alice", "one", report("Omaha")).await, first);
        assert_refused(&call(&service, "alice", "one", report("Oslo")).await);
        if !has_ended {
            lab.let_through();
            assert_eq!(result_for(&service, "alice", &first).await, "Omaha in 2026");
        }
    }
    assert_eq!(lab.runs(), 1);
}

#[tokio::test]
async fn keys_of_tasks_are_those_of_their_callers() {
    let lab = Lab::open();
    let service = service(&lab, tasks(&memory()));
    let mut ids = Vec::new();
    for (caller, key, city) in
        [("alice", "one", "Omaha"), ("bob", "one", "Oslo"), ("alice", "two", "Omaha")]
    {
        let created = call(&service, caller, key, report(city)).await;
        assert_eq!(created["resultType"], "task", "{created}");
        let text = result_for(&service, caller, &created).await;
        assert_eq!(text, format!("{city} in 2026"));
        ids.push(created["taskId"].clone());
    }
    assert!(ids[0] != ids[1] && ids[0] != ids[2] && ids[1] != ids[2], "{ids:?}");
    assert_eq!(lab.runs(), 3);
}

/// Output of a task, which only its caller may ask for.
async fn result_for(service: &Service<Arc<Lab>>, caller: &str, created: &Value) -> String {
    let params = || json!({ "taskId": created["taskId"] });
    let wait = async {
        loop {
            let task = send_as(service, Some(caller), able(), "tasks/get", params()).await;
            let result = &task["result"];
            if result["status"] == "completed" {
                let text = &result["result"]["structuredContent"]["result"];
                return text.as_str().unwrap().to_owned();
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), wait).await.unwrap()
}

/// The call that answers the question of this result.
fn answered(asking: &Value, choice: &str) -> Value {
    assert_eq!(asking["resultType"], "input_required", "{asking}");
    let asked = asking["inputRequests"].as_object().unwrap();
    let answer = json!({ "action": "accept", "content": { "choice": choice } });
    let answers = asked.keys().map(|name| (name.clone(), answer.clone()));
    json!({
        "name": "delete_file", "arguments": {}, "requestState": asking["requestState"],
        "inputResponses": Value::Object(answers.collect()),
    })
}

#[tokio::test]
async fn a_call_that_asks_keeps_its_answer_and_not_its_question() {
    let lab = Lab::open();
    let service = plain(&lab);
    let begun = || json!({ "name": "delete_file", "arguments": {} });
    // A question that was lost on the way is asked again.
    let asking = call(&service, "alice", "one", begun()).await;
    assert_eq!(call(&service, "alice", "one", begun()).await, asking);
    let first = call(&service, "alice", "one", answered(&asking, "Yes")).await;
    assert_eq!(first["structuredContent"]["result"], "yes");
    let runs = lab.runs();
    let second = call(&service, "alice", "one", answered(&asking, "Yes")).await;
    assert_eq!(replayed(second), first);
    assert_refused(&call(&service, "alice", "one", answered(&asking, "No")).await);
    assert_refused(&call(&service, "alice", "one", begun()).await);
    assert_eq!(lab.runs(), runs);
    let of_bob = call(&service, "bob", "one", answered(&asking, "No")).await;
    assert_eq!(of_bob["structuredContent"]["result"], "no");
}

#[tokio::test]
async fn a_task_that_asks_is_one_task() {
    let lab = Lab::open();
    let service = service(&lab, tasks(&memory()));
    let begun = || json!({ "name": "delete_file", "arguments": {} });
    let first = call(&service, "alice", "one", begun()).await;
    let id = first["taskId"].clone();
    let asked = loop {
        let task =
            send_as(&service, Some("alice"), able(), "tasks/get", json!({ "taskId": id })).await;
        if task["result"]["status"] == "input_required" {
            break task["result"]["inputRequests"].as_object().unwrap().clone();
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    assert_eq!(call(&service, "alice", "one", begun()).await["taskId"], id);
    let (name, _) = asked.iter().next().unwrap();
    let answer = json!({ "action": "accept", "content": { "choice": "Yes" } });
    let params = json!({ "taskId": id, "inputResponses": { name: answer } });
    send_as(&service, Some("alice"), able(), "tasks/update", params).await;
    assert_eq!(result_for(&service, "alice", &first).await, "yes");
    assert_eq!(call(&service, "alice", "one", begun()).await["taskId"], id);
    assert_eq!(lab.runs(), 1);
}
