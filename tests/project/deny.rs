//! The terms of `deny.toml`, held without cargo-deny: duplicates, bans and sources of `Cargo.lock`, and the
//! licenses of what this target compiles.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use spdx::{Expression, ParseMode};
use toml::Table;

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

fn read(name: &str) -> Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(path).unwrap().parse().unwrap()
}

fn list<'a>(table: &'a toml::Value, key: &str) -> &'a [toml::Value] {
    table[key].as_array().unwrap()
}

fn words(list: &[toml::Value]) -> BTreeSet<&str> {
    list.iter().map(|word| word.as_str().unwrap()).collect()
}

/// The values of `crate` in a list of `[bans]`.
fn crates<'a>(terms: &'a Table, key: &str) -> BTreeSet<&'a str> {
    let entries = list(&terms["bans"], key).iter();
    entries.map(|entry| entry["crate"].as_str().unwrap()).collect()
}

fn duplicates(terms: &Table, lock: &Table) -> Vec<String> {
    let skipped = crates(terms, "skip");
    let mut left: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut stale = skipped.clone();
    for package in lock["package"].as_array().unwrap() {
        let [name, version] = ["name", "version"].map(|key| package[key].as_str().unwrap());
        let id = format!("{name}@{version}");
        if !stale.remove(id.as_str()) && !skipped.contains(id.as_str()) {
            left.entry(name).or_default().push(id);
        }
    }
    let several = left.into_values().filter(|ids| ids.len() > 1);
    let several =
        several.map(|ids| format!("{}: one version, or `skip` the older", ids.join(", ")));
    let stale =
        stale.into_iter().map(|id| format!("{id} is not in Cargo.lock: take it out of `skip`"));
    several.chain(stale).collect()
}

fn banned(terms: &Table, lock: &Table) -> Vec<String> {
    let banned = crates(terms, "deny");
    let packages = lock["package"].as_array().unwrap().iter();
    packages
        .map(|package| package["name"].as_str().unwrap())
        .filter(|name| banned.contains(name))
        .map(|name| format!("{name} is banned"))
        .collect()
}

fn foreign(lock: &Table) -> Vec<String> {
    let packages = lock["package"].as_array().unwrap().iter();
    packages
        .filter(|package| {
            let source = package.get("source").map(|source| source.as_str().unwrap());
            source.is_some_and(|source| source != REGISTRY)
        })
        .map(|package| format!("{} is not from crates.io", package["name"].as_str().unwrap()))
        .collect()
}

fn unlicensed(terms: &Table, packages: &[Value]) -> Vec<String> {
    let licenses = &terms["licenses"];
    let everywhere = words(list(licenses, "allow"));
    let exceptions: BTreeMap<_, _> = list(licenses, "exceptions")
        .iter()
        .map(|entry| (entry["crate"].as_str().unwrap(), words(list(entry, "allow"))))
        .collect();
    let allowed = |name: &str, license: &str| {
        let here = exceptions.get(name);
        let known = |id: &str| everywhere.contains(id) || here.is_some_and(|ids| ids.contains(id));
        let expression = Expression::parse_mode(license, ParseMode::LAX).unwrap();
        expression.evaluate(|asked| known(&asked.to_string()))
    };
    packages
        .iter()
        .filter(|package| package["source"].is_string() || !package["publish"].is_array())
        .map(|package| {
            let text = |key: &str| package[key].as_str().unwrap_or_default();
            (text("name"), text("license"))
        })
        .filter(|(name, license)| license.is_empty() || !allowed(name, license))
        .map(|(name, license)| format!("{name}: `{license}` is not allowed"))
        .collect()
}

fn wildcards(packages: &[Value]) -> Vec<String> {
    let mut found = Vec::new();
    for package in packages.iter().filter(|package| package["source"].is_null()) {
        for dependency in package["dependencies"].as_array().unwrap() {
            if dependency["req"] == "*" && dependency["path"].is_null() {
                found.push(format!("{} takes any {}", package["name"], dependency["name"]));
            }
        }
    }
    found
}

/// The packages of this target only, because those of the others may not have been downloaded.
fn packages() -> Vec<Value> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args([
        "metadata",
        "--offline",
        "--locked",
        "--format-version=1",
        "--filter-platform=host-tuple",
    ]);
    let output = cargo.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

#[track_caller]
fn assert_kept(broken: &[String]) {
    assert!(broken.is_empty(), "deny.toml: {}", broken.join("\n"));
}

#[test]
fn the_lock_file_keeps_the_terms() {
    let [terms, lock] = ["deny.toml", "Cargo.lock"].map(read);
    assert_kept(&duplicates(&terms, &lock));
    assert_kept(&banned(&terms, &lock));
    assert_kept(&foreign(&lock));
}

#[test]
fn every_licence_is_allowed_and_every_dependency_has_a_version() {
    let packages = packages();
    assert!(packages.len() > 100, "{} packages", packages.len());
    assert_kept(&unlicensed(&read("deny.toml"), &packages));
    assert_kept(&wildcards(&packages));
}

#[test]
fn a_lock_file_that_breaks_a_term_is_refused_by_name() {
    let terms = read("deny.toml");
    let lock: Table = r#"
        package = [
            { name = "openssl-sys", version = "0.9.0" },
            { name = "rand", version = "0.8.0" },
            { name = "rand", version = "0.9.0", source = "git+https://example.com/rand" },
        ]"#
    .parse()
    .unwrap();
    let several = duplicates(&terms, &lock);
    assert_eq!(several[0], "rand@0.8.0, rand@0.9.0: one version, or `skip` the older");
    assert_eq!(several.len(), 1 + crates(&terms, "skip").len(), "{several:?}");
    assert_eq!(banned(&terms, &lock), ["openssl-sys is banned"]);
    assert_eq!(foreign(&lock), ["rand is not from crates.io"]);
}

#[test]
fn a_licence_is_checked_as_the_expression_that_it_is() {
    let terms = read("deny.toml");
    let refused = |name: &str, license: &str| {
        let package = serde_json::json!({"name": name, "license": license, "source": REGISTRY});
        !unlicensed(&terms, &[package]).is_empty()
    };
    for license in ["MIT", "MIT/Apache-2.0", "GPL-3.0-only OR ISC", "(MIT OR Zlib) AND Unicode-3.0"]
    {
        assert!(!refused("x", license), "{license}");
    }
    for license in ["", "GPL-3.0-only", "MIT AND Zlib", "Zlib", "MIT WITH LLVM-exception"] {
        assert!(refused("x", license), "{license}");
    }
    assert!(!refused("foldhash", "Zlib"), "an exception for one crate");
}

#[test]
fn a_dependency_without_a_version_is_refused() {
    let dependency = serde_json::json!({"name": "rand", "req": "*"});
    let package = serde_json::json!({"name": "x", "source": null, "dependencies": [dependency]});
    assert_eq!(wildcards(&[package]), ["\"x\" takes any \"rand\""]);
}

/// A second list of steps would be forgotten.
#[test]
fn the_hosted_jobs_run_every_step_by_name() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let steps = fs::read_to_string(root.join("xtask/src/ci.rs")).unwrap();
    for (list, file) in [("const STEPS", "ci.yml"), ("const LONG", "nightly.yml")] {
        let workflow = fs::read_to_string(root.join(".github/workflows").join(file)).unwrap();
        let runs = workflow
            .lines()
            .filter_map(|line| line.trim().trim_start_matches("- ").strip_prefix("run: "));
        let hosted = runs.filter_map(|run| run.strip_prefix("cargo xtask ci "));
        let hosted: BTreeSet<_> = hosted.flat_map(str::split_whitespace).collect();
        let (_, steps) = steps.split_once(list).unwrap();
        let (steps, _) = steps.split_once("];").unwrap();
        let names = steps.split("name: \"").skip(1).map(|rest| rest.split('"').next().unwrap());
        assert_eq!(hosted, names.collect::<BTreeSet<_>>());
    }
}

/// A tag can be moved to another commit; a digest cannot.
#[test]
fn hosted_actions_are_pinned_by_digest() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(".github");
    let workflows = fs::read_dir(folder.join("workflows")).unwrap().map(|one| one.unwrap().path());
    let actions = fs::read_dir(folder.join("actions")).unwrap();
    let actions = actions.map(|one| one.unwrap().path().join("action.yml"));
    for path in workflows.chain(actions) {
        let workflow = fs::read_to_string(&path).unwrap();
        for line in workflow.lines() {
            let Some((_, used)) = line.split_once("uses: ") else { continue };
            let (action, version) = used.split_once(" # v").unwrap_or((used, ""));
            let digest = action.split_once('@').map_or("", |(_, digest)| digest);
            let is_digest =
                digest.len() == 40 && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
            assert!(is_digest && !version.is_empty(), "{}: {used}", path.display());
        }
    }
}
