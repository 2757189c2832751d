//! Tools that run in this process: what the executor promises for every way to run them.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t::Value;
use a2t::client::Arguments;
use a2t::dialect::{
    Batch, Builder, Consent, Described, Dialect, Error, Executor, Invoke, InvokeError, Invoking,
    Outcome, Turn,
};
use serde_json::{Map, json};
use tokio::time::{Instant, sleep};

use super::{assert_fails_with, call, calls, message, read_result, tool_use, weather_tools};

type Answer = Pin<Box<dyn Future<Output = Result<Map<String, Value>, InvokeError>> + Send>>;

/// Runs every tool by a function of its city.
struct By<F>(F);

impl<F: Fn(String) -> Answer + Send + Sync> Invoke for By<F> {
    fn invoke<'a>(&'a self, tool: Described<'a>, arguments: &'a Arguments) -> Invoking<'a> {
        assert_eq!(tool.signature().unwrap().version, 2, "versions are pinned");
        let (name, city) = arguments.iter().next().unwrap();
        assert_eq!(name, "city");
        let answer = (self.0)(city.as_str().unwrap().to_owned());
        Box::pin(async { answer.await.map(Outcome::Done) })
    }
}

fn builder(answer: impl Fn(String) -> Answer + Send + Sync + 'static) -> Builder {
    let builder = Executor::builder().tools(weather_tools().unwrap(), By(answer));
    builder.consent(|_| Consent::Allow)
}

/// The message with all results.
async fn answered(executor: &Executor, message: &Value) -> Value {
    let turn = executor.answer(Dialect::Anthropic, message).await.unwrap();
    turn.called().and_then(Batch::done).unwrap()
}

fn outputs(city: &str) -> Map<String, Value> {
    let outputs = json!({"report": city});
    outputs.as_object().unwrap().clone()
}

/// Replies with the city after so many milliseconds as it has bytes.
fn slow(city: String) -> Answer {
    Box::pin(async move {
        sleep(Duration::from_millis(city.len() as u64)).await;
        Ok(outputs(&city))
    })
}

/// How many are in flight, and the most that ever were.
#[derive(Default)]
struct Flight {
    now: AtomicUsize,
    most: AtomicUsize,
    given_up: AtomicUsize,
}

struct Airborne(Arc<Flight>, bool);

impl Flight {
    fn depart(self: &Arc<Self>) -> Airborne {
        let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        Airborne(self.clone(), false)
    }
}

impl Drop for Airborne {
    fn drop(&mut self) {
        self.0.now.fetch_sub(1, Ordering::SeqCst);
        if !self.1 {
            self.0.given_up.fetch_add(1, Ordering::SeqCst);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn no_more_calls_are_in_flight_than_the_bound_and_as_many_as_it() {
    let cities: Vec<_> = (1..30).map(|length| "x".repeat(31 - length)).collect();
    let cities: Vec<_> = cities.iter().map(String::as_str).collect();
    for (bound, most) in [(None, 8), (Some(1), 1), (Some(3), 3), (Some(100), 29)] {
        let flight = Arc::new(Flight::default());
        let counted = flight.clone();
        let mut builder = builder(move |city| {
            let counted = counted.clone();
            Box::pin(async move {
                let mut airborne = counted.depart();
                let done = slow(city).await;
                airborne.1 = true;
                done
            })
        });
        if let Some(bound) = bound {
            builder = builder.max_concurrent_calls(bound);
        }
        let results = builder.build().unwrap().run_all(calls(&cities)).await;
        assert_eq!(flight.most.load(Ordering::SeqCst), most);
        let ids = results.iter().map(|result| result["tool_use_id"].as_str().unwrap());
        assert_eq!(ids.collect::<Vec<_>>(), cities, "the last ends first");
    }
}

#[tokio::test(start_paused = true)]
async fn one_call_that_fails_or_panics_hurts_no_other() {
    let executor = builder(|city| match &*city {
        "Atlantis" => Box::pin(async {
            let cause = std::io::Error::other("10.0.0.7: no route");
            Err(InvokeError::failed("no such place").because(cause))
        }),
        "Bielefeld" => Box::pin(async { panic!("secret-token") }),
        _ => slow(city),
    });
    let executor = executor.build().unwrap();
    let results = executor.run_all(calls(&["Rome", "Atlantis", "Bielefeld", "Bonn"])).await;
    assert_eq!(read_result(&results[0]), (false, r#"{"report":"Rome"}"#));
    assert_eq!(read_result(&results[1]), (true, "Error: no such place"));
    let failed = "Error: the tool failed; it may have run all the same: call it again only if that does no harm";
    assert_eq!(read_result(&results[2]), (true, failed));
    assert_eq!(read_result(&results[3]), (false, r#"{"report":"Bonn"}"#));
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_does_not_answer_is_given_up_in_time() {
    let flight = Arc::new(Flight::default());
    let counted = flight.clone();
    let executor = builder(move |_| {
        let airborne = counted.depart();
        Box::pin(async move {
            std::future::pending::<()>().await;
            drop(airborne);
            Ok(Map::new())
        })
    });
    let before = Instant::now();
    let result = executor.build().unwrap().run(call(json!({"city": "Rome"}))).await;
    assert_fails_with(&result, "did not answer in time; it may have run all the same");
    assert_eq!(before.elapsed(), Duration::from_secs(90));
    assert_eq!(flight.given_up.load(Ordering::SeqCst), 1);
}

#[tokio::test(start_paused = true)]
async fn calls_whose_future_is_dropped_are_given_up() {
    let flight = Arc::new(Flight::default());
    let counted = flight.clone();
    let executor = builder(move |city| {
        let airborne = counted.depart();
        Box::pin(async move {
            let done = slow(city).await;
            drop(airborne);
            done
        })
    });
    let executor = executor.build().unwrap();
    let running = executor.run_all(calls(&["a", "bb", "cccccccccccc"]));
    let late = tokio::time::timeout(Duration::from_millis(5), running).await;
    assert!(late.is_err());
    assert_eq!(flight.most.load(Ordering::SeqCst), 3);
    assert_eq!(flight.now.load(Ordering::SeqCst), 0, "nothing runs on");
}

#[tokio::test]
async fn what_the_model_got_wrong_never_reaches_the_tool() {
    let executor = builder(|city| panic!("ran for {city}")).build().unwrap();
    let result = executor.run(call(json!({"city": 7, "day": 3, "units": "KELVIN"}))).await;
    let (is_error, text) = read_result(&result);
    assert!(is_error);
    assert_eq!(
        text,
        "Error: `lookup_weather_by_city` was not called, its arguments are not what it takes:
- /city: expected a string of at most 100 characters, got 7
- /day: expected an input of `lookup_weather_by_city`, got `day`; did you mean `days`?
- /units: expected one of FAHRENHEIT, CELSIUS, got \"KELVIN\"
Correct this and call it again."
    );
    let other =
        json!({"type": "tool_use", "id": "t", "name": "lookup_wether_by_city", "input": {}});
    let answer = answered(&executor, &other).await;
    assert_fails_with(&answer["content"][0], "did you mean `lookup_weather_by_city`?");
    assert_eq!(answer["content"][0]["tool_use_id"], "t");
}

#[tokio::test(start_paused = true)]
async fn a_message_is_answered_as_a_whole_and_one_without_calls_is_not() {
    let executor = builder(slow).build().unwrap();
    let calls = message([
        json!({"type": "text", "text": "I look it up."}),
        tool_use("toolu_1", json!({"city": "Rome"})),
        tool_use("toolu_2", json!({})),
    ]);
    let answer = answered(&executor, &calls).await;
    assert_eq!(answer["role"], "user");
    assert_eq!(read_result(&answer["content"][0]), (false, r#"{"report":"Rome"}"#));
    assert_fails_with(&answer["content"][1], "- /city: expected a string");
    let text = message([json!({"type": "text", "text": "It is sunny."})]);
    assert_eq!(executor.answer(Dialect::Anthropic, &text).await.unwrap(), Turn::Finished);
    let error = executor.answer(Dialect::Anthropic, &json!("sunny")).await;
    assert!(matches!(error, Err(Error::Message { .. })), "{error:?}");
}

#[tokio::test]
async fn nothing_is_run_of_a_message_that_is_not_whole_or_waits_for_consent() {
    let executor = builder(|city| panic!("ran for {city}")).build().unwrap();
    let input = json!({"city": "Rome"});
    let mut cut = message([tool_use("toolu_1", input.clone())]);
    cut["stop_reason"] = json!("max_tokens");
    let turn = executor.answer(Dialect::Anthropic, &cut).await.unwrap();
    assert_eq!(turn, Turn::CutOff("max_tokens".to_owned()));
    let call = json!({"type": "tool-call", "toolCallId": "a", "toolName": "lookup_weather_by_city", "input": input});
    let ask = json!({"type": "tool-approval-request", "approvalId": "x", "toolCallId": "a"});
    let waits = json!({"role": "assistant", "content": [call, ask]});
    let turn = executor.answer(Dialect::VercelAi, &waits).await.unwrap();
    assert!(matches!(turn, Turn::Waiting(_)), "{turn:?}");
    let piece =
        json!({"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use"}});
    let turn = executor.answer(Dialect::Anthropic, &piece).await.unwrap();
    assert!(matches!(turn, Turn::Streaming(_)), "{turn:?}");
}

#[tokio::test]
async fn a_call_that_stands_there_twice_runs_once() {
    let ran = Arc::new(AtomicUsize::new(0));
    let count = ran.clone();
    let executor = builder(move |city| {
        count.fetch_add(1, Ordering::SeqCst);
        slow(city)
    });
    let executor = executor.build().unwrap();
    let used = |city: &str| tool_use("toolu_1", json!({"city": city}));
    let twice = message([used("Rome"), used("Rome"), used("Bonn")]);
    let results = answered(&executor, &twice).await;
    assert_eq!(ran.load(Ordering::SeqCst), 1);
    assert_fails_with(&results["content"][1], "another call of the message has the same id");
}

#[tokio::test(start_paused = true)]
async fn the_programs_records_have_what_models_do_not_see() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let record = seen.clone();
    let executor = builder(|city| match &*city {
        "Rome" => slow(city),
        _ => Box::pin(async { panic!("secret-token") }),
    });
    let executor = executor.observe(move |ran| {
        let cause = ran.cause.map(ToString::to_string);
        let coerced: Vec<_> = ran.coerced.iter().map(ToString::to_string).collect();
        let tool = ran.tool.map(|tool| tool.full_name());
        record.lock().unwrap().push((tool, coerced, ran.outcome.clone(), cause));
    });
    let executor = executor.build().unwrap();
    executor.run(call(json!({"city": "Rome", "days": "3"}))).await;
    executor.run(call(json!({"city": "Bonn"}))).await;
    executor.run(call(json!({}))).await;
    let seen = seen.lock().unwrap();
    let tool = Some("lookup_weather_by_city".to_owned());
    assert_eq!(
        seen[0],
        (
            tool.clone(),
            vec!["/days: \"3\" was read as 3".to_owned()],
            Outcome::Done(outputs("Rome")),
            None
        )
    );
    assert_eq!(seen[1].3.as_deref(), Some("it panicked: secret-token"));
    assert_eq!((&seen[2].0, &seen[2].3), (&tool, &None));
    assert!(matches!(&seen[2].2, Outcome::Refused(_)));
}

#[tokio::test(start_paused = true)]
async fn a_result_is_cut_where_a_model_would_drown() {
    let builder = builder(|city| {
        let report = city.repeat(40_000);
        Box::pin(async move { Ok(outputs(&report)) })
    });
    let executor = builder.build().unwrap();
    let result = executor.run(call(json!({"city": "é"}))).await;
    let (is_error, text) = read_result(&result);
    assert!(!is_error && text.len() < 33 << 10, "{}", text.len());
    assert!(text.contains("of 80000 bytes; ask for less to see all]"));
}

#[tokio::test(start_paused = true)]
async fn a_sub_agent_sees_and_calls_its_tools_only() {
    let tools = weather_tools().unwrap();
    let (sky, sea) = (tools.prefix("sky_"), tools.prefix("sea_"));
    let executor = Executor::builder()
        .tools(sky, By(slow))
        .tools(sea, By(|city: String| slow(format!("{city} by the sea"))));
    let executor = executor.consent(|_| Consent::Allow).build().unwrap();
    let sailor = executor.select(|tools| tools.only(["sea_lookup_weather_by_city"])).unwrap();
    let names: Vec<_> = sailor.tools().iter().map(|tool| tool.full_name()).collect();
    assert_eq!(names, ["sea_lookup_weather_by_city"]);
    let called =
        |name| json!([{"type": "tool_use", "id": "t", "name": name, "input": {"city": "Rome"}}]);
    let answer = |of: &Executor, name| {
        let (of, message) = (of.clone(), called(name));
        async move { answered(&of, &message).await["content"][0].clone() }
    };
    let result = answer(&sailor, "sea_lookup_weather_by_city").await;
    assert_eq!(read_result(&result), (false, r#"{"report":"Rome by the sea"}"#));
    let result = answer(&sailor, "sky_lookup_weather_by_city").await;
    assert_fails_with(
        &result,
        "no tool is called `sky_lookup_weather_by_city`; did you mean `sea_",
    );
    let result = answer(&executor, "sky_lookup_weather_by_city").await;
    assert_eq!(read_result(&result), (false, r#"{"report":"Rome"}"#));
    let error = executor.select(|_| weather_tools()).unwrap_err().to_string();
    assert!(error.contains("the executor runs no tool called `lookup_weather_by_city`"), "{error}");
}

#[test]
fn two_tools_of_one_name_are_refused_before_a_model_sees_them() {
    let twice = builder(slow).tools(weather_tools().unwrap(), By(slow));
    let error = twice.build().unwrap_err();
    assert!(matches!(error, Error::DuplicateName { .. }), "{error}");
}
