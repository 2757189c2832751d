//! Packages of a vendor in a scratch folder, as he would write them, built against this workspace.
#![allow(dead_code, clippy::panic, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::vendor::{Ran, run_with, scratch};

/// Where all projects of the tests build, so that the dependencies are compiled once.
pub(crate) fn target() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("published-target")
}

/// `Cargo.toml` of a package of this name that stands alone, with this workspace's `a2t` and the profile of all
/// projects, which have compiled its dependencies already.
pub(crate) fn manifest(name: &str) -> String {
    format!(
        r#"[package]
name = "{name}"
version = "0.1.0"
edition = "2024"
[dependencies]
a2t = {{ path = "A2T_ROOT" }}
[workspace]
[profile.dev]
debug = 0
"#
    )
}

/// A folder of packages.
pub(crate) struct Project {
    pub(crate) folder: PathBuf,
}

impl Project {
    /// A folder with the versions of dependencies that this workspace has.
    #[track_caller]
    pub(crate) fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let project = Self { folder: scratch(name) };
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        fs::copy(root.join("Cargo.lock"), project.folder.join("Cargo.lock")).unwrap();
        for (path, text) in files {
            let text = text.replace("A2T_ROOT", &root.display().to_string().replace('\\', "/"));
            project.write(path, &text);
        }
        project
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.folder.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Replaces what must be there.
    pub(crate) fn edit(&self, path: &str, old: &str, new: &str) {
        let text = self.read(path);
        assert!(text.contains(old), "{path} has no {old:?}");
        self.write(path, &text.replace(old, new));
    }

    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.folder.join(path)).unwrap();
    }

    pub(crate) fn exists(&self, path: &str) -> bool {
        self.folder.join(path).exists()
    }

    /// Returns the names of a package's files below `published/` that are not hidden.
    pub(crate) fn published(&self, package: &str) -> Vec<String> {
        let root = self.folder.join(package).join("published");
        let mut found = Vec::new();
        let mut open = vec![root.clone()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten() {
                let path = entry.unwrap().path();
                let is_hidden = path.file_name().unwrap().to_string_lossy().starts_with('.');
                if is_hidden {
                    continue;
                }
                if path.is_dir() {
                    open.push(path);
                } else {
                    found.push(path.strip_prefix(&root).unwrap().display().to_string());
                }
            }
        }
        found.sort();
        found.into_iter().map(|path| path.replace('\\', "/")).collect()
    }

    /// Runs the binary in a folder of the project.
    pub(crate) fn a2t(&self, arguments: &[&str]) -> Ran {
        self.a2t_with(arguments, "LC_ALL", "C")
    }

    /// Runs it with one more variable.
    pub(crate) fn a2t_with(&self, arguments: &[&str], name: &str, value: &str) -> Ran {
        let target = target().display().to_string();
        let variables = [
            (name, value),
            ("CARGO_TARGET_DIR", target.as_str()),
            ("CARGO_NET_OFFLINE", "true"),
            ("CARGO_INCREMENTAL", "0"),
            ("CARGO_TERM_COLOR", "never"),
        ];
        run_with(&self.folder, arguments, &variables)
    }

    /// `cargo test` as the vendor's CI runs it, with `A2T_PUBLISHED`.
    pub(crate) fn cargo_test(&self, task: &str, targets: &[&str]) -> (bool, String) {
        let output = Command::new(env!("CARGO"))
            .args(["test", "--offline", "--workspace"])
            .args(targets)
            .env("CARGO_TARGET_DIR", target())
            .env("CARGO_INCREMENTAL", "0")
            .env("A2T_PUBLISHED", task)
            .current_dir(&self.folder)
            .output()
            .unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(text).unwrap())
    }

    pub(crate) fn git(&self, arguments: &[&str]) {
        let known = ["-c", "user.name=Vendor", "-c", "user.email=vendor@example.org"];
        let output = Command::new("git")
            .args(known)
            .args(arguments)
            .current_dir(&self.folder)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
    }
}
