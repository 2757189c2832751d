//! The arrows of `docs/architecture.md`, asserted on the manifests and the sources.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust source below `folder`, with its text.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}")) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    assert!(!found.is_empty(), "no sources in {folder}");
    found
}

/// The names in a manifest's `[dependencies]`.
fn dependencies(manifest: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(manifest)).unwrap();
    let table = text
        .split("\n[dependencies]\n")
        .nth(1)
        .expect("a [dependencies] table");
    table
        .lines()
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split(['.', ' ', '=']).next())
        .filter(|name| !name.is_empty() && !name.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

/// Asserts that no code line below `folder` has one of `words`.
fn assert_never(folder: &str, words: &[&str]) {
    for (path, text) in sources(folder) {
        for (number, line) in text.lines().enumerate() {
            let code = line.trim_start();
            let found = words
                .iter()
                .find(|word| !code.starts_with("//") && code.contains(**word));
            if let Some(word) = found {
                panic!(
                    "{}:{}: `{word}` may not be used here",
                    path.display(),
                    number + 1
                );
            }
        }
    }
}

fn assert_independent(manifest: &str, names: &[&str]) {
    let dependencies = dependencies(manifest);
    for name in names {
        assert!(
            !dependencies.iter().any(|d| d == name),
            "{manifest} depends on {name}"
        );
    }
}

#[test]
fn core_depends_on_nothing_of_ours_and_on_four_small_crates() {
    let mut names = dependencies("a2t-core/Cargo.toml");
    names.sort();
    assert_eq!(names, ["serde", "serde_json", "strsim", "uuid"]);
}

#[test]
fn core_does_no_io_and_has_no_clock() {
    let words = [
        "std::fs",
        "std::net",
        "std::env",
        // But for `BufRead` of a slice, the only quick search for a byte that there is.
        "std::io::{",
        "std::io::Read",
        "std::io::Write",
        "std::io::std",
        "std::time",
        "async fn",
        "println!",
    ];
    assert_never("a2t-core/src", &words);
}

#[test]
fn the_facade_does_not_depend_on_the_generator() {
    assert_independent("Cargo.toml", &["a2t-codegen", "cargo-a2t"]);
}

#[test]
fn the_generator_stands_behind_the_client_macro_only_on_request() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let users: Vec<_> = manifest
        .lines()
        .filter(|line| line.contains("dep:a2t-client-macro"))
        .collect();
    assert_eq!(
        users,
        ["client-macro = [\"client\", \"dep:a2t-client-macro\"]"]
    );
    assert!(manifest.contains("\na2t-client-macro = { workspace = true, optional = true }\n"));
    assert!(manifest.contains("\ndefault = [\"server\"]\n"));
    let mut names = dependencies("a2t-client-macro/Cargo.toml");
    names.sort();
    assert_eq!(names, ["a2t-codegen", "proc-macro2", "quote", "syn"]);
    let text = fs::read_to_string(root().join("a2t-client-macro/Cargo.toml")).unwrap();
    assert!(
        text.contains("\na2t-codegen.workspace = true\n"),
        "without `fetch`"
    );
}

#[test]
fn macros_and_generator_do_not_know_each_other() {
    assert_independent(
        "a2t-macros/Cargo.toml",
        &["a2t-codegen", "a2t-client-macro", "a2t", "cargo-a2t"],
    );
    assert_independent(
        "a2t-codegen/Cargo.toml",
        &["a2t-macros", "a2t-client-macro", "a2t", "cargo-a2t"],
    );
}

#[test]
fn server_and_client_do_not_know_each_other() {
    assert_never("src/server", &["crate::client", "reqwest"]);
    assert_never(
        "src/client",
        &["crate::server", "crate::toolset", "axum", "hyper_util"],
    );
}

#[test]
fn the_dialects_do_no_io_and_know_neither_wire_nor_server() {
    assert_independent(
        "a2t-dialect/Cargo.toml",
        &["a2t", "a2t-codegen", "cargo-a2t", "tokio"],
    );
    let words = [
        "std::fs",
        "std::net",
        "std::env",
        "std::io::",
        "std::time",
        "async fn",
        "println!",
        "a2t_core::wire::route",
        "a2t_core::wire::listing",
    ];
    assert_never("a2t-dialect/src", &words);
    assert_never("src/dialect", &["crate::server", "a2t_core::wire::route"]);
    assert_never("src/client", &["crate::dialect", "a2t_dialect"]);
    assert_never("src/server", &["crate::dialect", "a2t_dialect"]);
}

#[test]
fn no_source_file_is_longer_than_400_lines() {
    for folder in [
        "src",
        "a2t-core/src",
        "a2t-macros/src",
        "a2t-codegen/src",
        "a2t-dialect/src",
        "a2t-client-macro/src",
        "cargo-a2t/src",
    ] {
        for (path, text) in sources(folder) {
            let lines = text.lines().count();
            assert!(
                lines <= 400,
                "{}: {lines} lines; the room wants a wall",
                path.display()
            );
        }
    }
}
