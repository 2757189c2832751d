//! Messages that calls cause, and the outcomes of their delivery.

use std::fmt;
use std::sync::Arc;

use crate::{Key, Secret, StoreError, Time};

/// A message as a step causes it.
#[derive(Clone, Debug)]
pub struct NewMessage {
    pub(crate) body: Secret,
    pub(crate) until_cancelled: bool,
    pub(crate) seal: Option<Seal>,
}

/// Seals a body for the number that its message gets in the store.
#[derive(Clone)]
#[cfg_attr(not(feature = "encrypt"), allow(dead_code))]
pub(crate) struct Seal(Arc<Sealing>);

type Sealing = dyn Fn(&Secret, i64) -> Result<Secret, StoreError> + Send + Sync;

impl Seal {
    #[cfg(feature = "encrypt")]
    pub(crate) fn new(
        seal: impl Fn(&Secret, i64) -> Result<Secret, StoreError> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(seal))
    }
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seal")
    }
}

impl NewMessage {
    /// Creates a message. The body contains the destination as well; a store does not read it.
    pub fn new(body: impl Into<Secret>) -> Self {
        Self { body: body.into(), until_cancelled: false, seal: None }
    }

    /// Drops the message if the call is cancelled before it is delivered, as events of a
    /// subscription are.
    #[must_use]
    pub fn until_cancelled(self) -> Self {
        Self { until_cancelled: true, ..self }
    }

    /// Returns the body as it is stored in the row of this number.
    pub(crate) fn body_at(&self, number: i64) -> Result<Secret, StoreError> {
        match &self.seal {
            Some(Seal(seal)) => seal(&self.body, number),
            None => Ok(self.body.clone()),
        }
    }
}

/// A message on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The same at each attempt, so that the receiver knows a duplicate: `msg_` and 32 digits.
    pub id: String,
    /// The call that caused it.
    pub call: Key,
    /// As the step gave it.
    pub body: Secret,
    /// This attempt's number, from 1. An attempt whose worker ended before it stored the outcome is not counted.
    pub attempt: u32,
    /// Time at which the step was committed.
    pub created: Time,
}

/// Outcome of an attempt to deliver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The receiver has it. The body is erased.
    Delivered,
    /// Not yet; again at that time, after a reply of this status, or none. Later messages of its group wait.
    Retry(Time, Option<u16>),
    /// There are no more attempts unless it is requeued. Later messages of its group go on.
    Dead(Reason),
}

/// Reason why a message is dead, or is tried again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The receiver refused it with that status.
    Refused(u16),
    /// The schedule ended; the last status, or nothing if there was no reply.
    Exhausted(Option<u16>),
    /// The address may not be dialled.
    Forbidden,
    /// Its call was cancelled.
    Cancelled,
    /// The worker cannot read it.
    Unreadable,
    /// It is tried again after a reply of this status, or none.
    Last(Option<u16>),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(status) => write!(f, "refused {status}"),
            Self::Exhausted(Some(status)) => write!(f, "exhausted {status}"),
            Self::Exhausted(None) => f.write_str("exhausted"),
            Self::Forbidden => f.write_str("forbidden"),
            Self::Cancelled => f.write_str("cancelled"),
            Self::Unreadable => f.write_str("unreadable"),
            Self::Last(Some(status)) => write!(f, "last {status}"),
            Self::Last(None) => f.write_str("last no reply"),
        }
    }
}

#[cfg(any(feature = "nats", feature = "sql"))]
impl Reason {
    /// The reason of which this is the text.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (word, status) = text.split_once(' ').unwrap_or((text, ""));
        let status = status.parse().ok();
        match word {
            "refused" => status.map(Self::Refused),
            "exhausted" => Some(Self::Exhausted(status)),
            "forbidden" => Some(Self::Forbidden),
            "cancelled" => Some(Self::Cancelled),
            "unreadable" => Some(Self::Unreadable),
            "last" => Some(Self::Last(status)),
            _ => None,
        }
    }
}
