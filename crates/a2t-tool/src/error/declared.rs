//! Errors that an enum of the vendor's declares, each with a status, a name and members.

use std::borrow::Cow;
use std::marker::PhantomData;

use a2t_core::message::Message;
use a2t_core::signature::{JsonMember, default_type};
use a2t_core::{ProblemType, ToolId, ToolSignature};
use serde_json::{Map, Value};

use super::typed::Typed;
use super::{IntoToolError, Kind, ToolError};
use crate::published::lock::{Silent, Speaker};
use crate::signature::error;
use crate::signature::placeholder::errors_are_refused;
use crate::signature::record::JsonWriter;

/// Name and status of an error of `#[derive(a2t::Error)]`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declared {
    pub(super) status: u16,
    pub(super) name: &'static str,
    pub(super) list_state: ListState,
}

/// Whether a tool lists an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListState {
    /// Listed, or not looked up.
    Listed,
    /// Inside another error. Signatures do not list such errors.
    Inside,
    /// Not among those variants of the error type that the tool lists.
    LeftOut,
}

impl Declared {
    /// Looks the error up in the list of the tool, if it has one.
    pub(super) fn look_up(&mut self, uri: &str, tool: &ToolSignature) {
        let listed = |error: &ProblemType| error.type_uri(tool.tool_id) == uri;
        if self.list_state == ListState::Listed
            && !tool.errors.is_empty()
            && !tool.errors.iter().any(listed)
        {
            self.list_state = ListState::LeftOut;
        }
    }

    /// Returns the text of the fault if the tool's `errors()` excludes all errors of its type.
    pub(super) fn unanswerable(&self, lists_none: bool) -> Option<String> {
        let words =
            || format!("it returned the error `{}`, and its `errors()` lists none", self.name);
        (lists_none && self.list_state == ListState::Listed).then(words)
    }

    /// Returns a report for the vendor if the tool does not list the error.
    pub(super) fn unlisted(&self) -> Option<String> {
        let words = || {
            format!("it answers with the error `{}`, which its `errors(…)` leave out", self.name)
        };
        (self.list_state == ListState::LeftOut).then(words)
    }

    /// `type` of an error that was given none, the same in every version of the tool.
    pub(super) fn uri(self, tool: ToolId) -> String {
        default_type(tool, self.name)
    }
}

/// The type that a function returns: `Returned::<T>::ERRORS` is the constant below where the error type has one, and that of
/// [`Undeclared`] for any other type, because rustc prefers the inherent one.
#[derive(Debug)]
pub struct Returned<T>(PhantomData<T>);

impl<T, E: IntoToolError> Returned<Result<T, E>> {
    /// Those of the error.
    pub const ERRORS: &'static [ProblemType] = E::ERRORS;

    /// Names of their variants.
    pub const VARIANTS: &'static [&'static str] = E::VARIANTS;

    /// Compares the errors with published ones.
    pub const LOCKED: Speaker<E> = Speaker::NEW;
}

/// Returns `true` if every name is a variant of the error type. If one is not, the tool lists none of the errors, and
/// [`is_variant`] reports the name.
#[expect(clippy::indexing_slicing, reason = "in bounds, and const")]
pub const fn part_is_known(variants: &[&str], names: &[&str]) -> bool {
    let mut index = 0;
    while index < names.len() {
        if position(variants, names[index]).is_none() {
            return false;
        }
        index += 1;
    }
    true
}

/// Returns the error of the variant with this name.
#[expect(clippy::indexing_slicing, reason = "in bounds, and const")]
pub const fn error_of(
    errors: &'static [ProblemType],
    variants: &[&str],
    name: &str,
) -> ProblemType {
    match position(variants, name) {
        Some(index) if index < errors.len() => copied(&errors[index]),
        _ => error(0, "", None, "", &[]),
    }
}

/// Refuses a name that is not a variant of the error type.
#[expect(clippy::indexing_slicing, reason = "in bounds, and const")]
#[track_caller]
pub const fn is_variant(errors: &'static [ProblemType], variants: &[&str], name: &str) {
    if errors_are_refused(errors) || position(variants, name).is_some() {
        return;
    }
    if variants.is_empty() {
        Message::new("the error type of this tool declares no errors, so the tool cannot list `")
            .text(name)
            .text("`\nhelp: return an enum with `#[derive(a2t::Error)]`, or remove `errors(…)`")
            .refuse();
    }
    let mut message = Message::new("`")
        .text(name)
        .text("` is not an error that this tool may list\nhelp: its error type declares ");
    let mut index = 0;
    while index < variants.len() {
        message =
            message.text(if index == 0 { "`" } else { ", `" }).text(variants[index]).text("`");
        index += 1;
    }
    message.refuse();
}

#[expect(clippy::indexing_slicing, reason = "in bounds, and const")]
const fn position(variants: &[&str], name: &str) -> Option<usize> {
    let mut index = 0;
    while index < variants.len() {
        if same(variants[index], name) {
            return Some(index);
        }
        index += 1;
    }
    None
}

#[expect(clippy::indexing_slicing, reason = "in bounds, and const")]
const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

/// Copies what a derive wrote.
const fn copied(listed: &'static ProblemType) -> ProblemType {
    let ProblemType { name, uri, status, description, members } = listed;
    let uri = match uri {
        Some(uri) => Some(text(uri)),
        None => None,
    };
    let members: &[JsonMember] = match members {
        Cow::Borrowed(members) => members,
        Cow::Owned(_) => &[],
    };
    error(*status, text(name), uri, text(description), members)
}

#[expect(clippy::ptr_arg, reason = "const code does not dereference a Cow")]
const fn text(text: &'static Cow<'static, str>) -> &'static str {
    match text {
        Cow::Borrowed(text) => text,
        Cow::Owned(_) => "",
    }
}

/// Returned types that declare no errors.
pub trait Undeclared {
    /// None.
    const ERRORS: &'static [ProblemType] = &[];

    /// None.
    const VARIANTS: &'static [&'static str] = &[];

    /// Compares the errors with published ones.
    const LOCKED: Silent = Silent;
}

impl<T> Undeclared for Returned<T> {}

/// Creates an error as its derive knows it; a member that JSON does not have makes it a fault.
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
            ..ToolError::new(
                Kind::Declared(Declared { status, name, list_state: ListState::Listed }),
                detail,
            )
        },
        Err(error) => ToolError::internal(format!("a member of the error `{name}`: {error}")),
    }
}
