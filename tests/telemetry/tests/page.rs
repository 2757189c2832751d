//! `docs/observability.md`, held to the source.
#![allow(clippy::unwrap_used, clippy::panic)]

use a2t::telemetry::metrics::Metric;

const PAGE: &str = include_str!("../../../docs/observability.md");

/// Metrics of servers, then of clients.
fn metrics() -> impl Iterator<Item = &'static Metric> {
    a2t::telemetry::metrics::ALL.iter().chain(a2t::client::metrics::ALL)
}

#[test]
fn the_page_lists_every_figure_and_no_other() {
    let listed: Vec<_> = PAGE.lines().filter(|line| line.starts_with("| `a2t_")).collect();
    let metrics = metrics().map(|Metric { name, kind, unit, labels, about }| {
        let labels = labels.iter().map(|label| format!("`{label}`"));
        let labels = labels.collect::<Vec<_>>().join(", ");
        format!("| `{name}` | {kind} | {unit} | {labels} | {about} |")
    });
    assert_eq!(listed, metrics.collect::<Vec<_>>());
}

#[test]
fn the_page_lists_every_end_of_a_client_call() {
    for outcome in a2t::client::metrics::OUTCOMES {
        assert!(PAGE.contains(&format!("`{outcome}`")), "{outcome}");
    }
}

#[test]
fn metrics_are_named_by_their_kind_and_unit() {
    for Metric { name, kind, unit, .. } in metrics() {
        assert_eq!(name.ends_with("_total"), *kind == "counter", "{name}");
        assert_eq!(name.ends_with("_seconds"), *unit == "seconds", "{name}");
    }
}

#[test]
fn the_page_names_every_field_of_a_span() {
    let source = concat!(
        include_str!("../../../crates/a2t-tool/src/telemetry/spans.rs"),
        include_str!("../../../crates/a2t-client/src/telemetry/spans.rs"),
    );
    let quoted =
        source.lines().filter_map(|line| line.trim().strip_prefix('"')?.split_once("\" = "));
    let fields: Vec<_> = quoted.map(|(name, _)| name).collect();
    assert!(fields.len() >= 20, "{fields:?}");
    for field in fields {
        assert!(PAGE.contains(&format!("`{field}`")), "{field}");
    }
}
