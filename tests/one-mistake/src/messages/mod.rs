//! Compares what rustc reports for a program with the `.stderr` file next to it.

mod normal;

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use crate::compile::kept;

/// Programs that do not compile, each with the messages that its author reads, in a file that ends in `.stderr`.
///
/// They are compiled on all processors, without cargo, with the crates of the calling test.
pub struct Messages {
    arguments: Vec<String>,
    package: PathBuf,
    name: String,
    environment: Vec<(String, PathBuf)>,
    /// Whether files that differ are written again.
    updates: bool,
}

impl Messages {
    /// Takes the arguments of [`arguments!`](crate::arguments), the folder of the package and its name.
    pub fn new(arguments: &[&str], package: &Path, name: &str) -> Self {
        let (package, name) = (package.to_owned(), name.to_owned());
        let updates = std::env::var_os("UPDATE_GOLDEN").is_some();
        Self { arguments: kept(arguments), package, name, environment: Vec::new(), updates }
    }

    /// Sets a variable that the macros of the programs read.
    #[must_use]
    pub fn env(mut self, name: &str, value: &Path) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Compiles all programs of these folders, which are relative to the package, and prints each difference. With
    /// `UPDATE_GOLDEN=1` the files that differ are written again.
    ///
    /// # Panics
    /// Panics if a program compiles or has other messages, if messages have no program, or if there are no programs.
    pub fn check(&self, folders: &[String]) {
        let programs = self.files(folders, "rs");
        assert!(!programs.is_empty(), "no programs in {folders:?}");
        let without_program = self.files(folders, "stderr").into_iter().filter(|messages| {
            let program = messages.with_extension("rs");
            !programs.contains(&program)
        });
        let without_program: Vec<_> = without_program.collect();
        assert!(without_program.is_empty(), "messages without a program: {without_program:?}");
        let different = self.different(&programs);
        assert!(
            different.is_empty(),
            "{} of {} programs have other messages: {}. If all of them are better, run again with UPDATE_GOLDEN=1",
            different.len(),
            programs.len(),
            different.join(", ")
        );
    }

    /// Returns the programs that compile or have other messages, and prints each difference.
    fn different(&self, programs: &[PathBuf]) -> Vec<String> {
        let (different, alone) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
        crate::each(&self.groups(programs), |group| {
            for program in self.others(group) {
                alone.fetch_add(1, Ordering::Relaxed);
                if let Err(difference) = self.compare(program) {
                    eprintln!("{difference}\n");
                    different.lock().unwrap().push(program.display().to_string());
                }
            }
        });
        let mut different = different.into_inner().unwrap();
        different.sort();
        let alone = alone.into_inner();
        println!("{} programs with mistakes, {alone} compiled by themselves", programs.len());
        different
    }

    /// Returns the files with this extension, sorted.
    fn files(&self, folders: &[String], extension: &str) -> Vec<PathBuf> {
        let mut files = Vec::new();
        for folder in folders {
            for entry in fs::read_dir(self.package.join(folder)).unwrap() {
                let path = entry.unwrap().path();
                if path.extension().is_some_and(|found| found == extension) {
                    files.push(Path::new(folder).join(path.file_name().unwrap()));
                }
            }
        }
        files.sort();
        files
    }

    /// Puts programs together whose messages are of one phase of the compiler, because an error ends later phases.
    fn groups(&self, programs: &[PathBuf]) -> Vec<Vec<PathBuf>> {
        let mut phases: BTreeMap<Phase, Vec<PathBuf>> = BTreeMap::new();
        for program in programs {
            phases.entry(Phase::of(&self.expected(program))).or_default().push(program.clone());
        }
        let size = |phase| if phase == Phase::Other { 1 } else { TOGETHER };
        let split = |(phase, programs): (_, Vec<PathBuf>)| {
            programs.chunks(size(phase)).map(<[_]>::to_vec).collect::<Vec<_>>()
        };
        phases.into_iter().flat_map(split).collect()
    }

    /// Compiles these programs as modules of one, and returns those whose messages are then not the expected ones. Such
    /// a program has to be compiled by itself.
    fn others<'a>(&self, programs: &'a [PathBuf]) -> Vec<&'a PathBuf> {
        let found = if programs.len() > 1 { self.together(programs) } else { BTreeMap::new() };
        let is_other = |program: &&PathBuf| {
            let found = found.get(*program).map(|messages| messages.join("\n")).unwrap_or_default();
            let expected = self.expected(program);
            // A new program has no messages yet.
            expected.is_empty() || !is_same(&found, &expected)
        };
        programs.iter().filter(is_other).collect()
    }

    /// Returns the messages of each program. One whose place is in none of them belongs to the message before it.
    fn together<'a>(&self, programs: &'a [PathBuf]) -> BTreeMap<&'a PathBuf, Vec<String>> {
        let mut root = "fn main() {}\n".to_owned();
        for (number, program) in programs.iter().enumerate() {
            let path = self.package.join(program);
            root += &format!("#[path = {path:?}]\nmod p{number};\n");
        }
        let (mut messages, mut last) = (BTreeMap::new(), None);
        for message in self.rustc("-", &root).1.unwrap_or_default() {
            let about = programs.iter().position(|program| is_about(&message, program));
            last = about.or(last);
            let Some((number, program)) = last.and_then(|at| Some((at, programs.get(at)?))) else {
                continue;
            };
            // The program is a module here.
            let module = format!("p{number}::");
            let normal = self.normal(&message, program).map(|text| text.replace(&module, ""));
            messages.entry(program).or_insert_with(Vec::new).extend(normal);
        }
        messages
    }

    fn expected(&self, program: &Path) -> String {
        let file = self.package.join(program).with_extension("stderr");
        fs::read_to_string(file).unwrap_or_default()
    }

    fn compare(&self, program: &Path) -> Result<(), String> {
        let (found, expected) = (self.compile(program)?, self.expected(program));
        if is_same(&found, &expected) {
            return Ok(());
        }
        if self.updates {
            fs::write(self.package.join(program).with_extension("stderr"), found).unwrap();
            return Ok(());
        }
        let program = program.display();
        Err(format!("## {program}, expected:\n{expected}\n## {program}, found:\n{found}"))
    }

    /// Returns the messages as they are kept in a file.
    fn compile(&self, program: &Path) -> Result<String, String> {
        let path = self.relative().join(program);
        let (is_success, messages) = self.rustc(&path.display().to_string(), "");
        if is_success {
            return Err(format!("## {} compiles", program.display()));
        }
        let shown = messages?
            .iter()
            .filter_map(|message| self.normal(message, program))
            .collect::<Vec<_>>();
        Ok(shown.join("\n"))
    }

    /// Compiles a file, or the input. Returns whether it succeeds, and its messages or what is not a message.
    fn rustc(&self, file: &str, input: &str) -> (bool, Result<Vec<Value>, String>) {
        let mut rustc = Command::new("rustc");
        rustc.args(["--crate-name", "program", "--crate-type", "bin", "--emit", "metadata=-"]);
        rustc.args(["--error-format", "json", "--diagnostic-width", "140", "--verbose"]);
        rustc.args(["-A", "dead_code"]).args(&self.arguments).arg(file);
        // From the workspace, which the crates' sources are relative to.
        rustc.current_dir(workspace()).env("CARGO_MANIFEST_DIR", &self.package);
        rustc.env("CARGO_PKG_NAME", &self.name).env("CARGO_PKG_VERSION", "0.0.0");
        rustc.envs(self.environment.iter().map(|(name, value)| (name, value)));
        rustc.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut rustc = rustc.spawn().unwrap();
        rustc.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = rustc.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        // rustc repeats some messages.
        let mut lines = HashSet::new();
        let lines = text.lines().filter(|line| lines.insert(*line));
        let messages = lines.map(serde_json::from_str).collect::<Result<_, _>>();
        (output.status.success(), messages.map_err(|_| text.clone().into_owned()))
    }

    /// Returns a message as it is kept in a file, except what sums the others up.
    fn normal(&self, message: &Value, program: &Path) -> Option<String> {
        let rendered = message["rendered"].as_str().unwrap_or_default();
        let normal = normal::message(rendered, program, &self.relative(), &workspace());
        (message["level"] != "failure-note" && !normal.is_empty()).then_some(normal)
    }

    /// Returns the folder of the package, relative to the workspace.
    fn relative(&self) -> PathBuf {
        self.package.strip_prefix(workspace()).unwrap().to_owned()
    }
}

/// Number of programs that are compiled together.
const TOGETHER: usize = 16;

/// What reports the messages of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Macro,
    Constant,
    /// Names and types, whose messages show what else is in the crate.
    Other,
}

impl Phase {
    fn of(messages: &str) -> Self {
        let headings = messages
            .lines()
            .filter(|line| line.starts_with("error") || line.starts_with("warning"));
        // Without a code, but of rustc.
        let is_unknown = |heading: &str| heading.starts_with("error: cannot find ");
        let all = |start| {
            headings.clone().all(|heading| heading.starts_with(start) && !is_unknown(heading))
        };
        if messages.is_empty() {
            Self::Other
        } else if all("error: ") {
            Self::Macro
        } else if all("error[E0080]: ") {
            Self::Constant
        } else {
            Self::Other
        }
    }
}

/// Returns `true` if a program has the expected messages. Those of rustc about names and types may differ in what
/// depends on the other crates of a build.
fn is_same(found: &str, expected: &str) -> bool {
    let is_of_rustc = Phase::of(expected) == Phase::Other;
    found == expected || is_of_rustc && normal::unqualified(found) == normal::unqualified(expected)
}

fn is_about(message: &Value, program: &Path) -> bool {
    let spans = message["spans"].as_array().into_iter().flatten();
    let mut files = spans.filter_map(|span| span["file_name"].as_str());
    files.any(|file| Path::new(file).ends_with(program))
}

/// Returns the folder of the workspace.
fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_of_one_phase_are_compiled_together() {
        let constant = "error[E0080]: evaluation panicked: a\n\nnote: b\n";
        assert!(Phase::of("error: a\n --> x\n\nerror: b\n") == Phase::Macro);
        assert!(Phase::of(constant) == Phase::Constant);
        assert!(Phase::of(&format!("error: a\n\n{constant}")) == Phase::Other);
        assert!(Phase::of("") == Phase::Other, "a new program has no messages yet");
    }

    /// Runs the check on programs in `tests/messages`.
    fn check(folder: &str) -> Result<(), String> {
        let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/messages");
        let messages = Messages::new(&["--edition=2024"], &package, "messages");
        let messages = Messages { updates: false, ..messages };
        let check = || messages.check(&[folder.to_owned()]);
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(check));
        panic.map_err(|panic| panic.downcast_ref::<String>().unwrap().clone())
    }

    #[test]
    fn a_program_that_compiles_or_has_other_messages_is_named() {
        check("same").unwrap();
        let message = check("different").unwrap_err();
        let names = "different/compiles.rs, different/new.rs, different/other.rs";
        assert!(message.starts_with("3 of 4 programs"), "{message}");
        assert!(message.contains(names), "{message}");
    }

    #[test]
    fn messages_without_a_program_are_named() {
        let message = check("orphaned").unwrap_err();
        assert!(message.contains("removed.stderr"), "{message}");
        assert!(check("different/nothing").is_err(), "a folder without programs");
    }

    #[test]
    fn a_message_is_about_the_program_that_one_of_its_places_is_in() {
        let message = serde_json::json!({"spans": [{"file_name": "/a/b.rs"}, {"file_name": "/w/x/fail/y.rs"}]});
        assert!(is_about(&message, Path::new("x/fail/y.rs")));
        assert!(!is_about(&message, Path::new("x/fail/z.rs")));
    }
}
