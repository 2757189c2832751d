//! Work while the store fails: outcomes are kept until they are stored, and nothing is claimed before them.

use std::time::Duration;

use tokio::time::{sleep, timeout};

use crate::{Answer, Store, StoreError};

/// First wait before a request is repeated, doubled each time.
const FIRST: Duration = Duration::from_millis(50);
/// Longest wait before a request is repeated.
const LONGEST: Duration = Duration::from_millis(500);
/// Wait between two attempts to extend a lease, or to reach the store.
pub(super) const PAUSE: Duration = Duration::from_secs(1);
/// Time in which outcomes are stored before work is claimed again, longer than [`LONGEST`].
const HEAD_START: Duration = Duration::from_secs(1);

/// Repeats a request until the store has carried it out, so that an outcome is not lost while the store is away.
///
/// # Errors
/// A [`StoreError`] that repeating cannot mend, which is every one but [`StoreError::Engine`].
pub async fn persist<'a, T>(mut request: impl FnMut() -> Answer<'a, T>) -> Result<T, StoreError> {
    let mut wait = FIRST;
    loop {
        match request().await {
            Err(error) if error.is_transient() => {
                if wait == FIRST {
                    tracing::warn!(%error, "an outcome could not be stored yet; it is kept until then");
                }
            }
            answer => return answer,
        }
        sleep(wait).await;
        wait = (wait * 2).min(LONGEST);
    }
}

/// Waits until the store answers again, and a moment longer: workers that hold work store its outcome first, so that it is
/// not claimed and carried out a second time.
pub async fn recover(store: &dyn Store, queue: &str) {
    loop {
        sleep(PAUSE).await;
        if store.next_due(queue).await.is_ok() {
            break;
        }
    }
    sleep(HEAD_START).await;
}

/// Waits for an answer of the store at most so long, for a reply whose receiver waits.
///
/// # Errors
/// [`StoreError::Engine`] if it took longer; the request may be carried out later. As the request.
pub async fn within<T>(
    time: Duration,
    answer: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let late = |_| StoreError::Engine(format!("it did not answer within {time:?}"));
    timeout(time, answer).await.map_err(late)?
}
