//! The project: its packages and their dependencies, and what pages name.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod architecture;
mod deny;
mod extending;
mod performance;
mod production;
mod threats;
