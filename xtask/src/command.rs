//! Runs programs for a chore, in the root of the repository.

use std::path::Path;
use std::process::{Command, Output};

pub(crate) struct Cargo(Command);

impl Cargo {
    pub(crate) fn new(root: &Path) -> Self {
        Self(command(root, "cargo"))
    }

    /// Runs cargo for a target folder that is built once: state for the next build would only cost time and disk.
    pub(crate) fn once(root: &Path) -> Self {
        let mut command = command(root, "cargo");
        build_once(&mut command);
        Self(command)
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.0.env(name, value);
        self
    }

    pub(crate) fn run(mut self, arguments: &[&str]) -> Result<(), String> {
        self.0.args(arguments);
        status(self.0)
    }
}

/// Runs a script or a program, which builds once what it builds.
pub(crate) fn run(root: &Path, program: &str, arguments: &[&str]) -> Result<(), String> {
    let mut command = command(root, program);
    build_once(&mut command);
    command.args(arguments);
    status(command)
}

/// Returns what a program prints.
pub(crate) fn output(root: &Path, program: &str, arguments: &[&str]) -> Result<String, String> {
    let mut command = command(root, program);
    let Output { status, stdout, stderr } =
        command.args(arguments).output().map_err(|error| format!("{program}: {error}"))?;
    if status.success() {
        return Ok(String::from_utf8_lossy(&stdout).into_owned());
    }
    Err(format!("{program} {}: {}", arguments.join(" "), String::from_utf8_lossy(&stderr).trim()))
}

fn command(root: &Path, program: &str) -> Command {
    let is_path = program.contains('/') && !Path::new(program).is_absolute();
    let program = if is_path { root.join(program) } else { program.into() };
    let mut command = Command::new(program);
    command.current_dir(root);
    // Cargo sets these for this program. Build scripts such as ring's run again where they differ.
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(is_of_this_package) {
            command.env_remove(name);
        }
    }
    command
}

fn is_of_this_package(variable: &str) -> bool {
    ["CARGO_MANIFEST_", "CARGO_PKG_"].iter().any(|start| variable.starts_with(start))
}

fn build_once(command: &mut Command) {
    command.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_DEBUG", "false");
    command.env("CARGO_PROFILE_DEV_STRIP", "debuginfo");
    if std::env::var_os("CARGO_TERM_COLOR").is_none() {
        command.env("CARGO_TERM_COLOR", "never");
    }
}

fn status(mut command: Command) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{status}")) }
}

/// Returns a number that is another one for each commit.
pub(crate) fn number_of_commit(root: &Path) -> Result<u64, String> {
    let commit = output(root, "git", &["rev-parse", "HEAD"])?;
    let digits = commit.get(..7).unwrap_or_default();
    u64::from_str_radix(digits, 16).map_err(|error| error.to_string())
}
