//! Tools that JSON Schema describes, those of MCP and RAP servers: the run time of generated clients, over any
//! protocol that carries their calls.

mod carry;
mod drift;
pub(crate) mod reply;
pub(crate) mod state;
pub mod typed;

pub use a2t_core::Violations;
pub use a2t_core::wire::problem::Problem;
pub use a2t_schema::evolution::Change;
pub use a2t_schema::{Approved, ApprovedTool, Listed, Server, Snapshot, Source, Tool};
pub use carry::{Remote, Sending};
#[doc(hidden)]
pub use drift::Watched;
pub use drift::{Drift, Policy, ToolDrift};
pub use reply::{Content, Reply};
pub use state::State;
pub use typed::{AnyInt, AtLeast, Dict, List, Null, Nullable, Number};

pub use crate::{AtMost, Declared, Error, Int, Kind, NextStep, Result, Retry, Text};

/// A stand-in for a server in an agent's tests: replies go in, a record of the calls comes out.
pub mod fake {
    pub use crate::fake::{Failure, Fake};

    /// A call that a [`Fake`] took.
    pub type Sent = crate::fake::Sent<super::Tool>;
}

/// Names that generated code uses.
#[doc(hidden)]
pub mod __private {
    pub use a2t_schema::Tool;

    pub use crate::__a2t_errors as errors;
    pub use crate::__a2t_schema_calls as calls;
    pub use crate::__a2t_schema_choices as choices;
    pub use crate::__a2t_schema_contents as contents;
    pub use crate::__a2t_schema_members as members;
    pub use crate::__a2t_schema_objects as objects;
    pub use crate::__a2t_schema_open_choices as open_choices;
    pub use crate::__a2t_schema_open_unions as open_unions;
    pub use crate::__a2t_schema_records as records;
    pub use crate::__a2t_schema_replies as replies;
    pub use crate::__a2t_schema_same_objects as same_objects;
    pub use crate::__a2t_schema_unions as unions;
    pub use crate::__a2t_schema_values as values;
    pub use crate::__a2t_schema_written_unions as written_unions;
    pub use crate::__private::same_choices;

    /// Returns the tools of a generated client.
    pub const fn approved(texts: &'static [&'static str]) -> super::Approved {
        super::Approved::new(texts)
    }
}
