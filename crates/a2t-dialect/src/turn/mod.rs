//! A model's message in, the program's next step out: calls to carry out, an answer that is
//! finished, or the reason why it is not.

mod calls;
mod piece;
mod reply;
pub(crate) mod rpc;
mod word;

use std::fmt;

use a2t_core::error::inert;
use serde_json::Value;

use crate::hosted::{HostedEvent, RunBy, Stage};
use crate::{Call, Dialect, Result};
pub(crate) use calls::calls;
pub(crate) use reply::{messages, text, user_message};
pub(crate) use word::{of as end, reason};

/// The program's next step after a model's message, as [`Dialect::turn`] reads it.
///
/// An executor's `answer` has the same steps, with the message that carries the results back in
/// [`Turn::Called`]. The text that most of them have is the provider's own, or names what is waited
/// for; [`Display`](fmt::Display) adds what to do next.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Turn<C = Vec<Call>> {
    /// Tools are called. All calls are to be answered in the next request.
    Called(C),
    /// The model has finished: the message is its answer.
    Finished,
    /// The message reached a limit of length. Its last call may be half of one, so none is run: ask
    /// again with a higher limit.
    CutOff(String),
    /// The provider interrupts a long turn of its own tools: send the conversation with this
    /// message at its end, and the model continues.
    Paused(String),
    /// The provider could not read what the model called: ask again.
    Malformed(String),
    /// A user's consent, or a tool that neither the provider nor an executor runs, comes first. In A2A and MCP, also a
    /// message that calls no tool and waits for the program's answer.
    Waiting(String),
    /// The model refused, a filter intervened, the run or task failed or the message is an error: there is no answer.
    Refused(String),
    /// A piece of a stream, or a run or task that goes on: pass the whole reply when it is there.
    /// [`Dialect::accumulator`] puts the pieces together.
    Streaming(String),
    /// The agent hands the conversation over to this one (AutoGen): pass the messages to it.
    HandOff(String),
    /// The message ended for a reason that this crate does not know.
    Unknown(String),
}

impl<C> Turn<C> {
    /// Returns the same step, with something else in place of the calls.
    pub fn map<D>(self, called: impl FnOnce(C) -> D) -> Turn<D> {
        match self {
            Self::Called(calls) => Turn::Called(called(calls)),
            Self::Finished => Turn::Finished,
            Self::CutOff(word) => Turn::CutOff(word),
            Self::Paused(word) => Turn::Paused(word),
            Self::Malformed(word) => Turn::Malformed(word),
            Self::Waiting(why) => Turn::Waiting(why),
            Self::Refused(word) => Turn::Refused(word),
            Self::Streaming(word) => Turn::Streaming(word),
            Self::HandOff(agent) => Turn::HandOff(agent),
            Self::Unknown(word) => Turn::Unknown(word),
        }
    }

    /// Returns the calls, or the message that answers them.
    pub fn called(self) -> Option<C> {
        match self {
            Self::Called(calls) => Some(calls),
            _ => None,
        }
    }
}

impl<C> fmt::Display for Turn<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Called(_) => f.write_str("the model calls tools"),
            Self::Finished => f.write_str("the model has finished"),
            Self::CutOff(word) => write!(
                f,
                "the message was cut off (`{}`), nothing in it was run: ask again with a higher limit",
                inert(word)
            ),
            Self::Paused(word) => write!(
                f,
                "the provider paused (`{}`): send the conversation with this message at its end",
                inert(word)
            ),
            Self::Malformed(word) => {
                write!(f, "the model's call could not be read (`{}`): ask again", inert(word))
            }
            Self::Waiting(why) => write!(f, "nothing was run: {}", inert(why)),
            Self::Refused(word) => write!(f, "there is no answer (`{}`)", inert(word)),
            Self::Streaming(word) => {
                write!(f, "the reply is not whole (`{}`): pass it when it is complete", inert(word))
            }
            Self::HandOff(agent) => {
                write!(f, "`{}` goes on: pass the messages to it", inert(agent))
            }
            Self::Unknown(word) => {
                write!(f, "the message ended for another reason (`{}`)", inert(word))
            }
        }
    }
}

pub(crate) fn turn(dialect: Dialect, message: &Value) -> Result<Turn> {
    if let Some(word) = piece::of(dialect, message) {
        return Ok(Turn::Streaming(word));
    }
    let message = piece::whole(dialect, message);
    let ended = word::of(dialect, message);
    if let Some(ended @ (Turn::CutOff(_) | Turn::Malformed(_))) = ended {
        return Ok(ended);
    }
    if let Some(ended @ (Turn::Refused(_) | Turn::Streaming(_))) = ended {
        return Ok(ended);
    }
    let calls = calls(dialect, message)?;
    if let Some(why) = dialect.shape().unconfirmed(message) {
        return Ok(Turn::Waiting(why));
    }
    if !calls.is_empty() {
        return Ok(Turn::Called(calls));
    }
    if let Some(why) = waits(dialect, message) {
        return Ok(Turn::Waiting(why));
    }
    if let Some(step) = dialect.shape().step(message) {
        return Ok(step);
    }
    if word::refuses(message) {
        return Ok(Turn::Refused("refusal".to_owned()));
    }
    Ok(match ended {
        Some(Turn::Called(_)) => {
            Turn::Malformed("the message ended with calls, and has none".to_owned())
        }
        Some(other) => other,
        None => word::without_reason(message),
    })
}

/// The tool that only the program can run, in a message without calls of functions.
fn waits(dialect: Dialect, message: &Value) -> Option<String> {
    let events = HostedEvent::all(dialect, message);
    let is_open = |event: &&HostedEvent| {
        let asks = matches!(event.stage(), Stage::Call | Stage::Approval);
        asks && event.run_by() == RunBy::Program && event.raw().get("output").is_none()
    };
    if let Some(event) = events.iter().find(is_open) {
        return Some(format!("`{}` waits for the program", event.word()));
    }
    let custom = dialect.shape().custom(message)?;
    Some(format!("the custom tool `{custom}` waits for the program"))
}

#[cfg(test)]
mod tests;
