//! What the expansions of the macros name. Not part of the public interface: it changes without notice.
//!
//! The expansions are thin on purpose, and everything that can be shared lives here.

#![allow(missing_docs)]

mod check;
mod run;
mod signature;

pub use a2t_core::invocation::ResultWriter;
pub use a2t_core::signature::Text;
pub use a2t_core::{AllowedValue, InputParameter, OutputParameter, ToolSignature};
pub use a2t_macros::toolset;
pub use serde_json::Result as Written;

pub use self::check::{described, max_fits, max_length_fits, min_fits};
pub use self::run::{
    Arguments, Context, Contexts, Held, Shared, State, argument, argument_or, reply, run, run_sync,
    toolset_of, write,
};
pub use self::signature::{
    Facts, Head, input, input_with, output, output_with, outputs, result, value,
};
pub use crate::tool::{Call, Entry, Failure, Input, Key, Listed, Reply, Return, Shape, Table};
