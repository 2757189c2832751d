//! A future kept inside its time, and its panic kept inside it.

use std::any::Any;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

/// The time is over.
#[derive(Debug)]
pub(super) struct Elapsed;

/// What a panic said, as far as it can be told.
#[derive(Debug)]
pub(super) struct Panicked(pub(super) String);

/// The future's output, unless it takes longer than `time`.
///
/// A future that is ready at once costs no look at the clock.
pub(super) async fn within<F: Future>(
    time: impl FnOnce() -> Duration,
    future: F,
) -> Result<F::Output, Elapsed> {
    let mut future = pin!(future);
    let first = poll_fn(|context| Poll::Ready(future.as_mut().poll(context))).await;
    match first {
        Poll::Ready(output) => Ok(output),
        Poll::Pending => tokio::time::timeout(time(), future)
            .await
            .map_err(|_| Elapsed),
    }
}

/// The future's output, unless it panics.
pub(super) async fn caught<F: Future>(future: F) -> Result<F::Output, Panicked> {
    let mut future = pin!(future);
    poll_fn(|context| {
        // Unwind safe: a future that panicked is never polled again.
        match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
            Ok(polled) => polled.map(Ok),
            Err(payload) => Poll::Ready(Err(Panicked(message(&*payload)))),
        }
    })
    .await
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a value that is no text").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_future_that_is_late_is_cut() {
        let second = Duration::from_secs(1);
        assert!(
            within(|| second, std::future::pending::<()>())
                .await
                .is_err()
        );
        assert!(
            within(|| second, tokio::time::sleep(second / 2))
                .await
                .is_ok()
        );
        assert!(within(|| Duration::ZERO, async {}).await.is_ok());
    }

    #[tokio::test]
    async fn a_panic_is_caught_with_its_words() {
        let panicked = caught(async { panic!("number {}", 7) }).await;
        assert_eq!(panicked.unwrap_err().0, "number 7");
        let panicked = caught(async { std::panic::panic_any(7) }).await;
        assert_eq!(panicked.unwrap_err().0, "a value that is no text");
    }
}
