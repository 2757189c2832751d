//! Tools that a generated client calls over HTTP.

use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use a2t::client::{Client, Retry};
use a2t::dialect::Executor;
use a2t::testing::MockServer;
use a2t::{ToolError, Value};
use serde_json::json;

use super::vendor::{Vendor, reply};
use super::{assert_fails_with, call, calls, read_result, weather, weather_tools};

const OUTPUTS: &str = r#"{"output_parameters":[{"name":"temperature","value":-3}]}"#;

async fn mock() -> MockServer {
    let catalog = include_str!("../codegen/catalogs/weather.json");
    MockServer::start(catalog).await.unwrap()
}

fn omaha() -> a2t::dialect::Call {
    call(json!({"city": "Omaha"}))
}

/// What a model gets for each answer of the vendor; and how often the vendor was asked.
async fn run_with<T: AsRef<[u8]>>(replies: Vec<T>, retry: Retry) -> (Value, usize) {
    let vendor = Vendor::raw(replies).await;
    let client = Client::builder(&vendor.url)
        .bearer_token("s3cret")
        .backoff(Duration::ZERO, Duration::ZERO)
        .retry(retry)
        .build();
    let executor = Executor::new(&weather::Client::with(client.unwrap())).unwrap();
    let result = executor.run(omaha()).await;
    let (_, text) = read_result(&result);
    for internal in [&*vendor.url, "127.0.0.1", "s3cret", "earer", "http"] {
        assert!(!text.contains(internal), "{text}");
    }
    (result, vendor.requests().len())
}

#[tokio::test]
async fn the_pinned_version_is_called_with_the_checked_arguments() {
    let vendor = Vendor::ok([OUTPUTS]).await;
    let client = weather::Client::new(&vendor.url).unwrap();
    let executor = Executor::new(&client).unwrap();
    let result = executor.run(call(json!({"days": "3", "city": "Omaha", "units": null}))).await;
    assert_eq!(read_result(&result), (false, r#"{"temperature":-3}"#));
    let request = vendor.requests().remove(0);
    let id = "6b2f0c8e-7d55-5c0e-9a3b-2f1d8c4e5a60";
    assert!(request.starts_with(&format!("POST /tools/{id}/versions/2:invoke ")), "{request}");
    assert!(
        request.ends_with(
            r#"{"name":"lookup_weather_by_city","input_parameters":[{"name":"city","value":"Omaha"},{"name":"days","value":3}]}"#
        ),
        "{request}"
    );
}

#[tokio::test]
async fn several_calls_reach_a_vendor_and_come_back_in_order() {
    let vendor = mock().await;
    let executor = Executor::new(&weather::Client::new(vendor.url()).unwrap()).unwrap();
    let results = executor.run_all(calls(&["Omaha", "Rome", "Bonn"])).await;
    let ids: Vec<_> = results.iter().map(|result| &result["tool_use_id"]).collect();
    assert_eq!(ids, ["Omaha", "Rome", "Bonn"]);
    assert!(results.iter().all(|result| !read_result(result).0));
    assert_eq!(vendor.calls().len(), 3);
}

#[tokio::test]
async fn a_vendor_that_sheds_load_is_asked_again() {
    let busy = r#"{"type":"urn:a2t:problem:overloaded","status":503}"#;
    let busy = reply("503 Service Unavailable", "", busy);
    let well = reply("200 OK", "", OUTPUTS);
    let (result, requests) = run_with(vec![busy.clone(), well], Retry::WhenNotRun).await;
    assert_eq!((read_result(&result), requests), ((false, r#"{"temperature":-3}"#), 2));
    let (result, requests) = run_with(vec![busy], Retry::WhenNotRun).await;
    assert_eq!(requests, 3);
    assert_fails_with(&result, "the tool fails at the moment, it may work later");
}

#[tokio::test]
async fn a_tool_that_may_have_run_is_only_run_again_where_the_program_allows_it() {
    let failing = reply("503 Service Unavailable", "", "");
    let well = reply("200 OK", "", OUTPUTS);
    let replies = vec![failing, well];
    let (result, requests) = run_with(replies.clone(), Retry::WhenNotRun).await;
    assert_eq!(requests, 1);
    assert_fails_with(&result, "the tool may have run all the same: call it again only if");
    let (result, requests) = run_with(replies, Retry::Always).await;
    assert_eq!((read_result(&result).0, requests), (false, 2));
}

#[tokio::test]
async fn parts_of_one_vendor_are_retried_by_policies_of_their_own() {
    let failing = reply("503 Service Unavailable", "", "");
    let vendor = Vendor::raw([failing, reply("200 OK", "", OUTPUTS)]).await;
    let client = Client::builder(&vendor.url).backoff(Duration::ZERO, Duration::ZERO);
    let client = client.build().unwrap();
    let lookups = weather_tools().unwrap();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let record = seen.clone();
    let executor = Executor::builder().tools(lookups, client.with_retry(Retry::Always));
    let executor = executor.observe(move |ran| {
        record.lock().unwrap().push((ran.attempts, ran.begun, ran.duration));
    });
    let (executor, before) = (executor.build().unwrap(), SystemTime::now());
    let result = executor.run(omaha()).await;
    assert!(!read_result(&result).0, "{result}");
    executor.run(call(json!({"town": "Omaha"}))).await;
    let seen = seen.lock().unwrap();
    assert_eq!([seen[0].0, seen[1].0], [2, 0]);
    assert!(seen[0].1 >= before && seen[0].2 > Duration::ZERO, "{seen:?}");
}

#[tokio::test]
async fn what_the_vendor_says_to_callers_reaches_the_model() {
    for (error, words) in [
        (
            ToolError::not_found("no station in Omaha"),
            "Error: nothing was found: no station in Omaha",
        ),
        (
            ToolError::refused("Omaha is closed"),
            "Error: the tool refused the call: Omaha is closed",
        ),
        (
            ToolError::forbidden("Omaha is not yours"),
            "Error: the tool does not allow this: Omaha is not yours",
        ),
        (ToolError::conflict("Omaha is taken"), "Error: the tool refused the call: Omaha is taken"),
        (
            ToolError::unavailable("the station is being repaired"),
            "Error: the tool fails at the moment, it may work later: the station is being repaired",
        ),
    ] {
        let vendor = mock().await;
        vendor.fail("lookup_weather_by_city", error).unwrap();
        let executor = Executor::new(&weather::Client::new(vendor.url()).unwrap()).unwrap();
        let result = executor.run(omaha()).await;
        let (is_error, text) = read_result(&result);
        assert!(is_error && text.starts_with(words), "{text}");
    }
}

#[tokio::test]
async fn what_goes_wrong_on_the_way_is_reported_without_addresses() {
    for (status, body, words) in [
        ("400 Bad Request", r#"{"detail":"no such city"}"#, "refused the call: no such city"),
        ("401 Unauthorized", r#"{"detail":"bad token s3cret"}"#, "is not allowed to call the tool"),
        (
            "403 Forbidden",
            r#"{"message":"only until 2025"}"#,
            "does not allow this: only until 2025",
        ),
        ("404 Not Found", r#"{"error":"no such city"}"#, "nothing was found: no such city"),
        ("404 Not Found", "", "nothing was found: it answered with status 404 only"),
        (
            "404 Not Found",
            r#"{"type":"urn:a2t:problem:unknown-tool","detail":"no tool"}"#,
            "is not offered any more",
        ),
        (
            "422 Unprocessable Content",
            r#"{"detail":[{"loc":["body","city"],"msg":"too short"},{"loc":["body"],"msg":"x\u001b"}]}"#,
            "refused the call: body.city: too short\nbody: x\\u{1b}",
        ),
        ("409 Conflict", "", "Error: the tool refused the call: it answered with status 409 only"),
        ("302 Found", "", "cannot call the tool"),
        ("500 Internal Server Error", r#"{"detail":"at 127.0.0.1"}"#, "fails at the moment"),
        ("200 OK", "[]", "the tool ran, but its result is not"),
        ("200 OK", "[]", "The result:\n[]\n"),
        (
            "200 OK",
            r#"{"output_parameters":[{"name":"weather","value":"dry"}]}"#,
            "expected an output of the signature (`temperature`",
        ),
        ("204 No Content", "", "got status 204, which has no body"),
    ] {
        let (result, _) = run_with(vec![reply(status, "", body)], Retry::Never).await;
        assert_fails_with(&result, words);
    }
    let busy = reply("429 Too Many Requests", "retry-after: 90\r\n", "");
    let (result, _) = run_with(vec![busy], Retry::Never).await;
    assert_fails_with(&result, "too much to do: try again after 90s");
    let (result, _) =
        run_with(vec!["HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n"], Retry::Never).await;
    assert_fails_with(&result, "the connection to the tool broke; the tool may have run");
}

#[tokio::test]
async fn a_vendor_that_is_away_is_reported_and_the_cause_is_kept() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", free.local_addr().unwrap());
    drop(free);
    let seen = Arc::new(Mutex::new(String::new()));
    let record = seen.clone();
    let client = weather::Client::with(Client::builder(&url).retry(Retry::Never).build().unwrap());
    let executor = Executor::builder().client(&client).observe(move |ran| {
        *record.lock().unwrap() = ran.cause.unwrap().to_string();
    });
    let result = executor.build().unwrap().run(omaha()).await;
    assert_eq!(read_result(&result), (true, "Error: the tool cannot be reached at the moment"));
    assert!(seen.lock().unwrap().contains(&url));
}

#[tokio::test]
async fn the_vendors_own_violations_are_reported() {
    let problem = json!({"type": "urn:a2t:problem:invalid-invocation", "detail": "1 mistake", "errors": [
        {"pointer": "/input_parameters/0/value", "code": "not-allowed", "parameter": "city",
         "expected": "a city of this country", "got": "\"Omaha\""}]});
    let refusing = reply("400 Bad Request", "", &problem.to_string());
    let (result, _) = run_with(vec![refusing], Retry::Never).await;
    assert_fails_with(&result, "\n- `city`: expected a city of this country, got \"Omaha\"");
}

#[tokio::test]
async fn an_error_of_the_vendors_own_is_reported_in_its_words_with_its_members() {
    let kind = "https://weather.example/fog";
    for (problem, words) in [
        (json!({"title": "FOG", "detail": "wait until noon"}), "wait until noon"),
        // A problem without a detail has a title at least.
        (json!({"title": "FOG"}), "FOG"),
    ] {
        let mut problem = problem;
        (problem["type"], problem["until"]) = (kind.into(), "noon".into());
        let refusing = reply("409 Conflict", "", &problem.to_string());
        let (result, _) = run_with(vec![refusing], Retry::Never).await;
        let expected = format!("Error: the tool refused the call: {words}\n- until: \"noon\"");
        assert_eq!(read_result(&result), (true, &*expected));
    }
    let untyped = json!({"title": "Conflict", "until": "noon"});
    let refusing = reply("409 Conflict", "", &untyped.to_string());
    let (result, _) = run_with(vec![refusing], Retry::Never).await;
    let expected = "Error: the tool refused the call: Conflict\n- until: \"noon\"";
    assert_eq!(read_result(&result), (true, expected));
}
