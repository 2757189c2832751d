#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod agent;
mod builder;
mod check;
mod consent;
mod converse;
#[cfg(feature = "schema")]
mod drift;
mod error;
mod executor;
#[cfg(feature = "toolset")]
mod in_process;
mod invoke;
#[cfg(feature = "rap")]
mod rap;
#[cfg(feature = "schema")]
mod schema;
mod shorten;
mod together;

pub use agent::AgentTool;
pub use builder::Builder;
pub use consent::{
    Batch, Consent, ConsentRequest, Decision, Logging, MemoryLog, Paused, PausedCall, Record,
    RecordError, ResumeError, ResumeLog,
};
pub use converse::{ConverseError, ConverseLimits, Conversed};
pub use error::InvokeError;
pub use executor::{Executor, Ran};
#[cfg(feature = "toolset")]
pub use in_process::InProcess;
pub use invoke::{Invoke, Invoking};
