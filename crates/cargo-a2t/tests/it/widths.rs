//! Every command that prints what others wrote, on narrow and on wide terminals: lines fit, nothing of it
//! acts on the terminal or on a workflow runner, and a screen is not flooded.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod documents;
mod package;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::project::Project;
use crate::vendor::{Ran, Vendor, run, run_with, scratch, weather};
use documents::{ESCAPES, LONG, WIDE, filled, vendor};
use package::{edit, package};
use serde_json::json;
use unicode_width::UnicodeWidthStr as _;

/// Exit status and arguments, in which `URL` is the vendor's root.
type Command = (i32, &'static [&'static str]);

/// Commands that print nothing that others wrote, and why.
const ELSEWHERE: &[(&str, &str)] = &[("completions", "a script that only a shell reads")];

/// Columns of a label and its word's marks.
const LABEL: usize = 24;

const STORE: &str = "sqlite:calls.db";

/// Asserts that lines fit, except for one word that has no room next to its label, and for what is
/// quoted as it is.
fn assert_fits(columns: usize, arguments: &[&str], ran: &Ran) {
    for line in ran.stdout.lines().chain(ran.stderr.lines()) {
        let start = line.trim_start();
        assert!(!start.starts_with("::") && !start.starts_with("##["), "{arguments:?}: {line}");
        // Messages are one line each, as the compiler's are, and what changed is shown whole: a cut
        // would hide the end of it from who approves it.
        let message = [
            "error",
            "warning",
            "note",
            "= ",
            "| + ",
            "| - ",
            "added",
            // Values on both sides, as the compiler prints them below its message.
            "published: ",
            "the code: ",
            "rule A2T-",
            "left out",
            "\"",
        ];
        let is_message = message.iter().any(|begin| start.starts_with(begin))
            || line.contains(" [A")
            || ran.status == 2;
        // A colon that a runner would take for a command is printed as `\u{3a}`.
        let line = line.replacen("\\u{3a}", ":", 1);
        let longest = line.split(' ').map(|word| word.width()).max().unwrap_or_default();
        let fits = line.width() <= columns || longest + LABEL > columns;
        assert!(fits || is_message, "{} of {columns} in {arguments:?}: {line}", line.width());
    }
}

/// Commands in a folder of documents, in their order.
const LOOKS: &[Command] = &[
    (0, &["list", "old.json"]),
    (0, &["list", "broken.json"]),
    (0, &["list", "URL"]),
    (0, &["show", "old.json", WIDE]),
    (0, &["show", "old.json", LONG]),
    (0, &["show", "old.json", "::error::x y"]),
    (2, &["show", "URL", ESCAPES]),
    (0, &["call", "URL", "lookup_weather_by_city", "City=Omaha"]),
    (1, &["conformance", "URL"]),
    (1, &["call", "URL", "lookup_weather_by_city", WRONG]),
    (0, &["lint", "old.json"]),
    (1, &["lint", "broken.json"]),
    (1, &["lint", "URL"]),
    (1, &["diff", "old.json", "new.json"]),
    (2, &["diff", "old.json", "broken.json"]),
    (1, &["procedure", "steps.md", "--catalog", "old.json"]),
    (1, &["fetch", "new.json", "-o", "approved.json"]),
    (1, &["fetch", "new.json", "-o", "approved.json", "--check"]),
    (2, &["fetch", "URL", "-o", "none.json"]),
    (0, &["generate", "old.json", "-o", "client.rs"]),
    (2, &["mock", "broken.json"]),
    (2, &["mock", "old.json", "--replies", "replies.json"]),
    (0, &["queue", "--store", STORE]),
    (0, &["queue", "--store", STORE, "list", "--calls"]),
    (0, &["explain"]),
    (0, &["explain", "--all"]),
    (2, &["explain", ESCAPES]),
    (0, &["man", "pages"]),
];

const IMPORTS: &[Command] = &[
    (1, &["import", "mcp.json", "-o", "imported.json"]),
    (0, &["import", "mcp.json", "-o", "imported.json", "--check"]),
    (1, &["import", "mcp.json", "-o", "imported.json", "--lossy", "--check"]),
    (1, &["import", "mcp.json", "-o", "one.json", "--tool", LONG]),
    (2, &["import", "mcp.json", "-o", "one.json", "--tool", "::error::x"]),
    (2, &["import", "mcp.json", "-o", "named.json", "--source", ESCAPES]),
    (2, &["import", "mcp.json", "-o", "imported.json", "--source", WIDE]),
    (1, &["import", "mcp.json", "-o", "imported.json", "--tool-version", "1", "--lossy"]),
    (2, &["import", "mcp.json", "--from", ESCAPES]),
    (2, &["import", "mcp.json", "--from", "openapi"]),
    (1, &["import", "anthropic.json"]),
    (1, &["import", "anthropic.json", "--lossy"]),
    (1, &["import", "openai.json"]),
    (1, &["import", "openai.json", "--check", "--all", "--lossy"]),
    (1, &["import", "openapi.json"]),
    (0, &["import", "openapi.json", "--check"]),
    (2, &["import", "broken.json"]),
    (2, &["import", ESCAPES]),
];

const SERVER: &[&str] = &[
    "export",
    "old.json",
    "--dialect",
    "mcp-server-json",
    "--name",
    "com.example/weather",
    "--description",
    WIDE,
    "--server-version",
    "1.2.0",
    "--remote",
    "https://api.example.com/mcp",
];

/// For each dialect, in its strict mode and without.
const EXPORTS: &[Command] = &[
    (0, SERVER),
    (2, &["export", "old.json", "--dialect", "mcp-server-json", "--name", ESCAPES]),
    (0, &["export", "old.json", "--dialect", "openapi", "--title", ESCAPES]),
    (0, &["export", "old.json", "--dialect", "openapi", "--server-url", ESCAPES]),
    (0, &["export", "old.json", "--dialect", "mcp", "--tool", WIDE]),
    (2, &["export", "old.json", "--dialect", "mcp", "--tool", ESCAPES]),
    (2, &["export", "old.json", "--dialect", ESCAPES]),
    (2, &["export", "broken.json", "--dialect", "mcp"]),
    (2, &["export", "URL", "--dialect", "mcp"]),
];

/// The messages for a package without published files, in their order.
const NEW: &[Command] = &[
    (0, &["publish", "--dry-run"]),
    (1, &["check"]),
    (2, &["publish", "--retire", ESCAPES, "--reason", "x"]),
    (2, &["publish", "--package", ESCAPES]),
];

/// The messages for one whose published files have other content.
const EDITED: &[Command] = &[
    (1, &["check"]),
    (1, &["publish"]),
    (0, &["check", "--no-build"]),
    (2, &["publish", "--retire", "::error::x z@1", "--reason", "x"]),
    (2, &["publish", "--retire", "::error::x y@7", "--reason", "x"]),
    (0, &["publish", "--retire", "::error::x y@1", "--reason", WIDE, "--dry-run"]),
    (2, &["check", "--no-build", "--against", "URL"]),
];

/// The messages for one whose published files are broken.
const BROKEN: &[Command] = &[(1, &["check", "--no-build"]), (1, &["publish"])];

const WRONG: &str = "天気を調べる=\u{1b}]0;owned\u{7}\u{1b}[2J\n::error::owned";

/// Runs each at both widths; what is written the first time is unchanged the second.
fn run_each(commands: &[Command], url: &str, ran: impl Fn(&[&str], &str) -> Ran) {
    for (status, command) in commands {
        let command: Vec<_> =
            command.iter().map(|word| if *word == "URL" { url } else { word }).collect();
        for columns in [80, 200] {
            let ran = ran(&command, &columns.to_string());
            assert_eq!(ran.status, *status, "{command:?}: {ran:#?}");
            assert_fits(columns, &command, &ran);
        }
    }
}

#[test]
fn what_others_wrote_fits_the_terminal_and_does_not_act_on_it() {
    let folder = filled("widths");
    let vendor = vendor();
    let fetch = ["fetch", "old.json", "-o", "approved.json"];
    run(&folder, &fetch).assert(0, &["written, 3 tools"], &[]);
    let run = |command: &[&str], columns: &str| run_with(&folder, command, &[("COLUMNS", columns)]);
    run_each(LOOKS, &vendor.root, run);
    run_each(IMPORTS, &vendor.root, run);
    run_each(EXPORTS, &vendor.root, run);
}

/// The dialects are those that the help names.
#[test]
fn what_others_wrote_is_exported_to_each_dialect() {
    let folder = filled("widths-export");
    let help = run(&folder, &["export", "--help"]).stdout;
    let named = help.split("[possible values: ").nth(1).unwrap().split(']').next().unwrap();
    let dialects: Vec<_> = named.split([',', ' ', '\n']).filter(|name| !name.is_empty()).collect();
    assert!(dialects.len() > 15, "{dialects:?}");
    for dialect in dialects.into_iter().filter(|dialect| *dialect != "mcp-server-json") {
        for strict in [&[][..], &["--strict"]] {
            let command = [&["export", "old.json", "--dialect", dialect], strict].concat();
            for columns in [80, 200] {
                let ran = run_with(&folder, &command, &[("COLUMNS", &columns.to_string())]);
                assert_fits(columns, &command, &ran);
            }
        }
    }
}

#[test]
fn what_a_package_has_published_fits_the_terminal() {
    let project = package("widths-package");
    let vendor = vendor();
    let each = |commands| {
        let run = |command: &[&str], columns: &str| project.a2t_with(command, "COLUMNS", columns);
        run_each(commands, &vendor.root, run);
    };
    each(NEW);
    let published = project.a2t(&["publish"]);
    assert!(published.stdout.ends_with("3 versions published; commit what was written\n"));
    edit(&project);
    each(EDITED);
    assert_reported_once(&project);
    damage(&project);
    each(BROKEN);
}

/// Neither by the compiler in addition to the command, nor for the library and again for the
/// program.
fn assert_reported_once(project: &Project) {
    let ran = project.a2t(&["check"]);
    let expected = format!("`{LONG}` version 1 is published, and the code differs at description");
    assert_eq!(ran.stdout.matches(&expected).count(), 1, "{ran:#?}");
    assert!(!ran.stderr.contains(&expected), "{ran:#?}");
}

/// Files and a list of files that `publish` would never write.
fn damage(project: &Project) {
    let list = project.read("published/SHA256SUMS");
    project.write("published/SHA256SUMS", &format!("{list}{ESCAPES}\n::error::x  {WIDE}\n"));
    project.write(&format!("published/{WIDE}/v1.json"), ESCAPES);
    project.write("published/other/v1.json", &json!({ESCAPES: WIDE}).to_string());
}

/// A command that is missing here is found here.
#[test]
fn every_command_of_the_help_is_run_or_has_a_reason() {
    let tables = [LOOKS, IMPORTS, EXPORTS, NEW, EDITED, BROKEN];
    let run: BTreeSet<_> = tables.into_iter().flatten().map(|(_, command)| command[0]).collect();
    let page = include_str!("../../../../docs/cli.md");
    let all: BTreeSet<_> =
        page.lines().filter_map(|line| line.strip_prefix("## cargo a2t ")).collect();
    assert!(all.len() > 15, "{all:?}");
    let elsewhere = ELSEWHERE.iter().map(|(command, _)| *command);
    let known: BTreeSet<_> = run.iter().copied().chain(elsewhere).collect();
    assert_eq!(known, all, "run it in a table of this file, or say in `ELSEWHERE` why not");
    assert!(ELSEWHERE.iter().all(|(command, _)| !run.contains(command)), "not elsewhere");
}

/// A screen or two, for any number of a vendor's changes to one tool.
#[test]
fn one_tool_does_not_flood_the_screen() {
    let folder = scratch("widths-flood");
    let mut noisy = weather();
    for number in 0..5_000 {
        noisy[format!("extra{number}")] = json!(number);
    }
    fs::write(folder.join("noisy.json"), noisy.to_string()).unwrap();
    let vendor = Vendor::of(&[noisy]);
    let lines = |arguments: &[&str]| lines(&folder, arguments);
    for command in [
        &["fetch", &*vendor.root, "-o", "w.json"][..],
        &["fetch", "noisy.json", "-o", "w.json"],
        &["list", "noisy.json"],
        &["show", &vendor.root, "lookup_weather_by_city"],
    ] {
        let count = lines(command);
        assert!(count <= 120, "{count} lines of {command:?}");
    }
}

fn lines(folder: &Path, arguments: &[&str]) -> usize {
    let ran = run(folder, arguments);
    assert_eq!(ran.status, 0, "{arguments:?}");
    ran.stdout.lines().count() + ran.stderr.lines().count()
}
