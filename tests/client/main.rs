//! The client, generated and not: what it sends and refuses to send, what it reads of a reply, and its fake.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod calls;
mod connections;
mod errors;
pub mod expansion;
mod fake;
#[allow(dead_code, reason = "a part of what `tests/faults` needs")]
#[path = "../faults/faulty.rs"]
mod faulty;
mod generated;
mod lists;
mod overridden;
mod vendor;
mod versions;
