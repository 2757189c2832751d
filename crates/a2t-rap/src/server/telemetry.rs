//! Telemetry of calls, apart from what the call interface of the tools reports.

use http::HeaderName;

/// Headers of an invocation that are kept with the call, because it runs when its request is gone.
#[cfg(feature = "tracing")]
pub(crate) static KEPT: [HeaderName; 3] = [
    HeaderName::from_static("traceparent"),
    HeaderName::from_static("tracestate"),
    a2t_tool::telemetry::REQUEST_ID,
];
#[cfg(not(feature = "tracing"))]
pub(crate) static KEPT: [HeaderName; 1] = [a2t_tool::telemetry::REQUEST_ID];
