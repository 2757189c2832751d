//! The run time of generated clients: their types are those of clients of MCP servers, their calls go
//! out through a [`Runtime`](crate::client::Runtime).

mod carry;
mod expansion;
mod subscribe;

use std::sync::Arc;

pub use a2t_mcp::client::typed::*;

pub use self::subscribe::{Events, Subscribing, subscribe};
use crate::client::Thread;

/// Sender of the calls of a generated client in a thread.
#[doc(hidden)]
pub fn caller(thread: Thread, tools: &'static a2t_mcp::client::Approved) -> Caller {
    Caller::carried(Arc::new(thread), tools)
}
