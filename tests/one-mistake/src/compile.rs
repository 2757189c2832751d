//! Runs rustc on one program, with the crates of the calling test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use crate::operators::Mutant;
use crate::program::Program;

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

    /// Panics if the unchanged program does not compile.
    pub(crate) fn passes(&self, program: &Program) {
        let errors = self.errors(program, None);
        assert!(errors.is_empty(), "{}:\n{}", program.name, crate::answer::shown(&errors));
    }

    /// Returns the errors of the program with this mistake.
    pub(crate) fn errors(&self, program: &Program, mutant: Option<&Mutant>) -> Vec<Value> {
        self.write(program, mutant);
        let mut rustc = Command::new("rustc");
        rustc.args(["--crate-name", "program", "--crate-type", "lib", "--emit", "metadata"]);
        rustc.args(["--error-format", "json", "--cap-lints", "allow", "--out-dir", "out"]);
        rustc.args(&self.arguments).arg("src/lib.rs").current_dir(&self.folder);
        rustc.env("CARGO_MANIFEST_DIR", &self.folder).env("CARGO_PKG_NAME", &program.package);
        rustc.env("CARGO_PKG_VERSION", "0.1.0").env_remove("A2T_PUBLISHED_DIR");
        let output = rustc.output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        let messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let errors: Vec<_> = messages.filter(is_shown).collect();
        assert!(output.status.success() || !errors.is_empty(), "{text}");
        errors
    }

    fn write(&self, program: &Program, mutant: Option<&Mutant>) {
        let _ = fs::remove_dir_all(&self.folder);
        fs::create_dir_all(self.folder.join("src")).unwrap();
        for (path, text) in &program.sources {
            let text =
                mutant.filter(|mutant| mutant.path == *path).map_or(text, |mutant| &mutant.text);
            fs::write(self.folder.join(path), text).unwrap();
        }
        for (folder, name) in [(&program.published, "published"), (&program.data, "data")] {
            if let Some(folder) = folder {
                copy(folder, &self.folder.join(name));
            }
        }
    }
}

/// Returns `true` for errors and for separate notes, but not for the summary.
fn is_shown(message: &Value) -> bool {
    let level = message["level"].as_str().unwrap_or_default();
    let sum = ["aborting due to", "For more information", "Some errors have"];
    let text = message["message"].as_str().unwrap_or_default();
    ["error", "note"].contains(&level) && !sum.iter().any(|sum| text.starts_with(sum))
}

fn kept(arguments: &[&str]) -> Vec<String> {
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
