//! Types and members with the names that the expansion uses.

#![allow(non_camel_case_types, dead_code)]

use a2t::{IntoToolError, ToolError};

pub(crate) struct Option;
pub(crate) struct String;
pub(crate) struct u8;

mod core {}
mod std {}

/// Errors of loans.
#[derive(a2t::Error)]
pub(crate) enum Result {
    /// Lent.
    #[a2t(status = 409, detail = "{writer} {error} {type}")]
    Some {
        /// A member.
        writer: bool,
        /// A member.
        error: bool,
        /// A member.
        #[a2t(name = "kind")]
        r#type: bool,
        /// A member.
        name: bool,
    },
    #[a2t(transparent)]
    Err(ToolError),
}

pub(crate) fn main() {
    let error = Result::Some { writer: true, error: false, r#type: true, name: true };
    let error = error.into_tool_error();
    assert_eq!((error.status(), error.message()), (409, "true false true"));
    assert_eq!(error.problem().member("kind"), ::core::option::Option::Some(&true.into()));
    assert_eq!(Result::from(ToolError::refused("no")).into_tool_error().status(), 422);
}
