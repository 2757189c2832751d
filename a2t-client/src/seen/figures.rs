//! Figures of a client's calls through the facade `metrics`, whose handles are kept for each tool.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, RwLock};
use std::time::Duration;

use a2t_core::{ToolId, ToolSignature};
use metrics::{Counter, Gauge, Histogram, Label, counter, gauge, histogram};

const TOOL: &[&str] = &["tool", "version"];
const ENDED: &[&str] = &["tool", "version", "outcome"];

a2t_core::figures! {
    CALLS = "a2t_client_calls_total", "counter", "calls", ENDED,
        "Calls by this program that have ended, by their end";
    DURATION = "a2t_client_call_duration_seconds", "histogram", "seconds", TOOL,
        "Time of a call, retries and waits included";
    IN_FLIGHT = "a2t_client_calls_in_flight", "gauge", "calls", TOOL,
        "Calls by this program that have begun and not ended";
    ATTEMPTS = "a2t_client_attempts_total", "counter", "attempts", ENDED,
        "Attempts of calls that have ended, by their end";
}

/// Values of the label `outcome`.
pub const OUTCOMES: [&str; 14] = [
    "ok",
    "invalid",
    "refused",
    "unavailable",
    "redirected",
    "timeout",
    "connect",
    "not_sent",
    "token",
    "interrupted",
    "too_large",
    "malformed",
    "cancelled",
    "other",
];

/// Most tools of one client whose handles are kept; those of others are made for each call.
const KEPT: usize = 1_024;

type Tools = HashMap<(ToolId, u32), Tool>;

/// Handles by tool and version, because labels would be made for each call.
#[derive(Clone, Default)]
pub(in crate::seen) struct Kept(Arc<RwLock<Tools>>);

impl Kept {
    pub(super) fn begin(&self, signature: &ToolSignature) -> Tool {
        let key = (signature.tool_id, signature.version);
        let kept = self.0.read().ok().and_then(|tools| tools.get(&key).cloned());
        let tool = kept.unwrap_or_else(|| {
            let tool = Tool::new(signature);
            if let Ok(mut tools) = self.0.write()
                && tools.len() < KEPT
            {
                tools.insert(key, tool.clone());
            }
            tool
        });
        tool.0.in_flight.increment(1.0);
        tool
    }
}

/// Handles of one version of a tool.
#[derive(Clone)]
pub(in crate::seen) struct Tool(Arc<Handles>);

struct Handles {
    labels: Vec<Label>,
    duration: Histogram,
    in_flight: Gauge,
    calls: Ends,
    attempts: Ends,
}

#[derive(Default)]
struct Ends([OnceLock<Counter>; OUTCOMES.len()]);

impl Tool {
    fn new(signature: &ToolSignature) -> Self {
        let labels = vec![
            Label::new("tool", signature.name.to_string()),
            Label::new("version", signature.version.to_string()),
        ];
        Self(Arc::new(Handles {
            duration: histogram!(DURATION, labels.clone()),
            in_flight: gauge!(IN_FLIGHT, labels.clone()),
            calls: Ends::default(),
            attempts: Ends::default(),
            labels,
        }))
    }

    pub(super) fn ended(&self, outcome: &'static str, took: Duration) {
        let handles = &*self.0;
        handles.in_flight.decrement(1.0);
        handles.duration.record(took.as_secs_f64());
        handles.calls.count(CALLS, outcome, &handles.labels);
    }

    pub(super) fn attempted(&self, outcome: &'static str) {
        self.0.attempts.count(ATTEMPTS, outcome, &self.0.labels);
    }
}

impl Ends {
    fn count(&self, name: &'static str, outcome: &'static str, labels: &[Label]) {
        let place = OUTCOMES.iter().position(|known| *known == outcome);
        let Some(counter) = place.and_then(|place| self.0.get(place)) else {
            return;
        };
        let made = counter.get_or_init(|| {
            let mut labels = labels.to_vec();
            labels.push(Label::new("outcome", outcome));
            counter!(name, labels)
        });
        made.increment(1);
    }
}
