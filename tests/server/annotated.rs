//! Tools made by the macros, through the router: contexts, state, defaults, results.

use std::sync::Arc;

use a2t::testing::TestClient;
use axum::Extension;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use serde_json::json;

/// Greets somebody.
///
/// # Returns
/// The greeting.
#[a2t::tool(version = 3)]
async fn greet(
    /// Who is greeted.
    #[a2t(max_length = 10)]
    name: String,
    /// How often.
    #[a2t(min = 1, max = 3, default = 1)]
    times: u8,
    #[a2t(context)] State(greeting): State<Arc<str>>,
) -> String {
    vec![format!("{greeting} {name}"); times.into()].join(", ")
}

/// Who calls, by a header.
struct Caller(String);

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = (StatusCode, &'static str);

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let value = parts.headers.get("x-caller").and_then(|value| value.to_str().ok());
        let caller = value.ok_or((StatusCode::UNAUTHORIZED, "send x-caller"))?;
        Ok(Self(caller.to_owned()))
    }
}

/// Returns the name of the caller.
///
/// # Returns
/// The caller.
#[a2t::tool(version = 1)]
fn who(#[a2t(context)] Caller(caller): Caller) -> String {
    caller
}

/// Needs what nobody gave the router.
///
/// # Returns
/// Nothing.
#[a2t::tool(version = 1)]
fn forgotten(#[a2t(context)] _secret: Extension<Arc<str>>) -> bool {
    true
}

fn client() -> TestClient {
    let state: Arc<str> = Arc::from("hello");
    TestClient::with_state(a2t::toolset![greet, who, forgotten], state)
}

#[tokio::test]
async fn state_defaults_and_results_arrive() {
    let outputs = client().call("greet", json!({"name": "Ann", "times": 2})).await.unwrap();
    assert_eq!(outputs["result"], "hello Ann, hello Ann");
    let outputs = client().call("greet", json!({"name": "Bo"})).await.unwrap();
    assert_eq!(outputs["result"], "hello Bo");
}

#[tokio::test]
async fn constraints_hold_and_all_mistakes_are_reported() {
    let error = client().call("greet", json!({"name": "much too long", "times": 4})).await;
    let error = error.unwrap_err();
    let codes: Vec<_> = error.violations().iter().map(|v| v.code.slug()).collect();
    assert_eq!(codes, ["too-long", "out-of-range"]);
}

#[tokio::test]
async fn a_version_that_is_not_offered_is_404() {
    let error = client().call_version("greet", 2, json!({"name": "Ann"})).await.unwrap_err();
    assert_eq!((error.status(), error.kind()), (404, "unknown-version"));
    assert!(client().call_version("greet", 3, json!({"name": "Ann"})).await.is_ok());
}

#[tokio::test]
async fn a_context_refuses_in_its_own_words() {
    let error = client().call("who", json!({})).await.unwrap_err();
    assert_eq!((error.status(), error.detail()), (401, "send x-caller"));
    let name = HeaderName::from_static("x-caller");
    let known = client().header(name, HeaderValue::from_static("ann"));
    assert_eq!(known.call("who", json!({})).await.unwrap()["result"], "ann");
}

#[tokio::test]
async fn a_context_that_the_vendor_forgot_is_not_explained_to_callers() {
    let error = client().call("forgotten", json!({})).await.unwrap_err();
    assert_eq!((error.status(), error.kind()), (500, "internal"));
    assert!(!error.detail().contains("Extension"), "{error}");
}
