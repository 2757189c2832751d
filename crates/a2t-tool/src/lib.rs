#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod bounds;
mod call;
mod caller;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod dispatch;
mod dynamic;
mod error;
mod fault;
mod limits;
#[allow(missing_docs)]
mod published;
#[allow(missing_docs)]
mod signature;
pub mod telemetry;
mod toolset;

// Expansions name what is in this module, which changes without notice.
#[doc(hidden)]
pub mod __private;

pub use a2t_core::invocation::Layout;

#[doc(hidden)]
pub use call::arguments::Arguments;
pub use call::channel;
pub use call::failure::Failure;
#[doc(hidden)]
pub use call::failure::{KeptProblem, KeyProblem, internal_problem};
pub use call::rejection::{is_problem, rejection};
#[doc(hidden)]
pub use call::value_error::{ValueError, Wanted};
pub use call::{Call, Inputs, Invocation, Reply, ReplyForm};
#[doc(hidden)]
pub use caller::Access;
pub use caller::{
    AuthError, Authenticate, Authenticated, Caller, ProtectedResource, ResourceError, authenticate,
    authenticate_with_state, bearer,
};
#[doc(hidden)]
pub use dispatch::guard::{Elapsed, within};
pub use dispatch::on_disconnect::OnDisconnect;
#[cfg(feature = "idempotency")]
pub use dispatch::once::Idempotency;
#[doc(hidden)]
pub use dispatch::once::{CallKey, Instead, Once};
#[doc(hidden)]
pub use dispatch::options::CallOptions;
pub use dynamic::{DynamicHandler, DynamicInputs, DynamicOutputs, DynamicTool};
pub use error::{InputErrors, IntoToolError, ToolError};
#[doc(hidden)]
pub use fault::{Cause, Origin, Report};
pub use fault::{Fault, FaultReport, on_fault};
#[doc(hidden)]
pub use http::HeaderName;
#[doc(hidden)]
pub use limits::EffectiveLimits;
pub use limits::Limits;
#[doc(hidden)]
pub use limits::blocking_pool::{BlockingPool, Job};
#[doc(hidden)]
pub use limits::blocking_threads::BlockingThreads;
#[doc(hidden)]
pub use limits::bodies::{Bodies, BodyLimits, Room, WaitedSince, overloaded};
#[doc(hidden)]
pub use limits::own_shares::OwnShares;
#[doc(hidden)]
pub use limits::polls::Polls;
#[doc(hidden)]
pub use limits::settings;
#[doc(hidden)]
pub use limits::shares::Shares;
pub use limits::worker::WorkerLimits;
pub use signature::choice::Enum;
pub use signature::input::Input;
#[doc(hidden)]
pub use signature::input::Type;
pub use signature::output::{Json, Output, OutputValue};
#[doc(hidden)]
pub use signature::output::{One, Own, RESULT, Shape, Writer};
pub use signature::record::MemberValue;
pub use signature::tool::Tool;
#[doc(hidden)]
pub use signature::tool::{Choices, Key, Kind};
#[doc(hidden)]
pub use signature::values::{InputValues, ShownValues};
#[doc(hidden)]
pub use toolset::Package;
pub use toolset::adapted::{AdaptError, Adapted};
pub use toolset::entry::{Deprecation, Entry, Older};
pub use toolset::error::ToolsetError;
pub use toolset::live::LiveToolset;
#[doc(hidden)]
pub use toolset::live::{Following, Now};
pub use toolset::version::{CallableVersion, SignatureRef, Version};
pub use toolset::{IntoTools, Tools, Versions};
