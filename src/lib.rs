// Links of the README lead to files beside it; from this page they lead to the repository, as the
// first definition counts.
//! [LICENSE-APACHE]: https://github.com/a2t-rs/a2t/blob/main/LICENSE-APACHE
//! [LICENSE-MIT]: https://github.com/a2t-rs/a2t/blob/main/LICENSE-MIT
//! [`a2t-client-macro`]: https://github.com/a2t-rs/a2t/tree/main/crates/a2t-client-macro
//! [`a2t-codegen`]: https://github.com/a2t-rs/a2t/tree/main/a2t-codegen
//! [`a2t-tool`]: https://github.com/a2t-rs/a2t/tree/main/crates/a2t-tool
//! [`a2t-server`]: https://github.com/a2t-rs/a2t/tree/main/crates/a2t-server
//! [`a2t-client`]: https://github.com/a2t-rs/a2t/tree/main/crates/a2t-client
//! [`a2t-mcp`]: https://github.com/a2t-rs/a2t/tree/main/crates/a2t-mcp
//! [`a2t-rap`]: https://github.com/a2t-rs/a2t/tree/main/crates/a2t-rap
//! [`a2t-schema`]: https://github.com/a2t-rs/a2t/tree/main/crates/a2t-schema
//! [`a2t-executor`]: https://github.com/a2t-rs/a2t/tree/main/crates/a2t-executor
//! [`a2t-testing`]: https://github.com/a2t-rs/a2t/tree/main/crates/a2t-testing
//! [`a2t-core`]: https://github.com/a2t-rs/a2t/tree/main/a2t-core
//! [`a2t-dialect`]: https://github.com/a2t-rs/a2t/tree/main/crates/a2t-dialect
//! [`a2t-macros`]: https://github.com/a2t-rs/a2t/tree/main/a2t-macros
//! [`cargo-a2t`]: https://github.com/a2t-rs/a2t/tree/main/crates/cargo-a2t
//! [`docs/architecture.md`]: https://github.com/a2t-rs/a2t/blob/main/docs/architecture.md
//! [docs/client.md]: https://github.com/a2t-rs/a2t/blob/main/docs/client.md
//! [docs/executor.md]: https://github.com/a2t-rs/a2t/blob/main/docs/executor.md
//! [`docs/guide.md`]: https://github.com/a2t-rs/a2t/blob/main/docs/guide.md
//! [`docs/hosted.md`]: https://github.com/a2t-rs/a2t/blob/main/docs/hosted.md
//! [`docs/callers.md`]: https://github.com/a2t-rs/a2t/blob/main/docs/callers.md
//! [`docs/migration.md`]: https://github.com/a2t-rs/a2t/blob/main/docs/migration.md
//! [`docs/observability.md`]: https://github.com/a2t-rs/a2t/blob/main/docs/observability.md
//! [`docs/other-languages.md`]: https://github.com/a2t-rs/a2t/blob/main/docs/other-languages.md
//! [`docs/performance.md`]: https://github.com/a2t-rs/a2t/blob/main/docs/performance.md
//! [`docs/production.md`]: https://github.com/a2t-rs/a2t/blob/main/docs/production.md
//! [docs/workflows/approved-tools.yml]: https://github.com/a2t-rs/a2t/blob/main/docs/workflows/approved-tools.yml
//! [`docs/rap.md`]: https://github.com/a2t-rs/a2t/blob/main/docs/rap.md
//! [`docs/spec-notes.md`]: https://github.com/a2t-rs/a2t/blob/main/docs/spec-notes.md
//! [`examples/authenticated-vendor`]: https://github.com/a2t-rs/a2t/tree/main/examples/authenticated-vendor
//! [`examples/agent-loop`]: https://github.com/a2t-rs/a2t/tree/main/examples/agent-loop
//! [`examples/catalog-from-data`]: https://github.com/a2t-rs/a2t/tree/main/examples/catalog-from-data
//! [`examples/in-a-container`]: https://github.com/a2t-rs/a2t/tree/main/examples/in-a-container
//! [`examples/oauth-client`]: https://github.com/a2t-rs/a2t/tree/main/examples/oauth-client
//! [`examples/prometheus`]: https://github.com/a2t-rs/a2t/tree/main/examples/prometheus
//! [`examples/socket-activation`]: https://github.com/a2t-rs/a2t/tree/main/examples/socket-activation
//! [`examples/library`]: https://github.com/a2t-rs/a2t/tree/main/examples/library
//! [`examples/library-agent`]: https://github.com/a2t-rs/a2t/tree/main/examples/library-agent
//! [`examples/mcp-agent`]: https://github.com/a2t-rs/a2t/tree/main/examples/mcp-agent
//! [`examples/trip-agent`]: https://github.com/a2t-rs/a2t/tree/main/examples/trip-agent
//! [`examples/weather-vendor`]: https://github.com/a2t-rs/a2t/tree/main/examples/weather-vendor
//! [examples/weather-vendor/data/README.md]: https://github.com/a2t-rs/a2t/blob/main/examples/weather-vendor/data/README.md
//! [`tests/ui`]: https://github.com/a2t-rs/a2t/tree/main/tests/ui

//! Tools for AI agents over HTTP, typed on both sides by the Agent-to-Tool protocol (A2T).
//!
//! **You have an API.** A function becomes a tool: its types and comments are the signature that
//! models read, and what the protocol forbids does not compile.
//!
//! ```no_run
//! /// Adds two numbers.
//! ///
//! /// # Returns
//! /// The sum.
//! #[a2t::tool(version = 1)]
//! fn add(
//!     /// First addend.
//!     a: i32,
//!     /// Second addend.
//!     b: i32,
//! ) -> i32 {
//!     a + b
//! }
//!
//! #[tokio::main]
//! async fn main() -> Result<(), a2t::ServeError> {
//!     a2t::serve("127.0.0.1:8080", a2t::toolset![add], ()).await
//! }
//! ```
//!
//! Go on with [`tool`](macro@tool) (every key of the attribute), [`Toolset`] (a router to nest in
//! your own, further protocols), [`ToolError`], [`Server`] (limits, TLS, probes), [`Caller`] (who
//! sees and calls what), [`seen`] (spans and figures) and [`testing::contract`](fn@testing::contract).
//! The same toolset speaks MCP ([`mcp`]) and RAP ([`rap`]). [`docs/guide.md`] builds a whole vendor,
//! step by step.
//!
//! **You build agents.** A catalog that you reviewed becomes a client: each tool is a method, whose
//! arguments are checked before they are sent, at the version that you approved. The catalog is a
//! file, made by `cargo a2t fetch https://api.weather.example -o approved/weather.json`.
//!
//! ```no_run
//! # /*
//! a2t::include_client!("weather"); // a build script generated it from approved/weather.json
//! # */
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/codegen/golden/weather.rs"));
//!
//! #[tokio::main]
//! async fn main() -> a2t::client::Result<()> {
//!     let weather = weather::Client::new("https://api.weather.example")?;
//!     let call = weather.lookup_weather_by_city("Omaha, Nebraska").units(weather::Units::Celsius);
//!     println!("{:?}", call.send().await?.temperature);
//!     Ok(())
//! }
//! ```
//!
//! Go on with the [guide](guide) (credentials, errors, several vendors, tests, upkeep),
//! [`include_client!`] or `client!`, [`client::Builder`] (every setting),
//! [`client::Error`], [`dialect::Executor`] (lets a model call the tools, in the words of its
//! provider), [`testing::Replay`] and [`client::fake`] (no vendor in tests). Tools of MCP servers
//! have typed clients as well: [`mcp::client`].
//!
//! Items that need a feature say so; the [table of features](#features-and-crates) is below, in the
//! README, which goes on here.
//!
//! ---
//!

// The programs of the README are doctests of `examples/readme`, which has the build script that they
// need.
#![cfg_attr(not(doctest), doc = include_str!("../README.md"))]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Features of other crates: the first two have other names here, as the texts of what needs them
// say, the last two come with `rap` and `mcp`.
#![cfg_attr(docsrs, allow(unexpected_cfgs))]
#![cfg_attr(docsrs, doc(auto_cfg(hide(feature = "record", feature = "reqwest"))))]
#![cfg_attr(docsrs, doc(auto_cfg(hide(feature = "token", feature = "worker"))))]
// Links of this page lead to items of several features, and to nothing where one is not chosen.
#![cfg_attr(
    not(all(
        feature = "client-macro",
        feature = "dialect",
        feature = "mcp",
        feature = "mcp-client",
        feature = "rap",
        feature = "server",
        feature = "testing"
    )),
    allow(rustdoc::broken_intra_doc_links)
)]

// Generated code names everything from `::a2t`; this lets such paths lead to the crate itself.
extern crate self as a2t;

pub use a2t_core::json::SyntaxError;
pub use a2t_core::signature::InvalidToolId;
pub use a2t_core::{
    AllowedValue, Code, Hints, InputParameter, InputType, Invalid, JsonMember, JsonShape,
    OutputParameter, OutputType, ToolId, ToolSignature, Violation, Violations,
};
pub use serde_json::Value;

#[cfg(feature = "client")]
pub mod client;
#[cfg(feature = "client-macro")]
mod client_macro;
#[cfg(feature = "dialect")]
pub mod dialect;
#[cfg(feature = "client")]
pub mod guide;
#[cfg(feature = "server")]
pub mod idempotency;
#[cfg(feature = "tool")]
mod macros;
#[cfg(any(feature = "mcp", feature = "mcp-client"))]
pub mod mcp;
#[cfg(any(feature = "rap", feature = "rap-client"))]
pub mod rap;
#[cfg(feature = "tool")]
pub mod seen;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "testing")]
pub mod testing;
#[cfg(feature = "tool")]
mod toolset;

#[cfg(feature = "server")]
pub use a2t_core::wire::openapi::OpenApi;
#[cfg(feature = "tls")]
pub use a2t_server::tls;
#[cfg(feature = "server")]
pub use a2t_server::{BoundServer, ClientAddress, Health, ServeError, serve};
#[cfg(feature = "rate-limit")]
pub use a2t_server::{RateLimit, RateLimited};
#[cfg(feature = "tool")]
pub use a2t_tool::{
    Abandoned, Authenticate, Authenticated, Caller, DynamicHandler, DynamicInputs, DynamicOutputs,
    DynamicTool, Enum, Fault, FaultReport, Input, IntoToolError, InvalidInputs, InvalidResource,
    InvalidToolset, Json, Limits, LiveToolset, MemberValue, Output, OutputValue, ProtectedResource,
    Refusal, Tool, ToolError, authenticate, authenticate_with_state, bearer, bounds, on_fault,
};
#[cfg(feature = "client-macro")]
pub use client_macro::client;
#[cfg(feature = "tool")]
pub use macros::{Enum, Error, Input, Output, Record, tool, tools};
#[cfg(feature = "server")]
pub use server::{Routes, Server};
#[cfg(feature = "tool")]
pub use toolset::Toolset;

/// Names that the expansions of the macros use. Not part of the public interface.
#[cfg(feature = "tool")]
#[doc(hidden)]
pub mod __private {
    pub use a2t_macros::{Decided, toolset, undecided};
    pub use a2t_tool::__private::*;

    pub use crate::toolset::toolset_of;
}

#[cfg(feature = "tool")]
#[doc(no_inline)]
pub use serde_json;
