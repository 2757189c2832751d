//! Compiler messages: `<topic>/fail` holds one mistake a file, named for it, next to the message that its author reads.
//! Programs that compile and hold when run, in `<topic>/pass`, are tests of `programs.rs` and of the package in `crates`.
//!
//! `cargo test -p a2t-ui --test ui <topic>` compiles one folder; a topic that is none fails, which is why this test has
//! a `main`. `UPDATE_GOLDEN=1 cargo test -p a2t-ui --test ui` writes the messages again; read every line that changed
//! before keeping it.

#![allow(clippy::unwrap_used)]

use std::env;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use a2t_core::published;
use a2t_one_mistake::Messages;

const ARGUMENTS: &[&str] = a2t_one_mistake::arguments!();

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
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders: Vec<_> = wanted.iter().map(|topic| format!("{topic}/fail")).collect();
    // What the programs of `evolution` are compared with.
    let published = package.join(published::FOLDER);
    let messages = Messages::new(ARGUMENTS, package, "a2t-ui");
    messages.env("A2T_PUBLISHED_DIR", &published).check(&folders);
    ExitCode::SUCCESS
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

/// The topics to compile, all where none is named. Flags are those of the test harness.
fn wanted<'a>(arguments: &'a [String], all: &'a [String]) -> Result<Vec<&'a String>, String> {
    let is_flag = |argument: &&String| argument.starts_with('-');
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
