//! What the expansions of the macros name. Not part of the public interface: it changes without notice.
//!
//! The expansions are thin on purpose, and everything that can be shared lives here.

#![allow(missing_docs)]

mod arity;
mod catalog;
mod check;
mod gate;
mod listed;
pub mod published;
mod run;
mod signature;

pub use a2t_core::invocation::ResultWriter;
pub use a2t_core::published::Mark;
pub use a2t_core::signature::Text;
pub use a2t_core::{AllowedValue, InputParameter, OutputParameter, ToolSignature};
pub use a2t_macros::toolset;

pub use self::arity::*;
pub use self::catalog::{Clashes, Listing, not_behind};
pub use self::check::{default_length_fits, described};
pub use self::gate::{Gate, declared, gate_of};
pub use self::listed::{marks, versions};
pub use self::run::{Called, answer, run, take, toolset_of};
pub use self::signature::{Facts, Head, Parameters, input, output, output_with, result, value};
pub use crate::__a2t_gate as gate;
pub use crate::__a2t_itself as itself;
pub use crate::__a2t_listed as listed;
pub use crate::bounds::FunctionWithoutAttribute as itself;
pub use crate::bounds::{
    Context, Contexts, Function, Held, Keyed, Listed, Meant, Nobody, NobodyElse, RunsWith, Shared,
    Tools, Way,
};
pub use crate::tool::{
    Arguments, Call, Choices, Deprecation, Entry, Enum, Failure, Input, Inputs, Invocation, Key,
    Kind, Older, One, Output, OutputValue, Own, RESULT, Reply, ReplyForm, Shape, Tool, Type,
    Writer,
};
