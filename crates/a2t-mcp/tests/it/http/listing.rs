use a2t::mcp::Service;
use a2t_core::ToolSignature;
use a2t_tool::{Entry, Tools};
use serde_json::{Value, json};

use super::tools::{ask, error, legacy, send, service, stateless};

fn names(page: &Value) -> Vec<String> {
    let tools = page["tools"].as_array().unwrap().iter();
    tools.map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_tool_is_listed_with_all_that_its_signature_says() {
    let page = ask(&service(), "tools/list", json!({})).await;
    assert_eq!(names(&page), ["say_it", "fail", "lookup_weather", "tell_caller"]);
    assert_eq!((&page["ttlMs"], &page["cacheScope"]), (&json!(300_000), &json!("public")));
    let tool = &page["tools"][2];
    assert_eq!(tool["description"], "Looks up the weather of a city.");
    assert_eq!(tool["icons"], json!([{ "src": "https://example.com/sun.png" }]));
    assert_eq!(tool["title"], "Weather");
    assert_eq!(tool["annotations"], json!({ "readOnlyHint": true }));
    let inputs = &tool["inputSchema"];
    assert_eq!(inputs["type"], "object");
    assert_eq!(inputs["required"], json!(["city"]));
    assert_eq!(inputs["properties"]["city"]["maxLength"], 20);
    assert_eq!(inputs["properties"]["units"]["enum"], json!(["FAHRENHEIT", "CELSIUS"]));
    assert_eq!(tool["outputSchema"]["properties"]["temperature"]["type"], "integer");
    let meta = &tool["_meta"];
    assert_eq!(meta["dev.a2t/version"], 2);
    assert_eq!(meta["dev.a2t/versions"], json!([2, 1]));
    assert_eq!(meta["dev.a2t/tags"], json!(["weather"]));
    assert_eq!(meta["dev.a2t/id"].as_str().unwrap().len(), 36);
}

#[tokio::test]
async fn a_name_that_hosts_do_not_take_is_shown_as_its_words_and_stands_in_the_title() {
    let page = ask(&service(), "tools/list", json!({})).await;
    assert_eq!(page["tools"][0]["title"], "Say It!");
    assert!(page["tools"][1].get("title").is_none());
    assert!(page["tools"][1].get("annotations").is_none());
}

#[tokio::test]
async fn the_list_stays_fresh_as_long_as_the_vendor_says() {
    let service = service().cache_ttl(std::time::Duration::from_millis(1500));
    assert_eq!(ask(&service, "tools/list", json!({})).await["ttlMs"], 1500);
}

/// As many copies of a tool as asked for.
fn many(tools: usize) -> Service<()> {
    let entries = (0..tools).map(|number| {
        let text = json!({
            "toolId": a2t::ToolId::derive("tests", &number.to_string()).to_string(),
            "name": format!("tool_{number:03}"), "description": "", "version": 1,
            "currentVersion": 1,
        });
        let read = a2t_core::signature::parse(text.to_string().as_bytes()).unwrap();
        let signature: &'static ToolSignature = Box::leak(Box::new(read.signature));
        let entry = Entry::<()>::new(signature, |_| Box::pin(async { Ok(b"{}".to_vec()) }));
        &*Box::leak(Box::new(entry))
    });
    Service::new(Tools::from_entries(entries), ())
}

#[tokio::test]
async fn pages_neither_skip_nor_repeat_a_tool() {
    for (tools, lengths) in [(0, &[0][..]), (100, &[100]), (101, &[100, 1]), (250, &[100, 100, 50])]
    {
        let service = many(tools);
        let (mut listed, mut found, mut params) = (Vec::new(), Vec::new(), json!({}));
        loop {
            let (_, reply) = send(&service, legacy("tools/list", params)).await;
            let page = names(&reply["result"]);
            found.push(page.len());
            listed.extend(page);
            match reply["result"].get("nextCursor") {
                Some(cursor) => params = json!({ "cursor": cursor }),
                None => break,
            }
        }
        assert_eq!(found, lengths);
        let expected: Vec<_> = (0..tools).map(|number| format!("tool_{number:03}")).collect();
        assert_eq!(listed, expected);
    }
}

#[tokio::test]
async fn a_cursor_of_another_list_is_refused() {
    for request in [legacy, stateless] {
        let (_, reply) = send(&service(), request("tools/list", json!({"cursor": "x"}))).await;
        assert_eq!(error(&reply), (-32602, "the cursor is not one of this list: begin again"));
    }
}

#[tokio::test]
async fn what_is_not_a_tool_is_no_method() {
    for method in ["prompts/list", "resources/list", "resources/templates/list", "x/y"] {
        let (status, reply) = send(&service(), legacy(method, json!({}))).await;
        assert_eq!((status.as_u16(), error(&reply).0), (200, -32601), "{method}: {reply}");
        let (status, reply) = send(&service(), stateless(method, json!({}))).await;
        assert_eq!((status.as_u16(), error(&reply).0), (404, -32601), "{method}: {reply}");
    }
}

#[tokio::test]
async fn discovery_lists_only_versions_and_tools() {
    let service = service().instructions("Ask for one city at a time.");
    let (status, reply) = send(&service, stateless("server/discover", json!({}))).await;
    assert_eq!(status, 200, "{reply}");
    let result = &reply["result"];
    assert!(result["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")));
    assert_eq!(result["capabilities"], json!({ "tools": {} }));
    assert_eq!(result["instructions"], "Ask for one city at a time.");
    assert_eq!(result["ttlMs"], 300_000);
}

#[tokio::test]
async fn inputs_are_mirrored_in_headers_that_must_agree() {
    let service = service().mirror("city").mirror("__proto__");
    let page = ask(&service, "tools/list", json!({})).await;
    let property = &page["tools"][2]["inputSchema"]["properties"]["city"];
    assert_eq!(property["x-mcp-header"], "city");
    let params = json!({ "name": "lookup_weather", "arguments": { "city": "Omaha" } });
    for (header, status) in [("Omaha", 200), ("Rome", 400)] {
        let mut request = stateless("tools/call", params.clone());
        request.headers_mut().insert("mcp-param-city", header.parse().unwrap());
        let (found, reply) = send(&service, request).await;
        assert_eq!(found, status, "{reply}");
        if status == 400 {
            assert_eq!(error(&reply).0, -32020);
        }
    }
}

#[tokio::test]
async fn the_server_is_the_package_of_the_tools_unless_it_says_another_name() {
    use a2t::{DynamicInputs, DynamicTool, Toolset};
    let listed = async |service: Service<()>| {
        let params = json!({"protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "tests", "version": "1"}});
        let (_, reply) = send(&service, legacy("initialize", params)).await;
        let server = &reply["result"]["serverInfo"];
        let text = |name: &str| server[name].as_str().unwrap().to_owned();
        (text("name"), text("version"))
    };
    let own = (env!("CARGO_PKG_NAME").to_owned(), env!("CARGO_PKG_VERSION").to_owned());
    let tools = || a2t::toolset![greet];
    assert_eq!(listed(Service::new(tools(), ())).await, own);
    assert_eq!(listed(Service::new(tools().live(), ())).await, own);
    let named = Service::new(tools(), ()).server_info("greeter", "7.1");
    assert_eq!(listed(named).await, ("greeter".to_owned(), "7.1".to_owned()));
    let signature = r#"{"toolId": "00000000-0000-4000-8000-0000000000d1", "name": "count",
        "description": "Counts.", "version": 1, "currentVersion": 1, "output_parameters": [
        {"id": "n", "name": "n", "type": "int", "description": "Its number."}]}"#;
    let count = |_: DynamicInputs| async move { Ok([("n", 1)]) };
    let data: Toolset<()> =
        Toolset::default().extend([DynamicTool::parse(signature, count).unwrap()]).unwrap();
    assert_eq!(listed(Service::new(data, ())).await.0, "a2t");
}

/// Greets.
///
/// # Returns
/// The greeting.
#[a2t::tool(version = 1)]
fn greet() -> String {
    "hello".to_owned()
}
