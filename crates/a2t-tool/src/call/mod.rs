//! One call on its way into a tool and out again, in any protocol: inputs and context in, outputs
//! or a failure out.

pub(crate) mod arguments;
pub(crate) mod asked;
pub mod channel;
pub(crate) mod failure;
pub(crate) mod rejection;
#[allow(missing_docs)]
pub(crate) mod run;
pub(crate) mod value_error;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use a2t_core::invocation::{self, Layout, ResultWriter};
use a2t_core::{JsonShape, ToolSignature, ValidationError};
use bytes::Bytes;
use http::request::Parts;

use crate::call::asked::{Asked, InputPointers};
use crate::{Adapted, Arguments, BlockingPool, Failure, Output, ToolError, Writer};

/// Inputs of a call, in the form in which they arrived.
#[derive(Clone, Debug)]
pub enum Inputs {
    /// Body of `POST …:invoke`, name/value pairs (draft section 7): checked values borrow from it.
    Pairs(Bytes),
    /// Values by name.
    Named(invocation::Arguments),
}

impl Inputs {
    /// The values that fit, and what is wrong with the others.
    pub(crate) fn bind_each(
        &self,
        signature: &ToolSignature,
    ) -> (invocation::Bound<'_>, Option<ValidationError>) {
        match self {
            Self::Pairs(body) => invocation::bind_each(signature, body),
            Self::Named(arguments) => {
                let (bound, found) = invocation::bind_named_each(signature, arguments);
                (bound, found.into_result().err().map(ValidationError::Rules))
            }
        }
    }

    pub(crate) fn bind(
        &self,
        signature: &ToolSignature,
    ) -> Result<invocation::Bound<'_>, ValidationError> {
        match self {
            Self::Pairs(body) => invocation::bind(signature, body),
            Self::Named(arguments) => Ok(invocation::bind_named(signature, arguments)?),
        }
    }
}

#[doc(hidden)]
pub struct Call<S> {
    pub state: S,
    /// Request that the contexts are taken from.
    pub parts: Parts,
    pub inputs: Inputs,
    /// Signature that the code was written for.
    pub signature: &'static ToolSignature,
    pub(crate) form: ReplyForm,
    /// Threads for a function that is not `async`.
    pub(crate) blocking: Arc<dyn BlockingPool>,
}

impl<S> Call<S> {
    /// Returns the arguments, checked against the version that the caller named, in the order of
    /// the code's own inputs.
    pub fn arguments(&self) -> Result<Arguments<'_>, Failure> {
        Arguments::bind(self.signature, self.form.adapted.as_deref(), &self.inputs).checked()
    }

    /// Returns a writer of the outputs, in the form that the caller asked for.
    pub fn writer(&self) -> Writer {
        Writer::new(self.form.clone())
    }

    /// Rest of the call, once the contexts were taken from it.
    pub(crate) fn invocation(self) -> Invocation {
        let Self { inputs, signature, form, blocking, .. } = self;
        Invocation { inputs, signature, form, blocking }
    }
}

/// The arguments of a call, not read yet.
pub struct Invocation {
    inputs: Inputs,
    signature: &'static ToolSignature,
    form: ReplyForm,
    blocking: Arc<dyn BlockingPool>,
}

impl Invocation {
    pub(crate) fn arguments(&self) -> Arguments<'_> {
        Arguments::bind(self.signature, self.form.adapted.as_deref(), &self.inputs)
    }

    /// Threads for a function that is not `async`.
    pub(crate) fn blocking(&self) -> Arc<dyn BlockingPool> {
        Arc::clone(&self.blocking)
    }

    pub(crate) fn form(&self) -> ReplyForm {
        let called = Some((self.signature, InputPointers::new(&self.inputs)));
        ReplyForm { called, ..self.form.clone() }
    }
}

/// Form that the caller wants the outputs in.
#[derive(Clone, Default)]
pub struct ReplyForm {
    pub(crate) layout: Layout,
    /// The published version that the caller named, if the code was written for a later one.
    pub(crate) adapted: Option<Arc<Adapted>>,
    /// Signature that the code was written for, and the inputs as they came.
    pub(crate) called: Option<(&'static ToolSignature, InputPointers)>,
    /// Whether the tool has `errors()`, so that none of its error type is an answer.
    pub(crate) lists_none: bool,
}

/// Writes the reply of a tool with `errors()`.
///
/// # Errors
/// Those of [`Output::reply`]; an error that the type declares is a fault.
pub fn reply_without_errors<T: Output>(returned: T, form: ReplyForm) -> Result<Vec<u8>, Failure> {
    returned.reply(ReplyForm { lists_none: true, ..form })
}

impl ReplyForm {
    /// The failure of a function, with the locations of the inputs that it refuses.
    pub(crate) fn failure(&self, error: ToolError) -> Failure {
        let adapted = self.adapted.as_deref();
        Failure::Tool(match &self.called {
            Some((code, pointers)) => {
                error.located(&Asked { code, adapted, pointers, lists_none: self.lists_none })
            }
            None => error,
        })
    }

    pub(crate) fn writer(&self) -> ResultWriter {
        ResultWriter::in_layout(self.layout)
    }

    /// The name that the caller knows an output by; `None` for an output of a later version.
    pub(crate) fn name<'n>(&'n self, output: &'n str) -> Option<&'n str> {
        match &self.adapted {
            None => Some(output),
            Some(adapted) => adapted.output(output),
        }
    }

    /// The shape that the caller knows an output by, if the code was written for a later version.
    pub(crate) fn shape(&self, output: &str) -> Option<&JsonShape> {
        self.adapted.as_ref()?.shape(output)
    }
}

/// The outputs in the form that the caller asked for, or the failure.
pub type Reply = Pin<Box<dyn Future<Output = Result<Vec<u8>, Failure>> + Send>>;
