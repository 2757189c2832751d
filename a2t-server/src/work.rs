//! The shares of a router: calls whose body is complete, and bytes of bodies that are not.

use std::sync::Arc;

use a2t_core::wire::problem::{Kind, Problem};
use a2t_tool::{Apart, Threads};
use http::Response;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

use super::{Idempotency, Limits, reply};

/// The shares of one router.
pub(super) struct Work {
    in_flight: Arc<Semaphore>,
    bytes: Semaphore,
    threads: Arc<dyn Apart>,
    /// Replies under their keys, unless the program says where to keep them.
    replies: Idempotency,
}

impl Work {
    pub(super) fn new(limits: &Limits) -> Self {
        let semaphore = |permits: usize| Semaphore::new(permits.min(Semaphore::MAX_PERMITS));
        Self {
            in_flight: Arc::new(semaphore(limits.in_flight)),
            bytes: semaphore(limits.bodies_bytes),
            threads: Arc::new(Threads::new(limits.threads, limits.queue)),
            replies: Idempotency::default(),
        }
    }

    /// The place of a call, which is taken when its body is complete: a client that is slow to send
    /// one holds nothing that another needs.
    pub(super) fn begin(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.in_flight).try_acquire_owned().ok()
    }

    /// Threads for a tool that is not `async`.
    pub(super) fn threads(&self) -> Arc<dyn Apart> {
        Arc::clone(&self.threads)
    }

    /// Replies under their keys, where the program does not say where to keep them.
    pub(super) fn replies(&self) -> &Idempotency {
        &self.replies
    }

    /// Room for bytes of a body that goes on; it is given back with the value.
    pub(super) fn room(&self) -> Room<'_> {
        Room { bytes: &self.bytes, held: None }
    }
}

/// Bytes that a body holds while it arrives.
pub(super) struct Room<'w> {
    bytes: &'w Semaphore,
    held: Option<SemaphorePermit<'w>>,
}

impl Room<'_> {
    /// Takes room for so many bytes more; `false` if there is none.
    pub(super) fn take(&mut self, bytes: usize) -> bool {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let Ok(more) = self.bytes.try_acquire_many(bytes) else {
            return false;
        };
        match &mut self.held {
            Some(held) => held.merge(more),
            None => self.held = Some(more),
        }
        true
    }
}

/// 503 to a call that nothing was done for.
pub(super) fn overloaded<B: From<Vec<u8>>>() -> Response<B> {
    let detail = "the server has as many calls in flight as it takes; nothing was done";
    reply::retry_later(&Problem::new(Kind::Overloaded, detail), 1)
}
