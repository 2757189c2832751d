//! The tests of this package as one program. The tests print what they skip where a server is missing.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod crash;
mod crashes;
mod flaky;
mod idempotency;
mod jetstream;
mod memory;
mod open;
mod postgres;
mod scratch;
mod servers;
mod sqlite;
mod suite;
mod trace;
mod worker;
mod workers;
