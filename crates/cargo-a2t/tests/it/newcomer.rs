//! The command line in the hands of people who know others: help in each spelling, words of other
//! programs, a reader that goes away, a file that is `-`, every format of every command.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::vendor::{Vendor, page, reply, run, scratch, tool, weather};
use serde_json::{Value, json};

/// Every command, with arguments that print something.
const COMMANDS: [(&str, &[&str]); 18] = [
    ("publish", &["--manifest-path", "none/Cargo.toml"]),
    ("check", &["--manifest-path", "none/Cargo.toml"]),
    ("fetch", &["two.json", "-o", "fetched.json", "--all"]),
    ("import", &["mcp.json", "-o", "imported.json"]),
    ("generate", &["two.json", "-o", "two.rs"]),
    ("export", &["two.json", "--dialect", "anthropic"]),
    ("lint", &["two.json"]),
    ("procedure", &["steps.md", "--catalog", "two.json"]),
    ("list", &["two.json"]),
    ("show", &["two.json", "add"]),
    ("call", &["two.json", "add"]),
    ("mock", &["none.json"]),
    ("conformance", &["http://127.0.0.1:9"]),
    ("queue", &["--store", "sqlite:none.db"]),
    ("diff", &["two.json", "one.json"]),
    ("explain", &["--all"]),
    ("completions", &["bash"]),
    ("man", &["manual"]),
];

fn filled(name: &str) -> PathBuf {
    let folder = scratch(name);
    let mut newer = tool(1, "add");
    (newer["version"], newer["currentVersion"]) = (json!(2), json!(2));
    let mut older = tool(1, "add");
    older["currentVersion"] = json!(2);
    let mcp =
        json!({"tools": [{"name": "x", "inputSchema": {"type": "object", "properties": {}}}]});
    let documents =
        [("two.json", json!([newer, older])), ("one.json", json!([weather()])), ("mcp.json", mcp)];
    for (file, document) in documents {
        fs::write(folder.join(file), document.to_string()).unwrap();
    }
    fs::write(folder.join("steps.md"), "Ask `subtract()`.\n").unwrap();
    folder
}

#[test]
fn help_is_the_same_in_each_spelling() {
    let folder = scratch("newcomer-help");
    let listed = run(&folder, &["--help"]).stdout;
    for (command, _) in COMMANDS {
        assert!(listed.contains(&format!("\n  {command} ")), "{command}");
        let long = run(&folder, &[command, "--help"]);
        long.assert(0, &["Usage: cargo a2t", "--format"], &[]);
        assert_eq!(run(&folder, &["help", command]).stdout, long.stdout, "{command}");
        let short = run(&folder, &[command, "-h"]);
        short.assert(0, &["Usage: cargo a2t"], &[]);
        let words = |text: &str| text.split_whitespace().count();
        assert!(words(&short.stdout) <= words(&long.stdout) + 4, "{command}");
    }
    let names = listed.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = names.lines().filter(|line| !line.starts_with("   ")).count();
    assert_eq!(names, COMMANDS.len() + 1, "a command without a row here");
    for version in ["-V", "--version"] {
        run(&folder, &[version]).assert(0, &["cargo-a2t "], &[]);
    }
    assert_eq!(run(&folder, &["help"]).stdout, listed);
}

#[test]
fn a_command_without_arguments_says_which_it_needs() {
    let folder = scratch("newcomer-bare");
    // These three need none.
    let bare = ["publish", "check", "explain"];
    for (command, _) in COMMANDS.iter().filter(|(command, _)| !bare.contains(command)) {
        let ran = run(&folder, &[command]);
        assert_eq!(ran.status, 2, "{ran:#?}");
        assert!(ran.stdout.is_empty() && ran.stderr.starts_with("error: "), "{ran:#?}");
        assert!(!ran.stderr.contains("panicked"), "{ran:#?}");
    }
}

/// Each command has each format that its help lists, and refuses the others by name.
#[test]
fn every_format_of_every_command_is_one() {
    let folder = filled("newcomer-formats");
    for (command, arguments) in COMMANDS {
        let help = run(&folder, &[command, "--help"]).stdout;
        let (_, listed) = help.split_once("--format <FORMAT>").unwrap();
        let (_, listed) = listed.split_once("[possible values: ").unwrap();
        let listed: String = listed.split(']').next().unwrap().split_whitespace().collect();
        let listed: Vec<_> = listed.split(',').collect();
        for format in ["human", "json", "github", "markdown", "sarif", "junit", "html", "yaml"] {
            let ran = run(&folder, &[&[command, "--format", format], arguments].concat());
            let text = format!("{}{}", ran.stdout, ran.stderr);
            assert!(!text.contains("panicked"), "{ran:#?}");
            let refused = format!("invalid value '{format}' for '--format");
            assert_eq!(!listed.contains(&format), text.contains(&refused), "{command}: {ran:#?}");
            if listed.contains(&format) && format == "json" {
                ran.json();
            }
            if listed.contains(&format) && format == "sarif" && ran.stdout.starts_with('{') {
                let log: Value = serde_json::from_str(&ran.stdout).unwrap();
                assert_eq!(log["version"], "2.1.0", "{command}");
            }
        }
    }
}

/// `cargo a2t … | head -1`: a reader that stops ends the command without a message.
#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = filled("newcomer-pipe");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    for (command, arguments) in COMMANDS {
        let whole = run(&folder, &[&[command], arguments].concat());
        let mut child = Command::new(env!("CARGO_BIN_EXE_cargo-a2t"));
        child.arg("a2t").arg(command).args(arguments).current_dir(&folder);
        child.stdin(Stdio::null()).stdout(writer.try_clone().unwrap());
        let output = child.output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(whole.status), "{command}: {stderr}");
        assert_eq!(stderr, whole.stderr, "{command}");
        // Nor is one that reads no errors.
        child.stdout(Stdio::null()).stderr(writer.try_clone().unwrap());
        assert_eq!(child.status().unwrap().code(), Some(whole.status), "{command}");
    }
}

#[test]
fn a_version_that_is_not_there_is_reported_with_those_that_are() {
    let folder = filled("newcomer-versions");
    let vendor = Vendor::new(|request| {
        if request.line.contains("/versions/") {
            reply("404 Not Found", "{}")
        } else {
            page(&[tool(1, "add")])
        }
    });
    let commands: [&[&str]; 8] = [
        &["show", "two.json"],
        &["show", &vendor.root],
        &["call", &vendor.root],
        &["generate", "two.json", "-o", "x.rs", "--tool"],
        &["export", "two.json", "--dialect", "anthropic", "--tool"],
        &["fetch", "two.json", "-o", "x.json", "--tool"],
        &["fetch", &vendor.root, "-o", "x.json", "--tool"],
        &["fetch", "two.json", "-o", "x.json", "--hold"],
    ];
    for command in commands {
        let check = |tool: &str, parts: &[&str]| {
            run(&folder, &[command, &[tool]].concat()).assert(2, &[], parts);
        };
        check("add@9", &["add", "9", "1"]);
        for misspelt in ["ad", "ad@1", "add@0", "add@v1", "add@"] {
            if command.last() != Some(&"--hold") {
                check(misspelt, &["no tool is called", "; did you mean `add`? `cargo a2t list`"]);
            }
        }
        check("completely_different@1", &["no tool is called", "; `cargo a2t list`"]);
    }
    assert!(!folder.join("x.json").exists() && !folder.join("x.rs").exists());
}

#[test]
fn a_dash_is_not_a_file_to_write() {
    let folder = filled("newcomer-dash");
    let commands: [&[&str]; 3] =
        [&["fetch", "two.json"], &["import", "mcp.json"], &["generate", "two.json"]];
    for command in commands {
        for flag in [&["-o", "-"][..], &["-o-"], &["--output=-"]] {
            let reason = "`-` is not the path of a file";
            run(&folder, &[command, flag].concat()).assert(2, &[], &[reason]);
            assert!(!folder.join("-").exists());
        }
    }
}

#[test]
fn words_of_other_programs_lead_to_ours() {
    let folder = filled("newcomer-words");
    let cases: [(&[&str], &str); 5] = [
        (&["version"], "a similar subcommand exists: '--version'"),
        (&["validate", "two.json"], "a similar subcommand exists: 'lint'"),
        (&["list", "two.json", "--json"], "a similar argument exists: '--format json'"),
        (&["call", "two.json", "add"], "serve the file with `cargo a2t mock two.json`"),
        (&["list", "localhost:8080"], "localhost:8080: No such file"),
    ];
    for (arguments, part) in cases {
        run(&folder, arguments).assert(2, &[], &[part]);
    }
}

/// What brings a client up to date is the command that was checked, with all its flags.
#[test]
fn a_client_is_brought_up_to_date_by_the_command_that_is_reported() {
    let folder = filled("newcomer-again");
    let flags = ["--tool", "add@1", "--tool", "add@2", "--module", "sums", "--derive", "Eq, Hash"];
    let flags = [&flags[..], &["--rename", "add@1=old_sum"]].concat();
    let check = [&["generate", "two.json", "-o", "x.rs", "--check"], &flags[..]].concat();
    let ran = run(&folder, &check);
    let command = ran.stdout.split_once("to bring it up to date: cargo a2t ").unwrap().1;
    assert_eq!(ran.status, 1, "{ran:#?}");
    in_shell(&folder, command.lines().next().unwrap());
    run(&folder, &check).assert(0, &["up to date"], &[]);
}

/// Runs a command as it was printed.
fn in_shell(folder: &Path, line: &str) {
    let line = format!("\"{}\" a2t {line}", env!("CARGO_BIN_EXE_cargo-a2t"));
    let status = Command::new("sh").args(["-c", &line]).current_dir(folder).status().unwrap();
    assert!(status.success(), "{line}");
}
