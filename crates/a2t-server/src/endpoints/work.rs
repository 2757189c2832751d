//! The answer to calls that exceed the shares of their server.

use a2t_core::wire::problem::{Kind, Problem};
use http::Response;

use crate::reply;

/// 503 to a call that nothing was done for.
pub(crate) fn overloaded<B: From<Vec<u8>>>() -> Response<B> {
    let detail = "the server has as many calls in flight as it takes; nothing was done";
    reply::retry_later(&Problem::new(Kind::Overloaded, detail), 1)
}
