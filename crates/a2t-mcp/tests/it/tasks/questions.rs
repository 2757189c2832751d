//! Questions for the user: within tasks, and of calls that are answered at once.

use std::sync::Arc;

use a2t::mcp::Service;
use a2t::mcp::store::Store;
use serde_json::{Value, json};

use super::rig::{
    Lab, able, ask, call, get, memory, missed_soon, output, plain, send, service, tasks, until,
};
use crate::flaky::{Flaky, Trouble};

fn yes() -> Value {
    json!({ "action": "accept", "content": { "choice": "Yes" } })
}

fn names(result: &Value) -> Vec<String> {
    result["inputRequests"].as_object().unwrap().keys().cloned().collect()
}

async fn answer(service: &Service<Arc<Lab>>, id: &str, name: &str, answer: Value) {
    let params = json!({ "taskId": id, "inputResponses": { name: answer } });
    let mut ack = ask(service, "tasks/update", params).await;
    ack.as_object_mut().unwrap().remove("_meta");
    assert_eq!(ack, json!({ "resultType": "complete" }));
}

#[tokio::test]
async fn a_task_asks_and_goes_on_with_the_first_answer() {
    let service = service(&Lab::open(), tasks(&memory()));
    for (given, result) in [
        (yes(), "yes"),
        (json!({ "action": "decline" }), "no"),
        (json!({ "action": "accept", "content": { "choice": "Perhaps" } }), "no"),
    ] {
        let id = call(&service, "delete_file", json!({})).await;
        let task = until(&service, &id, "input_required").await;
        let name = &names(&task)[0];
        let form = &task["inputRequests"][name];
        assert_eq!(form["method"], "elicitation/create");
        assert_eq!(form["params"]["message"], "Delete it?");
        let choice = &form["params"]["requestedSchema"]["properties"]["choice"];
        assert_eq!(choice["enum"], json!(["Yes", "No"]));
        assert_eq!(choice["default"], "No");
        answer(&service, &id, "another", yes()).await;
        assert_eq!(get(&service, &id).await["status"], "input_required");
        answer(&service, &id, name, given).await;
        answer(&service, &id, name, yes()).await;
        assert_eq!(output(&service, &id).await, result);
    }
}

#[tokio::test]
async fn questions_at_one_time_are_answered_one_by_one() {
    let service = service(&Lab::open(), tasks(&memory()));
    let id = call(&service, "ask_both", json!({})).await;
    let task = loop {
        let task = until(&service, &id, "input_required").await;
        if names(&task).len() == 2 {
            break task;
        }
    };
    let two = |name: &&String| task["inputRequests"][name]["params"]["message"] == "Two?";
    let name = names(&task).iter().find(two).unwrap().clone();
    answer(&service, &id, &name, yes()).await;
    let task = get(&service, &id).await;
    assert_eq!(task["status"], "input_required");
    let [other] = &*names(&task) else { panic!("{task}") };
    assert_ne!(other, &name);
    answer(&service, &id, other, json!({ "action": "cancel" })).await;
    assert_eq!(output(&service, &id).await, "no yes");
}

#[tokio::test]
async fn a_question_that_could_not_be_stored_is_in_no_later_checkpoint() {
    let flaky = Flaky::default();
    let store: Arc<dyn Store> = Arc::new(flaky.clone());
    let service = service(&Lab::open(), tasks(&store));
    flaky.goes(&["commit"], Trouble::Hangs);
    let id = call(&service, "ask_both", json!({})).await;
    flaky.met("commit", 1).await;
    flaky.comes_back();
    // The first question fails, and the second one, which was on its way meanwhile, is stored.
    let task = until(&service, &id, "input_required").await;
    let [name] = &*names(&task) else { panic!("{task}") };
    assert_eq!(task["inputRequests"][name]["params"]["message"], "Two?");
    answer(&service, &id, name, yes()).await;
    assert_eq!(
        output(&service, &id).await,
        "it could not be stored; the call runs again later yes"
    );
}

#[tokio::test]
async fn a_task_whose_client_cannot_ask_is_told_so() {
    let service = service(&Lab::open(), tasks(&memory()));
    let client = json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } });
    let params = json!({ "name": "delete_file", "arguments": {} });
    let reply = send(&service, client, "tools/call", params).await;
    let id = reply["result"]["taskId"].as_str().unwrap();
    let words = "a tool that is called over MCP cannot ask the user";
    assert_eq!(output(&service, id).await, words);
}

#[tokio::test]
async fn a_question_waits_for_its_time_and_takes_no_slot() {
    let lab = Lab::open();
    let time = std::time::Duration::from_millis(1_000);
    let service = service(
        &lab,
        tasks(&memory()).limits(missed_soon().max_running_calls(1).answer_timeout(time)),
    );
    let id = call(&service, "delete_file", json!({})).await;
    until(&service, &id, "input_required").await;
    let other = call(&service, "report", json!({ "city": "Omaha" })).await;
    output(&service, &other).await;
    assert_eq!(output(&service, &id).await, "there was no answer within 1 s");
}

#[tokio::test]
async fn a_call_that_asks_is_made_again_with_the_answers() {
    let service = plain(&Lab::open());
    let mut params = json!({ "name": "ask_twice", "arguments": {} });
    let first = ask(&service, "tools/call", params.clone()).await;
    assert_eq!(first["resultType"], "input_required");
    assert_eq!(first.get("requestState"), None);
    let [name] = &*names(&first) else { panic!("{first}") };
    params["inputResponses"] = json!({ name: yes() });
    let second = ask(&service, "tools/call", params.clone()).await;
    assert_eq!(second["resultType"], "input_required", "{second}");
    let [other] = &*names(&second) else { panic!("{second}") };
    assert_ne!(name, other);
    params["requestState"] = second["requestState"].clone();
    params["inputResponses"] = json!({ other: { "action": "decline" }, name: "not again" });
    let third = ask(&service, "tools/call", params).await;
    assert_eq!(third["structuredContent"]["result"], "yes no");
    assert_eq!(third["resultType"], "complete");
}

#[tokio::test]
async fn a_call_whose_client_cannot_ask_fails_with_a_reason() {
    let service = plain(&Lab::open());
    let params = json!({ "name": "ask_twice", "arguments": {} });
    let words = "a tool that is called over MCP cannot ask the user";
    for client in [json!({}), json!({ "elicitation": { "url": {} } })] {
        let reply = send(&service, client, "tools/call", params.clone()).await;
        let result = reply["result"]["structuredContent"]["result"].as_str().unwrap();
        assert_eq!(result, format!("{words} {words}"));
    }
    let reply = send(&service, able(), "tools/call", params).await;
    assert_eq!(reply["result"]["resultType"], "input_required");
}

#[tokio::test]
async fn a_state_that_is_none_of_ours_is_passed_over() {
    let service = plain(&Lab::open());
    for state in ["", "{", "[]", "{\"choice-0\":1}"] {
        let params = json!({ "name": "ask_twice", "arguments": {}, "requestState": state });
        assert_eq!(ask(&service, "tools/call", params).await["resultType"], "input_required");
    }
}
