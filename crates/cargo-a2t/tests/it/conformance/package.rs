//! The package of scenarios is valid, covers each requirement once, and is the one that is published.

use std::collections::{BTreeMap, BTreeSet};

use super::{SCENARIOS, scenarios};
use crate::vendor::{run, scratch};
use serde_json::Value;

const SCHEMA: &str = include_str!("../../../conformance/scenarios.schema.json");
const MANIFEST: &str = include_str!("../../../conformance/package.json");

fn package() -> Value {
    serde_json::from_str(SCENARIOS).unwrap()
}

#[test]
fn it_fits_its_schema() {
    let schema = serde_json::from_str(SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    if let Err(error) = validator.validate(&package()) {
        panic!("{error} at {}", error.instance_path());
    }
    let mut wrong = package();
    wrong["scenarios"][0]["expect"][0]["unique"] = true.into();
    assert!(!validator.is_valid(&wrong), "one expectation has one check");
}

#[test]
fn each_requirement_is_in_a_scenario_or_has_a_reason() {
    let strings = |value: &Value| {
        let items = value.as_array().unwrap().iter();
        items.map(|item| item.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let shown: BTreeSet<_> =
        scenarios().iter().flat_map(|one| strings(&one["requirements"])).collect();
    let package = package();
    let unseen = package["not_observable"].as_array().unwrap().iter();
    let unseen: BTreeSet<_> =
        unseen.map(|one| one["requirement"].as_str().unwrap().to_owned()).collect();
    assert!(shown.is_disjoint(&unseen), "{:?}", shown.intersection(&unseen));
    let all: BTreeSet<_> = (1..=71).map(|number| format!("A2T-{number}")).collect();
    assert_eq!(shown.union(&unseen).cloned().collect::<BTreeSet<_>>(), all);
}

#[test]
fn ids_are_unique_and_what_they_cite_is_explained() {
    let folder = scratch("conformance_cited");
    let mut ids = BTreeMap::new();
    let mut cited = BTreeSet::new();
    for scenario in scenarios() {
        let id = scenario["id"].as_str().unwrap().to_owned();
        for member in ["requirements", "spec_notes"] {
            let of = scenario[member].as_array().into_iter().flatten();
            cited.extend(of.map(|one| one.as_str().unwrap().to_owned()));
        }
        assert!(ids.insert(id.clone(), scenario).is_none(), "{id} is there twice");
    }
    let all = run(&folder, &["explain", "--format", "json"]).json();
    let known: BTreeSet<_> = all["rules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|rule| rule["rule"].as_str().unwrap())
        .collect();
    let unknown: Vec<_> = cited.iter().filter(|id| !known.contains(&***id)).collect();
    assert!(unknown.is_empty(), "`cargo a2t explain` does not know {unknown:?}");
}

#[test]
fn the_manifest_has_the_version_of_the_scenarios() {
    let manifest: Value = serde_json::from_str(MANIFEST).unwrap();
    assert_eq!(manifest["version"], package()["version"]);
}
