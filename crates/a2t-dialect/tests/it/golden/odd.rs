//! Messages that are not the usual ones: without calls, with calls that are not for us, broken.

use a2t_dialect::{Dialect, Given, Outcome, Turn};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{CASES, refused};

fn count(dialect: Dialect, message: Value) -> usize {
    dialect.calls(&message).unwrap().len()
}

fn error(dialect: Dialect, message: Value) -> String {
    dialect.calls(&message).unwrap_err().to_string()
}

#[test]
fn a_message_without_calls_has_none() {
    let blocked = json!({ "promptFeedback": { "blockReason": "SAFETY" } });
    for (dialect, message) in [
        (
            Dialect::A2a,
            json!({ "jsonrpc": "2.0", "id": 1, "method": "GetTask", "params": { "id": "t1" } }),
        ),
        (
            Dialect::A2a,
            json!({ "messageId": "m1", "role": "ROLE_USER", "parts": [{ "text": "Hello." }] }),
        ),
        (
            Dialect::Autogen,
            json!({ "type": "AssistantMessage", "source": "a", "content": "Hello." }),
        ),
        (Dialect::BedrockAgents, json!({ "invocationId": "i", "invocationInputs": [] })),
        (
            Dialect::BedrockConverse,
            json!({ "role": "assistant", "content": [{ "text": "Hello." }] }),
        ),
        (Dialect::Crewai, json!("Thought: done.\nFinal Answer: Hello.")),
        (Dialect::Crewai, json!({ "role": "assistant", "content": "Hello." })),
        (Dialect::Gemini, blocked),
        (Dialect::Gemini, json!({ "candidates": [{ "finishReason": "MALFORMED_FUNCTION_CALL" }] })),
        (Dialect::Gemini, json!({ "role": "model", "parts": [{ "text": "Hello." }] })),
        (Dialect::Langchain, json!({ "type": "ai", "content": "Hello." })),
        (Dialect::Mcp, json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" })),
        (Dialect::Mcp, json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })),
        (Dialect::VercelAi, json!({ "role": "assistant", "content": "Hello." })),
    ] {
        assert_eq!(count(dialect, message.clone()), 0, "{dialect}: {message}");
    }
}

#[test]
fn what_a_provider_ran_itself_is_not_run_again() {
    let call = |own: bool| {
        json!({
            "type": "tool-call", "toolCallId": "c", "toolName": "search", "input": {},
            "providerExecuted": own,
        })
    };
    let message = json!({ "role": "assistant", "content": [call(true), call(false)] });
    assert_eq!(count(Dialect::VercelAi, message), 1);
}

#[test]
fn one_of_several_candidates_is_for_the_program_to_choose() {
    let candidate = json!({ "content": { "role": "model", "parts": [{ "text": "Hello." }] } });
    assert_eq!(
        error(Dialect::Gemini, json!({ "candidates": [candidate, candidate] })),
        "gemini: /candidates: expected one candidate: choose, and pass that, got an array"
    );
}

#[test]
fn a_question_to_the_user_is_not_answered_for_him() {
    let asked = json!({ "invocationId": "i", "invocationInputs": [{ "functionInvocationInput": {
        "actionGroup": "g", "function": "pay", "actionInvocationType": "USER_CONFIRMATION",
    } }] });
    assert_eq!(Dialect::BedrockAgents.calls(&asked).unwrap(), []);
    let turn = Dialect::BedrockAgents.turn(&asked).unwrap();
    assert!(matches!(&turn, Turn::Waiting(_)), "{turn:?}");
}

#[test]
fn text_of_an_agent_is_read_by_its_type_or_stays_text() {
    let parameter = |kind: &str, text: &str| {
        let parameters = json!([{ "name": "x", "type": kind, "value": text }]);
        let input = json!({ "function": "f", "parameters": parameters });
        let message = json!([{ "functionInvocationInput": input }]);
        let call = Dialect::BedrockAgents.calls(&message).unwrap().remove(0);
        match call.given() {
            Given::Object(arguments) => arguments["x"].clone(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(parameter("integer", "5"), json!(5));
    assert_eq!(parameter("number", "5.0"), json!(5.0));
    assert_eq!(parameter("boolean", "true"), json!(true));
    assert_eq!(parameter("array", "[1]"), json!([1]));
    assert_eq!(parameter("string", "5"), json!("5"));
    assert_eq!(parameter("integer", "null"), Value::Null);
    for text in ["five", "", "\"5\"", "{}"] {
        assert_eq!(parameter("integer", text), json!(text));
    }
}

#[test]
fn arguments_that_langchain_could_not_read_are_a_call_all_the_same() {
    let message = json!({ "type": "ai", "content": "", "tool_calls": [], "invalid_tool_calls": [
        { "type": "invalid_tool_call", "id": "c", "name": "look", "args": "{\"a\":", "error": null },
    ] });
    let call = Dialect::Langchain.calls(&message).unwrap().remove(0);
    assert_eq!((call.id(), call.name()), (Some("c"), "look"));
    assert!(matches!(call.given(), Given::Unreadable { text, .. } if text == "{\"a\":"));
}

#[test]
fn results_of_different_requests_are_answered_apart() {
    let request = |id: Value| {
        json!({
            "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": "look" },
        })
    };
    let calls = Dialect::Mcp.calls(&json!([request(json!("a")), request(json!(7))])).unwrap();
    let results = calls.iter().map(|call| call.result(&refused())).collect();
    let answer = Dialect::Mcp.message(results);
    assert_eq!((&answer[0]["id"], &answer[1]["id"]), (&json!("a"), &json!(7)));
    assert!(
        error(Dialect::Mcp, request(Value::Null)).starts_with("mcp: /id: expected a string or")
    );

    let payload = |id: &str| {
        json!({ "invocationId": id, "invocationInputs": [
        { "functionInvocationInput": { "actionGroup": "g", "function": "look" } },
    ] })
    };
    let calls =
        ["i1", "i2", "i1"].map(|id| Dialect::BedrockAgents.calls(&payload(id)).unwrap().remove(0));
    let answer =
        Dialect::BedrockAgents.message(calls.iter().map(|call| call.result(&refused())).collect());
    let counts =
        |index: usize| answer[index]["returnControlInvocationResults"].as_array().unwrap().len();
    assert_eq!((counts(0), counts(1)), (2, 1));
}

#[test]
fn the_state_of_a_task_is_the_worst_of_its_calls() {
    let part = json!({ "data": { "skill": "look", "input": {} } });
    let message =
        json!({ "messageId": "m1", "role": "ROLE_USER", "parts": [part, part, part, part] });
    let calls = Dialect::A2a.calls(&message).unwrap();
    let outcomes = [
        Outcome::Done(Map::new()),
        Outcome::Failed("It broke.".into()),
        refused(),
        Outcome::Done(Map::new()),
    ];
    let results = calls.iter().zip(&outcomes);
    let task = Dialect::A2a.message(results.map(|(call, outcome)| call.result(outcome)).collect());
    assert_eq!(task["status"]["state"], "TASK_STATE_FAILED");
    assert_eq!(task["status"]["message"]["parts"].as_array().unwrap().len(), 2);
    let artifacts = task["artifacts"].as_array().unwrap().iter();
    let ids: Vec<_> = artifacts.map(|artifact| artifact["artifactId"].clone()).collect();
    assert_eq!(ids, ["1", "2"]);
}

/// Replaces the `nth` value inside, counted from the root.
fn replace(value: &mut Value, nth: &mut usize, with: &Value) {
    if *nth == 0 {
        *value = with.clone();
        *nth = usize::MAX;
        return;
    }
    *nth -= 1;
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| replace(item, nth, with)),
        Value::Object(members) => {
            members.values_mut().for_each(|member| replace(member, nth, with))
        }
        _ => {}
    }
}

proptest! {
    #[test]
    fn a_broken_message_is_an_error_that_names_its_dialect_or_is_read(
        whole: bool,
        nth in 0_usize..40,
        with in prop_oneof![
            Just(Value::Null), Just(json!(5)), Just(json!("x")), Just(json!([])), Just(json!([[1]])),
            Just(json!({})), Just(json!({ "id": {} })), Just(json!({ "content": 1, "parts": 2 })),
        ],
    ) {
        let case = CASES.iter().find(|case| case.label == "draft_flight").unwrap();
        for dialect in Dialect::ALL {
            let mut message = case.message(*dialect, whole, &[&case.arguments]);
            replace(&mut message, &mut nth.clone(), &with);
            match dialect.calls(&message) {
                Ok(calls) => {
                    let results = calls.iter().map(|call| call.result(&refused()));
                    dialect.message(results.collect());
                }
                Err(error) => prop_assert!(error.to_string().starts_with(dialect.id()), "{}", error),
            }
            dialect.message(vec![message.clone(), with.clone(), message]);
        }
    }
}
