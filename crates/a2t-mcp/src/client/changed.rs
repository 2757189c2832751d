//! Notices of a server that its tools have changed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How often a server announced that its tools changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changed(Arc<AtomicU64>);

impl Changed {
    pub(crate) fn increment(&self) {
        self.0.fetch_add(1, Ordering::Release);
    }

    pub(crate) fn count(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }
}
