//! The routes of A2T: what is listed is what can be called, and the rest is not there.

use a2t::{Caller, Toolset};
use axum::Router;
use axum::extract::Request;
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::get as route;
use serde_json::json;

use crate::rig::{METADATA, closed, get, id, invoke, known, listed, request, send, toolset};

fn router(tools: Toolset<()>) -> Router {
    known(tools.into_router())
}

#[tokio::test]
async fn tools_are_listed_and_called_by_those_who_have_their_scopes() {
    let (tools, router) = (toolset(), router(toolset()));
    let all = ["greet", "read_weather", "tell_caller", "write_weather"];
    for (token, listed_tools) in [
        ("", vec!["greet", "tell_caller"]),
        ("alice/", vec!["greet", "tell_caller"]),
        ("alice/w", vec!["greet", "tell_caller"]),
        ("alice/r", vec!["greet", "read_weather", "tell_caller"]),
        ("alice/rw", all.to_vec()),
    ] {
        assert_eq!(listed(&router, token).await, listed_tools, "{token}");
        for name in all {
            let id = id(&tools, name);
            let [called, read] = [
                invoke(&router, &id, token).await,
                get(&router, &format!("/tools/{id}"), token).await,
            ];
            if listed_tools.contains(&name) {
                assert_eq!(read.status, 200);
                let called_by_nobody = name == "tell_caller" && token.is_empty();
                assert_eq!(called.status, if called_by_nobody { 401 } else { 200 }, "{name}");
            } else {
                called.assert_problem(404, "unknown-tool");
                read.assert_problem(404, "unknown-tool");
            }
        }
    }
}

#[tokio::test]
async fn a_hidden_tool_answers_as_one_that_there_is_not() {
    let (tools, router) = (toolset(), router(toolset()));
    let without = known(a2t::toolset![none].into_router());
    let id = id(&tools, "write_weather");
    let paths = ["", "/versions", "/versions/1", "/versions/9", ":invoke", "/versions/1:invoke"];
    for path in paths {
        for method in ["GET", "HEAD", "POST", "PUT", "DELETE"] {
            let path = format!("/tools/{id}{path}");
            let ask = || request(method, &path, "alice/r", json!({}));
            let (hidden, unknown) = (send(&router, ask()).await, send(&without, ask()).await);
            assert_eq!(hidden.status, 404, "{method} {path}");
            assert_eq!((hidden.status, &hidden.body), (unknown.status, &unknown.body));
        }
    }
    let path = "/tools/write_weather:invoke";
    let hint = get(&router, path, "alice/rw").await.json()["detail"].to_string();
    assert!(hint.contains(&id), "{hint}");
    let none = get(&router, path, "alice/r").await;
    assert_eq!(none.body, get(&without, path, "alice/r").await.body);
}

/// A tool of a server that has no other.
///
/// # Returns
/// Nothing of interest.
#[a2t::tool(version = 1)]
pub(crate) fn none() -> bool {
    false
}

#[tokio::test]
async fn the_rule_of_the_toolset_holds_beside_the_scopes() {
    let tools = || {
        let rule = |caller: Option<&Caller>, tool: &a2t::ToolSignature| {
            caller.is_some_and(|caller| caller.id() != "bob") || tool.name == "greet"
        };
        toolset().visible(rule).visible(|_, tool| tool.name != "tell_caller")
    };
    let router = router(tools());
    assert_eq!(listed(&router, "").await, ["greet"]);
    assert_eq!(listed(&router, "bob/rw").await, ["greet"]);
    assert_eq!(listed(&router, "alice/").await, ["greet"]);
    assert_eq!(listed(&router, "alice/r").await, ["greet", "read_weather"]);
}

#[tokio::test]
async fn with_step_up_a_tool_beyond_the_scopes_is_listed_and_names_them() {
    let tools = toolset().step_up().visible(|_, tool| tool.name != "greet");
    let (id, router) = (id(&tools, "write_weather"), router(tools));
    let all = ["read_weather", "tell_caller", "write_weather"];
    assert_eq!(listed(&router, "").await, all);
    let scope = "scope=\"weather:read weather:write\"";
    let refused = invoke(&router, &id, "").await;
    refused.assert_problem(401, "unauthorized");
    let challenge = format!("Bearer realm=\"tools\", {scope}, {METADATA}");
    assert_eq!(refused.header("www-authenticate"), challenge);
    let refused = invoke(&router, &format!("{id}/versions/1"), "alice/r").await;
    refused.assert_problem(403, "insufficient-scope");
    let challenge = refused.header("www-authenticate");
    assert!(challenge.contains("error=\"insufficient_scope\""), "{challenge}");
    assert!(challenge.contains(scope) && challenge.contains(METADATA), "{challenge}");
    assert_eq!(invoke(&router, &id, "alice/rw").await.status, 200);
    let hidden = crate::rig::id(&toolset(), "greet");
    invoke(&router, &hidden, "alice/rw").await.assert_problem(404, "unknown-tool");
}

#[tokio::test]
async fn a_tool_gets_its_caller_whole_and_demands_one_if_it_says_so() {
    let (tools, router) = (toolset(), router(toolset()));
    let result = |reply: crate::rig::Reply| reply.json()["output_parameters"][0]["value"].clone();
    let [greet, tell] = ["greet", "tell_caller"].map(|name| id(&tools, name));
    assert_eq!(result(invoke(&router, &greet, "").await), "Hello, stranger");
    assert_eq!(result(invoke(&router, &greet, "alice/").await), "Hello, alice");
    let reply = result(invoke(&router, &tell, "alice/rwr").await);
    assert_eq!(reply, "alice (weather:read weather:write), gold");
    let refused = invoke(&router, &tell, "").await;
    refused.assert_problem(401, "unauthorized");
    let challenge = format!("Bearer realm=\"tools\", {METADATA}");
    assert_eq!(refused.header("www-authenticate"), challenge);
}

#[tokio::test]
async fn credentials_that_are_not_good_are_refused_before_anything_else() {
    let api = Router::new().route("/health", route(async || "well"));
    let router = closed(api.merge(toolset().into_router()));
    for (token, status, kind, error) in [
        ("", 401, "unauthorized", ""),
        ("mallory/rw", 401, "unauthorized", "error=\"invalid_token\""),
        ("nonsense", 401, "unauthorized", "error=\"invalid_token\""),
        ("not a token", 400, "bad-credentials", "error=\"invalid_request\""),
    ] {
        for path in ["/tools", "/tools/x:invoke", "/elsewhere"] {
            let refused = get(&router, path, token).await;
            refused.assert_problem(status, kind);
            let challenge = refused.header("www-authenticate");
            assert!(challenge.starts_with("Bearer realm=\"tools\""), "{challenge}");
            assert!(challenge.contains(error) && challenge.contains(METADATA), "{challenge}");
            assert_eq!(refused.header("cache-control"), "no-store");
        }
    }
    let later = get(&router, "/tools", "later/").await;
    later.assert_problem(503, "unavailable");
    assert_eq!(later.header("retry-after"), "3");
    assert_eq!(get(&router, "/health", "").await.body, b"well");
    assert_eq!(get(&router, "/health/", "").await.status, 401);
}

#[tokio::test]
async fn the_metadata_of_the_resource_is_open_to_everybody() {
    let router = closed(toolset().into_router());
    for path in ["", "/v1"] {
        let path = format!("/.well-known/oauth-protected-resource{path}");
        let reply = get(&router, &path, "").await;
        assert_eq!(reply.status, 200);
        assert_eq!(reply.header("content-type"), "application/json");
        let document = json!({
            "resource": "https://api.example.com/v1",
            "authorization_servers": ["https://login.example.com"],
            "scopes_supported": ["weather:read", "weather:write"],
            "bearer_methods_supported": ["header"],
        });
        assert_eq!(reply.json(), document);
        let head = send(&router, request("HEAD", &path, "", json!(null))).await;
        assert_eq!((head.status.as_u16(), head.body.len()), (200, 0));
        let posted = send(&router, request("POST", &path, "", json!({}))).await;
        assert_eq!((posted.status.as_u16(), posted.header("allow")), (405, "GET, HEAD"));
    }
    let other = "/.well-known/oauth-protected-resource/v2";
    assert_eq!(get(&router, other, "").await.status, 401);
}

#[tokio::test]
async fn any_layer_may_name_the_caller_where_a_router_is_nested() {
    async fn by_header(mut request: Request, next: Next) -> Response {
        let key = request.headers().get("x-api-key").map(|key| key.to_str().unwrap().to_owned());
        if let Some(key) = key {
            request.extensions_mut().insert(Caller::new("keyed").with_scopes([key]));
        }
        next.run(request).await
    }
    let tools = toolset().vary_by([http::HeaderName::from_static("x-api-key")]);
    let api = Router::new().nest("/api", tools.into_router());
    let router = api.layer(middleware::from_fn(by_header));
    let mut ask = request("GET", "/api/tools?name=read", "", json!(null));
    ask.headers_mut().insert("x-api-key", "weather:read".parse().unwrap());
    let page = send(&router, ask).await;
    assert_eq!(page.json()["items"][0]["name"], "read_weather");
    assert_eq!(page.header("vary"), "x-api-key");
    let none = get(&router, "/api/tools?name=read", "").await;
    assert_eq!(none.json()["items"], json!([]));
}

#[tokio::test]
async fn a_caller_that_an_outer_layer_named_is_not_believed() {
    let strangers = a2t::authenticate(async |_: http::request::Parts| Ok(None::<Caller>));
    let mut ask = request("GET", "/tools?name=read", "", json!(null));
    ask.extensions_mut().insert(Caller::new("alice").with_scopes(["weather:read"]));
    let page = send(&toolset().into_router().layer(strangers), ask).await;
    assert_eq!(page.json()["items"], json!([]));
}

#[tokio::test]
async fn the_rule_is_asked_as_often_for_a_tool_that_is_hidden_as_for_one_that_is_not() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let tools = toolset().visible(move |_, tool| {
        count.fetch_add(1, Ordering::SeqCst);
        tool.name != "greet"
    });
    let (hidden, router) = (id(&tools, "greet"), router(tools));
    let unknown = "ffffffff-ffff-4fff-8fff-ffffffffffff";
    for path in ["", "/versions", "/versions/1", ":invoke", "/versions/7:invoke"] {
        let counted = async |id: &str| {
            let before = asked.load(Ordering::SeqCst);
            let reply = get(&router, &format!("/tools/{id}{path}"), "").await;
            reply.assert_problem(404, "unknown-tool");
            asked.load(Ordering::SeqCst) - before
        };
        assert_eq!(counted(&hidden).await, counted(unknown).await, "{path}");
    }
}

#[tokio::test]
async fn the_document_says_the_scopes_of_a_call() {
    let router = router(toolset());
    let document = get(&router, "/tools/openapi.json", "alice/rw").await.json();
    let post = |name| &document["paths"][format!("/tools/{}:invoke", id(&toolset(), name))]["post"];
    assert_eq!(
        post("write_weather")["security"],
        json!([{"bearer": ["weather:read", "weather:write"]}])
    );
    assert_eq!(post("greet").get("security"), None);
    assert_eq!(document["components"]["securitySchemes"]["bearer"]["scheme"], "bearer");
    let refused = post("write_weather")["responses"]["401"]["$ref"].as_str().unwrap();
    let refused = document.pointer(refused.strip_prefix('#').unwrap()).unwrap();
    assert!(refused["headers"].get("WWW-Authenticate").is_some(), "{refused}");
    // To those who see no such tool, there is no such thing.
    let open = get(&router, "/tools/openapi.json", "").await.json();
    assert_eq!(open["components"].get("securitySchemes"), None);
}
