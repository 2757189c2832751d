//! Approved tools of an MCP server together with tools of this program: shown, checked and run
//! alike.

use a2t::dialect::{Anthropic, Dialect, Executor, Selection};
use a2t::mcp::client::Client;
use a2t::{ToolError, Value};
use serde_json::json;

use super::{assert_fails_with, read_result};

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1, read_only)]
fn add(
    /// First addend.
    #[a2t(min = 0, max = 9)]
    a: u8,
    /// Second addend.
    #[a2t(min = 0, max = 9)]
    b: u8,
) -> u8 {
    a + b
}

/// Fails.
///
/// # Returns
/// Nothing.
#[a2t::tool(version = 1)]
fn fail() -> Result<String, ToolError> {
    Err(ToolError::refused("not today"))
}

/// Returns the time of this program.
///
/// # Returns
/// The time.
#[a2t::tool(version = 1)]
fn tell_time() -> &'static str {
    "noon"
}

async fn server() -> String {
    let service = a2t::mcp::Service::new(a2t::toolset![add, fail], ());
    let router = axum::Router::new().nest_service("/mcp", service);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    url
}

/// The server's tools, approved as they are, and an executor of them and of a tool of this program.
async fn executor() -> Executor {
    let client = Client::http(server().await).unwrap();
    let listed = client.list_tools().await.unwrap();
    let approved = Selection::approved_schemas(listed).prefix("far_");
    Executor::builder()
        .tools(approved, client)
        .toolset(a2t::toolset![tell_time], ())
        .build()
        .unwrap()
}

async fn run(executor: &Executor, name: &str, input: Value) -> Value {
    let message = json!({"type": "tool_use", "id": "t", "name": name, "input": input});
    executor.run(Anthropic::calls(&message).unwrap().remove(0)).await
}

#[tokio::test]
async fn tools_of_mcp_and_of_this_program_are_run_side_by_side() {
    let executor = executor().await;
    for dialect in Dialect::ALL {
        assert!(dialect.tools(executor.tools()).is_ok(), "{dialect}");
    }
    let sum = run(&executor, "far_add", json!({"a": "1", "b": 2})).await;
    assert_eq!(read_result(&sum), (false, r#"{"result":3}"#));
    assert_eq!(
        read_result(&run(&executor, "tell_time", json!({})).await),
        (false, r#"{"result":"noon"}"#)
    );
    assert_fails_with(&run(&executor, "far_fail", json!({})).await, "not today");
    let wrong = run(&executor, "far_add", json!({"a": 10, "c": 1})).await;
    let (is_error, words) = read_result(&wrong);
    assert!(is_error && words.contains("- /c: expected an input of `far_add`"), "{words}");
    assert!(words.contains("- /b: expected a value") && words.contains("- /a: "), "{words}");
    let reads = executor.select(|tools| Ok(tools.read_only())).unwrap();
    assert_eq!(reads.tools().iter().map(|tool| tool.full_name()).collect::<Vec<_>>(), ["far_add"]);
}

#[tokio::test]
async fn a_server_that_is_gone_is_reported_without_its_address() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    drop(listener);
    let live = Client::http(server().await).unwrap();
    let approved = Selection::approved_schemas(live.list_tools().await.unwrap());
    let gone = Client::http(&url).unwrap();
    let executor = Executor::builder().tools(approved, gone).build().unwrap();
    let result = run(&executor, "add", json!({"a": 1, "b": 2})).await;
    let (is_error, words) = read_result(&result);
    assert!(is_error && words.contains("cannot be reached"), "{words}");
    assert!(!words.contains("127.0.0.1") && !words.contains("http"), "{words}");
}
