#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod abandoned;
mod adapted;
mod arguments;
mod asked;
mod blocking_pool;
mod blocking_threads;
#[allow(missing_docs)]
mod bodies;
pub mod bounds;
mod call;
#[allow(missing_docs)]
mod call_options;
mod caller;
pub mod channel;
mod choice;
mod code;
mod concurrency;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod dispatch;
mod dynamic;
mod entry;
mod error;
mod extend;
mod failure;
mod fault;
mod finite;
mod guard;
mod input;
mod invalid;
mod limits;
mod live;
mod merge;
#[cfg(feature = "idempotency")]
mod once;
#[cfg(not(feature = "idempotency"))]
#[allow(missing_docs)]
#[path = "once/noop.rs"]
mod once;
mod output;
#[allow(missing_docs)]
mod placeholder;
#[allow(missing_docs)]
mod polls;
mod record;
mod refused;
mod rejection;
pub mod seen;
mod served;
#[doc(hidden)]
pub mod settings;
mod shape;
#[allow(missing_docs)]
mod shares;
mod table;
mod text;
mod tool;
mod tools;
mod values;

// Expansions name what is in these, which changes without notice.
#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
#[allow(missing_docs)]
mod arity;
#[allow(missing_docs)]
mod check;
#[allow(missing_docs)]
mod clashes;
#[allow(missing_docs)]
mod gate;
#[allow(missing_docs)]
mod listed;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod lock;
#[allow(missing_docs)]
mod run;
#[allow(missing_docs)]
mod signature;
#[allow(missing_docs)]
mod wide;

pub use a2t_core::invocation::Layout;

pub use abandoned::Abandoned;
pub use adapted::{Adapted, Unserved};
#[doc(hidden)]
pub use arguments::Arguments;
#[doc(hidden)]
pub use blocking_pool::{BlockingPool, Job};
#[doc(hidden)]
pub use blocking_threads::BlockingThreads;
#[doc(hidden)]
pub use bodies::{Bodies, BodyLimits, Room, Unread, WaitedSince};
pub use call::{Call, Inputs, Invocation, Reply, ReplyForm};
#[doc(hidden)]
pub use call_options::CallOptions;
#[doc(hidden)]
pub use caller::Access;
pub use caller::{
    Authenticate, Authenticated, Caller, InvalidResource, ProtectedResource, Refusal, authenticate,
    authenticate_with_state, bearer,
};
pub use choice::Enum;
pub use dynamic::{DynamicHandler, DynamicInputs, DynamicOutputs, DynamicTool};
pub use entry::{Deprecation, Entry, Older};
pub use error::{IntoToolError, InvalidInputs, ToolError};
pub use failure::Failure;
#[doc(hidden)]
pub use failure::{KeptProblem, KeyRefusal, internal_problem};
#[doc(hidden)]
pub use fault::{Cause, Origin, Report};
pub use fault::{Fault, FaultReport, on_fault};
#[doc(hidden)]
pub use guard::{Elapsed, within};
#[doc(hidden)]
pub use http::HeaderName;
pub use input::Input;
#[doc(hidden)]
pub use input::Type;
pub use invalid::InvalidToolset;
pub use limits::Limits;
pub use live::LiveToolset;
#[doc(hidden)]
pub use live::{Following, Now};
#[cfg(feature = "idempotency")]
pub use once::Idempotency;
#[doc(hidden)]
pub use once::{CallKey, Instead, Once};
pub use output::{Json, Output, OutputValue};
#[doc(hidden)]
pub use output::{One, Own, RESULT, Shape, Writer};
#[doc(hidden)]
pub use polls::Polls;
pub use record::MemberValue;
#[doc(hidden)]
pub use refused::{Refused, Wanted};
pub use rejection::{is_problem, rejection};
pub use served::{Lasting, Served, Version};
#[doc(hidden)]
pub use shares::Shares;
pub use tool::Tool;
#[doc(hidden)]
pub use tool::{Choices, Key, Kind};
#[doc(hidden)]
pub use tools::Package;
pub use tools::{IntoTools, Tools, Versions};
#[doc(hidden)]
pub use values::{InputValues, ShownValues};
