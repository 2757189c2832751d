//! Names for the expansions of the macros. Not part of the public interface: they change without
//! notice.
//!
//! The expansions are thin on purpose, and everything that can be shared lives here.

#![allow(missing_docs)]

pub use a2t_core::invocation::{ResultWriter, Scalar};
pub use a2t_core::published::Mark;
pub use a2t_core::signature::Text;
pub use a2t_core::{
    AllowedValue, InputParameter, JsonShape, OutputParameter, ProblemType, ToolSignature,
};
pub use serde;

pub use crate::__a2t_gate as gate;
pub use crate::__a2t_listed as listed;
pub use crate::__a2t_package as package;
pub use crate::bounds::ToolsWithoutMarker as Listed;
pub use crate::bounds::{
    Context, Contexts, FromText, Held, Inner, Keyed, Meant, NoStateA, NoStateB, OfBlock,
    OfFunction, Present, PresentMember, RunsWith, Same, Shared, ToText, Tools, ToolsWithoutMarker,
};
pub use crate::call::reply_without_errors;
pub use crate::call::run::{Called, answer, run, run_blocking, take};
pub use crate::error::{
    Returned, Undeclared, declared_problem as problem, error_of, is_variant, part_is_known,
};
pub use crate::published::gate::{Gate, declared, gate_of};
pub use crate::published::lock as published;
pub use crate::signature::arity::*;
pub use crate::signature::check::{DefaultOf, Unmeasured, default_length_fits, described};
pub use crate::signature::choice::{deserialize, serialize};
pub use crate::signature::input::Required;
pub use crate::signature::placeholder::{ERRORS_REFUSED, SHAPE_REFUSED};
pub use crate::signature::record::{
    JsonWriter, described as described_json, error_fits, error_member, member_of, shallow,
};
pub use crate::signature::shape::{choices, list, member, or_null, record};
pub use crate::signature::wide::Wide;
pub use crate::signature::{
    Facts, Head, Parameters, error, input, output, output_with, result, value,
};
pub use crate::toolset::clashes::{Clashes, Listing, not_behind};
pub use crate::toolset::listed::{marks, versions};
pub use crate::{
    Arguments, Call, CallOptions, Choices, Deprecation, Entry, Enum, Failure, Input, InputValues,
    Inputs, Invocation, Key, Kind, Older, OnDisconnect, One, Output, OutputValue, Own, RESULT,
    Reply, ReplyForm, Shape, Tool, Type, ValueError, Wanted, Writer,
};
// A name that no program imports, because rustc takes what it can name otherwise for a needless path.
pub use crate::Tool as AnyTool;
