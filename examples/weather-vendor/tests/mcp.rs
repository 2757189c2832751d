//! The vendor as hosts of MCP meet it: started on stdio and reached over HTTP, by hand and by the
//! SDKs of others, which `tests/mcp-interop/install.sh` installs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../../../tests/values/mod.rs"]
mod values;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use values::valid_values;

const VENDOR: &str = env!("CARGO_BIN_EXE_weather-vendor");

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn start(arguments: &[&str]) -> Vendor {
    let mut command = Command::new(VENDOR);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    Vendor { child, output }
}

/// The vendor's program, stopped when the test ends.
struct Vendor {
    child: Child,
    output: BufReader<std::process::ChildStdout>,
}

impl Vendor {
    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line
    }

    fn send(&mut self, message: &Value) {
        let input = self.child.stdin.as_mut().unwrap();
        writeln!(input, "{message}").unwrap();
    }

    fn ask(&mut self, message: &Value) -> Value {
        self.send(message);
        serde_json::from_str(&self.line()).unwrap()
    }

    /// The address of MCP, of a vendor that listens.
    fn url(&mut self) -> String {
        let line = self.line();
        let tools = line.split(' ').next_back().unwrap().trim();
        tools.replace("/tools", "/mcp")
    }
}

impl Drop for Vendor {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_host_of_the_old_handshake_lists_and_calls_on_stdio() {
    let mut vendor = start(&["--mcp-stdio"]);
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "host", "version": "1"}}});
    let hello = vendor.ask(&hello);
    assert_eq!(hello["result"]["protocolVersion"], "2025-11-25", "{hello}");
    assert_eq!(hello["result"]["serverInfo"]["name"], "weather-vendor");
    vendor.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    let listed = vendor.ask(&json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}));
    let names: Vec<_> = listed["result"]["tools"].as_array().unwrap().iter().map(name).collect();
    assert_eq!(names, TOOLS);
    assert_eq!(listed["result"]["tools"][0]["annotations"], json!({"readOnlyHint": true}));
    assert_eq!(valid_values(&listed), [json!(1)]);
    let call = json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {
        "name": "lookup_weather_of_day", "arguments": {"city": "SEATTLE", "date": "2012-01-31"}}});
    let called = vendor.ask(&call);
    assert_eq!(called["result"]["structuredContent"]["weather"], "RAIN", "{called}");
}

#[test]
fn a_host_that_closes_the_input_ends_the_program() {
    let mut vendor = start(&["--mcp-stdio"]);
    drop(vendor.child.stdin.take());
    assert!(vendor.child.wait().unwrap().success());
}

fn name(tool: &Value) -> String {
    tool["name"].as_str().unwrap().to_owned()
}

const TOOLS: [&str; 3] =
    ["find_days_by_weather", "lookup_weather_of_day", "summarize_weather_of_month"];

/// A call of every tool, one of an old version, and one with two mistakes.
fn calls() -> Value {
    json!([
        {"name": "lookup_weather_of_day", "arguments": {"city": "SEATTLE", "date": "2012-01-31"}},
        {"name": "summarize_weather_of_month",
         "arguments": {"city": "NEW_YORK", "year": 2012, "month": 1}},
        {"name": "find_days_by_weather",
         "arguments": {"city": "SEATTLE", "weather": "SNOW", "year": 2012, "limit": 1}},
        {"name": "find_days_by_weather", "_meta": {"dev.a2t/version": 1},
         "arguments": {"city": "SEATTLE", "weather": "SNOW", "year": 2012}},
        {"name": "lookup_weather_of_day", "arguments": {"city": "Omaha"}},
    ])
}

/// Folder of the installed clients.
fn installed() -> Option<PathBuf> {
    let folder = root().join("target/interop/mcp");
    if folder.join("node_modules/node/bin/node").exists() && folder.join("python/bin").exists() {
        return Some(folder);
    }
    eprintln!("skipped: no foreign clients are installed; run tests/mcp-interop/install.sh");
    None
}

#[test]
fn foreign_clients_list_and_call_every_tool() {
    let Some(folder) = installed() else {
        return;
    };
    let mut listening = start(&["--listen", "127.0.0.1:0"]);
    let url = listening.url();
    let targets: [&[&str]; 2] = [&[&url], &[VENDOR, "--mcp-stdio"]];
    let clients = root().join("tests/mcp-interop/clients");
    let (node, python) =
        (folder.join("node_modules/node/bin/node"), folder.join("python/bin/python"));
    let (javascript, snake) = (clients.join("client.mjs"), clients.join("client.py"));
    let clients: [(&Path, &Path, &[&str]); 5] = [
        (&node, &javascript, &["client", "legacy"]),
        (&node, &javascript, &["client", "auto"]),
        (&node, &javascript, &["sdk", "legacy"]),
        (&python, &snake, &["legacy"]),
        (&python, &snake, &["auto"]),
    ];
    for target in targets {
        for (program, script, mode) in clients {
            let mut command = Command::new(program);
            command.arg(script).args(mode).arg(calls().to_string()).args(target);
            let report = run(command.current_dir(&folder));
            assert_answers(&report, &format!("{} {mode:?} {target:?}", script.display()));
        }
    }
}

fn run(command: &mut Command) -> Value {
    let output = command.stdin(Stdio::null()).output().unwrap();
    let (stdout, complained) = (output.stdout, String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {complained}");
    serde_json::from_slice(&stdout).unwrap_or_else(|_| panic!("{command:?}: {complained}"))
}

fn assert_answers(report: &Value, who: &str) {
    assert_eq!(report["tools"], json!(TOOLS), "{who}");
    let [day, month, snow, old, wrong] = &report["results"].as_array().unwrap()[..] else {
        panic!("{who}: {report}");
    };
    for right in [day, month, snow, old] {
        assert_eq!(right["isError"], false, "{who}: {right}");
        let text: Value = serde_json::from_str(right["text"].as_str().unwrap()).unwrap();
        assert_eq!(text, right["structuredContent"], "{who}");
    }
    assert_eq!(day["structuredContent"]["weather"], "RAIN", "{who}");
    assert_eq!(month["structuredContent"]["days"], 31, "{who}");
    let days = |found: &Value| found["structuredContent"]["days"].as_array().unwrap().len();
    // The first version had no `limit` and lists ten days at most.
    assert_eq!((days(snow), days(old)), (1, 10), "{who}");
    assert_eq!(wrong["isError"], true, "{who}");
    let words = wrong["text"].as_str().unwrap();
    assert!(words.contains("/city: expected one of SEATTLE, NEW_YORK"), "{who}: {words}");
    assert!(words.contains("/date: expected"), "{who}: {words}");
}

#[test]
fn the_inspector_lists_and_calls_a_tool() {
    let Some(folder) = installed() else {
        return;
    };
    let mut listening = start(&["--listen", "127.0.0.1:0"]);
    let url = listening.url();
    let inspect = |target: &[&str], arguments: &[&str]| {
        let inspector = "@modelcontextprotocol/inspector/clients/launcher/build/index.js";
        let mut command = Command::new(folder.join("node_modules/node/bin/node"));
        command.arg(folder.join("node_modules").join(inspector)).arg("--cli");
        run(command.args(target).args(arguments).current_dir(&folder))
    };
    for target in [&[&*url][..], &[VENDOR, "--mcp-stdio"]] {
        let listed = inspect(target, &["--method", "tools/list"]);
        let names: Vec<_> = listed["tools"].as_array().unwrap().iter().map(name).collect();
        assert_eq!(names, TOOLS);
        let call = "--method tools/call --tool-name summarize_weather_of_month \
                    --tool-arg city=SEATTLE year=2013 month=2";
        let called = inspect(target, &call.split_whitespace().collect::<Vec<_>>());
        assert_eq!(called["structuredContent"]["days"], 28, "{called}");
    }
}
