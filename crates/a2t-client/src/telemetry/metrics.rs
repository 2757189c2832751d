//! Metrics of a client's calls through the facade `metrics`, whose handles are kept for each tool.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, RwLock};
use std::time::Duration;

use a2t_core::ToolId;
use metrics::{Counter, Gauge, Histogram, Label, counter, gauge, histogram};

use crate::call::named::Named;

const TOOL: &[&str] = &["tool", "version"];
const ENDED: &[&str] = &["tool", "version", "outcome"];

a2t_core::metrics! {
    CALLS = "a2t_client_calls_total", "counter", "calls", ENDED,
        "Calls by this program that have ended, by outcome";
    DURATION = "a2t_client_call_duration_seconds", "histogram", "seconds", TOOL,
        "Time of a call, retries and waits included";
    IN_FLIGHT = "a2t_client_calls_in_flight", "gauge", "calls", TOOL,
        "Calls by this program that have begun and not ended";
    ATTEMPTS = "a2t_client_attempts_total", "counter", "attempts", ENDED,
        "Attempts that have ended, by outcome";
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

/// Handles by tool and version, because labels would be made for each call.
#[derive(Default)]
struct Tools {
    versions: HashMap<(ToolId, u32), Arc<Handles>>,
    /// Tools that have only a name.
    names: HashMap<Box<str>, Arc<Handles>>,
}

impl Tools {
    fn get(&self, tool: Named<'_>) -> Option<&Arc<Handles>> {
        match &tool.version {
            Some(version) => self.versions.get(version),
            None => self.names.get(tool.name),
        }
    }

    fn keep(&mut self, named: Named<'_>, tool: Arc<Handles>) {
        if self.versions.len() + self.names.len() >= KEPT {
            return;
        }
        match named.version {
            Some(version) => _ = self.versions.insert(version, tool),
            None => _ = self.names.insert(named.name.into(), tool),
        }
    }
}

/// The handles of a client.
#[derive(Clone, Default)]
pub(in crate::telemetry) struct HandleCache(Arc<RwLock<Tools>>);

impl HandleCache {
    pub(super) fn start(&self, named: Named<'_>) -> Tool {
        let handles = self.handles(named);
        handles.in_flight.increment(1.0);
        Tool { handles, is_counted: true }
    }

    /// The attempts of a call that is counted elsewhere.
    pub(super) fn sending(&self, named: Named<'_>) -> Tool {
        Tool { handles: self.handles(named), is_counted: false }
    }

    fn handles(&self, named: Named<'_>) -> Arc<Handles> {
        let kept = self.0.read().ok().and_then(|tools| tools.get(named).cloned());
        kept.unwrap_or_else(|| {
            let handles = Arc::new(Handles::new(named));
            if let Ok(mut tools) = self.0.write() {
                tools.keep(named, Arc::clone(&handles));
            }
            handles
        })
    }
}

/// One version of a tool, of which a call is on its way.
#[derive(Clone)]
pub(in crate::telemetry) struct Tool {
    handles: Arc<Handles>,
    /// Whether the end of the call is counted, in addition to its attempts.
    is_counted: bool,
}

/// Handles of one version of a tool.
struct Handles {
    labels: Vec<Label>,
    duration: Histogram,
    in_flight: Gauge,
    calls: Ends,
    attempts: Ends,
}

#[derive(Default)]
struct Ends([OnceLock<Counter>; OUTCOMES.len()]);

impl Handles {
    fn new(tool: Named<'_>) -> Self {
        let version = tool.version.map(|(_, version)| version.to_string());
        let labels = vec![
            Label::new("tool", tool.name.to_owned()),
            Label::new("version", version.unwrap_or_default()),
        ];
        Self {
            duration: histogram!(DURATION, labels.clone()),
            in_flight: gauge!(IN_FLIGHT, labels.clone()),
            calls: Ends::default(),
            attempts: Ends::default(),
            labels,
        }
    }
}

impl Tool {
    pub(super) fn finish(&self, outcome: &'static str, took: Duration) {
        if !self.is_counted {
            return;
        }
        let handles = &*self.handles;
        handles.in_flight.decrement(1.0);
        handles.duration.record(took.as_secs_f64());
        handles.calls.count(CALLS, outcome, &handles.labels);
    }

    pub(super) fn attempted(&self, outcome: &'static str) {
        self.handles.attempts.count(ATTEMPTS, outcome, &self.handles.labels);
    }
}

impl Ends {
    fn count(&self, name: &'static str, outcome: &'static str, labels: &[Label]) {
        let position = OUTCOMES.iter().position(|known| *known == outcome);
        let Some(counter) = position.and_then(|position| self.0.get(position)) else {
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
