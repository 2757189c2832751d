//! Many calls of a server that fails, in virtual time: no socket, no waiting.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use a2t::client::middleware::{Body, BoxError, Request, Response};
use a2t::client::{Builder, Client, Retry};
use http::StatusCode;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tower::layer::layer_fn;
use tower::service_fn;

use super::seeded::Seeded;
use super::{REPLY, call};

const CALLS: usize = 10_000;

/// A server that answers the attempt of each number with this status, and how many it got.
fn answering<F>(status: F) -> (Builder, Arc<AtomicUsize>)
where
    F: Fn(usize) -> StatusCode + Clone + Send + Sync + 'static,
{
    let attempts = Arc::new(AtomicUsize::new(0));
    let counted = attempts.clone();
    let answer = move |_: Request| {
        let status = status(counted.fetch_add(1, Ordering::Relaxed));
        async move {
            let mut response = Response::new(Body::from(REPLY));
            *response.status_mut() = status;
            Ok::<_, BoxError>(response)
        }
    };
    let layer = layer_fn(move |_| service_fn(answer.clone()));
    (super::builder("http://127.0.0.1").layer(layer), attempts)
}

async fn successes(client: &Client) -> usize {
    let mut successes = 0;
    for _ in 0..CALLS {
        successes += usize::from(call(client).await.is_ok());
    }
    successes
}

#[tokio::test(start_paused = true)]
async fn a_dead_server_is_asked_hardly_more_often_than_there_are_calls() {
    let (builder, attempts) = answering(|_| StatusCode::BAD_GATEWAY);
    let client = builder.retry(Retry::Always).build().unwrap();
    assert_eq!(successes(&client).await, 0);
    assert_eq!(attempts.load(Ordering::Relaxed), CALLS + 35);
}

#[tokio::test(start_paused = true)]
async fn a_dead_server_is_not_asked_more_often_by_calls_at_one_time() {
    let (builder, attempts) = answering(|_| StatusCode::BAD_GATEWAY);
    let client = builder.retry(Retry::Always).build().unwrap();
    let mut calls = JoinSet::new();
    for _ in 0..CALLS {
        let client = client.clone();
        calls.spawn(async move { call(&client).await });
    }
    assert!(calls.join_all().await.iter().all(Result::is_err));
    assert_eq!(attempts.load(Ordering::Relaxed), CALLS + 35);
}

#[tokio::test(start_paused = true)]
async fn a_busy_server_is_asked_a_hundred_times_more() {
    let (builder, attempts) = answering(|_| StatusCode::TOO_MANY_REQUESTS);
    let client = builder.build().unwrap();
    assert_eq!(successes(&client).await, 0);
    assert_eq!(attempts.load(Ordering::Relaxed), CALLS + 100);
}

#[tokio::test(start_paused = true)]
async fn of_calls_to_a_server_that_fails_one_time_in_five_99_in_100_succeed() {
    for seed in 0..2 {
        let (builder, attempts) =
            answering(move |attempt| match Seeded(seed << 32 | attempt as u64).below(5) {
                0 => StatusCode::SERVICE_UNAVAILABLE,
                _ => StatusCode::OK,
            });
        let client = builder.retry(Retry::Always).build().unwrap();
        let successes = successes(&client).await;
        assert!(successes >= CALLS * 99 / 100, "seed {seed}: {successes}");
        assert!(attempts.load(Ordering::Relaxed) < CALLS * 5 / 4);
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_does_not_outlast_its_time_whatever_the_server_asks_for() {
    let begin = Instant::now();
    let patient = Duration::from_secs(1_000);
    let (builder, attempts) = answering(|_| StatusCode::BAD_GATEWAY);
    let client = builder.retry(Retry::Always).max_attempts(u32::MAX);
    let client = client.backoff(patient, patient).build().unwrap();
    call(&client).await.unwrap_err();
    assert!(begin.elapsed() < Duration::from_secs(60));
    assert!(attempts.load(Ordering::Relaxed) >= 1);
}
