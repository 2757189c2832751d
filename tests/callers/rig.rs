//! Tools that know their callers, the layer that distinguishes them, and requests.

use a2t::{AuthError, Caller, ProtectedResource, Toolset};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use http::request::Parts;
use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};
use tower::ServiceExt;

/// A value of the vendor's own.
#[derive(Clone)]
pub(crate) struct Plan(pub(crate) &'static str);

/// Reads the weather.
///
/// # Returns
/// The weather.
#[a2t::tool(version = 1, scopes = ["weather:read"])]
fn read_weather() -> &'static str {
    "fair"
}

/// Reads the weather, and more of it.
///
/// # Returns
/// The weather.
#[a2t::tool(name = "read_weather", version = 2, scopes = ["weather:read"])]
fn read_more_weather() -> &'static str {
    "fair, and warm"
}

/// Changes the weather.
///
/// # Returns
/// The weather.
#[a2t::tool(version = 1, scopes = ["weather:write", "weather:read"], long_running)]
fn write_weather() -> &'static str {
    "rain"
}

/// Greets whoever calls.
///
/// # Returns
/// The greeting.
#[a2t::tool(version = 1)]
fn greet(#[a2t(context)] caller: Option<Caller>) -> String {
    format!("Hello, {}", caller.as_ref().map_or("stranger", Caller::id))
}

/// Returns the name of the caller.
///
/// # Returns
/// Id, scopes and plan.
#[a2t::tool(version = 1, long_running)]
fn tell_caller(#[a2t(context)] caller: Caller) -> String {
    let plan = caller.get::<Plan>().map_or("no plan", |plan| plan.0);
    format!("{} ({}), {plan}", caller.id(), caller.scopes().join(" "))
}

pub(crate) fn toolset() -> Toolset<()> {
    a2t::toolset![read_weather, read_more_weather, write_weather, greet, tell_caller]
}

pub(crate) fn id(tools: &Toolset<()>, name: &str) -> String {
    tools.signatures().find(|tool| tool.name == name).unwrap().tool_id.to_string()
}

/// Tokens are a name, a slash, and letters for scopes: `alice/rw`. A caller without a name has
/// none, and is let in.
pub(crate) async fn by_token(head: Parts) -> Result<Option<Caller>, AuthError> {
    if !head.headers.contains_key("authorization") {
        return Ok(None);
    }
    let (name, letters) = match a2t::bearer(&head.headers)?.split_once('/') {
        Some(("mallory", _)) => return Err(AuthError::invalid_token("the token was revoked")),
        Some(("later", _)) => return Err(AuthError::unavailable(3)),
        Some(parts) => parts,
        None => return Err(AuthError::invalid_token("the token is not one of these tests")),
    };
    let scopes = letters.chars().map(|letter| match letter {
        'r' => "weather:read",
        'w' => "weather:write",
        _ => "other",
    });
    Ok(Some(Caller::new(name).with_scopes(scopes).with(Plan("gold"))))
}

/// As above, and strangers are refused.
async fn demanded(head: Parts) -> Result<Caller, AuthError> {
    by_token(head).await?.ok_or_else(AuthError::missing)
}

pub(crate) fn resource() -> ProtectedResource {
    let resource = ProtectedResource::new("https://api.example.com/v1").unwrap();
    let resource = resource.authorization_server("https://login.example.com").unwrap();
    resource.scopes(toolset().scopes())
}

pub(crate) const METADATA: &str =
    "resource_metadata=\"https://api.example.com/.well-known/oauth-protected-resource/v1\"";

/// The router behind the layer that lets strangers in.
pub(crate) fn known(router: Router) -> Router {
    router.layer(a2t::authenticate(by_token).resource(resource()))
}

/// The router behind the layer that does not.
pub(crate) fn closed(router: Router) -> Router {
    router.layer(a2t::authenticate(demanded).resource(resource()).open("/health"))
}

pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Asserts a problem of this status and kind.
    pub(crate) fn assert_problem(&self, status: u16, kind: &str) -> Value {
        let problem = self.json();
        assert_eq!(self.status, status, "{problem}");
        assert_eq!(self.header("content-type"), "application/problem+json");
        assert_eq!(problem["type"], format!("urn:a2t:problem:{kind}"), "{problem}");
        problem
    }
}

pub(crate) async fn send(router: &Router, request: Request) -> Reply {
    let (head, body) = router.clone().oneshot(request).await.unwrap().into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    Reply { status: head.status, headers: head.headers, body: without_id(&body) }
}

/// The body of a problem without the id of its request, which is that request's alone.
fn without_id(body: &[u8]) -> Vec<u8> {
    const MEMBER: &str = ",\"request_id\":\"";
    let text = String::from_utf8(body.to_vec()).unwrap();
    let Some((before, rest)) = text.split_once(MEMBER) else {
        return text.into_bytes();
    };
    let (_, after) = rest.split_once('"').unwrap();
    [before, after].concat().into_bytes()
}

/// A request of this caller's token; empty for a stranger.
pub(crate) fn request(method: &str, path: &str, token: &str, body: Value) -> Request {
    let mut request = Request::builder().method(method).uri(path).header("host", "localhost");
    if !token.is_empty() {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    if method == "POST" {
        request = request.header("content-type", "application/json");
        return request.body(Body::from(body.to_string())).unwrap();
    }
    request.body(Body::empty()).unwrap()
}

pub(crate) async fn get(router: &Router, path: &str, token: &str) -> Reply {
    send(router, request("GET", path, token, Value::Null)).await
}

/// Invokes a tool without inputs.
pub(crate) async fn invoke(router: &Router, tool: &str, token: &str) -> Reply {
    let body = json!({ "input_parameters": [] });
    send(router, request("POST", &format!("/tools/{tool}:invoke"), token, body)).await
}

/// Names of the tools that a caller is shown.
pub(crate) async fn listed(router: &Router, token: &str) -> Vec<String> {
    let reply = get(router, "/tools", token).await;
    assert_eq!(reply.status, 200, "{}", reply.json());
    let items = reply.json()["items"].as_array().unwrap().clone();
    items.iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect()
}

/// A request of MCP, of the newest revision.
pub(crate) fn spoken(method: &str, token: &str, mut params: Value) -> Request {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "tests", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities":
            { "extensions": { "io.modelcontextprotocol/tasks": {} } },
    });
    for (key, value) in meta.as_object().unwrap() {
        params["_meta"][key] = value.clone();
    }
    let name = params["name"].as_str().or(params["taskId"].as_str()).map(str::to_owned);
    let body = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
    let mut request = request("POST", "/mcp", token, body);
    let headers = request.headers_mut();
    headers.insert("accept", "application/json, text/event-stream".parse().unwrap());
    headers.insert("mcp-protocol-version", "2026-07-28".parse().unwrap());
    headers.insert("mcp-method", method.parse().unwrap());
    if let Some(name) = name {
        headers.insert("mcp-name", name.parse().unwrap());
    }
    request
}

pub(crate) async fn speak(router: &Router, method: &str, token: &str, params: Value) -> Reply {
    send(router, spoken(method, token, params)).await
}
