//! Replies to requests that are refused before a tool is looked for: an HTTP status, and an error
//! of JSON-RPC with advice on what to do.

use std::convert::Infallible;

use a2t_core::error::inert;
use a2t_core::json;
use a2t_core::wire::problem::{Kind, Problem};
use bytes::Bytes;
use http::header::{CONTENT_TYPE, HOST, ORIGIN, RETRY_AFTER};
use http::request::Parts;
use http::uri::Authority;
use http::{HeaderName, HeaderValue, Method, Response, StatusCode};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use serde_json::Value;

pub(crate) type Reply = Response<BoxBody<Bytes, Infallible>>;

pub(crate) const INVALID_REQUEST: i32 = -32600;
const PARSE_ERROR: i32 = -32700;
const INTERNAL_ERROR: i32 = -32603;

pub(crate) const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// A reply with an error of JSON-RPC; `id` is that of the request, where it could be read.
pub(crate) fn refuse(status: StatusCode, code: i32, words: &str, id: Option<&Value>) -> Reply {
    let mut error = serde_json::json!({
        "jsonrpc": "2.0",
        "error": { "code": code, "message": words },
    });
    if let (Some(id), Value::Object(members)) = (id, &mut error) {
        members.insert("id".to_owned(), id.clone());
    }
    let mut reply = Response::new(Full::from(error.to_string()).boxed());
    *reply.status_mut() = status;
    reply.headers_mut().insert(CONTENT_TYPE, JSON);
    reply
}

/// The reply to a request whose body was not read, or that the server has no room for.
pub(crate) fn body_problem(problem: &Problem) -> Reply {
    let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::BAD_REQUEST);
    let is_overloaded = problem.known() == Some(Kind::Overloaded);
    let code = if is_overloaded { INTERNAL_ERROR } else { INVALID_REQUEST };
    let mut reply = refuse(status, code, &problem.detail, None);
    if is_overloaded {
        reply.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    }
    reply
}

/// The request that a reply is worded for.
pub(crate) struct Sent {
    host: Option<HeaderValue>,
    authority: Option<Authority>,
    origin: Option<HeaderValue>,
    /// A request that is posted as JSON.
    is_json: bool,
    body: Bytes,
}

impl Sent {
    pub(crate) fn new(parts: &Parts, body: Bytes) -> Self {
        let media_type = parts.headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes);
        let essence = media_type.and_then(|value| value.split(|byte| *byte == b';').next());
        let is_json = essence
            .is_some_and(|essence| essence.trim_ascii().eq_ignore_ascii_case(JSON.as_bytes()));
        Self {
            host: parts.headers.get(HOST).cloned(),
            authority: parts.uri.authority().cloned(),
            origin: parts.headers.get(ORIGIN).cloned(),
            is_json: is_json && parts.method == Method::POST,
            body,
        }
    }

    /// The reply as it is if it is JSON-RPC, or else with advice on what to do: a refusal by the
    /// SDK is plain text, and may reveal its internals.
    pub(crate) async fn word(&self, reply: Reply) -> Reply {
        let status = reply.status();
        let plain = reply.headers().get(CONTENT_TYPE).is_none_or(|kind| kind != JSON);
        if status.is_success() || !plain {
            return reply;
        }
        let (head, body) = reply.into_parts();
        let Ok(body) = body.collect().await;
        let body = String::from_utf8_lossy(&body.to_bytes()).into_owned();
        let mut worded = self.worded(status, &body);
        worded.headers_mut().extend(head.headers.into_iter().filter(|(name, _)| {
            name.as_ref().is_some_and(|name: &HeaderName| name == http::header::ALLOW)
        }));
        worded
    }

    fn worded(&self, status: StatusCode, message: &str) -> Reply {
        let plain = |words: &str| refuse(status, INVALID_REQUEST, words, None);
        match status {
            StatusCode::FORBIDDEN => plain(&self.forbidden(message.contains("Origin"))),
            StatusCode::METHOD_NOT_ALLOWED => {
                plain("there are no sessions and no streams: send each request with POST")
            }
            StatusCode::NOT_ACCEPTABLE => {
                plain("send `Accept: application/json, text/event-stream`")
            }
            StatusCode::UNSUPPORTED_MEDIA_TYPE if self.is_json => self.not_a_request(),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => {
                plain("send the request as JSON, with `Content-Type: application/json`")
            }
            status if status.is_server_error() => {
                refuse(status, INTERNAL_ERROR, "the server failed", None)
            }
            _ => plain(&inert(message)),
        }
    }

    fn forbidden(&self, by_origin: bool) -> String {
        let (what, value) = match &self.origin {
            Some(origin) if by_origin => ("origin", text(origin)),
            _ => ("host", self.host.as_ref().map(text).unwrap_or_else(|| self.authority())),
        };
        format!(
            "requests for the {what} `{value}` are refused; the operator of this server allows them \
             with `a2t::mcp::Service::allow_{what}(\"{value}\")`"
        )
    }

    fn authority(&self) -> String {
        self.authority.as_ref().map(|authority| inert(authority.as_str())).unwrap_or_default()
    }

    /// The refusal of a body that is not strict JSON. The SDK reads such a body otherwise than its
    /// sender or a proxy may: of a member that stands there twice, it takes one.
    pub(crate) fn unreadable(&self) -> Option<Reply> {
        if !self.is_json {
            return None;
        }
        let error = json::check(&self.body).err()?;
        Some(refuse(StatusCode::BAD_REQUEST, PARSE_ERROR, &error.to_string(), None))
    }

    /// Id of the request, where it can be read.
    pub(crate) fn id(&self) -> Option<Value> {
        let message = json::parse(&self.body).ok()?;
        message.get("id").filter(|id| id.is_string() || id.is_i64()).cloned()
    }

    fn not_a_request(&self) -> Reply {
        let status = StatusCode::BAD_REQUEST;
        let message = json::parse(&self.body).unwrap_or_default();
        let id = message.get("id").filter(|id| id.is_string() || id.is_i64());
        let words = match &message {
            Value::Array(_) => "batches are not taken: send one request at a time",
            Value::Object(members) if members.contains_key("id") && id.is_none() => {
                "the id of a request is a string or an integer of 64 bits"
            }
            _ => {
                "the body is not a request: an object with `jsonrpc`: \"2.0\", `id`, `method` and \
                 `params`"
            }
        };
        refuse(status, INVALID_REQUEST, words, id)
    }
}

fn text(value: &HeaderValue) -> String {
    inert(&String::from_utf8_lossy(value.as_bytes()))
}
