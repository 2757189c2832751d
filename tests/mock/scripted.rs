//! Answers that a test gives a mock server: the same failures as a fake, delays, certain arguments,
//! values of a newer vendor, small pages.

use std::time::Duration;

use a2t::ToolError;
use a2t::client::{Arguments, Client, Error, Kind, Retry};
use a2t::testing::{Failure, Mock, MockServer, ProblemKind, TestClient};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{WEATHER, client, every_type, lookup, many, serve, weather};

const TOOL: &str = "lookup_weather_by_city";
const EVERY_TYPE: &str = include_str!("../codegen/catalogs/every_type.json");

pub(super) async fn asked(vendor: &MockServer, city: &str) -> a2t::client::Result<i64> {
    let weather = weather::Client::with(client(vendor));
    let reply = weather.lookup_weather_by_city(city).send().await?;
    reply.temperature.required()
}

/// All that an agent can ask of an error, except for the location.
pub(super) fn summary(error: &Error) -> impl PartialEq + std::fmt::Debug + use<> {
    let problem = match error.kind() {
        Kind::Refused { problem, .. } | Kind::Unavailable { problem, .. } => Some(problem.clone()),
        _ => None,
    };
    (
        std::mem::discriminant(error.kind()),
        problem,
        error.retry_after(),
        error.is_retryable(),
        error.is_outcome_unknown(),
        (error.tool().map(str::to_owned), error.version()),
    )
}

/// The class of it: the server fails in every way that a fake can, and the agent cannot distinguish
/// the two.
#[tokio::test]
async fn a_failure_is_the_same_error_from_a_fake_and_over_the_wire() {
    let wait = Duration::from_secs(7);
    let kinds = ProblemKind::ALL.iter();
    let mut failures: Vec<_> =
        kinds.map(|kind| Failure::problem(*kind, kind.title()).retry_after(wait)).collect();
    let statuses = [400, 401, 408, 409, 413, 429, 499, 500, 502, 503, 504, 599];
    failures.extend(statuses.map(|status| Failure::unavailable("later").status(status)));
    failures.extend([
        Failure::refused(429, "slow \"down\" \u{fc}").retry_after(wait),
        Failure::refused(404, ""),
        Failure::unavailable("later"),
        Failure::interrupted(),
    ]);
    for failure in failures {
        let vendor = serve([lookup()]).await;
        vendor.fail(TOOL, failure.clone()).unwrap();
        let over_the_wire = asked(&vendor, "Omaha").await.unwrap_err();
        let fake = weather::Fake::new();
        fake.fail::<weather::reply::LookupWeatherByCity>(failure);
        let scripted = fake.lookup_weather_by_city("Omaha").await.unwrap_err();
        assert_eq!(summary(&over_the_wire), summary(&scripted), "{over_the_wire}");
        assert_eq!(vendor.calls().len(), 1);
    }
}

#[tokio::test]
async fn retry_after_is_whole_seconds_rounded_up() {
    for (wait, seconds) in [(0, 0), (1, 1), (1_000, 1), (1_001, 2), (7_000, 7)] {
        let vendor = serve([lookup()]).await;
        let failure = Failure::refused(429, "").retry_after(Duration::from_millis(wait));
        vendor.fail(TOOL, failure).unwrap();
        let error = asked(&vendor, "Omaha").await.unwrap_err();
        assert_eq!(error.retry_after(), Some(Duration::from_secs(seconds)));
    }
}

#[tokio::test]
async fn a_client_waits_as_long_as_it_is_asked_to() {
    let vendor = serve([lookup()]).await;
    let busy = Failure::problem(ProblemKind::Overloaded, "").retry_after(Duration::from_secs(60));
    vendor.fail(TOOL, busy).unwrap();
    vendor.reply(TOOL, json!({"temperature": 1})).unwrap();
    let weather = weather::Client::new(vendor.url()).unwrap();
    let call = weather.lookup_weather_by_city("Omaha").send();
    // The wait does not fit into the time of the call, so that there is none.
    let error = call.total_timeout(Duration::from_secs(5)).await.unwrap_err();
    assert_eq!((error.status(), error.attempts()), (Some(503), 1));
    let none = Failure::refused(429, "").retry_after(Duration::ZERO);
    let vendor = serve([lookup()]).await;
    vendor.fail(TOOL, none).unwrap();
    vendor.reply(TOOL, json!({"temperature": 1})).unwrap();
    let weather = weather::Client::new(vendor.url()).unwrap();
    let reply = weather.lookup_weather_by_city("Omaha").await.unwrap();
    assert!(reply.temperature == 1 && vendor.calls().len() == 2);
}

#[tokio::test]
async fn errors_of_tools_are_reported_as_a_server_reports_them() {
    for (error, kind) in [
        (ToolError::invalid("city", "no"), ProblemKind::InvalidInvocation),
        (ToolError::refused("no"), ProblemKind::ToolRefused),
        (ToolError::forbidden("no"), ProblemKind::ToolForbidden),
        (ToolError::not_found("no"), ProblemKind::ToolNotFound),
        (ToolError::conflict("no"), ProblemKind::ToolConflict),
        (ToolError::unavailable("no"), ProblemKind::Unavailable),
        (ToolError::internal("secret"), ProblemKind::Internal),
    ] {
        let vendor = serve([lookup()]).await;
        vendor.fail(TOOL, error).unwrap();
        let http = TestClient::from_router(vendor.router());
        let error = http.call(TOOL, json!({"city": "Omaha"})).await.unwrap_err();
        assert_eq!((error.status(), error.kind()), (kind.status(), kind.slug()));
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}

/// By a clock that is paused, without a socket, without a wait.
#[tokio::test(start_paused = true)]
async fn answers_come_after_their_delay_however_long_it_is() {
    let seconds = Duration::from_secs;
    let mock = Mock::read(WEATHER).unwrap();
    let whole = json!({"temperature": 1, "report": null});
    mock.delayed(seconds(1)).reply(TOOL, whole.clone()).unwrap();
    mock.delayed(seconds(86_400)).reply(TOOL, whole).unwrap();
    let later = Failure::unavailable("later");
    mock.delayed(seconds(3)).fail(TOOL, later.clone()).unwrap();
    let newer = json!({"newer": 1});
    mock.delayed(seconds(4)).reply_as_is(TOOL, newer.clone()).unwrap();
    mock.reply(TOOL, json!({})).unwrap();
    let boston = || json!({"city": "Boston"});
    let slow = || mock.delayed(seconds(6));
    slow().reply_to(TOOL, boston(), json!({})).unwrap();
    slow().fail_on(TOOL, boston(), later).unwrap();
    slow().reply_as_is_to(TOOL, boston(), newer).unwrap();
    let http = TestClient::from_router(mock.router());
    let mut seen = Vec::new();
    for city in ["Omaha", "Omaha", "Omaha", "Omaha", "Omaha", "Boston", "Boston", "Boston"] {
        let begun = Instant::now();
        let reply = http.call(TOOL, json!({"city": city})).await;
        let reply = reply.map(|outputs| outputs.len());
        seen.push((begun.elapsed().as_secs(), reply.map_err(|error| error.status())));
    }
    let expected = [
        (1, Ok(2)),
        (86_400, Ok(2)),
        (3, Err(503)),
        (4, Ok(1)),
        (0, Ok(2)),
        (6, Ok(2)),
        (6, Err(503)),
        (6, Ok(1)),
    ];
    assert_eq!(seen, expected);
}

/// The time limits of the agent, over a socket: of an attempt, of the call, of both with retries.
#[tokio::test]
async fn the_time_limits_of_an_agent_end_a_delay_and_a_silence() {
    let long = Duration::from_secs(3_600);
    let short = Duration::from_millis(250);
    for failure in [None, Some(Failure::timeout())] {
        let vendor = serve([lookup()]).await;
        match failure {
            None => vendor.delayed(long).reply(TOOL, json!({})).unwrap(),
            Some(failure) => vendor.fail(TOOL, failure).unwrap(),
        }
        let client = Client::builder(vendor.url()).attempt_timeout(short);
        let weather = weather::Client::with(client.build().unwrap());
        let error = weather.lookup_weather_by_city("Omaha").await.unwrap_err();
        assert!(matches!(error.kind(), Kind::Timeout { .. }), "{error}");
        assert!(error.is_outcome_unknown() && error.attempts() == 1, "{error}");

        let call = weather.lookup_weather_by_city("Omaha").send();
        let error = call.retry(Retry::Always).await.unwrap_err();
        assert_eq!(error.attempts(), 3, "{error}");

        let weather = weather::Client::new(vendor.url()).unwrap();
        let call = weather.lookup_weather_by_city("Omaha").send();
        let error = call.total_timeout(short).await.unwrap_err();
        assert!(matches!(error.kind(), Kind::Timeout { .. }), "{error}");
        // An attempt that ends before its request is there is none that the vendor sees.
        let seen = vendor.calls().len();
        assert!((1..=5).contains(&seen), "{seen} calls");
    }
}

#[tokio::test]
async fn answers_to_certain_arguments_go_before_those_to_any() {
    let vendor = serve([lookup()]).await;
    let omaha = |days: Value| json!({"city": "Omaha", "days": days});
    vendor.reply(TOOL, json!({"temperature": 30})).unwrap();
    vendor.reply_to(TOOL, omaha(json!(3)), json!({"temperature": -1})).unwrap();
    vendor.fail_on(TOOL, omaha(json!(3.0)), Failure::refused(422, "too far")).unwrap();
    vendor.reply_to(TOOL, omaha(json!(null)), json!({"temperature": 7})).unwrap();
    let weather = weather::Client::with(client(&vendor));
    let call = |days| weather.lookup_weather_by_city("Omaha").days(days).send();
    assert!(call(3).await.unwrap().temperature == -1);
    for _ in 0..2 {
        assert_eq!(call(3).await.unwrap_err().status(), Some(422));
    }
    assert!(call(4).await.unwrap().temperature == 30);
    assert_eq!(asked(&vendor, "Omaha").await.unwrap(), 7);
    assert_eq!(asked(&vendor, "Boston").await.unwrap(), 30);
}

#[tokio::test]
async fn what_a_newer_vendor_says_reaches_the_agent() {
    let vendor = MockServer::start(EVERY_TYPE).await.unwrap();
    let newer = json!({"flight_class": "SUITE", "meal": "VEGAN", "price": null});
    vendor.reply_as_is("book_flight", newer).unwrap();
    let travel = every_type::Client::with(client(&vendor));
    let call = travel.book_flight("Ada", 2, true, every_type::FlightClass::First);
    let reply = call.await.unwrap();
    let suite = every_type::output::FlightClass::Unknown("SUITE".to_owned());
    assert!(reply.flight_class == suite, "{reply:?}");
    assert!(reply.code.is_absent() && reply.price.is_absent() && reply.details.is_absent());
}

#[tokio::test]
async fn what_cannot_be_answered_is_refused_when_it_is_written() {
    let vendor = serve([lookup()]).await;
    let refused = |result: Result<(), a2t::testing::MockError>, words: &str| {
        let error = result.unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    let gone = Failure::disconnected;
    refused(vendor.fail(TOOL, gone()), "drop it");
    refused(vendor.fail("lookup", Failure::timeout()), "no tool is called `lookup`");
    refused(vendor.reply_as_is(TOOL, json!(7)), "outputs are an object");
    refused(vendor.reply_to(TOOL, json!([]), json!({})), "arguments are an object");
    let days = json!({"city": "Omaha", "days": 15});
    refused(vendor.reply_to(TOOL, days.clone(), json!({})), "`days`");
    refused(vendor.reply_as_is_to(TOOL, json!({}), json!({})), "`city`");
    refused(vendor.fail_on(TOOL, days, Failure::timeout()), "`days`");
    let wrong = json!({"temperature": "cold"});
    refused(vendor.delayed(Duration::ZERO).reply(TOOL, wrong), "temperature");
    // Nothing of it was written.
    assert!(asked(&vendor, "Omaha").await.is_ok());
}

/// Every size and length of a list: following `next` ends, and has each tool once.
#[tokio::test]
async fn pages_of_any_size_end() {
    for count in [1, 2, 3, 6, 7] {
        for size in [0, 1, 2, 3, 7, 1_000, 5_000] {
            let mock = Mock::new(many(count)).unwrap().page_size(size);
            let listed = pages(&mock, "/tools", "").await;
            let each = size.clamp(1, 1_000);
            let lengths: Vec<_> = listed.iter().map(Vec::len).collect();
            let count = usize::try_from(count).unwrap();
            assert_eq!(lengths.len(), count.div_ceil(each), "{count} by {size}");
            assert!(lengths.iter().rev().skip(1).all(|length| *length == each));
            let mut names = listed.concat();
            names.dedup();
            assert_eq!(names.len(), count);
            let vendor = mock.start().await.unwrap();
            assert_eq!(client(&vendor).tools().await.unwrap().len(), count);
        }
    }
}

/// The names on each page, until one has no `next`.
async fn pages(mock: &Mock, path: &str, query: &str) -> Vec<Vec<String>> {
    let http = TestClient::from_router(mock.router());
    let (mut pages, mut next) = (Vec::new(), String::new());
    while pages.len() < 50 {
        let page = http.get(&format!("{path}?pageCursor={next}{query}")).await;
        assert_eq!(page.status, 200, "{}", page.json());
        let page = page.json();
        let items = page["items"].as_array().unwrap().iter();
        let label = |item: &Value| format!("{} {}", item["name"], item["version"]);
        pages.push(items.map(label).collect());
        match page["paging"].get("next") {
            Some(cursor) => next = cursor.as_str().unwrap().to_owned(),
            None => return pages,
        }
    }
    panic!("50 pages, and no end: {pages:?}");
}

#[tokio::test]
async fn a_page_size_is_that_of_versions_and_filters_too_and_says_so() {
    let versions = (1..=5).map(|version| {
        let mut tool = lookup();
        tool.version = version;
        tool
    });
    let mock = Mock::new(versions).unwrap().page_size(2);
    let path = format!("/tools/{}/versions", lookup().tool_id);
    let listed = pages(&mock, &path, "").await;
    assert_eq!(listed.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 1]);

    let mock = Mock::new(many(30)).unwrap().page_size(4);
    let listed = pages(&mock, "/tools", "&name=tool_0001&tag=weather").await;
    assert_eq!(listed.concat().len(), 10, "{listed:?}");
    // The lesser of the two counts, and the page has it.
    let http = TestClient::from_router(mock.router());
    for (asked, limit) in [("", 4), ("?pageLimit=3", 3), ("?pageLimit=500", 4)] {
        let page = http.get(&format!("/tools{asked}")).await.json();
        assert_eq!(page["paging"]["pageLimit"], limit, "{asked}");
        assert_eq!(page["items"].as_array().unwrap().len(), limit);
    }
    let id = a2t::ToolId::from_u128(1);
    let single = http.get(&format!("/tools/{id}?pageLimit=0")).await;
    assert_eq!(single.status, 200);
}

/// Spec note AMB-9: a problem that names the parameter, for every size of the pages.
#[tokio::test]
async fn a_cursor_or_limit_that_is_not_one_is_a_problem() {
    for mock in [Mock::new(many(5)).unwrap(), Mock::new(many(5)).unwrap().page_size(2)] {
        let http = TestClient::from_router(mock.router());
        let next = http.get("/tools?pageLimit=2").await.json()["paging"]["next"].clone();
        let next = next.as_str().unwrap();
        let id = a2t::ToolId::from_u128(1);
        for path in [
            "/tools?pageCursor=nonsense".to_owned(),
            format!("/tools?pageCursor={next}0"),
            format!("/tools?pageCursor={next}&name=tool"),
            format!("/tools/{id}/versions?pageCursor={next}"),
            "/tools?pageLimit=0".to_owned(),
            "/tools?pageLimit=two".to_owned(),
            "/tools?pageCursor=%ff".to_owned(),
        ] {
            let page = http.get(&path).await;
            let problem = page.json();
            assert_eq!(page.status, 400, "{path}: {problem}");
            assert_eq!(problem["type"], "urn:a2t:problem:invalid-page", "{path}");
            assert_eq!(problem["errors"].as_array().unwrap().len(), 1, "{path}");
        }
    }
}

/// Answers that are written before it listens are those of its servers and routers.
#[tokio::test]
async fn a_mock_is_scripted_before_it_listens() {
    let mock = Mock::read(WEATHER).unwrap();
    mock.reply(TOOL, json!({"temperature": -3})).unwrap();
    let vendor = mock.clone().start().await.unwrap();
    assert_eq!(asked(&vendor, "Omaha").await.unwrap(), -3);
    assert_eq!(mock.calls(), vendor.calls());
    let city: Arguments = [("city", "Omaha")].into_iter().collect();
    client(&vendor).invoke(&lookup(), &city).await.unwrap();
    assert_eq!(mock.calls().len(), 2);
}
