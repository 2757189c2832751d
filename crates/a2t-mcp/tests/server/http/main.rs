//! The MCP server over HTTP without a socket: what is listed, called, reported and refused.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod calls;
mod contexts;
mod errors;
mod hostile;
mod hosts;
mod limits;
mod listing;
mod newtypes;
mod options;
mod tools;
mod values;
mod versions;
