//! The shares of a router: calls whose body is complete, and bytes of bodies that are not.

use std::sync::Arc;

use a2t_core::wire::problem::{Kind, Problem};
use a2t_tool::{Apart, Bodies, Threads};
use http::Response;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{Idempotency, Limits, reply};

/// The shares of one router.
pub(super) struct Work {
    in_flight: Arc<Semaphore>,
    bodies: Bodies,
    threads: Arc<dyn Apart>,
    /// Replies under their keys, unless the program says where to keep them.
    replies: Idempotency,
}

impl Work {
    pub(super) fn new(limits: &Limits) -> Self {
        let in_flight = Semaphore::new(limits.in_flight.min(Semaphore::MAX_PERMITS));
        Self {
            in_flight: Arc::new(in_flight),
            bodies: Bodies::new(limits.bodies_bytes),
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

    /// Bodies that are arriving.
    pub(super) fn bodies(&self) -> &Bodies {
        &self.bodies
    }
}

/// 503 to a call that nothing was done for.
pub(super) fn overloaded<B: From<Vec<u8>>>() -> Response<B> {
    let detail = "the server has as many calls in flight as it takes; nothing was done";
    reply::retry_later(&Problem::new(Kind::Overloaded, detail), 1)
}
