//! The caller as a context of a tool: demanded, or taken if there is one.

use std::convert::Infallible;

use axum_core::extract::{FromRequestParts, OptionalFromRequestParts};
use http::request::Parts;

use super::{AuthError, Caller};

/// Without a caller, the call is refused with 401.
impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = AuthError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, AuthError> {
        let caller = parts.extensions.get::<Self>().cloned();
        caller.ok_or_else(|| AuthError::missing().within(&parts.extensions))
    }
}

impl<S: Sync> OptionalFromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Option<Self>, Infallible> {
        Ok(parts.extensions.get::<Self>().cloned())
    }
}
