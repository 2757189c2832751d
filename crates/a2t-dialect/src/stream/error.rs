//! Errors of streams.

use std::fmt;

use a2t_core::error::inert;

use crate::Error;

/// An error in the events of a streamed reply.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StreamError {
    /// The dialect has no stream.
    NoStream {
        /// The dialect's id.
        dialect: &'static str,
        /// Advice on what to pass instead of a stream.
        instead: &'static str,
    },
    /// An event is not of the dialect, or contradicts those before it.
    Event {
        /// The dialect's id.
        dialect: &'static str,
        /// Name of the event; empty if it has none.
        event: String,
        /// A description of the event or value that was expected.
        expected: String,
    },
    /// The provider reported an error in the stream.
    Provider {
        /// The dialect's id.
        dialect: &'static str,
        /// The provider's own text.
        error: String,
    },
    /// The message is larger than the accumulator may keep.
    TooLarge {
        /// The dialect's id.
        dialect: &'static str,
        /// The limit that was reached, with its unit.
        limit: String,
    },
    /// The stream ended before the message did.
    Cut {
        /// The dialect's id.
        dialect: &'static str,
        /// Descriptions of the incomplete parts.
        missing: Vec<String>,
    },
    /// The message is not of the dialect.
    Message(Error),
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStream { dialect, instead } => {
                write!(f, "{dialect}: a2t reads no stream of this dialect: {instead}")
            }
            Self::Event { dialect, event, expected } => {
                let event = if event.is_empty() { "an event" } else { event };
                write!(f, "{dialect}: {}: expected {}", inert(event), inert(expected))
            }
            Self::Provider { dialect, error } => {
                write!(f, "{dialect}: the provider reported an error: {}", inert(error))
            }
            Self::TooLarge { dialect, limit } => {
                write!(f, "{dialect}: the message has more than {limit}")
            }
            Self::Cut { dialect, missing } => {
                write!(f, "{dialect}: the stream ended too early, without ")?;
                f.write_str(&inert(&missing.join(", ")))
            }
            Self::Message(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StreamError {}

impl From<Error> for StreamError {
    fn from(error: Error) -> Self {
        Self::Message(error)
    }
}
