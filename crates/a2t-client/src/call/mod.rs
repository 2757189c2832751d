//! A call of a generated client: how it is built, and how it is sent.

pub(crate) mod called;
pub(crate) mod counted;
pub(crate) mod end;
pub(crate) mod invoke;
pub(crate) mod named;
mod sample;
mod signature;

use std::any::{Any, TypeId};
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use a2t_core::{Approved, GeneratedFileError, ToolSignature};

use crate::call::called::{CallOptions, CalledTool, Read};
use crate::fake::script::{Answer, Script};
use crate::fake::sent::Sent;
use crate::generated::reply::{Generated, Reply};
use crate::{Drift, Result, Retry};

type Pending<T> = Pin<Box<dyn Future<Output = Result<T>> + Send>>;

/// Sends the calls of a generated client, and holds the tools that it calls.
pub struct Caller<K: CalledTool = ToolSignature> {
    tools: &'static Approved<K>,
    backend: Backend<K>,
    options: CallOptions,
}

enum Backend<K: CalledTool> {
    Wire(K::Wire),
    Script(Arc<Script<K>>),
}

impl<K: CalledTool> Caller<K> {
    pub(crate) fn through(wire: K::Wire, tools: &'static Approved<K>) -> Self {
        Self { tools, backend: Backend::Wire(wire), options: CallOptions::default() }
    }

    pub(crate) fn scripted(script: Arc<Script<K>>, tools: &'static Approved<K>) -> Self {
        Self { tools, backend: Backend::Script(script), options: CallOptions::default() }
    }

    /// Returns the approved tools.
    pub fn tools(&self) -> &'static Approved<K> {
        self.tools
    }

    /// Returns the client that sends the calls; `None` for a fake.
    pub fn wire(&self) -> Option<&K::Wire> {
        match &self.backend {
            Backend::Wire(wire) => Some(wire),
            Backend::Script(_) => None,
        }
    }

    /// Begins a call of the tool at `index`.
    pub fn call(&self, index: usize) -> Call<K> {
        Call { caller: self.clone(), index, inputs: K::Inputs::default() }
    }

    /// Compares the approved tools with those of the server. Those of a fake never differ.
    pub fn verify(&self) -> Verifying<K> {
        let (tools, wire) = (self.tools, self.wire().cloned());
        let asked = wire.clone();
        let drift = async move {
            let tools = tools.iter().map(|tool| Ok(tool?.tool()));
            let tools = tools.collect::<Result<Vec<_>, GeneratedFileError>>()?;
            match asked {
                Some(wire) => K::verify(wire, tools).await,
                None => Ok(Drift::none(tools.into_iter().map(K::named))),
            }
        };
        Verifying { wire, drift: Box::pin(drift) }
    }
}

// A derive would ask for a tool that can be cloned.
impl<K: CalledTool> Clone for Caller<K> {
    fn clone(&self) -> Self {
        let backend = match &self.backend {
            Backend::Wire(wire) => Backend::Wire(wire.clone()),
            Backend::Script(script) => Backend::Script(Arc::clone(script)),
        };
        Self { tools: self.tools, backend, options: self.options.clone() }
    }
}

impl<K: CalledTool> fmt::Debug for Caller<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.wire() {
            Some(wire) => wire.fmt(f),
            None => f.write_str("Fake"),
        }
    }
}

/// A call of the tool at `index` of a generated client's table.
pub struct Call<K: CalledTool = ToolSignature> {
    pub(crate) caller: Caller<K>,
    pub(crate) index: usize,
    pub(crate) inputs: K::Inputs,
}

impl<K: CalledTool> Call<K> {
    /// Hands the call over, for the optional inputs and [`Call::send`].
    pub fn begin<T>(self, call: fn(Self) -> T) -> T {
        call(self)
    }

    /// Sends the call once it is awaited.
    pub fn send<C: Generated<Tool = K>, T: Reply<C>>(self) -> Sending<T, K> {
        Sending { call: Some(self), answer: None, read: T::read }
    }

    /// The tool that is called.
    pub(crate) fn tool(&self) -> Result<&'static K> {
        Ok(self.caller.tools.at(self.index)?)
    }

    /// This call, as a fake records it.
    pub(crate) fn sent(&self) -> Result<Sent<K>> {
        let tool = self.tool()?;
        let arguments = tool.arguments(&self.inputs);
        Ok(Sent { tool, arguments, key: self.caller.options.key.clone() })
    }

    async fn answer(self, reply: TypeId) -> Result<Answer<K>> {
        let tool = self.tool()?;
        match &self.caller.backend {
            Backend::Script(script) => {
                script.answer(reply, self.sent()?, &self.caller.options).await
            }
            Backend::Wire(wire) => {
                let reply = tool.send(wire.clone(), self.inputs, self.caller.options).await?;
                Ok(Answer::Reply(tool, reply))
            }
        }
    }
}

impl<K: CalledTool> Clone for Call<K> {
    fn clone(&self) -> Self {
        let (caller, inputs) = (self.caller.clone(), self.inputs.clone());
        Self { caller, index: self.index, inputs }
    }
}

/// Shows the tool and the inputs set so far.
impl<K: CalledTool> fmt::Debug for Call<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sent() {
            Ok(sent) => sent.fmt(f),
            Err(_) => self.inputs.fmt(f),
        }
    }
}

/// A call that is sent when it is awaited, for the reply `T`.
///
/// # Errors
/// Awaiting it fails with a [`client::Error`](crate::Error): arguments that break what was approved,
/// all violations at once and before anything is sent; and each [`Kind`](crate::Kind) of failure on
/// the backend.
#[must_use = "a call is sent when it is awaited"]
pub struct Sending<T, K: CalledTool = ToolSignature> {
    /// `None` from the first poll on.
    call: Option<Call<K>>,
    /// `Some` from the first poll on.
    answer: Option<Pending<Answer<K>>>,
    read: Read<K, T>,
}

impl<T, K: CalledTool> Sending<T, K> {
    /// Sets another retry policy than the client's. Over RAP, where a server runs an invocation once however often it
    /// arrives, [`Retry::Never`] sends it once, and again only if the program dies before the outcome is stored; each other
    /// policy sends it by the runtime's schedule.
    pub fn retry(self, retry: Retry) -> Self {
        self.change(|options| options.retry = Some(retry))
    }

    /// Sets the total time of this call, including retries and waits, instead of the client's. If the protocol delivers
    /// results later, this is the deadline of the result.
    pub fn total_timeout(self, total: Duration) -> Self {
        self.change(|options| options.within = Some(total))
    }

    /// Sends this call under your own key instead of a fresh one: a server that honours
    /// `Idempotency-Key` runs the tool once for all calls with one key, even if your program restarts
    /// between them. Over MCP only servers built with a2t support keys. Over RAP the key is the id of the call in its
    /// thread, and a failure is kept under it too: to try again after one, set another key. If you set several keys, the last one is sent.
    ///
    /// A key has 1 to 255 characters, each an ASCII letter, digit, punctuation mark or a space, and
    /// no space at either end, so that every server reads it as it was sent (RFC 9110, section 5.5). A call
    /// with any other key fails with [`Kind::IdempotencyKey`](crate::Kind::IdempotencyKey) and is not
    /// sent: encode such a key in hexadecimal, for example.
    pub fn idempotency_key(self, key: impl AsRef<str>) -> Self {
        self.change(|options| options.key = Some(key.as_ref().into()))
    }

    /// The call, unless it was polled already.
    pub(crate) fn into_call(self) -> Option<Call<K>> {
        self.call
    }

    /// The caller, unless the call was polled already.
    #[cfg(feature = "blocking")]
    pub(crate) fn caller(&self) -> Option<&Caller<K>> {
        Some(&self.call.as_ref()?.caller)
    }

    fn change(mut self, change: impl FnOnce(&mut CallOptions)) -> Self {
        if let Some(call) = &mut self.call {
            change(&mut call.caller.options);
        }
        self
    }
}

impl<T, K: CalledTool> Unpin for Sending<T, K> {}

impl<T: Any + Default, K: CalledTool> Future for Sending<T, K> {
    type Output = Result<T>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if let Some(call) = self.call.take() {
            self.answer = Some(Box::pin(call.answer(TypeId::of::<T>())));
        }
        let read = self.read;
        match &mut self.answer {
            Some(answer) => {
                let answer = answer.as_mut().poll(context);
                answer.map(|answer| answer?.into_reply(read))
            }
            None => Poll::Pending,
        }
    }
}

impl<T, K: CalledTool> fmt::Debug for Sending<T, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sending = f.debug_tuple("Sending");
        if let Some(call) = &self.call {
            sending.field(call);
        }
        sending.finish_non_exhaustive()
    }
}

/// A comparison of the tools of a generated client with those of its server, made when it is awaited.
#[must_use = "nothing is compared until this is awaited"]
pub struct Verifying<K: CalledTool = ToolSignature> {
    #[cfg_attr(not(feature = "blocking"), expect(dead_code))]
    pub(crate) wire: Option<K::Wire>,
    drift: Pending<Drift<K::State>>,
}

impl<K: CalledTool> Unpin for Verifying<K> {}

impl<K: CalledTool> Future for Verifying<K> {
    type Output = Result<Drift<K::State>>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.drift.as_mut().poll(context)
    }
}

impl<K: CalledTool> fmt::Debug for Verifying<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Verifying").finish_non_exhaustive()
    }
}
