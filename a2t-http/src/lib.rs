#![doc = include_str!("../README.md")]

mod body;
mod connect;
mod root;

pub use body::{is_json, read};
pub use connect::{builder, provider};
pub use root::{Root, RootError};
