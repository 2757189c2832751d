//! Metrics of calls, as tables of names, kinds, units and labels; no recorder.

/// One metric that a program reports, as `docs/observability.md` lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metric {
    /// Its name.
    pub name: &'static str,
    /// `counter`, `gauge` or `histogram`.
    pub kind: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Its labels; the other end of the wire cannot make new values of one.
    pub labels: &'static [&'static str],
    /// Description, as a recorder shows it.
    pub about: &'static str,
}

/// Expands to the names of metrics, the table `ALL` and the function `describe`, in a crate that has the facade
/// `metrics`.
#[doc(hidden)]
#[macro_export]
macro_rules! metrics {
    ($($constant:ident = $name:literal, $kind:literal, $unit:literal, $labels:expr, $about:literal;)*) => {
        pub use $crate::wire::metric::Metric;

        $(#[doc = $about] pub const $constant: &str = $name;)*

        /// Every metric there is.
        pub const ALL: &[Metric] = &[$(Metric {
            name: $name, kind: $kind, unit: $unit, labels: $labels, about: $about,
        },)*];

        /// Registers the units and descriptions of all metrics with the recorder. Call it once,
        /// after the recorder is installed.
        pub fn describe() {
            for Metric { name, kind, unit, about, .. } in ALL.iter().copied() {
                let unit = if unit == "seconds" {
                    ::metrics::Unit::Seconds
                } else {
                    ::metrics::Unit::Count
                };
                match kind {
                    "counter" => ::metrics::describe_counter!(name, unit, about),
                    "gauge" => ::metrics::describe_gauge!(name, unit, about),
                    _ => ::metrics::describe_histogram!(name, unit, about),
                }
            }
        }
    };
}
