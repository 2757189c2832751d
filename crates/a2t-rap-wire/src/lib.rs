#![doc = include_str!("../README.md")]

mod address;
mod body;
mod callback;
mod invocation;
pub mod limit;
mod manifest;
mod read;

pub use address::{Address, BadAddress};
pub use body::{CancelToolCall, CloseThread, Migrate, Selection};
pub use callback::{
    Callback, Content, OAuth, Segment, SubscriptionEvent, ToolResult, UserChoice, ViewUpdate,
};
pub use invocation::{BadInvocation, Invocation, ReturnAddress};
pub use manifest::{Annotations, DISCOVERY, Manifest, Tool};
pub use read::Reading;
