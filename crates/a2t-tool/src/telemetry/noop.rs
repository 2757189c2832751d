//! No-op implementation, used when neither `tracing` nor `metrics` is enabled.

use http::{Extensions, HeaderMap};

use super::{Outcome, Protocol};
use crate::SignatureRef;

#[derive(Clone)]
pub struct Seen;

impl Seen {
    #[inline]
    pub fn begin(_: Protocol, _: &SignatureRef, _: Option<u32>, _: &HeaderMap) -> Self {
        Self
    }

    /// Returns a call that appears in no span and no metric.
    #[inline]
    pub fn none() -> Self {
        Self
    }

    #[inline]
    pub fn note(&self, _: &mut Extensions) {}

    #[inline]
    pub fn within<T>(&self, run: impl FnOnce() -> T) -> T {
        run()
    }

    #[inline]
    pub fn ended(&self, _: Outcome) {}

    /// Returns the function, to be run on another thread.
    #[inline]
    pub fn carry<T, F: FnOnce() -> T>(job: F) -> F {
        job
    }
}
