//! Counts the attempts of the calls that a future makes, for programs that see only its result.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

tokio::task_local! {
    static MADE: Arc<AtomicU32>;
}

/// Counts attempts of calls by any client, also if the future that makes them is dropped.
#[derive(Clone, Debug, Default)]
pub struct Counted(Arc<AtomicU32>);

impl Counted {
    /// Runs the future and counts its attempts.
    pub async fn within<F: Future>(&self, calls: F) -> F::Output {
        MADE.scope(self.0.clone(), calls).await
    }

    /// Returns the number of attempts so far.
    pub fn made(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Counts an attempt, if a counter is set.
pub(crate) fn count() {
    // Most calls run without a counter.
    let _: Result<u32, _> = MADE.try_with(|made| made.fetch_add(1, Ordering::Relaxed));
}
