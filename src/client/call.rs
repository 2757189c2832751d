//! A call of a generated client while it is put together, and on its way.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use a2t_core::ToolSignature;
use a2t_core::invocation::Arguments;
use http::HeaderValue;
use serde_json::Value;

use super::invoke::check_integers;
use super::output::Outputs;
use super::{Catalog, Choice, Client, Error, Kind, Result, Retry};

/// A call of the tool at `index` of a generated client's table.
#[doc(hidden)]
pub struct Call {
    client: Client,
    catalog: &'static Catalog,
    index: usize,
    /// By the position of the input in the signature.
    values: Vec<Option<Value>>,
    /// Fresh for each call unless the program has one.
    key: Option<HeaderValue>,
}

impl Client {
    /// Begins a call of the tool at `index`.
    #[doc(hidden)]
    pub fn call(&self, catalog: &'static Catalog, index: usize) -> Call {
        Call {
            client: self.clone(),
            catalog,
            index,
            values: Vec::new(),
            key: None,
        }
    }
}

impl Call {
    /// Sets a `string`.
    #[must_use]
    pub fn text(self, index: usize, value: impl Into<String>) -> Self {
        self.with(index, Value::String(value.into()))
    }

    /// Sets an `int`.
    #[must_use]
    pub fn int(self, index: usize, value: impl Into<i64>) -> Self {
        self.with(index, value.into().into())
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

    /// Sends the call; `read` makes the reply of its outputs.
    pub fn send<T>(self, read: fn(Outputs) -> T) -> Sending<T> {
        Sending {
            call: Some(self),
            outputs: None,
            read,
        }
    }

    async fn outputs(self) -> Result<Outputs> {
        let signature = self.signature()?;
        let mut arguments = Arguments::new();
        for (input, value) in signature.input_parameters.iter().zip(self.values) {
            if let Some(value) = value {
                arguments.push(&*input.name, value);
            }
        }
        let values = self.client.outputs(signature, &arguments, self.key).await?;
        check_integers(signature, &values)?;
        Ok(Outputs { signature, values })
    }

    fn signature(&self) -> Result<&'static ToolSignature> {
        let damaged = |invalid| Error::new(Kind::Generated { invalid });
        match self.catalog.get(self.index) {
            Some(Ok(signature)) => Ok(signature),
            Some(Err(invalid)) => Err(damaged(invalid.clone())),
            None => Err(damaged(a2t_core::Violations::default().into())),
        }
    }
}

/// A call on its way; awaiting it yields the reply `T`.
#[must_use = "a call is sent when it is awaited"]
pub struct Sending<T> {
    /// Until the first poll.
    call: Option<Call>,
    /// From then on.
    outputs: Option<Pin<Box<dyn Future<Output = Result<Outputs>> + Send>>>,
    read: fn(Outputs) -> T,
}

impl<T> Sending<T> {
    /// Retries this call by another policy than the client's.
    pub fn retry(self, retry: Retry) -> Self {
        self.change(|call| call.client.retry = retry)
    }

    /// Gives this call another time in all, retries and waits included.
    pub fn total_timeout(self, total: Duration) -> Self {
        self.change(|call| call.client.total = total)
    }

    /// Sends this call under a key of the program's own rather than a fresh one: a server that
    /// honours `Idempotency-Key` runs the tool once for all calls of one key, also if the program
    /// was started anew between them. Text that no header can carry is ignored.
    pub fn idempotency_key(self, key: impl AsRef<str>) -> Self {
        let key = HeaderValue::from_str(key.as_ref()).ok();
        self.change(|call| call.key = key.or(call.key.take()))
    }

    fn change(mut self, change: impl FnOnce(&mut Call)) -> Self {
        self.call.as_mut().map(change);
        self
    }
}

impl<T> Future for Sending<T> {
    type Output = Result<T>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if let Some(call) = self.call.take() {
            self.outputs = Some(Box::pin(call.outputs()));
        }
        let read = self.read;
        match &mut self.outputs {
            Some(outputs) => outputs.as_mut().poll(context).map_ok(read),
            None => Poll::Pending,
        }
    }
}

impl<T> fmt::Debug for Sending<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sending").finish_non_exhaustive()
    }
}
