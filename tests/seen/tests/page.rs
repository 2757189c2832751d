//! `docs/observability.md`, held to the source.
#![allow(clippy::unwrap_used, clippy::panic)]

use a2t::seen::figures::ALL;

const PAGE: &str = include_str!("../../../docs/observability.md");

#[test]
fn the_page_lists_every_figure_and_no_other() {
    let listed: Vec<_> = PAGE.lines().filter(|line| line.starts_with("| `a2t_")).collect();
    let figures = ALL.iter().map(|figure| {
        let labels = figure.labels.iter().map(|label| format!("`{label}`"));
        let labels = labels.collect::<Vec<_>>().join(", ");
        let (name, kind, unit, about) = (figure.name, figure.kind, figure.unit, figure.about);
        format!("| `{name}` | {kind} | {unit} | {labels} | {about} |")
    });
    assert_eq!(listed, figures.collect::<Vec<_>>());
}

#[test]
fn figures_are_named_by_their_kind_and_unit() {
    for figure in ALL {
        assert_eq!(figure.name.ends_with("_total"), figure.kind == "counter", "{figure:?}");
        assert_eq!(figure.name.ends_with("_seconds"), figure.unit == "seconds", "{figure:?}");
    }
}

#[test]
fn the_page_names_every_field_of_a_span() {
    let source = include_str!("../../../a2t-tool/src/seen/spans.rs");
    let quoted =
        source.lines().filter_map(|line| line.trim().strip_prefix('"')?.split_once("\" = "));
    let fields: Vec<_> = quoted.map(|(name, _)| name).collect();
    assert!(fields.len() >= 10, "{fields:?}");
    for field in fields {
        assert!(PAGE.contains(&format!("`{field}`")), "{field}");
    }
}
