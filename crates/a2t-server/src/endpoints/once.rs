//! The `Idempotency-Key` of a request.

use a2t_core::wire::problem::{Kind, Problem};
use a2t_tool::{CallKey, Idempotency};
use http::request::Parts;

use crate::endpoints::heading::Found;

/// Reads the key of a request, if it has one and keys are in use.
///
/// # Errors
/// Fails if the key is not valid, or if the tool requires one and there is none.
pub(crate) fn key(
    parts: &Parts,
    key: Found<'_>,
    default: &Idempotency,
    required: bool,
) -> Result<Option<Box<CallKey>>, Problem> {
    match key {
        Found::Nothing if required => Err(missing()),
        Found::Nothing => Ok(None),
        Found::One(header) => {
            let setting = parts.extensions.get().unwrap_or(default);
            CallKey::read(parts, header.as_bytes(), setting)
        }
        Found::Several => {
            let detail = "the request has several Idempotency-Key headers: send one";
            Err(Problem::new(Kind::InvalidIdempotencyKey, detail))
        }
    }
}

fn missing() -> Problem {
    let detail = "the tool runs once for each Idempotency-Key: add the header, with a fresh UUID for each call and the same one when it is sent again";
    Problem::new(Kind::IdempotencyKeyMissing, detail)
}
