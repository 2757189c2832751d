//! Tools for AI agents over the Agent-to-Tool protocol (A2T), typed and checked at build time.

// Generated code names everything from `::a2t`; this makes it hold inside the crate as well.
extern crate self as a2t;

pub use a2t_core::{
    AllowedValue, Code, InputParameter, InputType, Invalid, OutputParameter, OutputType, ToolId,
    ToolSignature, Violation, Violations,
};

#[cfg(feature = "server")]
mod error;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "server")]
mod tool;
#[cfg(feature = "server")]
mod toolset;

#[cfg(feature = "server")]
pub use error::{IntoToolError, ToolError};
#[cfg(feature = "server")]
pub use server::{BoundServer, Fault, Limits, ServeError, Server, serve};
#[cfg(feature = "server")]
pub use tool::Tool;
#[cfg(feature = "server")]
pub use toolset::Toolset;
