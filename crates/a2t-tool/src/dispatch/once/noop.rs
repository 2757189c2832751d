//! No keys: used when the feature `idempotency` is not enabled.

use std::time::Duration;

use crate::{Cause, Failure, SignatureRef};

/// The idempotency key of a call.
pub enum CallKey {}

/// A call whose key was taken.
pub enum Once {}

/// The end of a call that does not run.
pub enum Instead {
    /// The outputs that were kept.
    Outputs(Vec<u8>),
    /// The problem that was kept, or a refusal.
    Failure(Failure),
}

impl CallKey {
    pub async fn take(self, _: &SignatureRef, _: Duration) -> Result<Once, Instead> {
        match self {}
    }
}

impl Once {
    pub async fn end(self, _: &Result<Vec<u8>, Failure>) -> Option<Cause> {
        match self {}
    }

    pub async fn free(self) -> Result<(), std::convert::Infallible> {
        match self {}
    }
}
