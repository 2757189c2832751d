//! A future goes in, its output comes out, or the words of its panic.

use std::any::Any;
use std::fmt;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

/// What a panic said, as far as it can be told.
#[derive(Debug)]
pub(crate) struct Panicked(pub(crate) String);

/// The future's output, unless it panics.
pub(crate) async fn caught<F: Future>(future: F) -> Result<F::Output, Panicked> {
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

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it panicked: {}", self.0)
    }
}

impl std::error::Error for Panicked {}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_caught_with_its_words() {
        let panicked = caught(async { panic!("number {}", 7) }).await;
        assert_eq!(panicked.unwrap_err().0, "number 7");
        let panicked = caught(async { std::panic::panic_any(7) }).await;
        assert_eq!(panicked.unwrap_err().0, "a value that is no text");
    }
}
