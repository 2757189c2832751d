//! The commands in `docs/guide.md`, against the library that it builds.
#![allow(clippy::panic, clippy::unwrap_used)]

mod vendor;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;

use library::{Library, website};
use vendor::{run, run_with, scratch};

const GUIDE: &str = include_str!("../../../docs/guide.md");
/// Where the library of the guide is served.
const ROOT: &str = "http://127.0.0.1:8080";

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// Each command of the guide, without the remark behind it, and what it prints.
fn commands() -> Vec<(&'static str, &'static str)> {
    let blocks = GUIDE.split("```console\n").skip(1);
    let blocks = blocks.map(|rest| rest.split("```").next().unwrap());
    let commands = blocks.flat_map(|block| block.strip_prefix("$ ").unwrap().split("\n$ "));
    let parts = commands.map(|command| command.split_once('\n').unwrap_or((command, "")));
    parts.map(|(line, prints)| (line.split("   #").next().unwrap(), prints)).collect()
}

/// Reader and scopes of a command that adds one; `None` of the one that serves.
fn reader(line: &str) -> Option<(&str, &str)> {
    let arguments = line.split_once("cargo run -p library -- ")?.1.trim_end_matches(')');
    let (reader, scopes) = arguments.strip_prefix("sqlite:library.db")?.trim().split_once(' ')?;
    Some((reader, scopes.trim_matches('"')))
}

fn token(reader: &str) -> String {
    format!("token-of-{reader}")
}

/// Serves the library with these readers on a free port until the test ends.
fn serve(readers: Vec<(&'static str, &'static str)>) -> String {
    let (send, address) = mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let library = Library::in_memory().await.unwrap();
            for (reader, scopes) in readers {
                library.add_reader(reader, &token(reader), scopes).await.unwrap();
            }
            let server = a2t::Server::of_router(website(library));
            let server = server.bind("127.0.0.1:0").await.unwrap();
            send.send(server.local_addr()).unwrap();
            server.serve().await.unwrap();
        });
    });
    format!("http://{}", address.recv().unwrap())
}

/// The value that a shell gives a variable.
fn expanded(value: &str, variables: &BTreeMap<&str, String>) -> String {
    if let Some(command) = value.strip_prefix("$(") {
        return token(reader(command).unwrap().0);
    }
    let mut value = value.trim_matches('"').to_owned();
    for (name, known) in variables {
        value = value.replace(&format!("${name}"), known);
    }
    value
}

#[test]
fn every_command_of_the_guide_does_what_it_says() {
    let commands = commands();
    let root = serve(commands.iter().filter_map(|(line, _)| reader(line)).collect());
    let folder = scratch("guide");
    let mut variables = BTreeMap::new();
    for (line, prints) in &commands {
        if let Some(export) = line.strip_prefix("export ") {
            let (name, value) = export.split_once('=').unwrap();
            variables.insert(name, expanded(value, &variables));
        } else if *line == "cargo a2t publish" {
            // All of it is published, which the compiler holds the code to; the files are whole.
            let library = examples().join("library");
            run(&library, &["check", "--no-build"]).assert(0, &["everything holds"], &[]);
        } else if let Some(line) = line.strip_prefix("cargo a2t ") {
            let line = line.replace(ROOT, &root);
            let words: Vec<_> = line.split(' ').collect();
            let known: Vec<_> =
                variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let ran = run_with(&folder, &words, &known);
            assert_eq!(ran.stdout.replace(&root, ROOT), *prints, "{line}: {ran:#?}");
            assert_eq!((ran.status, &*ran.stderr), (0, ""), "{line}");
        } else {
            assert!(line.starts_with("cargo run -p library -- sqlite:library.db"), "{line}");
        }
    }
    assert!(commands.len() > 4 && variables.len() > 1, "{commands:?}");

    // The agent of the guide has what its developer fetched.
    let approved = |path: PathBuf| a2t_codegen::snapshot::read(&fs::read(path).unwrap()).unwrap();
    let fetched = approved(folder.join("approved/library.json"));
    let committed = approved(examples().join("library-agent/approved/library.json"));
    assert_eq!(fetched.tools, committed.tools);
    assert_eq!(
        (fetched.headers, ROOT),
        (committed.headers, &*committed.url.replace("/api/v1", ""))
    );
}
