//! The tests of this package as one program.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[cfg(feature = "mcp")]
mod described;
mod golden;
mod hosted;
mod import;
mod sdks;
mod streams;
