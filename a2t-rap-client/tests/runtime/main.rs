//! The runtime side, by the numbers of the specification, with a server of tools on loopback.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod calls;
mod discovery;
mod people;
mod stand;
mod subscriptions;
mod typed;
