//! Calls and their attempts where nobody looks: no code at all.

use a2t_core::ToolSignature;
use a2t_core::wire::route::Route;
use http::{HeaderMap, HeaderValue};

use super::error::Error;
use super::random::Random;

#[derive(Clone, Default)]
pub(super) struct Trace {}

pub(super) struct Call;

pub(super) struct Attempt;

impl Trace {
    pub(super) fn reading(&self) -> Call {
        Call
    }

    pub(super) fn call(&self, _: &ToolSignature, _: Option<&HeaderValue>) -> Call {
        Call
    }
}

impl Call {
    pub(super) fn attempt(&self, _: Option<Route>, _: u32, _: Random) -> Attempt {
        Attempt
    }

    pub(super) fn refused(self, _: &Error) {}

    pub(super) fn ended<T>(&self, _: &Result<T, Error>) {}
}

impl Attempt {
    pub(super) fn sign(&self, _: &mut HeaderMap) {}

    pub(super) fn watch<T, F>(&self, attempt: F) -> F
    where
        F: Future<Output = Result<T, Error>>,
    {
        attempt
    }
}
