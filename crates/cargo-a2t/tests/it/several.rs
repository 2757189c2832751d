//! `cargo a2t export` and `procedure` with several catalogs, of A2T and of MCP, and the messages
//! for snapshots of MCP servers where only A2T is supported.
#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::vendor::{Ran, run, scratch, tool, weather};
use a2t_schema::{Listed, Server, Snapshot, Source};
use serde_json::json;

/// Creates two catalogs of A2T that both have `add`, and a snapshot of an MCP server, `time.json`.
fn folder(name: &str) -> PathBuf {
    let folder = scratch(name);
    let write = |file: &str, text: String| fs::write(folder.join(file), text).unwrap();
    write("weather.json", json!([weather(), tool(1, "add")]).to_string());
    write("math.json", json!([tool(2, "add"), tool(3, "subtract")]).to_string());
    let tools = json!([{"name": "now", "description": "Tells the time.", "inputSchema": {"type": "object"}}]);
    let listed = Listed::read(tools.as_array().unwrap(), "");
    let source = Source::Stdio { command: vec!["time-server".into()] };
    let server = Server::new("time", "1.0.0");
    write(
        "time.json",
        Snapshot::new(source, listed.tools).of_server(server, "2026-07-28").to_text(),
    );
    write(
        "steps.md",
        "Call `lookup_weather_by_city()`, then `m_add()`, `subtract()` and `now()`.\n".to_owned(),
    );
    folder
}

fn names(ran: &Ran) -> Vec<String> {
    assert_eq!(ran.status, 0, "{ran:#?}");
    let tools = ran.json();
    tools.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

fn export(folder: &Path, files: &[&str], more: &[&str]) -> Ran {
    run(folder, &[&["export"], files, &["--dialect", "anthropic"], more].concat())
}

#[test]
fn tools_of_several_vendors_are_exported_as_one_list() {
    let folder = folder("several-export");
    let all = ["weather.json", "math.json", "time.json"];
    let each = ["--prefix", "", "--prefix", "m_", "--prefix", "t_"];
    let ran = export(&folder, &all, &each);
    assert_eq!(names(&ran), ["lookup_weather_by_city", "add", "m_add", "m_subtract", "t_now"]);
    let ran = export(&folder, &["math.json", "time.json"], &["--prefix", "x_"]);
    assert_eq!(names(&ran), ["x_add", "x_subtract", "x_now"]);

    // Each name and tag is selected from the catalog that has it.
    let ran = export(&folder, &all, &["--tool", "subtract", "--tool", "now", "--tag", "weather"]);
    assert_eq!(names(&ran), ["lookup_weather_by_city", "subtract", "now"]);
    let ran = export(&folder, &all, &["--tool", "substract"]);
    ran.assert(2, &[], &["no catalog has the tool `substract`; did you mean `subtract`?"]);

    // Two tools with the same name, and prefixes that cannot be assigned.
    export(&folder, &all, &[]).assert(2, &[], &["`add`", "one `--prefix` for each catalog"]);
    let two = ["--prefix", "a_", "--prefix", "b_"];
    let expected = "`--prefix` is there 2 times, and there are 3 catalogs";
    export(&folder, &all, &two).assert(2, &[], &[expected]);
}

#[test]
fn a_procedure_names_tools_of_several_vendors() {
    let folder = folder("several-procedure");
    let catalogs =
        ["--catalog", "weather.json", "--catalog", "math.json", "--catalog", "time.json"];
    let only = ["--tool", "lookup_weather_by_city", "--tool", "subtract", "--tool", "now"];
    let check = [&["procedure", "steps.md"], &catalogs[..], &only].concat();
    let parts = ["error[unknown-tool]: no tool is called `m_add`", "3 tools, 3 mentions, 1 error"];
    run(&folder, &check).assert(1, &parts, &[]);
    let prefixes = ["--prefix", "", "--prefix", "m_", "--prefix", ""];
    let text = "Call `lookup_weather_by_city()`, `add()`, `m_add()`, `m_subtract()` and `now()`.\n";
    fs::write(folder.join("steps.md"), text).unwrap();
    let check = [&["procedure", "steps.md"], &catalogs[..], &prefixes].concat();
    run(&folder, &check).assert(
        0,
        &["5 tools, 5 mentions, every tool that is named is shown"],
        &[],
    );
}

#[test]
fn a_document_of_one_server_takes_one_catalog() {
    let folder = folder("several-one");
    for dialect in ["openapi", "mcp-server-json"] {
        let ran = run(&folder, &["export", "weather.json", "math.json", "--dialect", dialect]);
        ran.assert(2, &[], &["describes one server; give one FILE"]);
    }
}

#[test]
fn a_snapshot_of_an_mcp_server_is_called_one_where_only_a2t_is_spoken() {
    let folder = folder("several-mcp");
    let one = "time.json: a snapshot of an MCP server";
    let commands: [&[&str]; 4] = [
        &["mock", "time.json"],
        &["call", "time.json", "now"],
        &["export", "time.json", "--dialect", "openapi"],
        &["export", "time.json", "--dialect", "mcp-server-json"],
    ];
    for command in commands {
        let ran = run(&folder, command);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{ran:#?}");
        assert!(ran.stderr.contains(one) && !ran.stderr.contains("breaks rules"), "{ran:#?}");
    }
}
