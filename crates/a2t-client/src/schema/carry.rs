//! Calls of tools that JSON Schema describes: inputs by name, checked by the approved schema and carried by
//! a client of their protocol.

use std::any::Any;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use a2t_core::wire::problem::Problem;
use a2t_core::{ProblemType, ToolId};
use a2t_schema::Tool;
use a2t_schema::validate::Validator;
use serde_json::Value;

use super::typed::{Map, Object, Write};
use super::{Approved, Content, Drift, Reply, State};
use crate::call::called::{CallOptions, CalledTool, Read};
use crate::call::named::Named;
use crate::{Error, Kind, Result};

/// A reply on its way.
#[doc(hidden)]
pub type Carrying<'a, T = Reply> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

/// A client of a protocol, which carries calls of approved tools.
#[doc(hidden)]
pub trait Carry: Any + fmt::Debug + Send + Sync {
    /// Calls the tool, and waits for its answer.
    fn carry<'a>(
        &'a self,
        tool: &'a Tool,
        arguments: Map,
        options: &'a CallOptions,
    ) -> Carrying<'a>;

    /// Compares the server's tools with the approved ones.
    fn verify<'a>(&'a self, approved: &'a [&'static Tool]) -> Carrying<'a, Drift>;

    /// The carrier, for the library that made it.
    fn as_any(&self) -> &dyn Any;
}

/// A call and its carrier.
#[doc(hidden)]
pub struct Carriage {
    /// The carrier.
    pub by: Arc<dyn Carry>,
    /// The approved tool.
    pub tool: &'static Tool,
    /// The arguments, which are not checked yet.
    pub arguments: Map,
}

a2t_core::opaque! {
    [] "Carriage" Carriage;
}

/// Sender of the calls of a generated client, and the tools that they call.
#[doc(hidden)]
pub type Caller = crate::Caller<Tool>;

/// A call of the tool at `index` of a generated client's table.
#[doc(hidden)]
pub type Call = crate::Call<Tool>;

/// A call that is sent when it is awaited, for the reply `T`.
pub type Sending<T> = crate::Sending<T, Tool>;

/// A comparison of a server's tools with the approved ones, made when it is awaited. The tools of a
/// fake are always as they were approved.
pub type Verifying = crate::Verifying<Tool>;

/// A generated client that calls its server, as an executor takes it. A fake's replies are structs
/// of the program, which no model can be shown.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a generated client of an MCP or a RAP server",
    label = "expected a client such as `filesystem::Client`"
)]
pub trait Remote {
    /// Sender of its calls.
    #[doc(hidden)]
    fn caller(&self) -> &Caller;
}

impl CalledTool for Tool {
    type Wire = Arc<dyn Carry>;
    type Inputs = Object;
    type Arguments = Map;
    type Reply = Reply;
    type State = State;

    const LIMIT: Option<Duration> = None;

    fn named(&self) -> Named<'_> {
        (&*self.name).into()
    }

    fn errors(&self) -> (&[ProblemType], ToolId) {
        // Each error has its type, so none depends on an id.
        (&self.errors, ToolId::from_u128(0))
    }

    fn arguments(&self, inputs: &Object) -> Map {
        inputs.members().clone()
    }

    fn pairs(arguments: &Map) -> impl Iterator<Item = (&str, &Value)> {
        arguments.iter().map(|(name, value)| (&**name, value))
    }

    fn check(&self, arguments: &Map) -> Result<()> {
        let validator = Validator::new(&self.input);
        let validator =
            validator.map_err(|error| Error::new(Kind::Schema { fault: error.to_string() }))?;
        match validator.violations(&Value::Object(arguments.clone()), "") {
            violations if violations.is_empty() => Ok(()),
            violations => Err(Error::new(Kind::Invalid { tool: self.name.clone(), violations })),
        }
    }

    async fn send(
        &'static self,
        by: Arc<dyn Carry>,
        inputs: Object,
        options: CallOptions,
    ) -> Result<Reply> {
        by.carry(self, inputs.into_members(), &options).await
    }

    fn read<T>(&self, mut reply: Reply, read: Read<Self, T>) -> Result<T> {
        // For the error; compared with a call of a server the copy costs nothing.
        let kept = reply.clone();
        read(&mut reply).map_err(|violations| {
            let kind = Kind::Output { violations, reply: Box::new(kept) };
            self.error(Error::new(kind))
        })
    }

    fn sample<T: Default>(&'static self, _: Read<Self, T>) -> Result<T> {
        Ok(T::default())
    }

    fn failed(message: String, problem: Option<Box<Problem>>, _: Option<Duration>) -> Kind {
        let reply = Reply { content: vec![Content::Text(message)], problem, ..Reply::default() };
        Kind::Tool { reply: Box::new(reply) }
    }

    fn error(&self, error: Error) -> Error {
        let hints = &self.annotations;
        let is_harmless = hints.read_only == Some(true) || hints.idempotent == Some(true);
        error.of_tool(&self.name, is_harmless)
    }

    async fn verify(by: Arc<dyn Carry>, approved: Vec<&'static Self>) -> Result<Drift> {
        by.verify(&approved).await
    }
}

impl crate::Caller<Tool> {
    /// Calls of these tools through a client of their protocol.
    pub fn new(by: impl Carry, tools: &'static Approved) -> Self {
        Self::through(Arc::new(by), tools)
    }
}

impl crate::Call<Tool> {
    /// Sets the input of this name on the wire; the last value counts.
    #[must_use]
    pub fn set<T: Write>(self, name: &'static str, value: impl Into<T>) -> Self {
        Self { inputs: self.inputs.set(name, value), ..self }
    }

    /// Sets all inputs of a tool whose schema names none.
    #[must_use]
    pub fn all<T: Write>(self, arguments: impl Into<T>) -> Self {
        Self { inputs: self.inputs.all(arguments), ..self }
    }

    /// Returns the carrier of this call, with its tool and arguments; `None` for a fake.
    pub fn carriage(&self) -> Option<Result<Carriage>> {
        let by = Arc::clone(self.caller.wire()?);
        let arguments = self.inputs.members().clone();
        Some(self.tool().map(|tool| Carriage { by, tool, arguments }))
    }
}
