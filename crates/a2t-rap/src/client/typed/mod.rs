//! The run time of generated clients: their types are those of all tools that JSON Schema describes, their calls go
//! out through a [`Runtime`](crate::client::Runtime).

mod carry;
mod expansion;
mod subscribe;

pub use a2t_client::schema::typed::*;

pub use self::subscribe::{Events, Subscribing, subscribe};
use crate::client::Thread;

/// Returns the sender of the calls of a generated client in a thread.
#[doc(hidden)]
pub fn caller(thread: Thread, tools: &'static a2t_client::schema::Approved) -> Caller {
    Caller::new(thread, tools)
}
