//! Pieces of work, and the leases under which workers hold them.

use std::sync::Arc;
use std::time::Duration;

use crate::{Call, Key, Message, Time};

/// A worker's request for work.
///
/// ```
/// use std::time::Duration;
/// use a2t_store::Claim;
///
/// let claim = Claim::new("rap", Duration::from_secs(60)).max(16).messages_only();
/// # let _ = claim;
/// ```
#[derive(Clone, Debug)]
pub struct Claim {
    pub(crate) queue: String,
    pub(crate) lease: Duration,
    pub(crate) max: usize,
    pub(crate) calls: bool,
    pub(crate) messages: bool,
}

impl Claim {
    /// Creates a request for one piece of work of that queue, messages before calls. Without
    /// [`extend`](crate::Store::extend) another worker may claim it again when the lease has ended.
    pub fn new(queue: impl Into<String>, lease: Duration) -> Self {
        Self { queue: queue.into(), lease, max: 1, calls: true, messages: true }
    }

    /// Sets the maximum number of pieces, up to 1,000.
    #[must_use]
    pub fn max(self, max: usize) -> Self {
        Self { max: max.min(1_000), ..self }
    }

    /// Calls to run, no messages.
    #[must_use]
    pub fn calls_only(self) -> Self {
        Self { calls: true, messages: false, ..self }
    }

    /// Requests only messages to deliver, no calls.
    #[must_use]
    pub fn messages_only(self) -> Self {
        Self { calls: false, messages: true, ..self }
    }
}

/// A piece of work that was claimed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Work {
    /// A call to run.
    Run(Box<Run>),
    /// A message to deliver.
    Deliver(Box<Delivery>),
}

/// A call to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// For [`commit`](crate::Store::commit) and [`extend`](crate::Store::extend).
    pub lease: Lease,
    /// The call.
    pub call: Call,
}

/// A message to deliver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delivery {
    /// For [`settle`](crate::Store::settle) and [`extend`](crate::Store::extend).
    pub lease: Lease,
    /// The message.
    pub message: Message,
}

/// Number of a call or of a message in its store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Item {
    /// A call.
    Call(i64),
    /// A message.
    Message(i64),
}

/// Right to a piece of work. It ends at a time, or as soon as another one claims the piece:
/// a late worker cannot overwrite what a later one did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lease {
    pub(crate) item: Item,
    /// The call, or the one that caused the message: what is sealed is bound to it.
    pub(crate) key: Arc<Key>,
    pub(crate) fence: i64,
    pub(crate) until: Time,
}

impl Lease {
    /// Returns the piece of work.
    pub fn item(&self) -> Item {
        self.item
    }

    /// Returns the name of the call, or of the one that caused the message.
    pub fn key(&self) -> &Key {
        &self.key
    }

    /// Returns the time from which others may claim it.
    pub fn until(&self) -> Time {
        self.until
    }
}

/// Answer to a worker that reports under its lease.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hold {
    /// It is stored, and the worker still holds the piece.
    Kept(Lease),
    /// It is stored, and the worker holds the piece no more.
    Released,
    /// Another worker has claimed or ended it; nothing is stored.
    Lost,
    /// The call was cancelled; nothing is stored.
    Cancelled,
    /// Too many messages wait for one more that is not the result of a call; nothing is stored.
    Full,
}
