//! Calls of a client: spans, events and metrics of calls and attempts, and no secret in them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use a2t::Tool;
use a2t::client::{Arguments, Client, NextStep, Retry};
use a2t::telemetry::TraceContext;
use axum::Router;
use axum::response::{IntoResponse, Response};
use telemetry::{Log, Metrics, Recorded};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

macro_rules! tool {
    ($name:ident) => {
        /// Answers.
        ///
        /// # Returns
        /// A text.
        #[a2t::tool(version = 4)]
        fn $name(
            /// A text.
            text: String,
        ) -> String {
            text
        }
    };
}

tool!(retried_tool);
tool!(lost_tool);
tool!(secret_tool);
tool!(refused_tool);

/// A vendor that answers with these in turn, then with the last; `None` never does.
async fn vendor(replies: Vec<fn() -> Option<Response>>) -> String {
    let count = Arc::new(AtomicUsize::new(0));
    let router = Router::new().fallback(async move || {
        let number = count.fetch_add(1, Ordering::Relaxed).min(replies.len() - 1);
        match replies[number]() {
            Some(reply) => reply,
            None => std::future::pending().await,
        }
    });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}")
}

fn done() -> Option<Response> {
    let body = r#"{"output_parameters":[{"name":"result","value":"s3cret-output"}]}"#;
    Some(([("content-type", "application/json")], body).into_response())
}

fn busy() -> Option<Response> {
    let status = http::StatusCode::SERVICE_UNAVAILABLE;
    Some((status, [("retry-after", "0")], "").into_response())
}

fn refused() -> Option<Response> {
    let body = r#"{
        "type": "https://vendor.example/s3cret-type", "title": "s3cret-title",
        "detail": "s3cret-detail", "member": "s3cret-member", "instance": "s3cret-instance"
    }"#;
    let headers =
        [("x-request-id", "id-of-refusal"), ("set-cookie", "s3cret-cookie"), ("x", "s3cret-reply")];
    Some((http::StatusCode::CONFLICT, headers, body).into_response())
}

fn text() -> Arguments {
    let mut arguments = Arguments::new();
    arguments.push("text", "s3cret-argument");
    arguments
}

/// Ends of attempts, of all calls of this process.
fn events(log: &Log) -> Vec<Recorded> {
    let recorded = log.find("a2t::client", "message", "an attempt ended");
    recorded.into_iter().filter(|recorded| recorded.name.is_empty()).collect()
}

#[tokio::test]
async fn a_call_is_a_span_with_its_attempts() {
    let (log, metrics) = (Log::install(), Metrics::install());
    let client = Client::builder(vendor(vec![busy, done]).await)
        .trace_context(|| TraceContext::parse(PARENT, ""))
        .retry(Retry::Always)
        .build()
        .unwrap();
    client.invoke(retried_tool::SIGNATURE, &text()).await.unwrap();

    let calls = log.find("a2t.client.call", "gen_ai.tool.name", "retried_tool");
    let [call] = calls.as_slice() else { panic!("{calls:?}") };
    for (field, value) in [
        ("otel.name", "execute_tool retried_tool"),
        ("gen_ai.operation.name", "execute_tool"),
        ("a2t.tool.id", &retried_tool::SIGNATURE.tool_id.to_string()),
        ("a2t.tool.version", "4"),
        ("a2t.attempts", "2"),
        ("a2t.outcome", "ok"),
        ("error.type", ""),
        ("trace_id", TRACE),
    ] {
        assert_eq!(call.field(field), value, "{field}");
    }
    assert_eq!(call.field("a2t.call.id").len(), 36);
    assert!(call.field("a2t.duration").parse::<f64>().unwrap() > 0.0);

    let id = retried_tool::SIGNATURE.tool_id.to_string();
    let attempts = log.find("a2t.client.attempt", "a2t.tool.id", &id);
    let types: Vec<_> = attempts.iter().map(|recorded| recorded.field("error.type")).collect();
    assert_eq!(types, ["unavailable", ""]);
    let recorded = events(&log);
    for (attempt, outcome, status) in [("1", "unavailable", "503"), ("2", "ok", "200")] {
        let has = |recorded: &&Recorded| {
            recorded.field("a2t.attempt") == attempt
                && recorded.field("outcome") == outcome
                && recorded.field("http.response.status_code") == status
                && telemetry::is_readable(recorded.field("duration"))
        };
        assert!(recorded.iter().any(|recorded| has(&recorded)), "{attempt}: {recorded:?}");
    }

    let labels = "tool=retried_tool,version=4";
    for (metric, value) in [
        (format!("a2t_client_calls_total{{{labels},outcome=ok}}"), 1.0),
        (format!("a2t_client_attempts_total{{{labels},outcome=ok}}"), 1.0),
        (format!("a2t_client_attempts_total{{{labels},outcome=unavailable}}"), 1.0),
        (format!("a2t_client_call_duration_seconds{{{labels}}}"), 1.0),
        (format!("a2t_client_calls_in_flight{{{labels}}}"), 0.0),
    ] {
        assert_eq!(metrics.find(&metric).get(&metric), Some(&value), "{metric}");
    }
}

#[tokio::test]
async fn a_call_that_is_given_up_is_reported() {
    let (log, metrics) = (Log::install(), Metrics::install());
    let client = Client::new(vendor(vec![|| None]).await).unwrap();
    let arguments = text();
    let call = client.invoke(lost_tool::SIGNATURE, &arguments);
    tokio::time::timeout(Duration::from_millis(50), call).await.unwrap_err();
    let calls = log.find("a2t.client.call", "gen_ai.tool.name", "lost_tool");
    assert_eq!(calls[0].field("a2t.outcome"), "cancelled");
    let labels = "tool=lost_tool,version=4";
    let ended = format!("a2t_client_calls_total{{{labels},outcome=cancelled}}");
    assert_eq!(metrics.find(&ended).get(&ended), Some(&1.0));
    let flying = format!("a2t_client_calls_in_flight{{{labels}}}");
    assert_eq!(metrics.find(&flying).get(&flying), Some(&0.0));
}

include!("../../codegen/golden/weather.rs");

/// Ends of all calls of the generated client's one tool, as spans and as metrics.
fn ends_of_weather(log: &Log, metrics: &Metrics, outcomes: &[&str]) {
    let calls = log.find("a2t.client.call", "gen_ai.tool.name", "lookup_weather_by_city");
    let recorded: Vec<_> = calls.iter().map(|call| call.field("a2t.outcome")).collect();
    assert_eq!(recorded, outcomes);
    assert!(calls.iter().all(|call| call.field("a2t.attempts") == "0"), "{calls:?}");
    for outcome in outcomes {
        let labels = format!("tool=lookup_weather_by_city,version=2,outcome={outcome}");
        let metric = format!("a2t_client_calls_total{{{labels}}}");
        let count = outcomes.iter().filter(|other| *other == outcome).count() as f64;
        assert_eq!(metrics.find(&metric).get(&metric), Some(&count), "{metric}");
    }
}

#[tokio::test]
async fn calls_that_are_refused_before_the_wire_and_those_of_a_fake_are_reported() {
    let (log, metrics) = (Log::install(), Metrics::install());
    let away = weather::Client::new("http://127.0.0.1:9").unwrap();
    let long = "s3cret".repeat(100);
    away.lookup_weather_by_city(&*long).send().await.unwrap_err();
    let signature = away.tools().iter().next().unwrap().unwrap().tool().clone();
    let client = Client::new("http://127.0.0.1:9").unwrap();
    client.invoke(&signature, &text()).await.unwrap_err();
    let call = away.lookup_weather_by_city("Omaha").send().idempotency_key("s3cret\n");
    call.await.unwrap_err();
    let fake = weather::Fake::new();
    fake.lookup_weather_by_city("s3cret").send().await.unwrap();
    fake.lookup_weather_by_city(&*long).send().await.unwrap_err();
    let away = a2t::client::fake::Failure::unavailable("s3cret");
    fake.fail::<weather::reply::LookupWeatherByCity>(away);
    fake.lookup_weather_by_city("s3cret").send().await.unwrap_err();
    let outcomes = ["invalid", "invalid", "invalid", "ok", "invalid", "unavailable"];
    ends_of_weather(&log, &metrics, &outcomes);
}

#[tokio::test]
async fn a_refusal_has_its_id_and_headers_and_no_text_shows_them() {
    let client = Client::new(vendor(vec![refused]).await).unwrap();
    let error = client.invoke(refused_tool::SIGNATURE, &text()).await.unwrap_err();
    assert_eq!(error.request_id(), Some("id-of-refusal"));
    assert_eq!(error.headers().unwrap()["x"], "s3cret-reply");
    assert_eq!((error.tool(), error.version()), (Some("refused_tool"), Some(4)));
    assert_eq!(error.next_step(), NextStep::Final);
    let problem = error.problem().unwrap();
    assert_eq!(problem.type_uri(), "https://vendor.example/s3cret-type");
    assert_eq!(problem.member("member"), Some(&"s3cret-member".into()));
    let shown = format!("{error} {error:?}");
    assert!(!shown.contains("s3cret-reply") && !shown.contains("s3cret-cookie"), "{shown}");
}

#[tokio::test]
async fn the_headers_that_an_error_keeps_are_bounded() {
    let many = || {
        let mut reply = http::StatusCode::NOT_FOUND.into_response();
        for number in 0..90 {
            let name = http::HeaderName::try_from(format!("x-{number}")).unwrap();
            let value = http::HeaderValue::try_from("v".repeat(1_000)).unwrap();
            reply.headers_mut().insert(name, value);
        }
        Some(reply)
    };
    let client = Client::new(vendor(vec![many]).await).unwrap();
    let error = client.invoke(refused_tool::SIGNATURE, &text()).await.unwrap_err();
    let headers = error.headers().unwrap();
    assert!((10..=16).contains(&headers.len()), "{}", headers.len());
}

/// Every secret has `s3cret` in it, so that one look finds all.
#[tokio::test]
async fn nothing_that_is_secret_is_reported() {
    let (log, metrics) = (Log::install(), Metrics::install());
    let url = vendor(vec![done, refused, busy, || None]).await;
    let client = Client::builder(format!("{url}/s3cret-path"))
        .header("x-api-key", "s3cret-key")
        .bearer_token("s3cret-token")
        .trace_context(|| TraceContext::parse(PARENT, "vendor=s3cret-state"))
        .attempt_timeout(Duration::from_millis(50))
        .retry(Retry::Never)
        .build()
        .unwrap();
    let outcomes = ["ok", "refused", "unavailable", "timeout"];
    for _ in outcomes {
        let _: Result<_, _> = client.invoke(secret_tool::SIGNATURE, &text()).await;
    }
    let calls = log.find("a2t.client.call", "gen_ai.tool.name", "secret_tool");
    let recorded: Vec<_> = calls.iter().map(|call| call.field("a2t.outcome")).collect();
    assert_eq!(recorded, outcomes);
    // Credentials in the URL are refused, without a word of them.
    for url in ["http://user:s3cret@127.0.0.1:9/", "http://127.0.0.1:9/?key=s3cret"] {
        if let Ok(client) = Client::new(url) {
            let _: Result<_, _> = client.invoke(secret_tool::SIGNATURE, &text()).await;
        }
    }
    for text in [log.text(), format!("{:?}", metrics.find(""))] {
        let found = text.find("s3cret").map(|at| &text[at.saturating_sub(200)..at + 40]);
        assert_eq!(found, None);
    }
}
