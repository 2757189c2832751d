//! The face over HTTP, with a runtime of the tests' own, on every store that needs no server.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "face/cancel.rs"]
mod cancel;
#[path = "face/delivery.rs"]
mod delivery;
#[path = "face/discovery.rs"]
mod discovery;
#[path = "face/limits.rs"]
mod limits;
#[path = "face/migrate.rs"]
mod migrate;
#[path = "face/questions.rs"]
mod questions;
#[path = "face/restart.rs"]
mod restart;
#[path = "face/results.rs"]
mod results;
#[path = "face/rig.rs"]
mod rig;
#[path = "face/subscriptions.rs"]
mod subscriptions;
