//! The OpenAPI document: where it is, what it holds, and who may take its place.

use a2t::testing::TestClient;
use axum::Router;
use axum::routing::get;
use http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::tools::{LOOKUP, Probe, assert_problem, client, first_version, invocation, toolset};

const PATH: &str = "/tools/openapi.json";

fn asked(method: &str, known: Option<&str>) -> axum::extract::Request {
    let request = Request::builder().method(method).uri(PATH);
    let request = match known {
        Some(etag) => request.header("if-none-match", etag),
        None => request,
    };
    request.body(axum::body::Body::empty()).unwrap()
}

#[tokio::test]
async fn what_is_served_is_the_document_of_the_toolset() {
    let served = client().get(PATH).await;
    assert_eq!(served.status, 200);
    assert_eq!(served.headers["content-type"], "application/json");
    assert_eq!(served.json(), toolset().openapi().to_value());
}

#[tokio::test]
async fn it_is_read_as_the_rest_of_the_catalog_is() {
    let client = client();
    let whole = client.get(PATH).await;
    let etag = whole.headers["etag"].to_str().unwrap();
    assert_eq!(client.get("/tools").await.headers["etag"], etag);
    let known = client.request(asked("GET", Some(etag))).await;
    assert_eq!((known.status, &*known.body), (StatusCode::NOT_MODIFIED, &b""[..]));
    let head = client.request(asked("HEAD", None)).await;
    assert_eq!((head.status, &*head.body), (StatusCode::OK, &b""[..]));
    assert_eq!(head.headers["content-length"], whole.body.len().to_string());
    let other = TestClient::with_state(first_version(), Probe::default()).get(PATH).await;
    assert_ne!(other.headers["etag"], etag);
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let refused = client.request(asked(method, None)).await;
        assert_problem(&refused, 405, "method-not-allowed");
        assert_eq!(refused.headers["allow"], "GET, HEAD");
    }
    for other in ["/tools/openapi.json/", "/tools/openapi.json:invoke", "/tools/openapi.yaml"] {
        assert_problem(&client.get(other).await, 404, "not-found");
    }
}

#[tokio::test]
async fn every_operation_is_a_path_that_the_server_has() {
    let client = client();
    let document = client.get(PATH).await.json();
    let paths = document["paths"].as_object().unwrap();
    assert_eq!(paths.len(), 4 + 5 + 6);
    for (path, item) in paths {
        let path = path.replace("{toolId}", LOOKUP).replace("{version}", "1");
        // A body without a type is refused before any tool runs.
        let (method, status) =
            if item.get("post").is_some() { ("post", 415) } else { ("get", 200) };
        let request = Request::builder().method(&*method.to_uppercase()).uri(&path);
        let told = client.request(request.body(axum::body::Body::empty()).unwrap()).await;
        assert_eq!(told.status, status, "{path}");
        assert!(item[method]["responses"].get(told.status.as_str()).is_some(), "{path}");
    }
}

#[tokio::test]
async fn the_server_of_a_nested_router_is_its_prefix() {
    let api = Router::new()
        .nest("/api/v1", toolset().into_router())
        .nest("/{tenant}/x", toolset().into_router())
        .nest("/a", Router::new().nest("/\"b\"", toolset().into_router()))
        .merge(toolset().into_router())
        .with_state(Probe::default());
    let client = TestClient::of_router(api);
    for (prefix, server) in
        [("", "/"), ("/api/v1", "/api/v1"), ("/blue/x", ".."), ("/a/\"b\"", "/a/\"b\"")]
    {
        let served = client.get(&format!("{prefix}{PATH}")).await;
        let document = served.json();
        assert_eq!(document["servers"], json!([{ "url": server }]), "{prefix}");
        let expected = toolset().openapi().server(server).to_value();
        assert_eq!(document, expected, "{prefix}");
        // Below a pattern, one step up from the folder of the document is the root.
        let root = if server == ".." { "/blue/x" } else { prefix };
        let path = format!("{root}/tools/{LOOKUP}:invoke");
        let called = invocation("lookup", json!([{"name": "City", "value": "Omaha"}]));
        assert_eq!(client.post(&path, called).await.status, 200, "{prefix}");
    }
}

#[tokio::test]
async fn a_route_of_the_program_goes_before_it() {
    let mut document = toolset().openapi().title("Weather").to_value();
    document["security"] = json!([{ "key": [] }]);
    let own = document.to_string();
    let tools = toolset().into_router().route(PATH, get(async move || own));
    let gone = toolset().into_router().route(PATH, get(async || StatusCode::NOT_FOUND));
    let api = Router::new().nest("/own", tools).nest("/gone", gone).with_state(Probe::default());
    let client = TestClient::of_router(api);
    assert_eq!(client.get("/own/tools/openapi.json").await.json(), document);
    assert_eq!(client.get("/gone/tools/openapi.json").await.status, 404);
    for prefix in ["/own", "/gone"] {
        assert_eq!(client.get(&format!("{prefix}/tools")).await.status, 200);
    }
}

#[tokio::test]
async fn it_is_not_among_the_tools() {
    let page = client().get("/tools").await.json();
    let document = client().get(PATH).await.json();
    let paths = document["paths"].as_object().unwrap().keys();
    let invoked = paths.filter(|path| path.ends_with(":invoke") && !path.contains("versions"));
    assert_eq!(page["items"].as_array().unwrap().len(), invoked.count());
    assert!(!page.to_string().contains("openapi"));
    let none: Value =
        TestClient::with_state(a2t::Toolset::<()>::from_entries([]), ()).get(PATH).await.json();
    assert_eq!(none["paths"].as_object().unwrap().len(), 4);
}
