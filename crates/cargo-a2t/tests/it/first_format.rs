//! Snapshots of format 1 are taken by every command, and written in the current format when they are
//! approved again.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::vendor::{SHELF, run, scratch};
use serde_json::json;

fn catalogs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/codegen/catalogs")
}

/// A folder with a snapshot of format 1 and what it was fetched from.
fn folder(name: &str, file: &str) -> PathBuf {
    let folder = scratch(name);
    fs::copy(catalogs().join("first").join(file), folder.join(file)).unwrap();
    folder
}

#[test]
fn every_command_takes_them() {
    for (file, tool, is_signed) in [
        ("held.json", "lookup_weather", true),
        ("library.json", "borrow_book", true),
        ("time.json", "convert_time", false),
        ("reports.json", "report_year", false),
    ] {
        let folder = folder(&format!("first-{file}"), file);
        run(&folder, &["list", file]).assert(0, &[tool], &[]);
        run(&folder, &["show", file, tool]).assert(0, &[tool], &[]);
        run(&folder, &["lint", file, "--format", "json"]).assert(0, &[], &[]);
        run(&folder, &["diff", file, file]).assert(0, &["nothing changed"], &[]);
        run(&folder, &["export", file, "--dialect", "openai-chat"]).assert(0, &[tool], &[]);
        run(&folder, &["generate", file, "-o", "client.rs"]).assert(0, &["written"], &[]);
        let mock = run(&folder, &["mock", file, "--replies", "none.json"]);
        mock.assert(2, &[], &[if is_signed { "none.json" } else { "the mock speaks A2T only" }]);
        let text = fs::read_to_string(folder.join(file)).unwrap();
        fs::write(folder.join(file), text.replace(tool, "send_keys")).unwrap();
        run(&folder, &["list", file]).assert(2, &[], &["tool `send_keys`", "edited after"]);
    }
}

#[test]
fn one_of_a_vendor_is_written_anew_when_it_is_approved() {
    let folder = folder("first-vendor", "held.json");
    fs::copy(catalogs().join("versions.json"), folder.join("versions.json")).unwrap();
    approved_anew(&folder, "held.json", &[]);
}

#[test]
fn one_of_a_server_is_written_anew_when_it_is_approved() {
    let folder = folder("first-server", "shelf.json");
    let tools = json!([
        {"name": "b", "description": "Another.", "inputSchema": {"type": "object"}},
        {"name": "add", "description": "Adds.", "annotations": {"readOnlyHint": true},
         "inputSchema": {"type": "object", "properties": {"a": {"type": "integer"}}}}
    ]);
    fs::write(folder.join("tools.json"), tools.to_string()).unwrap();
    fs::write(folder.join("server.sh"), SHELF).unwrap();
    approved_anew(&folder, "shelf.json", &["--mcp-stdio"]);
}

fn approved_anew(folder: &Path, file: &str, options: &[&str]) {
    let text = || fs::read_to_string(folder.join(file)).unwrap();
    let (first, fetch) = (text(), [&["fetch", "-o", file], options].concat());
    let check = [&fetch[..], &["--check"]].concat();
    run(folder, &check).assert(0, &["up to date"], &[]);
    assert_eq!(text(), first);
    run(folder, &fetch).assert(0, &["written"], &[]);
    let now = text();
    assert!(now.starts_with("{\n  \"a2t\": \"snapshot\",\n  \"format\": 2,\n"), "{now}");
    run(folder, &check).assert(0, &["up to date"], &[]);
    run(folder, &fetch).assert(0, &["unchanged"], &[]);
    assert_eq!(text(), now);
}
