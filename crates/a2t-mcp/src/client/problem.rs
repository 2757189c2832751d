//! The problem of a failed call, in the `_meta` of its result.

use a2t_core::wire::problem::Problem;
use serde_json::{Map, Value};

use crate::meta::PROBLEM;

/// Reads the problem of a result, if it has one whose status is that of a failure.
pub(crate) fn of(result: &Map<String, Value>) -> Option<Box<Problem>> {
    let problem = result.get("_meta")?.get(PROBLEM).filter(|problem| problem.is_object())?;
    let status = problem.get("status").and_then(Value::as_u64);
    let status = status.and_then(|status| u16::try_from(status).ok());
    let status = status.filter(|status| (400..600).contains(status))?;
    Some(Box::new(Problem::parse(status, problem.to_string().as_bytes())))
}

/// Returns the `_meta` that [`of`] reads as this problem.
#[cfg(feature = "record")]
pub(crate) fn meta(problem: &Problem) -> Value {
    serde_json::json!({ PROBLEM: problem })
}
