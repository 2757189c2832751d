//! Runs the commands of three pages of the book: of `docs/vendors.md` against the library that it builds, of
//! `docs/start.md` and `docs/agents.md` against the vendors that they start.
#![allow(clippy::panic, clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice)]

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc;
use std::thread;

use crate::vendor::{run, run_with, scratch};
use axum::Router;
use library::{Library, website};

const AGENTS: &str = include_str!("../../../../docs/agents.md");
const START: &str = include_str!("../../../../docs/start.md");
const VENDORS: &str = include_str!("../../../../docs/vendors.md");
/// Where the pages serve tools.
const ROOT: &str = "http://127.0.0.1:8080";

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

#[expect(dead_code, reason = "`main` runs in the program only")]
mod hello {
    include!("../../../../examples/hello/src/main.rs");

    pub(super) fn tools() -> a2t::Toolset<()> {
        a2t::toolset![add]
    }
}

#[expect(dead_code, reason = "`main` runs in the program only")]
mod weather {
    include!("../../../../examples/readme/src/bin/vendor.rs");

    pub(super) fn tools() -> a2t::Toolset<()> {
        a2t::toolset![lookup_weather_by_city]
    }
}

/// Returns each command of a page, without the comment after it, and what it prints.
fn commands(page: &'static str) -> Vec<(&'static str, &'static str)> {
    let blocks = page.split("```console\n").skip(1);
    let blocks = blocks.map(|rest| rest.split("```").next().unwrap());
    let commands = blocks.flat_map(|block| block.strip_prefix("$ ").unwrap().split("\n$ "));
    commands.map(|command| parts(command, 0)).collect()
}

/// Splits a command from what it prints; a line that ends with a backslash goes on.
fn parts(command: &'static str, from: usize) -> (&'static str, &'static str) {
    let Some(end) = command[from..].find('\n').map(|end| from + end) else {
        return (command.split("   #").next().unwrap(), "");
    };
    if command[..end].ends_with('\\') {
        return parts(command, end + 1);
    }
    (command[..end].split("   #").next().unwrap(), &command[end + 1..])
}

/// Returns the arguments of a command, of which some are quoted.
fn arguments(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let (word, after) = match first {
            '\'' | '"' => rest[1..].split_once(first).unwrap(),
            _ => rest.split_once(' ').unwrap_or((rest, "")),
        };
        words.push(word.to_owned());
        rest = after.trim_start_matches(['\\', '\n', ' ']);
    }
    words
}

/// Runs `curl`, and returns what it prints; `None` where it is not installed.
fn curl(line: &str) -> Option<String> {
    let words = arguments(line);
    match Command::new(&words[0]).args(&words[1..]).output() {
        Ok(output) => Some(String::from_utf8(output.stdout).unwrap()),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => panic!("{line}: {error}"),
    }
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

/// Serves a router on a free port until the test ends. Returns the root of its URLs.
fn serve(router: impl AsyncFnOnce() -> Router + Send + 'static) -> String {
    let (send, address) = mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let server =
                a2t::Server::from_router(router().await).bind("127.0.0.1:0").await.unwrap();
            send.send(server.local_addr()).unwrap();
            server.serve().await.unwrap();
        });
    });
    format!("http://{}", address.recv().unwrap())
}

/// Returns the website of a library with these readers.
async fn website_with(readers: Vec<(&str, &str)>) -> Router {
    let library = Library::in_memory().await.unwrap();
    for (reader, scopes) in readers {
        library.add_reader(reader, &token(reader), scopes).await.unwrap();
    }
    website(library)
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
    let commands = commands(VENDORS);
    let readers = commands.iter().filter_map(|(line, _)| reader(line)).collect();
    let root = serve(async || website_with(readers).await);
    let folder = scratch("guide");
    let mut variables = BTreeMap::new();
    for (line, prints) in &commands {
        if let Some(export) = line.strip_prefix("export ") {
            let (name, value) = export.split_once('=').unwrap();
            variables.insert(name, expanded(value, &variables));
        } else if *line == "cargo a2t publish -p library" {
            // All of it is published, which the compiler holds the code to; the files are whole.
            let library = examples().join("library");
            run(&library, &["check", "--no-build"]).assert(0, &["all checks passed"], &[]);
            let tools = fs::read_dir(library.join("published")).unwrap();
            let count = tools.filter(|tool| tool.as_ref().unwrap().path().is_dir()).count();
            assert_eq!(*prints, format!("nothing is new: {count} versions as published\n"));
        } else if let Some(line) = line.strip_prefix("cargo a2t ") {
            let line = line.replace(ROOT, &root);
            let words: Vec<_> = line.split(' ').collect();
            let known: Vec<_> =
                variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let ran = run_with(&folder, &words, &known);
            assert_eq!(ran.stdout.replace(&root, ROOT), *prints, "{line}: {ran:#?}");
            assert_eq!((ran.status, &*ran.stderr), (0, ""), "{line}");
        } else if line.starts_with("curl ") {
            match curl(&expanded(&line.replace(ROOT, &root), &variables)) {
                // The list of the librarian, which is long.
                Some(output) if prints.is_empty() => {
                    assert!(output.contains("add_book"), "{output}")
                }
                Some(output) => assert_eq!(output.trim_end(), prints.trim_end(), "{line}"),
                None => eprintln!("skipped: curl is not installed"),
            }
        } else {
            assert!(line.starts_with("cargo run -p library -- sqlite:library.db"), "{line}");
        }
    }
    assert!(commands.len() > 4 && variables.len() > 1, "{commands:?}");

    // The agent of the guide has what its developer fetched.
    let approved = |path: PathBuf| a2t_codegen::snapshot::read(&fs::read(path).unwrap()).unwrap();
    let snapshot = "examples/library-agent/approved/library.json";
    let fetched = approved(folder.join(snapshot));
    let committed = approved(examples().join("..").join(snapshot));
    assert_eq!(fetched.tools, committed.tools);
    assert_eq!(
        (fetched.headers, ROOT),
        (committed.headers, &*committed.source.to_string().replace("/api/v1", ""))
    );
}

/// Runs the commands of a page that name this server, and compares what they print. Returns their number.
fn compare(page: &'static str, folder: &str, tools: fn() -> a2t::Toolset<()>) -> usize {
    let root = serve(async move || tools().into_router());
    let folder = scratch(folder);
    let commands = commands(page).into_iter().filter(|(line, _)| line.contains(ROOT));
    let compare = |(line, prints): (&str, &str)| {
        let words = line.strip_prefix("cargo a2t ").unwrap().replace(ROOT, &root);
        let ran = run(&folder, &words.split(' ').collect::<Vec<_>>());
        let output = ran.stdout.replace(&root, ROOT);
        assert_eq!(output.trim_end(), prints.trim_end(), "{line}: {ran:#?}");
        assert_eq!((ran.status, &*ran.stderr), (0, ""), "{line}");
    };
    commands.map(compare).count()
}

#[test]
fn the_first_tool_is_listed_and_called_as_the_page_shows() {
    assert_eq!(compare(START, "start", hello::tools), 2);
}

#[test]
fn an_agent_developer_fetches_what_the_page_shows() {
    assert_eq!(compare(AGENTS, "agents", weather::tools), 1);
}
