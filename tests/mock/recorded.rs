//! What a client recorded of a vendor is what it replays without one: replies, failures, listings;
//! and no secret is in the file.

use std::time::Duration;

use a2t::Value;
use a2t::client::record::{Field, Part};
use a2t::client::{Client, Kind, NextStep, Retry};
use a2t::dialect::{Dialect, Executor};
use a2t::testing::{Failure, Mock, MockServer, ProblemKind, Recorder, Replay};
use axum::Router;
use serde_json::json;
use tower_http::set_header::SetResponseHeaderLayer;

use super::scripted::summary;
use super::{WEATHER, lookup, serve, weather};

const TOOL: &str = "lookup_weather_by_city";

fn recording(vendor: &MockServer, recorder: &Recorder) -> weather::Client {
    let client = Client::builder(vendor.url())
        .retry(Retry::Always)
        .max_attempts(2)
        .backoff(Duration::ZERO, Duration::ZERO)
        .attempt_timeout(Duration::from_secs(5))
        .record(recorder);
    weather::Client::with(client.build().unwrap())
}

fn replaying(replay: &Replay) -> weather::Client {
    let client = Client::builder("https://api.weather.example").replay(replay);
    weather::Client::with(client.build().unwrap())
}

fn replay_of(recorder: &Recorder) -> Replay {
    Replay::parse(&recorder.to_ndjson()).unwrap()
}

async fn asked(tools: &impl weather::Tools, city: &str) -> a2t::client::Result<i64> {
    let call = tools.lookup_weather_by_city(city).units(weather::Units::Celsius);
    call.send().await?.temperature.required()
}

/// The class of it: for every answer of a vendor, and every way to break, the error of a replay is
/// that of the wire.
#[tokio::test]
async fn a_failure_is_the_same_error_when_it_is_replayed() {
    let kinds = ProblemKind::ALL.iter();
    let mut failures: Vec<_> = kinds.map(|kind| Failure::problem(*kind, kind.title())).collect();
    failures.extend([
        Failure::refused(429, "slow \"down\" \u{fc}").retry_after(Duration::from_secs(90)),
        Failure::unavailable("later").status(502),
        Failure::interrupted(),
    ]);
    let (vendor, recorder) = (serve([lookup()]).await, Recorder::new());
    let weather = recording(&vendor, &recorder);
    let mut errors = Vec::new();
    for (number, failure) in failures.into_iter().enumerate() {
        // Distinct arguments, whose answer is the same for each attempt.
        let city = format!("Omaha {number}");
        let arguments = json!({"city": city, "units": "CELSIUS"});
        vendor.fail_on(TOOL, arguments, failure).unwrap();
        errors.push((asked(&weather, &city).await.unwrap_err(), city));
    }
    drop(vendor);
    let error = asked(&weather, "Omaha").await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Connect { .. }), "{error}");
    errors.push((error, "Omaha".to_owned()));

    let replay = replay_of(&recorder);
    let weather = replaying(&replay);
    for (error, city) in &errors {
        let replayed = asked(&weather, city).await.unwrap_err();
        assert_eq!(summary(&replayed), summary(error), "{error}");
        let more = |error: &a2t::client::Error| (error.attempts(), error.next_step());
        assert_eq!(more(&replayed), more(error), "{error}");
    }
    replay.assert_complete();
}

#[tokio::test]
async fn a_timeout_is_replayed_at_once() {
    let (vendor, recorder) = (serve([lookup()]).await, Recorder::new());
    vendor.fail(TOOL, Failure::timeout()).unwrap();
    let client = Client::builder(vendor.url())
        .attempt_timeout(Duration::from_millis(50))
        .retry(Retry::Never)
        .record(&recorder);
    let error = asked(&weather::Client::with(client.build().unwrap()), "Omaha").await.unwrap_err();
    let replayed = asked(&replaying(&replay_of(&recorder)), "Omaha").await.unwrap_err();
    let words = |error: &a2t::client::Error| error.to_string().replace(vendor.url(), "");
    assert!(words(&error).ends_with(words(&replayed).split_once("replay: ").unwrap().1));
    let Kind::Timeout { after } = replayed.kind() else { panic!("{replayed}") };
    assert_eq!(*after, Duration::from_millis(50));
    assert!(replayed.is_outcome_unknown());
}

#[tokio::test]
async fn replies_and_listings_are_replayed_as_they_were() {
    let (vendor, recorder) = (serve([lookup()]).await, Recorder::new());
    let weather = recording(&vendor, &recorder);
    vendor.reply(TOOL, json!({"temperature": -3, "report": {"a": [1.5, null]}})).unwrap();
    // A newer vendor's: outputs that are left out, and others of another type.
    vendor.reply_as_is(TOOL, json!({})).unwrap();
    vendor.reply_as_is(TOOL, json!({"temperature": "cold"})).unwrap();
    let reply = weather.lookup_weather_by_city("Omaha").send().await.unwrap();
    let short = weather.lookup_weather_by_city("Omaha").send().await.unwrap();
    let wrong = weather.lookup_weather_by_city("Omaha").send().await.unwrap_err();
    let drift = weather.verify().await.unwrap();
    assert_eq!(recorder.len(), 4);

    let replay = replay_of(&recorder);
    let weather = replaying(&replay);
    let call = || weather.lookup_weather_by_city("Omaha").send();
    assert_eq!(format!("{:?}", call().await.unwrap()), format!("{reply:?}"));
    assert_eq!(format!("{:?}", call().await.unwrap()), format!("{short:?}"));
    assert_eq!(summary(&call().await.unwrap_err()), summary(&wrong));
    assert_eq!(format!("{:?}", weather.verify().await.unwrap()), format!("{drift:?}"));
    replay.assert_complete();
}

#[tokio::test]
async fn a_call_that_was_not_recorded_is_reported_with_those_that_were() {
    let (vendor, recorder) = (serve([lookup()]).await, Recorder::new().command("just record"));
    asked(&recording(&vendor, &recorder), "Omaha").await.unwrap();
    let weather = replaying(&replay_of(&recorder));
    let error = asked(&weather, "Boston").await.unwrap_err();
    let Kind::NotRecorded { call, recorded, command } = error.kind() else { panic!("{error}") };
    assert_eq!(call, r#"lookup_weather_by_city@2(city: "Boston", units: "CELSIUS")"#);
    assert_eq!(recorded, &[call.replace("Boston", "Omaha")]);
    assert_eq!(command.as_deref(), Some("just record"));
    assert_eq!((error.next_step(), error.attempts()), (NextStep::FixProgram, 0));
    assert_eq!(
        error.to_string(),
        "`lookup_weather_by_city` version 2: the recording has no answer left for \
         lookup_weather_by_city@2(city: \"Boston\", units: \"CELSIUS\"); of this tool it has\n  \
         lookup_weather_by_city@2(city: \"Omaha\", units: \"CELSIUS\")\nrecord it again: just record"
    );
}

#[tokio::test]
async fn a_model_reads_that_a_call_is_not_recorded() {
    let (vendor, recorder) = (serve([lookup()]).await, Recorder::new());
    asked(&recording(&vendor, &recorder), "Omaha").await.unwrap();
    let weather = replaying(&replay_of(&recorder));
    let executor = Executor::builder().client(&weather).build().unwrap();
    let used = json!({"type": "tool_use", "id": "t", "name": TOOL, "input": {"city": "Boston"}});
    let call = Dialect::Anthropic.calls(&used).unwrap().remove(0);
    let result = executor.run(call).await;
    let words = "Error: this call is not recorded, so the replay has no result for it";
    assert_eq!((&result["is_error"], &result["content"]), (&json!(true), &json!(words)));
}

/// Every secret has `s3cret` in it, so that one look finds all.
#[tokio::test]
async fn no_header_address_or_key_is_written_and_values_as_far_as_they_may() {
    let mock = Mock::read(WEATHER).unwrap();
    mock.reply(TOOL, json!({"temperature": 7, "report": {"owner": "s3cret-output"}})).unwrap();
    mock.fail(TOOL, Failure::refused(403, "s3cret-detail")).unwrap();
    let cookie = http::HeaderValue::from_static("s3cret-cookie");
    let router = Router::new()
        .nest("/s3cret-path", mock.router())
        .layer(SetResponseHeaderLayer::overriding(http::header::SET_COOKIE, cookie));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/s3cret-path", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    let recorder = Recorder::new().redact(|field: Field<'_>, value: &mut Value| match field.part {
        Part::Input if field.name == "city" => *value = "a city".into(),
        Part::Output if field.name == "report" => value["owner"] = "somebody".into(),
        Part::Problem if field.name == "detail" => *value = "".into(),
        _ => {}
    });
    let client = Client::builder(url)
        .bearer_token("s3cret-token")
        .header("x-api-key", "s3cret-header")
        .retry(Retry::Never)
        .record(&recorder);
    let weather = weather::Client::with(client.build().unwrap());
    let call = || weather.lookup_weather_by_city("s3cret-input").send();
    let reply = call().idempotency_key("s3cret-key").await.unwrap();
    assert!(format!("{reply:?}").contains("s3cret-output"), "the program sees what there is");
    call().await.unwrap_err();
    weather.verify().await.unwrap();
    let text = recorder.to_ndjson();
    assert!(text.lines().count() == 4 && text.contains("somebody"), "{text}");
    assert!(!text.contains("s3cret"), "{text}");
}

/// Two vendors with a tool of one name, and with a listing each.
#[tokio::test]
async fn servers_share_a_file_by_names_of_their_own() {
    const NAMES: [&str; 2] = ["north", "south"];
    let recorder = Recorder::new();
    for (name, temperature) in NAMES.into_iter().zip([-3, 30]) {
        let vendor = serve([lookup()]).await;
        vendor.reply(TOOL, json!({"temperature": temperature, "report": {}})).unwrap();
        let weather = recording(&vendor, &recorder.for_server(name));
        assert_eq!(asked(&weather, "Omaha").await.unwrap(), temperature);
        weather.verify().await.unwrap();
    }
    let replay = replay_of(&recorder);
    for (name, temperature) in NAMES.into_iter().zip([-3, 30]).rev() {
        let weather = replaying(&replay.for_server(name));
        assert_eq!(asked(&weather, "Omaha").await.unwrap(), temperature);
        weather.verify().await.unwrap();
    }
    replay.assert_complete();

    // A name that was forgotten is seen in the error.
    let error = asked(&replaying(&replay), "Omaha").await.unwrap_err();
    let Kind::NotRecorded { call, recorded, .. } = error.kind() else { panic!("{error}") };
    assert!(call.starts_with(TOOL), "{call}");
    assert!(recorded[0].starts_with(&format!("north: {TOOL}@")), "{recorded:?}");
    assert_eq!(replay.missed(), std::slice::from_ref(call));
}
