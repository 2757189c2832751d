//! The parts of a tool's `_meta` that are kept. Servers built with a2t send its errors, and the remark that it is
//! deprecated; snapshots have the order of its properties.

use a2t_core::signature::{Deprecated, problem_types, problem_types_value};
use a2t_core::{ProblemType, ToolId};
use serde_json::{Map, Value, json};

use super::Tool;
use super::order::Order;

const DEPRECATED: &str = "dev.a2t/deprecated";
const ERRORS: &str = "dev.a2t/errors";
const ORDER: &str = "dev.a2t/order";

/// Reads the errors. Returns none if the list is not understood, because MCP does not define the content of `_meta`.
pub(super) fn errors(meta: &Value) -> Vec<ProblemType> {
    meta.get(ERRORS).and_then(problem_types).unwrap_or_default()
}

/// Reads the remark, if it is understood.
pub(super) fn deprecated(meta: &Value) -> Option<Deprecated> {
    meta.get(DEPRECATED).and_then(Deprecated::read)
}

/// Reads the order of properties, if it is understood.
pub(super) fn order(meta: &Value) -> Option<Order> {
    meta.get(ORDER).and_then(Order::read)
}

/// Returns the part of `_meta` that is kept, if there is one, with this order.
pub(super) fn kept(tool: &Tool, order: Option<&Order>) -> Option<Value> {
    let mut kept = Map::new();
    if let Some(Deprecated { since, note }) = &tool.deprecated {
        kept.insert(DEPRECATED.to_owned(), json!({ "since": since, "note": note }));
    }
    if !tool.errors.is_empty() {
        // Each error has its type, so none depends on the tool's id.
        let errors = problem_types_value(&tool.errors, ToolId::from_u128(0));
        kept.insert(ERRORS.to_owned(), errors);
    }
    if let Some(order) = order.filter(|order| !order.is_empty()) {
        kept.insert(ORDER.to_owned(), order.to_value());
    }
    (!kept.is_empty()).then_some(Value::Object(kept))
}
