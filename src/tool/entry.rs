//! One tool of a toolset as its macro wrote it, and one invocation on its way into it and out again.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use a2t_core::ToolSignature;
use a2t_core::signature::Deprecated;
use bytes::Bytes;
use http::request::Parts;

use super::{Adapted, Arguments, Failure, Tool};
use crate::bounds::Contexts;

/// One tool of a toolset: its signature and its code.
#[doc(hidden)]
pub struct Entry<S> {
    pub signature: &'static ToolSignature,
    pub call: fn(Call<S>) -> Reply,
    /// The published versions before this one that the code serves too, in any order.
    pub older: &'static [Older],
    /// The versions that callers should leave, this one or earlier ones.
    pub deprecated: &'static [Deprecation],
}

impl<S> Entry<S> {
    /// The entry of what a macro wrote.
    pub const fn of<T: Tool, M>() -> Self
    where
        T::Contexts: Contexts<S, M>,
    {
        Self {
            signature: T::SIGNATURE,
            call: |call| T::Contexts::hand(call, T::call),
            older: T::OLDER,
            deprecated: T::DEPRECATED,
        }
    }
}

impl<S> Entry<S> {
    /// A tool that serves no version but its own.
    pub const fn new(signature: &'static ToolSignature, call: fn(Call<S>) -> Reply) -> Self {
        Self {
            signature,
            call,
            older: &[],
            deprecated: &[],
        }
    }

    #[must_use]
    pub const fn older(mut self, older: &'static [Older]) -> Self {
        self.older = older;
        self
    }

    #[must_use]
    pub const fn deprecated(mut self, deprecated: &'static [Deprecation]) -> Self {
        self.deprecated = deprecated;
        self
    }
}

/// A published version of a tool, served by the code of a later one.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Older {
    pub version: u32,
    /// The published file: the signature in JSON, without `currentVersion`.
    pub text: &'static str,
}

/// A version that callers should leave.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Deprecation {
    pub version: u32,
    /// The day from which on, `2026-11-01`.
    pub since: &'static str,
    /// The beginning of that day in UTC, in seconds since 1970.
    pub seconds: i64,
    /// What to do instead.
    pub note: &'static str,
}

impl Deprecation {
    pub(super) fn remark(&self) -> Deprecated {
        Deprecated {
            since: self.since.into(),
            note: self.note.into(),
        }
    }
}

/// One invocation on its way into a tool.
#[doc(hidden)]
pub struct Call<S> {
    pub state: S,
    pub parts: Parts,
    pub body: Bytes,
    /// What the code was written for.
    pub signature: &'static ToolSignature,
    /// The published version that the caller named, if the code was written for a later one.
    pub(crate) adapted: Option<Arc<Adapted>>,
}

impl<S> Call<S> {
    /// The arguments, checked against the version that the caller named, in the order of the
    /// code's own inputs.
    pub fn arguments(&self) -> Result<Arguments<'_>, Failure> {
        Arguments::bind(self.signature, self.adapted.as_deref(), &self.body)
    }

    /// What is left of the call once the contexts were taken from it.
    pub(crate) fn invocation(self) -> Invocation {
        Invocation {
            body: self.body,
            signature: self.signature,
            adapted: self.adapted,
        }
    }
}

/// The arguments of a call, not read yet.
#[doc(hidden)]
pub struct Invocation {
    body: Bytes,
    signature: &'static ToolSignature,
    adapted: Option<Arc<Adapted>>,
}

impl Invocation {
    /// The arguments, checked against the version that the caller named, in the order of the
    /// code's own inputs.
    pub(crate) fn arguments(&self) -> Result<Arguments<'_>, Failure> {
        Arguments::bind(self.signature, self.adapted.as_deref(), &self.body)
    }
}

/// The body of the reply, or why there is none.
#[doc(hidden)]
pub type Reply = Pin<Box<dyn Future<Output = Result<Vec<u8>, Failure>> + Send>>;
