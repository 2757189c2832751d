//! Prints what generating costs, in the profile that build scripts run in: user CPU seconds and
//! the most memory for 10, 1,000 and 10,000 tools of a page and 1,000 of a snapshot, and for 200 tools of a snapshot of MCP servers, lines and
//! bytes a tool; with `check`, the CPU seconds of `cargo check` on the output for 100 and 1,000 tools. Linux only, as it reads `/proc`.
//!
//! ```console
//! $ cargo run -p a2t-codegen --example figures -- check
//! ```
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use a2t_codegen::snapshot::Snapshot;
use a2t_codegen::{Builder, source};

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["one", count] => one(count.parse().unwrap(), false),
        ["snapshot", count] => one(count.parse().unwrap(), true),
        ["mcp", count] => mcp(count.parse().unwrap()),
        ["check"] => {
            generating();
            checking();
        }
        _ => generating(),
    }
}

/// Runs each size in its own process, because the measured memory only ever grows.
fn generating() {
    println!("tools   CPU s   MiB   lines a tool   bytes a tool");
    let kinds = [("one", 10), ("one", 1_000), ("one", 10_000), ("snapshot", 1_000), ("mcp", 200)];
    for (kind, count) in kinds {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let status = command.args([kind, &count.to_string()]).status().unwrap();
        assert!(status.success());
    }
}

fn one(count: usize, is_snapshot: bool) {
    let path = folder("figures.files").join(format!("catalog_{count}_{is_snapshot}.json"));
    if !is_snapshot {
        fs::write(&path, catalog(count)).unwrap();
    } else if !path.exists() {
        let document = source::parse(catalog(count).as_bytes()).unwrap();
        let tools = source::read(&document).unwrap().tools().to_vec();
        let snapshot = Snapshot::new("https://api.example", tools);
        fs::write(&path, snapshot.to_text()).unwrap();
        // Nothing of that counts.
        return one_in_a_process(count);
    }
    measured(&path, count);
}

/// A snapshot of so many tools of MCP servers: those of `tests/codegen`, over and over.
fn mcp(count: usize) {
    let path = folder("figures.files").join(format!("mcp_{count}.json"));
    if !path.exists() {
        fs::write(&path, snapshot_of_mcp(count).to_text()).unwrap();
        // Nothing of that counts.
        let mut command = Command::new(std::env::current_exe().unwrap());
        let status = command.args(["mcp", &count.to_string()]).status().unwrap();
        return assert!(status.success());
    }
    measured(&path, count);
}

fn snapshot_of_mcp(count: usize) -> a2t_schema::Snapshot {
    let lists = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/codegen/catalogs/listed");
    let servers = ["everything", "filesystem", "git", "memory", "time"].iter();
    let tools = servers.flat_map(|server| {
        let text = fs::read(lists.join(format!("mcp_{server}.json"))).unwrap();
        let list: serde_json::Value = serde_json::from_slice(&text).unwrap();
        list["tools"].as_array().unwrap().clone()
    });
    let tools: Vec<_> = tools.collect();
    let tools = tools.iter().cycle().take(count).enumerate().map(|(index, tool)| {
        let mut tool = tool.clone();
        tool["name"] = format!("{}_x{index}", tool["name"].as_str().unwrap()).into();
        tool
    });
    let tools: Vec<_> = tools.collect();
    let listed = a2t_schema::Listed::read(&tools, "").tools;
    let source = a2t_schema::Source::Http { url: "https://tools.example/mcp".to_owned() };
    let server = a2t_schema::Server::new("figures", "1");
    a2t_schema::Snapshot::new(source, listed).of_server(server, "2026-07-28")
}

fn measured(path: &Path, count: usize) {
    let before = cpu_seconds().0;
    let text = Builder::new(path).source().unwrap();
    let cpu = cpu_seconds().0 - before;
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    let peak: f64 = peak.split_whitespace().nth(1).unwrap().parse().unwrap();
    let (lines, bytes) = (text.lines().count() / count, text.len() / count);
    println!("{count:5} {cpu:7.2} {:5.0} {lines:14} {bytes:14}", peak / 1024.0);
}

fn one_in_a_process(count: usize) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let status = command.args(["snapshot", &count.to_string()]).status().unwrap();
    assert!(status.success());
}

/// The second check of a crate whose dependencies the first one built.
fn checking() {
    println!("tools   cargo check, CPU s");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let package = folder("figures.files").join("client");
    fs::create_dir_all(package.join("src")).unwrap();
    let manifest = format!(
        "[package]\nname = \"client\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n\
         a2t = {{ path = {:?}, default-features = false, features = [\"client\"] }}\n",
        root.canonicalize().unwrap()
    );
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock")).unwrap();
    for count in [0, 100, 1_000] {
        let path = package.join("catalog.json");
        fs::write(&path, catalog(count)).unwrap();
        let text = Builder::new(&path).source().unwrap();
        fs::write(package.join("src/lib.rs"), text).unwrap();
        let before = cpu_seconds().1;
        let mut command = Command::new("cargo");
        command
            .args(["check", "--quiet", "--offline", "--manifest-path"])
            .arg(package.join("Cargo.toml"));
        command.arg("--target-dir").arg(folder("figures.files").join("target"));
        assert!(command.env("CARGO_INCREMENTAL", "0").status().unwrap().success());
        if count > 0 {
            println!("{count:5} {:20.2}", cpu_seconds().1 - before);
        }
    }
}

/// User CPU seconds of this process, and of the children that it waited for.
fn cpu_seconds() -> (f64, f64) {
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<_> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    let seconds = |index: usize| fields.get(index).unwrap().parse::<f64>().unwrap() / 100.0;
    (seconds(11), seconds(13))
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::current_exe().unwrap().parent().unwrap().join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Tools of four inputs and three outputs, each with its own enum, all documented. From 10,000 on
/// half as many, as no larger document is read.
fn catalog(count: usize) -> String {
    let tools: Vec<_> = (0..count).map(|number| tool(number, count >= 10_000)).collect();
    format!("{{\"items\":[{}],\"paging\":{{\"pageLimit\":100}}}}", tools.join(","))
}

fn tool(number: usize, small: bool) -> String {
    let letters: String =
        format!("{number:05}").bytes().map(|digit| char::from(digit + b'a' - b'0')).collect();
    let parameter = |id: &str, kind: &str, text: &str, rest: &str| {
        format!(
            "{{\"id\":\"{id}\",\"name\":\"{id}\",\"type\":\"{kind}\",\"description\":\"{text}\"{rest}}}"
        )
    };
    let values = |names: [&str; 4]| {
        let value =
            |name: &str| format!("{{\"name\":\"{name}\",\"description\":\"Degrees {name}.\"}}");
        format!(",\"allowed-values\":[{}]", names.map(value).join(","))
    };
    let inputs = [
        parameter(
            "city",
            "string",
            "The city. For example, Boston or Los Angeles.",
            ",\"max-length\":100",
        ),
        parameter("street", "string", "The street, without a number.", ""),
        parameter("days", "int", "Days ahead.", ",\"min\":0,\"max\":14,\"required\":false"),
        parameter(
            &format!("units_{letters}"),
            "enum",
            "Temperature scale of the reply.",
            &values(["CELSIUS", "FAHRENHEIT", "KELVIN", "RANKINE"]),
        ),
    ];
    let outputs = [
        parameter("temperature", "int", "The current temperature in the named city.", ""),
        parameter("report", "string", "The station's own report.", ""),
        parameter(
            &format!("sky_{letters}"),
            "enum",
            "What the sky looks like.",
            &values(["CLEAR", "CLOUDY", "RAIN", "SNOW"]),
        ),
    ];
    let some = |parameters: &[String]| {
        parameters[usize::from(small)..]
            .iter()
            .step_by(1 + usize::from(small))
            .cloned()
            .collect::<Vec<_>>()
            .join(",")
    };
    format!(
        "{{\"toolId\":\"00000000-0000-4000-8000-{number:012x}\",\"name\":\"lookup_weather_{letters}\",\
         \"description\":\"Looks up the current weather for a city.\",\"version\":1,\"currentVersion\":1,\
         \"input_parameters\":[{}],\"output_parameters\":[{}]}}",
        some(&inputs),
        some(&outputs)
    )
}
