//! Calls: as they are accepted, as they are stored, and the steps that they take.

use crate::{Digest, Key, Lease, NewMessage, Secret, Standing, Time};

/// A call as it is accepted.
#[derive(Clone, Debug)]
pub struct NewCall {
    pub(crate) key: Key,
    pub(crate) digests: Vec<Digest>,
    pub(crate) payload: Secret,
    pub(crate) held: Option<Time>,
}

impl NewCall {
    /// Creates a call of that name; equal `digest`s under one name are one call, other ones a
    /// conflict.
    pub fn new(key: Key, digest: Digest, payload: impl Into<Secret>) -> Self {
        Self { key, digests: vec![digest], payload: payload.into(), held: None }
    }

    /// Claims the call as it is accepted, for the one who accepts it: one transaction instead of two.
    #[must_use]
    pub fn held_until(self, until: Time) -> Self {
        Self { held: Some(until), ..self }
    }
}

/// Answer to a call that wants to be accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Accepted {
    /// It is stored, and survives the program. With a lease if it was asked for.
    New(Option<Lease>),
    /// It was accepted before; this is what became of it.
    Known(Box<Call>),
    /// Another call has this name.
    Conflict,
    /// As many calls or messages wait as may; nothing is stored.
    Full,
}

/// A call as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Its name.
    pub key: Key,
    /// Its standing: it waits, runs, or has ended.
    pub standing: Standing,
    /// As it was accepted; empty once it has ended, because it is not needed any more.
    pub payload: Secret,
    /// Note of the last step for the next one.
    pub checkpoint: Option<Secret>,
    /// Its one result, as soon as it has one.
    pub result: Option<Secret>,
    /// Signals to it, oldest first; empty once it has ended.
    pub signals: Vec<Secret>,
    /// Number of claims: more than one after a crash.
    pub attempts: u32,
    /// Time of its acceptance.
    pub accepted: Time,
    /// Time of its last step.
    pub changed: Time,
}

/// A step of a call: what [`Store::commit`](crate::Store::commit) stores in one transaction.
///
/// ```
/// use a2t_store::{NewMessage, Secret, Step};
///
/// let step = Step::done(Secret::from("42")).with(NewMessage::new("the answer is 42"));
/// # let _ = step;
/// ```
#[derive(Clone, Debug)]
pub struct Step {
    pub(crate) result: Option<Secret>,
    pub(crate) checkpoint: Option<Secret>,
    pub(crate) messages: Vec<NewMessage>,
    pub(crate) then: Then,
}

/// Fate of a call after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Then {
    /// The worker goes on under its lease.
    Continue,
    /// The worker lets go; anybody claims it from then on.
    Again(Time),
    /// It waits for a signal, and is claimed at the latest at that time.
    Suspend {
        /// Time at which it is claimed even without a signal.
        until: Time,
        /// Number of signals that the worker has read: it does not wait if there are more.
        seen: usize,
    },
    /// It has ended.
    Done,
}

impl Step {
    /// Creates a step after which `then` happens.
    pub fn new(then: Then) -> Self {
        Self { result: None, checkpoint: None, messages: Vec::new(), then }
    }

    /// Returns the end of a call with its result.
    pub fn done(result: impl Into<Secret>) -> Self {
        Self::new(Then::Done).result(result)
    }

    /// Sets the one result of the call. A subscription has it before it ends.
    #[must_use]
    pub fn result(self, result: impl Into<Secret>) -> Self {
        Self { result: Some(result.into()), ..self }
    }

    /// Sets a note for the next worker.
    #[must_use]
    pub fn checkpoint(self, checkpoint: impl Into<Secret>) -> Self {
        Self { checkpoint: Some(checkpoint.into()), ..self }
    }

    /// Adds a message that the step causes. Messages are delivered in the order of these calls.
    #[must_use]
    pub fn with(mut self, message: NewMessage) -> Self {
        self.messages.push(message);
        self
    }
}

/// Last words of a call that is cancelled.
#[derive(Clone, Debug, Default)]
pub struct Ending {
    pub(crate) result: Option<Secret>,
    pub(crate) messages: Vec<NewMessage>,
}

impl Ending {
    /// Creates an end without a message.
    pub fn silent() -> Self {
        Self::default()
    }

    /// Returns the result of the cancelled call; not stored if it has one.
    pub fn result(result: impl Into<Secret>) -> Self {
        Self { result: Some(result.into()), messages: Vec::new() }
    }

    /// Adds a message that the end causes; none is sent if the call has a result already.
    #[must_use]
    pub fn with(mut self, message: NewMessage) -> Self {
        self.messages.push(message);
        self
    }
}

/// Answer to a cancellation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cancelled {
    /// It will not be claimed again; who runs it hears of it at its next step.
    Now,
    /// It had ended.
    Ended(Standing),
    /// There is no such call.
    Unknown,
}

/// Answer to a signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signalled {
    /// It is stored; the call is due if it was suspended.
    Stored,
    /// The call has ended; nothing is stored.
    Ended(Standing),
    /// There is no such call.
    Unknown,
}
