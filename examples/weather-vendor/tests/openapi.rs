//! The vendor's OpenAPI document, checked by independent validators, which
//! `tests/openapi-interop/install.sh` installs.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../../../tests/values/mod.rs"]
mod values;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use serde_json::Value;
use values::valid_values;
use weather_vendor::observations::Observations;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn interop() -> PathBuf {
    root().join("tests/openapi-interop")
}

/// Folder of the installed validators.
fn installed() -> Option<PathBuf> {
    let folder = root().join("target/interop/openapi");
    let node = folder.join("node_modules/node/bin/node");
    if node.exists() && folder.join("python/bin/schemathesis").exists() {
        return Some(folder);
    }
    eprintln!("skipped: the tools are not installed; run tests/openapi-interop/install.sh");
    None
}

/// A folder of the test's own, with the document in it.
fn scratch(name: &str, document: &Value) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("openapi-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("openapi.json"), serde_json::to_vec_pretty(document).unwrap()).unwrap();
    folder
}

fn document() -> Value {
    weather_vendor::toolset().openapi().to_value()
}

/// Runs a validator in this folder; returns its output if it is content.
fn run(program: &Path, arguments: &[&str], folder: &Path) -> String {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    let Output { status, stdout, stderr } = command.output().unwrap();
    let output = String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned();
    assert!(status.success(), "{command:?}: {output}");
    output
}

fn node(installed: &Path, script: &str, arguments: &[&str], folder: &Path) -> String {
    let script = installed.join("node_modules").join(script);
    let arguments = [&[script.to_str().unwrap()], arguments].concat();
    run(&installed.join("node_modules/node/bin/node"), &arguments, folder)
}

/// The vendor's document, and one with every type and with markup in its texts.
fn documents() -> [Value; 2] {
    let path = root().join("a2t-core/tests/it/sample/openapi.json");
    [document(), serde_json::from_slice(&fs::read(path).unwrap()).unwrap()]
}

#[test]
fn defaults_are_valid_by_their_schemas() {
    assert_eq!(valid_values(&document()["components"]["schemas"]), [10, 1]);
}

#[test]
fn the_validator_and_the_linter_find_nothing() {
    let Some(installed) = installed() else {
        return;
    };
    for document in documents() {
        lint(&installed, &document);
    }
}

fn lint(installed: &Path, document: &Value) {
    let folder = scratch("lint", document);
    run(&installed.join("python/bin/openapi-spec-validator"), &["openapi.json"], &folder);
    fs::copy(interop().join("redocly.yaml"), folder.join("redocly.yaml")).unwrap();
    let output = node(installed, "@redocly/cli/bin/cli.js", &["lint", "openapi.json"], &folder);
    assert!(!output.contains("warning") && !output.contains("Warning"), "{output}");
}

#[test]
fn generated_types_are_those_of_the_signatures() {
    let Some(installed) = installed() else {
        return;
    };
    for (document, program) in documents().iter().zip(["calls.ts", "records.ts"]) {
        let folder = scratch("types", document);
        let generate = ["openapi.json", "--output", "openapi.ts"];
        node(&installed, "openapi-typescript/bin/cli.js", &generate, &folder);
        fs::copy(interop().join(program), folder.join(program)).unwrap();
        node(&installed, "typescript/bin/tsc", &["--strict", "--noEmit", program], &folder);
    }
}

/// Sends so many cases to each operation of the vendor, with the word of how many there are.
async fn fuzz(name: &str, cases: &str, how: &[&str], count: &str) {
    let Some(installed) = installed() else {
        return;
    };
    let server = weather_vendor::server(Arc::new(Observations::noaa().unwrap()));
    let server = server.bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", server.local_addr());
    let serving = tokio::spawn(server.serve());
    let mut document = document();
    let paths = document["paths"].as_object_mut().unwrap().values_mut();
    let operations = paths.flat_map(|path| path.as_object_mut().unwrap().values_mut());
    // With it, every status would be one that the document names.
    operations.for_each(|operation| {
        operation["responses"].as_object_mut().unwrap().remove("default");
    });
    let folder = scratch(name, &document);
    let [configuration, how @ ..] = how else { panic!("{how:?}") };
    let configuration = interop().join(configuration);
    let arguments = [
        &["--config-file", configuration.to_str().unwrap(), "run", "openapi.json", "--url", &url],
        &["--checks", "all", "--max-examples", cases, "--workers", "1", "--no-color"][..],
        &["--seed", "1", "--continue-on-failure"],
        how,
    ];
    let program = installed.join("python/bin/schemathesis");
    let output = tokio::task::block_in_place(|| run(&program, &arguments.concat(), &folder));
    serving.abort();
    assert!(output.contains(&format!("Selected: {count}/14")), "{output}");
    assert!(output.contains(&format!("Tested: {count}")), "{output}");
    println!("{output}");
}

#[tokio::test(flavor = "multi_thread")]
async fn generated_requests_are_answered_as_the_document_says() {
    fuzz("fuzz", "15", &["schemathesis.toml"], "14").await;
}

/// Any text is a cursor by the document, and most are refused.
#[tokio::test(flavor = "multi_thread")]
async fn any_text_in_the_place_of_a_cursor_is_answered_as_the_document_says() {
    let how = ["cursors.toml", "--include-path-regex", "(/tools|/versions)$"];
    fuzz("fuzz-cursors", "40", &how, "2").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "1,000 cases for each operation take minutes"]
async fn a_thousand_generated_requests_are_answered_as_the_document_says() {
    fuzz("fuzz-whole", "1000", &["schemathesis.toml"], "14").await;
}
