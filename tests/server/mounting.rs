//! The router inside another API: prefix, layers, state, neighbours.

use std::sync::atomic::Ordering;

use a2t::testing::TestClient;
use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use http::header::AUTHORIZATION;
use http::{HeaderValue, StatusCode};
use serde_json::json;

use crate::tools::{FAIL, LOOKUP, Probe, assert_problem, invocation, please, toolset};

async fn started(State(probe): State<Probe>) -> String {
    probe.started.load(Ordering::SeqCst).to_string()
}

fn lookup() -> String {
    invocation("lookup", json!([{"name": "City", "value": "Omaha"}]))
}

#[tokio::test]
async fn it_nests_under_any_prefix_beside_other_routes() {
    let api = Router::new()
        .route("/started", get(started))
        .nest("/api/v1", toolset().into_router())
        .nest("/{tenant}/x", toolset().into_router())
        .fallback(async || (StatusCode::IM_A_TEAPOT, "mine"))
        .with_state(Probe::default());
    let client = TestClient::of_router(api);
    assert_eq!(client.get("/started").await.body, "0");
    for prefix in ["/api/v1", "/blue/x"] {
        let list = client.get(&format!("{prefix}/tools?pageLimit=1")).await;
        assert_eq!(list.json()["items"][0]["name"], "fail");
        let path = format!("{prefix}/tools/{LOOKUP}:invoke");
        assert_eq!(client.post(&path, lookup()).await.status, 200);
        let unknown = client.get(&format!("{prefix}/tools/none")).await;
        assert_problem(&unknown, 404, "not-found");
    }
    assert_eq!(client.get("/tools").await.status, StatusCode::IM_A_TEAPOT);
}

#[tokio::test]
async fn it_merges_with_routes_of_the_same_api() {
    let api = Router::new()
        .route("/tools/search", post(async || "mine"))
        .route("/health", get(async || "well"))
        .merge(toolset().into_router())
        .with_state(Probe::default());
    let client = TestClient::of_router(api);
    assert_eq!(client.get("/health").await.body, "well");
    assert_eq!(client.post("/tools/search", "").await.body, "mine");
    assert_eq!(client.get("/tools").await.status, 200);
    assert_eq!(client.get("/elsewhere").await.status, 404);
}

async fn authorize(request: Request, next: Next) -> Response {
    if request.headers().contains_key(AUTHORIZATION) {
        next.run(request).await
    } else {
        StatusCode::UNAUTHORIZED.into_response()
    }
}

#[tokio::test]
async fn it_takes_the_layers_of_the_api() {
    let router = toolset().into_router().layer(from_fn(authorize));
    let client = TestClient::of_router(router.with_state(Probe::default()));
    assert_eq!(client.get("/tools").await.status, 401);
    let error = client
        .call("lookup", json!({"City": "Omaha"}))
        .await
        .unwrap_err();
    assert_eq!(error.status(), 401);
    let known = client.header(AUTHORIZATION, HeaderValue::from_static("Bearer x"));
    assert!(known.call("lookup", json!({"City": "Omaha"})).await.is_ok());
}

#[tokio::test]
async fn a_layer_learns_why_a_tool_failed() {
    let report = async |mut response: Response| {
        if let Some(fault) = response.extensions_mut().remove::<a2t::Fault>() {
            let name = HeaderValue::from_str(&fault.signature().name).unwrap();
            response.headers_mut().insert("x-failed", name);
        }
        response
    };
    let router = toolset().into_router().layer(map_response(report));
    let client = TestClient::of_router(router.with_state(Probe::default()));
    let response = client
        .post(&format!("/tools/{FAIL}:invoke"), please("fail", ""))
        .await;
    assert_eq!(response.headers["x-failed"], "fail");
}

#[tokio::test]
async fn an_empty_toolset_is_an_empty_list() {
    let client = TestClient::new(a2t::Toolset::from_entries([]));
    let page = client.get("/tools").await.json();
    assert_eq!(page, json!({"items": [], "paging": {"pageLimit": 100}}));
}
