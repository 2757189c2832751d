//! Checks of values against schemas, away from the threads that other calls wait for.

use tokio::task::spawn_blocking;
use tokio::time::{Instant, timeout_at};

/// Runs a check on a thread for blocking work, and waits for it until the deadline. Returns `None` if it was not done by
/// then, or if it was stopped: a schema can be made to take seconds, and the thread is not needed for a result any more.
pub async fn check_until<T: Send + 'static>(
    deadline: Option<Instant>,
    check: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let checked = spawn_blocking(check);
    match deadline {
        Some(deadline) => timeout_at(deadline, checked).await.ok()?.ok(),
        None => checked.await.ok(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[tokio::test]
    async fn a_check_that_is_not_done_in_time_has_no_result() {
        let (done, wait) = channel::<()>();
        let late = check_until(Some(Instant::now()), move || wait.recv().is_err()).await;
        assert_eq!(late, None);
        drop(done);
        assert_eq!(check_until(None, || 7).await, Some(7));
    }

    #[tokio::test]
    async fn a_check_that_panics_has_no_result() {
        let stopped: Option<()> = check_until(None, || panic!("a fault of the validator")).await;
        assert_eq!(stopped, None);
    }
}
