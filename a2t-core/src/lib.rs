//! The rules of the Agent-to-Tool protocol, as data and functions. No IO, no clock, no async, no panic.
//!
//! The macros, the server, the client, the code generator and the command line share this crate, so
//! that each rule is written once. Programs use it through the `a2t` crate.

mod approved;
#[cfg(test)]
mod arbitrary;
pub mod catalog;
mod date;
pub mod document;
mod duration;
pub mod error;
pub mod evolution;
pub mod invocation;
pub mod json;
#[doc(hidden)]
pub mod message;
mod opaque;
mod panicked;
pub mod published;
pub mod rule;
#[doc(hidden)]
pub mod secret;
pub mod signature;
pub mod wire;

#[doc(hidden)]
pub use approved::ApprovedText;
pub use approved::{Approved, ApprovedTool, GeneratedFileError};
pub use date::rfc3339;
pub use duration::parse_duration;
pub use error::{Code, ValidationError, Violation, Violations};
pub use panicked::Panicked;
pub use signature::{
    AllowedValue, Hints, InputParameter, InputType, JsonMember, JsonShape, Nested, OutputParameter,
    OutputType, ProblemType, ToolId, ToolSignature,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
