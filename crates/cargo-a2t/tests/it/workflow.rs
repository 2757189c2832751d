//! The workflow that users copy: its YAML is read, and its commands are run, in its order and under its
//! conditions, against vendors on loopback, with git and a `gh` that writes down what it is asked.
#![cfg(unix)]
#![allow(clippy::indexing_slicing, clippy::string_slice, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::vendor::{Vendor, page, reply, run_with, scratch, tool, weather};
use serde_json::json;
use yaml_rust2::{Yaml, YamlLoader};

fn workflow() -> Yaml {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/workflows/approved-tools.yml");
    let mut documents = YamlLoader::load_from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(documents.len(), 1);
    documents.remove(0)
}

fn steps(workflow: &Yaml) -> Vec<Yaml> {
    workflow["jobs"]["fetch"]["steps"].as_vec().unwrap().clone()
}

/// A repository with the snapshot of a vendor, and a remote one that it pushes to.
struct Repository {
    folder: PathBuf,
    variables: Vec<(String, String)>,
}

impl Repository {
    fn new(name: &str, vendor: &Vendor) -> Self {
        let scratch = scratch(name);
        let (folder, bin) = (scratch.join("work"), scratch.join("bin"));
        fs::create_dir_all(&bin).unwrap();
        fs::create_dir_all(&folder).unwrap();
        let gh = "#!/bin/sh\nprintf '%s\\n' \"$*\" >> \"$GH_LOG\"\ncat body.md >> \"$GH_LOG\"\n";
        fs::write(bin.join("gh"), gh).unwrap();
        let program = Path::new(env!("CARGO_BIN_EXE_cargo-a2t")).parent().unwrap();
        let cargo = Path::new(env!("CARGO")).parent().unwrap();
        let folders =
            [bin.display(), program.display(), cargo.display()].map(|one| one.to_string());
        let path = format!("{}:{}", folders.join(":"), std::env::var("PATH").unwrap());
        let at = |name: &str| scratch.join(name).display().to_string();
        let variables = [
            ("PATH", path),
            ("GITHUB_STEP_SUMMARY", at("summary.md")),
            ("GITHUB_OUTPUT", at("output")),
            ("GH_LOG", at("gh.log")),
            ("WEATHER_AUTH", "Authorization: Bearer s3cret".to_owned()),
            ("HEADERS", allowed([vendor])),
        ];
        let variables = variables.map(|(name, value)| (name.to_owned(), value)).to_vec();
        let repository = Self { folder, variables };
        let setup = "chmod +x ../bin/gh && git init --quiet --bare ../remote \
                     && git init --quiet -b main && git remote add origin ../remote";
        repository.bash(setup);
        let fetch =
            ["fetch", &vendor.root, "-o", "approved/weather.json", "--header-env", "WEATHER_AUTH"];
        run_with(&repository.folder, &fetch, &repository.variables()).assert(0, &["written"], &[]);
        repository.bash(
            "git add . && git -c user.name=T -c user.email=t@example.org commit --quiet -m first",
        );
        repository
    }

    fn variables(&self) -> Vec<(&str, &str)> {
        self.variables.iter().map(|(name, value)| (&**name, &**value)).collect()
    }

    /// Runs commands as a runner does; panics where they fail.
    fn bash(&self, script: &str) {
        let ran = self.status(script);
        assert!(ran.0, "{script}: {}", ran.1);
    }

    fn status(&self, script: &str) -> (bool, String) {
        let output = Command::new("bash")
            .args(["-e", "-o", "pipefail", "-c", script])
            .envs(self.variables())
            .current_dir(&self.folder)
            .output()
            .unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8_lossy(&text).into_owned())
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join("..").join(name)).unwrap_or_default()
    }

    /// Puts the address of another vendor into the snapshot, who may have the header.
    fn moved(&mut self, vendor: &Vendor) {
        self.points_to(vendor);
        self.variables.push(("HEADERS".to_owned(), allowed([vendor])));
    }

    fn points_to(&self, vendor: &Vendor) {
        let path = self.folder.join("approved/weather.json");
        let mut snapshot = a2t_codegen::snapshot::read(&fs::read(&path).unwrap()).unwrap();
        snapshot.source = (*vendor.root).into();
        fs::write(&path, snapshot.to_text()).unwrap();
        self.bash(
            "git add . && git -c user.name=T -c user.email=t@example.org commit --quiet -m moved",
        );
    }

    /// Every step with commands but that which installs; the last one's success.
    fn run(&self) -> bool {
        let mut outputs = BTreeMap::new();
        let mut good = true;
        for step in steps(&workflow()) {
            let (Some(script), name) = (step["run"].as_str(), step["name"].as_str()) else {
                continue;
            };
            if name == Some("Install") || !holds(step["if"].as_str(), &outputs) {
                continue;
            }
            good &= self.status(script).0;
            for line in self.read("output").lines() {
                let (key, value) = line.split_once('=').unwrap();
                outputs.insert(format!("steps.compare.outputs.{key}"), value.to_owned());
            }
        }
        good
    }
}

/// The workflow's variable for these vendors, in the form in which it stands there.
fn allowed<const N: usize>(vendors: [&Vendor; N]) -> String {
    let written = workflow()["env"]["HEADERS"].as_str().unwrap().to_owned();
    let one = |vendor: &Vendor| written.replace("https://api.weather.example", &vendor.root);
    vendors.map(one).join(" ")
}

/// A condition of the two kinds that the workflow has.
fn holds(condition: Option<&str>, outputs: &BTreeMap<String, String>) -> bool {
    let Some(condition) = condition else {
        return true;
    };
    let (name, sign, value) = match condition.split_once(" == ") {
        Some((name, value)) => (name, true, value),
        None => {
            let (name, value) = condition.split_once(" != ").unwrap();
            (name, false, value)
        }
    };
    (outputs[name] == value.trim_matches('\'')) == sign
}

/// A vendor who answers those who send the token.
fn vendor(tools: Vec<serde_json::Value>) -> Vendor {
    Vendor::new(move |request| {
        if request.headers.contains("Bearer s3cret") {
            page(&tools)
        } else {
            reply("401 Unauthorized", "")
        }
    })
}

#[test]
fn a_catalog_that_changed_becomes_a_pull_request() {
    let mut newer = weather();
    newer["version"] = json!(3);
    newer["currentVersion"] = json!(3);
    newer["description"] = json!("Looks up the weather, and more.");
    let mut repository = Repository::new("workflow-changed", &vendor(vec![weather()]));
    let new = vendor(vec![newer, tool(1, "add")]);
    repository.moved(&new);
    assert!(repository.run());
    let asked = repository.read("gh.log");
    assert!(asked.starts_with("pr create --head approved-tools --title "), "{asked}");
    assert!(asked.contains("### `approved/weather.json`\n\n- **note** `"), "{asked}");
    assert_eq!(asked.matches("`A2T-M302`").count(), 1, "{asked}");
    assert!(repository.read("summary.md").contains("1 snapshot: 1 changed"));
    repository.bash("git -C ../remote log -1 --format=%s approved-tools | grep -q '^Approve what'");
    repository.bash("git show approved-tools:approved/weather.json | grep -q '\"name\": \"add\"'");
    assert!(!asked.contains("s3cret"));
    // What was approved there is up to date, and nothing more is asked for.
    fs::remove_file(repository.folder.join("../output")).unwrap();
    assert!(repository.run());
    assert_eq!(repository.read("gh.log"), asked);
}

#[test]
fn a_server_that_a_command_starts_is_named_and_fails_nothing() {
    let mut repository = Repository::new("workflow-stdio", &vendor(vec![weather()]));
    let tools = json!([{"name": "now", "description": "Tells the time.", "inputSchema": {"type": "object"}}]);
    let listed = a2t_schema::Listed::read(tools.as_array().unwrap(), "");
    let source = a2t_schema::Source::Stdio { command: vec!["touch".into(), "ran".into()] };
    let server = a2t_schema::Server::new("time", "1.0.0");
    let snapshot = a2t_schema::Snapshot::new(source, listed.tools).of_server(server, "2026-07-28");
    fs::write(repository.folder.join("approved/time.json"), snapshot.to_text()).unwrap();
    repository
        .bash("git add . && git -c user.name=T -c user.email=t@example.org commit --quiet -m time");
    assert!(repository.run());
    let summary = repository.read("summary.md");
    assert!(summary.contains("2 snapshots: 1 up to date, 1 not started"), "{summary}");
    assert!(summary.contains("`not-started`"), "{summary}");
    // Nor does it block the approval of other changes.
    repository.moved(&vendor(vec![weather(), tool(1, "add")]));
    fs::remove_file(repository.folder.join("../output")).unwrap();
    assert!(repository.run());
    assert!(repository.read("gh.log").starts_with("pr create"));
    assert!(!repository.folder.join("ran").exists());
}

#[test]
fn a_stranger_s_snapshot_does_not_get_the_token() {
    let repository = Repository::new("workflow-thief", &vendor(vec![weather()]));
    let thief = Vendor::new(|_| page(&[weather()]));
    repository.points_to(&thief);
    assert!(!repository.run());
    assert!(thief.seen().is_empty(), "{:?}", thief.seen());
    let summary = repository.read("summary.md");
    let option = format!("--header-env WEATHER_AUTH={}", thief.root);
    assert!(summary.contains("1 snapshot: 1 not checked"), "{summary}");
    assert!(summary.contains(&option), "{summary}");
}

#[test]
fn a_server_that_is_away_fails_the_workflow_in_the_end() {
    let mut repository = Repository::new("workflow-away", &vendor(vec![weather()]));
    let refuses = Vendor::new(|_| reply("503 Service Unavailable", ""));
    repository.moved(&refuses);
    assert!(!repository.run());
    assert_eq!(repository.read("gh.log"), "");
    assert!(repository.read("summary.md").contains("1 snapshot: 1 not checked"));
}
