//! Messages of A2A and MCP: each has its named step.

use super::*;

const ANSWER: &str = "waiting a message that calls no skill waits for the program's answer";

fn request(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

#[test]
fn a_message_of_a2a_without_a_call_has_its_step() {
    for (user, agent, text) in [
        ("user", "agent", json!({"kind": "text", "text": "Hello"})),
        ("ROLE_USER", "ROLE_AGENT", json!({"text": "Hello"})),
    ] {
        let message = |role: &str| json!({"messageId": "m", "role": role, "parts": [text]});
        hold(
            Dialect::A2a,
            &[
                (request("message/send", json!({"message": message(user)})), ANSWER),
                (request("SendMessage", json!({"message": message(user)})), ANSWER),
                (json!({"message": message(user)}), ANSWER),
                (message(user), ANSWER),
                (message(agent), "finished"),
                (json!({"jsonrpc": "2.0", "id": 1, "result": message(agent)}), "finished"),
                (
                    json!({"jsonrpc": "2.0", "id": 1, "result": {"message": message(agent)}}),
                    "finished",
                ),
            ],
        );
    }
    let called =
        json!({"messageId": "m", "role": "ROLE_USER", "parts": [{"data": {"skill": "now"}}]});
    hold(Dialect::A2a, &[(request("SendMessage", json!({"message": called})), "called 1")]);
}

#[test]
fn every_state_of_a_task_has_its_step() {
    for (state, expected) in [
        ("submitted", "streaming"),
        ("working", "streaming"),
        ("completed", "finished"),
        ("input-required", "waiting"),
        ("auth-required", "waiting"),
        ("failed", "refused"),
        ("canceled", "refused"),
        ("rejected", "refused"),
        ("unknown", "unknown"),
    ] {
        let new = format!("TASK_STATE_{}", state.to_uppercase().replace('-', "_"));
        for state in [state, &new] {
            let status = json!({"state": state, "message": {"role": "ROLE_AGENT", "parts": []}});
            let task = json!({"id": "t", "contextId": "c", "status": status});
            let mut old = task.clone();
            old["kind"] = json!("task");
            let update = json!({"taskId": "t", "contextId": "c", "status": status});
            let mut old_update = update.clone();
            old_update["kind"] = json!("status-update");
            let reply = |result: &Value| json!({"jsonrpc": "2.0", "id": 1, "result": result});
            let expected = match expected {
                "finished" => expected.to_owned(),
                step => format!("{step} {state}"),
            };
            for message in [
                task.clone(),
                old.clone(),
                reply(&old),
                reply(&json!({"task": task})),
                json!({"task": task}),
                reply(&old_update),
                reply(&json!({"statusUpdate": update})),
                json!({"statusUpdate": update}),
            ] {
                assert_eq!(step(Dialect::A2a, &message), expected, "{message}");
                assert_eq!(Dialect::A2a.calls(&message).unwrap(), [], "{message}");
            }
        }
    }
    let artifact = json!({"taskId": "t", "artifact": {"artifactId": "1", "parts": []}});
    let mut old = artifact.clone();
    old["kind"] = json!("artifact-update");
    hold(
        Dialect::A2a,
        &[
            (json!({"artifactUpdate": artifact}), "streaming artifact-update"),
            (json!({"jsonrpc": "2.0", "id": 1, "result": old}), "streaming artifact-update"),
        ],
    );
}

#[test]
fn errors_and_other_requests_of_json_rpc_have_their_step() {
    let error = |error: Value| json!({"jsonrpc": "2.0", "id": 1, "error": error});
    for dialect in [Dialect::A2a, Dialect::Mcp] {
        hold(
            dialect,
            &[
                (
                    error(json!({"code": -32001, "message": "Task not found"})),
                    "refused Task not found",
                ),
                (error(json!({"code": -32603})), "refused -32603"),
                (
                    request("tasks/get", json!({"id": "t"})),
                    "waiting the request `tasks/get` waits for the program's answer",
                ),
                (
                    request("ping", json!(null)),
                    "waiting the request `ping` waits for the program's answer",
                ),
                (
                    json!({"jsonrpc": "2.0", "method": "notifications/progress"}),
                    "unknown notifications/progress",
                ),
            ],
        );
    }
}
