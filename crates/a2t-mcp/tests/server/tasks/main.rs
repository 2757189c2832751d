//! Calls that answer later: accepted, asked for, answered once, over HTTP without a socket and on the
//! stores that need no server.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../../../../a2t-store/tests/flaky/mod.rs"]
mod flaky;
mod keys;
mod life;
mod questions;
mod restart;
mod rig;
