//! A call of a generated client while it is put together, and on its way.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use a2t_core::ToolSignature;
use a2t_core::invocation::Arguments;
use serde_json::Value;

use super::invoke::check_integers;
use super::output::Outputs;
use super::{Catalog, Choice, Client, Error, Kind, Result};

/// A call of the tool at `index` of a generated client's table.
#[doc(hidden)]
pub struct Call {
    client: Client,
    catalog: &'static Catalog,
    index: usize,
    /// By the position of the input in the signature.
    values: Vec<Option<Value>>,
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
            outputs: Box::pin(self.outputs()),
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
        let values = self.client.outputs(signature, &arguments).await?;
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
    outputs: Pin<Box<dyn Future<Output = Result<Outputs>> + Send>>,
    read: fn(Outputs) -> T,
}

impl<T> Future for Sending<T> {
    type Output = Result<T>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let outputs = self.outputs.as_mut().poll(context);
        outputs.map_ok(self.read)
    }
}

impl<T> fmt::Debug for Sending<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sending").finish_non_exhaustive()
    }
}
