//! `cargo a2t import`: foreign catalogs become snapshots that all other commands read, and losses
//! are reported.
#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::vendor::{run, scratch};
use serde_json::{Value, json};

/// The client of an imported catalog compiles as it stands here: it was written by
/// `cargo a2t import ../a2t-dialect/tests/it/import/mcp-issues.json -o tests/it/import/issues.json`.
mod imported {
    a2t::client!(issues = "tests/it/import/issues.json");
}

fn foreign(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../a2t-dialect/tests/it/import");
    let path = folder.join(name).with_extension("json");
    path.canonicalize().unwrap().to_str().unwrap().to_owned()
}

fn tools(folder: &Path, tools: &Value) {
    let text = serde_json::to_string_pretty(&json!({ "tools": tools })).unwrap();
    fs::write(folder.join("mcp.json"), text).unwrap();
}

/// A tool of an MCP server with one input.
fn greet(schema: &Value) -> Value {
    json!({"name": "greet", "description": "Greets.", "inputSchema": {
        "type": "object", "properties": {"who": schema}, "required": ["who"]}})
}

fn snapshot(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("approved/mcp.json")).unwrap()).unwrap()
}

#[test]
fn an_imported_catalog_is_linted_and_its_client_compiles_and_is_typed() {
    let folder = scratch("import-client");
    let committed = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/import/issues.json");
    fs::copy(&committed, folder.join("issues.json")).unwrap();
    let file = foreign("mcp-issues");
    run(&folder, &["import", &file, "-o", "issues.json", "--check"]).assert(
        0,
        &["issues.json: up to date, 3 tools at import:mcp:issues\n"],
        &["warning[A2T-F711]", "error[A2T-F705]", "6 dropped tools"],
    );
    let ran = run(&folder, &["import", &file, "-o", "issues.json"]);
    ran.assert(1, &["issues.json: unchanged, 3 tools"], &["A2T-F711"]);
    run(&folder, &["lint", "issues.json"]).assert(0, &["3 tools, every rule holds"], &[]);
    run(&folder, &["generate", "issues.json", "-o", "issues.rs"]).assert(0, &["written"], &[]);
    run(&folder, &["list", "issues.json"]).assert(
        0,
        &["create_issue@1  (owner, repo, title, body?, milestone?) -> result"],
        &[],
    );

    let client = imported::issues::Client::new("http://127.0.0.1:9").unwrap();
    let call =
        client.list_issues("octo").state(imported::issues::State::Open).per_page(30).archived(true);
    assert!(format!("{call:?}").contains("octo"));
}

#[test]
fn what_is_lost_is_reported_with_its_place_and_status_1() {
    let folder = scratch("import-report");
    tools(
        &folder,
        &json!([greet(&json!({"type": "string"})), {"name": "sum", "inputSchema": {"type": "object",
        "properties": {"terms": {"type": "array"}}, "required": ["terms"]}}]),
    );
    run(&folder, &["import", "mcp.json"]).assert(
        1,
        &["approved/mcp.json: written, 1 tool at import:mcp:mcp\n  added `greet@1`\n"],
        &[
            "error[A2T-F711]: /tools/1/inputSchema/properties/terms: tool `sum`: required input `terms`: an array (tool-dropped)\n  --> mcp.json:23:20\n",
            "   = help: take one value",
            "1 dropped tool, 1 error\nnot imported: sum\n",
        ],
    );
    run(&folder, &["import", "mcp.json", "--lossy", "-o", "lossy.json"]).assert(
        1,
        &["lossy.json: written, 2 tools at import:mcp:lossy\n"],
        &[
            "tool `sum`: input `terms`: an array: JSON as text (reshaped)",
            "1 reshaped input, 1 warning\n",
        ],
    );
    let size = fs::metadata(folder.join("mcp.json")).unwrap().len();
    let expected = format!(
        "mcp.json: {size} bytes, more than the 10 bytes that are read; raise them with --max-bytes"
    );
    run(&folder, &["import", "mcp.json", "--max-bytes", "10"]).assert(2, &[], &[&expected]);
    let ran = run(&folder, &["import", "mcp.json", "--format", "json"]);
    let report = ran.json();
    assert_eq!((ran.status, &report["holds"], &report["kind"]), (1, &json!(false), &json!("mcp")));
    assert_eq!(report["dropped"], json!(["sum"]));
    let found = &report["findings"][0];
    assert_eq!(found["pointer"], "/tools/1/inputSchema/properties/terms");
    assert_eq!((&found["severity"], &found["effect"]), (&json!("error"), &json!("tool-dropped")));
    assert_eq!((&found["tool"], &found["line"]), (&json!("sum"), &json!(23)));
    let line = "::error file=mcp.json,line=23,col=20,title=A2T-F711 import-array::";
    run(&folder, &["import", "mcp.json", "--format", "github"]).assert(1, &[line], &[]);
    // Losses of tools that are not selected are not reported.
    run(&folder, &["import", "mcp.json", "--tool", "greet"]).assert(0, &["1 tool at"], &[]);
    run(&folder, &["import", "mcp.json"]).assert(0, &["unchanged, 1 tool at"], &[]);
    run(&folder, &["import", "mcp.json", "--all", "--tool", "sum"]).assert(
        2,
        &[],
        &["cannot be used with"],
    );
    run(&folder, &["import", "mcp.json", "--tool", "sum"]).assert(
        1,
        &["not written, as there is no tool"],
        &["A2T-F711"],
    );
    run(&folder, &["import", "mcp.json", "--tool", "gret"]).assert(
        2,
        &[],
        &["did you mean `greet`?"],
    );
}

#[test]
fn the_example_of_the_readme_prints_what_it_says() {
    let folder = scratch("import-readme");
    let document = r#"[
  {
    "name": "read_file",
    "inputSchema": {"type": "object", "required": ["path"], "properties": {
        "path": {"type": "string"},
        "head": {"type": "number"}
    }}
  },
  {
    "name": "read_multiple_files",
    "inputSchema": {"type": "object", "required": ["paths"], "properties": {
        "paths": {"type": "array"}
    }}
  }
]"#;
    fs::write(folder.join("tools.json"), document).unwrap();
    let readme = include_str!("../../README.md");
    let section = readme.split("## Import a foreign catalog").nth(1).unwrap();
    let block = section.split("```").nth(1).unwrap();
    let ran = run(&folder, &["import", "tools.json", "-o", "approved/files.json"]);
    let output = format!("{}{}", ran.stderr, ran.stdout);
    let expected = format!(
        "text\n$ cargo a2t import tools.json -o approved/files.json\n{output}$ echo $?\n{}\n",
        ran.status
    );
    assert_eq!(block, expected);
}

#[test]
fn notes_alone_are_status_0() {
    let folder = scratch("import-notes");
    tools(&folder, &json!([greet(&json!({"type": "integer"}))]));
    let expected = "note[A2T-F741]: /tools/0/inputSchema/properties/who: tool `greet`: input `who`: an integer without a maximum";
    run(&folder, &["import", "mcp.json", "--from", "mcp"]).assert(
        0,
        &["written"],
        &[expected, "1 note\n"],
    );
    assert_eq!(
        snapshot(&folder)["tools"][0]["input_parameters"][0]["max"],
        9_007_199_254_740_991_i64
    );
}

#[test]
fn a_tool_that_changed_gets_the_next_version_and_the_change_is_checked() {
    let folder = scratch("import-versions");
    let import = |flags: &[&str]| run(&folder, &[&["import", "mcp.json"], flags].concat());
    let written = |schema: Value| tools(&folder, &json!([greet(&schema)]));
    written(json!({"type": "string", "maxLength": 10}));
    import(&[]).assert(0, &["added `greet@1`"], &[]);
    let first = snapshot(&folder);
    import(&["--check"]).assert(0, &["up to date"], &[]);

    written(json!({"type": "string", "maxLength": 20}));
    let approve = "to approve: cargo a2t import mcp.json -o approved/mcp.json";
    import(&["--check"]).assert(
        1,
        &["the tools changed", "new incompatible version: `greet@1` to `greet@2`", approve],
        &[],
    );
    assert_eq!(snapshot(&folder), first, "--check wrote");
    let broken = "ask the vendor before you approve it all the same\nto approve: cargo a2t import mcp.json -o approved/mcp.json --accept-broken-lock";
    import(&["--check", "--tool-version", "1"]).assert(1, &["the tools changed", broken], &[]);
    let held = import(&["--tool-version", "1"]);
    held.assert(
        1,
        &[
            "not written",
            "changed under the same version: `greet@1` differs at /input_parameters/0/max-length",
        ],
        &[],
    );
    assert_eq!(snapshot(&folder), first);
    import(&[]).assert(0, &["written", "`greet@1` to `greet@2`", "A2T-I"], &[]);
    assert_eq!(snapshot(&folder)["tools"][0]["version"], 2);
    assert_eq!(snapshot(&folder)["tools"][0]["toolId"], first["tools"][0]["toolId"]);
    import(&[]).assert(0, &["unchanged"], &[]);
    import(&["--tool-version", "1"]).assert(
        1,
        &["older version: `greet@2` back to `greet@1`"],
        &[],
    );

    let mut more = greet(&json!({"type": "string", "maxLength": 20}));
    more["inputSchema"]["properties"]["loud"] = json!({"type": "boolean"});
    tools(&folder, &json!([more]));
    import(&[]).assert(0, &["new compatible version: `greet@2` to `greet@3`"], &[]);
}

#[test]
fn the_source_of_a_snapshot_stays() {
    let folder = scratch("import-source");
    tools(&folder, &json!([greet(&json!({"type": "string"}))]));
    let import = |flags: &[&str]| run(&folder, &[&["import", "mcp.json"], flags].concat());
    import(&["--source", "hello"]).assert(0, &["at import:mcp:hello"], &[]);
    import(&[]).assert(0, &["unchanged, 1 tool at import:mcp:hello"], &[]);
    import(&["--source", "other"]).assert(
        2,
        &[],
        &["imported from `hello`; under another name every toolId"],
    );
    import(&["--source", "a\nb", "-o", "new.json"]).assert(2, &[], &["no name of a source"]);
    let fetch = run(&folder, &["fetch", "-o", "approved/mcp.json"]);
    fetch.assert(2, &[], &["import it again with `cargo a2t import FILE -o approved/mcp.json`"]);
    let text = fs::read_to_string(folder.join("approved/mcp.json")).unwrap();
    fs::write(folder.join("approved/mcp.json"), text.replace("Greets.", "Greats.")).unwrap();
    import(&[]).assert(2, &[], &["tool `greet`", "cargo a2t import FOREIGN -o FILE"]);
}

#[test]
fn other_documents_and_kinds_are_refused_in_words() {
    let folder = scratch("import-refused");
    let written = |text: &str| fs::write(folder.join("mcp.json"), text).unwrap();
    let refused = |flags: &[&str], words: &str| {
        run(&folder, &[&["import", "mcp.json"], flags].concat()).assert(2, &[], &[words]);
    };
    written("{\"swagger\":\n \"2.0\"}");
    refused(&[], "mcp.json:2:2: /swagger: Swagger 2.0 is not read");
    written("[{,}]");
    refused(&[], "mcp.json:1:3: not valid JSON");
    written("[]");
    refused(&[], "no entry shows what kind of tools these are");
    refused(&["--from", "mpc"], "`mpc` is not imported; did you mean `mcp`?");
    refused(&["-o", "mcp.json"], "the snapshot would replace what is imported");
    refused(&["--format", "sarif"], "[possible values: human, json, github]");
    refused(
        &["--check"],
        "no snapshot; approve one with `cargo a2t import FILE -o approved/mcp.json`",
    );
    fs::create_dir(folder.join("approved")).unwrap();
    fs::write(folder.join("approved/mcp.json"), "[]").unwrap();
    refused(&[], "approved/mcp.json:1:1: not a snapshot");
}

#[test]
fn text_of_strangers_acts_on_nothing() {
    let folder = scratch("import-hostile");
    let name = "a\u{1b}[2J\n::error::x";
    tools(
        &folder,
        &json!([{"name": name, "inputSchema": {"type": "object"}},
        {"name": "b", "inputSchema": {"type": "object", "properties": {"\u{202e}c\n::warning::": {"type": "array"}}}}]),
    );
    for format in ["human", "json", "github"] {
        // `run` asserts that no control character comes out.
        let ran = run(&folder, &["import", "mcp.json", "--format", format]);
        assert_eq!(ran.status, 1, "{ran:?}");
        let lines = ran.stdout.lines().chain(ran.stderr.lines());
        let commands = lines.filter(|line| line.trim_start().starts_with("::"));
        let expected = if format == "github" { 2 } else { 0 };
        assert_eq!(commands.count(), expected, "{ran:?}");
    }
}

const PETS: &str = "openapi: 3.1
info: {title: Pets, version: '1'}
paths:
  /pets/{petId}:
    get:
      operationId: get_pet
      summary: Reads a pet.
      parameters:
        - {name: petId, in: path, required: true, schema: {type: integer, format: int64}}
        - name: fields
          in: query
          schema: {type: array, items: {type: string}}
      responses:
        200: {description: ok}
";

#[test]
fn a_description_in_yaml_is_imported_and_its_findings_have_their_places() {
    let folder = scratch("import-yaml");
    fs::write(folder.join("pets.yaml"), PETS).unwrap();
    fs::write(folder.join("pets"), PETS).unwrap();
    run(&folder, &["import", "pets.yaml"]).assert(
        1,
        &["approved/pets.json: written, 1 tool at import:openapi:pets\n"],
        &[
            "optional input `fields`: an array (input-dropped)\n  --> pets.yaml:12:19\n",
            "type: array",
        ],
    );
    run(&folder, &["import", "pets", "--check"]).assert(0, &["up to date"], &["pets:12:19"]);
    fs::write(folder.join("pets.yaml"), PETS.replace("get_pet", "'get_pet")).unwrap();
    run(&folder, &["import", "pets.yaml"]).assert(
        2,
        &[],
        &[
            "pets.yaml:",
            "not YAML that is read: ",
            "or convert it: `yq -o json pets.yaml > pets.yaml.json`",
        ],
    );
    fs::write(folder.join("list.yml"), "tools:\n  - name: x\n  - 1\n").unwrap();
    run(&folder, &["import", "list.yml"]).assert(2, &[], &["list.yml:2:3: /tools: no entry shows"]);
}

#[test]
fn of_many_findings_each_rule_is_counted_before_the_first_fifty() {
    let folder = scratch("import-many");
    let arrays: serde_json::Map<_, _> =
        (0..60).map(|n| (format!("a{n}"), json!({"type": "array"}))).collect();
    let many = json!({"name": "many", "inputSchema": {"type": "object", "properties": arrays}});
    let lost = json!({"name": "lost", "inputSchema": {"type": "object", "required": ["n"],
        "properties": {"n": {"type": "number"}}}});
    tools(&folder, &json!([many, lost]));
    let ran = run(&folder, &["import", "mcp.json"]);
    let counts =
        "    60 import-array (A2T-F711)\n     1 import-number (A2T-F714)\n\nerror[A2T-F714]: ";
    assert!(ran.stderr.starts_with(counts), "{ran:#?}");
    assert_eq!(ran.stderr.matches("A2T-F711]").count(), 49, "{ran:#?}");
    assert!(ran.stderr.contains("and 11 more; --format json has more of them\n"), "{ran:#?}");
    let found = run(&folder, &["import", "mcp.json", "--format", "json"]).json();
    assert_eq!(found["findings"].as_array().unwrap().len(), 61);
}
