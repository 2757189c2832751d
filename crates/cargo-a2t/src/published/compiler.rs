//! `cargo test` builds the packages and runs the tests that print the tools.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};

use a2t_core::ToolSignature;
use a2t_core::error::inert;
use a2t_core::evolution::Rule;
use a2t_core::published::Marks;
use a2t_core::rule::{Publication, Row};
use a2t_core::signature;
use serde_json::Value;

use super::cargo::{Flags, Selection};
use super::package::{Code, Kind, Package};
use crate::diagnostic::{Diagnostic, Location};
use crate::report::{self, CommandError};

const TESTS: &str = "a2t_published_";
/// Part of cargo's message if the system, or a runner, cannot run a program.
const UNRUN: &str = "could not execute process";

pub(super) struct Build {
    /// The programs that were built for tests, by the root source file.
    pub(super) programs: HashMap<PathBuf, PathBuf>,
    /// Those programs that have tools.
    pub(super) with_tools: HashMap<PathBuf, PathBuf>,
    /// The features that targets were built with, by the root source file.
    features: HashMap<PathBuf, Vec<String>>,
    pub(super) marks: Marks,
    pub(super) diagnostics: Vec<Diagnostic>,
    heard: HashSet<String>,
}

pub(super) fn build(
    packages: &[Package],
    selection: &Selection,
    flags: &Flags,
) -> Result<Build, CommandError> {
    let mut command = selection.test(flags);
    command.args(["--no-run", "--message-format=json"]);
    select(&mut command, packages, None)?;
    let unrun = |error: std::io::Error| CommandError::new(format!("cargo cannot be run: {error}"));
    let mut cargo = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().map_err(unrun)?;
    let mut build = Build {
        programs: HashMap::new(),
        with_tools: HashMap::new(),
        features: HashMap::new(),
        marks: Marks::default(),
        diagnostics: Vec::new(),
        heard: HashSet::new(),
    };
    let mut heard = Ok(());
    // As it comes, because cargo reports last that it failed.
    for line in cargo.stdout.take().into_iter().flat_map(lines) {
        if let (Ok(()), Ok(message)) = (&heard, serde_json::from_slice(&line)) {
            heard = build.hear(&message, packages);
        }
    }
    let status = cargo.wait().map_err(unrun)?;
    heard?;
    if !status.success() && build.diagnostics.is_empty() {
        let reason = "cargo cannot build the packages, see above; their tools are not known";
        return Err(CommandError::new(reason));
    }
    Ok(build)
}

fn lines(output: ChildStdout) -> impl Iterator<Item = Vec<u8>> {
    BufReader::new(output).split(b'\n').map_while(Result::ok)
}

impl Build {
    /// Returns the features of a package that were on.
    pub(super) fn on(&self, package: &Package) -> Vec<String> {
        let roots = package.targets.iter().map(|target| &target.root);
        roots.filter_map(|root| self.features.get(root)).flatten().cloned().collect()
    }

    /// Returns the versions in the programs of a package.
    pub(super) fn declared(&self, package: &Package) -> Result<Marks, CommandError> {
        let mut all = Marks::default();
        let roots = package.targets.iter().map(|target| &target.root);
        for program in roots.filter_map(|root| self.with_tools.get(root)) {
            all.extend(marks(program)?);
        }
        Ok(all)
    }

    fn hear(&mut self, message: &Value, packages: &[Package]) -> Result<(), CommandError> {
        let text = |pointer: &str| message.pointer(pointer).and_then(Value::as_str);
        match text("/reason") {
            Some("compiler-message") => {
                let rendered = text("/message/rendered").unwrap_or_default();
                // A library is built for its tests and for its binaries.
                if !self.heard.insert(rendered.to_owned()) {
                    return Ok(());
                }
                let workspace = packages.first().map(|package| &*package.workspace);
                let found = message.get("message").and_then(|inner| diagnostic(inner, workspace?));
                // An error that the command reports itself is not printed twice.
                match found {
                    Some(found) => self.diagnostics.push(found),
                    None => report::to_stderr(rendered),
                }
            }
            Some("compiler-artifact") => {
                let Some(root) = text("/target/src_path") else {
                    return Ok(());
                };
                self.features.insert(root.into(), names(message.get("features")));
                if let Some(program) = text("/executable") {
                    let marks = marks(Path::new(program))?;
                    self.programs.insert(root.into(), program.into());
                    // A program without the marks is not run, because it is not known what it does.
                    if !marks.declared.is_empty() {
                        self.with_tools.insert(root.into(), program.into());
                    }
                    self.marks.extend(marks);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

fn names(list: Option<&Value>) -> Vec<String> {
    let list = list.and_then(Value::as_array).into_iter().flatten();
    let names = list.filter_map(Value::as_str);
    names.map(str::to_owned).collect()
}

fn diagnostic(message: &Value, workspace: &Path) -> Option<Diagnostic> {
    if message.get("level")?.as_str()? != "error" {
        return None;
    }
    let text = message.get("message")?.as_str()?;
    // The rule of edits is before that of what was edited.
    let mut rules = Rule::ALL.iter().map(|rule| rule.row());
    let rule = rules.find(|rule| text.contains(rule.id)).or_else(|| retired(text))?;
    let (mut lines, mut help) = (Vec::new(), "see the compiler's errors");
    for line in text.lines() {
        match line.trim_start().split_once(": ") {
            Some(("help", text)) => help = text,
            Some(("more", _)) => {}
            _ => lines.push(line),
        }
    }
    let diagnostic = Diagnostic::error(rule, lines.join("\n"), help);
    let spans = message.get("spans").and_then(Value::as_array);
    let primary = |span: &&Value| span.get("is_primary").and_then(Value::as_bool) == Some(true);
    let span = spans.into_iter().flatten().find(primary);
    let number = |member: &str| usize::try_from(span?.get(member)?.as_u64()?).ok();
    let Some(file) = span.and_then(|span| span.get("file_name")?.as_str()) else {
        return Some(diagnostic);
    };
    let mut location = Location::file_at(&workspace.join(file), number("line_start"));
    location.column = number("column_start");
    Some(diagnostic.at(location))
}

fn retired(text: &str) -> Option<&'static Row> {
    let rule = Publication::RetiredVersion.row();
    text.contains(&format!("  rule {}", rule.id)).then_some(rule)
}

fn marks(program: &Path) -> Result<Marks, CommandError> {
    let bytes = fs::read(program).map_err(|error| failed(program, &error))?;
    Ok(Marks::from_executable(&bytes))
}

/// Runs the tests that report the tools. Returns `None` if the programs are for another platform
/// and cannot run on this machine.
pub(super) fn ask(
    packages: &[Package],
    selection: &Selection,
    flags: &Flags,
    build: &Build,
) -> Result<Option<Vec<(PathBuf, Code)>>, CommandError> {
    let folder = Scratch::new()?;
    let mut command = selection.test(flags);
    select(&mut command, packages, Some(build))?;
    command.args(["--", TESTS]);
    let mut task = std::ffi::OsString::from("write:");
    task.push(&folder.0);
    let output = command.env("A2T_PUBLISHED", task).output();
    let output =
        output.map_err(|error| CommandError::new(format!("cargo cannot be run: {error}")))?;
    if !output.status.success() {
        let text = [output.stderr, output.stdout].concat();
        let text = String::from_utf8_lossy(&text).trim().to_owned();
        if flags.target.is_some() && text.contains(UNRUN) {
            return Ok(None);
        }
        return Err(CommandError::new(format!("the tests that print the tools failed:\n{text}")));
    }
    let workspace = packages.first().map(|package| package.workspace.clone());
    let entries = fs::read_dir(&folder.0).map_err(|error| failed(&folder.0, &error))?;
    let mut reports = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| failed(&folder.0, &error))?.path();
        let bytes = fs::read(&path).map_err(|error| failed(&path, &error))?;
        reports.push(read(&bytes, workspace.as_deref().unwrap_or(Path::new("")))?);
    }
    Ok(Some(reports))
}

fn read(report: &[u8], workspace: &Path) -> Result<(PathBuf, Code), CommandError> {
    let lost = |what: &dyn std::fmt::Display| {
        CommandError::new(format!("a test prints a tool that cannot be read: {what}"))
    };
    let report: Value = serde_json::from_slice(report).map_err(|error| lost(&error))?;
    let text = |member: &str| report.get(member).and_then(Value::as_str).unwrap_or_default();
    let parsed = signature::parse_value(report.get("signature").unwrap_or(&Value::Null), "");
    let signature: ToolSignature = parsed.map_err(|error| lost(&error))?.signature;
    let line = report.get("line").and_then(Value::as_u64);
    let folder = PathBuf::from(text("package"));
    // Rustc names files of the workspace's members from its root.
    let from_root = workspace.join(text("file"));
    let file = if from_root.exists() { from_root } else { folder.join(text("file")) };
    let line = line.and_then(|line| u32::try_from(line).ok()).unwrap_or(1);
    let item = text("item").to_owned();
    let listed = report.get("mayBeListed").and_then(Value::as_bool) == Some(true);
    Ok((folder, Code { signature, file, line, item, listed }))
}

/// Selects packages and targets for cargo. Selecting no target would mean all of them. After a
/// build, only the targets with tools are selected.
fn select(
    command: &mut Command,
    packages: &[Package],
    build: Option<&Build>,
) -> Result<(), CommandError> {
    let has_tools = |root: &PathBuf| build.is_none_or(|build| build.with_tools.contains_key(root));
    let mut flags = Vec::new();
    for package in packages {
        command.args(["--package", &package.id]);
        let targets = package.targets.iter();
        for target in targets.filter(|target| has_tools(&target.root)) {
            match target.kind {
                Kind::Library => flags.push(("--lib", None)),
                // Leaves out those whose features are off.
                Kind::Binary if build.is_none() => flags.push(("--bins", None)),
                Kind::Binary => flags.push(("--bin", Some(&target.name))),
                Kind::Example => flags.push(("--example", Some(&target.name))),
            }
        }
    }
    flags.sort_unstable();
    flags.dedup();
    if flags.is_empty() {
        let names: Vec<_> = packages.iter().map(|package| inert(&package.name)).collect();
        let names = names.join(", ");
        let reason = "neither a library nor a binary, so there is no tool";
        return Err(CommandError::new(format!("{names}: {reason}")));
    }
    for (flag, name) in flags {
        command.arg(flag).args(name);
    }
    Ok(())
}

/// A folder of our own, gone when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self, CommandError> {
        let path = std::env::temp_dir().join(format!("cargo-a2t-{}", std::process::id()));
        // Left by a process of the same number that was killed.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).map_err(|error| failed(&path, &error))?;
        Ok(Self(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn failed(path: &Path, error: &std::io::Error) -> CommandError {
    CommandError::new(format!("{}: {error}", super::shown(path)))
}
