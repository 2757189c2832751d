//! Types and constants with the names that expansions of the macros have for their own.
#![allow(non_upper_case_globals, dead_code)]

use std::marker::PhantomData;
use std::sync::Arc;

use a2t::{ToolError, Toolset};
use axum::extract::{FromRef, State};

macro_rules! constants {
    ($($name:ident)*) => { $(const $name: () = ();)* };
}

constants! {
    a b c call context contexts default deserializer error first index inner input inputs it kinds name nth of output
    result returns scalar serializer shown state this value values version wanted writer
}

/// State of the tools.
#[derive(Clone)]
pub(crate) struct S;

/// Holds values.
pub(crate) struct W<T>(PhantomData<T>);

/// The whole state.
#[derive(Clone)]
pub(crate) struct M {
    s: S,
    of_s: Arc<S>,
    of_w: Arc<W<S>>,
}

impl FromRef<M> for S {
    fn from_ref(all: &M) -> Self {
        all.s.clone()
    }
}

impl FromRef<M> for Arc<S> {
    fn from_ref(all: &M) -> Self {
        Self::clone(&all.of_s)
    }
}

impl FromRef<M> for Arc<W<S>> {
    fn from_ref(all: &M) -> Self {
        Self::clone(&all.of_w)
    }
}

/// Sizes.
#[derive(a2t::Enum, PartialEq, Debug)]
#[a2t(serde)]
pub(crate) enum D {
    /// Small.
    Small,
    /// Large.
    Large,
}

/// A number.
#[derive(a2t::Input, a2t::Output)]
#[a2t(max = 9)]
pub(crate) struct T(u8);

/// A text.
#[derive(a2t::Input, a2t::Output)]
#[a2t(text)]
pub(crate) struct E(String);

impl std::str::FromStr for E {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Ok(Self(text.to_owned()))
    }
}

impl std::fmt::Display for E {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// A part.
#[derive(a2t::Record)]
pub(crate) struct R {
    /// A number.
    number: T,
}

/// Outputs.
#[derive(a2t::Output)]
pub(crate) struct O {
    /// A part.
    part: R,
    /// Parts.
    parts: Vec<R>,
    /// A size.
    size: D,
}

/// Errors.
#[derive(a2t::Error)]
pub(crate) enum F {
    /// It is taken.
    #[a2t(status = 409)]
    Taken {
        /// The number.
        number: T,
    },
    /// Any other.
    #[a2t(transparent)]
    Other(ToolError),
}

/// Makes one.
#[a2t::tool(version = 1)]
fn make(
    /// The number.
    number: T,
    /// The text.
    text: E,
    /// The size.
    size: Option<D>,
    #[a2t(context)] State(_): State<S>,
) -> Result<O, F> {
    match (size, text.0.as_str()) {
        (Some(size), "") => Ok(O { part: R { number }, parts: Vec::new(), size }),
        (None, _) => Err(ToolError::not_found("no size"))?,
        _ => Err(F::Taken { number }),
    }
}

#[a2t::tools]
impl S {
    /// Adds.
    ///
    /// # Returns
    /// The sum.
    #[tool(version = 1)]
    async fn add(
        &self,
        /// Added.
        plus: u8,
        #[a2t(context)] State(_): State<S>,
    ) -> u8 {
        plus
    }
}

#[a2t::tools]
impl W<S> {
    /// Subtracts.
    ///
    /// # Returns
    /// The difference.
    #[tool(version = 1)]
    fn subtract(
        &self,
        /// Subtracted.
        minus: u8,
        #[a2t(context)] State(_): State<Arc<W<S>>>,
    ) -> u8 {
        minus
    }
}

pub(crate) fn main() {
    let tools: Toolset<M> = a2t::toolset![make, S, W<S>];
    assert_eq!(tools.len(), 3);
    assert_eq!(serde_json::to_value(D::Large).unwrap(), "LARGE");
}
