//! The OpenAPI document: where it is, what it holds, and who may take its place.

use a2t::testing::TestClient;
use a2t::{AuthError, Caller, Limits, Server};
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::sockets::{Received, Running, request};
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
        let reply = client.request(request.body(axum::body::Body::empty()).unwrap()).await;
        assert_eq!(reply.status, status, "{path}");
        assert!(item[method]["responses"].get(reply.status.as_str()).is_some(), "{path}");
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
    let client = TestClient::from_router(api);
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
    let client = TestClient::from_router(api);
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

/// Waits until the test lets it go on.
///
/// # Returns
/// True.
#[a2t::tool(version = 1, id = "00000000-0000-4000-8000-000000000001")]
async fn hold(#[a2t(context)] State(probe): State<Probe>) -> bool {
    probe.started.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
    probe.release.notified().await;
    true
}

/// Does what only administrators do.
///
/// # Returns
/// True.
#[a2t::tool(version = 1, id = "00000000-0000-4000-8000-000000000002", scopes = ["admin"])]
async fn administer() -> bool {
    true
}

async fn server(limits: Limits) -> Running {
    let by_token = async |head: http::request::Parts| match a2t::bearer(&head.headers)? {
        "of-admin" => Ok(Caller::new("root").with_scopes(["admin"])),
        "of-alice" => Ok(Caller::new("alice")),
        "of-bob" => Ok(Caller::new("bob")),
        _ => Err(AuthError::invalid_token("no caller has this token")),
    };
    let probe = Probe::default();
    let server = Server::new(a2t::toolset![hold, administer], probe.clone()).limits(limits);
    Running::of(server.authenticate(a2t::authenticate(by_token)), probe).await
}

async fn read(server: &Running, path: &str, token: &str, headers: &str) -> Received {
    let headers = format!("\r\nauthorization: Bearer {token}\r\n{headers}");
    server.connect().await.ask(&request("GET", path, "").replacen("\r\n", &headers, 1)).await
}

#[tokio::test]
async fn a_client_that_has_the_document_is_answered_before_it_is_written() {
    let server = server(Limits::new().max_concurrent_calls(0)).await;
    for token in ["of-alice", "of-admin"] {
        let listed = read(&server, "/tools", token, "").await;
        let known = format!("if-none-match: {}\r\n", listed.header("etag").unwrap());
        assert_eq!(read(&server, PATH, token, &known).await.status, 304);
        // There is no place to write it.
        let refused = read(&server, PATH, token, "").await;
        assert_eq!((refused.status, refused.kind()), (503, "overloaded".to_owned()));
    }
}

#[tokio::test]
async fn a_document_is_written_once_for_all_who_see_the_same_tools() {
    let server = server(Limits::new().max_concurrent_calls(1)).await;
    let first = read(&server, PATH, "of-alice", "").await;
    assert_eq!(first.status, 200);
    assert!(!first.text().contains("administer"));
    // The only place is taken.
    let mut busy = server.connect().await;
    let call = request(
        "POST",
        "/tools/00000000-0000-4000-8000-000000000001:invoke",
        r#"{"input_parameters":[]}"#,
    );
    busy.send(&call.replacen("\r\n", "\r\nauthorization: Bearer of-alice\r\n", 1)).await;
    server.probe.until_started(1).await;
    let same = read(&server, PATH, "of-bob", "").await;
    assert_eq!((same.status, same.text()), (200, first.text()));
    assert_eq!(read(&server, PATH, "of-admin", "").await.status, 503);
    server.probe.release.notify_waiters();
    assert_eq!(busy.response().await.status, 200);
    let other = read(&server, PATH, "of-admin", "").await;
    assert!(other.status == 200 && other.text().contains("administer"));
    assert_ne!(other.header("etag"), first.header("etag"));
    assert_eq!(other.header("cache-control"), Some("private"));
}

#[tokio::test]
async fn requests_that_come_together_wait_for_one_document() {
    let server = std::sync::Arc::new(
        server(Limits::new().max_concurrent_calls(1).blocking_threads(1).max_queued_calls(0)).await,
    );
    let mut reads = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let server = std::sync::Arc::clone(&server);
        reads.spawn(async move { read(&server, PATH, "of-admin", "").await.status });
    }
    assert!(reads.join_all().await.iter().all(|status| *status == 200));
}
