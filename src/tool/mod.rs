//! What the macros implement: a tool's signature, its inputs and outputs, and how it is called.

mod adapted;
mod arguments;
mod choice;
mod entry;
mod input;
mod output;
mod served;

use std::borrow::Cow;

use a2t_core::evolution::Fingerprint;
use a2t_core::{AllowedValue, Invalid, ToolSignature};
use axum::response::Response;

pub(crate) use adapted::{Adapted, Unserved};
pub use arguments::Arguments;
pub use choice::Enum;
pub use entry::{Call, Deprecation, Entry, Older, Reply};
pub use input::{Input, Type};
pub use output::{Json, Output, OutputValue, RESULT, Shape};
pub(crate) use served::{Lasting, Served, Version, versions};

use crate::ToolError;

/// A tool: a function with [`#[a2t::tool]`](macro@crate::tool), under whose name there is a type that
/// implements this.
///
/// ```
/// use a2t::Tool;
///
/// /// Adds two numbers.
/// ///
/// /// # Returns
/// /// The sum.
/// #[a2t::tool(version = 1)]
/// fn add(
///     /// First addend.
///     a: i32,
///     /// Second addend.
///     b: i32,
/// ) -> i32 {
///     a + b
/// }
///
/// const SIGNATURE: &a2t::ToolSignature = add::SIGNATURE; // known at compile time
/// assert_eq!((&*SIGNATURE.name, SIGNATURE.version), ("add", 1));
/// # let _ = a2t::toolset![add].into_router() as axum::Router;
/// ```
pub trait Tool {
    /// The signature that the function's types and doc comments spell (draft section 6.1).
    const SIGNATURE: &'static ToolSignature;
}

/// What the items of a toolset are called, for the check that no two tools are called the same.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "neither a function with `#[a2t::tool]` nor a type with an `#[a2t::tools]` impl",
    note = "list functions by their path, and the type once for all the tools of its `impl` block"
)]
pub trait Listed {
    /// The type itself. What is no tool has no such type, and rustc says so only once.
    type This;
    const KEYS: &'static [Key];
}

/// The tools of one item: one for a function, several for an `impl` block.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the tools of `{Self}` cannot run with the state `{S}`",
    label = "needs another state than `{S}`",
    note = "an `impl` block's type must be in the state as `Arc<{Self}>`: implement \
            `axum::extract::FromRef` for the state, or pass the `Arc` itself"
)]
pub trait Table<S: 'static>: Listed {
    const ENTRIES: &'static [Entry<S>];
}

/// What a type says about its values.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub enum Kind {
    String,
    Int { min: i64, max: i64 },
    Boolean,
    Enum(Choices),
    Json,
}

/// The choices of an enum, and what stands for them where they are long to compare.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Choices {
    pub values: &'static [AllowedValue],
    pub fingerprint: Fingerprint,
}

impl Choices {
    pub const fn of<T: Enum>() -> Self {
        Self {
            values: T::VALUES,
            fingerprint: T::FINGERPRINT,
        }
    }
}

/// What makes a tool one of a kind in its toolset.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Key {
    pub name: &'static str,
    /// Of the name, computed by the macro; equal for equal names.
    pub hash: u64,
    pub id: u128,
    pub version: u32,
    /// The newest published version, if that is above this one; 0 if not.
    pub published: u32,
    pub signature: &'static ToolSignature,
}

impl Key {
    pub const fn of(signature: &'static ToolSignature, hash: u64) -> Self {
        let name = match &signature.name {
            Cow::Borrowed(name) => name,
            Cow::Owned(name) => name.as_str(),
        };
        Self {
            name,
            hash,
            id: signature.tool_id.as_u128(),
            version: signature.version,
            published: 0,
            signature,
        }
    }

    #[must_use]
    pub const fn published(mut self, newest: u32) -> Self {
        self.published = newest;
        self
    }
}

/// Why a call has no result.
#[doc(hidden)]
pub enum Failure {
    /// The arguments break the signature.
    Invalid(Invalid),
    /// The tool said so.
    Tool(ToolError),
    /// A context extractor refused the request.
    Rejected(Box<Response>),
    /// The result could not be written as JSON.
    Unwritable(serde_json::Error),
}
