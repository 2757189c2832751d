//! A call of a generated client while it is put together, and on its way.

use std::any::{Any, TypeId};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use a2t_client::Retry;
use a2t_core::{Damaged, Violations};
use a2t_schema::Tool;

use super::carry::{Carriage, Carry};
use super::write::{Object, Write};
use crate::client::fake::{Script, Sent};
use crate::client::{Approved, Client, Drift, Error, Kind, Reply, Result};

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
}

/// A generated client that calls its server, as an executor takes it. A fake's replies are structs
/// of the program, which no model can be shown.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a generated client of an MCP server",
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
}

#[derive(Clone)]
enum Way {
    Wire(Client),
    Carried { by: Arc<dyn Carry>, within: Option<Duration> },
    Script { script: Arc<Script>, within: Option<Duration> },
}

impl Caller {
    /// Calls of these tools through a client.
    pub fn new(client: Client, tools: &'static Approved) -> Self {
        Self { tools, way: Way::Wire(client) }
    }

    pub(crate) fn scripted(tools: &'static Approved, script: Arc<Script>) -> Self {
        Self { tools, way: Way::Script { script, within: None } }
    }

    /// Calls of these tools, carried over another protocol.
    pub fn carried(by: Arc<dyn Carry>, tools: &'static Approved) -> Self {
        Self { tools, way: Way::Carried { by, within: None } }
    }

    /// The approved tools.
    pub fn tools(&self) -> &'static Approved {
        self.tools
    }

    /// The carrier of the calls, if there is one.
    pub fn carrier(&self) -> Option<&Arc<dyn Carry>> {
        match &self.way {
            Way::Carried { by, .. } => Some(by),
            _ => None,
        }
    }

    /// The client that sends the calls; `None` for a fake.
    pub fn client(&self) -> Option<&Client> {
        match &self.way {
            Way::Wire(client) => Some(client),
            Way::Carried { .. } | Way::Script { .. } => None,
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
                Way::Wire(client) => client.verify(tools).await,
                Way::Carried { by, .. } => Ok(Drift::between(tools, by.listed())),
                Way::Script { .. } => Ok(Drift::default()),
            }
        };
        Verifying(Box::pin(comparing))
    }

    fn change(&mut self, change: impl FnOnce(&Client) -> Client) {
        if let Way::Wire(client) = &mut self.way {
            *client = change(client);
        }
    }
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.way {
            Way::Wire(client) => client.fmt(f),
            Way::Carried { .. } => f.write_str("Carried"),
            Way::Script { .. } => f.write_str("Fake"),
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
        match &self.caller.way {
            Way::Script { script, within } => {
                let reply = script.reply(TypeId::of::<T>(), self.sent()?, *within).await?;
                Ok(reply
                    .and_then(|reply| reply.downcast().ok())
                    .map_or_else(T::default, |one| *one))
            }
            Way::Wire(client) => {
                let tool = self.caller.tools.at(self.index)?;
                let reply = client.call_tool(tool, self.arguments.members().clone()).await?;
                understood(tool, reply, read)
            }
            Way::Carried { by, within } => {
                let tool = self.caller.tools.at(self.index)?;
                let reply = by.carry(tool, self.arguments.members().clone(), *within).await?;
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
        Error::new(kind).of(&tool.name)
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
/// Awaiting it fails with a [`client::Error`](crate::client::Error): arguments that break the approved
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
        self.change(|client| client.with_retry(retry))
    }

    /// Sets another time in all than the client's, retries and waits included. Over a protocol whose
    /// answers come later, it is the deadline of the answer.
    pub fn total_timeout(mut self, total: Duration) -> Self {
        let way = self.call.as_mut().map(|call| &mut call.caller.way);
        if let Some(Way::Carried { within, .. } | Way::Script { within, .. }) = way {
            *within = Some(total);
        }
        self.change(|client| client.with_total_timeout(total))
    }

    /// Sends this call under your own key instead of a fresh one, like
    /// [`Client::with_idempotency_key`](crate::client::Client::with_idempotency_key). Only servers built with a2t support
    /// keys, and only over MCP.
    pub fn idempotency_key(self, key: impl AsRef<str>) -> Self {
        self.change(|client| client.with_idempotency_key(key))
    }

    /// The call, unless it was polled already.
    pub(crate) fn into_call(self) -> Option<Call> {
        self.call
    }

    fn change(mut self, change: impl FnOnce(&Client) -> Client) -> Self {
        if let Some(call) = &mut self.call {
            call.caller.change(change);
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

/// A generated file that was edited by hand.
impl From<Damaged> for Error {
    fn from(damaged: Damaged) -> Self {
        Self::setup(damaged)
    }
}
