//! The bounds that a toolset asks of its tools, public because compiler messages name them.
//!
//! You never implement or call these by hand. `#[a2t::tool]` and `#[a2t::tools]` do, and
//! `a2t::toolset!` asks for them, so they stand in rustc's error about a tool that cannot run with
//! the state it gets.
//!
//! The parameter `M` is always [`Meant`]. Impls for other markers, of states that do not occur,
//! keep rustc from concluding the toolset's state from a tool alone: it waits for the program to
//! name the state, and refuses a tool that needs another one by the context at fault, not as
//! "mismatched types".

use std::convert::Infallible;
use std::sync::Arc;

use axum_core::extract::{FromRef, FromRequestParts};
use axum_core::response::{IntoResponse, Response};
use http::request::Parts;
use http_body_util::BodyExt;
use serde::Serialize;

pub use crate::call::run::run;
pub use crate::error::Cause;
pub use crate::signature::input::Inner;
pub use crate::signature::output::Present;
pub use crate::signature::record::PresentMember;
pub use crate::signature::text::{FromText, Perhaps, ToText, Whole};
use crate::{Call, Entry, Failure, Invocation, Key, Reply, Tool};

/// A parameter with `#[a2t(context)]`: it comes with the request or from the state `S`, not from
/// the caller.
///
/// Every axum extractor that leaves the body alone (`FromRequestParts<S>`) is one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a context of a tool that runs with the state `{S}`",
    label = "cannot be taken from a request with the state `{S}`",
    note = "`State<T>` comes from the state: give the toolset a `T`, as in `Toolset<T>`, or write \
            `impl axum::extract::FromRef<{S}> for T`; any other context is an axum extractor that does not read \
            the body, such as `HeaderMap`"
)]
pub trait Context<S, M>: Sized + Send {
    #[doc(hidden)]
    fn extract(parts: &mut Parts, state: &S) -> impl Future<Output = Result<Self, Failure>> + Send;
}

#[diagnostic::do_not_recommend]
impl<S: Sync, T: FromRequestParts<S> + Send> Context<S, Meant> for T {
    async fn extract(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let extracted = Self::from_request_parts(parts, state).await;
        match extracted.map_err(IntoResponse::into_response) {
            Ok(context) => Ok(context),
            Err(response) => Err(rejected(response).await),
        }
    }
}

/// An extractor's response as data; a body that breaks off counts as empty.
async fn rejected(response: Response) -> Failure {
    let (parts, body) = response.into_parts();
    let body = body.collect().await.map(|body| body.to_bytes());
    let body = body.unwrap_or_default();
    Failure::Rejected(Box::new(Response::from_parts(parts, body)))
}

/// A type whose methods are tools, of which the state `S` holds a value.
#[diagnostic::on_unimplemented(
    message = "the state `{S}` does not hold the `{Self}` whose methods are tools",
    label = "no `Arc<{Self}>` in the state `{S}`",
    note = "pass `std::sync::Arc::new(…)` of a `{Self}` as the state, or implement \
            `axum::extract::FromRef<{S}>` for `std::sync::Arc<{Self}>`"
)]
pub trait Held<S>: Sized + Send + Sync + 'static {
    #[doc(hidden)]
    fn held(state: &S) -> Arc<Self>;
}

#[diagnostic::do_not_recommend]
impl<S, T: Send + Sync + 'static> Held<S> for T
where
    Arc<T>: FromRef<S>,
{
    fn held(state: &S) -> Arc<Self> {
        Arc::from_ref(state)
    }
}

/// A value of [`a2t::Json`](crate::Json): anything that serialises.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as JSON",
    label = "does not implement `serde::Serialize`",
    note = "derive `serde::Serialize` for it, with `serde = {{ version = \"1\", features = [\"derive\"] }}` \
            among your dependencies, or return `a2t::Json<a2t::Value>`"
)]
pub trait AsJson: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize> AsJson for T {}

/// Marker of every state that a program has.
#[doc(hidden)]
#[derive(Debug)]
pub enum Meant {}

// Two, because rustc would conclude a single one where `Meant` does not apply.
macro_rules! no_state {
    ($($no_state:ident)*) => {$(
        #[doc(hidden)]
        #[derive(Debug)]
        pub enum $no_state {}

        #[diagnostic::do_not_recommend]
        impl<T: Send> Context<$no_state, $no_state> for T {
            async fn extract(_: &mut Parts, state: &$no_state) -> Result<Self, Failure> {
                match *state {}
            }
        }
    )*};
}

no_state!(NoStateA NoStateB);

/// The value that the methods of an `impl` block share.
#[doc(hidden)]
#[derive(Debug)]
pub struct Shared<T>(pub Arc<T>);

impl<S: Sync, T: Held<S>> FromRequestParts<S> for Shared<T> {
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, state: &S) -> Result<Self, Infallible> {
        Ok(Self(T::held(state)))
    }
}

/// The contexts of one tool, extracted in the order of its parameters.
pub trait Contexts<S, M>: Sized + Send + 'static {
    #[doc(hidden)]
    fn hand(call: Call<S>, tool: fn(Invocation, Self) -> Reply) -> Reply;
}

impl<S> Contexts<S, Meant> for () {
    fn hand(call: Call<S>, tool: fn(Invocation, Self) -> Reply) -> Reply {
        tool(call.invocation(), ())
    }
}

macro_rules! contexts {
    ($($context:ident)*) => {
        impl<S, M, $($context: Context<S, M> + 'static),*> Contexts<S, M> for ($($context,)*)
        where
            S: Send + Sync + 'static,
        {
            fn hand(mut call: Call<S>, tool: fn(Invocation, Self) -> Reply) -> Reply {
                Box::pin(async move {
                    let contexts = ($($context::extract(&mut call.parts, &call.state).await?,)*);
                    tool(call.invocation(), contexts).await
                })
            }
        }
    };
}

contexts!(A);
contexts!(A B);
contexts!(A B C);
contexts!(A B C D);
contexts!(A B C D E);
contexts!(A B C D E F);
contexts!(A B C D E F G);
contexts!(A B C D E F G H);

/// An item of `a2t::toolset!`: a tool, or a type with a block of tools and without a key `marker`.
///
/// Its name is for the author of two such blocks of one type in different modules: "conflicting implementations of trait
/// `ToolsWithoutMarker` for type `Station`". E0119 shows only the names of the trait and the type, and no attribute of
/// `diagnostic` applies to it, so it cannot show the key to write: `#[a2t::tools(marker = "StationTools")]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "neither a function with `#[a2t::tool]` nor a type with an `#[a2t::tools]` impl",
    note = "list functions by their path, and the type once for all the tools of its `impl` block"
)]
pub trait ToolsWithoutMarker {
    /// Type that holds the table. An item that is not a tool has none, and rustc reports it once.
    #[doc(hidden)]
    type This: Keyed;
    /// [`OfFunction`] or [`OfBlock`].
    #[doc(hidden)]
    type Kind;
    #[doc(hidden)]
    const KEYS: &'static [Key] = <Self::This as Keyed>::KEYS;
}

// One impl for all tools: one for each would cost rustc more.
#[diagnostic::do_not_recommend]
impl<T: Tool> ToolsWithoutMarker for T {
    type This = Self;
    type Kind = OfFunction;
}

/// The names of an item's tools.
#[doc(hidden)]
pub trait Keyed {
    const KEYS: &'static [Key];
}

/// A tool that is a function.
#[doc(hidden)]
#[derive(Debug)]
pub enum OfFunction {}

/// Tools that are methods.
#[doc(hidden)]
#[derive(Debug)]
pub enum OfBlock {}

/// Tools that run with the state `S`. The kind `K` separates the impl for all functions from those of blocks: where
/// several might apply, rustc does not show what is missing.
pub trait RunsWith<S: 'static, M, K = OfBlock> {
    #[doc(hidden)]
    const ENTRIES: &'static [Entry<S>];
}

/// The type itself. A toolset writes it at the location of its whole list: rustc reports what several tools lack once if
/// it is the same at one place.
#[doc(hidden)]
pub type Same<T> = T;

impl<T: Tool> Keyed for T {
    const KEYS: &'static [Key] = &[Key::from_tool::<T>()];
}

// For the tool itself: rustc would show the impl of another type in each message about a context.
impl<S, M, T: Tool> RunsWith<S, M, OfFunction> for T
where
    S: 'static,
    T::Contexts: Contexts<S, M>,
{
    const ENTRIES: &'static [Entry<S>] = &[Entry::from_tool::<T, M>()];
}

/// The beginning of every toolset, which asks once for a state that the program names.
#[doc(hidden)]
#[derive(Debug)]
pub struct Tools(Infallible);

impl<S: StateOfTheToolset + 'static> RunsWith<S, Meant> for Tools {
    const ENTRIES: &'static [Entry<S>] = &[];
}

/// A state that the program names somewhere, as in `let tools: Toolset<()> = a2t::toolset![…]`.
///
/// Every type is one. rustc names this bound if the type of the state is not known.
pub trait StateOfTheToolset {}

impl<S> StateOfTheToolset for S {}
