//! The tests of this package as one program.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod client;
#[path = "../../../a2t-store/tests/it/flaky/mod.rs"]
mod flaky;
mod http;
mod interop;
mod tasks;
