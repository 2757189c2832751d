#![doc = include_str!("../../docs/client.md")]

mod call;
mod carry;
mod changed;
mod child;
mod config;
mod error;
mod hub;
mod limits;
mod list;
mod message;
mod mirror;
mod problem;
mod question;
#[cfg(feature = "record")]
mod recording;
#[cfg(not(feature = "record"))]
#[path = "recording/noop.rs"]
mod recording;
mod result;
mod session;
mod task;
mod untyped;
mod validators;
mod verify;
mod wire;

#[doc(hidden)]
pub use a2t_client::schema::{__private, Watched};
pub use a2t_client::schema::{
    AnyInt, Approved, ApprovedTool, AtLeast, AtMost, Change, Content, Declared, Dict, Drift, Error,
    Int, Kind, List, Listed, NextStep, Null, Nullable, Number, Policy, Problem, Remote, Reply,
    Result, Retry, Sending, Server, Snapshot, Source, State, Text, Tool, ToolDrift, Violations,
    fake, typed,
};
pub use config::{CommandBuilder, HttpBuilder};
pub use question::{Answer, Question};
pub use untyped::Client;
