//! No-op implementation, used when neither `tracing` nor `metrics` is enabled.

use http::{Extensions, HeaderMap};

use super::{Outcome, Protocol};
use crate::SignatureRef;

#[derive(Clone)]
pub struct CallSpan;

impl CallSpan {
    #[inline]
    pub fn start(_: Protocol, _: &SignatureRef, _: Option<u32>, _: &HeaderMap) -> Self {
        Self
    }

    /// Returns a call that appears in no span and no metric.
    #[inline]
    pub fn none() -> Self {
        Self
    }

    #[inline]
    pub fn record(&self, _: &mut Extensions) {}

    #[inline]
    pub fn in_scope<T>(&self, run: impl FnOnce() -> T) -> T {
        run()
    }

    #[inline]
    pub fn finish(&self, _: Outcome) {}

    /// Wraps a job for another thread, so that it runs within the current call.
    #[inline]
    pub fn in_current<T, F: FnOnce() -> T>(job: F) -> F {
        job
    }
}
