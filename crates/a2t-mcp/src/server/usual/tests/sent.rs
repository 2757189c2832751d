//! Requests as clients send them, and changes of them.

use std::fmt;

use a2t::Caller;
use bytes::Bytes;
use http::{HeaderName, HeaderValue, Request};
use http_body_util::Full;

use super::json::{Json, pick};
use super::seeded::Seeded;

/// A request to send.
#[derive(Clone)]
pub(super) struct Sent {
    method: &'static str,
    uri: &'static str,
    headers: Vec<(String, Vec<u8>)>,
    caller: Option<&'static str>,
    pub(super) body: Vec<u8>,
}

impl Sent {
    fn new(headers: &[(&str, &str)], body: &str) -> Self {
        let headers =
            headers.iter().map(|(name, value)| ((*name).to_owned(), value.as_bytes().into()));
        Self {
            method: "POST",
            uri: "/",
            headers: headers.collect(),
            caller: None,
            body: body.into(),
        }
    }

    pub(super) fn request(&self) -> Request<Full<Bytes>> {
        let body = Full::new(Bytes::from(self.body.clone()));
        let mut request = Request::builder().method(self.method).uri(self.uri).body(body).unwrap();
        for (name, value) in &self.headers {
            let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
            request.headers_mut().append(name, HeaderValue::from_bytes(value).unwrap());
        }
        if let Some(scope) = self.caller {
            request.extensions_mut().insert(Caller::new("alice").with_scopes([scope]));
        }
        request
    }

    /// Changes the head or the body in one place.
    pub(super) fn mutate(&mut self, seeded: &mut Seeded) {
        match seeded.below(8) {
            0 | 1 => self.mutate_headers(seeded),
            2 => self.caller = Some(pick(seeded, &["read", "write"])),
            3 if seeded.below(3) == 0 => self.method = pick(seeded, &["GET", "PUT", "DELETE"]),
            3 => self.uri = pick(seeded, &["http://localhost/", "http://evil.example/", "/a?b"]),
            4 if seeded.below(2) == 0 => {
                let text = String::from_utf8_lossy(&self.body).into_owned();
                self.body = seeded.worsen(&text, &["{", "\"", ",", "\\u0061", "}", "1", "\u{e9}"]);
            }
            4 => {
                let more = pick(seeded, &[" ", "\n", "\u{feff}", "x", "{}", "\0", "\u{a0}"]);
                let at = if seeded.below(2) == 0 { 0 } else { self.body.len() };
                drop(self.body.splice(at..at, more.bytes()));
            }
            _ => {
                // What was damaged before is not read as JSON any more.
                let text = String::from_utf8(self.body.clone()).unwrap_or_default();
                if serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok() {
                    let mut json = Json::read(&text);
                    json.mutate(seeded);
                    self.body = json.to_string().into_bytes();
                }
            }
        }
    }

    fn mutate_headers(&mut self, seeded: &mut Seeded) {
        let (name, values) = &HEADERS[seeded.below(HEADERS.len() as u64) as usize];
        match seeded.below(4) {
            0 => self.headers.retain(|(header, _)| header != name),
            1 => self.headers.push(((*name).to_owned(), pick(seeded, values).into())),
            2 => self.headers.rotate_left(1),
            _ => {
                self.headers.retain(|(header, _)| header != name);
                self.headers.push(((*name).to_owned(), pick(seeded, values).into()));
            }
        }
    }
}

impl fmt::Display for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {} {:?}", self.method, self.uri, self.caller)?;
        for (name, value) in &self.headers {
            writeln!(f, "{name}: {}", value.escape_ascii())?;
        }
        write!(f, "{}", String::from_utf8_lossy(&self.body))
    }
}

/// Values of headers that take the place of others.
const HEADERS: [(&str, &[&str]); 12] = [
    (
        "host",
        &[
            "localhost",
            "LOCALHOST",
            "localhost:80",
            "localhost:080",
            "localhost:",
            "localhost:99999",
            "localhost:+1",
            "localhost.",
            "user@localhost",
            "127.0.0.1",
            "127.0.0.1:65535",
            "[::1]",
            "[::1]:1",
            "::1",
            "[::1",
            "tools.example.com",
            "tools.example.com:8080",
            "tools.example.com:8081",
            "example.org:1",
            "evil.example",
            "local host",
            "caf\u{e9}",
            "",
            ".",
        ],
    ),
    (
        "origin",
        &[
            "http://localhost:6274",
            "https://app.example.com",
            "https://evil.example",
            "null",
            "?",
            "",
        ],
    ),
    (
        "accept",
        &[
            "application/json",
            "application/json, text/event-stream",
            "text/event-stream, application/json;q=0.9",
            "application/json;q=0, */*",
            "text/event-stream",
            "*/*",
            "text/html",
            "\u{e9}",
            "",
        ],
    ),
    (
        "content-type",
        &[
            "application/json",
            "application/json; charset=utf-8",
            "APPLICATION/JSON ;x=\u{e9}",
            "application/jsonl",
            "application/problem+json",
            "text/plain",
            "",
        ],
    ),
    (
        "mcp-protocol-version",
        &[
            "2024-11-05",
            "2025-03-26",
            "2025-06-18",
            "2025-11-25",
            "2026-07-28",
            "2026-07-28 ",
            "2026-08-01",
            "2099-01-01",
            "1999-01-01",
            "x",
            "\u{e9}",
            "",
        ],
    ),
    (
        "mcp-method",
        &["tools/call", "tools/list", "Tools/call", "tools/call ", "ping", "\u{e9}", ""],
    ),
    (
        "mcp-name",
        &[
            "lookup_weather",
            "lookup_weather_v1",
            "fail",
            "say_it",
            "=?base64?bG9va3VwX3dlYXRoZXI=?=",
            "=?base64?!?=",
            "=?base64?",
            "\u{e9}",
            "",
        ],
    ),
    ("mcp-param-city", &["Omaha", "Rome", ""]),
    ("mcp-session-id", &["1", ""]),
    ("last-event-id", &["1"]),
    ("x-request-id", &["7f9c", "two words"]),
    ("traceparent", &["00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01"]),
];

const JSON: [(&str, &str); 3] = [
    ("host", "localhost:8080"),
    ("content-type", "application/json"),
    ("accept", "application/json, text/event-stream"),
];

/// Headers of the revision without a handshake.
fn stateless(
    method: &'static str,
    name: Option<&'static str>,
) -> Vec<(&'static str, &'static str)> {
    let headers = [("mcp-protocol-version", "2026-07-28"), ("mcp-method", method)];
    let name = name.map(|name| ("mcp-name", name));
    JSON.into_iter().chain(headers).chain(name).collect()
}

fn legacy(version: Option<&'static str>) -> Vec<(&'static str, &'static str)> {
    let version = version.map(|version| ("mcp-protocol-version", version));
    JSON.into_iter().chain(version).collect()
}

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"tests","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}"#;

/// Each of these requests with each of the values in the place of each header.
pub(super) fn with_headers(requests: &[Sent]) -> Vec<Sent> {
    let mut changed = Vec::new();
    for (name, values) in HEADERS {
        for value in values {
            for request in requests {
                let mut request = request.clone();
                request.headers.retain(|(header, _)| header != name);
                request.headers.push((name.to_owned(), (*value).into()));
                changed.push(request);
            }
        }
    }
    changed
}

/// Requests of the conformance suite and of independent clients, as they were sent, in the form of HTTP.
pub(super) fn captured() -> Vec<Sent> {
    let all = include_str!("captured.txt").split_terminator("\n\n");
    let all: Vec<_> = all.collect();
    let read = |request: &[&'static str]| {
        let (method, headers) = request[0].split_once('\n').unwrap();
        let headers: Vec<_> = headers.lines().map(|line| line.split_once(": ").unwrap()).collect();
        Sent { method, ..Sent::new(&headers, request[1]) }
    };
    all.chunks_exact(2).map(read).collect()
}

/// Requests that the fast path is for.
pub(super) fn usual() -> Vec<Sent> {
    let call = |name: &str, arguments: &str| {
        format!(r#""method":"tools/call","params":{{"name":"{name}","arguments":{arguments}}}"#)
    };
    // With the objects around it, as deep as JSON is read.
    let deepest = format!("{}1{}", "[".repeat(29), "]".repeat(29));
    let bodies = [
        format!(r#"{{"jsonrpc":"2.0","id":1,{}}}"#, call("lookup_weather", r#"{"city":"Omaha"}"#)),
        // As the SDK in TypeScript writes it.
        format!(r#"{{{},"jsonrpc":"2.0","id":2}}"#, call("lookup_weather", r#"{"city":"Rome","days":3}"#)),
        r#"{"jsonrpc":"2.0","id":"a-é","method":"tools/call","params":{"name":"ask"}}"#.to_owned(),
        format!(r#" {{ "jsonrpc" : "2.0" , "id" : -7 , {} }} "#, call("lookup_weather", "{}")),
        format!(r#"{{"jsonrpc":"2.0","id":0,{}}}"#, call("lookup_weather", r#"{"city":"\u00e9","days":"5"}"#)),
        format!(r#"{{"jsonrpc":"2.0","id":0,{}}}"#, call("tell_head", "{}")),
        format!(r#"{{"jsonrpc":"2.0","id":0,{}}}"#, call("say_it", r#"{"proto":"hello"}"#)),
        format!(r#"{{"jsonrpc":"2.0","id":0,{}}}"#, call("read_secret", "{}")),
        format!(r#"{{"jsonrpc":"2.0","id":0,{}}}"#, call("dynamic_1", r#"{"x":[{}]}"#)),
        format!(r#"{{"jsonrpc":"2.0","id":0,{}}}"#, call("dynamic_1", &format!(r#"{{"x":{deepest}}}"#))),
        format!(r#"{{"jsonrpc":"2.0","id":0,{}}}"#, call("lookup_wether", "{}")),
        format!(r#"{{"jsonrpc":"2.0","id":0,{}}}"#, call("fail", r#"{"way":"panic"}"#)),
        format!(r#"{{"jsonrpc":"2.0","id":0,{}}}"#, call("fail", r#"{"way":"break"}"#)),
        format!(r#"{{"jsonrpc":"2.0","id":0,{}}}"#, call("fail", r#"{"way":"wait"}"#)),
        format!(r#"{{"jsonrpc":"2.0","id":0,{}}}"#, call("fail", r#"{"way":1e300,"away":null}"#)),
        r#"{"method":"tools/call","params":{"_meta":{"progressToken":1,"dev.a2t/version":1,"dev.a2t/idempotencyKey":"k"},"name":"lookup_weather","arguments":{"city":"Omaha"}},"jsonrpc":"2.0","id":3}"#.to_owned(),
        // The same again, whose result is repeated.
        r#"{"method":"tools/call","params":{"_meta":{"progressToken":1,"dev.a2t/version":1,"dev.a2t/idempotencyKey":"k"},"name":"lookup_weather","arguments":{"city":"Omaha"}},"jsonrpc":"2.0","id":3}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lookup_weather","arguments":{"city":"Omaha"},"_meta":{"fastmcp":{"version":"9"},"dev.a2t/idempotencyKey":5}}}"#.to_owned(),
    ];
    let lists = [
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
        r#"{"method":"tools/list","params":{},"jsonrpc":"2.0","id":9223372036854775807}"#,
        r#"{"jsonrpc":"2.0","id":"x","method":"tools/list","params":{"cursor":"4294967295:copy_99"}}"#,
        r#"{"jsonrpc":"2.0","id":"","method":"tools/list","params":{"cursor":"nonsense","_meta":{"progressToken":"p"}}}"#,
    ];
    let versions = [None, Some("2024-11-05"), Some("2025-06-18"), Some("2025-11-25")];
    let old = bodies.iter().map(String::as_str).chain(lists).zip(versions.into_iter().cycle());
    let old = old.map(|(body, version)| Sent::new(&legacy(version), body));
    let capable = META.replace("Capabilities\":{}", "Capabilities\":{\"elicitation\":{}}");
    let keyed = META.replace("_meta\":{", "_meta\":{\"dev.a2t/idempotencyKey\":\"n\",");
    let new = [
        ("lookup_weather", r#"{"city":"Omaha"}"#, META),
        ("fail", r#"{"way":"refuse"}"#, META),
        ("ask", "{}", META),
        ("ask", "{}", &capable),
        ("greet", r#"{"name":"Ada"}"#, &keyed),
        ("greet", r#"{"name":"Ada"}"#, &keyed),
        ("lookup_weather", r#"{"city":"Omaha"}"#, &keyed),
        ("lookup_weather", r#"{"city":"Rome"}"#, &keyed),
    ];
    let new = new.map(|(name, arguments, meta)| {
        let body = format!(
            r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"{name}","arguments":{arguments},{meta}}}}}"#
        );
        Sent::new(&stateless("tools/call", Some(name)), &body)
    });
    let lists = ["", r#""cursor":"4294967295:copy_99","#].map(|cursor| {
        let body = format!(
            r#"{{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{{{cursor}{META}}}}}"#
        );
        Sent::new(&stateless("tools/list", None), &body)
    });
    old.chain(new).chain(lists).collect()
}

/// Requests that are right, wrong or hostile, and not usual.
pub(super) fn odd() -> Vec<Sent> {
    let too_deep = format!("{}1{}", "[".repeat(30), "]".repeat(30));
    let call = |arguments: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"lookup_weather","arguments":{arguments}}}}}"#
        )
    };
    let old = [
        String::new(),
        "{".to_owned(),
        "[]".to_owned(),
        r#"["2.0",1,"tools/list",{}]"#.to_owned(),
        r#"[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]"#.to_owned(),
        r#"{"jsonrpc":"2.0","method":"tools/list"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1.0,"method":"tools/list"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":-0,"method":"tools/list"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":9223372036854775808,"method":"tools/list"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":"\u0041","method":"tools/list"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"id":1,"method":"tools/list"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","result":{}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"name":"x"}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"\u0034294967295:copy_99"}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask","requestState":"{}"}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"prompts/list"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"tests","version":"1"}}}"#.to_owned(),
        call("null"),
        call("[]"),
        call(r#""{\"city\":\"Omaha\"}""#),
        call(r#"{"city":"a","city":"b"}"#),
        call(r#"{"city":"\ud800"}"#),
        call(r#"{"days":1e999}"#),
        call(&format!(r#"{{"city":{too_deep}}}"#)),
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"progressToken":1,"progressToken":1}}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"x":1,"x":1}}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"a","cursor":"a"}}"#.to_owned(),
    ];
    let new = [
        format!(r#"{{"jsonrpc":"2.0","id":7,"method":"server/discover","params":{{{META}}}}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"lookup_weather","arguments":{{"city":"Omaha"}},{META},{META}}}}}"#),
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"lookup_weather","arguments":{"city":"Omaha"}}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"lookup_weather","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#.to_owned(),
    ];
    let new = new.map(|body| Sent::new(&stateless("tools/call", Some("lookup_weather")), &body));
    let old = old.map(|body| Sent::new(&legacy(Some("2025-06-18")), &body));
    // The name in the header is that of another tool.
    let encoded = "=?base64?bG9va3VwX3dlYXRoZXI=?=";
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"{encoded}",{META}}}}}"#
    );
    let encoded = Sent::new(&stateless("tools/call", Some(encoded)), &body);
    old.into_iter().chain(new).chain([encoded]).collect()
}
