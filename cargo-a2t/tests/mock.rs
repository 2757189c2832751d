//! `cargo a2t mock` as a program of its own, looked at and called with the other commands.
#![allow(clippy::panic, clippy::unwrap_used)]

mod vendor;

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use vendor::{run, scratch};

const CATALOG: &str = r#"{"items":[{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"lookup_weather",
    "description":"Looks up the weather.","version":1,"currentVersion":1,
    "input_parameters":[{"id":"city","name":"city","type":"string","max-length":10,"description":"The city."}],
    "output_parameters":[{"id":"sky","name":"sky","type":"enum","description":"What it looks like.",
        "allowed-values":[{"name":"CLEAR","description":"No clouds."}]}]}]}"#;

/// A running `cargo a2t mock`, ended with the test.
struct Running {
    child: Child,
    first: String,
}

impl Running {
    fn new(folder: &std::path::Path, arguments: &[&str]) -> Self {
        std::fs::write(folder.join("catalog.json"), CATALOG).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-a2t"));
        let command = command
            .args(["a2t", "mock", "catalog.json"])
            .args(arguments);
        let mut child = command
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut first).unwrap();
        while first.starts_with('{') && !first.ends_with("}\n") {
            output.read_line(&mut first).unwrap();
        }
        Self { child, first }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
fn it_lists_answers_and_refuses() {
    let folder = scratch("mock");
    let mock = Running::new(&folder, &[]);
    let (url, rest) = mock.first.split_once(' ').unwrap();
    assert!(url.starts_with("http://127.0.0.1:"), "{}", mock.first);
    assert_eq!(rest, "serves 1 tool; ctrl-c ends it\n");

    let listed = run(&folder, &["list", url]);
    listed.assert(0, &["lookup_weather v1 (city) -> sky"], &[]);
    let call = |city| run(&folder, &["call", url, "lookup_weather", city]);
    call("city=Omaha").assert(0, &["sky: CLEAR\n"], &[]);
    call("city=Albuquerque").assert(1, &["at most 10 characters"], &[]);
}

#[test]
fn programs_learn_where_it_listens() {
    let folder = scratch("mock_json");
    let mock = Running::new(&folder, &["--format", "json"]);
    let said: serde_json::Value = mock.first.parse().unwrap();
    assert_eq!(
        (&said["command"], &said["tools"]),
        (&"mock".into(), &1.into())
    );
    assert!(
        said["url"]
            .as_str()
            .unwrap()
            .starts_with("http://127.0.0.1:")
    );
}

#[test]
fn what_cannot_be_served_is_said() {
    let folder = scratch("mock_refused");
    std::fs::write(folder.join("empty.json"), "{}").unwrap();
    let said = run(&folder, &["mock", "empty.json"]);
    said.assert(2, &[], &["toolId"]);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    std::fs::write(folder.join("catalog.json"), CATALOG).unwrap();
    let said = run(&folder, &["mock", "catalog.json", "--port", &port]);
    said.assert(2, &[], &["cannot listen on 127.0.0.1:"]);
}
