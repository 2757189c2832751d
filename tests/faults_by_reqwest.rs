//! The suite of `tests/faults` with reqwest as the client's transport.

#[path = "faults/main.rs"]
mod faults;
