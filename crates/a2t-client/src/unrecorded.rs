//! Requests that nobody records: straight to the wire, without any code.

use super::error::Result;
use super::transport::Request;

#[derive(Clone, Default)]
pub(super) struct Tape {}

impl Tape {
    pub(super) fn send<F>(&self, _: &Request<'_>, wire: F) -> F
    where
        F: Future<Output = Result<Vec<u8>>>,
    {
        wire
    }
}
