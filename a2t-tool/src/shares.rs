//! What one server sets once for every protocol that it speaks: limits, and the permits, bytes and threads that they
//! stand for, and the receiver of faults.

use std::sync::Arc;
use std::time::Duration;

use http::Extensions;
use tokio::sync::Semaphore;
use tokio::task::futures::TaskLocalFuture;

use crate::{Abandoned, Apart, Bodies, BodyLimits, Report, Threads};

tokio::task_local! {
    /// Shares of the server that answers the request of this task.
    static CURRENT: Arc<Shares>;
}

/// Limits of calls that are the same in every protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallLimits {
    pub body: BodyLimits,
    pub bodies_bytes: usize,
    pub in_flight: usize,
    pub handler: Duration,
    pub threads: Option<usize>,
    pub queue: usize,
    pub abandoned: Abandoned,
    /// The longest that calls which are accepted and not answered go on when the server stops.
    pub drain: Duration,
}

/// The shares of one server, or of one protocol that no server of ours is around.
pub struct Shares {
    pub limits: CallLimits,
    pub in_flight: Arc<Semaphore>,
    pub bodies: Bodies,
    /// Threads for tools that are not `async`.
    pub threads: Arc<dyn Apart>,
    /// Receiver of faults that the server set.
    pub receiver: Option<Report>,
}

impl Shares {
    pub fn new(limits: CallLimits, receiver: Option<Report>) -> Arc<Self> {
        let in_flight = Semaphore::new(limits.in_flight.min(Semaphore::MAX_PERMITS));
        Arc::new(Self {
            limits,
            in_flight: Arc::new(in_flight),
            bodies: Bodies::new(limits.bodies_bytes),
            threads: Arc::new(Threads::new(limits.threads, limits.queue)),
            receiver,
        })
    }

    /// Returns the shares of the server around the request that this task answers.
    pub fn current() -> Option<Arc<Self>> {
        CURRENT.try_with(Arc::clone).ok()
    }

    /// Returns the shares that [`Shares::note`] put among the extensions of a request.
    pub fn of(extensions: &Extensions) -> Option<&Arc<Self>> {
        extensions.get::<Noted>().map(|Noted(shares)| shares)
    }

    /// Hands the shares on with the request, to where another task answers it.
    pub fn note(self: &Arc<Self>, extensions: &mut Extensions) {
        extensions.insert(Noted(Arc::clone(self)));
    }

    /// Returns the future, for which these are the shares of the server around it.
    pub fn within<F: Future>(self: &Arc<Self>, answering: F) -> TaskLocalFuture<Arc<Self>, F> {
        CURRENT.scope(Arc::clone(self), answering)
    }
}

#[derive(Clone)]
struct Noted(Arc<Shares>);
