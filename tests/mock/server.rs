//! What a mock server answers, refuses and records.

use a2t::client::{Arguments, Kind};
use a2t::testing::{Mock, MockServer, TestClient};
use a2t::{Server, ToolError};
use a2t_core::invocation::check_result;
use serde_json::json;

use super::{WEATHER, client, every_type, lookup, many, serve, tools, weather};

const EVERY_TYPE: &str = include_str!("../codegen/catalogs/every_type.json");

#[tokio::test]
async fn a_snapshot_a_page_and_a_signature_are_served_as_the_catalog_that_they_are() {
    let signature = lookup();
    let text = serde_json::to_string(&signature).unwrap();
    let mut approved = serde_json::to_value(&signature).unwrap();
    approved["digest"] = "sha256:0".into();
    let snapshot = json!({"a2t": "snapshot", "format": 2, "protocol": "a2t", "tools": [approved]});
    let page = format!(r#"{{"items":[{text}]}}"#);
    for document in [WEATHER.to_owned(), snapshot.to_string(), page, format!("[{text}]"), text] {
        let vendor = MockServer::start(&document).await.unwrap();
        let listed = client(&vendor).tools().await.unwrap();
        assert_eq!(listed, std::slice::from_ref(&signature));
    }
    let error = MockServer::start("{}").await.unwrap_err();
    assert!(error.to_string().contains("toolId"), "{error}");
}

#[tokio::test]
async fn every_reply_is_valid_and_the_same_on_every_run() {
    let vendor = MockServer::start(EVERY_TYPE).await.unwrap();
    let again = MockServer::start(EVERY_TYPE).await.unwrap();
    let other = Mock::read(EVERY_TYPE).unwrap().seed(1).start().await.unwrap();
    let call = async |vendor: &MockServer, seats: i64| {
        let travel = every_type::Client::new(vendor.url()).unwrap();
        let class = every_type::FlightClass::First;
        let call = travel.book_flight("Ada", seats, true, class);
        call.send().await.unwrap()
    };
    let mut different = 0;
    for seats in 1..9 {
        let reply = call(&vendor, seats).await;
        assert!(reply.code.is_present() && reply.price.is_present() && reply.details.is_present());
        assert_eq!(reply, call(&again, seats).await);
        different += usize::from(reply != call(&other, seats).await);
    }
    assert!(different > 4, "{different}");
}

/// The server's own check of everything that a mock makes up.
#[tokio::test]
async fn samples_hold_against_every_signature_of_the_goldens() {
    for document in [EVERY_TYPE, WEATHER, include_str!("../codegen/catalogs/hostile.json")] {
        let vendor = MockServer::start(document).await.unwrap();
        for tool in tools(document) {
            let inputs = tool.input_parameters.iter().filter(|input| input.required);
            let given: Arguments =
                inputs.map(|input| (input.name.to_string(), least(&input.kind))).collect();
            let path = format!("/tools/{}/versions/{}:invoke", tool.tool_id, tool.version);
            let http = TestClient::from_router(vendor.router());
            let response = http.post(&path, given.to_body(&tool.name)).await;
            assert_eq!(response.status, 200, "{}", response.json());
            check_result(&tool, &response.body).unwrap();
        }
    }
}

/// A value that the type allows.
fn least(kind: &a2t::InputType) -> a2t::Value {
    match kind {
        a2t::InputType::String { .. } => "".into(),
        a2t::InputType::Int { min, max } => min.unwrap_or((*max).min(0)).into(),
        a2t::InputType::Boolean => false.into(),
        a2t::InputType::Enum { allowed_values } => (*allowed_values[0].name).into(),
    }
}

#[tokio::test]
async fn an_invalid_call_is_refused_with_the_problems_of_a_real_server() {
    let vendor = serve([lookup()]).await;
    let http = TestClient::from_router(vendor.router());
    let arguments = json!({"citty": "Omaha", "days": 15, "units": "KELVIN"});
    let error = http.call("lookup_weather_by_city", arguments).await.unwrap_err();
    assert_eq!((error.status(), error.kind()), (400, "invalid-invocation"));
    assert_eq!(error.violations().len(), 3, "{error}");
    assert!(error.to_string().contains("did you mean `city`"), "{error}");
    assert!(vendor.calls().is_empty());

    let id = a2t::ToolId::from_u128(7);
    assert_eq!(http.get(&format!("/tools/{id}")).await.status, 404);
    assert_eq!(http.get("/tools?pageCursor=nonsense").await.status, 400);
}

#[tokio::test]
async fn versions_are_served_side_by_side() {
    let (mut old, new) = (lookup(), lookup());
    old.version = 1;
    let vendor = serve([old.clone(), new.clone()]).await;
    let client = client(&vendor);
    let versions = client.versions(new.tool_id).await.unwrap();
    let numbers: Vec<_> =
        versions.iter().map(|tool| (tool.version, tool.current_version)).collect();
    assert_eq!(numbers, [(2, 2), (1, 2)]);
    let city: Arguments = [("city", "Omaha")].into_iter().collect();
    client.invoke(&old, &city).await.unwrap();
    client.invoke(&new, &city).await.unwrap();
    let called: Vec<_> = vendor.calls().iter().map(|call| call.version).collect();
    assert_eq!(called, [1, 2]);
}

#[tokio::test]
async fn a_long_catalog_comes_in_pages() {
    let vendor = serve(many(250)).await;
    assert_eq!(client(&vendor).tools().await.unwrap().len(), 250);
    let page = TestClient::from_router(vendor.router()).get("/tools").await;
    assert_eq!(page.json()["items"].as_array().unwrap().len(), 100);
}

/// The API of an agent's vendor has a path; the tests of the agent need one as well.
#[tokio::test]
async fn it_nests_below_the_path_of_an_api() {
    let vendor = serve([lookup()]).await;
    let api = axum::Router::new().nest("/api/v1", vendor.router());
    let client = TestClient::from_router(api.clone()).at("/api/v1");
    let city = json!({"city": "Omaha"});
    client.call("lookup_weather_by_city", city).await.unwrap();

    let server = Server::from_router(api).bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", server.local_addr());
    tokio::spawn(server.serve());
    let weather = weather::Client::new(format!("{url}/api/v1/")).unwrap();
    weather.lookup_weather_by_city("Omaha").send().await.unwrap();
    assert_eq!(vendor.calls().len(), 2);
    let elsewhere = weather::Client::new(url).unwrap();
    let error = elsewhere.lookup_weather_by_city("Omaha").send().await.unwrap_err();
    let text = error.to_string();
    assert!(text.contains("check the URL of the API (its path too)"), "{text}");
}

#[tokio::test]
async fn words_of_the_tool_itself_send_no_client_to_look_for_it() {
    let vendor = serve([lookup()]).await;
    let weather = weather::Client::with(client(&vendor));
    for error in [ToolError::not_found, ToolError::forbidden] {
        let fail = error("no such city");
        vendor.fail("lookup_weather_by_city", fail).unwrap();
        let call = weather.lookup_weather_by_city("Omaha").send();
        let text = call.await.unwrap_err().to_string();
        assert!(text.ends_with(": no such city"), "{text}");
    }
}

#[tokio::test]
async fn what_a_test_writes_is_replied_in_order_and_what_was_called_is_reported() {
    let vendor = serve([lookup()]).await;
    let later = ToolError::unavailable("later").retry_after(7);
    vendor.fail("lookup_weather_by_city", later).unwrap();
    vendor.reply("lookup_weather_by_city", json!({"temperature": -3, "report": null})).unwrap();
    let weather = weather::Client::with(client(&vendor));

    let failed = weather.lookup_weather_by_city("Omaha").send().await.unwrap_err();
    assert!(matches!(failed.kind(), Kind::Unavailable { .. }), "{failed}");
    assert_eq!(failed.retry_after().unwrap().as_secs(), 7);
    for _ in 0..2 {
        let call = weather.lookup_weather_by_city("Omaha").days(3);
        assert!(call.send().await.unwrap().temperature == -3);
    }

    let calls = vendor.calls();
    assert_eq!(calls.len(), 3);
    assert_eq!(calls[2].tool, "lookup_weather_by_city");
    assert_eq!(a2t::Value::from(calls[2].arguments.clone()), json!({"city": "Omaha", "days": 3}));
    assert_eq!(failed.idempotency_key(), calls[0].idempotency_key.as_deref());
}

#[tokio::test]
async fn an_answer_that_no_tool_gives_is_refused_when_it_is_written() {
    let vendor = serve([lookup()]).await;
    let error = vendor.reply("lookup_wether_by_city", json!({})).unwrap_err();
    assert!(error.to_string().contains("did you mean `lookup_weather_by_city`?"), "{error}");
    let wrong = json!({"temperature": "cold", "report": null});
    let error = vendor.reply("lookup_weather_by_city", wrong).unwrap_err();
    assert!(error.to_string().contains("temperature"), "{error}");
    assert!(vendor.reply("lookup_weather_by_city", json!([])).is_err());
}

#[tokio::test]
async fn a_server_that_is_dropped_is_gone() {
    let vendor = serve([lookup()]).await;
    let url = vendor.url().to_owned();
    assert!(url.starts_with("http://127.0.0.1:"), "{url}");
    drop(vendor);
    let address = url.trim_start_matches("http://");
    let connect = async || tokio::net::TcpStream::connect(address).await;
    while connect().await.is_ok() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_reply_needs_only_the_outputs_that_matter_and_may_be_a_newer_vendors() {
    let vendor = MockServer::start(EVERY_TYPE).await.unwrap();
    let tool = tools(EVERY_TYPE).into_iter().max_by_key(|tool| tool.output_parameters.len());
    let tool = tool.unwrap();
    let given: Arguments = tool
        .input_parameters
        .iter()
        .filter(|input| input.required)
        .map(|input| (input.name.to_string(), least(&input.kind)))
        .collect();
    let client = client(&vendor);
    for output in tool.output_parameters.iter() {
        let whole = client.invoke(&tool, &given).await.unwrap();
        let value = whole.iter().find(|(name, _)| *name == output.name).unwrap().1.clone();
        vendor.reply(&tool.name, json!({&*output.name: value})).unwrap();
        let replied = client.invoke(&tool, &given).await.unwrap();
        assert_eq!(replied.len(), tool.output_parameters.len());
    }
    vendor.reply_as_is(&tool.name, json!({"newer": [1]})).unwrap();
    vendor.reply_as_is(&tool.name, json!({})).unwrap();
    // Earlier replies are given first.
    let (mut last, mut unrelated) = (Vec::new(), 0);
    for _ in 0..tool.output_parameters.len() + 2 {
        match client.invoke(&tool, &given).await {
            Ok(outputs) => last = outputs,
            Err(error) => {
                assert!(error.to_string().contains("got only others"), "{error}");
                unrelated += 1;
            }
        }
    }
    assert_eq!((last, unrelated), (vec![], 1));
}
