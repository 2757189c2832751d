//! Models that search for tools: the executor finds them among its own, and answers with what was found.

use a2t::Value;
use a2t::dialect::hosted::{Fragment, SearchMethod, ToolSearch};
use a2t::dialect::{Batch, Caller, Dialect, Executor, ToolOptions, Turn};
use serde_json::json;

/// Forecasts rain and snow.
///
/// # Returns
/// The forecast.
#[a2t::tool(version = 1, read_only)]
fn forecast() -> &'static str {
    "It rains."
}

/// Lists the trains to a city.
///
/// # Returns
/// The trains.
#[a2t::tool(version = 1, read_only)]
fn list_trains(
    /// The city.
    #[a2t(text, example = "::1")]
    city: std::net::IpAddr,
) -> String {
    city.to_string()
}

/// Books a seat.
///
/// # Returns
/// Nothing of note.
#[a2t::tool(version = 1)]
fn book_seat() -> bool {
    true
}

fn executor(finds: bool) -> Executor {
    let builder = Executor::builder().toolset(a2t::toolset![forecast, list_trains, book_seat], ());
    let options = ToolOptions::new().defer_loading();
    let builder = if finds { builder.tool_search(options) } else { builder };
    builder.build().unwrap()
}

async fn answered(dialect: Dialect, reply: &Value) -> Value {
    match executor(true).answer(dialect, reply).await.unwrap() {
        Turn::Called(Batch::Done(message)) => message,
        other => panic!("{other:?}"),
    }
}

fn anthropic(content: Value) -> Value {
    json!({"role": "assistant", "stop_reason": "tool_use", "content": content})
}

fn search(query: &str) -> Value {
    json!({"type": "tool_use", "id": "s1", "name": "a2t_tool_search", "input": {"query": query}})
}

#[tokio::test]
async fn anthropic_gets_references_next_to_the_results_of_calls() {
    let call = json!({"type": "tool_use", "id": "t1", "name": "forecast", "input": {}});
    let reply = anthropic(json!([search("a train to Omaha"), call]));
    let message = answered(Dialect::Anthropic, &reply).await;
    let results = message["content"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    assert_eq!(
        (&results[0]["tool_use_id"], &results[1]["tool_use_id"]),
        (&json!("t1"), &json!("s1"))
    );
    let found = json!([{"type": "tool_reference", "tool_name": "list_trains"}]);
    assert_eq!(results[1]["content"], found);
    let nothing = answered(Dialect::Anthropic, &anthropic(json!([search("quantum")]))).await;
    assert_eq!(nothing["content"][0]["content"], "No tool was found.");
}

#[tokio::test]
async fn openai_gets_definitions() {
    for dialect in [Dialect::OpenaiResponses, Dialect::AzureFoundryV2] {
        for arguments in [json!({"query": "rain"}), json!(r#"{"query": "rain"}"#)] {
            let search = json!({"type": "tool_search_call", "id": "ts_1", "call_id": "call_1",
                "execution": "client", "status": "completed", "arguments": arguments});
            let reply = json!({"object": "response", "status": "completed", "output": [search]});
            let items = answered(dialect, &reply).await;
            assert_eq!(items.as_array().map(Vec::len), Some(1));
            let output = &items[0];
            assert_eq!(output["type"], "tool_search_output");
            assert_eq!(
                (&output["call_id"], &output["execution"]),
                (&json!("call_1"), &json!("client"))
            );
            let tools = output["tools"].as_array().unwrap();
            assert_eq!(tools.len(), 1);
            assert_eq!(
                (&tools[0]["name"], &tools[0]["defer_loading"]),
                (&json!("forecast"), &json!(true))
            );
        }
    }
}

#[tokio::test]
async fn a_search_of_the_provider_or_without_an_answerer_is_not_answered() {
    let waiting =
        executor(false).answer(Dialect::Anthropic, &anthropic(json!([search("rain")]))).await;
    assert!(matches!(waiting, Ok(Turn::Waiting(_))), "{waiting:?}");
    let hosted = json!({"type": "tool_search_call", "call_id": null, "execution": "server",
        "status": "completed", "arguments": {"paths": ["travel"]}});
    let words =
        json!({"type": "message", "role": "assistant", "status": "completed", "content": []});
    let reply = json!({"object": "response", "status": "completed", "output": [hosted, words]});
    let turn = executor(true).answer(Dialect::OpenaiResponses, &reply).await.unwrap();
    assert_eq!(turn, Turn::Finished);
}

#[tokio::test]
async fn a_search_that_cannot_be_answered_waits() {
    let search = json!({"type": "tool_search_call", "execution": "client",
        "status": "completed", "arguments": {"query": "rain"}});
    let reply = json!({"object": "response", "status": "completed", "output": [search]});
    let turn = executor(true).answer(Dialect::OpenaiResponses, &reply).await;
    assert!(matches!(turn, Ok(Turn::Waiting(_))), "{turn:?}");
}

#[tokio::test]
async fn a_search_that_finds_nothing_is_answered() {
    let search = json!({"type": "tool_search_call", "call_id": "call_1", "execution": "client",
        "status": "completed", "arguments": {"query": "quantum"}});
    let reply = json!({"object": "response", "status": "completed", "output": [search]});
    let items = answered(Dialect::OpenaiResponses, &reply).await;
    assert_eq!((&items[0]["call_id"], &items[0]["tools"]), (&json!("call_1"), &json!([])));
}

#[tokio::test]
async fn the_search_that_a_request_offers_is_the_one_that_is_answered() {
    let request = Fragment::new(Dialect::Anthropic)
        .hosted(ToolSearch::new().method(SearchMethod::Program))
        .and_then(|request| {
            request.tools_with(executor(true).tools(), &ToolOptions::new().defer_loading())
        })
        .unwrap();
    let name = request.body()["tools"][0]["name"].as_str().unwrap().to_owned();
    let call = json!({"type": "tool_use", "id": "s", "name": name, "input": {"query": "rain"}});
    let reply = anthropic(json!([call]));
    assert!(request.calls(&reply).unwrap().is_empty());
    assert_eq!(request.events(&reply).len(), 1);
    assert_eq!(answered(Dialect::Anthropic, &reply).await["content"][0]["tool_use_id"], "s");
}

#[tokio::test]
async fn a_rule_of_consent_sees_the_code_that_calls() {
    let item = json!({"type": "function_call", "call_id": "call_1", "name": "forecast", "arguments": "{}",
        "caller": {"type": "program", "caller_id": "prog_1"}, "namespace": "travel", "async": true});
    let executor = Executor::builder().toolset(a2t::toolset![forecast], ()).consent(|request| {
        assert_eq!(request.call.caller(), Caller::Program("prog_1"));
        assert_eq!(
            (request.call.namespace(), request.call.is_asynchronous()),
            (Some("travel"), true)
        );
        a2t::dialect::Consent::Ask
    });
    let executor = executor.build().unwrap();
    let turn = executor.answer(Dialect::OpenaiResponses, &json!([item])).await.unwrap();
    let Turn::Called(Batch::Paused(paused)) = turn else { panic!("{turn:?}") };
    let stored = serde_json::to_string(&paused).unwrap();
    let paused = serde_json::from_str(&stored).unwrap();
    let decision = [("call_1", a2t::dialect::Decision::Approve)];
    let results = executor.resume(&paused, decision).await.unwrap();
    assert_eq!(results[0]["output"], r#"{"result":"It rains."}"#);
    // Without them, the provider does not know which code waits.
    assert_eq!(results[0]["caller"], json!({"type": "program", "caller_id": "prog_1"}));
    assert_eq!(results[0]["namespace"], "travel");
}

#[test]
fn examples_of_a_toolset_become_example_calls() {
    let executor = executor(false);
    let tools =
        Dialect::Anthropic.export_with(executor.tools(), &ToolOptions::new().examples()).unwrap();
    let find = |name: &str| {
        let tools = tools.value.as_array().unwrap();
        tools.iter().find(|tool| tool["name"] == name).unwrap()["input_examples"].clone()
    };
    assert_eq!(find("list_trains"), json!([{"city": "::1"}]));
    assert_eq!(find("forecast"), Value::Null);
}
