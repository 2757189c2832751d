//! `cargo a2t diff`: the corpus of labelled changes, lists and catalogs, exit statuses.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::vendor::{Ran, Vendor, json_reply, page, reply, run, scratch, tool, weather};
use serde_json::{Value, json};

fn cases() -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/evolution.json");
    let corpus = a2t_core::json::parse(&fs::read(path).unwrap()).unwrap();
    corpus["cases"].as_array().unwrap().clone()
}

fn diff(folder: &Path, old: &Value, new: &Value, more: &[&str]) -> Ran {
    fs::write(folder.join("old.json"), old.to_string()).unwrap();
    fs::write(folder.join("new.json"), new.to_string()).unwrap();
    run(folder, &[&["diff", "old.json", "new.json"], more].concat())
}

fn rules(report: &Value) -> BTreeSet<&str> {
    let findings = report["findings"].as_array().unwrap();
    findings.iter().map(|finding| finding["rule"].as_str().unwrap()).collect()
}

fn labelled(label: &Value) -> BTreeSet<&str> {
    let rules = label["rules"].as_array().unwrap();
    rules.iter().map(|rule| rule.as_str().unwrap()).collect()
}

/// Rules, verdicts, schema and exit status of one labelled comparison.
fn verify(folder: &Path, label: &Value, old: &Value, new: &Value) {
    let name = format!("{} {}", label["id"], label["old"]["version"]);
    let ran = diff(folder, old, new, &["--format", "json"]);
    let report = ran.json();
    assert_eq!(rules(&report), labelled(label), "{name}");
    let verdict = json!({"letter": label["verdict_strict"], "wire": label["verdict_semantic"]});
    assert_eq!(report["verdict"], verdict, "{name}");
    let findings = report["findings"].as_array().unwrap();
    let refused = findings.iter().any(|finding| finding["severity"] == "error");
    assert_eq!(ran.status, i32::from(refused), "{name}");
    assert!(ran.stderr.is_empty(), "{name}");
}

#[test]
fn every_case_of_the_corpus_gets_exactly_its_rules_and_verdicts() {
    let folder = scratch("diff-corpus");
    let mut checked = 0;
    for case in cases() {
        let Some(chain) = case["chain"].as_array() else {
            verify(&folder, &case, &case["old"], &case["new"]);
            checked += 1;
            continue;
        };
        for pair in case["pairs"].as_array().unwrap() {
            let find = |version: &Value| chain.iter().find(|one| one["version"] == *version);
            let (old, new) = (find(&pair["old"]).unwrap(), find(&pair["new"]).unwrap());
            verify(&folder, pair, old, new);
            checked += 1;
        }
    }
    assert_eq!(checked, 157 + 10 * 3 + 6);
}

#[test]
fn every_chain_of_the_corpus_is_checked_as_a_list_of_versions() {
    let folder = scratch("diff-chains");
    let chains = cases().into_iter().filter(|case| case.get("chain").is_some());
    for case in chains {
        let chain = case["chain"].as_array().unwrap();
        let newest_first: Vec<_> = chain.iter().rev().collect();
        let first = json!([chain[0]]);
        let report = diff(&folder, &first, &json!({"items": newest_first}), &["--format", "json"]);
        let report = report.json();
        let mut wanted = labelled(&case);
        wanted.remove("A2T-L005"); // the list fills the gaps between its neighbours
        assert_eq!(rules(&report), wanted, "{}", case["id"]);
        for finding in report["findings"].as_array().unwrap() {
            assert_eq!(finding["tool"]["name"], "flight_search", "{finding}");
            assert!(finding["from"].as_u64() < finding["to"].as_u64(), "{finding}");
        }
    }
}

fn versions(maxima: &[u32]) -> Vec<Value> {
    let version = |(index, max): (usize, &u32)| {
        let mut tool = weather();
        tool["version"] = json!(index + 1);
        tool["currentVersion"] = json!(maxima.len());
        tool["input_parameters"][2]["max"] = json!(max);
        tool
    };
    maxima.iter().enumerate().map(version).collect()
}

#[test]
fn a_pair_is_one_object_with_exactly_the_promised_members() {
    let folder = scratch("diff-object");
    let versions = versions(&[14, 7]);
    let ran = diff(&folder, &versions[0], &versions[1], &["--format", "json"]);
    let expected = json!({
        "verdict": {"letter": "breaking", "wire": "breaking"},
        "findings": [{
            "rule": "A2T-I112", "severity": "error", "letter": "breaking", "wire": "breaking",
            "path": "inputs[days].max", "old": 14, "new": 7,
            "hint": "Restore the max (removing a max above 65535 lowers it).",
            "witness": {"call": {"City": "x", "Days": 14}},
        }],
    });
    assert_eq!((ran.json(), ran.status), (expected, 1));
}

#[test]
fn a_new_version_is_checked_against_all_that_are_out() {
    let folder = scratch("diff-all-out");
    // Version 3 goes back to the range of version 1, which version 2 had widened.
    let versions = versions(&[7, 14, 7]);
    let (old, new) = (json!(versions[..2]), versions[2].clone());
    let ran = diff(&folder, &old, &new, &["--format", "json"]);
    let report = ran.json();
    let found: Vec<_> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| json!([f["rule"], f["from"], f["to"]]))
        .collect();
    assert_eq!(found, [json!(["A2T-L009", 1, 3]), json!(["A2T-I112", 2, 3])]);
    let whole = diff(&folder, &old, &json!(versions), &["--format", "json"]);
    assert_eq!(whole.json(), report);
}

#[test]
fn a_version_that_is_gone_from_its_list_breaks_its_callers() {
    let folder = scratch("diff-gone");
    let versions = versions(&[7, 7]);
    let ran = diff(&folder, &json!(versions), &json!([versions[1]]), &[]);
    ran.assert(
        1,
        &["error[A2T-L006]: published-version-missing: versions[1] of `lookup_weather_by_city`"],
        &[],
    );
    // A catalog lists the newest version only.
    let catalog = json!([versions[1], tool(1, "add")]);
    let ran = diff(&folder, &json!(versions), &catalog, &[]);
    ran.assert(
        0,
        &["added: `add@1`\n\nprotocol: compatible, callers: compatible; nothing changed\n"],
        &[],
    );
}

#[test]
fn an_edit_in_place_and_a_late_lower_version_are_errors() {
    let folder = scratch("diff-edit");
    let ran =
        diff(&folder, &json!(versions(&[7, 7])), &json!(versions(&[7, 9])), &["--format", "json"]);
    assert_eq!(rules(&ran.json()), BTreeSet::from(["A2T-L002", "A2T-I113"]));
    let report = ran.json();
    let findings = report["findings"].as_array().unwrap();
    let edit = findings.iter().find(|finding| finding["rule"] == "A2T-L002").unwrap();
    assert_eq!(edit["hint"], "Revert version 2 and move the change to version 3.");
    assert_eq!((&edit["from"], &edit["to"]), (&json!(2), &json!(2)));
    let three = versions(&[7, 7, 7]);
    let ran = diff(&folder, &json!(three[1..]), &three[0], &["--format", "json"]);
    assert!(rules(&ran.json()).contains("A2T-L004"), "{ran:#?}");
}

#[test]
fn a_catalog_is_compared_tool_by_tool() {
    let folder = scratch("diff-catalog");
    let mut newer = weather();
    newer["version"] = json!(3);
    newer["currentVersion"] = json!(3);
    newer["output_parameters"][0]["description"] = json!("In kelvin.");
    let old = json!({"items": [tool(1, "add"), weather(), tool(2, "gone")]});
    let new =
        json!({"items": [newer, tool(1, "add"), tool(3, "fresh")], "paging": {"pageLimit": 100}});
    let ran = diff(&folder, &old, &new, &["--format", "json"]);
    let found: Vec<_> = ran.json()["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| json!([f["rule"], f["tool"]["name"], f["severity"]]))
        .collect();
    let reworded = json!(["A2T-O208", "lookup_weather_by_city", "warn"]);
    // In the order of places: what is gone has one in the earlier document only.
    assert_eq!(found, [reworded, json!(["A2T-L006", "gone", "error"])]);
    let new = json!([newer, tool(1, "add"), tool(2, "gone")]);
    assert_eq!(diff(&folder, &old, &new, &[]).status, 0);
    let strict = diff(&folder, &old, &new, &["--profile", "letter"]);
    let text = fs::read_to_string(folder.join("new.json")).unwrap();
    let column = text.find("\"In kelvin.").unwrap() + 1;
    let head = "error[A2T-O208]: output-description-changed: outputs[temp].description of `lookup_weather_by_city@2` and `lookup_weather_by_city@3`";
    strict.assert(1, &[&format!("{head}\n  --> new.json:1:{column}\n")], &[]);
}

#[test]
fn what_speaks_of_one_tool_says_nothing_about_the_others() {
    let folder = scratch("diff-one-tool");
    let versions = versions(&[7, 7]);
    let catalog = json!([tool(1, "add"), versions[0]]);
    for new in [versions[1].clone(), json!({"items": versions})] {
        let report = diff(&folder, &catalog, &new, &["--format", "json"]).json();
        assert_eq!(rules(&report), BTreeSet::from(["A2T-L009"]), "{report:#}");
    }
    let smaller = diff(&folder, &catalog, &json!([versions[1]]), &["--format", "json"]).json();
    assert_eq!(rules(&smaller), BTreeSet::from(["A2T-L006", "A2T-L009"]));
}

#[test]
fn snapshots_and_addresses_are_compared_like_files() {
    let folder = scratch("diff-served");
    let root = Vendor::of(&[weather(), tool(1, "add")]).root;
    run(&folder, &["fetch", &root, "-o", "w.json"]).assert(0, &[], &[]);
    let same = "protocol: compatible, callers: compatible; nothing changed\n";
    run(&folder, &["diff", "w.json", &root]).assert(0, &[same], &[]);
    run(&folder, &["diff", &format!("{root}/tools"), "w.json"]).assert(0, &[same], &[]);
    let text = fs::read_to_string(folder.join("w.json"))
        .unwrap()
        .replace("Adds", "Adz")
        .replace("Does add", "Undoes add");
    fs::write(folder.join("edited.json"), text).unwrap();
    run(&folder, &["diff", "edited.json", &root]).assert(
        2,
        &[],
        &["edited.json:10:5: tool `add`", "`add`"],
    );
}

#[test]
fn all_pages_of_a_tools_versions_are_read_and_unknown_members_are_findings() {
    let folder = scratch("diff-pages");
    let mut all = versions(&[7, 7]);
    all[1]["input_parameters"][2]["exclusiveMinimum"] = json!(0);
    let id = all[0]["toolId"].as_str().unwrap().to_owned();
    fs::write(folder.join("v1.json"), all[0].to_string()).unwrap();
    let served = Vendor::new(move |request| match request.line.split(' ').nth(1).unwrap() {
        line if line.ends_with("/versions") => {
            json_reply(&json!({"items": [all[1]], "paging": {"next": "p2"}}).to_string())
        }
        line if line.ends_with("?pageCursor=p2") => page(&all[..1]),
        line if line.ends_with("/versions/2") => json_reply(&all[1].to_string()),
        _ => reply("404 Not Found", ""),
    });
    for (route, count) in [("versions", 1), ("versions/2", 1)] {
        let url = format!("{}/tools/{id}/{route}", served.root);
        let ran = run(&folder, &["diff", "v1.json", &url, "--format", "json"]);
        assert_eq!(ran.status, 1, "{ran:#?}");
        let report = ran.json();
        let unknown =
            report["findings"].as_array().unwrap().iter().filter(|f| f["rule"] == "A2T-W409");
        assert_eq!(unknown.count(), count, "{report:#}");
        let human = run(&folder, &["diff", "v1.json", &url]);
        human.assert(1, &["inputs[days].exclusiveMinimum", &format!("--> {url}:1:")], &[]);
    }
}

#[test]
fn what_cannot_be_checked_says_why() {
    let folder = scratch("diff-not-compared");
    let good = weather();
    let cases = [
        (json!({"toolId": "x"}), "new.json:1:"),
        (json!([]), "nothing to compare"),
        (json!("text"), "expected an object, or an array of them"),
        (json!({"items": 3}), "`items` is a number; expected an array of signatures"),
        (json!({"items": [good], "paging": {"next": "p2"}}), "one page of several"),
        (json!([good, good]), "`lookup_weather_by_city@2` is listed twice, first at new.json:1:"),
        (json!([tool(1, "add")]), "nothing to compare"),
    ];
    for (bad, reason) in cases {
        if reason == "nothing to compare" {
            let ran = diff(&folder, &bad, &good, &[]);
            ran.assert(2, &[], &["old.json has no tool of the id 0479a45d", reason]);
            continue;
        }
        diff(&folder, &good, &bad, &[]).assert(2, &[], &[reason]);
        let ran = diff(&folder, &good, &bad, &["--format", "json"]);
        assert_eq!(ran.json()["holds"], Value::Null, "{ran:#?}");
        let ran = diff(&folder, &good, &bad, &["--format", "github"]);
        assert!(ran.stdout.starts_with("::error::") && ran.stdout.lines().count() == 1, "{ran:#?}");
        let ran = diff(&folder, &good, &bad, &["--format", "sarif"]);
        let invocation = &ran.json()["runs"][0]["invocations"][0];
        assert_eq!((&invocation["executionSuccessful"], ran.status), (&json!(false), 2));
    }
    fs::write(folder.join("old.json"), "{\"a\": 1,\n\"a\": 2}").unwrap();
    let ran = run(&folder, &["diff", "old.json", "new.json"]);
    ran.assert(2, &[], &["old.json:2:", "duplicate member `a`"]);
    run(&folder, &["diff", "absent.json", "new.json"]).assert(2, &[], &["absent.json: "]);
    run(&folder, &["diff", "old.json"]).assert(2, &[], &["<NEW>"]);
    let many: Vec<_> = versions(&[1; 201]);
    let ran = diff(&folder, &json!(many), &json!(many), &[]);
    ran.assert(2, &[], &["201 versions of one tool; at most 200 are compared"]);
}
