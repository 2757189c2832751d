//! `cargo a2t check` and `publish` if git or `cargo package` leaves published files out: what they
//! refuse, and that the line in the message fixes it.
#![allow(clippy::panic, clippy::unwrap_used)]

use std::process::Command;

use crate::project::{Project, manifest};
use a2t_core::published::text;
use a2t_core::signature;
use serde_json::json;

/// Function with the published file of its first version.
const ADD: &str = "/// Adds one.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1, id = \"0479a45d-ad0a-49d4-94db-75edf00d2ca4\")]
pub fn add(
    /// A number.
    a: i32,
) -> i32 {
    a + 1
}

/// The tools.
pub fn tools() -> a2t::Toolset<()> {
    a2t::toolset![add]
}
";

/// Creates a package in a git repository, with one published version. `more` are lines below
/// `[package]`.
fn shop(name: &str, more: &str) -> Project {
    let manifest = format!(
        "[package]\nname = \"shop\"\nversion = \"0.1.0\"\nedition = \"2024\"\n{more}\n[workspace]\n"
    );
    let project = Project::new(name, &[("Cargo.toml", &manifest), ("src/lib.rs", "")]);
    let signature = json!({
        "toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "add", "description": "Adds.",
        "version": 1, "currentVersion": 1,
    });
    let signature = signature::parse_value(&signature, "").unwrap().signature;
    project.write("published/add/v1.json", &text(&signature));
    let output = Command::new("sha256sum")
        .arg("add/v1.json")
        .current_dir(project.folder.join("published"))
        .output()
        .unwrap();
    project.write("published/SHA256SUMS", &String::from_utf8(output.stdout).unwrap());
    project.git(&["init", "--quiet"]);
    project
}

fn commit(project: &Project) {
    project.git(&["add", "."]);
    project.git(&["commit", "--quiet", "--message", "work"]);
}

fn refused(project: &Project, parts: &[&str]) {
    let parts = [&["error[left-out-file]", "1 error\n"], parts].concat();
    project.a2t(&["check", "--no-build"]).assert(1, &parts, &[]);
}

/// Checks the output of a command that builds, without cargo's own messages.
fn says(project: &Project, arguments: &[&str], status: i32, parts: &[&str]) {
    let ran = project.a2t(arguments);
    assert_eq!(ran.status, status, "{ran:#?}");
    for part in parts {
        assert!(ran.stdout.contains(part), "no {part:?} in {ran:#?}");
    }
}

fn holds(project: &Project) {
    project.a2t(&["check", "--no-build"]).assert(
        0,
        &["1 published version, all checks passed\n"],
        &[],
    );
}

#[test]
fn files_that_include_omits_are_refused_with_the_line_to_add() {
    let project = shop("shipped-include", "include = [\"/src\"]");
    for committed in [false, true] {
        if committed {
            commit(&project);
        }
        refused(
            &project,
            &[
                "published/SHA256SUMS and 1 more file are left out of the package by `include`",
                "--> Cargo.toml:5",
                "help: add `\"/published/**\"` to the end of `include`",
            ],
        );
    }
    project.edit("Cargo.toml", "\"/src\"]", "\"/src\", \"/published/**\"]");
    commit(&project);
    holds(&project);
}

#[test]
fn files_that_exclude_names_are_refused_with_the_line_to_add() {
    for pattern in ["*.json", "published", "/published/add/*"] {
        let project = shop("shipped-exclude", &format!("exclude = [\"{pattern}\"]"));
        commit(&project);
        let help = "help: add `\"!/published/**\"` to the end of `exclude`";
        refused(&project, &["left out of the package by `exclude`", "--> Cargo.toml:5", help]);
        project.edit("Cargo.toml", "\"]", "\", \"!/published/**\"]");
        commit(&project);
        holds(&project);
    }
}

#[test]
fn the_keys_of_the_workspace_are_found_there() {
    let project = shop("shipped-inherited", "include.workspace = true");
    project.edit(
        "Cargo.toml",
        "[workspace]\n",
        "[workspace]\n[workspace.package]\ninclude = [\"src\"]\n",
    );
    commit(&project);
    refused(&project, &["by `include`", "--> Cargo.toml:8", "to the end of `include`"]);
}

#[test]
fn files_that_git_ignores_are_refused_with_the_line_to_add() {
    let cases = [
        ("*.json", "!/published/**", "published/add/v1.json is ignored by git: `*.json`"),
        ("published/", "!/published/", "published/SHA256SUMS and 1 more file are ignored by git"),
        ("SHA256SUMS", "!/published/**", "published/SHA256SUMS is ignored by git"),
        ("add/", "!/published/**", "published/add/v1.json is ignored by git"),
    ];
    for (pattern, line, message) in cases {
        let project = shop("shipped-ignored", "");
        project.write(".gitignore", &format!("target\n{pattern}\n"));
        let help = format!("help: add the line `{line}` to the end of .gitignore");
        refused(&project, &[message, "--> .gitignore:2\n", &help]);
        commit(&project);
        refused(&project, &[message, "--> .gitignore:2\n", &help]);
        project.write(".gitignore", &format!("target\n{pattern}\n{line}\n"));
        commit(&project);
        holds(&project);
    }
    // A file in the folder itself, and one that was added anyway.
    let project = shop("shipped-ignored", "");
    project.write("published/.gitignore", "v1.json\n");
    refused(&project, &["--> published/.gitignore:1\n", "help: take the line `v1.json` out"]);
    project.git(&["add", "--force", "published/add/v1.json"]);
    commit(&project);
    holds(&project);
}

#[test]
fn a_pattern_above_the_package_is_found() {
    let project = shop("shipped-above", "");
    let package =
        [("Cargo.toml", "shop/Cargo.toml"), ("published", "shop/published"), ("src", "shop/src")];
    std::fs::create_dir(project.folder.join("shop")).unwrap();
    for (from, to) in package {
        std::fs::rename(project.folder.join(from), project.folder.join(to)).unwrap();
    }
    project.write(".gitignore", "*.json\n");
    commit(&project);
    let check = ["check", "--no-build", "--manifest-path", "shop/Cargo.toml"];
    let help = "help: add the line `!/published/**` to the end of shop/.gitignore";
    project.a2t(&check).assert(1, &["--> .gitignore:1\n", help, "1 error"], &[]);
    project.write("shop/.gitignore", "!/published/**\n");
    commit(&project);
    project.a2t(&check).assert(0, &["all checks passed"], &[]);
}

#[test]
fn a_file_that_is_not_committed_is_named() {
    let project = shop("shipped-uncommitted", "");
    let line = "not in git yet: published/SHA256SUMS and 1 more file; commit what was published\n";
    project.a2t(&["check", "--no-build"]).assert(0, &[line, "all checks passed"], &[]);
    commit(&project);
    let ran = project.a2t(&["check", "--no-build"]);
    assert!(!ran.stdout.contains("not in git"), "{ran:?}");
    // If git ignores the whole package, such as one in a folder `target`, its files are not
    // checked.
    let project = shop("shipped-uncommitted", "");
    project.write(".gitignore", "*\n");
    let ran = project.a2t(&["check", "--no-build"]);
    ran.assert(0, &["1 published version, all checks passed\n"], &[]);
}

#[test]
fn publish_writes_nothing_that_would_be_left_out() {
    let project = Project::new(
        "shipped-publish",
        &[("Cargo.toml", &manifest("shipped-publish")), ("src/lib.rs", ADD)],
    );
    project.git(&["init", "--quiet"]);
    project.write(".gitignore", "target\n*.json\n");
    commit(&project);
    let help = "help: add the line `!/published/**` to the end of .gitignore";
    let parts =
        ["error[left-out-file]: published/add/v1.json is ignored", help, "nothing was written"];
    says(&project, &["publish"], 1, &parts);
    assert!(!project.exists("published"), "{:?}", project.published(""));
    project.write(".gitignore", "target\n*.json\n!/published/**\n");
    project.edit(
        "Cargo.toml",
        "edition = \"2024\"\n",
        "edition = \"2024\"\ninclude = [\"/src/**\"]\n",
    );
    let help = "help: add `\"/published/**\"` to the end of `include`";
    says(&project, &["publish"], 1, &["error[left-out-file]", help, "nothing was written"]);
    assert!(!project.exists("published"), "{:?}", project.published(""));
    project.edit("Cargo.toml", "\"/src/**\"", "\"/src/**\", \"/published/**\"");
    says(&project, &["publish"], 0, &["1 version published"]);
    commit(&project);
    says(&project, &["check"], 0, &["1 published version, all checks passed"]);

    // Existing files are unchanged, and so is the list.
    let before = project.read("published/SHA256SUMS");
    project.edit("src/lib.rs", "version = 1", "version = 2");
    project.edit(
        "Cargo.toml",
        "\"/published/**\"",
        "\"/published/**\", \"!/published/add/v2.json\"",
    );
    says(&project, &["publish"], 1, &["published/add/v2.json is left out", "nothing was written"]);
    assert_eq!(project.read("published/SHA256SUMS"), before);
    assert!(!project.exists("published/add/v2.json"));
}

#[test]
fn the_digests_hold_whatever_git_makes_of_line_ends() {
    let project = Project::new(
        "shipped-attributes",
        &[("Cargo.toml", &manifest("shipped-attributes")), ("src/lib.rs", ADD)],
    );
    project.git(&["init", "--quiet"]);
    project.git(&["config", "core.autocrlf", "true"]);
    project.write(".gitignore", "target\n");
    says(&project, &["publish"], 0, &["published/.gitattributes: new", "1 version published"]);
    commit(&project);
    project.git(&["rm", "-r", "--quiet", "published"]);
    project.git(&["checkout", "--quiet", "HEAD", "--", "published"]);
    let sums = |project: &Project| {
        let mut sums = Command::new("sha256sum");
        sums.args(["-c", "SHA256SUMS"]).current_dir(project.folder.join("published"));
        sums.output().unwrap().status.success()
    };
    assert!(sums(&project));
    // A package that was published earlier gets the line. The vendor's own lines stay.
    project.remove("published/.gitattributes");
    says(&project, &["publish"], 0, &["published/.gitattributes: new", "nothing is new"]);
    project.write("published/.gitattributes", "* text eol=lf\n");
    says(&project, &["publish"], 0, &["nothing is new"]);
    assert_eq!(project.read("published/.gitattributes"), "* text eol=lf\n");
}
