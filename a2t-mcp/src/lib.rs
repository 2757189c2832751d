#![doc = include_str!("../README.md")]

mod body;
mod call;
mod catalog;
mod face;
mod gap;
mod limits;
mod refuse;
mod service;
mod settings;
mod stdio;
mod version;

pub use limits::Limits;
pub use service::Service;
pub use stdio::{StdioError, serve_stdio};
