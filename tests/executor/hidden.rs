//! Characters that a person does not see, in results of A2T and of MCP: a model reads their escapes, a program reads
//! the value as it came.

use a2t::Value;
use a2t::client::Client;
use a2t::dialect::{Described, Dialect, Executor, Invoke, InvokeError, Invoking};
use a2t::mcp::client::Client as McpClient;
use a2t::mcp::client::Tool;
use serde_json::json;

use super::changed::{Server, approved, run, tool};
use super::vendor::{Vendor, reply};
use super::{call, read_result, weather, weather_tools};

/// Tags that spell `obey`, a reversal, a zero-width space, a joiner of letters.
const HIDDEN: &str = "\u{e006f}\u{e0062}\u{e0065}\u{e0079}\u{202e}\u{200b}\u{2d7f}";
const ESCAPED: &str = r"\u{e006f}\u{e0062}\u{e0065}\u{e0079}\u{202e}\u{200b}\u{2d7f}";

#[track_caller]
fn assert_escaped(result: &Value) {
    let (_, text) = read_result(result);
    let text = text.replace(r"\\", r"\");
    assert!(text.contains(ESCAPED), "{text}");
    assert!(!HIDDEN.chars().any(|hidden| text.contains(hidden)), "{text:?}");
}

#[tokio::test]
async fn of_a_tool_of_mcp_texts_names_and_errors_are_escaped() {
    let text = |text: String| json!([{"type": "text", "text": text}]);
    let words = format!("ok {HIDDEN}");
    for result in [
        json!({"content": text(words.clone())}),
        json!({"content": [], "structuredContent": {"said": [{"by": words}]}}),
        json!({"content": [], "structuredContent": {(words.clone()): 1}}),
        json!({"content": [{"type": "resource", "resource": {"uri": "a:b", "text": words}}]}),
        json!({"content": text(words.clone()), "isError": true}),
    ] {
        let (_, url) = Server::start(tool(), result.clone()).await;
        let client = McpClient::http(url).unwrap();
        let executor =
            Executor::builder().tools(approved(&tool()), client.clone()).build().unwrap();
        assert_escaped(&run(&executor).await);
        let read = Tool::read(&tool(), "").unwrap();
        if let Ok(reply) = client.call_tool(&read, serde_json::Map::new()).await {
            let structured = reply.structured.unwrap_or_default();
            assert_eq!(structured, result["structuredContent"], "a program reads what came");
        }
    }
}

#[tokio::test]
async fn of_a_tool_of_a2t_outputs_and_problems_are_escaped() {
    let words = format!("ok {HIDDEN}");
    let outputs = |value: Value| {
        json!({"output_parameters": [{"name": "temperature", "value": 1}, {"name": "report", "value": value}]}).to_string()
    };
    let problem =
        json!({"type": "about:blank", "title": "No", "status": 409, "detail": words}).to_string();
    let of_problem = "content-type: application/problem+json\r\n";
    for answer in [
        reply("200 OK", "", &outputs(json!({"said": [words]}))),
        reply("200 OK", "", &outputs(json!({(words.clone()): 1}))),
        reply("409 Conflict", of_problem, &problem),
    ] {
        let vendor = Vendor::raw([answer]).await;
        let executor = Executor::new(&weather::Client::new(&vendor.url).unwrap()).unwrap();
        assert_escaped(&executor.run(call(json!({"city": "Omaha"}))).await);
    }
    let vendor = Vendor::ok([outputs(json!({"said": words}))]).await;
    let tools = weather_tools().unwrap();
    let signature = tools.iter().next().and_then(|tool| tool.signature()).unwrap();
    let client = Client::new(&vendor.url).unwrap();
    let arguments = [("city", "Omaha")].into_iter().collect();
    let outputs = client.invoke(signature, &arguments).await.unwrap();
    let report = outputs.into_iter().find(|(name, _)| name == "report").unwrap();
    assert_eq!(report.1, json!({"said": words}), "a program reads what came");
}

struct Hides;

impl Invoke for Hides {
    fn invoke<'a>(&'a self, _: Described<'a>, _: &'a a2t::client::Arguments) -> Invoking<'a> {
        Box::pin(async { Err(InvokeError::failed(format!("no {HIDDEN}"))) })
    }
}

#[tokio::test]
async fn a_programs_own_failures_are_escaped_and_observed_so() {
    let observe = |ran: &a2t::dialect::Ran<'_>| assert!(ran.outcome.text().contains(ESCAPED));
    let tools = weather_tools().unwrap();
    let executor = Executor::builder().tools(tools, Hides).observe(observe).build().unwrap();
    assert_escaped(&executor.run(call(json!({"city": "Omaha"}))).await);
    assert_eq!(Dialect::Anthropic, call(json!({})).dialect());
}
