//! Signatures that are made to break a server, or that are wrong.

use a2t::{DynamicInputs, DynamicTool, Toolset};
use serde_json::{Value, json};

use crate::rig::{client, id, listed, of, signature, speak, tool};

/// Places of what is wrong with a signature.
fn pointers_of(text: &Value) -> Vec<String> {
    let code = async |_: DynamicInputs| Ok([("n", 1)]);
    match DynamicTool::<()>::parse(text.to_string(), code) {
        Ok(_) => Vec::new(),
        Err(a2t::ValidationError::Rules(found)) => {
            found.iter().map(|violation| violation.pointer.to_string()).collect()
        }
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn a_signature_that_breaks_a_rule_is_refused_with_its_place() {
    let with = |pointer: &str, value: Value| {
        let mut text = signature(1, "one", 1);
        text[pointer] = value;
        text
    };
    let input = |name: &str| json!({ "id": name, "name": name, "type": "int", "description": "", "min": 3, "max": 2 });
    for (text, expected) in [
        (with("name", json!("x".repeat(255))), "/name"),
        (with("name", json!("a\u{202e}b")), "/name"),
        (with("name", json!("")), "/name"),
        (with("description", json!("d".repeat(1 << 20))), "/description"),
        (with("version", json!(0)), "/version"),
        (with("toolId", json!("1")), "/toolId"),
        (with("input_parameters", json!([input("a")])), "/input_parameters/0/min"),
        (with("inputs", json!([])), "/inputs"),
        (with("tags", json!(["a\nb"])), "/tags/0"),
    ] {
        assert!(
            pointers_of(&text).iter().any(|pointer| pointer == expected),
            "{expected}: {:?}",
            pointers_of(&text)
        );
    }
    assert!(DynamicTool::<()>::parse("{", async |_: DynamicInputs| Ok([("n", 1)])).is_err());
    assert_eq!(pointers_of(&with("name", json!("x".repeat(254)))), [""; 0]);
}

#[test]
fn tools_that_do_not_go_together_are_refused_at_once() {
    let refused =
        |tools: Vec<DynamicTool<()>>| Toolset::default().extend(tools).unwrap_err().to_string();
    let words = refused(vec![tool(1, "one"), tool(1, "one")]);
    assert!(words.contains("version 1 is there twice"), "{words}");
    let words = refused(vec![tool(1, "one"), tool(2, "one")]);
    assert!(words.contains("has this name"), "{words}");
    let words = refused(vec![tool(1, "city"), tool(2, "c\u{456}ty")]);
    assert!(words.contains("looks like"), "{words}");
    let many = (0..100).flat_map(|number| [tool(number, "one"), tool(number, "one")]).collect();
    let words = refused(many);
    assert!(words.lines().count() == 21 && words.ends_with(" more"), "{words}");
}

/// Names that mean something to a protocol, a path or a language.
const NAMES: &[&str] = &[
    "tools",
    "openapi.json",
    "versions",
    ":invoke",
    "..",
    "__proto__",
    "constructor",
    "one_v1",
    "a/b?c#d",
    "\"quoted\\",
    "Straße 東京",
    "null",
    "%2e%2e",
];

#[tokio::test]
async fn names_that_mean_something_elsewhere_are_names() {
    let long = "y".repeat(254);
    let names: Vec<_> = NAMES.iter().copied().chain([&*long, "one"]).collect();
    let tools = || {
        let tools = names.iter().zip(1..).map(|(name, number)| tool(number, name));
        let second = of(&signature(names.len() as u128, "one", 2));
        Toolset::<()>::default().extend(tools.chain([second])).unwrap()
    };
    let client = a2t::testing::TestClient::new(tools());
    let mut sorted = names.clone();
    sorted.sort_unstable();
    assert_eq!(listed(&client).await, sorted);
    let mcp = a2t::mcp::Service::new(tools(), ()).version_names();
    let (rap, _workers) = a2t::rap::Server::new(tools(), ()).into_router().unwrap();
    let router: axum::Router = rap.nest_service("/mcp", mcp);
    let shown = speak(&router, "tools/list", json!({})).await;
    let shown = shown["result"]["tools"].as_array().unwrap().clone();
    // `one_v1` is another tool's name, so that version 1 of `one` has none.
    assert_eq!(shown.len(), names.len());
    for tool in &shown {
        let name = tool["name"].as_str().unwrap();
        if name.is_ascii() && name.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"') {
            let called = speak(&router, "tools/call", json!({ "name": name })).await;
            assert_eq!(called["result"]["isError"], false, "{called}");
        }
    }
    let rap = a2t::testing::TestClient::from_router(router);
    let request = http::Request::get("/.well-known/rap-toolset").header("host", "localhost");
    let manifest = rap.request(request.body(axum::body::Body::empty()).unwrap()).await.json();
    assert_eq!(manifest["tools"].as_array().unwrap().len(), names.len());
}

#[tokio::test]
async fn ids_that_fold_alike_are_distinguished() {
    // The two halves of these ids are the same number on top of each other.
    let ids = (1..=300_u128).map(|number| number << 64 | number);
    let signatures = ids.clone().map(|id| {
        let mut text = signature(0, &format!("tool_{id:x}"), 1);
        text["toolId"] = json!(a2t::ToolId::from_u128(id).to_string());
        of(&text)
    });
    let client = client(signatures);
    for id in ids {
        let path = format!("/tools/{}", a2t::ToolId::from_u128(id));
        assert_eq!(client.get(&path).await.json()["name"], format!("tool_{id:x}"));
    }
    assert_eq!(client.get(&format!("/tools/{}", id(5))).await.status, 404);
}
