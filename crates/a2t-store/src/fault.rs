//! Crashes at a chosen statement or message, for tests: the connection is gone as if the process were.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// Countdown of statements, or of messages to a stream, until the crash.
#[derive(Clone, Debug)]
pub struct Crash(Arc<AtomicI64>);

impl Crash {
    /// Creates a crash at the statement of that number, from 0.
    pub fn after(statements: i64) -> Self {
        Self(Arc::new(AtomicI64::new(statements)))
    }

    /// Returns `true` once it has happened.
    pub fn happened(&self) -> bool {
        self.0.load(Ordering::SeqCst) < 0
    }

    pub(crate) fn is_now(&self) -> bool {
        self.0.fetch_sub(1, Ordering::SeqCst) <= 0
    }
}
