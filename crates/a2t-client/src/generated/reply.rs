//! The outputs of one reply become the struct that was generated for its tool.

use std::any::Any;
use std::fmt;

use a2t_core::{ProblemType, ToolId, ToolSignature};
use serde_json::Value;

use crate::generated::output::Output;
use crate::generated::read::{Read, Reader};
use crate::{Approved, Caller};

/// The struct that holds the outputs of one tool, in `reply` of a generated client; `C` is the
/// client's `Calls`.
pub trait Reply<C>: Clone + fmt::Debug + Send + Sync + 'static {
    /// Reads the outputs, in the order of the signature.
    #[doc(hidden)]
    fn read(outputs: &mut Outputs) -> Self;
}

/// The methods of a generated client, over any way to send their calls.
#[doc(hidden)]
pub trait Generated: Sized {
    /// The approved signatures.
    fn tools() -> &'static Approved;

    /// The methods through this caller.
    fn through(caller: Caller) -> Self;

    /// The errors of the tool at this position, and its id.
    fn errors(tool: usize) -> Option<(&'static [ProblemType], ToolId)> {
        let tool = Self::tools().at(tool).ok()?;
        Some((&tool.errors, tool.tool_id))
    }
}

/// A generated client that calls its vendor, as an executor takes it. A fake's replies are structs
/// of the program, which no model can be shown.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a generated client",
    label = "expected a client such as `weather::Client`",
    note = "in tests, give the client the URL of an `a2t::testing::MockServer`; for other ways to run tools there is `a2t::dialect::Invoke`"
)]
#[doc(hidden)]
pub trait Remote {
    /// Sender of its calls.
    fn caller(&self) -> &Caller;
}

/// The outputs of one reply, in the order of the signature; read once each.
#[doc(hidden)]
pub struct Outputs {
    signature: &'static ToolSignature,
    /// The position of the next output.
    next: usize,
    values: Vec<Option<Value>>,
    /// A reply that a test wrote, in place of the values.
    written: Option<Box<dyn Any + Send>>,
}

impl Outputs {
    pub(crate) fn new(signature: &'static ToolSignature, values: Vec<Option<Value>>) -> Self {
        let written = None;
        Self { signature, next: 0, values, written }
    }

    pub(crate) fn written<T: Any + Send>(signature: &'static ToolSignature, reply: T) -> Self {
        Self { written: Some(Box::new(reply)), ..Self::new(signature, Vec::new()) }
    }

    pub(crate) fn into_reply<T: Any>(mut self, read: fn(&mut Self) -> T) -> T {
        let written = self.written.take().and_then(|reply| reply.downcast().ok());
        written.map_or_else(|| read(&mut self), |reply| *reply)
    }

    /// Takes the next output.
    pub fn take<T: Read>(&mut self) -> Output<T> {
        let index = self.next;
        self.next += 1;
        let declared = self.signature.output_parameters.get(index);
        let value = self.values.get_mut(index).and_then(Option::take);
        // The reply was checked before: only where generated code and signature differ is one refused.
        let value = value.and_then(|value| Reader::whole(value).ok());
        Output::new(declared.map_or("", |output| &output.name), value)
    }
}
