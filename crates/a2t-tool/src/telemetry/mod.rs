//! Telemetry of calls: every protocol reports the begin and the end of a call to this interface,
//! which makes spans, metrics and ids of them.
//!
//! Values of inputs and outputs, headers, queries and error texts are never reported.

mod id;
#[allow(missing_docs)]
mod outcome;
mod random;

#[cfg(any(feature = "tracing", feature = "metrics"))]
#[allow(missing_docs)]
mod call;
#[cfg(feature = "metrics")]
pub mod metrics;
#[cfg(not(any(feature = "tracing", feature = "metrics")))]
#[allow(missing_docs)]
mod noop;
#[cfg(feature = "tracing")]
mod spans;

#[doc(hidden)]
pub use a2t_core::wire::problem::is_request_id;
pub use a2t_core::wire::trace::{SpanId, TraceContext, TraceId};
#[cfg(any(feature = "tracing", feature = "metrics"))]
#[doc(hidden)]
pub use call::CallSpan;
pub use id::RequestId;
#[doc(hidden)]
pub use id::{REQUEST_ID, ReplyProblem, mark, name, settle};
#[cfg(feature = "metrics")]
pub use metrics::describe;
#[cfg(not(any(feature = "tracing", feature = "metrics")))]
#[doc(hidden)]
pub use noop::CallSpan;
#[doc(hidden)]
pub use outcome::{Outcome, Protocol, rule};
#[cfg(feature = "tracing")]
pub use spans::current;
#[cfg(feature = "tracing")]
#[doc(hidden)]
pub use spans::{is_watched, sent};

/// Returns whether a subscriber may record spans and events.
#[cfg(not(feature = "tracing"))]
#[doc(hidden)]
pub fn is_watched() -> bool {
    false
}
