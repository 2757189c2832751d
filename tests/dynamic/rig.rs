//! Signatures, tools and requests of these tests.

use a2t::testing::{TestClient, TestResponse};
use a2t::{DynamicInputs, DynamicTool, ToolId, Toolset};
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use serde_json::{Value, json};

/// A word that no caller may ever read.
pub(crate) const SECRET: &str = "hunter2";

/// The body of an invocation without inputs.
pub(crate) const EMPTY: &str = r#"{"input_parameters":[]}"#;

pub(crate) fn id(number: u128) -> ToolId {
    ToolId::from_u128(number << 64 | 0x8000_0000_0000_0000)
}

pub(crate) fn output(name: &str, kind: &str) -> Value {
    json!({ "id": name, "name": name, "type": kind, "description": "An output." })
}

pub(crate) fn signature(number: u128, name: &str, version: u32) -> Value {
    json!({
        "toolId": id(number).to_string(), "name": name, "description": "A tool of a catalog.",
        "version": version, "currentVersion": version, "input_parameters": [],
        "output_parameters": [output("n", "int")],
    })
}

/// A tool that answers with its number.
pub(crate) fn tool<S: Send + Sync + 'static>(number: u128, name: &str) -> DynamicTool<S> {
    of(&signature(number, name, 1))
}

/// A tool that answers with its version.
pub(crate) fn of<S: Send + Sync + 'static>(signature: &Value) -> DynamicTool<S> {
    let answer = async |inputs: DynamicInputs| Ok([("n", inputs.signature().version)]);
    DynamicTool::parse(signature.to_string(), answer).unwrap()
}

pub(crate) fn tools(numbers: impl IntoIterator<Item = u128>) -> Vec<DynamicTool<()>> {
    numbers.into_iter().map(|number| tool(number, &format!("tool_{number:06}"))).collect()
}

pub(crate) fn client(tools: impl IntoIterator<Item = DynamicTool<()>>) -> TestClient {
    TestClient::new(Toolset::default().extend(tools).unwrap())
}

/// Names and the next cursor of a page of A2T.
pub(crate) fn page(reply: &TestResponse) -> (Vec<String>, Option<String>) {
    assert_eq!(reply.status, 200, "{}", reply.json());
    let page = reply.json();
    let items = page["items"].as_array().unwrap().iter();
    let names = items.map(|item| item["name"].as_str().unwrap().to_owned()).collect();
    (names, page["paging"]["next"].as_str().map(str::to_owned))
}

/// Names of all tools.
pub(crate) async fn listed(client: &TestClient) -> Vec<String> {
    let (mut names, mut path) = (Vec::new(), "/tools".to_owned());
    loop {
        let (found, next) = page(&client.get(&path).await);
        names.extend(found);
        let Some(next) = next else {
            return names;
        };
        path = format!("/tools?pageCursor={next}");
    }
}

/// A request of MCP, of the newest revision.
pub(crate) async fn speak(router: &Router, method: &str, mut params: Value) -> Value {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "tests", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    for (key, value) in meta.as_object().unwrap() {
        params["_meta"][key] = value.clone();
    }
    let name = params["name"].as_str().map(str::to_owned);
    let body = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
    let mut request = Request::post("/mcp")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", method);
    if let Some(name) = name {
        request = request.header("mcp-name", name);
    }
    let request = request.body(Body::from(body.to_string())).unwrap();
    let reply = TestClient::from_router(router.clone()).request(request).await;
    reply.json()
}
