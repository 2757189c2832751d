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
mod opaque;
mod pieces;
#[allow(missing_docs)]
mod published;
#[doc(hidden)]
pub mod reply;
#[allow(missing_docs)]
mod signature;
pub mod telemetry;
mod toolset;

// Expansions name what is in this module, which changes without notice.
#[doc(hidden)]
pub mod __private;

pub use a2t_core::invocation::Layout;

#[doc(hidden)]
pub use self::{
    call::arguments::Arguments,
    call::failure::{KeptProblem, KeyProblem, internal_problem},
    call::value_error::{ValueError, Wanted},
    call::{Call, Inputs, Invocation, Reply, ReplyForm},
    caller::Access,
    dispatch::guard::{Elapsed, within},
    dispatch::once::{CallKey, Instead, Once},
    dispatch::options::CallOptions,
    fault::{Cause, Origin, Report},
    limits::EffectiveLimits,
    limits::blocking_pool::{BlockingPool, Job},
    limits::blocking_threads::BlockingThreads,
    limits::bodies::{Bodies, BodyLimits, Room, WaitedSince, check_media_type, overloaded},
    limits::own_shares::OwnShares,
    limits::polls::Polls,
    limits::settings,
    limits::shares::Shares,
    pieces::Pieces,
    signature::input::Type,
    signature::kind::{Choices, Kind},
    signature::output::{One, Own, RESULT, Shape, Writer},
    signature::tool::Key,
    signature::values::{InputValues, ShownValues},
    toolset::Package,
    toolset::entry::{Deprecation, Entry, Older},
    toolset::live::{Following, Now},
};
pub use call::channel;
pub use call::failure::Failure;
pub use call::rejection::{is_problem, rejection};
pub use caller::{
    AuthError, Authenticate, Authenticated, Caller, ProtectedResource, ResourceError, authenticate,
    authenticate_with_state, bearer,
};
pub use dispatch::on_disconnect::OnDisconnect;
#[cfg(feature = "idempotency")]
pub use dispatch::once::Idempotency;
pub use dynamic::{DynamicHandler, DynamicInputs, DynamicOutputs, DynamicTool};
pub use error::{InputErrors, IntoToolError, ToolError};
pub use fault::{Fault, FaultReport, on_fault};
#[doc(hidden)]
pub use http::HeaderName;
pub use limits::Limits;
pub use limits::worker::WorkerLimits;
pub use signature::choice::Enum;
pub use signature::input::Input;
pub use signature::output::{Json, Output, OutputValue};
pub use signature::record::MemberValue;
pub use signature::tool::Tool;
pub use toolset::adapted::{AdaptError, Adapted};
pub use toolset::error::ToolsetError;
pub use toolset::live::LiveToolset;
pub use toolset::version::{CallableVersion, SignatureRef, Version};
pub use toolset::{IntoTools, Tools, Versions};
