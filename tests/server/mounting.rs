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
    let client = TestClient::from_router(api);
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

/// The API of a program that mounts tools: its state, its layer, its fallback.
fn api(fallback: (StatusCode, &'static str)) -> Router {
    Router::new()
        .nest("/api/v1", toolset().into_router())
        .nest("/{tenant}/x", toolset().into_router())
        .layer(from_fn(authorize))
        .fallback(move || async move { fallback })
        .with_state(Probe::default())
}

#[tokio::test]
async fn tools_below_a_path_are_called_in_process() {
    let api = api((StatusCode::IM_A_TEAPOT, "mine"));
    let known = HeaderValue::from_static("Bearer x");
    let client = TestClient::from_router(api).header(AUTHORIZATION, known);
    for root in ["/api/v1", "/api/v1/", "api/v1", "/blue/x"] {
        let client = client.clone().at(root);
        let city = json!({"City": "Omaha"});
        let outputs = client.call("lookup", city.clone()).await.unwrap();
        assert_eq!(outputs, client.call_version("lookup", 2, city).await.unwrap());
        assert_eq!(client.get("/tools").await.status, 200);
        let path = format!("/tools/{LOOKUP}:invoke");
        assert_eq!(client.post(&path, lookup()).await.status, 200);
        assert_eq!(client.at("/").get("/tools").await.status, StatusCode::IM_A_TEAPOT);
    }
}

#[tokio::test]
async fn tools_that_are_not_where_they_were_looked_for_are_explained() {
    let known = HeaderValue::from_static("Bearer x");
    let nested = "; if the tools are nested in it, name their path: `.at(\"/api/v1\")`";
    for (fallback, root, status, words) in [
        ((StatusCode::NOT_FOUND, ""), "", 404, "`GET /tools` with 404 Not Found"),
        ((StatusCode::NOT_FOUND, "mine"), "/v2", 404, "`GET /v2/tools` with 404 Not Found"),
        ((StatusCode::OK, "<html>"), "", 500, "`GET /tools` with something else than a page"),
    ] {
        let client = TestClient::from_router(api(fallback)).header(AUTHORIZATION, known.clone());
        let call = client.at(root);
        let error = call.call("lookup", json!({"City": "Omaha"})).await.unwrap_err();
        let text = error.to_string();
        assert_eq!(error.status(), status, "{text}");
        assert!(text.contains(words) && text.contains(nested), "{text}");
    }
    let client = TestClient::from_router(api((StatusCode::NOT_FOUND, ""))).at("/api/v1");
    let error = client.call("lookup", json!({})).await.unwrap_err();
    let text = "the router answered `GET /api/v1/tools` with 401 Unauthorized";
    assert_eq!(error.detail(), text);
}

#[tokio::test]
async fn it_merges_with_routes_of_the_same_api() {
    let api = Router::new()
        .route("/tools/search", post(async || "mine"))
        .route("/health", get(async || "well"))
        .merge(toolset().into_router())
        .with_state(Probe::default());
    let client = TestClient::from_router(api);
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
    let client = TestClient::from_router(router.with_state(Probe::default()));
    assert_eq!(client.get("/tools").await.status, 401);
    let error = client.call("lookup", json!({"City": "Omaha"})).await.unwrap_err();
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
    let client = TestClient::from_router(router.with_state(Probe::default()));
    let response = client.post(&format!("/tools/{FAIL}:invoke"), please("fail", "")).await;
    assert_eq!(response.headers["x-failed"], "fail");
}

#[tokio::test]
async fn an_empty_toolset_is_an_empty_list() {
    let client = TestClient::new(a2t::Toolset::from_entries([]));
    let page = client.get("/tools").await.json();
    assert_eq!(page, json!({"items": [], "paging": {"pageLimit": 100}}));
}

#[tokio::test]
async fn what_is_not_there_is_reported_with_the_path_that_callers_know() {
    let nested = Router::new().nest("/api", Router::new().nest("/v1", toolset().into_router()));
    let nested = nested.with_state(Probe::default());
    for (api, prefix) in
        [(toolset().into_router().with_state(Probe::default()), ""), (nested, "/api/v1")]
    {
        let client = TestClient::from_router(api);
        for path in ["/tools/", "/tools/none"] {
            let unknown = client.get(&format!("{prefix}{path}")).await;
            assert_problem(&unknown, 404, "not-found");
            let expected =
                format!("there is nothing at {prefix}{path}; GET {prefix}/tools lists the tools");
            assert_eq!(unknown.json()["detail"], expected);
        }
    }
}
