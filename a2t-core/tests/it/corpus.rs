//! The signatures of the evolution corpus: well-formed except where a case names the rule that is
//! broken.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::path::Path;

use a2t_core::signature::{Parsed, parse_value};
use serde_json::Value;

fn cases() -> Vec<Value> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus/evolution.json");
    let mut corpus: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    serde_json::from_value(corpus["cases"].take()).unwrap()
}

fn signatures(case: &Value) -> Vec<&Value> {
    let chain = case["chain"].as_array().into_iter().flatten();
    let pair = [case.get("old"), case.get("new")];
    pair.into_iter().flatten().chain(chain).collect()
}

/// The rules of well-formedness that the documents of a case break; W412 is of code generators.
fn broken(case: &Value) -> BTreeSet<String> {
    let mut rules = BTreeSet::new();
    for document in signatures(case) {
        let found = match parse_value(document, "") {
            Ok(Parsed { unknown, .. }) => unknown,
            Err(violations) => violations,
        };
        rules.extend(found.iter().map(|violation| violation.code.id().to_owned()));
    }
    rules
}

#[test]
fn every_signature_breaks_the_rules_that_its_case_names() {
    let cases = cases();
    assert_eq!(cases.len(), 168);
    for case in &cases {
        let named = case["rules"].as_array().unwrap().iter().filter_map(Value::as_str);
        let expected: BTreeSet<_> = named
            .filter(|rule| rule.starts_with("A2T-W40") || *rule == "A2T-W410")
            .map(str::to_owned)
            .collect();
        assert_eq!(broken(case), expected, "{}", case["id"]);
    }
}

#[test]
fn every_well_formed_signature_survives_writing() {
    for case in &cases() {
        for document in signatures(case) {
            if let Ok(Parsed { signature, .. }) = parse_value(document, "") {
                let again = a2t_core::signature::parse(&signature.canonical()).unwrap();
                assert_eq!(again.signature, signature, "{}", case["id"]);
                assert!(again.unknown.is_empty());
            }
        }
    }
}
