//! One invocation through a tool: contexts, arguments, the function, the reply.

use std::convert::Infallible;
use std::future::ready;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::response::IntoResponse;
use http::request::Parts;

use crate::Toolset;
use crate::tool::{Arguments, Call, Entry, Failure, Invocation, Reply};

/// What every application state is.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the state of a toolset",
    label = "not `Clone + Send + Sync + 'static`",
    note = "the state is cloned for each call: derive `Clone`, or wrap it in `std::sync::Arc`"
)]
pub trait State: Clone + Send + Sync + 'static {}
#[diagnostic::do_not_recommend]
impl<S: Clone + Send + Sync + 'static> State for S {}

/// A parameter that comes with the request or from the application, not from the caller.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a context of a tool that runs with the state `{S}`",
    label = "cannot be taken from a request",
    note = "a context is an axum extractor that leaves the body alone (`FromRequestParts<{S}>`), such as `HeaderMap` or \
            `Extension<T>`; `State<T>` needs `T` as the state, or `T: FromRef<{S}>`"
)]
pub trait Context<S>: Sized + Send {
    fn extract(parts: &mut Parts, state: &S) -> impl Future<Output = Result<Self, Failure>> + Send;
}

#[diagnostic::do_not_recommend]
impl<S: Sync, T: FromRequestParts<S> + Send> Context<S> for T {
    async fn extract(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let extracted = Self::from_request_parts(parts, state).await;
        extracted.map_err(|rejection| Failure::Rejected(Box::new(rejection.into_response())))
    }
}

/// A type whose value the application state `S` holds.
#[diagnostic::on_unimplemented(
    message = "the state `{S}` does not hold the `{Self}` whose methods are tools",
    label = "no `Arc<{Self}>` in the state `{S}`",
    note = "pass `std::sync::Arc::new(…)` of a `{Self}` as the state, or implement \
            `axum::extract::FromRef<{S}>` for `std::sync::Arc<{Self}>`"
)]
pub trait Held<S>: Sized + Send + Sync + 'static {
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

/// The value that the methods of an `impl` block share.
pub struct Shared<T>(pub Arc<T>);

impl<S: Sync, T: Held<S>> FromRequestParts<S> for Shared<T> {
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, state: &S) -> Result<Self, Infallible> {
        Ok(Self(T::held(state)))
    }
}

/// The contexts of one tool, extracted in the order of its parameters.
pub trait Contexts<S>: Sized + Send + 'static {
    /// Calls a tool with its contexts.
    fn hand(call: Call<S>, tool: fn(Invocation, Self) -> Reply) -> Reply;
}

impl<S> Contexts<S> for () {
    fn hand(call: Call<S>, tool: fn(Invocation, Self) -> Reply) -> Reply {
        tool(call.invocation(), ())
    }
}

macro_rules! contexts {
    ($($context:ident)*) => {
        impl<S: State, $($context: Context<S> + 'static),*> Contexts<S> for ($($context,)*) {
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

/// What a function makes of the arguments of an invocation.
///
/// # Errors
/// The arguments break the signature.
pub fn take<T>(
    invocation: &Invocation,
    function: impl FnOnce(&mut Arguments<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    function(&mut invocation.arguments()?)
}

/// The reply of an `async` tool that was called.
pub fn run<F, R>(called: Result<F, Failure>, reply: fn(R) -> Result<Vec<u8>, Failure>) -> Reply
where
    F: Future<Output = R> + Send + 'static,
    R: 'static,
{
    match called {
        Ok(future) => Box::pin(async move { reply(future.await) }),
        Err(failure) => refused(failure),
    }
}

// Not generic, so that it is compiled once for all tools.
fn refused(failure: Failure) -> Reply {
    Box::pin(ready(Err(failure)))
}

/// The reply of a tool that was called and is not `async`.
pub fn answer<R>(called: Result<R, Failure>, reply: fn(R) -> Result<Vec<u8>, Failure>) -> Reply {
    Box::pin(ready(called.and_then(reply)))
}

/// The toolset of these tables.
pub fn toolset_of<S>(tables: &[&'static [Entry<S>]]) -> Toolset<S> {
    Toolset::from_entries(tables.iter().copied().flatten())
}
