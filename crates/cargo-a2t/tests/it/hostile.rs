//! Hostile catalogs through the subcommands that print a vendor's texts: nothing of it acts on the
//! terminal or on a workflow runner. `run` asserts the first of everything that is printed.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use a2t_core::signature::rule::look as look_of;
use hostile_catalogs::{accepted, refused};
use serde_json::{Value, json};

use crate::vendor::{Ran, Vendor, json_reply, run, scratch};

/// Runs one subcommand; no line of a vendor's begins like a runner's command.
fn look(folder: &Path, arguments: &[&str]) -> Ran {
    let ran = run(folder, arguments);
    for line in ran.stdout.lines().chain(ran.stderr.lines()) {
        let command = line.trim_start();
        assert!(!command.starts_with("::") && !command.starts_with("##["), "{line}");
    }
    ran
}

/// The tools of many catalogs in one, each under its own number, except those whose names look like
/// another's.
fn together(documents: impl Iterator<Item = String>) -> Vec<Value> {
    let mut tools: Vec<Value> = Vec::new();
    let mut looks = HashSet::new();
    for document in documents {
        let document: Value = serde_json::from_str(&document).unwrap();
        let items = document.get("items").unwrap_or(&document).as_array().unwrap();
        for tool in items {
            let mut tool = tool.clone();
            let number = tools.len();
            tool["toolId"] = json!(format!("00000000-0000-4000-8000-{number:012x}"));
            if looks.insert(look_of(tool["name"].as_str().unwrap())) {
                tools.push(tool);
            }
        }
    }
    tools
}

#[test]
fn catalogs_that_keep_the_rules_are_only_text() {
    let folder = scratch("hostile-accepted");
    let tools = together(accepted().into_iter().map(|case| case.document));
    assert!(tools.len() > 400, "{}", tools.len());
    let mut changed = tools.clone();
    for tool in &mut changed {
        tool["description"] = json!("Another.");
        tool["output_parameters"] = json!([]);
    }
    fs::write(folder.join("a.json"), json!(tools).to_string()).unwrap();
    fs::write(folder.join("b.json"), json!(changed).to_string()).unwrap();
    for format in ["human", "json"] {
        assert_eq!(look(&folder, &["lint", "a.json", "--format", format]).status, 0);
        assert_eq!(look(&folder, &["list", "a.json", "--format", format]).status, 0);
        assert_eq!(look(&folder, &["diff", "a.json", "b.json", "--format", format]).status, 1);
    }
    look(&folder, &["diff", "a.json", "b.json", "--format", "sarif"]);
    for tool in tools.iter().step_by(47) {
        let name = tool["name"].as_str().unwrap();
        if !name.starts_with('-') {
            look(&folder, &["show", "a.json", name]);
        }
    }
    let vendor = Vendor::of(&tools);
    assert_eq!(look(&folder, &["fetch", &vendor.root, "-o", "w.json"]).status, 0);
    let vendor = Vendor::of(&changed);
    assert_eq!(look(&folder, &["fetch", &vendor.root, "-o", "w.json"]).status, 1);
}

#[test]
fn documents_that_break_rules_are_only_quoted() {
    let folder = scratch("hostile-refused");
    for case in refused().into_iter().step_by(5) {
        fs::write(folder.join("r.json"), &case.document).unwrap();
        let ran = look(&folder, &["lint", "r.json"]);
        assert_ne!(ran.status, 0, "{}", case.document);
        look(&folder, &["list", "r.json"]);
        look(&folder, &["diff", "r.json", "r.json"]);
        let document = case.document;
        let vendor = Vendor::new(move |_| json_reply(&document));
        assert_ne!(look(&folder, &["fetch", &vendor.root, "-o", "w.json"]).status, 0);
    }
}
