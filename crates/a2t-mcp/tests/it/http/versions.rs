use a2t::mcp::Service;
use a2t_tool::{Entry, Older, Tools};
use serde_json::{Value, json};

use super::tools::{Faults, ask, error, legacy, send, service, text_of};

async fn pick(service: &Service<()>, name: &str, meta: Value) -> Value {
    let params = json!({"name": name, "arguments": {"city": "Omaha"}, "_meta": meta});
    let (status, reply) = send(service, legacy("tools/call", params)).await;
    assert_eq!(status, 200);
    reply
}

#[tokio::test]
async fn a_call_picks_a_version_in_its_meta() {
    let old = json!({"result": "Omaha: fair"});
    for meta in [json!({"dev.a2t/version": 1}), json!({"fastmcp": {"version": "1"}})] {
        let reply = pick(&service(), "lookup_weather", meta.clone()).await;
        assert_eq!(reply["result"]["structuredContent"], old, "{meta}");
        // Arguments of the modern revision come with a `_meta` member.
        let params = json!({"name": "lookup_weather", "arguments": {"city": "Omaha"},
            "_meta": meta});
        assert_eq!(ask(&service(), "tools/call", params).await["structuredContent"], old);
    }
    let reply = pick(&service(), "lookup_weather", json!({"dev.a2t/version": 2})).await;
    assert_eq!(reply["result"]["structuredContent"]["temperature"], 20);
}

#[tokio::test]
async fn an_old_version_is_checked_by_its_own_signature() {
    let params = json!({"name": "lookup_weather", "arguments": {"city": "Omaha", "days": 3},
        "_meta": {"dev.a2t/version": 1}});
    let result = ask(&service(), "tools/call", params).await;
    assert!(
        text_of(&result).contains("- /days: expected an input of `lookup_weather`"),
        "{result}"
    );
}

#[tokio::test]
async fn a_version_that_is_not_served_is_an_error_of_the_protocol() {
    let reply = pick(&service(), "lookup_weather", json!({"dev.a2t/version": 3})).await;
    assert_eq!(error(&reply), (-32602, "`lookup_weather` has no version 3; it has 2, 1"));
    let reply = pick(&service(), "lookup_weather", json!({"dev.a2t/version": "new"})).await;
    let words = "`_meta` has `dev.a2t/version`: expected the number of a version, got \"new\"";
    assert_eq!(error(&reply), (-32602, words));
}

#[tokio::test]
async fn older_versions_have_names_of_their_own_where_the_vendor_wants_them() {
    let named = service().version_names();
    let page = ask(&named, "tools/list", json!({})).await;
    let tool = |name: &str| {
        let mut tools = page["tools"].as_array().unwrap().iter();
        tools.find(|tool| tool["name"] == name).cloned()
    };
    let old = tool("lookup_weather_v1").unwrap();
    assert_eq!(old["_meta"]["dev.a2t/version"], 1);
    assert_eq!(old["inputSchema"]["properties"].as_object().unwrap().len(), 1);
    assert!(tool("lookup_weather_v2").is_none());
    let reply = pick(&named, "lookup_weather_v1", json!({})).await;
    assert_eq!(reply["result"]["structuredContent"], json!({"result": "Omaha: fair"}));
    let reply = pick(&named, "lookup_weather_v1", json!({"dev.a2t/version": 2})).await;
    assert_eq!(error(&reply).1, "the name stands for version 1, and `_meta` asks for 2");
    let (_, reply) =
        send(&service(), legacy("tools/call", json!({"name": "lookup_weather_v1"}))).await;
    assert_eq!(error(&reply).0, -32602);
}

#[tokio::test]
async fn a_published_text_that_cannot_be_served_is_a_fault() {
    let text = json!({"toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "now",
        "description": "", "version": 2, "currentVersion": 2});
    let read = a2t_core::signature::parse(text.to_string().as_bytes()).unwrap();
    let signature = Box::leak(Box::new(read.signature));
    let entry = Entry::<()>::new(signature, |_| Box::pin(async { Ok(b"{}".to_vec()) }));
    let older = &[Older { version: 1, text: "{" }];
    let entry: &'static Entry<()> = Box::leak(Box::new(entry.older(older)));
    let faults = Faults::default();
    let service = faults.of(Service::new(Tools::from_entries([entry]), ()).version_names());
    let (_, reply) = send(&service, legacy("tools/list", json!({}))).await;
    assert_eq!(reply["result"]["tools"].as_array().unwrap().len(), 1);
    let params = json!({"name": "now", "_meta": {"dev.a2t/version": 1}});
    let (_, reply) = send(&service, legacy("tools/call", params)).await;
    assert_eq!(text_of(&reply["result"]), "Error: the tool failed");
    let faults = faults.take();
    assert!(faults[0].starts_with("tool `now` version 1: its published signature"), "{faults:?}");
}
