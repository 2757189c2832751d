//! The telemetry of a program, collected: spans, events and metrics.
#![allow(clippy::unwrap_used, clippy::missing_panics_doc, missing_debug_implementations)]

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use metrics::{Counter, CounterFn, Gauge, GaugeFn, Histogram, HistogramFn};
use metrics::{Key, KeyName, Metadata as About, Recorder, SharedString, Unit};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// Fields of a span or an event by name, and what it is.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    /// Name of the span; empty for an event.
    pub name: String,
    /// Target.
    pub target: String,
    /// Values as text.
    pub fields: BTreeMap<String, String>,
}

impl Recorded {
    /// The value of a field; empty if it has none.
    pub fn field(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", String::as_str)
    }
}

/// Returns `true` for a time such as `22.6µs`.
pub fn is_readable(duration: &str) -> bool {
    let unit = duration.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    ["ns", "µs", "ms", "s"].contains(&unit) && duration.len() - unit.len() < 8
}

impl Visit for Recorded {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.fields.insert(field.name().to_owned(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.fields.insert(field.name().to_owned(), value.to_owned());
    }
}

/// All events since the program began, in the order of its begin.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<Recorded>>>);

impl Log {
    /// The log of this process.
    pub fn install() -> Self {
        static LOG: OnceLock<Log> = OnceLock::new();
        let log = LOG.get_or_init(|| {
            let log = Self::default();
            tracing::subscriber::set_global_default(log.clone()).unwrap();
            log
        });
        log.clone()
    }

    /// Spans of this name, and events of this target, of which a field has this value.
    pub fn find(&self, name: &str, field: &str, value: &str) -> Vec<Recorded> {
        let recorded = self.0.lock().unwrap();
        let found =
            recorded.iter().filter(|recorded| recorded.name == name || recorded.target == name);
        found.filter(|recorded| recorded.field(field) == value).cloned().collect()
    }

    /// Returns everything as text, except the errors of faults, which are reported only to the vendor.
    pub fn text(&self) -> String {
        let mut all = self.0.lock().unwrap().clone();
        for recorded in all.iter_mut().filter(|recorded| recorded.target == "a2t::fault") {
            recorded.fields.remove("error");
        }
        format!("{all:?}")
    }

    fn push(&self, recorded: Recorded) -> u64 {
        let mut all = self.0.lock().unwrap();
        all.push(recorded);
        all.len() as u64
    }
}

impl Subscriber for Log {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let (name, target) = (span.metadata().name().into(), span.metadata().target().into());
        let mut recorded = Recorded { name, target, ..Recorded::default() };
        span.record(&mut recorded);
        Id::from_u64(self.push(recorded))
    }

    fn record(&self, id: &Id, values: &Record<'_>) {
        let index = usize::try_from(id.into_u64()).unwrap() - 1;
        if let Some(recorded) = self.0.lock().unwrap().get_mut(index) {
            values.record(recorded);
        }
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        // The SDK of MCP logs whole messages there, which `docs/observability.md` warns of.
        let metadata = event.metadata();
        if metadata.target().starts_with("rmcp") && *metadata.level() >= Level::DEBUG {
            return;
        }
        let mut recorded =
            Recorded { target: event.metadata().target().into(), ..Recorded::default() };
        recorded.fields.insert("level".to_owned(), metadata.level().to_string());
        event.record(&mut recorded);
        self.push(recorded);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// Metrics by name and labels: sums of counters, values of gauges, counts of histograms.
#[derive(Clone, Default)]
pub struct Metrics(Arc<Mutex<BTreeMap<String, f64>>>);

struct One(Metrics, String);

impl Metrics {
    /// The metrics of this process.
    pub fn install() -> Self {
        static METRICS: OnceLock<Metrics> = OnceLock::new();
        let metrics = METRICS.get_or_init(|| {
            let metrics = Self::default();
            metrics::set_global_recorder(metrics.clone()).ok().unwrap();
            metrics
        });
        metrics.clone()
    }

    /// Values of the metrics whose text begins so: a name, then labels in braces.
    pub fn find(&self, begin: &str) -> BTreeMap<String, f64> {
        let all = self.0.lock().unwrap();
        let found = all.iter().filter(|(name, _)| name.starts_with(begin));
        found.map(|(name, value)| (name.clone(), *value)).collect()
    }

    /// As many metrics as are reported in the end, because a worker counts its queue in addition to
    /// the calls it makes.
    ///
    /// # Panics
    /// After ten seconds.
    pub async fn wait(&self, begin: &str, count: usize) -> BTreeMap<String, f64> {
        for _ in 0..1000 {
            if self.find(begin).len() == count {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let found = self.find(begin);
        assert_eq!(found.len(), count, "{begin}: {found:?}");
        found
    }

    fn one(&self, key: &Key) -> Arc<One> {
        let labels = key.labels().map(|label| format!("{}={}", label.key(), label.value()));
        let labels = labels.collect::<Vec<_>>().join(",");
        Arc::new(One(self.clone(), format!("{}{{{labels}}}", key.name())))
    }
}

impl One {
    fn change(&self, change: impl FnOnce(&mut f64)) {
        change(self.0.0.lock().unwrap().entry(self.1.clone()).or_default());
    }
}

impl CounterFn for One {
    fn increment(&self, value: u64) {
        self.change(|sum| *sum += value as f64);
    }

    fn absolute(&self, value: u64) {
        self.change(|sum| *sum = value as f64);
    }
}

impl GaugeFn for One {
    fn increment(&self, value: f64) {
        self.change(|sum| *sum += value);
    }

    fn decrement(&self, value: f64) {
        self.change(|sum| *sum -= value);
    }

    fn set(&self, value: f64) {
        self.change(|sum| *sum = value);
    }
}

impl HistogramFn for One {
    fn record(&self, _: f64) {
        self.change(|count| *count += 1.0);
    }
}

impl Recorder for Metrics {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, _: &About<'_>) -> Counter {
        Counter::from_arc(self.one(key))
    }

    fn register_gauge(&self, key: &Key, _: &About<'_>) -> Gauge {
        Gauge::from_arc(self.one(key))
    }

    fn register_histogram(&self, key: &Key, _: &About<'_>) -> Histogram {
        Histogram::from_arc(self.one(key))
    }
}
