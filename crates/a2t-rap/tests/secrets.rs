//! What is logged while calls are accepted, run and delivered.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[allow(dead_code)]
#[path = "it/server/rig.rs"]
mod rig;
#[path = "it/server/secrets.rs"]
mod secrets;
