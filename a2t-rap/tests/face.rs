//! The face over HTTP, with a runtime of the tests' own, on every store that needs no server.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "face/rig.rs"]
mod rig;

#[path = "face/results.rs"]
mod results;
