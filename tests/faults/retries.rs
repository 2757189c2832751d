//! What is sent again, when, and under which key, on a real socket.

use std::time::Duration;

use a2t::client::{Builder, Kind, NextStep, Retry};
use a2t::serde_json::{self, Value, json};
use a2t::{Hints, ToolSignature};

use super::vendor::{Vendor, reply};
use super::{REPLY, arguments, call, lookup};

include!("../codegen/golden/weather.rs");

fn swift(url: &str) -> Builder {
    super::builder(url).backoff(Duration::ZERO, Duration::ZERO)
}

fn ok() -> String {
    reply("200 OK", "", REPLY)
}

fn status(status: &str) -> String {
    reply(status, "", "")
}

fn keys(vendor: &Vendor) -> Vec<String> {
    let key = |request: &String| {
        let mut lines = request.lines();
        let line = lines.find_map(|line| line.strip_prefix("idempotency-key: "));
        line.unwrap_or("none").to_owned()
    };
    vendor.requests().iter().map(key).collect()
}

#[tokio::test]
async fn every_call_has_a_key_of_its_own_and_all_its_attempts_have_it() {
    let failing = status("502 Bad Gateway");
    let vendor = Vendor::raw([&failing, &ok(), &ok()]).await;
    let client = swift(&vendor.url).retry(Retry::Always).build().unwrap();
    call(&client).await.unwrap();
    call(&client).await.unwrap();
    let keys = keys(&vendor);
    assert!(keys[0] == keys[1] && keys[1] != keys[2], "{keys:?}");
    assert!(keys.iter().all(|key| key.len() == 36), "{keys:?}");
}

#[tokio::test]
async fn what_only_reads_has_no_key_and_is_tried_again() {
    let empty = reply("200 OK", "", r#"{"items":[]}"#);
    let vendor = Vendor::raw([&status("500 Internal Server Error"), "", &empty]).await;
    let client = swift(&vendor.url).build().unwrap();
    assert_eq!(client.tools().await.unwrap(), []);
    assert_eq!(keys(&vendor), ["none"; 3]);
}

#[tokio::test]
async fn a_tool_that_may_have_run_is_not_run_again_unless_it_was_said() {
    let replies = [
        "500 Internal Server Error",
        "502 Bad Gateway",
        "503 Service Unavailable",
        "504 Gateway Timeout",
    ];
    let replies = replies.map(status).into_iter().chain([String::new()]);
    for failing in replies {
        let vendor = Vendor::raw([&failing]).await;
        let client = swift(&vendor.url).build().unwrap();
        let error = call(&client).await.unwrap_err();
        assert!(error.is_outcome_unknown() && error.is_retryable(), "{error}");
        assert_eq!((error.attempts(), vendor.requests().len()), (1, 1));
        assert!(error.to_string().contains("the tool may have run"), "{error}");

        let error = call(&client.with_retry(Retry::Always)).await.unwrap_err();
        assert_eq!((error.attempts(), vendor.requests().len()), (3, 4));
        assert!(error.to_string().contains("(after 3 attempts)"), "{error}");
        let key = error.idempotency_key().unwrap();
        assert_eq!(keys(&vendor)[1..], [key; 3]);
    }
}

#[tokio::test]
async fn a_tool_that_may_have_run_is_run_again_if_its_approved_hints_allow_it() {
    let [reads, repeats, destroys] = hinted();
    let failures = ["500 Internal Server Error", "502 Bad Gateway", "503 Service Unavailable"];
    for failing in failures.map(status).into_iter().chain([String::new()]) {
        for tool in [&reads, &repeats] {
            let vendor = Vendor::raw([&failing, &failing, &ok()]).await;
            let client = swift(&vendor.url).build().unwrap();
            client.invoke(tool, &arguments()).await.unwrap();
            let keys = keys(&vendor);
            assert!(keys.len() == 3 && keys[1..] == [&*keys[0]; 2], "{keys:?}");

            let vendor = Vendor::raw([&failing]).await;
            let client = swift(&vendor.url).retry(Retry::WhenNotRun).build().unwrap();
            let error = client.invoke(tool, &arguments()).await.unwrap_err();
            assert!(error.is_outcome_unknown() && error.is_repeatable(), "{error}");
            assert_eq!(vendor.requests().len(), 1);
        }
        let vendor = Vendor::raw([&failing]).await;
        let client = swift(&vendor.url).build().unwrap();
        let error = client.invoke(&destroys, &arguments()).await.unwrap_err();
        assert!(error.is_outcome_unknown() && !error.is_repeatable(), "{error}");
        assert_eq!(vendor.requests().len(), 1);
    }
}

/// A tool that only reads, one that is idempotent, one that is only declared to destroy.
fn hinted() -> [ToolSignature; 3] {
    let with = |hints| ToolSignature { hints, ..lookup() };
    [
        with(Hints { read_only: true, ..Hints::NONE }),
        with(Hints { idempotent: true, destructive: Some(true), ..Hints::NONE }),
        with(Hints { destructive: Some(true), ..Hints::NONE }),
    ]
}

#[tokio::test]
async fn a_tool_that_cannot_have_run_is_called_again() {
    let shed = r#"{"type":"urn:a2t:problem:overloaded","title":"","status":503,"detail":""}"#;
    for refused in [
        status("429 Too Many Requests"),
        status("408 Request Timeout"),
        reply("503 Service Unavailable", "", shed),
    ] {
        let vendor = Vendor::raw([&refused, &refused, &ok()]).await;
        let client = swift(&vendor.url).build().unwrap();
        call(&client).await.unwrap();
        assert_eq!(vendor.requests().len(), 3);

        let vendor = Vendor::raw([&refused]).await;
        let client = swift(&vendor.url).retry(Retry::Never).build().unwrap();
        let error = call(&client).await.unwrap_err();
        assert!(error.is_retryable() && !error.is_outcome_unknown(), "{error}");
        assert_eq!(vendor.requests().len(), 1);
    }
}

#[tokio::test]
async fn a_call_that_the_server_refused_is_not_sent_again() {
    for refused in [
        "400 Bad Request",
        "401 Unauthorized",
        "404 Not Found",
        "409 Conflict",
        "422 No",
        "307 Elsewhere",
    ] {
        let vendor = Vendor::raw([status(refused)]).await;
        let client = swift(&vendor.url).retry(Retry::Always).build().unwrap();
        let error = call(&client).await.unwrap_err();
        assert!(!error.is_retryable() && !error.is_outcome_unknown(), "{error}");
        assert_eq!(vendor.requests().len(), 1, "{refused}");
    }
}

#[tokio::test]
async fn a_call_that_still_runs_under_its_key_is_waited_for() {
    let vendor = Vendor::raw([&String::new(), &status("409 Conflict"), &ok()]).await;
    let client = swift(&vendor.url).retry(Retry::Always).build().unwrap();
    call(&client).await.unwrap();
    assert_eq!(vendor.requests().len(), 3);
}

#[tokio::test]
async fn a_conflict_that_the_tool_itself_reports_is_not_waited_for() {
    let body = r#"{"type":"urn:a2t:problem:tool-conflict","detail":"the seat is taken"}"#;
    let conflict = reply("409 Conflict", "", body);
    let vendor = Vendor::raw([&String::new(), &conflict, &ok()]).await;
    let client = swift(&vendor.url).retry(Retry::Always).build().unwrap();
    let error = call(&client).await.unwrap_err();
    assert!(error.is_outcome_unknown(), "{error}");
    assert_eq!(vendor.requests().len(), 2);
}

/// The draft's tool, which declares a conflict of its own type and one without.
fn declaring() -> ToolSignature {
    let mut tool: Value = serde_json::to_value(lookup()).unwrap();
    tool["errors"] = json!([
        {"name": "FOG", "type": "https://weather.example/fog", "status": 409, "description": "Fog."},
        {"name": "HAIL", "status": 410, "description": "Hail."},
    ]);
    a2t_core::signature::parse(tool.to_string().as_bytes()).unwrap().signature
}

#[tokio::test]
async fn a_conflict_of_a_declared_type_is_not_waited_for() {
    let default = format!("urn:uuid:{}#HAIL", lookup().tool_id);
    for (kind, requests) in [
        ("https://weather.example/fog", 2),
        (&*default, 2),
        // Of these it is not known if it was the tool, or what holds its calls by their keys.
        ("https://weather.example/fog-of-later", 3),
        ("urn:a2t:problem:idempotency-key-in-use", 3),
        ("about:blank", 3),
    ] {
        let conflict = reply("409 Conflict", "", &json!({"type": kind}).to_string());
        let vendor = Vendor::raw([&String::new(), &conflict, &ok()]).await;
        let client = swift(&vendor.url).retry(Retry::Always).build().unwrap();
        let answer = client.invoke(&declaring(), &arguments()).await;
        assert_eq!((vendor.requests().len(), answer.is_err()), (requests, requests == 2), "{kind}");
        let Err(error) = answer else { continue };
        // The attempt before may have caused it.
        assert!(error.is_outcome_unknown() && !error.is_retryable(), "{error}");
        assert_eq!(error.next_step(), NextStep::MayHaveRun);
        assert!(error.to_string().contains("the tool refused the call: 409"), "{error}");
    }
}

#[tokio::test]
async fn an_attempt_whose_outcome_is_unknown_is_not_forgotten_over_later_ones() {
    let vendor = Vendor::raw([&String::new(), &status("400 Bad Request")]).await;
    let client = swift(&vendor.url).retry(Retry::Always).build().unwrap();
    let error = call(&client).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Refused { .. }), "{error}");
    assert!(error.is_outcome_unknown(), "{error}");
}

#[tokio::test]
async fn a_connection_that_is_not_made_is_tried_again() {
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", closed.local_addr().unwrap());
    drop(closed);
    let error = call(&swift(&url).build().unwrap()).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Connect { .. }), "{error}");
    assert_eq!((error.attempts(), error.is_outcome_unknown()), (3, false));
}

#[tokio::test]
async fn a_wait_beyond_the_time_of_the_call_comes_back_as_an_error_at_once() {
    for (asked, seconds) in [("61", 61), ("99999999999999999999999", 1 << 31)] {
        let busy = reply("429 Too Many Requests", &format!("retry-after: {asked}\r\n"), "");
        let vendor = Vendor::raw([busy]).await;
        let error = call(&super::builder(&vendor.url).build().unwrap()).await.unwrap_err();
        assert_eq!(error.retry_after(), Some(Duration::from_secs(seconds)));
        assert_eq!(vendor.requests().len(), 1);
    }
}

#[tokio::test]
async fn a_call_of_a_generated_client_has_a_policy_and_a_key_of_its_own() {
    let vendor = Vendor::raw([String::new()]).await;
    let weather = weather::Client::with(swift(&vendor.url).build().unwrap());
    let call = weather.lookup_weather_by_city("Omaha").send();
    let call = call.retry(Retry::Always).idempotency_key("errand-7");
    let error = call.await.unwrap_err();
    assert_eq!((error.attempts(), error.idempotency_key()), (3, Some("errand-7")));
    assert_eq!(keys(&vendor), ["errand-7"; 3]);

    let hasty = weather.lookup_weather_by_city("Omaha").send();
    let error = hasty.total_timeout(Duration::ZERO).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Timeout { .. }), "{error}");
    assert!(!error.is_outcome_unknown(), "{error}");
}

#[tokio::test]
async fn a_key_that_no_header_carries_is_an_error_and_nothing_is_sent() {
    let vendor = Vendor::raw([ok()]).await;
    let weather = weather::Client::with(swift(&vendor.url).build().unwrap());
    let fake = weather::Fake::new();
    let long = "x".repeat(256);
    for key in ["order\n17", "Bestellung-ü-17", "", " a", "a ", "a\tb", "\u{7f}", &long] {
        for calls in [&*weather as &weather::Calls, &*fake] {
            let call = calls.lookup_weather_by_city("Omaha").send().idempotency_key("good");
            let error = call.idempotency_key(key).await.unwrap_err();
            let is_key =
                matches!(error.kind(), Kind::IdempotencyKey { key: found } if found == key);
            assert!(is_key && error.attempts() == 0, "{error}");
            assert!(!error.is_retryable() && !error.is_outcome_unknown(), "{error}");
            assert!(error.to_string().contains("`lookup_weather_by_city` version"), "{error}");
        }
    }
    assert!(vendor.requests().is_empty() && fake.sent().is_empty());
}
