//! Events of a provider's stream in; text and calls out while others still stream, and the whole
//! reply at the end.
//!
//! ```text
//! event ─▶ a dialect's `read` ─▶ Draft, the message so far ─┬─ an item ends    ─▶ Shape::calls ─▶ Streamed
//!                                                           └─ the message ends ─▶ Dialect::turn ─▶ Reply
//! ```
//!
//! A dialect's file only moves an event's values to the item that they belong to. `Draft` decides
//! when an item is complete. Calls and turns are read by the functions that read a whole message.

mod anthropic;
mod bedrock_converse;
mod draft;
mod edit;
mod error;
mod gemini;
mod interactions;
mod openai_chat;
mod openai_responses;
mod partial;
mod usage;
mod vercel_ai;

use std::collections::BTreeMap;

use serde_json::Value;

use crate::turn::reason;
use crate::{Call, Dialect, Turn};
use draft::{Draft, Format};
pub use error::StreamError;
pub use usage::Usage;

type Result<T, E = StreamError> = std::result::Result<T, E>;

/// Bytes of a message that an accumulator keeps if no other limit is set.
const LIMIT: usize = 16 << 20;

/// Puts the events of one streamed reply together: [`Dialect::accumulator`] creates it.
///
/// [`push`](Self::push) takes the name and the data of a server-sent event, as crates such as
/// `eventsource-stream` and `reqwest-eventsource` return them, and returns the text and the calls that
/// the event completed. [`finish`](Self::finish) returns the whole reply.
///
/// ```
/// use a2t_dialect::{Dialect, Streamed, Turn};
///
/// let mut stream = Dialect::OpenaiChat.accumulator()?;
/// for data in [
///     r#"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"now","arguments":"{\"city\":"}}]}}]}"#,
///     r#"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\"Rome\"}"}}]}}]}"#,
///     r#"{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}"#,
///     "[DONE]",
/// ] {
///     for streamed in stream.push("message", data)? {
///         match streamed {
///             Streamed::Text(text) => print!("{text}"),
///             Streamed::Call(call) => println!("{}", call.name()),
///             _ => {}
///         }
///     }
/// }
/// let reply = stream.finish()?;
/// assert_eq!(reply.turn, Dialect::OpenaiChat.turn(&reply.message)?);
/// assert_eq!(reply.turn.called().unwrap()[0].name(), "now");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # When a call is complete
///
/// A call is returned when its own item ends and its arguments are a whole JSON object. Other calls,
/// such as one without any arguments, could be half of one that reached the limit of tokens: they are
/// returned when the next item starts, or when the message ends in calls. Chat Completions has no
/// event for the end of an item: there, a call ends when the next one starts. In the AI SDK's stream,
/// the server may still answer a call or ask for an approval, so calls are returned when the message ends.
///
/// A message whose calls were returned can still be cut off or refused, and
/// [`Reply::turn`] then has no calls: before the end, run only tools that do no harm when they run
/// again. If the turn is [`Turn::Called`], each of its calls was returned once by `push`: carry out
/// either those, or the ones of the turn.
///
/// # Limits
///
/// A message may have 1,024 items (calls, texts and others), and 16 MiB or
/// the number of bytes that [`max_bytes`](Self::max_bytes) sets.
#[derive(Debug)]
pub struct Accumulator {
    draft: Draft,
    failed: Option<StreamError>,
}

/// A part of a streamed reply that an event completed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Streamed {
    /// More of the answer's text.
    Text(String),
    /// A whole call.
    Call(Call),
}

/// A streamed reply as a whole.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Reply {
    /// The reply as the provider would have sent it without a stream.
    pub message: Value,
    /// The step that it asks for: that of [`Dialect::turn`] for the message.
    pub turn: Turn,
    /// Numbers of tokens, if the provider sent them.
    pub usage: Option<Usage>,
    /// The provider's reason for the end, such as `tool_use`.
    pub stop_reason: Option<String>,
    /// Events and parts of events that this crate does not know, by name, and how many there were.
    pub ignored: BTreeMap<String, u64>,
}

impl Dialect {
    /// Creates an accumulator for one streamed reply in this dialect. Gemini's reads
    /// `streamGenerateContent` and the Interactions API, and the AI SDK's its UI message stream.
    ///
    /// # Errors
    /// [`StreamError::NoStream`]: a dialect whose messages do not come in pieces that a2t reads.
    pub fn accumulator(self) -> Result<Accumulator> {
        let draft = Draft::new(self, format(self)?, LIMIT);
        Ok(Accumulator { draft, failed: None })
    }
}

fn format(dialect: Dialect) -> Result<&'static Format> {
    let instead = match dialect {
        Dialect::Anthropic => return Ok(&anthropic::FORMAT),
        Dialect::AzureFoundryV2 | Dialect::OpenaiResponses => return Ok(&openai_responses::FORMAT),
        Dialect::BedrockConverse => return Ok(&bedrock_converse::FORMAT),
        Dialect::Gemini => return Ok(&gemini::FORMAT),
        Dialect::OpenaiChat => return Ok(&openai_chat::FORMAT),
        Dialect::VercelAi => return Ok(&vercel_ai::FORMAT),
        Dialect::A2a | Dialect::Mcp => "each message of the protocol is whole",
        Dialect::AzureFoundry | Dialect::OpenaiAssistants => {
            "pass the run that waits for its calls, once it has the status `requires_action`"
        }
        Dialect::Autogen | Dialect::Crewai | Dialect::Langchain => {
            "pass the whole message of the framework, or the provider's stream in its own dialect"
        }
        Dialect::BedrockAgents => "pass the event `returnControl`, which has all calls",
    };
    Err(StreamError::NoStream { dialect: dialect.id(), instead })
}

impl Accumulator {
    /// Sets the maximum size of the message, in bytes.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.draft.limit = bytes;
        self
    }

    /// Takes the name and the data of an event, and returns what the event completed. The name may be empty or
    /// `message` where the provider sends none; of Amazon's event stream, it is the header
    /// `:event-type`. `[DONE]` is accepted as the end of a stream.
    ///
    /// # Errors
    /// Data that is not JSON or not of the dialect, an error that the provider reports, and a message
    /// beyond the limits. After an error, every further call returns the same error. Unknown
    /// events are no error: [`Reply::ignored`] has their names.
    pub fn push(&mut self, name: &str, data: &str) -> Result<Vec<Streamed>> {
        if data.trim() == "[DONE]" {
            return self.read(|draft| draft.done());
        }
        match serde_json::from_str(data) {
            Ok(event) => self.read(|draft| draft.read(name, &event)),
            Err(error) => self.read(|draft| {
                draft.begin(name);
                Err(draft.wrong(&format!("JSON: {error}")))
            }),
        }
    }

    /// Takes an event that was parsed already, such as one of an SDK, and returns what it completed.
    ///
    /// # Errors
    /// Those of [`push`](Self::push).
    pub fn push_value(&mut self, event: &Value) -> Result<Vec<Streamed>> {
        self.read(|draft| draft.read("", event))
    }

    /// Returns the numbers of tokens so far.
    pub fn usage(&self) -> Option<Usage> {
        Usage::of(self.draft.base())
    }

    /// Returns the provider's reason for the end, once it was sent.
    pub fn stop_reason(&self) -> Option<&str> {
        reason(self.draft.dialect, self.draft.base()).filter(|_| self.draft.has_stopped())
    }

    /// Returns the whole reply.
    ///
    /// # Errors
    /// [`StreamError::Cut`] for a stream that ended too early, with what is incomplete; the error of
    /// an event; and a message that is not of the dialect, as [`Dialect::turn`] returns it.
    pub fn finish(self) -> Result<Reply> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let (usage, dialect) = (self.usage(), self.draft.dialect);
        let stop_reason = self.stop_reason().map(str::to_owned);
        let missing = self.draft.missing();
        if !missing.is_empty() {
            return Err(StreamError::Cut { dialect: dialect.id(), missing });
        }
        let (message, ignored) = self.draft.into_message();
        let turn = dialect.turn(&message)?;
        Ok(Reply { message, turn, usage, stop_reason, ignored })
    }

    fn read(&mut self, event: impl FnOnce(&mut Draft) -> Result<()>) -> Result<Vec<Streamed>> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        match event(&mut self.draft) {
            Ok(()) => Ok(self.draft.streamed()),
            Err(error) => {
                self.failed = Some(error.clone());
                Err(error)
            }
        }
    }
}

#[cfg(test)]
mod tests;
