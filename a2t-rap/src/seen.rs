//! Calls and their queue as they are seen from outside, beside what the seam to the tools tells.

#[cfg(feature = "metrics")]
use std::time::Duration;

#[cfg(feature = "metrics")]
use a2t_store::QueueStatistics;
#[cfg(feature = "metrics")]
use a2t_tool::seen::figures::{QUEUE_AGE, QUEUE_ATTEMPTS, QUEUE_DEPTH};
use http::HeaderName;

/// Headers of an invocation that are kept with the call, because it runs when its request is gone.
#[cfg(feature = "tracing")]
pub(crate) static KEPT: [HeaderName; 3] = [
    HeaderName::from_static("traceparent"),
    HeaderName::from_static("tracestate"),
    a2t_tool::seen::REQUEST_ID,
];
#[cfg(not(feature = "tracing"))]
pub(crate) static KEPT: [HeaderName; 0] = [];

/// Tells depth, age and attempts of the queue as gauges.
#[cfg(feature = "metrics")]
pub(crate) fn gauges(statistics: &QueueStatistics) {
    let QueueStatistics { queue, calls, messages } = statistics;
    let depths = [
        ("call", "waiting", calls.waiting),
        ("call", "leased", calls.leased),
        ("call", "suspended", calls.suspended),
        ("call", "done", calls.done),
        ("call", "cancelled", calls.cancelled),
        ("message", "waiting", messages.waiting),
        ("message", "retrying", messages.retrying),
        ("message", "leased", messages.leased),
        ("message", "delivered", messages.delivered),
        ("message", "dead", messages.dead),
    ];
    for (item, standing, depth) in depths {
        metrics::gauge!(QUEUE_DEPTH, "queue" => queue.clone(), "item" => item, "standing" => standing)
            .set(depth as f64);
    }
    let seconds = |oldest: Option<Duration>| oldest.unwrap_or_default().as_secs_f64();
    let ages = [
        ("call", seconds(calls.oldest), calls.attempts),
        ("message", seconds(messages.oldest), messages.attempts),
    ];
    for (item, age, attempts) in ages {
        metrics::gauge!(QUEUE_AGE, "queue" => queue.clone(), "item" => item).set(age);
        metrics::gauge!(QUEUE_ATTEMPTS, "queue" => queue.clone(), "item" => item).set(attempts);
    }
}
