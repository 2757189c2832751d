//! Calls tools over HTTP: the run time of generated clients, and an untyped client for programs
//! that learn what to call only while they run.
//!
//! A generated client is the usual way in (see [`include_client!`](crate::include_client)); it is a
//! thin layer of types over [`Client`].
//!
//! ```no_run
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! use a2t::client::{Arguments, Client};
//!
//! let client = Client::new("https://api.weather.example")?;
//! let tools = client.tools().await?;
//! let lookup = tools.iter().find(|tool| tool.name == "lookup_weather_by_city").ok_or("gone")?;
//!
//! let mut arguments = Arguments::new();
//! arguments.push("City", "Omaha, Nebraska");
//! for (name, value) in client.invoke(lookup, &arguments).await? {
//!     println!("{name}: {value}");
//! }
//! # Ok(()) }
//! ```
#![doc = include_str!("../docs/client.md")]

#[doc(inline)]
pub use a2t_client::{
    Approved, ApprovedTool, Arguments, AtMost, Builder, CheckedChange, Choice, Client, Declared,
    Drift, Error, GeneratedFileError, Identity, Int, Kind, NextStep, Output, PemError, Problem,
    ProblemKind, Reply, Result, Retry, Sending, Signatures, SpanId, State, Text, Token, TokenError,
    TokenSource, ToolDrift, TraceContext, TraceId, UnknownChoice, Verifying, fake, middleware,
};
// Generated code names these.
#[doc(hidden)]
pub use a2t_client::{
    __private, Call, Caller, Generated, OpenChoice, Outputs, Read, Remote, typed,
};
// Named apart from the rest, because rustc and rustdoc then report the feature of this crate.
#[cfg(feature = "blocking")]
#[doc(inline)]
pub use a2t_client::blocking;
#[cfg(feature = "metrics")]
#[doc(inline)]
pub use a2t_client::metrics;
#[cfg(feature = "testing")]
#[doc(inline)]
pub use a2t_client::record;
#[cfg(feature = "client-reqwest")]
#[doc(no_inline)]
pub use a2t_client::reqwest;

/// Includes the client that `a2t_codegen` wrote in the build script, as `pub mod NAME`.
///
/// The name is that of the catalog's file, or the one set with `Builder::module`. The README's
/// agent is such a program, compiled with its build script in `examples/readme`:
///
/// ```text
/// // build.rs
/// fn main() -> Result<(), a2t_codegen::Error> {
///     a2t_codegen::Builder::new("approved/weather.json").generate()
/// }
/// // src/main.rs
/// a2t::include_client!("weather");
/// ```
#[macro_export]
macro_rules! include_client {
    ($name:literal) => {
        ::core::include!(::core::concat!(::core::env!("OUT_DIR"), "/", $name, ".rs"));
    };
}
