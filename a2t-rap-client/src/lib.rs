#![doc = include_str!("../README.md")]

mod call;
mod error;
mod host;
mod inner;
mod payload;
mod pending;
mod receiver;
mod run;
mod runtime;
mod settings;
mod tell;
mod token;
mod toolset;
mod work;

pub use a2t_egress::{HeaderMap, IpNet, Policy};
pub use a2t_rap_wire::{
    Annotations, Content, Manifest, Segment, SubscriptionEvent, Tool as ManifestTool, ToolResult,
};
pub use a2t_store as store;
pub use a2t_store::Schedule;
pub use a2t_webhook as webhook;
pub use call::Call;
pub use error::{CallError, LoadError};
pub use host::{Answer, Choice, Dispatch, Host, Page, View};
pub use pending::{Pending, ResultError, Subscription};
pub use runtime::Runtime;
pub use settings::{BuildError, Builder};
