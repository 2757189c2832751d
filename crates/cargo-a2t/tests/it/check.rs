//! `cargo a2t check --no-build`: the files alone, and against copies in git, in a folder, on a
//! server; and the tombstones that `publish --retire` writes. Nothing is compiled.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use crate::vendor;

use crate::project::Project;
use crate::vendor::{Vendor, json_reply, page, reply};
use a2t_core::published::text;
use a2t_core::signature;
use serde_json::{Value, json};

const ID: &str = "0479a45d-ad0a-49d4-94db-75edf00d2ca4";
const PACKAGE: &str =
    "[package]\nname = \"shop\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n";

/// A version of `add`: each has one optional input more.
fn version(number: u32) -> Value {
    let input = |index: u32| {
        json!({"id": format!("i{index}"), "name": format!("i{index}"), "type": "int", "description": "A number.",
               "required": index == 1})
    };
    json!({
        "toolId": ID, "name": "add", "description": "Adds.", "version": number, "currentVersion": number,
        "input_parameters": (1..=number).map(input).collect::<Value>(),
    })
}

fn published(value: &Value) -> String {
    text(&signature::parse_value(value, "").unwrap().signature)
}

/// A package whose tool `add` has these many versions.
fn shop(name: &str, versions: u32) -> Project {
    let project = Project::new(name, &[("Cargo.toml", PACKAGE), ("src/lib.rs", "")]);
    let mut sums = Vec::new();
    for number in 1..=versions {
        let path = format!("add/v{number}.json");
        project.write(&format!("published/{path}"), &published(&version(number)));
        sums.push(path);
    }
    sum(&project, &sums);
    project
}

/// Writes the digests, as coreutils would.
fn sum(project: &Project, paths: &[String]) {
    let output = std::process::Command::new("sha256sum")
        .args(paths)
        .current_dir(project.folder.join("published"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    project.write("published/SHA256SUMS", &String::from_utf8(output.stdout).unwrap());
}

fn check(project: &Project, more: &[&str], status: i32, parts: &[&str]) {
    let ran = project.a2t(&[&["check", "--no-build"], more].concat());
    ran.assert(status, parts, &[]);
}

#[test]
fn files_as_they_were_published_hold() {
    let project = shop("check-holds", 3);
    check(&project, &[], 0, &["3 published versions, all checks passed\n"]);
    // Also with line ends that version control changed.
    for path in ["published/add/v1.json", "published/SHA256SUMS"] {
        project.edit(path, "\n", "\r\n");
    }
    check(&project, &[], 0, &["all checks passed"]);
}

#[test]
fn an_edited_file_is_named() {
    let project = shop("check-edited", 2);
    project.edit("published/add/v1.json", "Adds.", "Sums.");
    let edited = [
        "error[A2T-L002]: edited since it was published: its digest is not that in SHA256SUMS\n  --> published/add/v1.json\n",
        "1 error",
    ];
    check(&project, &[], 1, &edited);
    project.edit("published/add/v1.json", "  \"name\"", "\"name\"");
    check(
        &project,
        &[],
        1,
        &["error[A2T-L002]: edited: not the text that `cargo a2t publish` writes"],
    );
    project.write("published/add/v1.json", "{\n");
    check(&project, &[], 1, &["not valid JSON", "--> published/add/v1.json", "1 error"]);
}

#[test]
fn a_missing_file_is_named_and_so_is_one_too_many() {
    let project = shop("check-missing", 2);
    project.remove("published/add/v2.json");
    let missing = [
        "error[A2T-L006]: listed in SHA256SUMS, but missing\n  --> published/add/v2.json",
        "1 error",
    ];
    check(&project, &[], 1, &missing);

    let project = shop("check-unlisted", 1);
    project.write("published/add/v2.json", &published(&version(2)));
    check(&project, &[], 1, &["error[unlisted-file]", "--> published/add/v2.json", "1 error"]);
    project.write("published/add/two.json", "{}");
    check(&project, &[], 1, &["error[misnamed-file]", "--> published/add/two.json", "2 errors"]);
}

#[test]
fn a_gap_and_a_break_are_named_also_where_the_digests_agree() {
    let project = shop("check-gap", 3);
    project.remove("published/add/v2.json");
    let paths = ["add/v1.json", "add/v3.json"].map(str::to_owned);
    sum(&project, &paths);
    check(
        &project,
        &[],
        1,
        &["error[A2T-L005]", "version 2 has neither", "--> published/add/v3.json", "1 error"],
    );

    let mut breaking = version(2);
    breaking["input_parameters"][1]["required"] = json!(true);
    let project = shop("check-break", 1);
    project.write("published/add/v2.json", &published(&breaking));
    sum(&project, &["add/v1.json", "add/v2.json"].map(str::to_owned));
    check(&project, &[], 1, &["error[A2T-I102]: `add@2`", "--> published/add/v2.json", "1 error"]);
}

#[test]
fn digests_that_no_program_reads_are_named_by_line() {
    let project = shop("check-sums", 2);
    project.edit("published/SHA256SUMS", "  add/v2", " add/v2");
    check(
        &project,
        &[],
        1,
        &["error[damaged-sums]", "--> published/SHA256SUMS:2", "keep the lines of both"],
    );
}

#[test]
fn a_tombstone_takes_the_place_of_a_version() {
    let project = shop("check-retire", 3);
    let retire = |which: &str, more: &[&str]| {
        let arguments = ["publish", "--retire", which, "--reason", "It added wrongly."];
        project.a2t(&[&arguments, more].concat())
    };
    let lines = "published/add/v2.retired.json: new\npublished/add/v2.json: removed\npublished/SHA256SUMS: updated\n";
    retire("add@2", &["--dry-run"]).assert(0, &[lines, "nothing was written"], &[]);
    assert!(project.exists("published/add/v2.json"));
    retire("add@2", &[]).assert(0, &[lines, "`add@2` retired"], &[]);
    assert_eq!(
        project.read("published/add/v2.retired.json"),
        format!(
            "{{\n  \"toolId\": \"{ID}\",\n  \"version\": 2,\n  \"reason\": \"It added wrongly.\"\n}}\n"
        )
    );
    assert_eq!(
        project.published(""),
        ["SHA256SUMS", "add/v1.json", "add/v2.retired.json", "add/v3.json"]
    );
    check(&project, &[], 0, &["2 published versions, all checks passed"]);
    // What cannot be retired.
    retire("add@2", &[]).assert(2, &[], &["retired already"]);
    retire("add@4", &[]).assert(2, &[], &["was never published", "the next version is 4"]);
    retire("ad@1", &[]).assert(2, &[], &["no tool `ad` is published; did you mean `add`?"]);
    retire("add", &[]).assert(2, &[], &["expected TOOL@N"]);
    // An edit is not covered up.
    project.edit("published/add/v1.json", "Adds.", "Sums.");
    retire("add@3", &[]).assert(
        2,
        &[],
        &["other files are not as they were published", "published/add/v1.json"],
    );
}

#[test]
fn a_rewritten_record_differs_from_the_one_in_git() {
    let project = shop("check-git", 2);
    project.git(&["init", "-q", "-b", "main"]);
    project.git(&["add", "."]);
    project.git(&["commit", "-q", "-m", "Publish"]);
    check(&project, &["--against", "main"], 0, &["all checks passed"]);
    // Additions are fine, and so is what the branch does not have yet.
    project.git(&["checkout", "-q", "-b", "theirs"]);
    project.write("published/add/v3.json", &published(&version(3)));
    sum(&project, &(1..=3).map(|n| format!("add/v{n}.json")).collect::<Vec<_>>());
    check(&project, &["--against", "main"], 0, &["3 published versions, all checks passed"]);
    project.git(&["add", "."]);
    project.git(&["commit", "-q", "-m", "Publish more"]);
    project.git(&["checkout", "-q", "-b", "ours", "main"]);
    check(&project, &["--against", "theirs"], 0, &["2 published versions, all checks passed"]);
    // An edit of file and digest together.
    project.edit("published/add/v2.json", "Adds.", "Sums.");
    sum(&project, &(1..=2).map(|n| format!("add/v{n}.json")).collect::<Vec<_>>());
    check(&project, &[], 0, &["all checks passed"]);
    let rewritten = [
        "error[A2T-L010]: `add@2` is not the one in main",
        "--> published/add/v2.json",
        "now \"Sums.\"",
    ];
    check(&project, &["--against", "main"], 1, &rewritten);
    let ran = project.a2t(&["check", "--no-build", "--against", "mian"]);
    ran.assert(2, &[], &["`mian` is neither a folder, nor an address, nor a revision"]);
    let ran = project.a2t(&["check", "--no-build", "--against=--upload-pack=x"]);
    ran.assert(2, &[], &["nor a revision"]);
}

#[test]
fn a_folder_and_a_server_are_copies_too() {
    let reviewed = shop("check-reviewed", 3);
    let project = shop("check-against", 2);
    let folder = reviewed.folder.display().to_string();
    let missing =
        ["error[A2T-L006]: `add@3` is published in", "--> published/add/v3.json", "1 error"];
    for folder in [folder.clone(), format!("{folder}/published")] {
        check(&project, &["--against", &folder], 1, &missing);
    }
    check(
        &reviewed,
        &["--against", &project.folder.display().to_string()],
        0,
        &["all checks passed"],
    );

    let server = |versions: Vec<Value>| {
        let newest = page(&versions[versions.len() - 1..]);
        let all = page(&versions);
        Vendor::new(move |request| match &*request.line {
            line if line.starts_with(&format!("GET /tools/{ID}/versions")) => all.clone(),
            line if line.starts_with("GET /tools") => newest.clone(),
            _ => reply("404 Not Found", ""),
        })
    };
    let vendor = server(vec![version(1), version(2)]);
    check(&reviewed, &["--against", &vendor.root], 0, &["all checks passed"]);
    let vendor = server(vec![version(1), version(2), version(3)]);
    check(&project, &["--against", &vendor.root], 1, &["`add@3` is published in http", "1 error"]);
    let mut edited = version(2);
    edited["description"] = json!("Sums.");
    edited["currentVersion"] = json!(9);
    let vendor = server(vec![version(1), edited]);
    let rules = ["error[A2T-L007]", "error[A2T-L010]: `add@2` is not the one in http"];
    check(&project, &["--against", &vendor.root], 1, &rules);
    let vendor =
        Vendor::new(move |_| json_reply(&json!({"items": [vendor::tool(7, "other")]}).to_string()));
    check(
        &project,
        &["--against", &vendor.root],
        1,
        &["error[A2T-L006]: `other@1`", "not published here"],
    );
    let ran = project.a2t(&["check", "--no-build", "--against", "http://127.0.0.1:1"]);
    ran.assert(2, &[], &["127.0.0.1:1"]);
}

#[test]
fn programs_and_workflows_get_their_formats() {
    let project = shop("check-formats", 2);
    project.edit("published/add/v1.json", "Adds.", "Sums.");
    let ran = project.a2t(&["check", "--no-build", "--format", "json"]);
    let value = ran.json();
    assert_eq!((ran.status, &value["holds"], &value["versions"]), (1, &json!(false), &json!(2)));
    let finding = &value["findings"][0];
    assert_eq!(
        (&finding["rule"], &finding["file"]),
        (&json!("A2T-L002"), &json!("published/add/v1.json"))
    );
    let ran = project.a2t(&["check", "--no-build", "--format", "github"]);
    ran.assert(
        1,
        &["::error file=published/add/v1.json,title=A2T-L002 published-version-edited::edited since"],
        &[],
    );
    let ran = project.a2t(&["check", "--no-build", "--format", "sarif"]);
    let log = ran.json();
    let result = &log["runs"][0]["results"][0];
    assert_eq!((ran.status, &result["ruleId"]), (1, &json!("A2T-L002")));
    let uri = "/locations/0/physicalLocation/artifactLocation/uri";
    assert_eq!(result.pointer(uri), Some(&json!("published/add/v1.json")));
    let ran = project.a2t(&["publish", "--format", "sarif"]);
    ran.assert(2, &[], &["[possible values: human, json]"]);
}

#[test]
fn a_package_without_published_versions_is_distinguished() {
    let project = Project::new("check-nothing", &[("Cargo.toml", PACKAGE), ("src/lib.rs", "")]);
    let ran = project.a2t(&["check", "--no-build"]);
    ran.assert(2, &[], &["nothing is published: published is not there"]);
    let ran = project.a2t(&["check", "--no-build", "-p", "shopp"]);
    ran.assert(2, &[], &["the workspace has no package `shopp`; did you mean `shop`?"]);
}
