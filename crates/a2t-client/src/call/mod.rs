//! A call of a generated client while it is put together, and on its way.

pub(crate) mod counted;
pub(crate) mod end;
pub(crate) mod invoke;

use std::any::{Any, TypeId};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use a2t_core::ToolSignature;
use a2t_core::invocation::{Arguments, write_arguments};
use http::HeaderValue;
use serde_json::Value;

use crate::call::invoke::{check_integers, invalid};
use crate::fake::{Script, Sent};
use crate::generated::reply::Outputs;
use crate::generated::value::{Int, Text};
use crate::transport::limits::Limits;
use crate::{Approved, Choice, Client, Error, Kind, Result, Retry};

/// Sender of the calls of a generated client, and the signatures that they follow.
#[doc(hidden)]
#[derive(Clone)]
pub struct Caller {
    tools: &'static Approved,
    way: Way,
}

#[derive(Clone)]
enum Way {
    Wire(Client),
    Script {
        script: Arc<Script>,
        /// Total time of a call, as a client has it.
        total: Duration,
    },
}

impl Client {
    #[doc(hidden)]
    pub fn caller(self, tools: &'static Approved) -> Caller {
        let way = Way::Wire(self);
        Caller { tools, way }
    }
}

impl Caller {
    pub(crate) fn scripted(tools: &'static Approved, script: Arc<Script>) -> Self {
        let total = Limits::DEFAULT.total;
        let way = Way::Script { script, total };
        Self { tools, way }
    }

    /// The approved signatures.
    pub fn tools(&self) -> &'static Approved {
        self.tools
    }

    /// The client that sends the calls; `None` for a fake.
    pub fn client(&self) -> Option<&Client> {
        match &self.way {
            Way::Wire(client) => Some(client),
            Way::Script { .. } => None,
        }
    }

    fn set_retry(&mut self, retry: Retry) {
        if let Way::Wire(client) = &mut self.way {
            client.retry = retry;
        }
    }

    fn set_total(&mut self, time: Duration) {
        match &mut self.way {
            Way::Wire(client) => client.total = time,
            Way::Script { total, .. } => *total = time,
        }
    }

    /// Begins a call of the tool at `index`.
    pub fn call(&self, index: usize) -> Call {
        Call { caller: self.clone(), index, values: Vec::new(), key: None }
    }
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.way {
            Way::Wire(client) => client.fmt(f),
            Way::Script { .. } => f.write_str("Fake"),
        }
    }
}

/// A call of the tool at `index` of a generated client's table.
#[doc(hidden)]
#[derive(Clone)]
pub struct Call {
    caller: Caller,
    index: usize,
    /// Values by the position of their input in the signature.
    values: Vec<Option<Value>>,
    /// `None` for a fresh key.
    key: Option<Key>,
}

impl Call {
    /// Sets a `string` without a bound.
    #[must_use]
    pub fn string(self, index: usize, value: impl Into<String>) -> Self {
        self.with(index, Value::String(value.into()))
    }

    /// Sets a `string` of bounded length.
    #[must_use]
    pub fn text<const MAX: u64>(self, index: usize, value: impl Into<Text<MAX>>) -> Self {
        self.with(index, Value::String(value.into().into_string()))
    }

    /// Sets an `int`.
    #[must_use]
    pub fn int<const MIN: i64, const MAX: i64>(
        self,
        index: usize,
        value: impl Into<Int<MIN, MAX>>,
    ) -> Self {
        self.with(index, value.into().into_value())
    }

    /// Sets a `boolean`.
    #[must_use]
    pub fn boolean(self, index: usize, value: bool) -> Self {
        self.with(index, value.into())
    }

    /// Sets an `enum`.
    #[must_use]
    pub fn choice(self, index: usize, value: impl Choice) -> Self {
        self.with(index, value.wire_name().into())
    }

    /// Sets the input at `index` of the signature; the last value counts.
    fn with(mut self, index: usize, value: Value) -> Self {
        if self.values.len() <= index {
            self.values.resize(index + 1, None);
        }
        if let Some(slot) = self.values.get_mut(index) {
            *slot = Some(value);
        }
        self
    }

    /// Hands the call over, for the optional inputs and [`Call::send`].
    pub fn begin<T>(self, call: fn(Self) -> T) -> T {
        call(self)
    }

    /// Sends the call once it is awaited; `read` makes the reply of its outputs.
    pub fn send<T: Any>(self, read: fn(&mut Outputs) -> T) -> Sending<T> {
        Sending { call: Some(self), outputs: None, read }
    }

    /// This call, as a fake records it.
    pub(crate) fn sent(&self) -> Result<Sent> {
        let signature = self.caller.tools.at(self.index)?;
        let arguments = self.arguments(signature);
        let key = match &self.key {
            Some(Ok(key)) => Some(key.clone()),
            Some(Err(_)) | None => None,
        };
        Ok(Sent { signature, arguments, key })
    }

    fn arguments(&self, signature: &ToolSignature) -> Arguments {
        let inputs = signature.input_parameters.iter().zip(&self.values);
        let present = inputs.filter_map(|(input, value)| Some((&*input.name, value.clone()?)));
        present.collect()
    }

    async fn outputs(self, reply: TypeId) -> Result<Outputs> {
        let signature = self.caller.tools.at(self.index)?;
        let own_key = match &self.key {
            Some(Err(key)) => Err(bad_key(signature, key)),
            _ => Ok(()),
        };
        match &self.caller.way {
            Way::Script { script, total } => {
                let sent = own_key.and_then(|()| self.sent());
                script.outputs(reply, signature, sent, *total).await
            }
            Way::Wire(client) => {
                let body = own_key.and_then(|()| {
                    let body = write_arguments(signature, &self.values);
                    body.map_err(|violations| invalid(signature, violations))
                });
                let body = body.map_err(|error| client.refused(signature, error))?;
                let key = self.key.and_then(Result::ok);
                let values = client.outputs(signature, body, key, check_integers).await?;
                Ok(Outputs::new(signature, values))
            }
        }
    }
}

/// A program's own key, or the text that cannot be one.
type Key = std::result::Result<HeaderValue, Box<str>>;

/// Parses a key that the program set. Returns the text itself if it is not a valid key.
#[doc(hidden)]
pub fn own_key(text: &str) -> Key {
    let carried = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let whole = text.trim_matches(' ') == text && (1..=255).contains(&text.len());
    let key = HeaderValue::from_str(text).ok();
    key.filter(|_| carried && whole).ok_or_else(|| text.into())
}

fn bad_key(signature: &ToolSignature, key: &str) -> Error {
    let key = key.to_owned();
    Error::new(Kind::IdempotencyKey { key }).of(signature)
}

/// Shows the tool and the inputs set so far.
impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sent() {
            Ok(sent) => fmt::Display::fmt(&sent, f),
            Err(_) => f.debug_list().entries(&self.values).finish(),
        }
    }
}

/// A call that is sent when it is awaited, for the reply `T`.
///
/// # Errors
/// Awaiting it fails with a [`client::Error`](crate::Error): arguments outside the ranges, lengths
/// and values of the signature, all at once and before anything is sent; and each
/// [`Kind`](crate::Kind) of failure on the way.
#[must_use = "a call is sent when it is awaited"]
pub struct Sending<T> {
    /// `None` from the first poll on.
    call: Option<Call>,
    /// `Some` from the first poll on.
    outputs: Option<Pin<Box<dyn Future<Output = Result<Outputs>> + Send>>>,
    read: fn(&mut Outputs) -> T,
}

impl<T> Sending<T> {
    /// Sets another retry policy than the client's.
    pub fn retry(self, retry: Retry) -> Self {
        self.change(|call| call.caller.set_retry(retry))
    }

    /// Sets another time in all than the client's, retries and waits included.
    pub fn total_timeout(self, total: Duration) -> Self {
        self.change(|call| call.caller.set_total(total))
    }

    /// Sends this call under a key of the program's own rather than a fresh one: a server that
    /// honours `Idempotency-Key` runs the tool once for all calls of one key, also if the program
    /// was started anew between them. The last one counts.
    ///
    /// A key has 1 to 255 characters, each an ASCII letter, digit, punctuation mark or a space, and
    /// no space at either end: what any server reads as it was sent (RFC 9110, section 5.5). A call
    /// with another one fails with [`Kind::IdempotencyKey`](crate::Kind::IdempotencyKey) and is not
    /// sent: encode such a key in hexadecimal, say.
    pub fn idempotency_key(self, key: impl AsRef<str>) -> Self {
        let key = own_key(key.as_ref());
        self.change(|call| call.key = Some(key))
    }

    /// The call, unless it was polled already.
    pub(crate) fn into_call(self) -> Option<Call> {
        self.call
    }

    /// The caller, unless the call was polled already.
    #[cfg(feature = "blocking")]
    pub(crate) fn caller(&self) -> Option<&Caller> {
        Some(&self.call.as_ref()?.caller)
    }

    fn change(mut self, change: impl FnOnce(&mut Call)) -> Self {
        self.call.as_mut().map(change);
        self
    }
}

impl<T: Any> Future for Sending<T> {
    type Output = Result<T>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if let Some(call) = self.call.take() {
            self.outputs = Some(Box::pin(call.outputs(TypeId::of::<T>())));
        }
        let read = self.read;
        match &mut self.outputs {
            Some(outputs) => {
                let outputs = outputs.as_mut().poll(context);
                outputs.map_ok(|outputs| outputs.into_reply(read))
            }
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
