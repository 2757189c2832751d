//! Agents tested without a vendor: what a generated fake replies, how it fails, what it records and
//! what its assertions print.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use a2t::client::fake::Failure;
use a2t::client::{Kind, Result};

include!("../codegen/golden/every_type.rs");
include!("../codegen/golden/weather.rs");

use weather::reply::LookupWeatherByCity;

/// The program under test: no vendor, no fake, no feature.
async fn advise(tools: &impl weather::Tools, city: &str) -> Result<&'static str> {
    let call = tools.lookup_weather_by_city(city);
    let reply = call.units(weather::Units::Celsius).send().await?;
    Ok(match reply.temperature.required()? {
        ..=0 => "frost",
        _ => "no frost",
    })
}

fn degrees(temperature: i64) -> LookupWeatherByCity {
    LookupWeatherByCity { temperature: temperature.into(), ..Default::default() }
}

fn message(test: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(test)).unwrap_err();
    *panic.downcast::<String>().unwrap()
}

#[tokio::test]
async fn an_agent_is_tested_without_a_vendor() {
    let weather = weather::Fake::new();
    weather.reply(degrees(-3));

    assert_eq!(advise(&weather, "Omaha, Nebraska").await.unwrap(), "frost");

    let call = weather.lookup_weather_by_city("Omaha, Nebraska");
    weather.assert_sent(call.units(weather::Units::Celsius).send());
    weather.assert_sent_times(1);
}

#[tokio::test]
async fn replies_come_in_order_and_the_last_one_stays() {
    let weather = weather::Fake::new();
    weather.reply(degrees(1)).reply(degrees(0));
    let mut advice = Vec::new();
    for _ in 0..3 {
        advice.push(advise(&weather, "Omaha").await.unwrap());
    }
    assert_eq!(advice, ["no frost", "frost", "frost"]);
}

#[tokio::test]
async fn a_tool_without_a_script_replies_with_valid_values() {
    let travel = every_type::Fake::new();
    let call = travel.book_flight("Ada", 2, true, every_type::FlightClass::First);
    let reply = call.send().await.unwrap();
    assert!(reply.code == "" && reply.price == 0 && reply.confirmed == false);
    assert!(reply.flight_class == every_type::output::FlightClass::Economy);
    assert_eq!(reply.details.get(), Some(&a2t::Value::Null));
    assert!(travel.shrug().send().await.is_ok());
}

#[tokio::test]
async fn the_agent_sees_the_error_that_a_failing_vendor_makes() {
    let weather = weather::Fake::new();
    weather.fail::<LookupWeatherByCity>(Failure::refused(404, "no forecast for Atlantis"));
    weather.fail::<LookupWeatherByCity>(Failure::unavailable("under repair"));
    weather.fail::<LookupWeatherByCity>(Failure::timeout());
    weather.fail::<LookupWeatherByCity>(Failure::disconnected());
    weather.fail::<LookupWeatherByCity>(Failure::interrupted());
    weather.reply(degrees(20));

    let refused = advise(&weather, "Atlantis").await.unwrap_err();
    assert_eq!((refused.status(), refused.is_retryable()), (Some(404), false));
    assert!(refused.to_string().contains("no forecast for Atlantis"), "{refused}");
    let down = advise(&weather, "Omaha").await.unwrap_err();
    assert_eq!((down.status(), down.is_retryable()), (Some(503), true));
    let late = advise(&weather, "Omaha").await.unwrap_err();
    assert!(matches!(late.kind(), Kind::Timeout { .. }) && late.is_outcome_unknown());
    let away = advise(&weather, "Omaha").await.unwrap_err();
    assert!(matches!(away.kind(), Kind::Connect { .. }) && !away.is_outcome_unknown());
    let cut = advise(&weather, "Omaha").await.unwrap_err();
    assert!(matches!(cut.kind(), Kind::Interrupted { .. }), "{cut}");
    assert_eq!(advise(&weather, "Omaha").await.unwrap(), "no frost");
}

#[tokio::test]
async fn invalid_arguments_are_refused_as_the_client_does_and_not_recorded() {
    let weather = weather::Fake::new();
    weather.reply(degrees(1));
    let call = weather.lookup_weather_by_city("x".repeat(101)).days(15);
    let error = call.send().await.unwrap_err();
    assert_eq!(error.violations().unwrap().len(), 2, "{error}");
    weather.assert_sent_times(0);
}

#[tokio::test]
async fn answers_to_certain_arguments_go_before_those_to_any() {
    let weather = weather::Fake::new();
    let omaha = || weather.lookup_weather_by_city("Omaha");
    weather.reply(degrees(30)).reply_to(omaha().send(), degrees(-1));
    weather.fail_on(omaha().days(14).send(), Failure::refused(422, "too far ahead"));

    assert!(omaha().send().await.unwrap().temperature == -1);
    assert!(omaha().days(1).send().await.unwrap().temperature == 30);
    assert_eq!(omaha().days(14).send().await.unwrap_err().status(), Some(422));
}

#[tokio::test]
async fn an_answer_is_made_of_the_arguments() {
    let weather = weather::Fake::new();
    weather.answer(|call| match call.get("city").and_then(|city| city.as_str()) {
        Some("Omaha") => Ok(degrees(-1)),
        _ => Err(Failure::refused(404, format!("`{call}` is unknown"))),
    });
    assert_eq!(advise(&weather, "Omaha").await.unwrap(), "frost");
    let error = advise(&weather, "Boston").await.unwrap_err().to_string();
    assert!(error.contains("Boston"), "{error}");
}

#[tokio::test]
async fn an_assertion_that_fails_lists_what_was_sent() {
    let weather = weather::Fake::new();
    let boston = || weather.lookup_weather_by_city("Boston").send();
    let panicked = message(|| weather.assert_sent(boston()));
    let expected = r#"this call was not sent: lookup_weather_by_city(city: "Boston")
what was sent: nothing"#;
    assert_eq!(panicked, expected);

    advise(&weather, "Omaha").await.unwrap();
    let panicked = message(|| weather.assert_sent(boston()));
    let expected = r#"this call was not sent: lookup_weather_by_city(city: "Boston")
what was sent: 
  lookup_weather_by_city(city: "Omaha", units: "CELSIUS")"#;
    assert_eq!(panicked, expected);
    let panicked = message(|| weather.assert_sent_times(2));
    assert!(panicked.starts_with("2 calls expected, 1 sent: \n  lookup"), "{panicked}");

    weather.assert_not_sent(boston());
    boston().await.unwrap();
    let panicked = message(|| weather.assert_not_sent(boston()));
    assert!(panicked.starts_with("this call was sent: lookup"), "{panicked}");
}

#[tokio::test]
async fn clones_and_tasks_share_the_script_and_the_record() {
    let weather = weather::Fake::new();
    let other = weather.clone();
    let task = tokio::spawn(async move { advise(&other, "Omaha").await });
    task.await.unwrap().unwrap();
    let record = weather.sent();
    assert_eq!((record[0].tool(), record[0].version()), ("lookup_weather_by_city", 2));
    assert_eq!(record[0].get("units").unwrap(), "CELSIUS");
    assert_eq!(record[0].arguments().iter().count(), 2);
}

#[tokio::test]
async fn an_agent_may_take_its_tools_as_a_trait_object() {
    async fn ping(tools: &dyn every_type::Tools) -> Result<bool> {
        Ok(tools.ping().send().await?.result.is_present())
    }
    let tools: Box<dyn every_type::Tools> = Box::new(every_type::Fake::new());
    assert!(ping(&*tools).await.unwrap());
}

#[test]
fn a_call_shows_what_was_set_and_is_cloned_before_it_is_sent() {
    let weather = weather::Fake::new();
    let call = weather.lookup_weather_by_city("Omaha");
    let later = call.clone().days(3);
    let expected = r#"LookupWeatherByCity(lookup_weather_by_city(city: "Omaha"))"#;
    assert_eq!(format!("{call:?}"), expected);
    let expected = r#"Sending(lookup_weather_by_city(city: "Omaha", days: 3), ..)"#;
    assert_eq!(format!("{:?}", later.send()), expected);
}

#[test]
fn only_generated_code_has_approved_signatures() {
    fn menu(tools: &a2t::client::Approved) -> usize {
        tools.len()
    }
    let weather = weather::Fake::new();
    assert_eq!(menu(weather.tools()), 1);
    let lookup = weather::TOOLS.get("lookup_weather_by_city").unwrap().unwrap();
    assert_eq!(lookup.version, 2);
    assert!(weather::TOOLS.get("lookup").unwrap().is_none());
    let names: Result<Vec<_>> =
        every_type::TOOLS.iter().map(|tool| Ok(&*tool?.tool().name)).collect();
    let expected = ["book_flight", "cancel_flight", "choose_side", "ping", "shrug"];
    assert_eq!(names.unwrap(), expected);
}

#[tokio::test]
async fn calls_and_errors_of_a_fake_have_the_key_of_the_call() {
    use a2t::client::fake::Failure;
    let weather = weather::Fake::new();
    // Without `send`, as nothing is set on the way.
    weather.lookup_weather_by_city("Omaha").await.unwrap();
    let call = || weather.lookup_weather_by_city("Omaha").send();
    weather.fail::<LookupWeatherByCity>(Failure::interrupted());
    let error = call().idempotency_key("order-17").await.unwrap_err();
    assert_eq!(error.idempotency_key(), Some("order-17"));
    assert_eq!((error.tool(), error.version()), (Some("lookup_weather_by_city"), Some(2)));
    let error = call().await.unwrap_err();
    assert_eq!(error.idempotency_key(), Some("fake-2"));

    let sent = weather.sent();
    let keys: Vec<_> = sent.iter().map(|sent| sent.idempotency_key()).collect();
    assert_eq!(keys, [Some("fake-1"), Some("order-17"), Some("fake-2")]);
    weather.assert_sent(call());
    weather.assert_sent(call().idempotency_key("order-17"));
    weather.assert_not_sent(call().idempotency_key("order-18"));
}

#[tokio::test]
async fn a_fake_fails_with_any_problem_and_says_how_long_to_wait() {
    use a2t::client::ProblemKind;
    for kind in ProblemKind::ALL {
        let weather = weather::Fake::new();
        let failure = Failure::problem(*kind, "d").retry_after(Duration::from_secs(7));
        weather.fail::<LookupWeatherByCity>(failure);
        let error = weather.lookup_weather_by_city("Omaha").await.unwrap_err();
        assert_eq!(error.status(), Some(kind.status()), "{error}");
        assert_eq!(error.retry_after(), Some(Duration::from_secs(7)), "{error}");
        let (Kind::Refused { problem, .. } | Kind::Unavailable { problem, .. }) = error.kind()
        else {
            panic!("{error}");
        };
        assert_eq!(problem.kind, kind.slug());
    }
}

/// So long, by a clock that is paused, without a wait.
async fn timed<T>(future: impl Future<Output = T>) -> (u64, T) {
    let begun = tokio::time::Instant::now();
    let output = future.await;
    (begun.elapsed().as_secs(), output)
}

const fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

#[tokio::test(start_paused = true)]
async fn every_kind_of_answer_comes_after_its_delay_and_the_next_one_at_once() {
    let weather = weather::Fake::new();
    let omaha = || weather.lookup_weather_by_city("Omaha").send();
    let boston = || weather.lookup_weather_by_city("Boston").send();
    let chicago = || weather.lookup_weather_by_city("Chicago").send();
    let unavailable = || Failure::unavailable("under repair");
    weather.delayed(seconds(1)).reply(degrees(1));
    weather.delayed(seconds(2)).answer(|_| Ok(degrees(2)));
    let slow = weather.delayed(seconds(3));
    slow.fail::<LookupWeatherByCity>(unavailable());
    weather.reply(degrees(4));
    weather.delayed(seconds(5)).reply_to(boston(), degrees(5));
    weather.delayed(seconds(6)).fail_on(chicago(), unavailable()).reply_to(chicago(), degrees(7));

    let mut seen = Vec::new();
    for call in [omaha(), omaha(), omaha(), omaha(), boston()] {
        let (time, reply) = timed(call).await;
        let temperature = reply.map(|reply| reply.temperature.required().unwrap());
        seen.push((time, temperature.map_err(|error| error.status())));
    }
    let expected = [(1, Ok(1)), (2, Ok(2)), (3, Err(Some(503))), (0, Ok(4)), (5, Ok(5))];
    assert_eq!(seen, expected);
    let (time, failed) = timed(chicago()).await;
    assert_eq!((time, failed.unwrap_err().status()), (6, Some(503)));
    let (time, reply) = timed(chicago()).await;
    assert!(time == 0 && reply.unwrap().temperature == 7);
}

#[tokio::test(start_paused = true)]
async fn a_delay_ends_where_the_time_of_the_call_does() {
    for (delay, total, waited) in [
        (7, None, None),
        (7, Some(8), None),
        // As a client keeps its times: 30 s an attempt, for any total of the call.
        (30, None, Some(30)),
        (300, Some(100), Some(30)),
        (7, Some(5), Some(5)),
        (7, Some(7), Some(7)),
        (7, Some(0), Some(0)),
        (0, Some(0), Some(0)),
    ] {
        let weather = weather::Fake::new();
        weather.delayed(seconds(delay)).reply(degrees(1));
        let call = weather.lookup_weather_by_city("Omaha").send();
        let call = match total {
            Some(total) => call.total_timeout(seconds(total)),
            None => call,
        };
        let (time, reply) = timed(call).await;
        let Some(waited) = waited else {
            assert!(time == delay && reply.is_ok());
            continue;
        };
        let error = reply.unwrap_err();
        let Kind::Timeout { after } = error.kind() else {
            panic!("{error}");
        };
        assert_eq!((time, *after), (waited, seconds(waited)), "{error}");
        assert_eq!(error.is_outcome_unknown(), waited > 0, "{error}");
    }
}

/// A failure that is scripted as a timeout names the time that the call had.
#[tokio::test]
async fn a_scripted_timeout_is_that_of_the_call() {
    let weather = weather::Fake::new();
    weather.fail::<LookupWeatherByCity>(Failure::timeout());
    let call = weather.lookup_weather_by_city("Omaha").send();
    let error = call.total_timeout(seconds(5)).await.unwrap_err();
    assert!(error.to_string().contains("5s"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn calls_wait_side_by_side_and_one_that_is_dropped_was_sent() {
    let weather = weather::Fake::new();
    weather.delayed(seconds(9)).reply(degrees(1));
    let call = || weather.lookup_weather_by_city("Omaha").send();
    let both = timed(async { tokio::join!(call(), call()) });
    assert_eq!(both.await.0, 9);
    let dropped = tokio::time::timeout(seconds(2), call()).await;
    assert!(dropped.is_err());
    weather.assert_sent_times(3);
}

#[test]
fn a_delayed_answer_is_waited_for_without_a_runtime() {
    let weather = weather::Fake::new();
    let short = Duration::from_millis(20);
    weather.delayed(short).reply(degrees(1));
    let call = || weather.lookup_weather_by_city("Omaha").send();
    let begun = std::time::Instant::now();
    assert!(call().wait().unwrap().temperature == 1);
    assert!(begun.elapsed() >= short);
    let error = call().total_timeout(short / 2).wait().unwrap_err();
    assert!(matches!(error.kind(), Kind::Timeout { .. }), "{error}");
}

#[tokio::test]
async fn a_failure_has_any_status_of_an_error_and_no_other() {
    for (status, expected) in
        [(502, 502), (599, 599), (429, 429), (400, 400), (200, 503), (600, 503)]
    {
        let weather = weather::Fake::new();
        let failure = Failure::unavailable("later").status(status);
        weather.fail::<LookupWeatherByCity>(failure.retry_after(seconds(1)));
        let error = weather.lookup_weather_by_city("Omaha").await.unwrap_err();
        assert_eq!(error.status(), Some(expected), "{error}");
        assert_eq!(error.retry_after(), Some(seconds(1)), "{error}");
    }
}

/// Replies that only a newer vendor gives: the fake takes it, and the agent sees it.
#[tokio::test]
async fn a_newer_vendors_values_and_absent_outputs_are_replied() {
    use every_type::output::FlightClass;
    let travel = every_type::Fake::new();
    travel.reply(every_type::reply::BookFlight {
        flight_class: FlightClass::Unknown("SUITE".to_owned()).into(),
        ..Default::default()
    });
    let call = travel.book_flight("Ada", 2, true, every_type::FlightClass::First);
    let reply = call.await.unwrap();
    assert_eq!(reply.flight_class.to_string(), "SUITE");
    assert!(reply.code.is_absent() && reply.price.is_absent() && reply.details.is_absent());
    assert!(reply.price.required().is_err());
}
