//! Settings that one server shares with every protocol that it serves: limits, with their permits, bytes and threads,
//! and the receiver of faults.

use std::sync::Arc;

use http::Extensions;
use tokio::sync::Semaphore;
use tokio::task::futures::TaskLocalFuture;

use crate::{BlockingPool, BlockingThreads, Bodies, Limits, Polls, Report};

tokio::task_local! {
    /// Shares of the server that answers the request of this task.
    static CURRENT: Arc<Shares>;
}

/// The shares of one server, or of one protocol without a server of a2t around it.
pub struct Shares {
    pub limits: Limits,
    pub in_flight: Arc<Semaphore>,
    pub bodies: Bodies,
    /// Threads for tools that are not `async`.
    pub threads: Arc<dyn BlockingPool>,
    pub polls: Arc<Polls>,
    /// Receiver of faults that the server set.
    pub receiver: Option<Report>,
}

impl Shares {
    pub fn new(limits: Limits, receiver: Option<Report>) -> Arc<Self> {
        let in_flight = Semaphore::new(limits.max_concurrent_calls.min(Semaphore::MAX_PERMITS));
        Arc::new(Self {
            limits,
            in_flight: Arc::new(in_flight),
            bodies: Bodies::new(limits.max_buffered_bytes),
            threads: Arc::new(BlockingThreads::new(
                limits.blocking_threads,
                limits.max_queued_calls,
            )),
            polls: Arc::new(Polls::new(limits.slow_poll_threshold)),
            receiver,
        })
    }

    /// Returns the shares of the server around the request that this task answers.
    pub fn current() -> Option<Arc<Self>> {
        CURRENT.try_with(Arc::clone).ok()
    }

    /// Returns the shares that [`Shares::note`] added to the extensions of a request.
    pub fn of(extensions: &Extensions) -> Option<&Arc<Self>> {
        extensions.get::<Noted>().map(|Noted(shares)| shares)
    }

    /// Adds the shares to the extensions of a request, for when another task answers it.
    pub fn note(self: &Arc<Self>, extensions: &mut Extensions) {
        extensions.insert(Noted(Arc::clone(self)));
    }

    /// Returns the future, which runs with these shares as those of the server around it.
    pub fn within<F: Future>(self: &Arc<Self>, answering: F) -> TaskLocalFuture<Arc<Self>, F> {
        CURRENT.scope(Arc::clone(self), answering)
    }
}

#[derive(Clone)]
struct Noted(Arc<Shares>);
