//! Messages of RAP as data: the manifest of a toolset, the invocation, the five callbacks, the user's selection, and the
//! bodies of closing, cancelling and migrating. They are read strictly, within limits, with a JSON pointer for each
//! violation, and written. No IO, no clock, no async.
//!
//! ```
//! use a2t_rap::message::{Callback, Invocation, Reading, ToolResult};
//!
//! let posted = br#"{
//!     "operation": "report_weather_of_year", "arguments": {"year": 2025}, "id": "call_1", "call_id": null,
//!     "callback_url": "https://agent.example/callback?token=s3cret", "group_id": "thread_1"
//! }"#;
//! let invocation = Invocation::parse(posted, Reading::Strict)?;
//! assert!(!format!("{invocation:?}").contains("s3cret"));
//!
//! let result = ToolResult::text(&invocation.address, "A mild year.");
//! let sent = Callback::from(result).to_text();
//! assert_eq!(sent, r#"{"group_id":"thread_1","id":"call_1","text":"A mild year.","type":"tool_result"}"#);
//! assert!(matches!(Callback::parse(sent.as_bytes(), Reading::Strict)?, Callback::ToolResult(_)));
//!
//! // Without arguments. The caller can still be answered, because its address could be read.
//! let bad = Invocation::parse(
//!     br#"{"operation": "f", "id": "call_2", "callback_url": "https://agent.example/c", "group_id": "thread_1"}"#,
//!     Reading::Strict,
//! );
//! let bad = bad.unwrap_err();
//! assert_eq!(bad.address.unwrap().id, "call_2");
//! assert!(bad.problem.to_string().contains("the member `arguments`"));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! The specification is that of `hydro-project/infinity` in August 2026, which has no version
//! number. Where it leaves a choice, the documentation of the item names the one that this module
//! takes.

mod address;
mod body;
mod callback;
mod invocation;
pub mod limit;
mod manifest;
mod read;

pub use address::{Address, AddressError};
pub use body::{CancelToolCall, CloseThread, Migrate, Selection};
pub use callback::{
    Callback, Content, OAuth, Segment, SubscriptionEvent, ToolResult, UserChoice, ViewUpdate,
};
pub use invocation::{Invocation, InvocationError, ReturnAddress};
pub use manifest::{Annotations, DISCOVERY, Manifest, Tool};
pub use read::Reading;
