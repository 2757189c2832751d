//! Turns Rust functions into tools that AI agents can call, and the tools of other servers into typed
//! clients.
//!
//! A *tool* is a function with a name, a description and typed inputs, which a language model can
//! choose and call. This crate serves tools and calls them over three protocols: A2T (the
//! Agent-to-Tool protocol), MCP (the Model Context Protocol) and RAP (the Reactive Agent Protocol).
//! The macros and the client generator check at build time what the protocols require. The
//! [book] teaches both sides; this page and the items below are the reference.
//!
//! # Offer tools
//!
//! The types and doc comments of a function are the signature that models read:
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
//! Continue with [`tool`](macro@tool) (every key of the attribute), [`Toolset`] (a router to nest in
//! your own), [`ToolError`], [`Server`] (limits, TLS, probes), [`Caller`] (who may see and call what),
//! [`telemetry`] (spans and metrics) and [`testing`]. The same toolset is served over MCP ([`mcp`]) and
//! RAP ([`rap`]). The [Guide for vendors] builds a whole API.
//!
//! # Call tools
//!
//! A generated client has a method for each tool of a catalog that you have reviewed. The catalog is a
//! file, written by `cargo a2t fetch https://api.weather.example -o approved/weather.json`:
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
//! Continue with [`include_client!`] or `client!`, [`client::Builder`] (every setting),
//! [`client::Error`], [`dialect::Executor`] (runs the calls of a model), [`testing::Replay`] and
//! [`client::fake`] (tests without a vendor). [`mcp::client`] has typed clients of MCP servers. The
//! [Guide for agent developers] leads from the catalog to production.
//!
//! # Features of the crate
//!
//! | feature | adds |
//! | --- | --- |
//! | `server` (default) | [`serve`], and a toolset as an `axum::Router`. Enables `tool` |
//! | `tool` | [`tool`](macro@tool), [`toolset!`], [`ToolError`]: tools as functions, without a server |
//! | `client` | the run time of generated clients, and a client for tools known only at run time |
//! | `client-macro` | `a2t::client!`: a generated client without a build script. Enables `client` |
//! | `client-http2` | HTTP/2 to vendors that offer it. Enables `client` |
//! | `client-reqwest` | calls sent by your own `reqwest::ClientBuilder`. Enables `client` |
//! | `blocking` | the client in programs without async: `.send().wait()`. Enables `client` |
//! | `dialect` | [`dialect`]: tools in the format of each provider, an executor. Enables `client` |
//! | `mcp` | [`mcp`]: a toolset over MCP, by HTTP and standard input. Enables `tool` |
//! | `mcp-tasks` | `mcp::Tasks`: MCP calls that outlive a connection. Enables `mcp` |
//! | `mcp-client` | [`mcp::client`]: clients of MCP servers. Enables `client` |
//! | `rap` | [`rap`]: a toolset over RAP, answered by callbacks. Enables `tool` |
//! | `rap-client` | `rap::Runtime`: calls tools that answer later. Enables `client` |
//! | `sqlite`, `postgres`, `postgres-tls` | stores for calls of `rap`, `rap-client`, `mcp-tasks`, and for replies |
//! | `nats`, `nats-credentials` | a store for calls in NATS JetStream; users with a credentials file |
//! | `redis` | a store for replies in Redis |
//! | `encrypt` | encrypts stored calls |
//! | `tls` | `Server::tls`: TLS without a proxy. Enables `server` |
//! | `http2` | HTTP/2 for clients that offer it. Enables `tls` |
//! | `rate-limit` | `RateLimit`: refuses callers above their rate. Enables `server` |
//! | `tracing` | spans of calls, an access log, W3C trace contexts |
//! | `metrics` | counters and histograms, through the facade `metrics` |
//! | `testing` | [`testing`]: test clients, the contract test, a mock server, recordings |
//!
//! `dialect` enables `preserve_order` of `serde_json`, so that models read inputs in your order.
//!
//! [book]: https://github.com/a2t-rs/a2t/blob/main/docs/SUMMARY.md
//! [Guide for vendors]: https://github.com/a2t-rs/a2t/blob/main/docs/vendors.md
//! [Guide for agent developers]: https://github.com/a2t-rs/a2t/blob/main/docs/agents.md

#![cfg_attr(docsrs, feature(doc_cfg))]
// Features of other crates: the first two have other names here, which messages use, the last two
// come with `rap` and `mcp`.
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
pub use a2t_core::signature::ToolIdError;
pub use a2t_core::{
    AllowedValue, Code, Hints, InputParameter, InputType, JsonMember, JsonShape, OutputParameter,
    OutputType, ToolId, ToolSignature, ValidationError, Violation, Violations,
};
pub use serde_json::Value;

#[cfg(feature = "client")]
pub mod client;
#[cfg(feature = "client-macro")]
mod client_macro;
#[cfg(feature = "dialect")]
pub mod dialect;
#[cfg(feature = "server")]
pub mod idempotency;
#[cfg(feature = "tool")]
mod macros;
#[cfg(any(feature = "mcp", feature = "mcp-client"))]
pub mod mcp;
#[cfg(any(feature = "rap", feature = "rap-client"))]
pub mod rap;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "tool")]
pub mod telemetry;
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
    AuthError, Authenticate, Authenticated, Caller, DynamicHandler, DynamicInputs, DynamicOutputs,
    DynamicTool, Enum, Fault, FaultReport, Input, InputErrors, IntoToolError, Json, Limits,
    LiveToolset, MemberValue, OnDisconnect, Output, OutputValue, ProtectedResource, ResourceError,
    Tool, ToolError, ToolsetError, authenticate, authenticate_with_state, bearer, bounds, on_fault,
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
