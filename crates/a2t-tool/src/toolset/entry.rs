//! One tool of a toolset as its macro wrote it.

use a2t_core::ToolSignature;
use a2t_core::signature::Deprecated;

use crate::bounds::Contexts;
use crate::{Call, CallOptions, InputValues, Reply, Tool};

/// One tool of a toolset: its signature and its code.
#[doc(hidden)]
pub struct Entry<S> {
    pub signature: &'static ToolSignature,
    pub call: fn(Call<S>) -> Reply,
    /// The published versions before this one that the code serves too, in any order.
    pub older: &'static [Older],
    /// The versions that callers should leave, this one or earlier ones.
    pub deprecated: &'static [Deprecation],
    /// Options of calls that the tool sets.
    pub options: CallOptions,
    /// Scopes that a caller needs.
    pub scopes: &'static [&'static str],
    /// Defaults and examples of the inputs that may have one.
    pub values: &'static [InputValues],
}

impl<S> Entry<S> {
    pub const fn from_tool<T: Tool, M>() -> Self
    where
        T::Contexts: Contexts<S, M>,
    {
        Self {
            signature: T::SIGNATURE,
            call: |call| T::Contexts::hand(call, T::call),
            older: T::OLDER,
            deprecated: T::DEPRECATED,
            options: T::OPTIONS,
            scopes: T::SCOPES,
            values: T::PARAMETERS.values,
        }
    }
}

impl<S> Entry<S> {
    /// Creates a tool that serves no version but its own.
    pub const fn new(signature: &'static ToolSignature, call: fn(Call<S>) -> Reply) -> Self {
        Self {
            signature,
            call,
            older: &[],
            deprecated: &[],
            options: CallOptions::DEFAULT,
            scopes: &[],
            values: &[],
        }
    }

    #[must_use]
    pub const fn older(mut self, older: &'static [Older]) -> Self {
        self.older = older;
        self
    }

    #[must_use]
    pub const fn scopes(mut self, scopes: &'static [&'static str]) -> Self {
        self.scopes = scopes;
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
    /// First day of the deprecation, `2026-11-01`.
    pub since: &'static str,
    /// The beginning of that day in UTC, in seconds since 1970.
    pub seconds: i64,
    /// Advice for callers, such as the version to use.
    pub note: &'static str,
}

impl Deprecation {
    pub(crate) fn remark(&self) -> Deprecated {
        Deprecated { since: self.since.into(), note: self.note.into() }
    }
}
