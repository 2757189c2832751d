//! What the expansions of the macros name. Not part of the public interface: it changes without notice.
//!
//! The expansions are thin on purpose, and everything that can be shared lives here.

#![allow(missing_docs)]

mod catalog;
mod check;
mod gate;
pub mod published;
mod run;
mod signature;

pub use a2t_core::evolution::Fingerprint;
pub use a2t_core::invocation::ResultWriter;
pub use a2t_core::signature::Text;
pub use a2t_core::{AllowedValue, InputParameter, OutputParameter, ToolSignature};
pub use a2t_macros::toolset;

pub use self::catalog::{Clashes, Listing, not_behind};
pub use self::check::{default_length_fits, described};
pub use self::gate::{Gate, gate};
pub use self::run::{
    Context, Contexts, Held, Shared, State, named, run, run_sync, toolset_of, write_choice,
};
pub use self::signature::{
    Facts, Head, choice, input, output, output_with, outputs, result, value,
};
pub use crate::__a2t_gate as gate;
pub use crate::tool::{
    Arguments, Call, Deprecation, Entry, Enum, Failure, Input, Key, Kind, Listed, Older, Output,
    OutputValue, RESULT, Reply, Shape, Table, Tool, Type,
};

/// What comes of writing an output.
pub type Written = serde_json::Result<()>;
