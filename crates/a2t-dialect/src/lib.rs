//! Signatures, calls and results in the words of each provider of models and each agent framework:
//! definitions out, calls in, results out; and foreign catalogs in. No IO, no clock, no async, no panic.
//!
//! Users reach it as `a2t::dialect`, with an executor on top.
//!
//! # The order of inputs
//!
//! Models fill inputs in as they read them, so that `transfer(to, amount)` has to stay in this
//! order. Definitions are [`serde_json::Value`]s, which programs put into their requests with
//! `json!`; without serde_json's feature `preserve_order` its objects would be sorted by name
//! there. This crate enables the feature, and with it indexmap, for the whole program: no other
//! value would survive `json!`. Objects are equal in any order as before, and `Map::remove` moves
//! the last member to the place of the one that goes.

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
mod outcome;
pub mod procedure;
mod provider;
mod schema;
mod selected;
mod selection;
mod style;
mod turn;
pub mod validate;

pub use a2t_core::rule::Limit;
pub use call::{Call, Given};
pub use check::{Diagnostic, check};
pub use dialect::Dialect;
pub use error::{Error, Result};
pub use export::{Export, Mode, Note};
pub use limits::{Limits, Name, Text};
pub use outcome::Outcome;
pub use provider::{
    A2a, Agent, Anthropic, Autogen, AzureFoundry, AzureFoundryV2, BedrockAgents, BedrockConverse,
    Crewai, Gemini, Langchain, Mcp, OpenaiAssistants, OpenaiChat, OpenaiResponses, VercelAi,
};
pub use selected::{Described, Selected};
pub use selection::{Selection, Show};
pub use turn::Turn;
pub use validate::{Coerced, ToolCallError, ValidatedCall};
