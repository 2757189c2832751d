#![doc = include_str!("../../docs/client.md")]

mod call;
mod child;
mod config;
mod declared;
mod drift;
mod error;
pub mod fake;
mod hub;
mod judges;
mod limits;
mod list;
mod message;
mod mirror;
mod problem;
mod reply;
mod session;
#[cfg(feature = "record")]
mod tape;
#[cfg(not(feature = "record"))]
#[path = "untaped.rs"]
mod tape;
mod task;
pub mod typed;
mod untyped;
mod verify;
mod wire;

pub use a2t_client::{AtMost, Int, Retry, Text};
pub use a2t_core::Violations;
pub use a2t_core::wire::problem::Problem;
pub use a2t_schema::evolution::Change;
pub use a2t_schema::{Approved, ApprovedTool, Listed, Server, Snapshot, Source, Tool};
pub use config::{CommandBuilder, HttpBuilder};
pub use declared::Declared;
#[doc(hidden)]
pub use drift::Watched;
pub use drift::{Drift, Policy, State, ToolDrift};
pub use error::{Error, Kind, Result};
pub use reply::{Content, Reply};
pub use typed::{AnyInt, AtLeast, Dict, List, Null, Nullable, Number, Remote, Sending};
pub use untyped::Client;

/// Names that generated code uses.
#[doc(hidden)]
pub mod __private {
    pub use a2t_client;
    pub use a2t_client::__private::same_choices;
    pub use serde_json::Value;

    pub use crate::__a2t_mcp_calls as calls;
    pub use crate::__a2t_mcp_choices as choices;
    pub use crate::__a2t_mcp_contents as contents;
    pub use crate::__a2t_mcp_errors as errors;
    pub use crate::__a2t_mcp_members as members;
    pub use crate::__a2t_mcp_objects as objects;
    pub use crate::__a2t_mcp_open_choices as open_choices;
    pub use crate::__a2t_mcp_open_unions as open_unions;
    pub use crate::__a2t_mcp_records as records;
    pub use crate::__a2t_mcp_replies as replies;
    pub use crate::__a2t_mcp_same_objects as same_objects;
    pub use crate::__a2t_mcp_unions as unions;
    pub use crate::__a2t_mcp_values as values;
    pub use crate::__a2t_mcp_written_unions as written_unions;

    /// The tools of a generated client.
    pub const fn approved(texts: &'static [&'static str]) -> crate::client::Approved {
        crate::client::Approved::new(texts)
    }
}
