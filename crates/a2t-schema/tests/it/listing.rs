//! Lists with a tool that cannot be used: it is left out under its name, and no other tool is.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::random::{Random, cases, seed};
#[allow(dead_code)]
use a2t_schema::{Listed, outline};

fn good(number: usize) -> String {
    format!(
        r#"{{"name": "good{number}", "description": "Does {number}.", "inputSchema": {{"type": "object"}}}}"#
    )
}

fn listed(tools: &[String]) -> Listed {
    let text = format!("{{\"x\": 1e999, \"tools\": [{}]}}", tools.join(" ,\n"));
    let items = outline::items(outline::member_of(&text, "tools").unwrap(), 10_000).unwrap();
    Listed::parse(items, "/tools")
}

fn with_schema(schema: &str) -> String {
    format!(r#"{{"name": "odd", "inputSchema": {schema}}}"#)
}

fn nested(depth: usize) -> String {
    let inner = (0..depth).fold("true".to_owned(), |inner, _| format!("{{\"not\": {inner}}}"));
    format!("{{\"type\": \"object\", \"properties\": {{\"a\": {inner}}}}}")
}

#[test]
fn each_fault_leaves_its_tool_out_and_is_called_by_its_name() {
    for (odd, slug, expected) in [
        (
            r#"{"name": "odd", "description": "cut \ud83d", "inputSchema": {"type": "object"}}"#
                .to_owned(),
            "tool-unreadable",
            "a lone surrogate in an escape near",
        ),
        (
            with_schema(r#"{"type": "object", "properties": {"a": {}, "a": {}}}"#),
            "tool-unreadable",
            "duplicate member `a` near",
        ),
        (
            with_schema(r#"{"type": "object", "maximum": 1.8e309}"#),
            "tool-unreadable",
            "a number out of range near",
        ),
        (
            with_schema(r#"{"type": "object", "default": NaN}"#),
            "tool-unreadable",
            "what is no value of JSON near `",
        ),
        (
            with_schema("{\"type\": \"object\", \"title\": \"\u{1b}\"}"),
            "tool-unreadable",
            "control character",
        ),
        (with_schema(&nested(70)), "schema-too-large", "nested at most 60 deep"),
        (
            with_schema(&nested(5_000)),
            "schema-too-large",
            "nested at most 60 deep, got 5003 levels",
        ),
        (with_schema("{\"type\": \"string\"}"), "schema-not-an-object", ""),
    ] {
        let listed = listed(&[good(0), odd, good(1)]);
        let names: Vec<_> = listed.tools.iter().map(|tool| &*tool.name).collect();
        assert_eq!(names, ["good0", "good1"]);
        let rejected = &listed.rejected[0];
        assert_eq!((rejected.index, rejected.name.as_deref()), (1, Some("odd")));
        let violation = &rejected.violations.as_slice()[0];
        assert_eq!(violation.code.slug(), slug, "{violation}");
        assert!(violation.to_string().contains(expected), "{violation}");
    }
}

#[test]
fn a_schema_may_be_as_deep_as_those_of_real_servers() {
    let listed = listed(&[with_schema(&nested(57))]);
    assert_eq!(listed.tools.len(), 1, "{}", listed.violations());
    let snapshot = a2t_schema::Snapshot::new("https://tools.example/mcp", listed.tools);
    let read = a2t_schema::Snapshot::parse(snapshot.to_text().as_bytes()).unwrap();
    assert_eq!(read, snapshot);
    let tool = &read.tools[0];
    assert!(matches!(tool.input.shape(), a2t_schema::Shape::Object(_)));
    assert!(a2t_schema::evolution::compare_tools(tool, tool).changes().is_empty());
}

/// A JSON value, or a text that nearly is one.
fn odd(random: &mut Random, depth: usize) -> String {
    let below = |random: &mut Random| {
        let count = random.below(4);
        (0..count).map(|_| odd(random, depth - 1)).collect::<Vec<_>>()
    };
    match random.below(if depth == 0 { 12 } else { 18 }) {
        0 => "null".to_owned(),
        1 => "1e999".to_owned(),
        2 => "NaN".to_owned(),
        3 => "-".to_owned(),
        4 => r#""\ud83d""#.to_owned(),
        5 => r#""\u12""#.to_owned(),
        6 => "\"]},{[\"".to_owned(),
        7 => r#""\\\"""#.to_owned(),
        8 => "\"\u{0}\u{1b}\"".to_owned(),
        9 => {
            let depth = random.below(3_000) + 1;
            format!("{}{}", "[".repeat(depth), "]".repeat(depth))
        }
        10 => r#""object""#.to_owned(),
        11 => random.below(100).to_string(),
        12..15 => format!("[{}]", below(random).join(",")),
        _ => {
            let values = below(random);
            let names = ["name", "inputSchema", "type", "a", "\\ud800"];
            let members =
                values.iter().map(|value| format!("\"{}\": {value}", random.pick(&names)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
    }
}

#[test]
fn one_odd_tool_keeps_all_others() {
    let seed = seed();
    for case in 0..cases(2_000) {
        let mut random = Random(seed.wrapping_add(case as u64));
        let mut tools: Vec<_> = (0..3).map(good).collect();
        let odd = odd(&mut random, 4);
        tools.insert(random.below(4), odd.clone());
        let listed = listed(&tools);
        let names: Vec<_> = listed.tools.iter().map(|tool| &*tool.name).collect();
        assert_eq!(names, ["good0", "good1", "good2"], "A2T_SEED={seed}, case {case}: {odd}");
        assert_eq!(listed.rejected.len(), 1, "{odd}");
    }
}
