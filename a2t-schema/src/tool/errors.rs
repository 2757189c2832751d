//! The errors of a tool, in the `_meta` that servers built with a2t send.

use a2t_core::signature::{problem_types, problem_types_value};
use a2t_core::{ProblemType, ToolId};
use serde_json::{Value, json};

/// Key of the errors.
const ERRORS: &str = "dev.a2t/errors";

/// Reads the errors. Returns none if the list is not understood, because MCP does not define the content of `_meta`.
pub(super) fn read(meta: &Value) -> Vec<ProblemType> {
    meta.get(ERRORS).and_then(problem_types).unwrap_or_default()
}

/// Returns the part of `_meta` that is kept, if there are errors.
pub(super) fn meta(errors: &[ProblemType]) -> Option<Value> {
    // Each error has its type, so none depends on the tool's id.
    let listed = || problem_types_value(errors, ToolId::from_u128(0));
    (!errors.is_empty()).then(|| json!({ ERRORS: listed() }))
}
