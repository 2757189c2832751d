//! Small bodies that a runtime posts: a user's selection, closing, cancelling, migrating.

use a2t_core::{Code, ValidationError};
use serde_json::Value;

use crate::message::read::{Reader, Reading, document, object};
use crate::message::{Address, UserChoice, limit};

/// The choice of a user, posted to `response_url` (CB-126).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Id of the call that asked.
    pub id: String,
    /// Index of the choice, from 0.
    pub selected: usize,
}

/// A thread is closed: the body of `POST {base}/close_thread` (CB-141).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CloseThread {
    /// The `group_id` of its invocations.
    pub thread_id: String,
}

/// A call or a subscription is cancelled: the body of `POST {base}/cancel_tool_call` (CB-142,
/// CBA-18).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CancelToolCall {
    /// The `group_id` of the invocation.
    pub thread_id: String,
    /// The `id` of the invocation.
    pub tool_call_id: String,
}

/// State moves to another server: the body of `POST {base}/migrate` (CB-152).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Migrate {
    /// Id of the root thread.
    pub session_id: String,
    /// Base URL of the server that takes the state.
    pub destination_url: Address,
}

impl Selection {
    /// Reads a selection.
    ///
    /// # Errors
    /// It is not JSON, or something in it is wrong.
    pub fn parse(text: &[u8]) -> Result<Self, ValidationError> {
        read(text, Self::read)
    }

    /// Reads the selection that answers a question: its id, and one of its choices (CBA-14).
    ///
    /// # Errors
    /// As [`Selection::parse`]; also the id of another call, or an index without a choice.
    pub fn parse_for(text: &[u8], choice: &UserChoice) -> Result<Self, ValidationError> {
        read(text, |reader| {
            let Self { id, selected } = Self::read(reader)?;
            if id != choice.id {
                reader.note(Code::NotAllowed, "id", "the id of the call that asked");
            }
            let count = choice.choices.len();
            if selected >= count {
                let expected = format!("an index from 0 to {}", count.saturating_sub(1));
                reader.note(Code::OutOfRange, "selected", expected);
            }
            Some(Self { id, selected })
        })
    }

    fn read(reader: &mut Reader) -> Option<Self> {
        let (id, selected) = (reader.id("id"), reader.index("selected"));
        Some(Self { id: id?, selected: selected? })
    }

    /// Returns the text that is read as this selection.
    pub fn to_text(&self) -> String {
        let selected = Some(self.selected.into());
        object([("id", Some(self.id.as_str().into())), ("selected", selected)]).to_string()
    }
}

impl CloseThread {
    /// Reads the body.
    ///
    /// # Errors
    /// It is not JSON, or something in it is wrong.
    pub fn parse(text: &[u8]) -> Result<Self, ValidationError> {
        read(text, |reader| Some(Self { thread_id: reader.id("thread_id")? }))
    }

    /// Returns the text that is read as this body.
    pub fn to_text(&self) -> String {
        texts([("thread_id", &self.thread_id)])
    }
}

impl CancelToolCall {
    /// Reads the body.
    ///
    /// # Errors
    /// It is not JSON, or something in it is wrong.
    pub fn parse(text: &[u8]) -> Result<Self, ValidationError> {
        read(text, |reader| {
            let (thread_id, tool_call_id) = (reader.id("thread_id"), reader.id("tool_call_id"));
            Some(Self { thread_id: thread_id?, tool_call_id: tool_call_id? })
        })
    }

    /// Returns the text that is read as this body.
    pub fn to_text(&self) -> String {
        texts([("thread_id", &self.thread_id), ("tool_call_id", &self.tool_call_id)])
    }
}

impl Migrate {
    /// Reads the body.
    ///
    /// # Errors
    /// It is not JSON, or something in it is wrong.
    pub fn parse(text: &[u8]) -> Result<Self, ValidationError> {
        read(text, |reader| {
            let session_id = reader.id("session_id");
            let destination_url = reader.address("destination_url");
            Some(Self { session_id: session_id?, destination_url: destination_url? })
        })
    }

    /// Returns the text that is read as this body.
    pub fn to_text(&self) -> String {
        let destination = self.destination_url.as_str();
        texts([("session_id", &self.session_id), ("destination_url", destination)])
    }
}

fn texts<const N: usize>(members: [(&str, &str); N]) -> String {
    object(members.map(|(name, text)| (name, Some(Value::from(text))))).to_string()
}

fn read<T>(text: &[u8], take: impl FnOnce(&mut Reader) -> Option<T>) -> Result<T, ValidationError> {
    let members = document(text, limit::BODY_BYTES_MAX)?;
    let mut reader = Reader::new(&members, "", Reading::Strict);
    let taken = take(&mut reader);
    Ok(reader.finish(taken)?)
}
