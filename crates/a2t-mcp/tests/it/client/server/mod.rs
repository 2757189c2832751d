//! Servers of MCP for tests, on the official SDK.

pub(crate) mod raw;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use a2t_mcp::client::Tool;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ErrorData, Implementation,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};

/// A server whose tools are a text that a test may change while it runs.
#[derive(Clone, Default)]
pub(crate) struct Shelf {
    pub(crate) tools: Arc<Mutex<Vec<Value>>>,
    /// How often a tool ran.
    pub(crate) calls: Arc<AtomicU32>,
    /// How often the tools were listed.
    pub(crate) listings: Arc<AtomicU32>,
    /// Tools on one page; 0 for all.
    pub(crate) page: usize,
}

pub(crate) fn add() -> Value {
    json!({
        "name": "add",
        "description": "Adds two numbers.",
        "annotations": {"readOnlyHint": true},
        "inputSchema": {"type": "object", "required": ["a", "b"], "additionalProperties": false,
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}},
        "outputSchema": {"type": "object", "required": ["sum"],
            "properties": {"sum": {"type": "integer"}}}
    })
}

pub(crate) fn plain(name: &str) -> Value {
    json!({"name": name, "inputSchema": {"type": "object"}})
}

pub(crate) fn tool(value: &Value) -> Tool {
    Tool::read(value, "").unwrap()
}

pub(crate) fn arguments(value: Value) -> serde_json::Map<String, Value> {
    value.as_object().unwrap().clone()
}

impl Shelf {
    pub(crate) fn of(tools: impl IntoIterator<Item = Value>) -> Self {
        let tools = Arc::new(Mutex::new(tools.into_iter().collect()));
        Self { tools, ..Self::default() }
    }

    pub(crate) fn set(&self, tools: impl IntoIterator<Item = Value>) {
        *self.tools.lock().unwrap() = tools.into_iter().collect();
    }

    pub(crate) fn calls(&self) -> u32 {
        self.calls.load(Ordering::SeqCst)
    }

    pub(crate) fn listings(&self) -> u32 {
        self.listings.load(Ordering::SeqCst)
    }

    /// Serves over HTTP, and returns the address.
    pub(crate) async fn serve(self, config: StreamableHttpServerConfig) -> String {
        let manager = Arc::new(LocalSessionManager::default());
        let service = StreamableHttpService::new(move || Ok(self.clone()), manager, config);
        let router = axum::Router::new().nest_service("/mcp", service);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        format!("http://{address}/mcp")
    }
}

fn result(value: Value) -> Result<CallToolResponse, ErrorData> {
    let result: CallToolResult = serde_json::from_value(value).unwrap();
    Ok(result.into())
}

impl ServerHandler for Shelf {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        let mut info = ServerConfig::new(capabilities);
        info.server_info = Implementation::new("shelf", "1.2.3");
        info.instructions = Some("Take what you need.".to_owned());
        info
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.listings.fetch_add(1, Ordering::SeqCst);
        let tools = self.tools.lock().unwrap().clone();
        let from = request.and_then(|request| request.cursor);
        let from: usize = from.map_or(0, |cursor| cursor.parse().unwrap());
        let page = if self.page == 0 { tools.len() } else { self.page };
        let next = (from + page < tools.len()).then(|| (from + page).to_string());
        let tools: Vec<_> = tools.into_iter().skip(from).take(page).collect();
        Ok(serde_json::from_value(json!({"tools": tools, "nextCursor": next})).unwrap())
    }

    /// With it, the SDK compares the headers of a call with its arguments.
    fn get_tool(&self, name: &str) -> Option<rmcp::model::Tool> {
        let tools = self.tools.lock().unwrap();
        let tool = tools.iter().find(|tool| tool["name"] == name)?;
        serde_json::from_value(tool.clone()).ok()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        match &*request.name {
            "add" => {
                let sum = arguments["a"].as_i64().unwrap() + arguments["b"].as_i64().unwrap();
                let text = json!({"type": "text", "text": json!({"sum": sum}).to_string()});
                result(json!({"content": [text], "structuredContent": {"sum": sum}}))
            }
            "echo" => {
                let text = json!({"type": "text", "text": arguments.to_string()});
                result(json!({"content": [text]}))
            }
            "fail" => {
                let text = json!({"type": "text", "text": "the disk is full"});
                result(json!({"content": [text], "isError": true}))
            }
            "lie" => {
                let text = json!({"type": "text", "text": "{}"});
                result(json!({"content": [text], "structuredContent": {"sum": "3"}}))
            }
            "sleep" => {
                tokio::time::sleep(std::time::Duration::from_secs(60)).await;
                result(json!({"content": []}))
            }
            other => Err(ErrorData::invalid_params(format!("no tool `{other}`"), None)),
        }
    }
}
