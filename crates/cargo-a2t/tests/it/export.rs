//! `cargo a2t export`: tools in the words of each provider, what these do not carry, and what cannot
//! be written.
#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use crate::vendor::{Ran, Vendor, run, scratch, tool, weather};
use a2t::dialect::Dialect;
use serde_json::{Value, json};

fn export(folder: &Path, document: &Value, more: &[&str]) -> Ran {
    fs::write(folder.join("w.json"), document.to_string()).unwrap();
    run(folder, &[&["export", "w.json", "--dialect"], more].concat())
}

#[test]
fn standard_output_is_the_value_and_nothing_else() {
    let folder = scratch("export");
    let ran = export(&folder, &json!([weather(), tool(1, "add")]), &["anthropic"]);
    assert_eq!(ran.status, 0, "{ran:#?}");
    let tools = ran.json();
    assert_eq!(tools[0]["name"], "lookup_weather_by_city");
    assert_eq!(tools[0]["input_schema"]["properties"]["Days"]["maximum"], 14);
    assert_eq!(tools[1]["name"], "add");
    assert_eq!(tools.as_array().unwrap().len(), 2);
}

#[test]
fn what_the_words_do_not_carry_is_said_on_standard_error() {
    let folder = scratch("export-notes");
    let strict = ["openai-chat", "--strict"];
    let ran = export(&folder, &weather(), &strict);
    assert_eq!(ran.status, 0, "{ran:#?}");
    assert_eq!(ran.json()[0]["function"]["strict"], true);
    assert!(ran.stderr.contains("note: `lookup_weather_by_city`, `City`: "), "{ran:#?}");
    let ran = export(&folder, &weather(), &[&strict[..], &["--format", "json"]].concat());
    let document = ran.json();
    assert_eq!(ran.stderr, "");
    assert_eq!(document["holds"], true);
    assert_eq!(document["command"], "export");
    assert_eq!((&document["dialect"], &document["strict"]), (&json!("openai-chat"), &json!(true)));
    assert_eq!(document["tools"][0]["type"], "function");
    let note = &document["notes"][0];
    assert_eq!(note["tool"], "lookup_weather_by_city");
    assert!(note["detail"].is_string(), "{note}");
}

#[test]
fn every_dialect_is_written() {
    let folder = scratch("export-all");
    for dialect in Dialect::ALL {
        let ran = export(&folder, &weather(), &[dialect.id()]);
        assert_eq!(ran.status, 0, "{dialect}: {ran:#?}");
        assert!(ran.json().to_string().contains("lookup_weather_by_city"), "{dialect}");
    }
}

#[test]
fn tools_are_selected_by_name_version_and_tag_and_named_apart() {
    let folder = scratch("export-select");
    let all = json!([weather(), tool(1, "add")]);
    let mut old = weather();
    old["version"] = json!(1);
    old["description"] = json!("The first version.");
    let versions = json!({"items": [weather(), old], "paging": {"pageLimit": 2}});
    let texts = |document: &Value, member: &str, more: &[&str]| {
        let ran = export(&folder, document, &[&["anthropic"], more].concat());
        assert_eq!(ran.status, 0, "{ran:#?}");
        let tools = ran.json();
        let all = tools.as_array().unwrap().iter();
        all.map(|tool| tool[member].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let names = |more: &[&str]| texts(&all, "name", more);
    assert_eq!(names(&[]), ["lookup_weather_by_city", "add"]);
    assert_eq!(names(&["--tag", "weather"]), ["lookup_weather_by_city"]);
    assert_eq!(names(&["--tool", "add", "--prefix", "math_"]), ["math_add"]);
    assert_eq!(texts(&versions, "name", &[]), ["lookup_weather_by_city"]);
    let first = ["--tool", "lookup_weather_by_city@1"];
    assert_eq!(texts(&versions, "description", &first), ["The first version."]);
    let ran = export(&folder, &all, &["anthropic", "--tool", "ad"]);
    ran.assert(2, &[], &["`add`"]);
    assert_eq!(ran.stdout, "");
}

#[test]
fn more_tools_than_a_provider_takes_do_not_hold() {
    let folder = scratch("export-many");
    let many: Vec<_> = (0..129).map(|number| tool(number, &format!("tool_{number}"))).collect();
    let many = json!(many);
    let ran = export(&folder, &many, &["openai-chat"]);
    ran.assert(
        1,
        &["tool_128"],
        &["note: the provider takes at most 128 tools in one request, here are 129"],
    );
    assert_eq!(export(&folder, &many, &["anthropic"]).status, 0);
}

/// What every `server.json` needs.
const SERVER: [&str; 7] = [
    "mcp-server-json",
    "--name",
    "com.example/weather",
    "--description",
    "Daily weather of two cities",
    "--server-version",
    "1.2.0",
];

#[test]
fn a_server_of_mcp_is_written_for_a_registry() {
    let folder = scratch("export-server");
    let more = [
        "--remote",
        "https://api.example.com/mcp",
        "--package",
        "cargo:weather-vendor@1.2.0",
        "--package-argument=--mcp-stdio",
    ];
    let ran = export(&folder, &weather(), &[&SERVER[..], &more].concat());
    assert_eq!(ran.status, 0, "{ran:#?}");
    let mut document = ran.json();
    let added = document["_meta"]["io.modelcontextprotocol.registry/publisher-provided"].take();
    assert_eq!(added["dev.a2t/tools"][0]["name"], "lookup_weather_by_city");
    document.as_object_mut().unwrap().remove("_meta");
    let expected = json!({
        "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
        "name": "com.example/weather",
        "description": "Daily weather of two cities",
        "version": "1.2.0",
        "remotes": [{ "type": "streamable-http", "url": "https://api.example.com/mcp" }],
        "packages": [{
            "registryType": "cargo", "identifier": "weather-vendor", "version": "1.2.0",
            "transport": { "type": "stdio" },
            "packageArguments": [{ "type": "positional", "value": "--mcp-stdio" }],
        }],
    });
    assert_eq!(document, expected);
    // A registry takes so many bytes of a publisher's own.
    let many: Vec<_> = (0..100).map(|number| tool(number, &format!("tool_{number}"))).collect();
    let ran = export(&folder, &json!(many), &[&SERVER[..], &more].concat());
    assert!(ran.json().get("_meta").is_none());
}

#[test]
fn what_a_registry_refuses_is_reported_at_once() {
    let folder = scratch("export-server-wrong");
    let long = "x".repeat(101);
    let wrong = [
        "mcp-server-json",
        "--name",
        "weather",
        "--description",
        &long,
        "--server-version",
        "^1.2",
        "--remote",
        "http://api.example.com/mcp",
        "--package",
        "cargo:weather",
        "--package",
        "cargo:weather@latest",
    ];
    export(&folder, &weather(), &wrong).assert(
        2,
        &[],
        &[
            "`weather` is not a name of a registry",
            "the description has 101 characters: expected 1 to 100",
            "--server-version: `^1.2` is not one version",
            "--remote: `http://api.example.com/mcp` is not an address",
            "`cargo:weather` is not a package",
            "--package: `latest` is not one version",
        ],
    );
    let nowhere = export(&folder, &weather(), &SERVER);
    nowhere.assert(2, &[], &["name the server: --remote URL"]);
    let nameless = export(&folder, &weather(), &["mcp-server-json"]);
    nameless.assert(2, &[], &["`--dialect mcp-server-json` needs --name"]);
}

/// Types of the bodies at the paths of the document, by path.
fn bodies(document: &Value) -> Vec<(String, String)> {
    let paths = document["paths"].as_object().unwrap().iter();
    let posted = paths.filter_map(|(path, item)| Some((path, item.get("post")?)));
    let body = |operation: &Value| {
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
        let name = schema.as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        assert!(document["components"]["schemas"].get(&name).is_some(), "{name}");
        name
    };
    let mut bodies: Vec<_> = posted.map(|(path, item)| (path.clone(), body(item))).collect();
    bodies.sort();
    bodies
}

const TOOL: &str = "/tools/0479a45d-ad0a-49d4-94db-75edf00d2ca4";

#[test]
fn an_openapi_document_has_every_version_of_the_catalog() {
    let folder = scratch("export-openapi");
    let mut old = weather();
    old["version"] = json!(1);
    let versions = json!({"items": [weather(), old], "paging": {"pageLimit": 2}});
    let about = ["openapi", "--title", "Weather", "--server-url", "https://api.example.com"];
    let ran = export(&folder, &versions, &about);
    assert_eq!((ran.status, &*ran.stderr), (0, ""), "{ran:#?}");
    let document = ran.json();
    assert_eq!(document["openapi"], "3.1.0");
    assert_eq!(document["info"]["title"], "Weather");
    assert_eq!(document["servers"], json!([{ "url": "https://api.example.com" }]));
    let typed = |path: &str, version: u32| {
        let schema = format!("lookup_weather_by_city.v{version}.Invocation");
        (format!("{TOOL}{path}"), schema)
    };
    let (first, second) = (typed("/versions/1:invoke", 1), typed("/versions/2:invoke", 2));
    let current = typed(":invoke", 2);
    assert_eq!(bodies(&document), [first.clone(), second, current]);
    // A pin is not the current version where there is a later one.
    let pinned = ["openapi", "--tool", "lookup_weather_by_city@1"];
    assert_eq!(bodies(&export(&folder, &versions, &pinned).json()), [first]);
    let ran = export(&folder, &versions, &["openapi", "--format", "json"]);
    assert_eq!(ran.json()["document"]["info"]["title"], "Tools");
    assert_eq!(ran.json()["dialect"], "openapi");
}

#[test]
fn what_openapi_has_no_place_for_is_refused() {
    let folder = scratch("export-openapi-refused");
    let prefixed = export(&folder, &weather(), &["openapi", "--prefix", "a_"]);
    prefixed.assert(2, &[], &["`--prefix a_`: the server's own names are asked for"]);
    let strict = export(&folder, &weather(), &["openapi", "--strict"]);
    strict.assert(2, &[], &["`--strict` asks a provider of models"]);
}

#[test]
fn texts_of_strangers_stay_json() {
    let folder = scratch("export-hostile");
    let mut odd = weather();
    odd["description"] = json!("::error::x\n::stop-commands::y");
    let ran = export(&folder, &odd, &["anthropic"]);
    assert_eq!(ran.json()[0]["description"], odd["description"]);
}

#[test]
fn what_cannot_be_written_says_why() {
    let folder = scratch("export-refused");
    export(&folder, &weather(), &["anthropc"]).assert(
        2,
        &[],
        &["[possible values: ", "'anthropic'"],
    );
    let vendor = Vendor::of(&[weather()]);
    run(&folder, &["export", &vendor.root, "--dialect", "mcp"]).assert(
        2,
        &[],
        &["approve the catalog with `cargo a2t fetch URL -o FILE` first"],
    );
    assert!(vendor.seen().is_empty());
    run(&folder, &["export", "absent.json", "--dialect", "mcp"]).assert(2, &[], &["absent.json"]);
    let mut bad = weather();
    bad["name"] = json!("");
    export(&folder, &bad, &["mcp"]).assert(2, &[], &["w.json:1:", "/name"]);
    let page = json!({"items": [weather()], "paging": {"pageLimit": 1, "next": "x"}});
    export(&folder, &page, &["mcp"]).assert(2, &[], &["one page of a longer list"]);
    run(&folder, &["export", "w.json"]).assert(2, &[], &["--dialect <NAME>"]);
    export(&folder, &weather(), &["mcp", "--format", "sarif"]).assert(
        2,
        &[],
        &["[possible values: human, json]"],
    );
}
