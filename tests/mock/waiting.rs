//! Calls that are waited for, in programs without async.

use std::sync::mpsc;
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::Duration;

use a2t::client::{Arguments, Kind, blocking};
use a2t::testing::{Failure, MockServer};
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::task::coop::{poll_proceed, unconstrained};
use tokio::task::{block_in_place, spawn_blocking};

use super::{WEATHER, client, lookup, weather};

/// A vendor on its own thread and runtime, for as long as the closure runs on this one.
fn with_vendor(run: impl FnOnce(&MockServer)) {
    let (started, vendor) = mpsc::channel();
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = thread::spawn(move || {
        runtime().block_on(async {
            let vendor = MockServer::start(WEATHER).await.unwrap();
            started.send(vendor).unwrap();
            drop(stopped.await);
        });
    });
    run(&vendor.recv().unwrap());
    drop(stop);
    serving.join().unwrap();
}

fn runtime() -> tokio::runtime::Runtime {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_all().build().unwrap()
}

fn city() -> Arguments {
    [("city", "Omaha")].into_iter().collect()
}

#[test]
fn everything_that_can_be_awaited_can_be_waited_for() {
    with_vendor(|vendor| {
        let waiting: blocking::Client = client(vendor).blocking();
        let tool = lookup();
        let id = tool.tool_id;
        assert_eq!(waiting.tools().unwrap(), std::slice::from_ref(&tool));
        assert_eq!(waiting.versions(id).unwrap(), std::slice::from_ref(&tool));
        assert_eq!(waiting.tool(id).unwrap(), tool);
        assert_eq!(waiting.version(id, 2).unwrap(), tool);
        assert_eq!(waiting.invoke(&tool, &city()).unwrap().len(), 2);
        assert!(waiting.verify([&tool]).unwrap().is_none());

        let weather = weather::Client::with(client(vendor));
        let reply = weather.lookup_weather_by_city("Omaha").send().wait().unwrap();
        assert!(reply.temperature.is_present());
        assert!(weather.verify().wait().unwrap().is_none());
        let error = weather.lookup_weather_by_city("x".repeat(101)).send().wait();
        assert!(error.unwrap_err().violations().is_some());
    });
}

#[test]
fn the_time_of_a_call_that_is_waited_for_ends_a_delay() {
    with_vendor(|vendor| {
        let long = Duration::from_secs(3_600);
        let tool = "lookup_weather_by_city";
        let outputs = serde_json::json!({"temperature": 1});
        vendor.delayed(Duration::from_millis(5)).reply(tool, outputs).unwrap();
        vendor.delayed(long).fail(tool, Failure::unavailable("")).unwrap();
        let weather = weather::Client::with(client(vendor));
        let call = || weather.lookup_weather_by_city("Omaha").send();
        assert!(call().wait().unwrap().temperature == 1);
        let short = Duration::from_millis(50);
        let error = call().total_timeout(short).wait().unwrap_err();
        assert!(matches!(error.kind(), Kind::Timeout { .. }), "{error}");
    });
}

#[test]
fn threads_share_a_client_and_async_code_uses_its_connections() {
    with_vendor(|vendor| {
        let client = client(vendor);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        client.blocking().invoke(&lookup(), &city()).unwrap();
                    }
                });
            }
        });
        runtime().block_on(client.invoke(&lookup(), &city())).unwrap();
        assert_eq!(vendor.calls().len(), 81);
    });
}

#[test]
fn a_fake_is_waited_for_without_a_runtime() {
    let fake = weather::Fake::new();
    let reply = fake.lookup_weather_by_city("Omaha").send().wait().unwrap();
    assert!(reply.temperature == 0);
    assert!(fake.verify().wait().unwrap().is_none());
}

#[tokio::test]
async fn waiting_inside_a_runtime_is_refused_and_not_a_panic() {
    let vendor = MockServer::start(WEATHER).await.unwrap();
    let error = client(&vendor).blocking().tools().unwrap_err();
    assert!(matches!(error.kind(), Kind::InsideRuntime), "{error}");
    assert!(error.to_string().contains("`.await`"), "{error}");
    let weather = weather::Client::with(client(&vendor));
    let error = weather.lookup_weather_by_city("Omaha").send().wait().unwrap_err();
    assert!(matches!(error.kind(), Kind::InsideRuntime), "{error}");
    assert!(vendor.calls().is_empty());
}

/// A tool that is not `async`, and what is like it, have a thread that may wait.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn threads_of_a_runtime_that_are_there_to_wait_may() {
    let vendor = MockServer::start(WEATHER).await.unwrap();
    let weather = weather::Client::with(client(&vendor));
    let call = || weather.lookup_weather_by_city("Omaha").send().wait();
    block_in_place(call).unwrap();
    let (runtime, inner) = (Handle::current(), weather.clone());
    let entered = thread::spawn(move || {
        let _context = runtime.enter();
        inner.lookup_weather_by_city("Omaha").send().wait()
    });
    block_in_place(|| entered.join()).unwrap().unwrap();
    let (inner, fake) = (weather.clone(), weather::Fake::new());
    let called = spawn_blocking(move || {
        let delayed = fake.delayed(Duration::from_millis(1));
        delayed.fail::<weather::reply::LookupWeatherByCity>(Failure::unavailable(""));
        let error = fake.lookup_weather_by_city("Omaha").send().wait().unwrap_err();
        assert!(!matches!(error.kind(), Kind::InsideRuntime), "{error}");
        inner.lookup_weather_by_city("Omaha").send().wait()
    });
    called.await.unwrap().unwrap();
    assert_eq!(vendor.calls().len(), 3);

    // The question costs a task nothing of its turn.
    for _ in 0..10 {
        assert!(matches!(call().unwrap_err().kind(), Kind::InsideRuntime));
    }
    let mut context = Context::from_waker(Waker::noop());
    let steps: Vec<_> = (0..100).map(|_| poll_proceed(&mut context)).collect();
    assert!(steps.iter().all(Poll::is_ready));
    drop(steps);
    unconstrained(async { call().unwrap() }).await;
}

#[test]
fn a_client_that_waited_may_be_dropped_inside_a_runtime() {
    with_vendor(|vendor| {
        let client = client(vendor);
        client.blocking().tools().unwrap();
        runtime().block_on(async move { drop(client) });
    });
}
