// Its programs are doctests of `examples/readme`, which has the build script that they need.
#![cfg_attr(not(doctest), doc = include_str!("../README.md"))]

// Generated code names everything from `::a2t`; this makes it hold inside the crate as well.
extern crate self as a2t;

pub use a2t_core::json::SyntaxError;
pub use a2t_core::signature::InvalidToolId;
pub use a2t_core::{
    AllowedValue, Code, InputParameter, InputType, Invalid, OutputParameter, OutputType, ToolId,
    ToolSignature, Violation, Violations,
};
pub use serde_json::Value;

#[cfg(feature = "server")]
#[doc(hidden)]
#[path = "private/mod.rs"]
pub mod __private;
#[cfg(feature = "server")]
pub mod bounds;
#[cfg(any(feature = "dialect", feature = "server"))]
mod caught;
#[cfg(feature = "client")]
pub mod client;
#[cfg(feature = "client-macro")]
mod client_macro;
#[cfg(feature = "dialect")]
pub mod dialect;
#[cfg(feature = "server")]
mod error;
#[cfg(feature = "server")]
mod macros;
#[cfg(any(feature = "client", feature = "server"))]
mod message;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "testing")]
pub mod testing;
#[cfg(feature = "server")]
mod tool;
#[cfg(feature = "server")]
mod toolset;

#[cfg(feature = "client-macro")]
pub use client_macro::client;
#[cfg(feature = "server")]
pub use error::{IntoToolError, ToolError};
#[cfg(feature = "server")]
pub use macros::{Enum, Output, tool, tools};
#[cfg(feature = "server")]
pub use server::{BoundServer, Fault, Limits, ServeError, Server, serve};
#[cfg(feature = "server")]
pub use tool::{Enum, Input, Json, Output, OutputValue, Tool};
#[cfg(feature = "server")]
pub use toolset::Toolset;

#[cfg(feature = "server")]
#[doc(no_inline)]
pub use serde_json;
