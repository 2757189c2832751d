//! Two branches that publish: git's result, and the way out that the messages describe, step by
//! step.
#![allow(clippy::panic, clippy::unwrap_used)]

use std::process::Command;

use crate::project::{Project, manifest};

/// A tool with these inputs after the first one.
fn source(version: u32, inputs: &[&str]) -> String {
    let input = |name: &&str| format!("    /// Another number.\n    {name}: Option<i32>,\n");
    let inputs: String = inputs.iter().map(input).collect();
    format!(
        "/// Adds.\n///\n/// # Returns\n/// The sum.\n#[a2t::tool(version = {version})]\n#[allow(unused)]\n\
         pub fn add(\n    /// First.\n    a: i32,\n{inputs}) -> i32 {{\n    a\n}}\n\
         pub fn toolset() -> a2t::Toolset<()> {{\n    a2t::toolset![add]\n}}\n"
    )
}

/// A branch that has published version 2 of the tool with one more input.
fn branch(project: &Project, name: &str, input: &str) {
    project.git(&["checkout", "-q", "-b", name, "first"]);
    project.write("src/lib.rs", &source(2, &[input]));
    assert_eq!(project.a2t(&["publish"]).status, 0);
    commit(project, name);
}

fn commit(project: &Project, message: &str) {
    project.git(&["add", "Cargo.toml", "src", "published"]);
    project.git(&["commit", "-q", "-m", message]);
}

/// The command that a message gives between backticks, before these words.
fn command<'s>(line: &'s str, words: &str) -> Vec<&'s str> {
    let (before, _) = line.split_once(words).unwrap_or_else(|| panic!("{line}"));
    let command = before.trim_end().strip_suffix('`').unwrap();
    let command = command.rsplit('`').next().unwrap();
    command.split(' ').collect()
}

/// Runs a command of git that stops at conflicts.
fn stops(project: &Project, arguments: &[&str]) {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=Vendor", "-c", "user.email=v@example.org"]);
    let output = git.args(arguments).current_dir(&project.folder).output();
    let output = output.unwrap();
    assert!(!output.status.success(), "{output:?}");
    for file in ["published/add/v2.json", "published/SHA256SUMS"] {
        assert!(project.read(file).contains("<<<<<<< "), "{file}");
    }
}

#[test]
fn the_messages_lead_out_of_a_version_that_two_branches_published() {
    let first = source(1, &[]);
    let files = [("Cargo.toml", &*manifest("merged")), ("src/lib.rs", &first)];
    let project = Project::new("publish-merged", &files);
    assert_eq!(project.a2t(&["publish"]).status, 0);
    project.git(&["init", "-q", "-b", "first"]);
    commit(&project, "Publish");
    branch(&project, "main", "b");
    let theirs = project.read("published/add/v2.json");
    branch(&project, "ours", "c");
    project.git(&["branch", "rebased"]);

    stops(&project, &["merge", "-q", "main"]);
    assert_keep_one(&project, "while you merge it into yours");
    assert_eq!(project.read("published/add/v2.json"), theirs);
    assert_publish_is_the_help(&project);
    commit(&project, "Merge main");
    let merged = project.read("published/SHA256SUMS");
    hold(&project);

    project.git(&["checkout", "-q", "rebased"]);
    stops(&project, &["rebase", "-q", "main"]);
    assert_keep_one(&project, "while you rebase onto it");
    assert_eq!(project.read("published/add/v2.json"), theirs);
    assert_publish_is_the_help(&project);
    project.git(&["add", "src", "published"]);
    project.git(&["-c", "core.editor=true", "rebase", "--continue"]);
    assert_eq!(project.read("published/SHA256SUMS"), merged);
    hold(&project);
}

/// The first message: of the file, with the command to settle it, and of the list, which comes after.
fn assert_keep_one(project: &Project, words: &str) {
    let ran = project.a2t(&["check"]);
    let parts = [
        "error[A2T-L002]: two branches published this version, and met here\n  --> published/add/v2.json",
        "error[conflicted-sums]: two branches published, and their lines met here\n  --> published/SHA256SUMS:",
        "resolve the conflicts of the files first, then run `cargo a2t publish`",
        "2 errors\nthe code is not checked until this is fixed",
    ];
    ran.assert(1, &parts, &[]);
    let command = command(&ran.stdout, words);
    assert_eq!(command.first(), Some(&"git"));
    project.git(command.get(1..).unwrap());
}

/// The second message: the list alone, and who writes it; then those of the compiler about the code,
/// which has what both branches added.
fn assert_publish_is_the_help(project: &Project) {
    let ran = project.a2t(&["check", "--no-build"]);
    let help = "= help: run `cargo a2t publish`, which keeps the lines of both";
    ran.assert(1, &["error[conflicted-sums]", help, "1 error"], &[]);
    project.write("src/lib.rs", &source(2, &["b", "c"]));
    let ran = project.a2t(&["publish"]);
    let taken = "`add` version 2 is published, and the code differs at inputs[c]";
    ran.assert(
        1,
        &[taken, "or set `version = 3`", "nothing else was written"],
        &["published/SHA256SUMS: rewritten"],
    );
    project.edit("src/lib.rs", "version = 2", "version = 3");
    let ran = project.a2t(&["publish"]);
    assert_eq!(ran.status, 0, "{ran:#?}");
    assert!(ran.stdout.contains("published/add/v3.json: new"), "{ran:#?}");
}

fn hold(project: &Project) {
    let ran = project.a2t(&["check", "--against", "main"]);
    let holds = "3 published versions, all checks passed\n";
    assert_eq!((ran.status, ran.stdout.as_str()), (0, holds), "{ran:#?}");
}
