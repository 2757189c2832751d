//! `docs/performance.md` and the workspace that fills it, held to each other without running it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What follows each `start` up to `end`.
fn between<'a>(text: &'a str, start: &'a str, end: &'a str) -> BTreeSet<&'a str> {
    let after = text.split(start).skip(1);
    after.filter_map(|rest| rest.split(end).next()).collect()
}

fn parts() -> BTreeSet<String> {
    let source = read("bench/src/part/mod.rs");
    let calls = source.split(" part(").skip(1);
    let parts = calls.filter_map(|call| call.trim_start().strip_prefix('"')?.split('"').next());
    let parts: BTreeSet<_> = parts.map(str::to_owned).collect();
    assert!(parts.len() >= 6, "the parts of the benchmark: {parts:?}");
    parts
}

#[test]
fn the_page_names_the_parts_that_there_are_and_has_a_place_for_each() {
    let page = read("docs/performance.md");
    let parts: BTreeSet<_> = parts();
    let commands: BTreeSet<_> = between(&page, "| `cargo run --release -p bench -- ", "`")
        .into_iter()
        .map(str::to_owned)
        .collect();
    assert_eq!(commands, parts);
    for part in &parts {
        let mark = format!("<!-- figures: {part} -->\n");
        let (_, rest) = page.split_once(&mark).expect(&mark);
        assert!(rest.contains("<!-- end of figures -->"), "{mark}");
    }
}

/// The crates that a program with these features of the facade depends on, one on a line.
fn tree(features: &str) -> String {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "-p", "a2t", "-e", "normal", "--prefix", "none"])
        .args(["--no-default-features", "--features", features])
        // A build with the features of the whole workspace sets it.
        .env_remove("CARGO_RESOLVER_FEATURE_UNIFICATION")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(tree.status.success(), "{tree:?}");
    String::from_utf8(tree.stdout).unwrap()
}

fn assert_none(tree: &str, names: &[&str]) {
    for name in names {
        assert!(!tree.lines().any(|line| line.starts_with(name)), "{name}: {tree}");
    }
}

/// rmcp is a peer of the macros and the ground of MCP, which has its own features.
#[test]
fn the_sdk_of_mcp_is_in_nobodys_tree_who_did_not_ask_for_it() {
    let tree = tree("server,client,client-macro,dialect,blocking,testing");
    assert!(tree.contains("\naxum v"), "{tree}");
    assert_none(&tree, &["rmcp v", "schemars v"]);
}

/// `async-nats` brings Ed25519, its curve and random numbers in older versions, which only credentials files need.
#[test]
fn a_store_in_nats_has_no_second_ed25519_unless_users_have_credentials_files() {
    let (without, with) = (tree("rap,nats"), tree("rap,nats-credentials"));
    assert!(without.contains("\nasync-nats v"), "{without}");
    assert!(with.contains("\nnkeys v"), "{with}");
    assert_none(&without, &["nkeys v", "curve25519-dalek v4", "ed25519-dalek v2", "rand v0.8"]);
}

#[test]
fn no_peer_is_in_the_tree_of_the_product() {
    assert!(read("bench/Cargo.toml").contains("[workspace]\n"));
    assert!(read("Cargo.toml").contains("\nexclude = [\"bench\", "));
    let lock = read("Cargo.lock");
    for peer in ["dropshot", "poem-openapi", "progenitor", "prost", "tonic", "typify", "utoipa"] {
        assert!(!lock.contains(&format!("name = \"{peer}\"\n")), "{peer}");
    }
}

#[test]
fn the_page_states_the_versions_that_are_pinned() {
    let (page, lock) = (read("docs/performance.md"), read("bench/Cargo.lock"));
    for (peer, named) in [
        ("dropshot", "dropshot"),
        ("jsonschema", "jsonschema"),
        ("poem-openapi", "poem-openapi"),
        ("progenitor-impl", "progenitor"),
        ("prost-build", "prost-build"),
        ("rmcp", "rmcp"),
        ("tonic", "tonic"),
        ("typify", "typify"),
        ("utoipa", "utoipa"),
    ] {
        let versions = between(&lock, "name = \"", "source");
        let stated = versions.iter().any(|package| {
            let package = package.replace("\"\nversion = \"", " ");
            let Some(version) = package.strip_prefix(&format!("{peer} ")) else {
                return false;
            };
            page.contains(&format!("{named} {}", version.trim_end().trim_end_matches('"')))
        });
        assert!(stated, "{peer}: another version is pinned than the page states");
    }
}
