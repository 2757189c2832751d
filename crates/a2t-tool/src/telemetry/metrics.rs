//! Metrics of calls through the facade `metrics`: one table of names, kinds, units and labels.

use std::time::Duration;

use metrics::{Label, counter, gauge, histogram};

use super::{Outcome, Protocol};
use crate::SignatureRef;

const TOOL: &[&str] = &["protocol", "tool", "version"];

a2t_core::metrics! {
    CALLS = "a2t_calls_total", "counter", "calls", &["protocol", "tool", "version", "outcome"],
        "Calls that have ended, by outcome";
    DURATION = "a2t_call_duration_seconds", "histogram", "seconds", TOOL,
        "Time of a call, from the head of its request to its reply";
    IN_FLIGHT = "a2t_calls_in_flight", "gauge", "calls", TOOL,
        "Calls that have begun and not ended";
    REFUSED = "a2t_calls_refused_total", "counter", "calls", &["protocol", "tool", "version", "rule"],
        "Calls that were refused, by the kind of the problem";
    SHED = "a2t_calls_shed_total", "counter", "calls", TOOL,
        "Calls that were refused because the server was overloaded";
    REQUESTS = "a2t_http_requests_total", "counter", "requests", &["route", "status"],
        "Requests over HTTP, by route and status";
    QUEUE_DEPTH = "a2t_queue_depth", "gauge", "entries", &["queue", "item", "standing"],
        "Calls and messages in the store, by standing";
    QUEUE_AGE = "a2t_queue_oldest_seconds", "gauge", "seconds", &["queue", "item"],
        "Age of the oldest call or message that has not ended";
    QUEUE_ATTEMPTS = "a2t_queue_attempts_max", "gauge", "attempts", &["queue", "item"],
        "Largest number of attempts of a call or message that has not ended";
}

/// Reports a queue in the store: numbers by item and standing; age and attempts by item.
#[doc(hidden)]
pub fn queue(
    queue: &str,
    depths: impl IntoIterator<Item = (&'static str, &'static str, u64)>,
    ages: impl IntoIterator<Item = (&'static str, Duration, u32)>,
) {
    let of = |item| vec![Label::new("queue", queue.to_owned()), Label::new("item", item)];
    for (item, standing, depth) in depths {
        let mut labels = of(item);
        labels.push(Label::new("standing", standing));
        gauge!(QUEUE_DEPTH, labels).set(depth as f64);
    }
    for (item, age, attempts) in ages {
        gauge!(QUEUE_AGE, of(item)).set(age.as_secs_f64());
        gauge!(QUEUE_ATTEMPTS, of(item)).set(attempts);
    }
}

/// Labels of one call.
pub(super) struct Metrics(Vec<Label>);

impl Metrics {
    pub(super) fn start(protocol: Protocol, signature: &SignatureRef) -> Self {
        let labels = vec![
            Label::new("protocol", protocol.as_str()),
            Label::new("tool", signature.name.to_string()),
            Label::new("version", signature.version.to_string()),
        ];
        gauge!(IN_FLIGHT, labels.clone()).increment(1.0);
        Self(labels)
    }

    fn with(&self, name: &'static str, value: &'static str) -> Vec<Label> {
        let mut labels = self.0.clone();
        labels.push(Label::new(name, value));
        labels
    }

    pub(super) fn end(&self, outcome: Outcome, took: Duration) {
        gauge!(IN_FLIGHT, self.0.clone()).decrement(1.0);
        counter!(CALLS, self.with("outcome", outcome.as_str())).increment(1);
        histogram!(DURATION, self.0.clone()).record(took.as_secs_f64());
        if let Outcome::Refused(rule) = outcome {
            counter!(REFUSED, self.with("rule", rule)).increment(1);
            if rule == "overloaded" {
                counter!(SHED, self.0.clone()).increment(1);
            }
        }
    }
}
