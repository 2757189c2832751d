//! Callers in every protocol: which caller sees and calls which tool, and the answer that the
//! others get.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod caching;
mod in_process;
mod mcp;
mod policies;
mod rap;
mod rig;
mod routes;
#[path = "../seeded/mod.rs"]
mod seeded;
mod server;
