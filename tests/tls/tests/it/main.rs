//! Servers and clients over TLS and HTTP/2, as one program.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod client;
mod closed;
mod connections;
mod egress;
mod http2;
mod http2_client;
