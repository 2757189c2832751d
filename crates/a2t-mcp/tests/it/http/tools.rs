//! Tools of these tests, and requests of both revisions.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t::mcp::Service;
use a2t::{Json, ToolError};
use axum::Extension;
use bytes::Bytes;
use http::{HeaderMap, Request, StatusCode};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tower::ServiceExt;

/// A word that no caller may ever read.
pub(crate) const SECRET: &str = "hunter2";

/// Temperature scale.
#[derive(a2t::Enum)]
pub(crate) enum Units {
    /// Degrees Fahrenheit.
    Fahrenheit,
    /// Degrees Celsius.
    Celsius,
}

#[derive(a2t::Output)]
struct Weather {
    /// The temperature.
    temperature: i32,
    /// The station's report.
    report: Json<Value>,
}

/// Looks up the weather of a city.
#[a2t::tool(
    version = 2,
    title = "Weather",
    tags = ["weather"],
    img = "https://example.com/sun.png",
    read_only
)]
async fn lookup_weather(
    /// The city.
    #[a2t(max_length = 20)]
    city: String,
    /// Days ahead.
    #[a2t(min = 0, max = 14, default = 0)]
    days: u8,
    /// Temperature scale.
    units: Option<Units>,
) -> Weather {
    let scale = match units {
        Some(Units::Celsius) => "C",
        Some(Units::Fahrenheit) | None => "F",
    };
    let report = json!({ "city": city, "scale": scale, "series": [1.5, null] });
    Weather { temperature: 20 + i32::from(days), report: Json(report) }
}

/// Looks up the weather of a city.
///
/// # Returns
/// The weather in a word.
#[a2t::tool(name = "lookup_weather", version = 1)]
async fn lookup_weather_in_a_word(
    /// The city.
    #[a2t(max_length = 20)]
    city: String,
) -> String {
    format!("{city}: fair")
}

#[derive(Clone)]
pub(crate) struct User(pub(crate) &'static str);

/// Returns the caller.
///
/// # Returns
/// The name, and the language that the request asks for.
#[a2t::tool(version = 1)]
fn tell_caller(
    #[a2t(context)] Extension(user): Extension<User>,
    #[a2t(context)] headers: HeaderMap,
) -> String {
    let language = headers.get("accept-language").map(|value| value.to_str().unwrap());
    format!("{} ({})", user.0, language.unwrap_or("none"))
}

#[derive(a2t::Error)]
enum Lost {
    /// The station is lost.
    #[a2t(status = 410)]
    Station {
        /// The day.
        since: &'static str,
    },
}

/// Fails in the way that it is asked to.
///
/// # Returns
/// Never anything.
#[a2t::tool(version = 1)]
async fn fail(
    /// The way.
    way: String,
) -> Result<String, ToolError> {
    match &*way {
        "refuse" => Err(ToolError::refused("the seat is in a row of its own")),
        "err" => Err(ToolError::invalid("way", "is the wrong one")),
        "misname" => Err(ToolError::invalid("weigh", "is the wrong one")),
        "lack" => Err(ToolError::not_found("no station in Atlantis")),
        "lose" => Err(Lost::Station { since: "2026-11-25" })?,
        "wait" => Err(ToolError::unavailable("the station is asleep").retry_after(7)),
        "break" => Err(ToolError::internal(format!("the password is {SECRET}"))),
        "panic" => panic!("the password is {SECRET}"),
        _ => {
            tokio::time::sleep(Duration::from_secs(3600)).await;
            Ok(String::new())
        }
    }
}

/// A name that hosts do not take.
///
/// # Returns
/// The word.
#[allow(non_snake_case)]
#[a2t::tool(name = "Say It!", version = 1)]
fn say(
    /// The word to say.
    #[a2t(name = "__proto__")]
    word: String,
) -> String {
    word
}

pub(crate) fn service() -> Service<()> {
    let tools = a2t::toolset![lookup_weather, lookup_weather_in_a_word, tell_caller, fail, say];
    Service::new(tools, ()).server_info("tests", "1.2.3")
}

/// Faults that a service reports.
#[derive(Clone, Default)]
pub(crate) struct Faults(Arc<Mutex<Vec<String>>>);

impl Faults {
    pub(crate) fn of(&self, service: Service<()>) -> Service<()> {
        let faults = Arc::clone(&self.0);
        service.on_fault(move |fault| faults.lock().unwrap().push(fault.to_string()))
    }

    pub(crate) fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

pub(crate) fn post(body: impl Into<Bytes>) -> Request<Full<Bytes>> {
    Request::post("http://localhost/")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .body(Full::new(body.into()))
        .unwrap()
}

/// A request of revision 2026-07-28, with all that it demands.
pub(crate) fn stateless(method: &str, mut params: Value) -> Request<Full<Bytes>> {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "tests", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let name = params["name"].as_str().map(str::to_owned);
    for (key, value) in meta.as_object().unwrap() {
        params["_meta"][key] = value.clone();
    }
    let body = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
    let mut request = post(body.to_string());
    let headers = request.headers_mut();
    headers.insert("mcp-protocol-version", "2026-07-28".parse().unwrap());
    headers.insert("mcp-method", method.parse().unwrap());
    if let Some(name) = name {
        headers.insert("mcp-name", name.parse().unwrap());
    }
    request
}

/// A request of the revisions before.
pub(crate) fn legacy(method: &str, params: Value) -> Request<Full<Bytes>> {
    let body = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
    post(body.to_string())
}

/// The status, and the body, which is JSON or empty.
pub(crate) async fn send(
    service: &Service<()>,
    request: Request<Full<Bytes>>,
) -> (StatusCode, Value) {
    let (head, body) = service.clone().oneshot(request).await.unwrap().into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    if body.is_empty() {
        return (head.status, Value::Null);
    }
    let text = String::from_utf8(body.to_vec()).unwrap();
    let value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("not JSON: {text}"));
    (head.status, value)
}

/// The result of a request that succeeds, which is the same in both revisions except for the newer
/// one's description of itself.
pub(crate) async fn ask(service: &Service<()>, method: &str, params: Value) -> Value {
    let (status, old) = send(service, legacy(method, params.clone())).await;
    assert_eq!(status, 200, "{old}");
    let (status, mut new) = send(service, stateless(method, params)).await;
    assert_eq!(status, 200, "{new}");
    let result = new["result"].as_object_mut().unwrap_or_else(|| panic!("{old}"));
    assert_eq!(result.remove("resultType").unwrap(), "complete");
    let mut meta = result.remove("_meta").unwrap();
    let server = meta.as_object_mut().unwrap().remove("io.modelcontextprotocol/serverInfo");
    assert_eq!(server.unwrap()["name"], "tests");
    if meta != json!({}) {
        result.insert("_meta".to_owned(), meta);
    }
    assert_eq!(old["result"], new["result"]);
    new["result"].take()
}

pub(crate) async fn call(service: &Service<()>, name: &str, arguments: Value) -> Value {
    ask(service, "tools/call", json!({ "name": name, "arguments": arguments })).await
}

/// Words of a result with `isError`, which has a text and nothing else.
pub(crate) fn text_of(result: &Value) -> &str {
    assert_eq!(result["isError"], true, "{result}");
    assert_eq!(result["content"].as_array().unwrap().len(), 1);
    assert!(result.get("structuredContent").is_none(), "{result}");
    result["content"][0]["text"].as_str().unwrap()
}

/// Code and words of an error of the protocol.
pub(crate) fn error(reply: &Value) -> (i64, &str) {
    let error = &reply["error"];
    (error["code"].as_i64().unwrap(), error["message"].as_str().unwrap())
}
