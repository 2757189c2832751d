//! What is logged while calls are accepted, run and delivered.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[allow(dead_code)]
#[path = "server/rig.rs"]
mod rig;
#[path = "server/secrets.rs"]
mod secrets;
