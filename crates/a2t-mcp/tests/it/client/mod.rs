//! The client against servers of the official SDK, and against servers that answer by script.

mod child;
mod generated;
mod handshakes;
mod hostile_http;
mod http;
mod noise;
mod older_http;
mod questions;
mod server;
mod tasks;
