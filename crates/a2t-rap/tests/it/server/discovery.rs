//! The manifest, and the addresses in it.

use a2t::rap::Server;
use axum::Router;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::rig::{Runtime, Vendor, set};

/// Removes a city.
///
/// # Returns
/// Tells if there was one.
#[a2t::tool(version = 2, destructive, idempotent, long_running)]
async fn remove(
    /// The city.
    #[a2t(max_length = 40)]
    city: String,
) -> bool {
    city.is_empty()
}

/// Removes a city, as it was.
///
/// # Returns
/// Tells if there was one.
#[a2t::tool(name = "remove", version = 1, destructive)]
async fn remove_first(
    /// The city.
    #[a2t(max_length = 20)]
    city: String,
) -> bool {
    city.is_empty()
}

/// Lists all cities.
///
/// # Returns
/// The cities.
#[a2t::tool(name = "List Cities", version = 1, read_only)]
#[allow(non_snake_case)]
async fn list() -> String {
    String::new()
}

fn server() -> Server<()> {
    set(Server::new(a2t::toolset![remove, remove_first, list], ()).name("cities"))
}

const PATH: &str = "/.well-known/rap-toolset";

#[tokio::test]
async fn cb_077_cb_078_cb_080_cb_083_the_manifest_is_whole_and_current() {
    let vendor = Vendor::start(server().description("Cities of the world")).await;
    let reply = vendor.get(PATH).await;
    assert_eq!(
        (reply.status, reply.headers["content-type"].to_str().unwrap()),
        (200, "application/json")
    );
    assert_eq!(reply.headers["cache-control"], "no-cache");
    let manifest = reply.json();
    assert_eq!(manifest["endpoint"], format!("{}/invoke", vendor.base));
    assert_eq!(
        (&manifest["name"], &manifest["description"]),
        (&json!("cities"), &json!("Cities of the world"))
    );
    assert_eq!(manifest.get("needsMigration"), None);
    let tools = manifest["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 2);
    let remove = tools.iter().find(|tool| tool["name"] == "remove").unwrap();
    assert_eq!(remove["description"], "Removes a city.");
    assert_eq!(remove["inputSchema"]["type"], "object");
    assert_eq!(remove["inputSchema"]["properties"]["city"]["maxLength"], 40);
    assert_eq!(remove["inputSchema"]["required"], json!(["city"]));
    let hints = json!({
        "destructive": true, "idempotent": true, "longRunning": true, "x-a2t-version": 2,
    });
    assert_eq!(remove["annotations"], hints);
    // No caching headers of a client make it less.
    let headers = [("if-none-match", "*"), ("if-modified-since", "Thu, 01 Jan 2099 00:00:00 GMT")];
    assert_eq!(vendor.send("GET", PATH, &headers, String::new()).await.json(), manifest);
}

#[tokio::test]
async fn cb_081_cb_082_cb_085_names_are_of_words_and_no_parameters_are_an_empty_object() {
    let (runtime, vendor) = (Runtime::start().await, Vendor::start(server()).await);
    let manifest = vendor.get(PATH).await.json();
    let list = &manifest["tools"]
        .as_array()
        .unwrap()
        .iter()
        .find(|tool| tool["name"] == "list_cities")
        .unwrap();
    assert_eq!(list["inputSchema"]["additionalProperties"], false);
    assert_eq!(list["annotations"], json!({"readOnly": true, "x-a2t-version": 1}));
    vendor.invoke(&runtime.invocation("list_cities", "call_1", json!({}))).await;
    assert!(!runtime.one().await["text"].as_str().unwrap().starts_with("Error"));
}

#[tokio::test]
async fn older_versions_are_listed_on_request() {
    let vendor = Vendor::start(server().version_names()).await;
    let manifest = vendor.get(PATH).await.json();
    let tools = manifest["tools"].as_array().unwrap();
    let mut names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["list_cities", "remove", "remove_v1"]);
    let first = tools.iter().find(|tool| tool["name"] == "remove_v1").unwrap();
    assert_eq!(first["inputSchema"]["properties"]["city"]["maxLength"], 20);
}

async fn manifest(router: Router, uri: &str, host: Option<&str>) -> (u16, Value) {
    let mut request = http::Request::get(uri);
    if let Some(host) = host {
        request = request.header("host", host);
    }
    let reply = router.oneshot(request.body(axum::body::Body::empty()).unwrap()).await.unwrap();
    let status = reply.status().as_u16();
    let body = axum::body::to_bytes(reply.into_body(), 1 << 20).await.unwrap();
    (status, serde_json::from_slice(&body).unwrap())
}

#[tokio::test]
async fn the_endpoint_follows_the_base_url_or_else_the_host_and_the_place_of_the_router() {
    let router = |server: Server<()>| {
        let (router, workers) = server.into_router::<()>().unwrap();
        drop(workers);
        router
    };
    let nested = || Router::new().nest("/a/{b}", router(server()));
    let (_, found) =
        manifest(nested(), "/a/7/.well-known/rap-toolset", Some("tools.example:8080")).await;
    assert_eq!(found["endpoint"], "http://tools.example:8080/a/7/invoke");
    let based = Router::new().nest("/x", router(server().base_url("https://tools.example/rap/")));
    let (_, found) = manifest(based, "/x/.well-known/rap-toolset", Some("evil.example")).await;
    assert_eq!(found["endpoint"], "https://tools.example/rap/invoke");
    for host in [None, Some("a b"), Some("user@host"), Some("")] {
        let (status, manifest) = manifest(nested(), "/a/7/.well-known/rap-toolset", host).await;
        assert_eq!(status, 400, "{host:?}");
        assert!(manifest["detail"].as_str().unwrap().contains("base_url"), "{manifest}");
    }
}

#[tokio::test]
async fn settings_that_break_the_rules_are_reported_before_anything_is_served() {
    let message =
        |server: Server<()>| server.into_router::<()>().map(drop).unwrap_err().to_string();
    let empty = set(Server::new(a2t::Toolset::from_entries(std::iter::empty()), ()));
    assert!(message(empty).contains("at least one tool"));
    assert!(message(server().name("")).contains("/name"));
    assert!(message(server().name("x".repeat(129))).contains("128"));
    assert!(message(server().base_url("tools.example")).contains("base URL"));
}
