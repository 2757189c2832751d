//! Files and folders of `published/` given to the commands that take a catalog.
#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::vendor::{run, scratch};
use a2t_core::published::{Tombstone, text};
use a2t_core::signature;
use serde_json::{Value, json};

const ADD: &str = "0479a45d-ad0a-49d4-94db-75edf00d2ca4";
const PING: &str = "1479a45d-ad0a-49d4-94db-75edf00d2ca4";
const GONE: &str = "2479a45d-ad0a-49d4-94db-75edf00d2ca4";

/// A version of a tool: each has one optional input more.
fn version(id: &str, name: &str, number: u32) -> Value {
    let input = |index: u32| {
        json!({"id": format!("i{index}"), "name": format!("i{index}"), "type": "int", "description": "A number.",
               "required": index == 1})
    };
    json!({
        "toolId": id, "name": name, "description": format!("Does {name}."), "version": number, "currentVersion": number,
        "input_parameters": (1..=number).map(input).collect::<Value>(),
        "output_parameters": [{"id": "result", "name": "result", "type": "int", "description": "The result."}],
    })
}

fn write(folder: &Path, path: &str, value: &Value) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let signature = signature::parse_value(value, "").unwrap().signature;
    fs::write(path, text(&signature)).unwrap();
}

fn retire(folder: &Path, path: &str, id: &str, version: u32) {
    let tombstone =
        Tombstone { tool_id: id.parse().unwrap(), version, reason: "Nobody calls it.".to_owned() };
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, tombstone.text()).unwrap();
}

/// `add` in versions 1 (retired), 2 and 3, `ping` in version 1, and a tool that is retired.
fn package(name: &str) -> PathBuf {
    let folder = scratch(name);
    for number in [2, 3] {
        let path = format!("published/add/v{number}.json");
        write(&folder, &path, &version(ADD, "add", number));
    }
    retire(&folder, "published/add/v1.retired.json", ADD, 1);
    write(&folder, "published/ping/v1.json", &version(PING, "ping", 1));
    retire(&folder, "published/gone/v1.retired.json", GONE, 1);
    fs::write(folder.join("published/SHA256SUMS"), "").unwrap();
    folder
}

#[test]
fn one_version_is_a_document() {
    let folder = package("documents-one");
    let file = "published/add/v2.json";
    let listed = "add@2  (i1, i2?) -> result\n       Does add.\n";
    run(&folder, &["list", file]).assert(0, &[listed], &[]);
    run(&folder, &["show", file, "add"]).assert(0, &["add@2\n"], &[]);
    run(&folder, &["lint", file]).assert(0, &["1 tool, every rule holds"], &[]);
    let export = run(&folder, &["export", file, "--dialect", "openai-chat"]);
    assert!(export.status == 0 && export.stdout.contains("\"i2\""), "{export:#?}");
    let generate = ["generate", file, "-o", "add.rs", "--module", "add"];
    run(&folder, &generate).assert(0, &["add.rs: written"], &[]);
    let client = fs::read_to_string(folder.join("add.rs")).unwrap();
    assert!(client.contains("i2") && !client.contains("i3"), "{client}");
    let diff = ["diff", file, "published/add/v3.json"];
    run(&folder, &diff).assert(0, &["protocol: compatible"], &[]);
    fs::write(folder.join("steps.md"), "Call `add()`.\n").unwrap();
    let procedure = ["procedure", "steps.md", "--catalog", file];
    run(&folder, &procedure).assert(0, &["every tool that is named is shown"], &[]);
    let fetch = ["fetch", file, "-o", "approved.json"];
    run(&folder, &fetch).assert(0, &["added `add@2`"], &[]);
}

#[test]
fn a_folder_is_the_newest_version_of_each_tool() {
    let folder = package("documents-folder");
    let listed = "add@3   (i1, i2?, i3?) -> result\n        Does add.\nping@1  (i1) -> result\n        Does ping.\n";
    let list = run(&folder, &["list", "published"]);
    assert_eq!((list.status, list.stdout.as_str()), (0, listed), "{list:#?}");
    run(&folder, &["list", "published/add"]).assert(0, &["add@3"], &[]);
    run(&folder, &["show", "published", "add"]).assert(
        0,
        &["add@3\n", "\nversions add@3, add@2\n"],
        &[],
    );
    let show = run(&folder, &["show", "published", "add", "--format", "json"]);
    assert_eq!(show.json()["tool"]["currentVersion"], 3);
    run(&folder, &["lint", "published"]).assert(0, &["2 tools, every rule holds"], &[]);
    let export = run(&folder, &["export", "published", "--dialect", "anthropic"]);
    assert_eq!(export.stdout.matches("\"i3\"").count(), 1, "{export:#?}");
    let generate = ["generate", "published", "-o", "client.rs"];
    run(&folder, &generate).assert(0, &["client.rs: written, client of published"], &[]);
    run(&folder, &[&generate[..], &["--check"]].concat()).assert(0, &["up to date"], &[]);
    let client = fs::read_to_string(folder.join("client.rs")).unwrap();
    let builder = a2t_codegen::Builder::new("published").root(&folder);
    assert_eq!(builder.source().unwrap(), client);
    fs::write(folder.join("steps.md"), "Call `add()`, then `ping()`.\n").unwrap();
    let procedure = ["procedure", "steps.md", "--catalog", "published"];
    run(&folder, &procedure).assert(0, &["2 tools, 2 mentions"], &[]);
}

#[test]
fn two_folders_are_two_states_of_all_versions() {
    let folder = package("documents-diff");
    let later = package("documents-diff-later");
    write(&later, "published/add/v4.json", &version(ADD, "add", 4));
    let [old, new] = [&folder, &later].map(|root| root.join("published").display().to_string());
    let diff = |from: &str, to: &str| run(&folder, &["diff", from, to]);
    diff(&old, &new).assert(0, &["protocol: compatible"], &[]);
    let missing = ["A2T-L006", "1 error"];
    diff(&new, &old).assert(1, &missing, &[]);
    // An older version is missed as well, unless it is on record as retired.
    let path = later.join("published/add/v2.json");
    fs::remove_file(&path).unwrap();
    diff(&old, &new).assert(1, &missing, &[]);
    retire(&later, "published/add/v2.retired.json", ADD, 2);
    diff(&old, &new).assert(0, &["protocol: compatible"], &[]);
    fs::remove_dir_all(later.join("published/ping")).unwrap();
    diff(&old, &new).assert(1, &missing, &[]);
    let one = later.join("published/add").display().to_string();
    diff(&old, &one).assert(0, &["protocol: compatible"], &[]);
}

/// The body of a reply to a `GET`.
fn get(address: &str, path: &str) -> Value {
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    serde_json::from_str(reply.split_once("\r\n\r\n").unwrap().1).unwrap()
}

#[test]
fn a_mock_serves_every_version_of_a_folder() {
    let folder = package("documents-mock");
    let mut server = Command::new(env!("CARGO_BIN_EXE_cargo-a2t"))
        .args(["a2t", "mock", "published"])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let stdout = server.stdout.take().unwrap();
    BufReader::new(stdout).read_line(&mut line).unwrap();
    let (address, rest) = line.strip_prefix("http://").unwrap().split_once(' ').unwrap();
    assert_eq!(rest, "serves 2 tools; ctrl-c ends it\n");
    let versions = get(address, &format!("/tools/{ADD}/versions"));
    server.kill().unwrap();
    server.wait().unwrap();
    let numbers = versions["items"].as_array().unwrap().iter();
    let numbers: Vec<_> = numbers.map(|tool| [&tool["version"], &tool["currentVersion"]]).collect();
    assert_eq!(numbers, [[3, 3], [2, 3]]);
}

#[test]
fn what_is_no_version_is_reported_with_its_file() {
    let folder = package("documents-wrong");
    let tombstone = "published/add/v1.retired.json";
    let was =
        format!("not a signature: version 1 of the tool {ADD} was retired, \"Nobody calls it.\"");
    let location = format!("{tombstone}:1:1: {was}");
    run(&folder, &["list", tombstone]).assert(2, &[], &[&location]);
    let expected = format!("error[published]: {was}\n  --> {tombstone}:1:1\n");
    let help = "   = help: name another version, or the folder of the tool\n";
    run(&folder, &["lint", tombstone]).assert(1, &[&expected, help], &[]);

    // Each command names the file, and lint the line.
    let file = folder.join("published/ping/v1.json");
    let sound = fs::read_to_string(&file).unwrap();
    fs::write(&file, sound.replace("\"ping\"", "\"\"")).unwrap();
    let generate = ["generate", "published", "-o", "client.rs"];
    let commands: [&[&str]; 4] = [
        &["list", "published"],
        &["export", "published", "--dialect", "mcp"],
        &generate,
        &["diff", "published", "published"],
    ];
    for arguments in commands {
        run(&folder, arguments).assert(2, &[], &["published/ping/v1.json: /name: "]);
    }
    let lint = ["error[A2T-14]", "\n  --> published/ping/v1.json:3:11\n", "1 error"];
    run(&folder, &["lint", "published"]).assert(1, &lint, &[]);

    // Two tools of one name are served by no server together.
    fs::write(&file, sound.replace("\"ping\"", "\"add\"")).unwrap();
    let duplicates =
        "published/ping/v1.json: its tool has the name `add`, as that of published/add/v3.json has";
    run(&folder, &["list", "published"]).assert(2, &[], &[duplicates]);
    let lint = ["error[A2T-15]", "\n  --> published/ping/v1.json:3:11\n"];
    run(&folder, &["lint", "published"]).assert(1, &lint, &[]);
    fs::write(&file, sound).unwrap();

    run(&folder, &["list", "."]).assert(
        2,
        &[],
        &["no published version is there", "did you mean `./published`?"],
    );
}

#[test]
#[cfg(unix)]
fn only_regular_files_of_some_size_are_read() {
    let folder = package("documents-bounds");
    let pipe = folder.join("published/ping/v2.json");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let lines = ["published/ping/v2.json: not a regular file"];
    for command in [&["list", "published"][..], &["lint", "published"]] {
        run(&folder, command).assert(2, &[], &lines);
    }
    fs::remove_file(&pipe).unwrap();
    let long = fs::File::create(&pipe).unwrap();
    long.set_len(9 << 20).unwrap();
    let lines = ["published/ping/v2.json: more than 8388608 bytes"];
    run(&folder, &["list", "published"]).assert(2, &[], &lines);
}
