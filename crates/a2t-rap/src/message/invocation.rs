//! The invocation of a tool, and the way back to its sender.

use std::fmt;

use a2t_core::ValidationError;
use serde_json::Value;

use crate::message::read::{Members, Reader, Reading, document, object, outline, some};
use crate::message::{Address, limit};

/// A call of a tool (CB-46 to CB-49).
///
/// `Debug` shows neither arguments nor the callback URL.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Invocation {
    /// Name of the tool.
    pub operation: String,
    /// Arguments by name, not checked yet.
    pub arguments: Members,
    /// Destination for its results.
    pub address: ReturnAddress,
    /// Threads above this one, the root first; empty for the root (CB-49).
    pub thread_ancestors: Vec<String>,
    /// The person for whom the agent works.
    pub user_id: Option<String>,
}

/// Destination for the results of a call: where they are posted, and the ids that they carry (CB-33,
/// CB-34).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReturnAddress {
    /// URL that callbacks are posted to.
    pub callback_url: Address,
    /// Thread of the conversation; in every callback (CB-13).
    pub group_id: String,
    /// Id of the call; with the thread it identifies the call (CBA-22).
    pub id: String,
    /// Second id of some providers, echoed where it was given.
    pub call_id: Option<String>,
}

/// A body that is not an invocation.
///
/// With an [`address`](Self::address) answer 200 and post the problem there as a result (CB-10);
/// without one there is no receiver: answer 400 (CBA-7).
#[derive(Clone, Debug, PartialEq)]
pub struct InvocationError {
    /// Everything that is wrong.
    pub problem: ValidationError,
    /// Destination for the result with the problem, if that could be read.
    pub address: Option<Box<ReturnAddress>>,
}

impl Invocation {
    /// Creates an invocation of this tool, in the root thread.
    pub fn new(operation: impl Into<String>, arguments: Members, address: ReturnAddress) -> Self {
        Self {
            operation: operation.into(),
            arguments,
            address,
            thread_ancestors: Vec::new(),
            user_id: None,
        }
    }

    /// Reads an invocation. Members that RAP does not define are passed over (CBA-29).
    ///
    /// # Errors
    /// It is not JSON, not an object, or something in it is wrong.
    pub fn parse(text: &[u8], reading: Reading) -> Result<Self, InvocationError> {
        let members = document(text, limit::INVOCATION_BYTES_MAX).map_err(|problem| {
            InvocationError { problem, address: ReturnAddress::outline(text) }
        })?;
        let mut reader = Reader::new(&members, "", reading);
        let address = ReturnAddress::read(&mut reader);
        let read = Self::read(&mut reader, address.clone());
        reader.finish(read).map_err(|violations| InvocationError {
            problem: violations.into(),
            address: address.map(Box::new),
        })
    }

    fn read(reader: &mut Reader, address: Option<ReturnAddress>) -> Option<Self> {
        let operation = reader.id("operation");
        let arguments = match reader.present("arguments") {
            None if reader.is_lenient() => Some(Members::new()),
            _ => reader.object("arguments").cloned(),
        };
        let ancestors = reader.texts("thread_ancestors", limit::ANCESTORS_MAX);
        let user_id = reader.optional_id("user_id");
        Some(Self {
            operation: operation?,
            arguments: arguments?,
            address: address?,
            thread_ancestors: ancestors.unwrap_or_default(),
            user_id,
        })
    }

    /// Returns the text that is read as this invocation. What is absent is left out.
    pub fn to_text(&self) -> String {
        let address = &self.address;
        let ancestors = self.thread_ancestors.clone();
        let ancestors = (!ancestors.is_empty()).then(|| Value::from(ancestors));
        let members = object([
            ("operation", Some(self.operation.as_str().into())),
            ("arguments", Some(Value::Object(self.arguments.clone()))),
            ("id", Some(address.id.as_str().into())),
            ("call_id", some(&address.call_id)),
            ("callback_url", Some(address.callback_url.as_str().into())),
            ("group_id", Some(address.group_id.as_str().into())),
            ("thread_ancestors", ancestors),
            ("user_id", some(&self.user_id)),
        ]);
        members.to_string()
    }
}

impl ReturnAddress {
    /// Creates a destination for results, without a second id.
    pub fn new(callback_url: Address, group_id: impl Into<String>, id: impl Into<String>) -> Self {
        Self { callback_url, group_id: group_id.into(), id: id.into(), call_id: None }
    }

    /// Reads the destination, if nothing is wrong with the three members that it needs.
    fn read(reader: &mut Reader) -> Option<Self> {
        let (id, group_id) = (reader.id("id"), reader.id("group_id"));
        let callback_url = reader.address("callback_url");
        let wrong = reader.found.len();
        let call_id = reader.optional_id("call_id").filter(|_| reader.found.len() == wrong);
        if wrong > 0 {
            return None;
        }
        Some(Self { callback_url: callback_url?, group_id: group_id?, id: id?, call_id })
    }

    /// Reads the destination of an invocation that is an object, though it cannot be read as a whole.
    fn outline(text: &[u8]) -> Option<Box<Self>> {
        if text.len() > limit::INVOCATION_BYTES_MAX {
            return None;
        }
        let members = outline(text, &["id", "group_id", "callback_url", "call_id"])?;
        Self::read(&mut Reader::new(&members, "", Reading::Strict)).map(Box::new)
    }
}

impl fmt::Debug for Invocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Invocation")
            .field("operation", &self.operation)
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for InvocationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

impl std::error::Error for InvocationError {}
