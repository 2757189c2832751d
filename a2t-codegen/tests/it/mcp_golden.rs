//! Lists of tools as servers of MCP have them become snapshots, and those exactly the golden files of
//! `tests/codegen`; `A2T_UPDATE=1` writes both again.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::path::PathBuf;

use a2t_schema::{Listed, Server, Snapshot, Source};
use serde_json::{Value, json};

use crate::{builder, folder};

const SERVERS: [&str; 7] = [
    "mcp_everything",
    "mcp_every_shape",
    "mcp_filesystem",
    "mcp_git",
    "mcp_lending",
    "mcp_memory",
    "mcp_time",
];

fn snapshot(server: &str) -> String {
    let listed = fs::read(folder("catalogs/listed").join(format!("{server}.json"))).unwrap();
    let listed: Value = serde_json::from_slice(&listed).unwrap();
    let listed = Listed::read(sorted(&listed["tools"]).as_array().unwrap(), "/tools");
    assert!(listed.rejected.is_empty(), "{server}: {}", listed.violations());
    let command = vec![server.replace('_', "-")];
    let source = Source::Stdio { command };
    let identity = Server::new(server.trim_start_matches("mcp_"), "1.0.0");
    Snapshot::new(source, listed.tools).of_server(identity, "2026-07-28").to_text()
}

/// The value with members by name: the order of properties is recorded only by builds that keep it.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(sorted).collect(),
        Value::Object(members) => {
            let members: std::collections::BTreeMap<_, _> = members.iter().collect();
            members.into_iter().map(|(name, value)| (name.clone(), sorted(value))).collect()
        }
        other => other.clone(),
    }
}

/// A client with names and derives that its user chose.
fn overridden() -> String {
    builder("mcp_every_shape")
        .module("mcp_overridden")
        .tool("book")
        .tool("getTime")
        .tool("label")
        .tool("draw")
        .rename("book", "reserve")
        .rename("getTime", "now")
        .rename("book.inputs.name", "passenger")
        .rename("book.inputs.seat.enum", "Side")
        .rename("book.inputs.seat.enum.*", "Any")
        .rename("book.inputs.stops.struct", "Stop")
        .rename("book.inputs.stops.latitude", "north")
        .rename("label.inputs.moods.enum", "Mood")
        .rename("label.inputs.points.struct", "Point")
        .rename("label.inputs.points.x", "east")
        .rename("draw.inputs.shape.enum", "Figure")
        .rename("draw.inputs.shape.enum.circle", "Round")
        .rename("draw.inputs.shape.circle.struct", "RoundFigure")
        .rename("draw.outputs.shape.enum.nothing", "Empty")
        .rename("draw.outputs.shape.circle.radius", "r")
        .rename("book.outputs.legs.struct", "Leg")
        .rename("book.outputs.legs.from", "origin")
        .derive("serde::Serialize, serde::Deserialize")
        .derive_for("book.inputs.seat.enum", "PartialOrd, Ord")
        .source()
        .unwrap()
}

fn is_golden_client(name: &str, text: &str) {
    let shown = |byte: u8| byte == b'\n' || byte == b' ' || byte.is_ascii_graphic();
    assert!(text.bytes().all(shown), "{name}");
    syn::parse_file(text).unwrap();
    is_golden(folder("golden").join(format!("{name}.rs")), text);
}

fn is_golden(path: PathBuf, text: &str) {
    if std::env::var_os("A2T_UPDATE").is_some() {
        fs::write(&path, text).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    assert!(text == golden, "{} differs; A2T_UPDATE=1 writes it again", path.display());
}

#[test]
fn a_list_of_tools_becomes_its_snapshot_and_that_its_golden_file() {
    for server in SERVERS {
        is_golden(folder("catalogs").join(format!("{server}.json")), &snapshot(server));
        is_golden_client(server, &builder(server).source().unwrap());
    }
    is_golden_client("mcp_overridden", &overridden());
}

#[test]
fn a_toolset_of_rap_becomes_its_golden_file() {
    let tools = json!([
        {"name": "report_year", "description": "Reports on a year.",
            "inputSchema": {"type": "object", "required": ["year"], "properties": {
                "year": {"type": "integer", "minimum": 2012, "maximum": 2015},
                "subscribe": {"type": "boolean", "description": "Named as a method of calls."}}}},
        {"name": "watch", "description": "Tells of news.", "inputSchema": {"type": "object"}},
    ]);
    let listed = Listed::read(sorted(&tools).as_array().unwrap(), "/tools");
    let source = Source::Rap { url: "https://reports.example".to_owned() };
    let snapshot = Snapshot::new(source, listed.tools).of_server(Server::new("reports", ""), "");
    is_golden(folder("catalogs").join("rap_reports.json"), &snapshot.to_text());
    is_golden_client("rap_reports", &builder("rap_reports").source().unwrap());
}
