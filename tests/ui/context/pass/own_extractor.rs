use a2t::Tool;
use a2t::testing::TestClient;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use serde_json::json;

/// Who calls.
struct Caller(String);

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, StatusCode> {
        let name = parts
            .headers
            .get("x-caller")
            .ok_or(StatusCode::UNAUTHORIZED)?;
        Ok(Self(name.to_str().unwrap_or_default().to_owned()))
    }
}

/// Greets the caller.
///
/// # Returns
/// The greeting.
#[a2t::tool(version = 1)]
fn greet(#[a2t(context)] caller: Caller, #[a2t(context)] again: Option<Nobody>) -> String {
    let _ = again;
    format!("Hello {}", caller.0)
}

/// Nobody calls.
struct Nobody;

impl<S: Sync> axum::extract::OptionalFromRequestParts<S> for Nobody {
    type Rejection = StatusCode;

    async fn from_request_parts(_: &mut Parts, _: &S) -> Result<Option<Self>, StatusCode> {
        Ok(None)
    }
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    assert_eq!(greet(Caller("Ada".into()), None), "Hello Ada");
    assert!(greet::SIGNATURE.input_parameters.is_empty());
    let _: a2t::Toolset<()> = a2t::toolset![greet];
    let client = TestClient::new(a2t::toolset![greet]);
    assert_eq!(
        client.call("greet", json!({})).await.unwrap_err().status(),
        401
    );
    let client = client.header(
        HeaderName::from_static("x-caller"),
        HeaderValue::from_static("Ada"),
    );
    assert_eq!(
        client.call("greet", json!({})).await.unwrap()["result"],
        "Hello Ada"
    );
}
