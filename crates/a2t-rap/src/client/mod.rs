//! The runtime that calls tools over RAP: a call is registered in a store before it is sent, and its answer comes to a
//! callback URL.

mod approve;
mod arguments;
mod call;
mod error;
mod events;
mod headers;
mod host;
mod inner;
mod notify;
mod payload;
mod pending;
mod receiver;
#[cfg(feature = "record")]
mod recording;
#[cfg(not(feature = "record"))]
#[path = "recording/noop.rs"]
mod recording;
mod run;
mod runtime;
mod send;
mod settings;
mod signal;
mod step;
mod telemetry;
mod thread;
mod toolset;
#[cfg(feature = "typed")]
pub mod typed;
mod waiters;
mod work;

pub use crate::message::{
    Annotations, Content, Manifest, Segment, SubscriptionEvent, Tool as ManifestTool, ToolResult,
};
pub use a2t_store as store;
pub use a2t_store::Schedule;
pub use a2t_webhook::egress::{HeaderMap, IpNet, Policy};
pub use a2t_webhook::signature as webhook;
pub use approve::snapshot;
pub use call::Call;
pub use error::{CallError, LoadError};
pub use headers::Headers;
pub use host::{Answer, Choice, Dispatch, Host, Page, View};
pub use http::HeaderName;
pub use pending::{Pending, ResultError, Subscription};
pub use runtime::Runtime;
pub use settings::{BuildError, Builder};
pub use thread::Thread;
pub use toolset::discover;

#[cfg(feature = "typed")]
pub use a2t_client::schema::{
    AnyInt, Approved, ApprovedTool, AtLeast, AtMost, Dict, Drift, Error, Int, Kind, List, Null,
    Nullable, Number, Remote, Reply, Result, Retry, Sending, Text, fake,
};

/// Names that generated code uses.
#[cfg(feature = "typed")]
#[doc(hidden)]
pub mod __private {
    pub use a2t_client::schema::__private::{
        Tool, approved, calls as schema_calls, choices, contents, members, objects, open_choices,
        open_unions, records, replies, same_choices, same_objects, unions, values, written_unions,
    };

    pub use crate::__a2t_rap_calls as calls;
}
