//! No-op implementation, used when neither `tracing` nor `metrics` is enabled.

use a2t_core::signature::Deprecated;
use a2t_core::wire::route::Route;
use a2t_core::wire::trace::TraceContext;
use http::{HeaderMap, HeaderValue};

use crate::call::end::Ending;
use crate::call::named::Named;
use crate::transport::random::Random;

/// Nothing of a client's calls.
#[derive(Clone, Debug, Default)]
pub struct Trace {}

/// A call.
#[derive(Debug)]
pub struct Call;

/// An attempt of a call.
#[derive(Debug)]
pub struct Attempt;

impl Trace {
    pub(crate) fn reading(&self) -> Call {
        Call
    }

    /// Does nothing.
    pub fn deprecated<'a>(&self, _: impl Into<Named<'a>>, _: Option<&Deprecated>) {}

    /// Starts no span: nothing records the call.
    pub fn call<'a>(&self, _: impl Into<Named<'a>>, _: Option<&HeaderValue>) -> Call {
        Call
    }

    /// Starts no span: nothing records the wait.
    pub fn awaited<'a>(&self, _: impl Into<Named<'a>>, _: Option<TraceContext>) -> Call {
        Call
    }

    /// Starts no span: nothing records the attempts.
    pub fn sending<'a>(&self, _: impl Into<Named<'a>>, _: Option<TraceContext>) -> Call {
        Call
    }
}

impl Call {
    pub(crate) fn attempt(&self, _: Option<Route>, _: u32, _: Random) -> Attempt {
        Attempt
    }

    /// Does nothing.
    pub fn refused(self, _: &impl Ending) {}

    /// Returns `None`, because there is no span.
    pub fn context(&self) -> Option<&TraceContext> {
        None
    }

    /// Does nothing.
    pub fn attempted(&self, _: u32) {}

    /// Does nothing.
    pub fn finish<T, E: Ending>(&self, _: &Result<T, E>) {}
}

impl Attempt {
    /// Does nothing.
    pub fn sign(&self, _: &mut HeaderMap) {}

    /// Runs only the attempt.
    pub fn instrument<T, E, F>(&self, attempt: F) -> F
    where
        E: Ending,
        F: Future<Output = Result<T, E>>,
    {
        attempt
    }
}
