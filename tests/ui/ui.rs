//! Compiler messages: `<topic>/fail` holds one mistake a file, named for it, beside the message that its author reads.
//! Programs that compile and hold when run, in `<topic>/pass`, are tests of `programs.rs` and of the package in
//! `crates`, because trybuild would build all dependencies again to run one.
//!
//! `cargo test -p a2t-ui --test ui <topic>` compiles one folder; a topic that is none fails, which is why this test has
//! a `main` of its own. `TRYBUILD=overwrite cargo test -p a2t-ui` rewrites the messages; read every line that changed
//! before keeping it.

#![allow(clippy::unwrap_used)]

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

/// What the programs of `evolution` are compared with. trybuild compiles them in a crate of its own, which is why its
/// `cargo` has to be told.
const PUBLISHED: (&str, &str) =
    ("A2T_PUBLISHED_DIR", concat!(env!("CARGO_MANIFEST_DIR"), "/published"));

fn main() -> ExitCode {
    let all = topics();
    let arguments: Vec<_> = env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--list") {
        all.iter().for_each(|topic| println!("{topic}: test"));
        return ExitCode::SUCCESS;
    }
    let wanted = match wanted(&arguments, &all) {
        Ok(wanted) => wanted,
        Err(reason) => {
            eprintln!("error: {reason}");
            return ExitCode::FAILURE;
        }
    };
    if env::var_os(PUBLISHED.0).is_some() {
        let tests = trybuild::TestCases::new();
        wanted.iter().for_each(|topic| tests.compile_fail(format!("{topic}/fail/*.rs")));
        return ExitCode::SUCCESS;
    }
    let mut again = Command::new(env::current_exe().unwrap());
    let status = again.args(&arguments).env(PUBLISHED.0, PUBLISHED.1).status().unwrap();
    if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The folders with mistakes.
fn topics() -> Vec<String> {
    let entries = fs::read_dir(env!("CARGO_MANIFEST_DIR")).unwrap();
    let folders = entries.map(|entry| entry.unwrap().path()).filter(|path| has_mistakes(path));
    let mut topics: Vec<_> =
        folders.map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    topics.sort();
    topics
}

fn has_mistakes(folder: &Path) -> bool {
    fs::read_dir(folder.join("fail")).is_ok_and(|mut entries| entries.next().is_some())
}

/// The topics to compile, all where none is named. Flags are those of the test harness and of trybuild, which this
/// test shares its command line with.
fn wanted<'a>(arguments: &'a [String], all: &'a [String]) -> Result<Vec<&'a String>, String> {
    let is_flag =
        |argument: &&String| argument.starts_with('-') || argument.starts_with("trybuild=");
    let named: Vec<_> = arguments.iter().filter(|argument| !is_flag(argument)).collect();
    if let Some(unknown) = named.iter().find(|name| !all.contains(name)) {
        let all = all.join(", ");
        return Err(format!(
            "`{unknown}` is not a topic of compiler messages; there are {all}. For a test of \
             another file, add `--test NAME`"
        ));
    }
    Ok(if named.is_empty() { all.iter().collect() } else { named })
}
