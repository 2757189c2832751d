//! MCP: lists, calls and tasks of a caller, and how its client learns to get more.

use a2t::mcp::store::Memory;
use a2t::mcp::{Service, Tasks};
use axum::Router;
use serde_json::{Value, json};

use crate::rig::{METADATA, Reply, closed, known, speak, toolset};

fn router(service: Service<()>) -> Router {
    known(Router::new().nest_service("/mcp", service))
}

fn plain() -> Router {
    router(Service::new(toolset(), ()))
}

async fn listed(router: &Router, token: &str) -> Vec<String> {
    let reply = speak(router, "tools/list", token, json!({})).await.json();
    let tools = reply["result"]["tools"].as_array().unwrap_or_else(|| panic!("{reply}")).clone();
    tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

async fn call(router: &Router, name: &str, token: &str) -> Reply {
    speak(router, "tools/call", token, json!({ "name": name, "arguments": {} })).await
}

fn result(reply: &Reply) -> Value {
    let reply = reply.json();
    let result = &reply["result"]["structuredContent"]["result"];
    assert!(result.is_string(), "{reply}");
    result.clone()
}

#[tokio::test]
async fn a_caller_lists_and_calls_its_tools_and_no_others() {
    let router = plain();
    assert_eq!(listed(&router, "").await, ["greet", "tell_caller"]);
    assert_eq!(listed(&router, "alice/r").await, ["greet", "read_weather", "tell_caller"]);
    let reply = call(&router, "tell_caller", "alice/r").await;
    assert_eq!(result(&reply), "alice (weather:read), gold");
    assert_eq!(result(&call(&router, "read_weather", "alice/r").await), "fair, and warm");
    let old = json!({ "name": "read_weather", "_meta": { "dev.a2t/version": 1 } });
    let old = speak(&router, "tools/call", "alice/r", old).await;
    assert_eq!(result(&old), "fair");
    for (name, version) in [("write_weather", Value::Null), ("write_weather", json!(7))] {
        let params = json!({ "name": name, "_meta": { "dev.a2t/version": version } });
        let hidden = speak(&router, "tools/call", "alice/r", params).await.json();
        assert_eq!(hidden["error"]["code"], -32602, "{hidden}");
        let words = hidden["error"]["message"].as_str().unwrap();
        // The nearest of those that it sees, or none, but not the tool itself.
        assert!(words.starts_with("no tool is called `write_weather`;"), "{words}");
        assert!(!words.contains("did you mean `write_weather`"), "{words}");
    }
    let guess = call(&router, "write_weathr", "alice/").await.json();
    assert!(!guess.to_string().contains("write_weather"), "{guess}");
}

#[tokio::test]
async fn lists_that_depend_on_the_caller_are_private() {
    let scope = async |router: &Router| {
        let listed = speak(router, "tools/list", "alice/", json!({})).await.json();
        listed["result"]["cacheScope"].clone()
    };
    assert_eq!(scope(&plain()).await, "private");
    let open = router(Service::new(a2t::toolset![crate::routes::none], ()));
    assert_eq!(scope(&open).await, "public");
}

#[tokio::test]
async fn a_call_beyond_the_scopes_is_a_challenge_that_names_them() {
    let router = router(Service::new(toolset().step_up(), ()));
    assert_eq!(listed(&router, "").await.len(), 4);
    let refused = call(&router, "write_weather", "alice/r").await;
    assert_eq!(refused.status, 403, "{}", refused.json());
    let challenge = refused.header("www-authenticate");
    assert!(challenge.contains("error=\"insufficient_scope\""), "{challenge}");
    assert!(challenge.contains("scope=\"weather:read weather:write\""), "{challenge}");
    assert!(challenge.contains(METADATA), "{challenge}");
    assert_eq!(refused.json()["id"], 7);
    assert_eq!(refused.json()["error"]["code"], -32600);
    assert_eq!(call(&router, "write_weather", "").await.status, 401);
    assert_eq!(result(&call(&router, "write_weather", "alice/rw").await), "rain");
}

#[tokio::test]
async fn a_tool_that_demands_a_caller_is_a_challenge_for_strangers() {
    let refused = call(&plain(), "tell_caller", "").await;
    assert_eq!(refused.status, 401, "{}", refused.json());
    let challenge = format!("Bearer realm=\"tools\", {METADATA}");
    assert_eq!(refused.header("www-authenticate"), challenge);
    // A server that knows every caller refuses before it reads a body.
    let service = Service::new(toolset(), ());
    let closed = closed(Router::new().nest_service("/mcp", service));
    let refused = speak(&closed, "tools/list", "", json!({})).await;
    assert_eq!((refused.status.as_u16(), refused.header("www-authenticate")), (401, &*challenge));
}

#[tokio::test]
async fn headers_that_repeat_inputs_report_nothing_of_a_hidden_tool() {
    let service = || {
        Service::new(a2t::toolset![mirrored].visible(|caller, _| caller.is_some()), ())
            .mirror("city")
    };
    let router = router(service());
    let ask = async |token: &str, name: &str| {
        let params = json!({ "name": name, "arguments": { "city": "Omaha" } });
        let mut request = crate::rig::spoken("tools/call", token, params);
        request.headers_mut().insert("mcp-param-city", "Oslo".parse().unwrap());
        crate::rig::send(&router, request).await.json()
    };
    assert_eq!(ask("alice/", "mirrored").await["error"]["code"], -32020);
    let [hidden, unknown] = [ask("", "mirrored").await, ask("", "mirrorer").await];
    assert_eq!(hidden["error"]["code"], -32602, "{hidden}");
    let text = hidden.to_string().replace("mirrored", "mirrorer");
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), unknown);
}

/// Looks up the weather.
///
/// # Returns
/// The weather.
#[a2t::tool(version = 1)]
fn mirrored(
    /// The city.
    city: String,
) -> String {
    city
}

/// The task of a call, as soon as it has ended.
async fn ended(router: &Router, id: &str, token: &str) -> Value {
    loop {
        let task = speak(router, "tasks/get", token, json!({ "taskId": id })).await.json();
        if task["result"]["status"] != "working" {
            return task;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_task_is_its_callers_and_runs_as_its_caller() {
    let tasks = Tasks::new(Memory::default());
    let router = router(Service::new(toolset(), ()).tasks(tasks));
    let begun = call(&router, "tell_caller", "alice/r").await.json();
    let id = begun["result"]["taskId"].as_str().unwrap_or_else(|| panic!("{begun}")).to_owned();
    let unknown = speak(&router, "tasks/get", "bob/rw", json!({ "taskId": "0" })).await.json();
    for method in ["tasks/get", "tasks/cancel", "tasks/update"] {
        for token in ["bob/rw", ""] {
            let params = json!({ "taskId": id, "inputResponses": {} });
            let refused = speak(&router, method, token, params).await.json();
            assert_eq!(refused["error"], unknown["error"], "{method}");
        }
    }
    // Another token of the same caller is the same caller.
    let task = ended(&router, &id, "alice/w").await;
    let result = &task["result"]["result"]["structuredContent"]["result"];
    assert_eq!(*result, "alice (weather:read), no plan", "{task}");
}

#[tokio::test]
async fn on_standard_input_the_caller_is_the_programs() {
    let mut request = http::Request::new(());
    request.extensions_mut().insert(a2t::Caller::new("own").with_scopes(["weather:read"]));
    let service = Service::new(toolset(), ()).request_template(request);
    // Over HTTP that request counts for nothing.
    assert_eq!(listed(&router(service), "").await, ["greet", "tell_caller"]);
}
