#![doc = include_str!("../../docs/server.md")]

mod accept;
mod answer;
mod asked;
mod call;
mod catalog;
mod denied;
mod gap;
mod handler;
mod inner;
mod once;
mod question;
mod refuse;
mod round;
mod service;
mod settings;
mod stdio;
#[cfg(feature = "tasks")]
mod tasks;
mod transport;
mod usual;
mod version;

#[cfg(feature = "tasks")]
pub use a2t_tool::WorkerLimits;
pub use service::{Service, serve_stdio};
pub use stdio::StdioError;
#[cfg(feature = "tasks")]
pub use tasks::Tasks;

/// Stores of tasks.
#[cfg(feature = "tasks")]
pub use a2t_store as store;
