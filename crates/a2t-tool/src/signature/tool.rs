//! A tool as its macro implements it, and what a toolset compares of it.

use a2t_core::ToolSignature;

use crate::signature::{Head, Parameters};
use crate::{CallOptions, Deprecation, Invocation, Older, Reply};

/// A tool: a function with [`#[a2t::tool]`](https://docs.rs/a2t/latest/a2t/attr.tool.html), under
/// whose name there is a type that implements this.
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
// The message of `Listed`: where both are missing, rustc reports it once.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "neither a function with `#[a2t::tool]` nor a type with an `#[a2t::tools]` impl",
    note = "list functions by their path, and the type once for all the tools of its `impl` block"
)]
pub trait Tool {
    /// The signature that the function's types and doc comments spell (draft section 6.1).
    const SIGNATURE: &'static ToolSignature = &Self::HEAD.signature(Self::PARAMETERS);

    /// Facts of the whole tool, from tokens: all that a toolset compares.
    #[doc(hidden)]
    const HEAD: Head;

    #[doc(hidden)]
    const PARAMETERS: Parameters;

    /// The published versions before this one that the code serves too, in any order.
    #[doc(hidden)]
    const OLDER: &'static [Older] = &[];

    /// The versions that callers should leave, this one or earlier ones.
    #[doc(hidden)]
    const DEPRECATED: &'static [Deprecation] = &[];

    /// Options of calls that the tool sets.
    #[doc(hidden)]
    const OPTIONS: CallOptions = CallOptions::DEFAULT;

    /// Scopes that a caller needs, sorted.
    #[doc(hidden)]
    const SCOPES: &'static [&'static str] = &[];

    /// The parameters that come with the request, as a tuple.
    #[doc(hidden)]
    type Contexts;

    #[doc(hidden)]
    fn call(invocation: Invocation, contexts: Self::Contexts) -> Reply;
}

/// Identity of a tool in its toolset.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    pub name: &'static str,
    /// Hash of the name, computed by the macro; equal for equal names.
    pub hash: u64,
    pub id: u128,
    pub version: u32,
    /// The newest published version; 0 if there is none.
    pub published: u32,
    /// A function, because a toolset is compared without its signatures.
    pub signature: fn() -> &'static ToolSignature,
}

impl Key {
    pub const fn from_tool<T: Tool>() -> Self {
        let head = T::HEAD;
        Self {
            name: head.name,
            hash: head.hash,
            id: head.id,
            version: head.version,
            published: head.published,
            signature: signature::<T>,
        }
    }
}

fn signature<T: Tool>() -> &'static ToolSignature {
    T::SIGNATURE
}
