//! Two folders of one package share a target folder, as worktrees and caches of CI do: cargo
//! confuses their programs, and the commands detect it.
#![allow(clippy::panic, clippy::unwrap_used)]

use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use crate::project::{Project, manifest};

/// Returns the source of a tool with this name.
fn tool(name: &str) -> String {
    format!(
        "/// Answers with a number.
///
/// # Returns
/// The number.
#[a2t::tool(version = 1)]
pub fn {name}() -> i32 {{
    1
}}

/// The tools.
pub fn tools() -> a2t::Toolset<()> {{
    a2t::toolset![{name}]
}}
"
    )
}

/// Creates a folder of the package `folders`, with files that are older than any build.
fn folder(name: &str, source: &str) -> Project {
    let manifest = manifest("folders");
    let project = Project::new(name, &[("Cargo.toml", &manifest), ("src/lib.rs", source)]);
    old(&project);
    project
}

fn old(project: &Project) {
    let published = project.published("").into_iter().map(|file| format!("published/{file}"));
    let files = ["Cargo.toml", "Cargo.lock", "src/lib.rs"].map(str::to_owned);
    for file in published.chain(files) {
        let file = File::options().append(true).open(project.folder.join(file)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(7 * 24 * 60 * 60)).unwrap();
    }
}

fn says(project: &Project, arguments: &[&str], status: i32, parts: &[&str]) -> String {
    let ran = project.a2t(arguments);
    assert_eq!(ran.status, status, "{ran:#?}");
    let output = format!("{}{}", ran.stdout, ran.stderr);
    for part in parts {
        assert!(output.contains(part), "no {part:?} in {ran:#?}");
    }
    output
}

#[test]
fn the_program_of_another_folder_is_not_taken_for_ones_own() {
    let first = folder("folders-first", &tool("first"));
    says(&first, &["publish"], 0, &["published/first/v1.json: new", "1 version published"]);
    let second = folder("folders-second", &tool("second"));
    let touched = format!(
        "src/lib.rs: touched, because cargo took the program of {} for the one of these sources",
        first.folder.display()
    );
    let parts = [&*touched, "published/second/v1.json: new", "1 version published"];
    says(&second, &["publish"], 0, &parts);

    // First one folder, then the other, then the first again.
    for project in [&first, &second, &first] {
        old(project);
        says(project, &["check"], 0, &["1 published version, all checks passed"]);
        let again = says(project, &["check"], 0, &["all checks passed"]);
        assert!(!again.contains("touched"), "{again}");
    }

    // A folder without tools is not recorded.
    let none = folder("folders-none", "");
    says(&none, &["check"], 2, &["no tool was found"]);
    let third = folder("folders-third", &tool("third"));
    let parts = ["cargo took a program without tools", "published/third/v1.json: new"];
    says(&third, &["publish"], 0, &parts);
    fs::remove_dir_all(&third.folder).unwrap();
}

#[test]
fn the_tests_of_tools_notice_the_program_of_another_worktree() {
    let manifest = manifest("worktrees");
    let main = [("Cargo.toml", &*manifest), ("src/lib.rs", &*tool("answer"))];
    let (first, second) = (Project::new("worktrees-a", &main), Project::new("worktrees-b", &main));
    says(&first, &["publish"], 0, &["1 version published"]);
    for file in first.published("") {
        let file = format!("published/{file}");
        second.write(&file, &first.read(&file));
    }
    old(&first);
    old(&second);
    let (passed, output) = first.cargo_test("check", &["--lib"]);
    assert!(passed && output.contains("a2t_published_answer_v1"), "{output}");
    let (passed, output) = second.cargo_test("check", &["--lib"]);
    let expected = format!("cargo took the program of {} for the one of", first.folder.display());
    assert!(!passed && output.contains(&expected), "{output}");
    says(
        &second,
        &["check"],
        0,
        &["touched, because cargo took the program of", "all checks passed"],
    );
    let (passed, output) = second.cargo_test("check", &["--lib"]);
    assert!(passed, "{output}");
}
