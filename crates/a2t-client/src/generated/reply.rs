//! Converts the reply of a tool to the struct that was generated for it.

use std::fmt;

use a2t_core::{Approved, ProblemType, ToolId, ToolSignature};
use serde_json::Value;

use crate::Caller;
use crate::call::called::{CalledTool, Reading};
use crate::generated::output::Output;
use crate::generated::read::{Read, Reader};

/// The struct that holds the reply of one tool, in `reply` of a generated client; `C` is the client's
/// `Calls`.
pub trait Reply<C: Generated>: Clone + Default + fmt::Debug + Send + Sync + 'static {
    /// Reads the reply of a server.
    #[doc(hidden)]
    fn read(reply: &mut <C::Tool as CalledTool>::Reply) -> Reading<Self>;
}

/// The methods of a generated client, independent of how calls are sent.
pub trait Generated: Sized {
    /// What describes a tool.
    type Tool: CalledTool;

    /// The approved tools.
    fn tools() -> &'static Approved<Self::Tool>;

    /// The methods through this caller.
    fn through(caller: Caller<Self::Tool>) -> Self;

    /// The errors of the tool at this position, and the id of which their types are made.
    fn errors(tool: usize) -> Option<(&'static [ProblemType], ToolId)> {
        Some(Self::tools().at(tool).ok()?.errors())
    }
}

/// A generated client that calls its vendor, as an executor takes it. A fake's replies are structs
/// of the program, which no model can be shown.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a generated client",
    label = "expected a client such as `weather::Client`",
    note = "in tests, give the client the URL of an `a2t::testing::MockServer`; for other ways to run tools there is `a2t::dialect::Invoke`"
)]
pub trait Remote {
    /// Sender of its calls.
    fn caller(&self) -> &Caller;
}

/// The outputs of one reply, in the order of the signature; read once each.
pub struct Outputs {
    signature: &'static ToolSignature,
    /// The position of the next output.
    next: usize,
    values: Vec<Option<Value>>,
}

a2t_core::opaque! {
    [] "Outputs" Outputs;
}

impl Outputs {
    pub(crate) fn new(signature: &'static ToolSignature, values: Vec<Option<Value>>) -> Self {
        Self { signature, next: 0, values }
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
