//! The differences between calls of A2T and calls of tools that JSON Schema describes.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use a2t_core::wire::problem::Problem;
use a2t_core::{ApprovedText, ProblemType, ToolId, Violations};
use http::HeaderValue;
use serde_json::Value;

use crate::call::named::Named;
use crate::catalog::drift::{Drift, ToolState};
use crate::{Error, Kind, Result, Retry};

/// A tool that a generated client calls.
pub trait CalledTool: ApprovedText + PartialEq + Send + Sync + 'static {
    /// The client that sends the calls.
    type Wire: Clone + fmt::Debug + Send + Sync;
    /// The inputs, while a call is put together.
    type Inputs: Clone + Default + fmt::Debug + Send + Sync;
    /// The arguments by name.
    type Arguments: Clone + PartialEq + Send + Sync;
    /// A reply, of which the struct of the tool is made.
    type Reply: Send;
    /// State of an approved tool at its server.
    type State: ToolState;

    /// The maximum time that a fake takes to answer, which no call can raise.
    const LIMIT: Option<Duration>;

    /// Returns the name, and id and version if the protocol has them.
    fn named(&self) -> Named<'_>;

    /// Returns the errors that the tool lists, and the id of which their types are made.
    fn errors(&self) -> (&[ProblemType], ToolId);

    /// Returns the arguments that these inputs are sent as.
    fn arguments(&self, inputs: &Self::Inputs) -> Self::Arguments;

    /// Returns the arguments one by one.
    fn pairs(arguments: &Self::Arguments) -> impl Iterator<Item = (&str, &Value)>;

    /// Checks the arguments as a client does before it sends them.
    fn check(&self, arguments: &Self::Arguments) -> Result<()>;

    /// Sends the call, with the options that it sets in place of the client's.
    fn send(
        &'static self,
        wire: Self::Wire,
        inputs: Self::Inputs,
        options: CallOptions,
    ) -> impl Future<Output = Result<Self::Reply>> + Send;

    /// Makes the struct of the tool out of a reply.
    fn read<T>(&self, reply: Self::Reply, read: Read<Self, T>) -> Result<T>;

    /// Invents a valid reply, for a fake without an answer.
    fn sample<T: Default>(&'static self, read: Read<Self, T>) -> Result<T>;

    /// Returns the failure of a tool that says why it failed, in a problem if there is one.
    fn failed(
        message: String,
        problem: Option<Box<Problem>>,
        retry_after: Option<Duration>,
    ) -> Kind;

    /// Adds the tool to an error.
    fn error(&self, error: Error) -> Error;

    /// Compares approved tools with those of the server.
    fn verify(
        wire: Self::Wire,
        approved: Vec<&'static Self>,
    ) -> impl Future<Output = Result<Drift<Self::State>>> + Send;
}

/// A reply that was read, or what is wrong with it.
pub type Reading<T> = std::result::Result<T, Violations>;

/// Reader of the struct of a tool.
pub(crate) type Read<K, T> = fn(&mut <K as CalledTool>::Reply) -> Reading<T>;

/// Options of one call, which override the client's settings.
#[derive(Clone, Debug, Default)]
pub struct CallOptions {
    /// The total time.
    pub within: Option<Duration>,
    /// The policy of retries.
    pub retry: Option<Retry>,
    /// The program's own key.
    pub key: Option<Arc<str>>,
}

impl CallOptions {
    /// Returns the program's own key, if it set one.
    ///
    /// # Errors
    /// [`Kind::IdempotencyKey`]: the text is not a valid key.
    pub fn key(&self) -> Result<Option<HeaderValue>> {
        let key = self.key.as_deref().map(own_key).transpose();
        key.map_err(|key| Error::new(Kind::IdempotencyKey { key: key.into() }))
    }
}

/// Parses a key that the program set. Returns the text itself if it is not a valid key.
pub fn own_key(text: &str) -> std::result::Result<HeaderValue, Box<str>> {
    let carried = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let whole = text.trim_matches(' ') == text && (1..=255).contains(&text.len());
    let key = HeaderValue::from_str(text).ok();
    key.filter(|_| carried && whole).ok_or_else(|| text.into())
}
