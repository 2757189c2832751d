//! The arrows of `docs/architecture.md`, asserted on the manifests and the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

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

/// The dependencies of every package of the workspace that is a part of the product, as cargo reads
/// them: name, kind (`null`, `dev`, `build`), and if it is optional.
fn packages() -> BTreeMap<String, Vec<Value>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let list = |value: &Value| value.as_array().unwrap().clone();
    let named = |package: &Value| package["name"].as_str().unwrap().to_owned();
    list(&metadata["packages"])
        .iter()
        .filter(|package| package["publish"] != serde_json::json!([]))
        .map(|package| (named(package), list(&package["dependencies"])))
        .collect()
}

/// The normal dependencies of a package.
fn dependencies(package: &str) -> BTreeSet<String> {
    let packages = packages();
    let dependencies = packages.get(package).expect("a package of the workspace");
    let normal = dependencies.iter().filter(|found| found["kind"].is_null());
    normal.map(|found| found["name"].as_str().unwrap().to_owned()).collect()
}

/// Asserts that no code line below `folder` has one of `words`.
fn assert_never(folder: &str, words: &[&str]) {
    for (path, text) in sources(folder) {
        for (number, line) in text.lines().enumerate() {
            let code = line.trim_start();
            let found = words.iter().find(|word| !code.starts_with("//") && code.contains(**word));
            if let Some(word) = found {
                panic!("{}:{}: `{word}` may not be used here", path.display(), number + 1);
            }
        }
    }
}

/// Every arrow between two of our crates. What is not in here is not there.
const ARROWS: &[(&str, &[&str])] = &[
    (
        "a2t",
        &[
            "a2t-client",
            "a2t-client-macro",
            "a2t-core",
            "a2t-dialect",
            "a2t-executor",
            "a2t-macros",
            "a2t-mcp",
            "a2t-rap",
            "a2t-server",
            "a2t-store",
            "a2t-testing",
            "a2t-tool",
        ],
    ),
    ("a2t-client", &["a2t-core", "a2t-http", "a2t-schema"]),
    ("a2t-client-macro", &["a2t-codegen"]),
    ("a2t-codegen", &["a2t-core", "a2t-http", "a2t-schema"]),
    ("a2t-core", &[]),
    ("a2t-dialect", &["a2t-core", "a2t-schema"]),
    ("a2t-executor", &["a2t-client", "a2t-core", "a2t-dialect", "a2t-mcp", "a2t-rap", "a2t-tool"]),
    ("a2t-http", &["a2t-core"]),
    ("a2t-macros", &["a2t-core"]),
    ("a2t-mcp", &["a2t-client", "a2t-core", "a2t-dialect", "a2t-schema", "a2t-store", "a2t-tool"]),
    (
        "a2t-rap",
        &[
            "a2t-client",
            "a2t-core",
            "a2t-dialect",
            "a2t-schema",
            "a2t-store",
            "a2t-tool",
            "a2t-webhook",
        ],
    ),
    ("a2t-schema", &["a2t-core"]),
    ("a2t-server", &["a2t-core", "a2t-tool"]),
    ("a2t-store", &[]),
    ("a2t-testing", &["a2t-core", "a2t-server", "a2t-tool"]),
    ("a2t-tool", &["a2t-core", "a2t-store"]),
    ("a2t-webhook", &["a2t-http"]),
    ("cargo-a2t", &["a2t", "a2t-codegen", "a2t-core", "a2t-schema"]),
];

#[test]
fn the_arrows_between_our_crates_are_these() {
    let found: BTreeMap<_, _> = packages()
        .into_keys()
        .filter(|package| package == "cargo-a2t" || package.split('-').next() == Some("a2t"))
        .map(|package| {
            let ours = dependencies(&package).into_iter();
            let ours = ours.filter(|name| name.split('-').next() == Some("a2t"));
            let ours: Vec<_> = ours.collect();
            (package, ours)
        })
        .collect();
    let documented: BTreeMap<_, Vec<_>> = ARROWS
        .iter()
        .map(|(package, ours)| {
            let ours = ours.iter().map(|name| (*name).to_owned());
            ((*package).to_owned(), ours.collect())
        })
        .collect();
    assert_eq!(found, documented);
}

/// One style: a module with children is `folder/mod.rs`.
#[test]
fn no_module_stands_beside_the_folder_of_its_children() {
    for folder in ["src", "a2t-core", "a2t-macros", "a2t-codegen", "crates"] {
        for (path, _) in sources(folder) {
            let is_test = path.components().any(|part| part.as_os_str() == "tests");
            assert!(is_test || !path.with_extension("").is_dir(), "{}", path.display());
        }
    }
}

#[test]
fn core_depends_on_four_small_crates() {
    let names: Vec<_> = dependencies("a2t-core").into_iter().collect();
    assert_eq!(names, ["serde", "serde_json", "strsim", "uuid"]);
}

#[test]
fn tools_know_no_server_and_no_wire() {
    let names = dependencies("a2t-tool");
    for stranger in ["axum", "hyper", "hyper-util", "reqwest", "tower"] {
        assert!(!names.contains(stranger), "a2t-tool depends on {stranger}");
    }
    let words = ["a2t_core::wire::route", "a2t_core::wire::listing", "a2t_core::wire::page"];
    assert_never("crates/a2t-tool/src", &words);
}

#[test]
fn core_does_no_io_and_has_no_clock() {
    let words = [
        "std::fs",
        "std::net",
        "std::env",
        // Except for `BufRead` of a slice, the only quick search for a byte that there is.
        "std::io::{",
        "std::io::Read",
        "std::io::Write",
        "std::io::std",
        "Instant",
        "SystemTime",
        "async fn",
        "println!",
    ];
    assert_never("a2t-core/src", &words);
}

#[test]
fn schemas_are_read_without_io_and_without_a_clock() {
    let names: Vec<_> = dependencies("a2t-schema").into_iter().collect();
    // `jsonschema` validates values, for callers of tools (feature `validate`).
    assert_eq!(names, ["a2t-core", "jsonschema", "serde", "serde_json", "sha2"]);
    let words = [
        "std::fs",
        "std::net",
        "std::env",
        "std::io",
        "Instant",
        "SystemTime",
        "async fn",
        "println!",
    ];
    assert_never("crates/a2t-schema/src", &words);
}

/// Another loop would have neither the host policy nor the limits of the server.
#[test]
fn only_the_server_accepts_connections() {
    let list = |folder: &str| fs::read_dir(root().join(folder)).unwrap().map(Result::unwrap);
    let crates = list("")
        .chain(list("crates"))
        .chain(list("examples"))
        .filter(|entry| entry.path().join("src").is_dir());
    let mut checked = 0;
    for entry in
        crates.filter(|entry| entry.file_name() != "a2t-server" && entry.file_name() != "bench")
    {
        let folder = entry.path().join("src");
        let folder = folder.strip_prefix(root()).unwrap().to_str().unwrap();
        assert_never(folder, &["axum::serve", "serve_connection", "http1::Builder"]);
        checked += 1;
    }
    assert_never("src", &["axum::serve", "serve_connection", "http1::Builder"]);
    assert!(checked > 30, "{checked}");
}

#[test]
fn messages_of_rap_and_signatures_are_data_without_io_and_without_a_clock() {
    for folder in ["crates/a2t-rap/src/message", "crates/a2t-webhook/src/signature"] {
        let words = [
            "std::fs",
            "std::net",
            "std::env",
            "std::io",
            "Instant",
            "SystemTime",
            "async fn",
            "println!",
        ];
        assert_never(folder, &words);
    }
}

#[test]
fn signatures_know_nothing_of_requests() {
    assert_never("crates/a2t-webhook/src/signature", &["crate::egress"]);
    assert_never("crates/a2t-webhook/src/egress", &["crate::signature"]);
}

#[test]
fn the_two_sides_of_rap_share_only_its_messages() {
    assert_never("crates/a2t-rap/src/message", &["crate::client", "crate::server"]);
    assert_never("crates/a2t-rap/src/server", &["crate::client"]);
    assert_never("crates/a2t-rap/src/client", &["crate::server"]);
}

#[test]
fn the_store_knows_no_wire_and_only_its_workers_have_a_clock() {
    let names: Vec<_> = dependencies("a2t-store").into_iter().collect();
    let engines = ["async-nats", "futures-util", "serde", "serde_json", "sqlx", "tokio"];
    let tokens = ["base64", "getrandom", "subtle"];
    let known = ["chacha20poly1305", "redis", "sha2", "tracing"].into_iter();
    let known: BTreeSet<_> = known.chain(engines).chain(tokens).collect();
    assert_eq!(names, Vec::from_iter(known));
    assert_never("crates/a2t-store/src", &["std::net", "std::env", "println!", "callback_url"]);
    for (path, text) in sources("crates/a2t-store/src") {
        // Times of calls come from the one clock that does not jump; only workers and requests measure durations.
        let code = |word| text.lines().any(|line| !line.starts_with("//") && line.contains(word));
        let is_clock = path.ends_with("worker/clock.rs");
        assert!(is_clock || !code("SystemTime::now"), "{}", path.display());
        let measures = path.ends_with("sql/task.rs") || path.parent().unwrap().ends_with("worker");
        assert!(measures || !code("Instant"), "{}", path.display());
    }
}

#[test]
fn replies_under_keys_are_kept_without_a_wire_and_without_a_clock() {
    let required: Vec<_> = packages()["a2t-store"]
        .iter()
        .filter(|found| found["kind"].is_null() && found["optional"] == false)
        .map(|found| found["name"].clone())
        .collect();
    assert!(required.is_empty(), "{required:?}");
    let words = ["std::net", "std::env", "Instant", "SystemTime::now", "println!", "http::"];
    assert_never("crates/a2t-store/src/idempotency", &words);
}

#[test]
fn the_generator_stands_behind_the_client_macro_only_on_request() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let users: Vec<_> =
        manifest.lines().filter(|line| line.contains("dep:a2t-client-macro")).collect();
    assert_eq!(users, ["client-macro = [\"client\", \"dep:a2t-client-macro\"]"]);
    assert!(manifest.contains("\na2t-client-macro = { workspace = true, optional = true }\n"));
    assert!(manifest.contains("\ndefault = [\"server\"]\n"));
    let names: Vec<_> = dependencies("a2t-client-macro").into_iter().collect();
    assert_eq!(names, ["a2t-codegen", "proc-macro2", "quote", "syn"]);
    let text = fs::read_to_string(root().join("a2t-codegen/macro/Cargo.toml")).unwrap();
    assert!(text.contains("\na2t-codegen.workspace = true\n"), "without `fetch`");
}

#[test]
fn the_two_kinds_of_clients_share_rooms_that_know_neither() {
    let folder = |name: &str| format!("a2t-codegen/src/{name}");
    for shared in ["types", "emit", "ident"] {
        assert_never(&folder(shared), &["crate::plan", "crate::expand", "crate::schema"]);
    }
    for of_signatures in ["plan", "expand"] {
        assert_never(&folder(of_signatures), &["crate::schema"]);
    }
    assert_never(&folder("schema"), &["crate::plan", "crate::expand"]);
}

#[test]
fn the_dialects_do_no_io_and_know_neither_wire_nor_server() {
    let tokio = dependencies("a2t-dialect").contains("tokio");
    assert!(!tokio, "a2t-dialect depends on tokio");
    let words = [
        "std::fs",
        "std::net",
        "std::env",
        "std::io::",
        "Instant",
        "SystemTime",
        "async fn",
        "println!",
        "a2t_core::wire::route",
        "a2t_core::wire::listing",
    ];
    assert_never("crates/a2t-dialect/src", &words);
    assert_never("crates/a2t-executor/src", &["a2t_core::wire::route"]);
}

/// rustc copies all that a macro has read of its invocation where a list begins and the one around it may
/// have ended, so that the check of an enum takes the square of its values.
#[test]
fn no_list_of_what_generated_clients_invoke_begins_with_a_list() {
    for folder in ["crates/a2t-client/src", "crates/a2t-rap/src"] {
        let mut texts = sources(folder);
        texts.retain(|(path, _)| path.ends_with("expansion.rs"));
        assert!(!texts.is_empty(), "{folder} has no macros");
        for (path, text) in texts {
            let code: String = text.split_whitespace().collect();
            assert!(code.contains("$(#$first:tt") && !code.contains("$($("), "{}", path.display());
        }
    }
}
