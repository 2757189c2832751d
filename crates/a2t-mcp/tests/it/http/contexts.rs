use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use bytes::Bytes;
use http::StatusCode;
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tower::ServiceExt;

use super::tools::{User, legacy, service, stateless, text_of};

/// A layer that knows callers.
async fn authorize(mut request: Request, next: Next) -> Response {
    if request.headers().contains_key("authorization") {
        request.extensions_mut().insert(User("Ada"));
    }
    next.run(request).await
}

async fn mounted(request: http::Request<Full<Bytes>>) -> Value {
    let api: Router = Router::new().nest_service("/mcp", service()).layer(from_fn(authorize));
    let (mut parts, body) = request.into_parts();
    parts.uri = "/mcp".parse().unwrap();
    let request = Request::from_parts(parts, axum::body::Body::new(body));
    let reply = api.oneshot(request).await.unwrap();
    assert_eq!(reply.status(), StatusCode::OK);
    let body = reply.into_body().collect().await.unwrap().to_bytes();
    serde_json::from_slice(&body).unwrap()
}

#[tokio::test]
async fn a_context_sees_the_requests_own_headers_and_extensions() {
    for request in [legacy, stateless] {
        let mut request = request("tools/call", json!({"name": "tell_caller"}));
        request.headers_mut().insert("authorization", "Bearer x".parse().unwrap());
        request.headers_mut().insert("accept-language", "en".parse().unwrap());
        let reply = mounted(request).await;
        assert_eq!(reply["result"]["structuredContent"]["result"], "Ada (en)");
    }
}

#[tokio::test]
async fn a_context_that_rejects_is_reported_without_its_insides() {
    for request in [legacy, stateless] {
        let reply = mounted(request("tools/call", json!({"name": "tell_caller"}))).await;
        // The extractor's own words name a Rust type.
        let words = "Error: the tool fails at the moment, it may work later";
        assert_eq!(text_of(&reply["result"]), words);
    }
}
