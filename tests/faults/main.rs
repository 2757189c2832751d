//! The client in a bad world: servers that stall, break off, lie or fail, programs that give up
//! half way, and what of it is tried again. Each test runs with both transports of a client.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::duplicate_mod, reason = "one suite, two transports")]

mod faulty;
#[path = "../scripted/mod.rs"]
mod scripted;
#[path = "../seeded/mod.rs"]
mod seeded;
#[path = "../client/vendor.rs"]
mod vendor;

#[path = "suite.rs"]
mod by_default;
#[path = "suite.rs"]
mod by_reqwest;
