//! Sets of tools that change while every protocol serves them.

use std::sync::Arc;

use a2t::mcp::Service;
use a2t::rap::Server;
use a2t::testing::TestClient;
use a2t::{Caller, DynamicInputs, DynamicTool, LiveToolset, Toolset};
use axum::Router;
use http::StatusCode;
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::rig::{EMPTY, id, listed, of, signature, speak, tool, tools};

fn empty() -> LiveToolset<()> {
    Toolset::default().live()
}

fn every_protocol(live: &LiveToolset<()>) -> Router {
    let (rap, _workers) = Server::new(live, ()).into_router().unwrap();
    let mcp = Service::new(live, ());
    Toolset::from(live).into_router().nest_service("/mcp", mcp).merge(rap)
}

async fn manifest(router: &Router) -> (StatusCode, Value) {
    let request = http::Request::get("/.well-known/rap-toolset").header("host", "localhost");
    let client = TestClient::from_router(router.clone());
    let reply = client.request(request.body(axum::body::Body::empty()).unwrap()).await;
    (reply.status, reply.json())
}

fn names(tools: &Value) -> Vec<&str> {
    tools.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn every_face_follows() {
    let live = empty();
    let router = every_protocol(&live);
    let client = TestClient::from_router(router.clone());
    assert_eq!(listed(&client).await, [""; 0]);
    assert_eq!(manifest(&router).await.0, 503);
    for (change, expected) in [(0, "b"), (1, "a b"), (2, "a c"), (3, "c")] {
        match change {
            0 => live.add([tool(2, "b")]).unwrap(),
            1 => live.add([tool(1, "a")]).unwrap(),
            2 => {
                assert!(live.remove(id(2)));
                live.add([tool(3, "c")]).unwrap();
            }
            _ => assert!(live.remove(id(1))),
        }
        let expected: Vec<_> = expected.split(' ').collect();
        assert_eq!(listed(&client).await, expected);
        let spoken = speak(&router, "tools/list", json!({})).await;
        assert_eq!(names(&spoken["result"]["tools"]), expected);
        assert_eq!(names(&manifest(&router).await.1["tools"]), expected);
        let document = client.get("/tools/openapi.json").await.json();
        let paths = document["paths"].as_object().unwrap().keys();
        let invoked = paths.filter(|path| path.ends_with(":invoke") && !path.contains("versions"));
        assert_eq!(invoked.count(), expected.len());
        for (number, name) in [(1, "a"), (2, "b"), (3, "c")] {
            let there = expected.contains(&name);
            let status = client.post(&format!("/tools/{}:invoke", id(number)), EMPTY).await.status;
            assert_eq!(status, if there { 200 } else { 404 });
            let called = speak(&router, "tools/call", json!({ "name": name })).await;
            assert_eq!(called["error"].is_null(), there, "{called}");
        }
    }
    assert!(!live.remove(id(1)));
    assert_eq!((live.len(), live.contains(id(3))), (1, true));
}

#[tokio::test]
async fn tags_follow_and_say_what_has_not_changed() {
    let live = empty();
    live.add(tools(0..3)).unwrap();
    let client = TestClient::new(&live);
    let tag = async |path: &str| client.get(path).await.headers["etag"].clone();
    let known = async |path: &str, tag: &http::HeaderValue| {
        let request = http::Request::get(path).header("if-none-match", tag);
        client.request(request.body(axum::body::Body::empty()).unwrap()).await.status == 304
    };
    let one = format!("/tools/{}", id(1));
    let paths = ["/tools", "/tools/openapi.json", &one];
    let mut before = Vec::new();
    for path in paths {
        before.push(tag(path).await);
        assert!(known(path, before.last().unwrap()).await, "{path}");
    }
    live.add([of(&signature(1, "tool_000001", 2))]).unwrap();
    for (path, tag) in paths.iter().zip(&before) {
        assert!(!known(path, tag).await, "{path}");
    }
    assert_eq!(client.get(&format!("{one}/versions/1")).await.json()["currentVersion"], 2);
    live.replace([tool(1, "tool_000001")]).unwrap();
    for (path, tag) in paths.iter().zip(&before) {
        assert!(known(path, tag).await, "{path}");
    }
}

#[tokio::test]
async fn a_call_that_has_begun_ends_as_it_began() {
    let (began, go) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let waits = {
        let (began, go) = (Arc::clone(&began), Arc::clone(&go));
        move |_: DynamicInputs| {
            let (began, go) = (Arc::clone(&began), Arc::clone(&go));
            async move {
                began.notify_one();
                go.notified().await;
                Ok([("n", 42)])
            }
        }
    };
    let live = empty();
    live.add([DynamicTool::parse(signature(1, "waits", 1).to_string(), waits).unwrap()]).unwrap();
    let client = TestClient::new(&live);
    let path = format!("/tools/{}:invoke", id(1));
    let call = tokio::spawn({
        let (client, path) = (client.clone(), path.clone());
        async move { client.post(&path, EMPTY).await }
    });
    tokio::time::timeout(std::time::Duration::from_secs(20), began.notified()).await.unwrap();
    assert!(live.remove(id(1)));
    assert_eq!(client.post(&path, EMPTY).await.status, 404);
    live.add([tool(1, "waits")]).unwrap();
    assert_eq!(client.call("waits", json!({})).await.unwrap()["n"], 1);
    go.notify_one();
    let reply = call.await.unwrap();
    assert_eq!(
        (reply.status, &reply.json()["output_parameters"][0]["value"]),
        (StatusCode::OK, &json!(42))
    );
}

#[test]
fn a_change_that_is_refused_changes_nothing() {
    let live = empty();
    live.add(tools(0..300)).unwrap();
    let names = |live: &LiveToolset<()>| {
        let tools = Toolset::from(live);
        tools.signatures().map(|tool| tool.name.to_string()).collect::<Vec<_>>()
    };
    let before = names(&live);
    for refused in [
        vec![tool(1, "tool_000001")],
        vec![tool(500, "tool_000003")],
        vec![tool(500, "new"), tool(501, "new")],
        vec![tool(500, "t\u{43e}ol_000003")],
    ] {
        assert!(live.add(refused).is_err());
        assert_eq!(names(&live), before);
    }
    // A version that callers have stays what it is.
    let mut other = signature(1, "tool_000001", 1);
    other["output_parameters"][0]["type"] = json!("string");
    let refused = live.replace([of(&other)]).unwrap_err();
    assert_eq!(refused.tools().next(), Some(id(1)));
    assert_eq!(names(&live), before);
    // A name is free again once its tool is gone.
    assert_eq!(live.remove_all([id(3), id(4), id(999)]), 2);
    live.add([tool(500, "tool_000003")]).unwrap();
    assert_eq!(names(&live).len(), 299);
}

#[tokio::test]
async fn rules_and_scopes_hold_for_tools_that_come() {
    let live = empty();
    live.add([tool(1, "open")]).unwrap();
    let tools = Toolset::from(&live).visible(|_, tool| tool.name != "hidden");
    let client = TestClient::new(tools);
    live.add([tool(2, "hidden"), tool(3, "scoped").scopes(["read"])]).unwrap();
    assert_eq!(listed(&client).await, ["open"]);
    for (number, status) in [(1, 200), (2, 404), (3, 404)] {
        let reply = client.post(&format!("/tools/{}:invoke", id(number)), EMPTY).await;
        assert_eq!(reply.status, status);
        let vary = reply.headers.get("vary");
        assert_eq!(vary.is_some(), status == 404);
    }
    let reader = client.clone().caller(Caller::new("ada").with_scopes(["read"]));
    assert_eq!(listed(&reader).await, ["open", "scoped"]);
    // Without a rule, a set is open until a tool comes that names scopes.
    let open = TestClient::new(&live);
    assert!(open.get("/tools").await.headers.contains_key("vary"));
    live.remove(id(3));
    assert!(!open.get("/tools").await.headers.contains_key("vary"));
}
