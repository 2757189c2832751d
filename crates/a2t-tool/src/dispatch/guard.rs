//! A future kept inside its time.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

/// The time is over.
#[derive(Debug)]
pub struct Elapsed;

/// Returns the future's output, unless it takes longer than `time`.
///
/// A future that is ready at once costs no look at the clock.
pub async fn within<F: Future>(
    time: impl FnOnce() -> Duration,
    future: F,
) -> Result<F::Output, Elapsed> {
    let mut future = pin!(future);
    let first = poll_fn(|context| Poll::Ready(future.as_mut().poll(context))).await;
    match first {
        Poll::Ready(output) => Ok(output),
        Poll::Pending => tokio::time::timeout(time(), future).await.map_err(|_| Elapsed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_future_that_is_late_is_cut() {
        let second = Duration::from_secs(1);
        assert!(within(|| second, std::future::pending::<()>()).await.is_err());
        assert!(within(|| second, tokio::time::sleep(second / 2)).await.is_ok());
        assert!(within(|| Duration::ZERO, async {}).await.is_ok());
    }
}
