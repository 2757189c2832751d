//! Runs rustc on one program, with the crates of the calling test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use a2t_core::published::{self, FileName, Sums, Tombstone};
use a2t_core::{ToolSignature, signature};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::operators::Mutant;
use crate::program::{Program, Published};

/// A temporary folder in which programs are compiled one after another.
pub(crate) struct Compiler {
    folder: PathBuf,
    /// Edition, crates and their paths.
    arguments: Vec<String>,
}

impl Drop for Compiler {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Compiler {
    pub(crate) fn new(arguments: &[&str]) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("a2t-one-mistake-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        Self { folder, arguments: kept(arguments) }
    }

    /// Returns the errors of the unchanged program, as a text.
    pub(crate) fn refuses(&self, program: &Program) -> Option<String> {
        let errors = self.errors(program, None);
        let shown = || format!("{}:\n{}", program.name, crate::answer::shown(&errors));
        (!errors.is_empty()).then(shown)
    }

    /// Returns the errors of the program with this mistake.
    pub(crate) fn errors(&self, program: &Program, mutant: Option<&Mutant>) -> Vec<Value> {
        self.write(program, mutant);
        let library = ["--crate-type", "lib", "--emit", "metadata", "--cap-lints", "allow"];
        let output = self.rustc(program, &library).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        let messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let errors: Vec<_> = messages.filter(is_shown).collect();
        assert!(output.status.success() || !errors.is_empty(), "{text}");
        errors
    }

    fn rustc(&self, program: &Program, arguments: &[&str]) -> Command {
        let mut rustc = Command::new("rustc");
        rustc.args(["--crate-name", "program", "--error-format", "json", "--out-dir", "out"]);
        rustc.args(arguments).args(&self.arguments).arg("src/lib.rs").current_dir(&self.folder);
        rustc.env("CARGO_MANIFEST_DIR", &self.folder).env("CARGO_PKG_NAME", &program.package);
        rustc.env("CARGO_PKG_VERSION", "0.1.0").env_remove("A2T_PUBLISHED_DIR");
        rustc
    }

    fn write(&self, program: &Program, mutant: Option<&Mutant>) {
        let published = match &program.published {
            Published::Own(files) => Some(files.get_or_init(|| self.publish(program, None))),
            _ => None,
        };
        let _ = fs::remove_dir_all(&self.folder);
        for (path, text) in &program.sources {
            let text =
                mutant.filter(|mutant| mutant.path == *path).map_or(text, |mutant| &mutant.text);
            self.write_file(path, text);
        }
        for (path, text) in published.into_iter().flatten() {
            self.write_file(path, text);
        }
        if let Published::Folder(folder) = &program.published {
            copy(folder, &self.folder.join("published"));
        }
        if let Some(folder) = &program.data {
            copy(folder, &self.folder.join("data"));
        }
    }

    fn write_file(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Whether a published program with this mistake has the signatures that it had without, so that it is no mistake.
    pub(crate) fn publishes_the_same(&self, program: &Program, mutant: &Mutant) -> bool {
        let Published::Own(files) = &program.published else { return false };
        files.get().is_some_and(|files| *files == self.publish(program, Some(mutant)))
    }

    /// Returns the files that publish the tools of a program: its tests report their signatures.
    fn publish(&self, program: &Program, mutant: Option<&Mutant>) -> Vec<(String, String)> {
        self.write(&program.unpublished(), mutant);
        let output = self.rustc(program, &["--test", "-C", "debuginfo=0"]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let reported = self.folder.join("reported");
        fs::create_dir_all(&reported).unwrap();
        let mut tests = Command::new(self.folder.join("out/program"));
        tests.arg("a2t_published_").current_dir(&self.folder);
        let task = format!("write:{}", reported.display());
        let output = tests.env("A2T_PUBLISHED", task).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        // A folder has no order, and publications are compared.
        let mut reports: Vec<_> =
            fs::read_dir(&reported).unwrap().map(|entry| entry.unwrap().path()).collect();
        reports.sort();
        let tools = reports.iter().map(|report| {
            let text = fs::read_to_string(report).unwrap();
            let tool: Value = serde_json::from_str(&text).unwrap();
            signature::parse_value(&tool["signature"], "").unwrap().signature
        });
        let files = files(&tools.collect::<Vec<_>>());
        assert!(files.len() > 1, "{} has no tools", program.name);
        files
    }
}

/// Returns the published files of these tools, by their path. Versions that they skip are retired.
fn files(tools: &[ToolSignature]) -> Vec<(String, String)> {
    let (mut files, mut sums) = (Vec::new(), Sums::default());
    let mut add = |folder: &str, name: FileName, text: String| {
        let path = format!("{folder}/{name}");
        sums.insert(&path, digest(&text));
        files.push((format!("{}/{path}", published::FOLDER), text));
    };
    for tool in tools {
        let folder = published::folder(&tool.name);
        add(&folder, FileName::Version(tool.version), published::text(tool));
        let is_one =
            |version| tools.iter().any(|other| other.name == tool.name && other.version == version);
        let newest = tools.iter().filter(|other| other.name == tool.name);
        if newest.map(|other| other.version).max() != Some(tool.version) {
            continue;
        }
        for version in (1..tool.version).filter(|version| !is_one(*version)) {
            let reason = "It was replaced.".to_owned();
            let tombstone = Tombstone { tool_id: tool.tool_id, version, reason };
            add(&folder, FileName::Retired(version), tombstone.text());
        }
    }
    files.push((format!("{}/{}", published::FOLDER, published::SUMS), sums.to_string()));
    files
}

fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns `true` for errors and for separate notes, but not for the summary.
fn is_shown(message: &Value) -> bool {
    let level = message["level"].as_str().unwrap_or_default();
    let sum = ["aborting due to", "For more information", "Some errors have"];
    let text = message["message"].as_str().unwrap_or_default();
    ["error", "note"].contains(&level) && !sum.iter().any(|sum| text.starts_with(sum))
}

/// Returns the edition, and the crates with their paths.
pub(crate) fn kept(arguments: &[&str]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if argument.starts_with("--edition=") {
            kept.push((*argument).to_owned());
        } else if ["-L", "--extern", "--edition"].contains(argument) {
            kept.extend([(*argument).to_owned(), (*arguments.next().unwrap()).to_owned()]);
        }
    }
    kept
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}
