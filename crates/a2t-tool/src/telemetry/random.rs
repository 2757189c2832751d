//! Numbers that do not repeat: ids of requests, traces and spans, which need not be hard to guess.

use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number of 64 bits: a counter under a keyed hash, whose key the system draws once.
pub(super) fn random() -> u64 {
    static KEY: OnceLock<RandomState> = OnceLock::new();
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    KEY.get_or_init(RandomState::new).hash_one(next)
}
