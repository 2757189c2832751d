//! One invocation through a tool: contexts, arguments, the function, the reply.

use std::convert::Infallible;
use std::sync::Arc;

use a2t_core::invocation::{Bound, ResultWriter, bind};
use a2t_core::{Code, Invalid, ToolSignature, Violation, Violations};
use axum::extract::{FromRef, FromRequestParts};
use axum::response::IntoResponse;
use http::request::Parts;

use crate::Toolset;
use crate::tool::{Call, Entry, Failure, Input, OutputValue, Reply, Return};

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
pub trait Contexts<S>: Sized + Send {
    fn extract_all(
        parts: &mut Parts,
        state: &S,
    ) -> impl Future<Output = Result<Self, Failure>> + Send;
}

macro_rules! contexts {
    ($($context:ident)*) => {
        impl<S: Sync, $($context: Context<S>),*> Contexts<S> for ($($context,)*) {
            #[allow(unused_variables)]
            async fn extract_all(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
                Ok(($($context::extract(parts, state).await?,)*))
            }
        }
    };
}

contexts!();
contexts!(A);
contexts!(A B);
contexts!(A B C);
contexts!(A B C D);
contexts!(A B C D E);
contexts!(A B C D E F);
contexts!(A B C D E F G);
contexts!(A B C D E F G H);

/// The checked arguments of an invocation, taken in the order of the parameters.
pub struct Arguments<'a> {
    signature: &'static ToolSignature,
    bound: Bound<'a>,
    next: usize,
}

/// Calls an `async` tool: `start` reads the arguments and makes the future.
pub fn run<S, C, R, F>(
    call: Call<S>,
    start: fn(&mut Arguments<'_>, C) -> Result<F, Failure>,
) -> Reply
where
    S: State,
    C: Contexts<S> + 'static,
    R: Return,
    F: Future<Output = R> + Send + 'static,
{
    Box::pin(async move {
        let Call {
            state,
            mut parts,
            body,
            signature,
        } = call;
        let contexts = C::extract_all(&mut parts, &state).await?;
        let future = start(&mut Arguments::bind(signature, &body)?, contexts)?;
        future.await.reply()
    })
}

/// Calls a tool that is not `async`.
pub fn run_sync<S, C>(
    call: Call<S>,
    answer: fn(&mut Arguments<'_>, C) -> Result<Vec<u8>, Failure>,
) -> Reply
where
    S: State,
    C: Contexts<S> + 'static,
{
    Box::pin(async move {
        let Call {
            state,
            mut parts,
            body,
            signature,
        } = call;
        let contexts = C::extract_all(&mut parts, &state).await?;
        answer(&mut Arguments::bind(signature, &body)?, contexts)
    })
}

/// The next argument.
///
/// # Errors
/// A value that the parameter's type does not hold.
pub fn argument<T: Input>(arguments: &mut Arguments<'_>) -> Result<T, Failure> {
    arguments
        .take::<T>()?
        .or_else(T::absent)
        .ok_or_else(|| arguments.unfit(Code::MissingInput))
}

/// The next argument, or its default.
///
/// # Errors
/// A value that the parameter's type does not hold.
pub fn argument_or<T: Input>(
    arguments: &mut Arguments<'_>,
    default: T::Default,
) -> Result<T, Failure> {
    Ok(arguments
        .take()?
        .unwrap_or_else(|| T::from_default(default)))
}

/// Writes what a tool returned.
///
/// # Errors
/// The tool's own error, or a value that cannot be written.
pub fn reply<R: Return>(returned: R) -> Result<Vec<u8>, Failure> {
    returned.reply()
}

/// Writes one output.
///
/// # Errors
/// A value that cannot be written as JSON.
pub fn write<T: OutputValue>(
    value: &T,
    name: &str,
    writer: &mut ResultWriter,
) -> serde_json::Result<()> {
    value.write(name, writer)
}

/// The toolset of these tables.
pub fn toolset_of<S>(tables: &[&'static [Entry<S>]]) -> Toolset<S> {
    Toolset::from_entries(tables.iter().copied().flatten())
}

impl<'a> Arguments<'a> {
    fn bind(signature: &'static ToolSignature, body: &'a [u8]) -> Result<Self, Failure> {
        let bound = bind(signature, body).map_err(Failure::Invalid)?;
        Ok(Self {
            signature,
            bound,
            next: 0,
        })
    }

    fn take<T: Input>(&mut self) -> Result<Option<T>, Failure> {
        let scalar = self.bound.take(self.next);
        self.next += 1;
        let Some(scalar) = scalar else {
            return Ok(None);
        };
        T::from_scalar(scalar)
            .map(Some)
            .ok_or_else(|| self.unfit(Code::OutOfRange))
    }

    /// The argument taken last has no place in the parameter's type.
    fn unfit(&self, code: Code) -> Failure {
        let mut violation = Violation::new(code, "/input_parameters");
        let index = self.next.saturating_sub(1);
        if let Some(input) = self.signature.input_parameters.get(index) {
            violation = violation.parameter(&*input.name);
        }
        Failure::Invalid(Invalid::Rules(Violations::from(vec![violation])))
    }
}
