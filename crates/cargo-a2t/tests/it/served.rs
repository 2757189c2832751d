//! The commands against a real server of annotated functions, and every example of the README.
#![allow(clippy::panic, clippy::string_slice, clippy::unwrap_used)]

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::mpsc;
use std::thread;

use crate::vendor::{run, run_with, scratch};
use serde_json::{Value, json};

/// Temperature scale.
#[derive(a2t::Enum)]
enum Units {
    /// Degrees Fahrenheit.
    Fahrenheit,
    /// Degrees Celsius.
    Celsius,
}

#[derive(a2t::Output)]
struct Weather {
    /// The temperature in the named city.
    temperature: i32,
    /// The station that reports it.
    station: String,
}

/// Looks up the current weather for a city.
#[a2t::tool(version = 2, id = "0479a45d-ad0a-49d4-94db-75edf00d2ca4", tags = ["weather"])]
fn lookup_weather_by_city(
    /// The city. For example, Boston or Los Angeles.
    #[a2t(max_length = 100)]
    city: String,
    /// Temperature scale of the reply; Fahrenheit if absent.
    units: Option<Units>,
    /// Days ahead.
    #[a2t(min = 0, max = 14, default = 0)]
    days: u8,
) -> Result<Weather, a2t::ToolError> {
    if city != "Omaha" {
        return Err(a2t::ToolError::not_found("no station there"));
    }
    let celsius = 21 + i32::from(days);
    let temperature = match units.unwrap_or(Units::Fahrenheit) {
        Units::Fahrenheit => celsius * 9 / 5 + 32,
        Units::Celsius => celsius,
    };
    Ok(Weather { temperature, station: "Omaha Eppley Airfield".to_owned() })
}

/// Looks up the current weather for a city.
#[a2t::tool(
    name = "lookup_weather_by_city",
    version = 1,
    id = "0479a45d-ad0a-49d4-94db-75edf00d2ca4",
    tags = ["weather"]
)]
fn lookup_todays_weather_by_city(
    /// The city. For example, Boston or Los Angeles.
    #[a2t(max_length = 100)]
    city: String,
    /// Temperature scale of the reply; Fahrenheit if absent.
    units: Option<Units>,
) -> Result<Weather, a2t::ToolError> {
    lookup_weather_by_city(city, units, 0)
}

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a.wrapping_add(b)
}

/// Serves both tools on a free port until the test ends.
fn serve() -> String {
    let (send, address) = mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let tools = a2t::toolset![lookup_weather_by_city, lookup_todays_weather_by_city, add];
            let server = a2t::Server::new(tools, ());
            let server = server.bind("127.0.0.1:0").await.unwrap();
            send.send(server.local_addr()).unwrap();
            server.serve().await.unwrap();
        });
    });
    format!("http://{}", address.recv().unwrap())
}

#[test]
fn a_real_catalog_is_fetched_listed_and_called() {
    let folder = scratch("served");
    let root = serve();
    let nested = format!("{root}/");
    run(&folder, &["lint", &nested]).assert(0, &["2 tools, every rule holds"], &[]);
    run(&folder, &["call", &root, "add", "a=2", "b=-5"]).assert(0, &["result: -3\n"], &[]);
    let ran = run(&folder, &["call", &root, "add", "a=2", "b=3", "--format", "json"]);
    assert_eq!(ran.json()["outputs"], json!({"result": 5}));
    let ran = run(&folder, &["call", &root, "lookup_weather_by_city", "city=Boston"]);
    ran.assert(1, &["refused: 404", "no station there"], &[]);
    let ran = run(&folder, &["list", &format!("{root}/nowhere")]);
    ran.assert(2, &[], &["status 404", "the root of the API"]);
}

#[test]
fn the_exported_openapi_document_is_the_one_that_is_served() {
    let folder = scratch("served-openapi");
    let root = serve();
    let snapshot = ["fetch", &root, "--versions", "-o", "s.json"];
    run(&folder, &snapshot).assert(0, &[], &[]);
    let mut exported = run(&folder, &["export", "s.json", "--dialect", "openapi"]).json();
    let host = root.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let path = "/tools/openapi.json";
    let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    let (_, body) = reply.split_once("\r\n\r\n").unwrap();
    let mut served: Value = serde_json::from_str(body).unwrap();
    for document in [&mut served, &mut exported] {
        without_values(document);
    }
    assert_eq!(served, exported);
}

/// Removes the defaults and examples of the code, which no signature has.
fn without_values(document: &mut Value) {
    match document {
        Value::Object(members) => {
            if members.contains_key("type") {
                members.retain(|name, _| name != "default" && name != "examples");
            }
            members.values_mut().for_each(without_values);
        }
        Value::Array(items) => items.iter_mut().for_each(without_values),
        _ => {}
    }
}

#[test]
fn every_example_of_the_readme_prints_what_it_says() {
    let folder = scratch("readme");
    for (file, version, max) in [("v2.json", 2, 14), ("v3.json", 3, 7)] {
        fs::write(folder.join(file), days(version, max)).unwrap();
    }
    let odd = days(1, 14).replace("\"name\": \"city\"", "\"name\": \"Flight Class\"");
    fs::write(folder.join("odd.json"), odd).unwrap();
    let root = serve();
    let readme = include_str!("../../README.md");
    let steps = "# Steps.\n\nNow ask `lookup_weather_by_town()`.\n";
    fs::write(folder.join("steps.md"), steps).unwrap();
    let blocks: Vec<_> = readme
        .split("```console\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect();
    assert!(blocks.len() >= 5, "no examples");
    // Those that need a package of tools, or a store, are run by `publish.rs`, `export.rs`, `queue.rs`.
    let others = ["$ cargo a2t publish", "$ cargo a2t export published", "$ cargo a2t queue"];
    let needs_more = |block: &&str| others.iter().any(|other| block.starts_with(other));
    let servers = other_servers();
    for block in blocks.into_iter().filter(|block| !needs_more(block)) {
        if servers.is_none() && block.contains("-- mcp-server-") {
            eprintln!("skipped, until tests/mcp-servers/install.sh ran: {block}");
            continue;
        }
        example(&folder, &root, servers.as_deref(), block);
    }
}

/// A version of a tool as the README speaks of it.
fn days(version: u32, max: u32) -> String {
    format!(
        r#"{{
  "toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4",
  "name": "lookup_weather_by_city",
  "description": "Looks up the current weather for a city.",
  "version": {version},
  "currentVersion": {version},
  "input_parameters": [
    {{"id": "city", "name": "city", "type": "string", "description": "The city."}},
    {{"id": "days", "name": "days", "type": "int", "description": "Days ahead.", "required": false, "min": 0, "max": {max}}}
  ]
}}
"#
    )
}

/// A `PATH` with the servers of MCP that `tests/mcp-servers/install.sh` installs; `None` until it ran.
fn other_servers() -> Option<String> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let servers = repository.join("target/interop/mcp-servers");
    let text = |file| fs::read_to_string(file).ok();
    let wanted = text(repository.join("tests/mcp-servers/requirements.txt"));
    let path = format!("{}:{}", servers.join("python/bin").display(), std::env::var("PATH").ok()?);
    (wanted.is_some() && text(servers.join("requirements.txt")) == wanted).then_some(path)
}

/// Runs each `$ cargo a2t …` of a block and compares what it prints with the lines after it.
fn example(folder: &Path, root: &str, path: Option<&str>, block: &str) {
    let mut status = 0;
    for command in block.split("$ ").skip(1) {
        let (line, expected) = command.split_once('\n').unwrap();
        if line == "echo $?" {
            assert_eq!(format!("{status}\n"), expected);
            continue;
        }
        let line = line.strip_prefix("cargo a2t ").unwrap_or_else(|| panic!("{line}"));
        let line = line.replace("https://api.weather.example", root);
        let (line, file) = line.split_once(" > ").unwrap_or((&line, ""));
        let path = path.map(|path| ("PATH", path));
        let words = line.split(' ').collect::<Vec<_>>();
        let ran = run_with(folder, &words, path.as_slice());
        status = ran.status;
        // What goes to a file leaves the notes to be read.
        let (output, other) = match file {
            "" => (&ran.stdout, &ran.stderr),
            _ => (&ran.stderr, &ran.stdout),
        };
        assert_eq!(
            output.replace(root, "https://api.weather.example"),
            expected,
            "{line}: {ran:#?}"
        );
        assert_eq!(other.is_empty(), file.is_empty(), "{ran:#?}");
    }
}

#[test]
fn the_readme_names_every_subcommand_and_flag() {
    let readme = include_str!("../../README.md");
    let folder = scratch("readme-flags");
    let help = run(&folder, &["--help"]).stdout;
    let listed = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    // A long line goes on below itself.
    for line in listed.lines().filter(|line| !line.starts_with("   ")) {
        let name = line.split_whitespace().next().unwrap();
        if name == "help" {
            continue;
        }
        assert!(readme.contains(&format!("`cargo a2t {name} ")), "{name}");
        let help = run(&folder, &[name, "--help"]).stdout;
        for flag in help
            .split_whitespace()
            .filter(|word| word.starts_with("--") && !["--help", "--output"].contains(word))
        {
            let flag = flag.trim_end_matches(|c: char| !c.is_ascii_lowercase());
            assert!(readme.contains(flag), "{name} {flag}");
        }
    }
}
