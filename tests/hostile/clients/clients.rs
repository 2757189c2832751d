//! A client of every hostile catalog, as a library that forbids and denies what its author can.
//! A doctest here would be a vendor's program, and fails: it leaves a marker and panics.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, unused, unreachable_pub, nonstandard_style, future_incompatible)]
#![deny(rust_2018_idioms, unused_qualifications, missing_debug_implementations)]
#![deny(clippy::all, clippy::pedantic)]
#![deny(rustdoc::all)]

include!(concat!(env!("OUT_DIR"), "/clients.rs"));
