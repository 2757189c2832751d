//! The corpus of labelled changes, through the macro: each old document is a published file, each new
//! one the code, and the compiler names the rules of the label.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::string_slice, clippy::unwrap_used)]

#[allow(dead_code)]
mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use crate::lifecycle::build::{Complaint, complaints};
use crate::project::{Project, manifest};
use a2t_core::evolution::{Rule, Severity};
use a2t_core::published::{FileName, Tombstone, text};
use a2t_core::signature::{SAFE_MAX, parse_value};
use a2t_core::{InputType, ToolId, ToolSignature};
use serde_json::Value;

/// The 20 cases whose new document no code declares, and why.
const INEXPRESSIBLE: &[(&str, &str)] = &[
    ("lineage-version-backwards", FUNCTION),
    ("lineage-currentversion-zero", ILL_FORMED),
    ("in-add-duplicate-name", ILL_FORMED),
    ("in-add-json-input", ILL_FORMED),
    ("in-add-unknown-type", ILL_FORMED),
    ("in-add-duplicate-id", ILL_FORMED),
    ("in-range-empty", ILL_FORMED),
    ("in-range-empty-by-default-max", ILL_FORMED),
    ("in-maxlen-negative", ILL_FORMED),
    ("in-enum-remove-all", ILL_FORMED),
    ("in-enum-duplicate-value", ILL_FORMED),
    ("in-enum-empty-string-value-added", UNDESCRIBED),
    ("in-description-emptied", UNDESCRIBED),
    ("out-duplicate-name", ILL_FORMED),
    ("out-enum-duplicate-value", ILL_FORMED),
    ("out-remove-all", NOTHING),
    ("multi-empty-to-empty", NOTHING),
    ("multi-only-optional-inputs-one-more", NOTHING),
    ("unknown-default-input", ILL_FORMED),
    ("wrong-type-values-on-boolean", ILL_FORMED),
];
const FUNCTION: &str =
    "an older version beside a published newer one is a function of its own, as it may have";
const ILL_FORMED: &str =
    "the macro declares nothing that breaks a rule of signatures or has a member it does not know";
const NOTHING: &str = "a function of the macro returns something";
const UNDESCRIBED: &str = "the macro wants everything described";

/// The 6 cases that break several rules with one input or output: a build names the first, and leaves
/// these for the next. Of all other cases it names every rule.
const ONE_AT_A_TIME: &[(&str, &[&str])] = &[
    ("in_enum_rename_value", &["A2T-I116"]),
    ("in_enum_rename_value_case", &["A2T-I116"]),
    ("out_enum_rename_value", &["A2T-O210"]),
    ("out_enum_rename_value_case", &["A2T-O210"]),
    ("multi_widen_everything", &["A2T-I113"]),
    ("chain_add_then_require_3", &["A2T-I102"]),
];

/// Versions that are published, and the code that is compared with them.
struct Case {
    /// Of the module, the tool and its folder.
    name: String,
    published: Vec<ToolSignature>,
    code: ToolSignature,
    /// The tool's id as the code spells it.
    id: String,
    expected: BTreeSet<&'static str>,
}

fn corpus() -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/evolution.json");
    let corpus = a2t_core::json::parse(&fs::read(path).unwrap()).unwrap();
    corpus["cases"].as_array().unwrap().clone()
}

/// The pairs, and of a chain each version against all before it.
fn cases() -> Vec<Case> {
    let mut found = Vec::new();
    for case in &corpus() {
        let id = case["id"].as_str().unwrap();
        let Some(chain) = case["chain"].as_array() else {
            let labels = [&case["rules"]];
            found.extend(Case::of(id, &[&case["old"]], &case["new"], &labels));
            continue;
        };
        for (index, new) in chain.iter().enumerate().skip(1) {
            let older: Vec<_> = chain.iter().take(index).collect();
            let pairs = case["pairs"].as_array().unwrap().iter();
            let labels = pairs.filter(|pair| pair["new"] == new["version"]);
            let labels: Vec<_> = labels.map(|pair| &pair["rules"]).collect();
            assert_eq!(labels.len(), older.len(), "{id}");
            let name = format!("{id}-{}", new["version"]);
            found.extend(Case::of(&name, &older, new, &labels));
        }
    }
    found
}

impl Case {
    /// A case, if code can express it, as a tool with its own name and id.
    fn of(name: &str, old: &[&Value], new: &Value, labels: &[&Value]) -> Option<Self> {
        if INEXPRESSIBLE.iter().any(|(case, _)| *case == name) {
            return None;
        }
        let first = old[0];
        let name = name.replace('-', "_");
        let own = |document: &Value| {
            let mut tool = well_formed(document).unwrap_or_else(|| panic!("{name}: {document}"));
            let same = tool.tool_id == well_formed(first).unwrap().tool_id;
            tool.tool_id = ToolId::derive(if same { "tool" } else { "another" }, &name);
            tool.name = if document["name"] == first["name"] {
                name.clone().into()
            } else {
                format!("{name}_renamed").into()
            };
            tool
        };
        let mut code = own(new);
        for input in code.input_parameters.to_mut() {
            // Code always has a minimum: at least that of the integers which JSON carries.
            if let InputType::Int { min: min @ None, .. } = &mut input.kind {
                *min = Some(-SAFE_MAX);
            }
        }
        let mut id = code.tool_id.to_string();
        if new["toolId"].as_str().unwrap().contains('F') {
            id = id.to_uppercase();
        }
        let published: Vec<_> = old.iter().map(|document| own(document)).collect();
        let frozen = published.iter().any(|old| old.version == code.version);
        let labels = labels.iter().flat_map(|rules| rules.as_array().unwrap());
        let rules = labels.map(|rule| Rule::find(rule.as_str().unwrap()).unwrap());
        let refused = rules.filter(|rule| frozen || rule.severity() == Severity::Error);
        Some(Self { expected: refused.map(Rule::id).collect(), name, published, code, id })
    }

    /// The code against itself, published: whether it expresses its whole document.
    fn itself(&self) -> Self {
        let mut code = self.code.clone();
        let name = format!("{}_itself", self.name);
        code.tool_id = ToolId::derive("tool", &name);
        code.name = name.clone().into();
        Self {
            name,
            published: vec![code.clone()],
            id: code.tool_id.to_string(),
            code,
            expected: BTreeSet::new(),
        }
    }

    /// Writes the module, and the files that it is compiled with. What is missing below the
    /// published version was retired.
    fn write(&self, project: &Project) {
        project.write(&format!("src/{}.rs", self.name), &source::module(&self.code, &self.id));
        let folder = format!("published/{}", self.name);
        let newest = self.published.iter().map(|old| old.version).max();
        for version in 1..=newest.unwrap() {
            let known = self.published.iter().find(|old| old.version == version);
            let (file, text) = match known {
                Some(old) => (FileName::Version(version), text(old)),
                None => {
                    let grave = Tombstone {
                        tool_id: self.published[0].tool_id,
                        version,
                        reason: "The corpus does not show it.".to_owned(),
                    };
                    (FileName::Retired(version), grave.text())
                }
            };
            project.write(&format!("{folder}/{file}"), &text);
        }
    }
}

fn well_formed(document: &Value) -> Option<ToolSignature> {
    let parsed = parse_value(document, "").ok()?;
    parsed.unknown.is_empty().then_some(parsed.signature)
}

/// The rules that a message names.
fn rules(message: &str) -> Vec<&str> {
    let ids = message.match_indices("A2T-");
    ids.map(|(at, _)| message.get(at..at + 8).unwrap()).collect()
}

/// The compiler's errors for each module. An error of a macro hides those of constants: modules
/// with errors are left out, until the rest is reported and then compiles.
fn build_all(project: &Project, cases: &[Case]) -> BTreeMap<String, BTreeSet<String>> {
    let mut reported = BTreeMap::<String, BTreeSet<String>>::new();
    loop {
        let left = cases.iter().filter(|case| !reported.contains_key(&case.name));
        let modules = left.map(|case| format!("mod {};\n", case.name));
        let modules: String = modules.collect();
        project.write("src/lib.rs", &format!("#![allow(unused)]\n{modules}"));
        let complaints = complaints(project);
        if complaints.is_empty() {
            return reported;
        }
        for Complaint { file, message, .. } in complaints {
            let name = file.strip_prefix("src/").and_then(|name| name.strip_suffix(".rs"));
            let name = name.unwrap_or_else(|| panic!("{file}: {message}"));
            let named = rules(&message);
            let rules = reported.entry(name.to_owned()).or_default();
            if named.is_empty() {
                rules.extend([message]);
            } else {
                rules.extend(named.into_iter().map(str::to_owned));
            }
        }
    }
}

/// What is wrong with the rules that the compiler named.
fn fault(case: &Case, reported: &BTreeSet<String>) -> Option<String> {
    let reported: BTreeSet<_> = reported.iter().map(String::as_str).collect();
    let later = ONE_AT_A_TIME.iter().find(|(name, _)| *name == case.name);
    let later: BTreeSet<_> =
        later.map_or_else(BTreeSet::new, |(_, rules)| rules.iter().copied().collect());
    assert!(later.is_subset(&case.expected), "{}", case.name);
    let now: BTreeSet<_> = case.expected.difference(&later).copied().collect();
    assert!(!now.is_empty() || later.is_empty(), "{}", case.name);
    (reported != now).then(|| format!("{}: expected {now:?}, got {reported:?}", case.name))
}

#[test]
fn the_compiler_names_the_rules_of_every_case_that_code_can_express() {
    let mut cases = cases();
    assert_eq!(cases.len(), 160);
    cases.extend(cases.iter().map(Case::itself).collect::<Vec<_>>());
    // What stands in the list of digests is not the compiler's matter; that there is one is.
    let files = [("Cargo.toml", &*manifest("corpus")), ("published/SHA256SUMS", "")];
    let project = Project::new("macro-corpus", &files);
    for case in &cases {
        case.write(&project);
    }
    let reported = build_all(&project, &cases);
    let silence = BTreeSet::new();
    let reported = |case: &Case| reported.get(&case.name).unwrap_or(&silence);
    let wrong: Vec<_> = cases.iter().filter_map(|case| fault(case, reported(case))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_case_that_code_can_express_is_left_out() {
    let corpus = corpus();
    for (id, reason) in INEXPRESSIBLE {
        let case = corpus.iter().find(|case| case["id"] == *id).unwrap();
        let (old, new) = (&case["old"], &case["new"]);
        let true_of_it = match *reason {
            ILL_FORMED => well_formed(new).is_none(),
            NOTHING => new["output_parameters"] == Value::Array(Vec::new()),
            UNDESCRIBED => new.to_string().contains(r#""description":"""#),
            _ => new["version"].as_u64() < old["version"].as_u64(),
        };
        assert!(true_of_it, "{id}: {reason}");
    }
    let (pairs, chains) = (corpus.len() - 11, 23);
    assert_eq!(pairs + chains - INEXPRESSIBLE.len(), 160);
}
