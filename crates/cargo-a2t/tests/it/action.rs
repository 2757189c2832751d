//! The action that checks snapshots in pull requests: its YAML is read, and its steps are run as a runner does, with a
//! `gh` and a `npm` that write down what they are asked.
#![cfg(unix)]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::vendor::{SHELF, Vendor, run, scratch, tool, weather};
use serde_json::json;
use yaml_rust2::{Yaml, YamlLoader};

const PROGRAM: &str = env!("CARGO_BIN_EXE_cargo-a2t");

fn action() -> Yaml {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.github/actions/fetch-check/action.yml");
    YamlLoader::load_from_str(&fs::read_to_string(path).unwrap()).unwrap().remove(0)
}

/// A job of a pull request that uses the action.
struct Job {
    folder: PathBuf,
    inputs: BTreeMap<String, String>,
    event: &'static str,
}

/// What a run of all steps did.
struct Ran {
    status: i32,
    printed: String,
    summary: String,
    comments: String,
}

impl Job {
    fn new(name: &str) -> Self {
        let folder = scratch(name);
        for name in ["bin", "temp", "work"] {
            fs::create_dir(folder.join(name)).unwrap();
        }
        let job = Self { folder, inputs: BTreeMap::new(), event: "pull_request" };
        job.program("gh", "printf '%s|' \"$GH_REPO\" \"$GH_TOKEN\" \"$@\" >> ../gh.log; for last; do :; done; cat \"$last\" >> ../gh.log");
        job.program("npm", "printf '%s|' \"$@\" >> ../npm.log; while [ \"$1\" != --prefix ]; do shift; done; mkdir -p \"$2/node_modules/.bin\"; ln -sf \"$A2T\" \"$2/node_modules/.bin/a2t\"");
        job.set("program", PROGRAM).set("token", "t0ken")
    }

    fn set(mut self, name: &str, value: &str) -> Self {
        self.inputs.insert(name.to_owned(), value.to_owned());
        self
    }

    fn work(&self) -> PathBuf {
        self.folder.join("work")
    }

    fn program(&self, name: &str, script: &str) {
        let path = self.folder.join("bin").join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).unwrap_or_default()
    }

    /// The value of an expression of GitHub, of those that the action has.
    fn value(&self, expression: &str, outputs: &BTreeMap<String, String>) -> String {
        let one = |name: &str| match name {
            "github.event_name" => self.event.to_owned(),
            "github.repository" => "a2t-rs/a2t".to_owned(),
            "github.event.pull_request.number" => "7".to_owned(),
            _ if name.starts_with('\'') => name.trim_matches('\'').to_owned(),
            _ => match name.strip_prefix("inputs.") {
                Some(input) => {
                    let default = action()["inputs"][input]["default"].clone();
                    let default =
                        default.into_string().unwrap_or_else(|| panic!("no input {input}"));
                    self.inputs.get(input).cloned().unwrap_or(default)
                }
                None => outputs.get(name).cloned().unwrap_or_default(),
            },
        };
        let values = expression.split(" || ").map(|name| one(name.trim()));
        values.into_iter().find(|value| !value.is_empty()).unwrap_or_default()
    }

    fn holds(&self, condition: &str, outputs: &BTreeMap<String, String>) -> bool {
        condition.split(" && ").all(|one| {
            let (left, right) = one.split_once(" == ").unwrap();
            self.value(left, outputs) == self.value(right, outputs)
        })
    }

    /// Runs the steps in their order, up to the first that fails.
    fn run(&self) -> Ran {
        for name in ["summary.md", "gh.log", "output"] {
            fs::write(self.folder.join(name), "").unwrap();
        }
        let mut outputs = BTreeMap::new();
        let (mut status, mut printed) = (0, String::new());
        for step in action()["runs"]["steps"].as_vec().unwrap() {
            if step["if"].as_str().is_some_and(|condition| !self.holds(condition, &outputs)) {
                continue;
            }
            let mut bash = Command::new("bash");
            bash.args([
                "--noprofile",
                "--norc",
                "-e",
                "-o",
                "pipefail",
                "-c",
                step["run"].as_str().unwrap(),
            ]);
            let path = std::env::var("PATH").unwrap();
            bash.env("PATH", format!("{}:{path}", self.folder.join("bin").display()));
            for (name, file) in [
                ("RUNNER_TEMP", "temp"),
                ("GITHUB_OUTPUT", "output"),
                ("GITHUB_STEP_SUMMARY", "summary.md"),
            ] {
                bash.env(name, self.folder.join(file));
            }
            bash.env("A2T", PROGRAM);
            for (name, value) in step["env"].as_hash().unwrap() {
                let value = value
                    .as_str()
                    .unwrap()
                    .strip_prefix("${{ ")
                    .unwrap()
                    .strip_suffix(" }}")
                    .unwrap();
                bash.env(name.as_str().unwrap(), self.value(value, &outputs));
            }
            let output = bash.current_dir(self.work()).output().unwrap();
            printed.push_str(&String::from_utf8_lossy(&[output.stdout, output.stderr].concat()));
            status = output.status.code().unwrap();
            if status != 0 {
                break;
            }
            for line in self.read("output").lines() {
                let (key, value) = line.split_once('=').unwrap();
                outputs.insert(
                    format!("steps.{}.outputs.{key}", step["id"].as_str().unwrap()),
                    value.to_owned(),
                );
            }
            fs::write(self.folder.join("output"), "").unwrap();
        }
        Ran { status, printed, summary: self.read("summary.md"), comments: self.read("gh.log") }
    }
}

fn approved(job: &Job, vendor: &Vendor, file: &str) {
    run(&job.work(), &["fetch", &vendor.root, "-o", file]).assert(0, &["written"], &[]);
}

/// Lets a snapshot be of another vendor.
fn moved(job: &Job, file: &str, vendor: &Vendor) {
    let path = job.work().join(file);
    let mut snapshot = a2t_codegen::snapshot::read(&fs::read(&path).unwrap()).unwrap();
    snapshot.source = (*vendor.root).into();
    fs::write(path, snapshot.to_text()).unwrap();
}

#[test]
fn changes_are_in_the_summary_and_in_one_comment() {
    let job = Job::new("action-changes");
    let same = Vendor::of(&[tool(1, "add")]);
    approved(&job, &same, "approved/add.json");
    let ran = job.run();
    assert_eq!(ran.status, 0, "{}", ran.printed);
    assert!(ran.summary.contains("`1 snapshot: 1 up to date`"), "{}", ran.summary);
    approved(&job, &Vendor::of(&[weather()]), "approved/a weather.json");
    moved(&job, "approved/a weather.json", &Vendor::of(&[weather(), tool(2, "fresh")]));
    let ran = job.run();
    assert_eq!(ran.status, 1, "{}", ran.printed);
    assert!(ran.printed.contains("::error::approved tools have changed"), "{}", ran.printed);
    assert!(ran.summary.contains("`2 snapshots: 1 up to date, 1 changed`"), "{}", ran.summary);
    let asked = "a2t-rs/a2t|t0ken|pr|comment|7|--edit-last|--create-if-none|--body-file|";
    assert!(
        ran.comments.starts_with(asked) && ran.comments.ends_with(&ran.summary),
        "{}",
        ran.comments
    );
    // A comment that cannot be written does not hide the result.
    job.program("gh", "exit 1");
    let ran = job.run();
    assert_eq!(ran.status, 1, "{}", ran.printed);
    assert!(ran.printed.contains("::warning::the pull request has no comment"), "{}", ran.printed);
}

#[test]
fn a_server_that_is_away_has_its_own_status() {
    let job = Job::new("action-away");
    approved(&job, &Vendor::of(&[tool(1, "add")]), "approved/add.json");
    let path = job.work().join("approved/add.json");
    let text = fs::read_to_string(&path).unwrap();
    let mut snapshot = a2t_codegen::snapshot::read(text.as_bytes()).unwrap();
    snapshot.source = "http://127.0.0.1:9".into();
    fs::write(&path, snapshot.to_text()).unwrap();
    let ran = job.run();
    assert_eq!(ran.status, 2, "{}", ran.printed);
    assert!(ran.printed.contains("::error::a server could not be checked"), "{}", ran.printed);
    assert!(ran.comments.contains("1 snapshot: 1 not checked"), "{}", ran.comments);
}

#[test]
fn the_servers_of_a_configuration_are_checked_with_options() {
    let job = Job::new("action-config")
        .set("config", ".mcp.json")
        .set("options", "--mcp-stdio\n\n-o  other\n");
    let tools = json!([{"name": "now", "inputSchema": {"type": "object"}}]);
    let servers = json!({"mcpServers": {"now": {"command": "sh", "args": ["server.sh"]}}});
    for (name, text) in [
        ("tools.json", tools.to_string()),
        (".mcp.json", servers.to_string()),
        ("server.sh", SHELF.to_owned()),
    ] {
        fs::write(job.work().join(name), text).unwrap();
    }
    let fetch = ["fetch", "--config", ".mcp.json", "--mcp-stdio", "-o", "other"];
    run(&job.work(), &fetch).assert(0, &["1 approved"], &[]);
    let ran = job.run();
    assert_eq!(ran.status, 0, "{}", ran.printed);
    assert!(ran.summary.contains("`1 snapshot: 1 up to date`"), "{}", ran.summary);
}

#[test]
fn inputs_are_words_and_never_commands() {
    let words = "$(touch ran) `touch ran` ; touch ran * \" '";
    for input in ["files", "options", "config"] {
        let job = Job::new(&format!("action-{input}")).set(input, words);
        approved(&job, &Vendor::of(&[tool(1, "add")]), "approved/add.json");
        let ran = job.run();
        assert_eq!(ran.status, 2, "{input}: {}", ran.printed);
        assert!(!job.work().join("ran").exists(), "{input}: {}", ran.printed);
    }
    for step in action()["runs"]["steps"].as_vec().unwrap() {
        assert!(!step["run"].as_str().unwrap().contains("${{"), "{step:?}");
    }
    // A file whose name looks like an option is a file.
    let job = Job::new("action-dash").set("files", "*.json");
    approved(&job, &Vendor::of(&[tool(1, "add")]), "./--help.json");
    let ran = job.run();
    assert!(ran.summary.contains("`1 snapshot: 1 up to date`"), "{}", ran.summary);
}

#[test]
fn a_long_report_is_cut_between_lines_and_other_events_have_no_comment() {
    let mut job = Job::new("action-long");
    let (old, new): (Vec<_>, Vec<_>) = (0..400)
        .map(|number| {
            let name = format!("tool_{number}");
            let mut newer = tool(number, &name);
            newer["description"] = json!(format!("Does something else, ä {}.", "ö".repeat(60)));
            (tool(number, &name), newer)
        })
        .unzip();
    approved(&job, &Vendor::of(&old), "approved/many.json");
    moved(&job, "approved/many.json", &Vendor::of(&new));
    let ran = job.run();
    assert_eq!(ran.status, 1, "{}", ran.printed);
    assert!(
        ran.summary.len() > 65_536 && ran.comments.len() < 61_000,
        "{} {}",
        ran.summary.len(),
        ran.comments.len()
    );
    assert!(
        ran.comments.contains("--body-file|")
            && ran.comments.contains("the summary of the job has all of it")
    );
    job.event = "schedule";
    let ran = job.run();
    assert_eq!((ran.status, &*ran.comments), (1, ""));
}

#[test]
fn the_program_is_installed_in_the_version_of_this_package() {
    let job = Job::new("action-install").set("program", "");
    approved(&job, &Vendor::of(&[tool(1, "add")]), "approved/add.json");
    let ran = job.run();
    assert_eq!(ran.status, 0, "{}", ran.printed);
    let asked = job.read("npm.log");
    let package = concat!("|a2t-cli@", env!("CARGO_PKG_VERSION"), "|");
    assert!(
        asked.starts_with("install|")
            && asked.contains("|--ignore-scripts|")
            && asked.ends_with(package),
        "{asked}"
    );
    let ran = Job::new("action-other").set("program", "").set("package", "$(touch ran)").run();
    assert_eq!(ran.status, 2, "{}", ran.printed);
}
