//! The corpus of labelled changes, as a vendor would make them between two fetches: the agent's
//! side reports what the rules report.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use crate::vendor::{Ran, Vendor, page, run, scratch};
use a2t_codegen::snapshot::Snapshot;
use a2t_core::signature::parse_value;
use serde_json::{Value, json};

/// Two documents and their label.
struct Case {
    name: String,
    label: Value,
    old: Value,
    new: Value,
}

fn cases() -> Vec<Case> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/evolution.json");
    let corpus = a2t_core::json::parse(&fs::read(path).unwrap()).unwrap();
    let mut found = Vec::new();
    for case in corpus["cases"].as_array().unwrap() {
        let Some(chain) = case["chain"].as_array() else {
            found.push(of(case, case, &case["old"], &case["new"]));
            continue;
        };
        for pair in case["pairs"].as_array().unwrap() {
            let find = |number: &Value| chain.iter().find(|one| one["version"] == *number);
            let (old, new) = (find(&pair["old"]).unwrap(), find(&pair["new"]).unwrap());
            found.push(of(case, pair, old, new));
        }
    }
    found
}

fn of(case: &Value, label: &Value, old: &Value, new: &Value) -> Case {
    let mut new = new.clone();
    let current = new["currentVersion"].as_u64();
    if current > Some(0) && new["version"].as_u64() > current {
        // A catalog shows current versions, once they are.
        new["currentVersion"] = new["version"].clone();
    }
    Case {
        name: format!("{} {} to {}", case["id"], old["version"], new["version"]),
        label: label.clone(),
        old: old.clone(),
        new,
    }
}

impl Case {
    fn rules(&self) -> BTreeSet<&str> {
        let rules = self.label["rules"].as_array().unwrap();
        rules.iter().map(|rule| rule.as_str().unwrap()).collect()
    }

    /// What approves the old document, where it can be approved as it is.
    fn approved(&self, url: &str) -> Option<String> {
        let parsed = parse_value(&self.old, "").ok()?;
        let tools = vec![parsed.signature];
        parsed.unknown.is_empty().then(|| Snapshot::new(url, tools).to_text())
    }

    fn verify(&self, ran: &Ran) {
        let name = &self.name;
        let (mut expected, kinds) = (self.rules(), kinds(ran));
        if parse_value(&self.new, "").is_err() {
            let is_ill_formed = |rule: &&str| rule.starts_with("A2T-W");
            assert_eq!(ran.status, 2, "{name}: {ran:?}");
            assert!(expected.iter().any(is_ill_formed), "{name}");
            return;
        }
        // A live catalog may have members that this release does not know (AMB-28): a warning.
        if expected.remove("A2T-W409") {
            assert_ne!(ran.json()["warnings"], json!([]), "{name}");
            if expected.is_empty() && self.old["version"] != self.new["version"] {
                expected.insert("A2T-L009");
            }
        }
        // So may `max-length`, an extension, have other content: there is no limit then (spec note
        // AMB-4).
        if expected.remove("A2T-W410") {
            assert_ne!(ran.json()["warnings"], json!([]), "{name}");
            assert!(expected.remove("A2T-I114") && expected.insert("A2T-I115"), "{name}");
        }
        // `currentVersion` alone is no change of what was approved.
        expected.remove("A2T-L008");
        if expected.contains("A2T-L001") {
            assert_eq!(kinds, ["renamed"], "{name}");
        } else if expected.contains("A2T-L004") {
            assert_eq!(kinds, ["older-version"], "{name}");
        } else if expected.is_empty() {
            assert_eq!((kinds.len(), ran.status), (0, 0), "{name}");
        } else {
            let report = &ran.json()["changes"][0];
            let found = report["findings"].as_array().unwrap();
            let found: BTreeSet<_> = found.iter().map(|f| f["rule"].as_str().unwrap()).collect();
            assert_eq!(found, expected, "{name}");
            assert_eq!(ran.status, 1, "{name}");
            if self.rules().is_disjoint(&["A2T-W409", "A2T-W410"].into()) {
                let labels = (&self.label["verdict_strict"], &self.label["verdict_semantic"]);
                let verdict = &report["verdict"];
                assert_eq!((&verdict["letter"], &verdict["wire"]), labels, "{name}");
            }
        }
    }
}

fn kinds(ran: &Ran) -> Vec<String> {
    if ran.status == 2 {
        return Vec::new();
    }
    let report = ran.json();
    let changes = report["changes"].as_array().unwrap().iter();
    let mut kinds: Vec<_> = changes.map(|c| c["kind"].as_str().unwrap().to_owned()).collect();
    kinds.sort();
    kinds
}

fn check(folder: &Path, approved: &str) -> Ran {
    fs::write(folder.join("approved.json"), approved).unwrap();
    run(folder, &["fetch", "-o", "approved.json", "--check", "--format", "json"])
}

#[test]
fn a_fetch_says_of_every_change_of_the_corpus_what_its_label_says() {
    let folder = scratch("fetch-corpus");
    let catalog = Arc::new(Mutex::new(Value::Null));
    let served = Arc::clone(&catalog);
    let vendor = Vendor::new(move |_| page(&[served.lock().unwrap().clone()]));
    let mut checked = 0;
    for case in cases() {
        if let Some(approved) = case.approved(&vendor.root) {
            *catalog.lock().unwrap() = case.new.clone();
            case.verify(&check(&folder, &approved));
            checked += 1;
        }
    }
    assert_eq!(checked, 157 + 10 * 3 + 6);
}
