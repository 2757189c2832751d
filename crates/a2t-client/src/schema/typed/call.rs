//! A call of a generated client while it is put together, and on its way.

use std::any::{Any, TypeId};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use a2t_core::{Damaged, ProblemType, ToolId, Violations};
use a2t_schema::Tool;

use super::carry::{CallOptions, Carriage, Carry};
use super::write::{Object, Write};
use crate::schema::fake::{Script, Sent};
use crate::schema::{Approved, Drift, Reply};
use crate::{Error, Kind, Result, Retry};

/// A reply that was read, or what is wrong with it.
#[doc(hidden)]
pub type Reading<T> = std::result::Result<T, Violations>;

/// The struct that holds the reply of one tool, in `reply` of a generated client; `C` is the
/// client's `Calls`.
pub trait Typed<C>: Clone + Default + fmt::Debug + Send + Sync + 'static {
    /// Reads the reply of a server.
    #[doc(hidden)]
    fn from_reply(reply: Reply) -> Reading<Self>;
}

/// The methods of a generated client, over any way to send their calls.
#[doc(hidden)]
pub trait Generated: Sized {
    /// The approved tools.
    fn tools() -> &'static Approved;

    /// The methods through this caller.
    fn through(caller: Caller) -> Self;

    /// The errors of the tool at this position. Each has its type, so none depends on an id.
    fn errors(tool: usize) -> Option<(&'static [ProblemType], ToolId)> {
        let tool = Self::tools().at(tool).ok()?;
        Some((&tool.errors, ToolId::from_u128(0)))
    }
}

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

/// Sender of the calls of a generated client, and the tools that they call.
#[doc(hidden)]
#[derive(Clone)]
pub struct Caller {
    tools: &'static Approved,
    way: Way,
    options: CallOptions,
}

#[derive(Clone)]
enum Way {
    Carried(Arc<dyn Carry>),
    Script(Arc<Script>),
}

impl Caller {
    /// Calls of these tools through a client of their protocol.
    pub fn new(by: impl Carry, tools: &'static Approved) -> Self {
        Self { tools, way: Way::Carried(Arc::new(by)), options: CallOptions::default() }
    }

    pub(crate) fn scripted(tools: &'static Approved, script: Arc<Script>) -> Self {
        Self { tools, way: Way::Script(script), options: CallOptions::default() }
    }

    /// The approved tools.
    pub fn tools(&self) -> &'static Approved {
        self.tools
    }

    /// The carrier of the calls; `None` for a fake.
    pub fn carrier(&self) -> Option<&Arc<dyn Carry>> {
        match &self.way {
            Way::Carried(by) => Some(by),
            Way::Script(_) => None,
        }
    }

    /// Begins a call of the tool at `index`.
    pub fn call(&self, index: usize) -> Call {
        Call { caller: self.clone(), index, arguments: Object::default() }
    }

    /// Compares the server's tools with the approved ones.
    pub fn verify(&self) -> Verifying {
        let caller = self.clone();
        let comparing = async move {
            let tools = caller.tools.iter().map(|tool| Ok(tool?.tool()));
            let tools = tools.collect::<Result<Vec<_>, Damaged>>()?;
            match caller.way {
                Way::Carried(by) => by.verify(&tools).await,
                Way::Script(_) => Ok(Drift::default()),
            }
        };
        Verifying(Box::pin(comparing))
    }
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.way {
            Way::Carried(by) => by.fmt(f),
            Way::Script(_) => f.write_str("Fake"),
        }
    }
}

/// A comparison of a server's tools with the approved ones, made when it is awaited. A fake has none
/// to compare, and no drift.
#[must_use = "nothing is compared until it is awaited"]
pub struct Verifying(Pin<Box<dyn Future<Output = Result<Drift>> + Send>>);

impl Future for Verifying {
    type Output = Result<Drift>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(context)
    }
}

impl fmt::Debug for Verifying {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Verifying").finish_non_exhaustive()
    }
}

/// A call of the tool at `index` of a generated client's table.
#[doc(hidden)]
#[derive(Clone)]
pub struct Call {
    caller: Caller,
    index: usize,
    arguments: Object,
}

impl Call {
    /// Sets the input of this name on the wire; the last value counts.
    #[must_use]
    pub fn set<T: Write>(self, name: &'static str, value: impl Into<T>) -> Self {
        Self { arguments: self.arguments.set(name, value), ..self }
    }

    /// Sets all inputs of a tool whose schema names none.
    #[must_use]
    pub fn all<T: Write>(self, arguments: impl Into<T>) -> Self {
        Self { arguments: self.arguments.all(arguments), ..self }
    }

    /// Hands the call over, for the optional inputs and [`Call::send`].
    pub fn begin<T>(self, call: fn(Self) -> T) -> T {
        call(self)
    }

    /// Sends the call once it is awaited.
    pub fn send<C, T: Typed<C>>(self) -> Sending<T> {
        Sending { call: Some(self), reply: None, read: T::from_reply }
    }

    /// The carrier of this call, with its tool and arguments.
    pub fn carriage(&self) -> Option<Result<Carriage>> {
        let by = Arc::clone(self.caller.carrier()?);
        let carriage = self.caller.tools.at(self.index).map(|tool| {
            let arguments = self.arguments.members().clone();
            Carriage { by, tool, arguments }
        });
        Some(carriage.map_err(Error::from))
    }

    /// This call, as a fake records it.
    pub(crate) fn sent(&self) -> Result<Sent> {
        let tool = self.caller.tools.at(self.index)?;
        Ok(Sent::new(tool, self.arguments.members().clone()))
    }

    async fn reply<T: Any + Send + Default>(self, read: fn(Reply) -> Reading<T>) -> Result<T> {
        let options = &self.caller.options;
        match &self.caller.way {
            Way::Script(script) => {
                let reply = script.reply(TypeId::of::<T>(), self.sent()?, options.within).await?;
                Ok(reply
                    .and_then(|reply| reply.downcast().ok())
                    .map_or_else(T::default, |one| *one))
            }
            Way::Carried(by) => {
                let tool = self.caller.tools.at(self.index)?;
                let reply = by.carry(tool, self.arguments.members().clone(), options).await?;
                understood(tool, reply, read)
            }
        }
    }
}

/// The reply as the struct of its tool.
///
/// # Errors
/// [`Kind::Output`].
#[doc(hidden)]
pub fn understood<T>(tool: &Tool, reply: Reply, read: fn(Reply) -> Reading<T>) -> Result<T> {
    // Kept for the error; beside a call of a server the copy is nothing.
    let kept = reply.clone();
    read(reply).map_err(|violations| {
        let kind = Kind::Output { violations, reply: Box::new(kept) };
        Error::new(kind).of_tool(&tool.name, false)
    })
}

/// Shows the tool and the inputs set so far.
impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sent() {
            Ok(sent) => sent.fmt(f),
            Err(_) => self.arguments.fmt(f),
        }
    }
}

/// A call that is sent when it is awaited, for the reply `T`.
///
/// # Errors
/// Awaiting it fails with a [`client::Error`](crate::Error): arguments that break the approved
/// schema, all violations at once and before anything is sent; and each kind of failure on the way.
#[must_use = "a call is sent when it is awaited"]
pub struct Sending<T> {
    /// `None` from the first poll on.
    call: Option<Call>,
    /// `Some` from the first poll on.
    reply: Option<Pin<Box<dyn Future<Output = Result<T>> + Send>>>,
    read: fn(Reply) -> Reading<T>,
}

impl<T> Sending<T> {
    /// Sets another retry policy than the client's.
    pub fn retry(self, retry: Retry) -> Self {
        self.change(|options| options.retry = Some(retry))
    }

    /// Sets another time in all than the client's, retries and waits included. Over a protocol whose
    /// answers come later, it is the deadline of the answer.
    pub fn total_timeout(self, total: Duration) -> Self {
        self.change(|options| options.within = Some(total))
    }

    /// Sends this call under your own key instead of a fresh one, so that it runs once even if your program sends it
    /// again after a restart. Only servers built with a2t support keys, and only over MCP.
    ///
    /// A key has 1 to 255 characters. Each is an ASCII letter, digit, punctuation mark or space, with no space at
    /// either end. A call with any other key fails with [`Kind::IdempotencyKey`] and is not sent.
    pub fn idempotency_key(self, key: impl AsRef<str>) -> Self {
        self.change(|options| options.key = Some(key.as_ref().into()))
    }

    /// The call, unless it was polled already.
    pub(crate) fn into_call(self) -> Option<Call> {
        self.call
    }

    fn change(mut self, change: impl FnOnce(&mut CallOptions)) -> Self {
        if let Some(call) = &mut self.call {
            change(&mut call.caller.options);
        }
        self
    }
}

impl<T: Any + Send + Default> Future for Sending<T> {
    type Output = Result<T>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let read = self.read;
        if let Some(call) = self.call.take() {
            self.reply = Some(Box::pin(call.reply(read)));
        }
        match &mut self.reply {
            Some(reply) => reply.as_mut().poll(context),
            None => Poll::Pending,
        }
    }
}

impl<T> fmt::Debug for Sending<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sending = f.debug_tuple("Sending");
        if let Some(call) = &self.call {
            sending.field(call);
        }
        sending.finish_non_exhaustive()
    }
}
