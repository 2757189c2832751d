//! What hostile catalogs are put through, as one program.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod cargo_output;
mod clients;
mod compiled;
mod inspect;
mod system_calls;
