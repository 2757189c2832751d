//! Settings that one server shares with every protocol that it serves: limits, with their permits, bytes and threads,
//! and the receiver of faults.

use std::sync::Arc;

use http::Extensions;
use tokio::sync::Semaphore;
use tokio::task::futures::TaskLocalFuture;

use crate::{BlockingPool, BlockingThreads, Bodies, EffectiveLimits, Limits, Polls, Report};

tokio::task_local! {
    /// Shares of the server that answers the request of this task.
    static CURRENT: Arc<Shares>;
}

/// The shares of one server, or of one protocol without a server of a2t around it.
pub struct Shares {
    pub limits: EffectiveLimits,
    pub in_flight: Arc<Semaphore>,
    pub bodies: Arc<Bodies>,
    /// Threads for tools that are not `async`.
    pub threads: Arc<dyn BlockingPool>,
    pub polls: Arc<Polls>,
    /// Receiver of faults that the server set.
    pub receiver: Option<Report>,
}

impl Shares {
    pub fn new(limits: Limits, receiver: Option<Report>) -> Arc<Self> {
        let limits = limits.effective();
        Arc::new(Self {
            limits,
            in_flight: in_flight(&limits),
            bodies: bodies(&limits),
            threads: threads(&limits),
            polls: polls(&limits),
            receiver,
        })
    }

    /// Returns the shares of a protocol within this server: the same ones, except those whose limits it sets itself.
    pub(crate) fn except(&self, own: &Limits) -> Arc<Self> {
        let (limits, set) = (own.over(&self.limits), &own.set);
        let has_threads = set.blocking_threads.is_some() || set.max_queued_calls.is_some();
        Arc::new(Self {
            limits,
            in_flight: own_or(set.max_concurrent_calls.is_some(), &self.in_flight, || {
                in_flight(&limits)
            }),
            bodies: own_or(set.max_buffered_bytes.is_some(), &self.bodies, || bodies(&limits)),
            threads: own_or(has_threads, &self.threads, || threads(&limits)),
            polls: own_or(set.slow_poll_threshold.is_some(), &self.polls, || polls(&limits)),
            receiver: self.receiver.clone(),
        })
    }

    /// Returns the shares of the server around the request that this task answers.
    pub fn current() -> Option<Arc<Self>> {
        CURRENT.try_with(Arc::clone).ok()
    }

    /// Returns the shares that [`Shares::note`] added to the extensions of a request.
    pub fn from_extensions(extensions: &Extensions) -> Option<&Arc<Self>> {
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

fn in_flight(limits: &EffectiveLimits) -> Arc<Semaphore> {
    Arc::new(Semaphore::new(limits.max_concurrent_calls.min(Semaphore::MAX_PERMITS)))
}

fn bodies(limits: &EffectiveLimits) -> Arc<Bodies> {
    Arc::new(Bodies::new(limits.max_buffered_bytes))
}

fn threads(limits: &EffectiveLimits) -> Arc<dyn BlockingPool> {
    Arc::new(BlockingThreads::new(limits.blocking_threads, limits.max_queued_calls))
}

fn polls(limits: &EffectiveLimits) -> Arc<Polls> {
    Arc::new(Polls::new(limits.slow_poll_threshold))
}

fn own_or<T: ?Sized>(is_own: bool, around: &Arc<T>, own: impl FnOnce() -> Arc<T>) -> Arc<T> {
    if is_own { own() } else { Arc::clone(around) }
}

#[derive(Clone)]
struct Noted(Arc<Shares>);
