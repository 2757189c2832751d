//! The tests of this package as one program.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod exchange;
mod hostile;
mod interop;
mod listeners;
mod messages;
mod proxies;
mod signatures;
