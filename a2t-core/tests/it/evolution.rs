//! The corpus of labelled changes and the table of rules, through the functions that compare at run time.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::path::PathBuf;

use a2t_core::ToolSignature;
use a2t_core::evolution::{
    Comparison, History, Profile, Report, Rule, Severity, diff_chain, diff_documents, diff_values,
};
use a2t_core::signature::Hints;
use serde_json::{Value, json};

fn corpus(name: &str) -> Value {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus").join(name);
    a2t_core::json::parse(&std::fs::read(path).unwrap()).unwrap()
}

fn cases() -> Vec<Value> {
    let cases = corpus("evolution.json")["cases"].as_array().unwrap().clone();
    assert_eq!(cases.len(), 168);
    cases
}

fn labelled(case: &Value) -> BTreeSet<&str> {
    let rules = case["rules"].as_array().unwrap();
    rules.iter().map(|rule| rule.as_str().unwrap()).collect()
}

fn found(report: &Report) -> BTreeSet<&'static str> {
    report.changes().iter().map(|change| change.rule.id()).collect()
}

/// What is wrong with a report, given its label.
fn fault(label: &Value, report: &Report) -> Option<String> {
    let (expected, got) = (labelled(label), found(report));
    let verdicts = [report.letter().name(), report.wire().name()];
    let labels = [&label["verdict_strict"], &label["verdict_semantic"]];
    let same = labels.iter().zip(verdicts).all(|(label, verdict)| **label == verdict);
    (expected != got || !same).then(|| format!("{labels:?} {expected:?}, got {verdicts:?} {got:?}"))
}

#[test]
fn every_pair_of_the_corpus_gets_exactly_its_rules_and_verdicts() {
    let mut wrong = Vec::new();
    let mut checked = 0;
    for case in cases().iter().filter(|case| case.get("chain").is_none()) {
        let report = diff_values(&case["old"], &case["new"], Profile::Default);
        let report = report.unwrap_or_else(|error| panic!("{}: {error}", case["id"]));
        wrong.extend(fault(case, &report).map(|fault| format!("{}: {fault}", case["id"])));
        checked += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(checked, 157);
}

#[test]
fn every_chain_of_the_corpus_is_checked_pair_by_pair_and_as_a_whole() {
    let cases = cases();
    let chains: Vec<_> = cases.iter().filter(|case| case.get("chain").is_some()).collect();
    assert_eq!(chains.len(), 11);
    for case in chains {
        let mut versions = case["chain"].as_array().unwrap().clone();
        versions.reverse(); // as `GET …/versions` lists them
        let comparisons = diff_chain(&versions, Profile::Default).unwrap();
        let pairs = case["pairs"].as_array().unwrap();
        assert_eq!(comparisons.len(), pairs.len(), "{}", case["id"]);
        for pair in pairs {
            let same = |c: &&Comparison| pair["old"] == c.from && pair["new"] == c.to;
            let comparison = comparisons.iter().find(same).unwrap();
            assert_eq!(fault(pair, &comparison.report), None, "{}", case["id"]);
        }
        let report = Report::merged(comparisons);
        assert_eq!(fault(case, &report), None, "{}", case["id"]);
    }
}

#[test]
fn what_is_wrong_with_one_document_of_a_chain_is_said_once() {
    let mut versions = [1, 2, 3].map(|version| tool(version, json!([])));
    versions[0]["pattern"] = json!("a*");
    let report = Report::merged(diff_chain(&versions, Profile::Default).unwrap());
    let unknown = report.changes().iter().filter(|f| f.rule == Rule::UnknownMember);
    assert_eq!(unknown.count(), 1);
}

#[test]
fn the_corpus_meets_every_rule_but_those_of_whole_lists() {
    let cases = cases();
    let met: BTreeSet<_> = cases.iter().flat_map(labelled).collect();
    let never: Vec<_> =
        Rule::ALL.iter().map(|rule| rule.id()).filter(|id| !met.contains(id)).collect();
    let later = ["A2T-L006", "A2T-L007", "A2T-L010", "A2T-M305", "A2T-M306", "A2T-M307"];
    // Shapes, errors and preconditions have their own tests: `shapes.rs`, `errors.rs`, `preconditions.rs`.
    let elsewhere = |id: &&str| {
        ("A2T-O214"..="A2T-O222").contains(id)
            || ("A2T-I123"..="A2T-I125").contains(id)
            || ["A2T-E5", "A2T-C6"].iter().any(|start| id.starts_with(start))
    };
    assert_eq!(never.iter().filter(|id| elsewhere(id)).count(), 9 + 23 + 3 + 4);
    assert_eq!(never.into_iter().filter(|id| !elsewhere(id)).collect::<Vec<_>>(), later);
}

/// Rules of one pair of documents with these members.
fn between(old: Value, new: Value) -> Vec<&'static str> {
    let with = |version, members: Value| {
        let mut tool = tool(version, json!([]));
        tool.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        tool
    };
    let report = diff_values(&with(1, old), &with(1, new), Profile::Letter).unwrap();
    report.changes().iter().map(|finding| finding.rule.id()).collect()
}

#[test]
fn another_title_of_a_published_version_is_another_text() {
    let [old, new] = ["Add", "Sum"].map(|title| json!({ "title": title }));
    assert_eq!(between(old.clone(), new), ["A2T-M305", "A2T-L003"]);
    assert_eq!(between(old, json!({})), ["A2T-M305", "A2T-L003"]);
}

#[test]
fn other_hints_of_a_version_are_reported_by_their_direction() {
    let none = json!({});
    let reads = json!({"annotations": {"readOnlyHint": true}});
    let repeats = json!({"annotations": {"idempotentHint": true}});
    let adds = json!({"annotations": {"destructiveHint": false}});
    let lasts = json!({"annotations": {"longRunningHint": true}});
    let destroys = json!({"annotations": {"destructiveHint": true}});
    for (old, new, rules) in [
        (&none, &reads, &["A2T-M307"][..]),
        (&none, &destroys, &["A2T-M307"]),
        (&repeats, &reads, &["A2T-M307"]),
        (&adds, &reads, &["A2T-M307"]),
        (&reads, &none, &["A2T-M306"]),
        (&reads, &repeats, &["A2T-M306"]),
        (&reads, &adds, &["A2T-M306"]),
        (&repeats, &none, &["A2T-M306"]),
        (&adds, &none, &["A2T-M306"]),
        (&adds, &destroys, &["A2T-M306"]),
        (&none, &lasts, &["A2T-M307"]),
        (&lasts, &none, &["A2T-M307"]),
        (&none, &json!({"annotations": {"longRunningHint": false}}), &[]),
        (&none, &json!({"annotations": {"readOnlyHint": false}}), &[]),
        (&none, &json!({"annotations": null}), &[]),
    ] {
        assert_eq!(between(old.clone(), new.clone()), rules, "{old} {new}");
    }
}

#[test]
fn hints_alone_are_no_new_version() {
    let [v1, mut v2] = [1, 2].map(|version| tool(version, json!([])));
    v2["annotations"] = json!({"idempotentHint": true});
    let report = diff_values(&v1, &v2, Profile::Letter).unwrap();
    let findings = report.changes();
    assert_eq!(found(&report), BTreeSet::from(["A2T-L009", "A2T-M307"]));
    assert_eq!(findings[0].path, "annotations");
    assert_eq!(
        (&findings[0].old, &findings[0].new),
        (&json!(null), &json!({"idempotentHint": true}))
    );
    let now = History { versions: &[read(&v2)], retired: &[] };
    let mut plain = read(&v2);
    plain.hints = Hints::NONE;
    let reviewed = History { versions: &[plain], retired: &[] };
    assert_eq!(now.against(&reviewed, Profile::Letter).changes(), []);
}

fn read(document: &Value) -> ToolSignature {
    a2t_core::signature::parse_value(document, "").unwrap().signature
}

#[test]
fn the_rules_are_those_of_the_table() {
    let table = corpus("evolution-rules.json");
    let rows = table.as_array().unwrap();
    assert_eq!(rows.len(), Rule::ALL.len());
    for (row, rule) in rows.iter().zip(Rule::ALL) {
        let text = |member: &str| row[member].as_str().unwrap();
        assert_eq!(rule.id(), text("id"));
        assert_eq!(rule.slug(), text("name").split(' ').next().unwrap());
        let severity = match text("severity").split([' ', ',']).next().unwrap() {
            // What only generated code stumbles over is no error of the change.
            "error" if *rule == Rule::IdentifierCollision => "warn",
            severity => severity,
        };
        assert_eq!(rule.severity().name(), severity, "{rule}");
        assert_eq!(
            rule.wire_safe(),
            text("severity").ends_with("wire-safe") || follows(*rule),
            "{rule}"
        );
        assert_eq!(verdict(rule.letter().name()), text("strict"), "{rule}");
        if matches!(text("wire"), "B" | "ok") {
            assert_eq!(verdict(rule.wire().name()), text("wire"), "{rule}");
        }
        if !text("hint").starts_with("As ") && text("hint") != "-" {
            assert_eq!(rule.row().help(), text("hint"));
        }
    }
}

fn verdict(name: &str) -> &str {
    if name == "breaking" { "B" } else { "ok" }
}

/// The rules about texts and records break the letter only, without being called wire-safe there.
fn follows(rule: Rule) -> bool {
    use a2t_core::evolution::Class::{Lineage, Text};
    matches!(rule.class(), Lineage | Text) && rule.wire_safe()
}

fn tool(version: u32, inputs: Value) -> Value {
    json!({
        "toolId": "5f0c2a6e-3b1d-4e7a-9c58-0d2f6a7b8c91", "name": "flight_search", "description": "Searches.",
        "version": version, "currentVersion": version, "input_parameters": inputs,
    })
}

#[test]
fn a_report_is_one_object_with_the_promised_members() {
    let old = tool(
        1,
        json!([{"id": "i2", "name": "people", "type": "int", "max": 9, "description": ""}]),
    );
    let new = tool(
        2,
        json!([{"id": "i2", "name": "people", "type": "int", "max": 6, "description": ""}]),
    );
    let report = diff_values(&old, &new, Profile::Default).unwrap();
    let expected = json!({
        "verdict": {"letter": "breaking", "wire": "breaking"},
        "findings": [{
            "rule": "A2T-I112", "severity": "error", "letter": "breaking", "wire": "breaking",
            "path": "inputs[i2].max", "old": 9, "new": 6,
            "hint": "Restore the max (removing a max above 65535 lowers it).",
            "witness": {"call": {"people": 9}},
        }],
    });
    assert_eq!(serde_json::to_value(&report).unwrap(), expected);
    let line = report.changes()[0].to_string();
    assert!(line.starts_with("error[A2T-I112] inputs[i2].max: 9, now 6. Restore"), "{line}");
}

#[test]
fn a_name_that_moves_to_another_input_shows_who_would_be_misunderstood() {
    let named = |a: &str, b: &str| json!([{"id": "i1", "name": a, "description": ""}, {"id": "i2", "name": b, "description": "", "required": false}]);
    let report =
        diff_values(&tool(1, named("from", "to")), &tool(2, named("to", "from")), Profile::Default)
            .unwrap();
    let witnesses: Vec<_> = report.changes().iter().map(|f| f.witness.clone().unwrap()).collect();
    let first = json!({"call": {"from": "x"}, "meant": "i1", "means": "i2"});
    let second = json!({"call": {"from": "x", "to": "x"}, "meant": "i2", "means": "i1"});
    assert_eq!(witnesses, [first, second]);
}

#[test]
fn a_witness_too_long_to_write_down_is_named_by_its_length() {
    let limit =
        |limit: u64| json!([{"id": "i1", "name": "n", "max-length": limit, "description": ""}]);
    let witness = |new| {
        let report =
            diff_values(&tool(1, limit(9_000_000)), &tool(2, limit(new)), Profile::Default)
                .unwrap();
        report.changes()[0].witness.clone().unwrap()
    };
    assert_eq!(witness(2), json!({"call": {"n": "xxx"}}));
    assert_eq!(witness(200_000), json!({"input": "n", "length": 200_001}));
}

#[test]
fn the_letter_profile_refuses_what_the_default_warns_of() {
    let text = |text: &str| json!([{"id": "i1", "name": "n", "description": text}]);
    let (old, new) = (tool(1, text("cents")), tool(2, text("euros")));
    let severity = |profile| diff_values(&old, &new, profile).unwrap().severity();
    assert_eq!(severity(Profile::Default), Some(Severity::Warning));
    assert_eq!(severity(Profile::Letter), Some(Severity::Error));
}

#[test]
fn an_edit_of_a_published_version_breaks_the_wire_when_what_was_edited_does() {
    let max =
        |max: u32| json!([{"id": "i1", "name": "n", "type": "int", "max": max, "description": ""}]);
    for (new, wire) in [(6, "breaking"), (12, "compatible")] {
        let report = diff_values(&tool(1, max(9)), &tool(1, max(new)), Profile::Default).unwrap();
        let edit =
            report.changes().iter().find(|f| f.rule == Rule::PublishedVersionEdited).unwrap();
        assert_eq!(edit.wire.name(), wire);
        assert_eq!(edit.hint, "Revert version 1 and move the change to version 2.");
    }
}

#[test]
fn documents_without_a_signature_are_not_checked() {
    let good = tool(1, json!([])).to_string();
    for bad in ["", "[]", "{}", r#"{"a":1,"a":2}"#, r#"{"toolId":"x"}"#] {
        let error = diff_documents(good.as_bytes(), bad.as_bytes(), Profile::Default).unwrap_err();
        assert_eq!(error.document, 1, "{bad}");
        let error = diff_documents(bad.as_bytes(), good.as_bytes(), Profile::Default).unwrap_err();
        assert!(error.to_string().starts_with("document 1 cannot be compared"), "{error}");
    }
}

#[test]
fn what_is_not_understood_is_breaking_and_has_a_location() {
    let note = |more: Value| {
        let mut input = json!({"id": "i5", "name": "note", "description": "", "required": false});
        input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!([input])
    };
    let cases = [
        (json!({"pattern": "a*"}), "A2T-W409", "inputs[i5].pattern", json!("a*")),
        (json!({"max-length": -1}), "A2T-W410", "inputs[i5].max-length", json!(-1)),
        (json!({"max": 3}), "A2T-W406", "inputs[i5].max", json!(3)),
        (json!({"type": "date"}), "A2T-W408", "inputs[i5].type", json!("date")),
    ];
    for (member, rule, path, value) in cases {
        let (old, new) = (tool(1, note(json!({}))), tool(2, note(member)));
        for (old, new) in [(&old, &new), (&new, &new), (&new, &old)] {
            let report = diff_values(old, new, Profile::Default).unwrap();
            let change = report.changes().iter().find(|f| f.rule.id() == rule).unwrap();
            assert_eq!(change.path, path);
            assert!([&change.old, &change.new].contains(&&value), "{change:?}");
            assert_eq!(report.wire().name(), "breaking");
        }
    }
}

#[test]
fn a_type_that_is_unknown_is_a_changed_type_and_no_changed_constraint() {
    let typed =
        |kind: Value| json!([{"id": "i5", "name": "note", "type": kind, "description": ""}]);
    let mut old = tool(1, typed(json!("string")));
    old["input_parameters"][0]["max-length"] = json!(10);
    let report = diff_values(&old, &tool(2, typed(json!("date"))), Profile::Default).unwrap();
    assert_eq!(found(&report), BTreeSet::from(["A2T-I106", "A2T-W408"]));
}
