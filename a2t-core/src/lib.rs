#![doc = include_str!("../README.md")]

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
