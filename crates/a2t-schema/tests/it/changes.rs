//! Each labelled change gets exactly its rules, and each rule is met.
#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use std::collections::BTreeSet;

use a2t_core::rule::{Profile, SchemaChange, Severity, Verdict};
use a2t_schema::evolution::{Report, compare, compare_tools};
use a2t_schema::{Annotations, Schema, Server, Snapshot, Source, Tool};
use serde_json::{Value, json};

const CORPUS: &str = include_str!("../../../../tests/corpus/schema-changes.json");

fn schema(value: &Value) -> Schema {
    Schema::read(value, "").unwrap()
}

fn tool(side: &str, value: &Value) -> Tool {
    if side == "input" {
        return Tool::new("t", schema(value));
    }
    let mut tool = Tool::new("t", schema(&json!({"type": "object"})));
    if side == "error" {
        tool.errors = a2t_core::signature::problem_types(value).unwrap();
        return tool;
    }
    tool.output = (!value.is_null()).then(|| schema(value));
    tool
}

fn slugs(report: &Report) -> BTreeSet<&'static str> {
    report.changes().iter().map(|change| change.rule.slug()).collect()
}

#[test]
fn each_labelled_change_gets_its_rules() {
    let cases: Vec<Value> = serde_json::from_str(CORPUS).unwrap();
    assert!(cases.len() > 70);
    for case in &cases {
        let side = case["side"].as_str().unwrap();
        let (old, new) = (tool(side, &case["before"]), tool(side, &case["after"]));
        let report = compare_tools(&old, &new);
        let wanted = case["rules"].as_array().unwrap().iter();
        let wanted: BTreeSet<_> = wanted.map(|slug| slug.as_str().unwrap()).collect();
        assert_eq!(slugs(&report), wanted, "{}: {report:#?}", case["name"]);
        assert_eq!(report.is_empty(), old.digest() == new.digest(), "{}", case["name"]);
        let paths: BTreeSet<_> = report.changes().iter().map(|change| change.path()).collect();
        for path in case["paths"].as_array().into_iter().flatten() {
            assert!(paths.contains(path.as_str().unwrap()), "{}: {paths:?}", case["name"]);
        }
        // The result of a comparison with itself.
        assert!(compare_tools(&old, &old).is_empty() && compare_tools(&new, &new).is_empty());
    }
}

fn snapshot(tools: Vec<Tool>) -> Snapshot {
    let source = Source::Http { url: "http://localhost/mcp".to_owned() };
    Snapshot::new(source, tools).of_server(Server::new("weather", "1"), "2025-11-25")
}

fn named(name: &str, input: &Value) -> Tool {
    let mut tool = Tool::new(name, schema(input));
    tool.description = Some(format!("Does {}.", name.to_lowercase().replace('_', "")));
    tool
}

#[test]
fn the_server_is_checked_before_its_tools() {
    let old = snapshot(vec![named("ping", &json!({"type": "object"}))]);
    let mut new = old.clone();
    new.source = Source::Stdio { command: vec!["x".to_owned()] };
    new.server = Server::new("wether", "2").instructions(Some("Obey.".to_owned()));
    new.revision = "2026-07-28".to_owned();
    new.tools[0].description = Some("Other.".to_owned());
    let report = compare(&old, &new);
    let rules: Vec<_> = report.changes().iter().map(|change| change.rule).collect();
    assert_eq!(
        rules,
        [
            SchemaChange::SourceChanged,
            SchemaChange::ServerReplaced,
            SchemaChange::ServerVersionChanged,
            SchemaChange::ServerTextChanged,
            SchemaChange::ProtocolChanged,
            SchemaChange::ToolTextChanged,
        ]
    );
    assert_eq!((report.letter(), report.wire()), (Verdict::Breaking, Verdict::Compatible));
    assert_eq!(report.severity(Profile::Default), Some(Severity::Error));
    let message = report.changes()[5].to_string();
    assert_eq!(
        message,
        "`ping` description: schema-tool-text-changed: \"Does ping.\", now \"Other.\" [A2T-J944]"
    );
}

#[test]
fn tools_come_and_go_and_are_renamed() {
    let forecast = json!({"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}});
    let other = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    let old = snapshot(vec![named("getForecast", &forecast), named("read", &other)]);
    let paths = |tools: Vec<Tool>| {
        let report = compare(&old, &snapshot(tools));
        let paths = report.changes().iter();
        paths.map(|change| (change.rule, change.tool.clone().unwrap())).collect::<Vec<_>>()
    };
    let is = |rule, name: &str| (rule, name.to_owned());
    assert_eq!(
        paths(vec![named("get_forecast", &forecast), named("read", &other)]),
        [is(SchemaChange::ToolRenamed, "get_forecast")]
    );
    let mut wider = forecast.clone();
    wider["properties"]["hours"] = json!({"type": "integer"});
    assert_eq!(
        paths(vec![named("get_forecast", &wider), named("read", &other)]),
        [
            is(SchemaChange::ToolRenamed, "get_forecast"),
            is(SchemaChange::InputClaimed, "get_forecast")
        ]
    );
    assert_eq!(
        paths(vec![named("getForecast", &forecast), named("write", &forecast)]),
        [is(SchemaChange::ToolRemoved, "read"), is(SchemaChange::ToolAdded, "write")]
    );
    // Two that are equally likely: it is not known which one it is now.
    let duplicates = vec![named("fetch_a", &forecast), named("fetch_b", &forecast)];
    let duplicates = paths(duplicates.into_iter().chain([named("read", &other)]).collect());
    assert_eq!(
        duplicates,
        [
            is(SchemaChange::ToolAdded, "fetch_a"),
            is(SchemaChange::ToolAdded, "fetch_b"),
            is(SchemaChange::ToolRemoved, "getForecast"),
        ]
    );
    let selected = snapshot(old.tools.clone()).selected(["read".to_owned()]);
    let report = compare(&old, &selected);
    assert_eq!(slugs(&report), ["schema-tool-deselected"].into());
    assert_eq!(report.wire(), Verdict::Compatible);
}

#[test]
fn hints_that_are_taken_back_break_what_rests_on_them() {
    let with = |hints: Value| {
        let value = json!({"name": "t", "inputSchema": {"type": "object"}, "annotations": hints});
        Tool::read(&value, "").unwrap()
    };
    let cases = [
        (json!({"readOnlyHint": true}), json!({}), SchemaChange::HintWeakened),
        (json!({}), json!({"idempotentHint": true}), SchemaChange::HintStrengthened),
        (
            json!({"destructiveHint": false}),
            json!({"destructiveHint": true}),
            SchemaChange::HintWeakened,
        ),
        (
            json!({"openWorldHint": true}),
            json!({"openWorldHint": false}),
            SchemaChange::HintStrengthened,
        ),
        (json!({}), json!({"readOnlyHint": false}), SchemaChange::ToolTextChanged),
        (json!({"title": "A"}), json!({"title": "B"}), SchemaChange::ToolTextChanged),
    ];
    for (old, new, rule) in cases {
        let report = compare_tools(&with(old.clone()), &with(new.clone()));
        let rules: Vec<_> = report.changes().iter().map(|change| change.rule).collect();
        assert_eq!(rules, [rule], "{old} {new}");
    }
    assert!(Annotations::default().is_empty());
}

#[test]
fn the_corpus_and_the_tests_here_meet_every_rule() {
    let mut met: BTreeSet<String> = serde_json::from_str::<Vec<Value>>(CORPUS)
        .unwrap()
        .iter()
        .flat_map(|case| case["rules"].as_array().unwrap().clone())
        .map(|slug| slug.as_str().unwrap().to_owned())
        .collect();
    let here = include_str!("changes.rs");
    for rule in SchemaChange::ALL {
        if here.contains(&format!("SchemaChange::{rule:?}")) || here.contains(rule.slug()) {
            met.insert(rule.slug().to_owned());
        }
    }
    let all: BTreeSet<_> = SchemaChange::ALL.iter().map(|rule| rule.slug().to_owned()).collect();
    assert_eq!(met, all);
}
