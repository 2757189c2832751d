//! Signatures, calls and results in the format of each model provider and agent framework. It writes
//! definitions, reads calls, writes results, and imports foreign catalogs. No IO, no clock, no async,
//! no panic.
//!
//! ```
//! use a2t_dialect::{Dialect, Selection};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Usually, this is a tool of a generated client, which its developer has approved.
//! let tool = a2t_core::signature::parse(br#"{"toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4",
//!     "name": "forecast", "description": "Forecasts the weather.", "version": 1, "currentVersion": 1,
//!     "input_parameters": [{"id": "city", "name": "city", "description": "The city."}]}"#)?.signature;
//! let definitions = Dialect::Anthropic.tools(&Selection::approved([tool]))?;
//! assert_eq!(definitions[0]["name"], "forecast");
//! # Ok(()) }
//! ```
//!
//! Programs use it as `a2t::dialect`, together with an executor.
//! [Models and dialects](https://github.com/a2t-rs/a2t/blob/main/docs/models.md) lists the formats.
//!
//! # The order of inputs
//!
//! Models fill in inputs in the order in which they read them, so `transfer(to, amount)` must stay
//! in this order. Definitions are [`serde_json::Value`]s, which programs put into their requests with
//! `json!`. Without serde_json's feature `preserve_order`, objects would be sorted by name there. So
//! this crate enables the feature, and with it indexmap, for the whole program. Objects still compare
//! equal in any order. `Map::remove` moves the last member to the position of the removed one.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod approved;
mod call;
mod check;
mod describe;
mod dialect;
mod error;
mod export;
mod fit;
pub mod hosted;
pub mod import;
pub mod limits;
mod names;
mod options;
mod outcome;
mod part;
pub mod procedure;
mod provider;
mod schema;
mod selected;
mod selection;
mod stream;
mod style;
mod turn;
pub mod validate;

pub use a2t_core::rule::Limit;
pub use a2t_schema::Digest;
pub use call::{Call, Caller, Given};
pub use check::{Diagnostic, check};
pub use dialect::Dialect;
pub use error::{Error, Result};
pub use export::{Export, Mode, Note};
pub use limits::{Limits, Name, Text};
pub use options::{CacheTime, Callers, ToolChoice, ToolOptions};
pub use outcome::Outcome;
pub use part::{Media, Part};
pub use provider::{
    A2a, Agent, Anthropic, Autogen, AzureFoundry, AzureFoundryV2, BedrockAgents, BedrockConverse,
    Crewai, Gemini, Langchain, Mcp, OpenaiAssistants, OpenaiChat, OpenaiResponses, VercelAi,
};
pub use selected::{Described, Selected};
pub use selection::{Selection, Show};
pub use stream::{Accumulator, Reply, StreamError, Streamed, Usage};
pub use turn::Turn;
pub use validate::{Coerced, ToolCallError, ValidatedCall};
