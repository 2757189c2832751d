//! The router and the server, apart from the macros: most tools here are written by hand.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

mod annotated;
mod arriving;
mod attacks;
mod blocking;
mod callers;
mod catalog;
mod chains;
mod choices;
mod declared;
mod deprecated;
mod errors;
mod evolution;
mod faults;
mod heads;
mod health;
mod hints;
mod ids;
mod invocation;
mod keep_alive;
mod layers;
mod leaving;
mod listening;
mod malformed;
mod mounting;
mod newtypes;
mod once;
mod openapi;
mod options;
mod outputs;
mod property;
mod records;
mod refused;
#[path = "../seeded/mod.rs"]
mod seeded;
mod settings;
mod shares;
mod shutdown;
mod sockets;
mod threads;
mod tool;
mod tools;
mod versions;
