//! Errors that an enum of the vendor's declares, each with a status, a name and members.

use std::borrow::Cow;
use std::marker::PhantomData;

use a2t_core::signature::default_type;
use a2t_core::{ProblemType, ToolId};
use serde_json::{Map, Value};

use super::typed::Typed;
use super::{IntoToolError, Kind, ToolError};
use crate::lock::{Silent, Speaker};
use crate::record::JsonWriter;

/// Name and status of an error of `#[derive(a2t::Error)]`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declared {
    pub(super) status: u16,
    pub(super) name: &'static str,
}

impl Declared {
    /// `type` of an error that was given none, the same in every version of the tool.
    pub(super) fn uri(self, tool: ToolId) -> String {
        default_type(tool, self.name)
    }
}

/// The type that a function returns: `Returned::<T>::ERRORS` is the constant below where the error type has one, and that of
/// [`Undeclared`] for any other type, because rustc prefers the inherent one.
pub struct Returned<T>(PhantomData<T>);

impl<T, E: IntoToolError> Returned<Result<T, E>> {
    /// Those of the error.
    pub const ERRORS: &'static [ProblemType] = E::ERRORS;

    /// Compares the errors with published ones.
    pub const LOCKED: Speaker<E> = Speaker::NEW;
}

/// Returned types that declare no errors.
pub trait Undeclared {
    /// None.
    const ERRORS: &'static [ProblemType] = &[];

    /// Compares the errors with published ones.
    const LOCKED: Silent = Silent;
}

impl<T> Undeclared for Returned<T> {}

/// An error as its derive knows it; a member that JSON does not have makes it a fault.
pub fn problem(
    status: u16,
    name: &'static str,
    uri: Option<&'static str>,
    detail: impl Into<Cow<'static, str>>,
    members: impl FnOnce(&mut JsonWriter<'_>),
) -> ToolError {
    let written = JsonWriter::record(members);
    match written.and_then(|body| serde_json::from_slice::<Map<String, Value>>(&body)) {
        Ok(members) => ToolError {
            typed: Some(Box::new(Typed { uri: uri.map(Cow::Borrowed), members })),
            ..ToolError::new(Kind::Declared(Declared { status, name }), detail)
        },
        Err(error) => ToolError::internal(format!("a member of the error `{name}`: {error}")),
    }
}
