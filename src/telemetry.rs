//! Telemetry of calls: the ids of requests, trace contexts, and the names of metrics.
//!
//! With the feature `tracing`, each call is a span, and each request over HTTP a line in the log;
//! with the feature `metrics`, both are counted. [`docs/observability.md`] lists every name.
//!
//! [`docs/observability.md`]: https://github.com/a2t-rs/a2t/blob/main/docs/observability.md

pub use a2t_tool::telemetry::{RequestId, SpanId, TraceContext, TraceId};

#[cfg(feature = "tracing")]
pub use a2t_tool::telemetry::current;
#[cfg(feature = "metrics")]
pub use a2t_tool::telemetry::{describe, metrics};
