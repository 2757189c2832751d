//! This wire by hand on axum: what a vendor without a library would write once, for all tools. It
//! checks less than the protocol asks (no versions, one violation, no limits), and so is a floor.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use serde::de::{Deserialize, Deserializer, Error, Visitor};

pub type Reply = Pin<Box<dyn Future<Output = Result<Vec<u8>, &'static str>> + Send>>;

/// A tool, written by hand.
pub struct Tool {
    pub id: u128,
    pub signature: &'static str,
    pub call: fn(Bytes) -> Reply,
}

/// The endpoints of these tools: all of them in one page, and their invocation.
pub fn router(tools: impl IntoIterator<Item = &'static Tool>) -> Router {
    let tools: HashMap<u128, &'static Tool> =
        tools.into_iter().map(|tool| (tool.id, tool)).collect();
    let tools = Arc::new(tools);
    Router::new().fallback(move |request: Request| answer(Arc::clone(&tools), request))
}

async fn answer(tools: Arc<HashMap<u128, &'static Tool>>, request: Request) -> Response {
    let path = request.uri().path();
    if path == "/tools" {
        let items: Vec<_> = tools.values().map(|tool| tool.signature).collect();
        return json(StatusCode::OK, format!("{{\"items\":[{}]}}", items.join(",")));
    }
    let id = path.strip_prefix("/tools/").and_then(|rest| rest.strip_suffix(":invoke"));
    let Some(tool) = id.and_then(id_of).and_then(|id| tools.get(&id)) else {
        return json(StatusCode::NOT_FOUND, "\"no such tool\"".to_owned());
    };
    let Ok(body) = to_bytes(request.into_body(), 1 << 20).await else {
        return json(StatusCode::BAD_REQUEST, "\"broken body\"".to_owned());
    };
    match (tool.call)(body).await {
        Ok(reply) => json(StatusCode::OK, reply),
        Err(reason) => json(StatusCode::BAD_REQUEST, format!("{reason:?}")),
    }
}

fn json(status: StatusCode, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// A UUID with its hyphens.
fn id_of(text: &str) -> Option<u128> {
    if text.len() != 36 {
        return None;
    }
    let digits = text.bytes().filter(|byte| *byte != b'-');
    digits
        .map(|digit| char::from(digit).to_digit(16))
        .try_fold(0, |id, digit| Some(id << 4 | u128::from(digit?)))
}

#[derive(serde::Deserialize)]
struct Invocation<'a> {
    #[serde(borrow)]
    input_parameters: Vec<Pair<'a>>,
}

#[derive(serde::Deserialize)]
struct Pair<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow)]
    value: Scalar<'a>,
}

enum Scalar<'a> {
    Text(Cow<'a, str>),
    Int(i64),
    Boolean(bool),
    Null,
}

/// The name/value pairs of one invocation.
pub struct Arguments<'a>(Vec<Pair<'a>>);

impl<'a> Arguments<'a> {
    pub fn read(body: &'a [u8]) -> Result<Self, &'static str> {
        let invocation: Result<Invocation<'a>, _> = serde_json::from_slice(body);
        invocation
            .map(|invocation| Self(invocation.input_parameters))
            .map_err(|_| "not an invocation")
    }

    pub fn text(&self, name: &'static str) -> Result<&str, &'static str> {
        match self.value(name) {
            Some(Scalar::Text(text)) => Ok(text),
            _ => Err(name),
        }
    }

    pub fn optional_int(&self, name: &'static str) -> Result<Option<i32>, &'static str> {
        match self.value(name) {
            Some(Scalar::Int(number)) => i32::try_from(*number).map(Some).map_err(|_| name),
            None | Some(Scalar::Null) => Ok(None),
            _ => Err(name),
        }
    }

    pub fn boolean(&self, name: &'static str) -> Result<bool, &'static str> {
        match self.value(name) {
            Some(Scalar::Boolean(value)) => Ok(*value),
            _ => Err(name),
        }
    }

    fn value(&self, name: &str) -> Option<&Scalar<'a>> {
        self.0.iter().find(|pair| pair.name == name).map(|pair| &pair.value)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Scalar<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(ScalarVisitor)
    }
}

struct ScalarVisitor;

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = Scalar<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string, an integer or a boolean")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Scalar::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Scalar::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Scalar::Int(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        i64::try_from(number).map(Scalar::Int).map_err(E::custom)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Scalar::Boolean(value))
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Scalar::Null)
    }
}

/// The outputs of one reply.
#[derive(Default)]
pub struct Outputs(Vec<u8>);

impl Outputs {
    pub fn with(mut self, name: &str, value: &(impl serde::Serialize + ?Sized)) -> Self {
        self.0.extend_from_slice(if self.0.is_empty() {
            b"{\"output_parameters\":[{\"name\":"
        } else {
            b",{\"name\":"
        });
        // Neither a name nor a value of these tools fails to be written.
        let _ = serde_json::to_writer(&mut self.0, name);
        self.0.extend_from_slice(b",\"value\":");
        let _ = serde_json::to_writer(&mut self.0, value);
        self.0.push(b'}');
        self
    }

    pub fn finish(mut self) -> Vec<u8> {
        self.0.extend_from_slice(b"]}");
        self.0
    }
}
