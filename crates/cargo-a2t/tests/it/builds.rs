//! `cargo a2t check` and `publish` on packages whose tools are never all in one build: features
//! that exclude each other, and platforms.
#![allow(clippy::panic, clippy::unwrap_used)]

use crate::project::{Project, manifest};

const TOOLS: &str = r#"//! Tools of two stores that exclude each other, and of two platforms.

#[cfg(all(feature = "memory", feature = "disk"))]
compile_error!("choose one store");

/// Counts what is stored.
///
/// # Returns
/// The number of items.
#[a2t::tool(version = 1)]
pub fn count() -> i32 {
    1
}

/// Forgets everything.
///
/// # Returns
/// The number of items.
#[cfg(feature = "memory")]
#[a2t::tool(version = 1)]
pub fn forget() -> i32 {
    0
}

/// Writes everything to the disk.
///
/// # Returns
/// The number of items.
#[cfg(feature = "disk")]
#[a2t::tool(version = 1)]
pub fn sync() -> i32 {
    1
}

#[cfg(not(unix))]
mod registry;

/// The tools of a build.
pub fn tools() -> a2t::Toolset<()> {
    a2t::toolset![count]
}

#[cfg(feature = "memory")]
#[test]
fn in_memory() {
    let _: a2t::Toolset<()> = a2t::toolset![count, forget];
}

#[cfg(feature = "disk")]
#[test]
fn on_disk() {
    let _: a2t::Toolset<()> = a2t::toolset![count, sync];
}
"#;

const REGISTRY: &str = "/// Reads the registry.
///
/// # Returns
/// The number of keys.
#[a2t::tool(version = 1)]
pub fn keys() -> i32 {
    1
}
";

const BOTH: [&str; 4] = ["--build", "--features memory", "--build", "--features disk"];

fn store(name: &str) -> Project {
    let manifest = manifest(name);
    let manifest =
        manifest.replace("[dependencies]", "[features]\nmemory = []\ndisk = []\n[dependencies]");
    let files =
        [("Cargo.toml", manifest.as_str()), ("src/lib.rs", TOOLS), ("src/registry.rs", REGISTRY)];
    Project::new(name, &files)
}

fn with<'a>(command: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&[command], more].concat()
}

/// Checks the output of a command, without cargo's own messages.
fn says(project: &Project, arguments: &[&str], status: i32, parts: &[&str]) {
    let ran = project.a2t(arguments);
    assert_eq!(ran.status, status, "{ran:#?}");
    for part in parts {
        assert!(ran.stdout.contains(part), "no {part:?} in {ran:#?}");
    }
}

#[test]
fn tools_of_features_that_exclude_each_other_are_published_and_checked_together() {
    let project = store("builds-features");
    says(&project, &with("publish", &BOTH), 0, &["3 versions published"]);
    says(&project, &with("check", &BOTH), 0, &["3 published versions, all checks passed\n"]);

    // One build lacks the tools of the other, which are not missing for that reason.
    let memory = ["check", "--features", "memory"];
    let parts = [
        "warning[not-checked-here]: `sync@1` is not checked here: its function stands at src/lib.rs:31 behind \
         `#[cfg(feature = \"disk\")]`",
        "cargo a2t check --features disk",
        "3 published versions, 1 of them not checked here; all other checks passed\n",
    ];
    says(&project, &memory, 0, &parts);
    let parts = ["`sync@1` is not checked here", "`forget@1` is not checked here", "2 of them"];
    says(&project, &["check"], 0, &parts);

    // Each build is checked.
    project.edit("src/lib.rs", "pub fn sync()", "pub fn sync(\n/// A number.\n_a: i32)");
    says(&project, &with("check", &BOTH), 1, &["A2T-L002"]);
    says(&project, &memory, 0, &["all other checks passed"]);
    project.edit("src/lib.rs", "\n/// A number.\n_a: i32)", ")");

    // A condition that holds in a build does not explain a missing version.
    project.edit(
        "src/lib.rs",
        "#[cfg(feature = \"disk\")]\n#[a2t::tool(version = 1)]",
        "#[cfg(feature = \"disk\")]",
    );
    project.edit("src/lib.rs", "a2t::toolset![count, sync]", "a2t::toolset![count]");
    let missing = [
        "error[A2T-L006]: `sync@1` is published, and no tool in the code has its id",
        "--retire sync@1",
    ];
    says(&project, &with("check", &BOTH), 1, &missing);
}

#[test]
fn a_version_that_differs_between_builds_is_found() {
    let project = store("builds-differ");
    let old = "/// Counts what is stored.\n";
    let new = format!("{old}#[cfg_attr(feature = \"memory\", doc = \"Fast.\")]\n");
    project.edit("src/lib.rs", old, &new);
    let parts = ["error[one-version-twice]: `count@1` differs in another build"];
    says(&project, &with("publish", &BOTH), 1, &parts);
}

#[test]
fn a_tool_of_another_platform_is_not_checked_here() {
    let project = store("builds-platform");
    project.edit("src/lib.rs", "#[cfg(not(unix))]\nmod", "mod");
    project.edit(
        "src/lib.rs",
        "    a2t::toolset![count]",
        "    a2t::toolset![count, registry::keys]",
    );
    says(&project, &["publish"], 0, &["2 versions published"]);
    project.edit("src/lib.rs", "mod registry", "#[cfg(not(unix))]\nmod registry");
    project.edit("src/lib.rs", "[count, registry::keys]", "[count]");
    let parts = [
        "warning[not-checked-here]: `keys@1` is not checked here: its function stands at src/registry.rs:6 behind \
         `#[cfg(not (unix))]`",
        "or add that build: `--build \"\" --build \"--target TRIPLE\"`",
        "2 published versions, 1 of them not checked here",
    ];
    says(&project, &["check"], 0, &parts);
    let report = project.a2t(&["check", "--format", "json"]).json();
    let found = report.pointer("/findings/0");
    let member = |name: &str| found.and_then(|found| found.get(name)?.as_str());
    assert_eq!(member("rule"), Some("not-checked-here"), "{report:#}");
    assert_eq!(member("severity"), Some("warning"), "{report:#}");
}

#[test]
fn programs_that_do_not_run_here_are_read() {
    let host = "x86_64-unknown-linux-gnu";
    if !cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")) {
        return;
    }
    let project = store("builds-target");
    let builds = ["--build", "", "--build", "--features disk --target x86_64-unknown-linux-gnu"];
    says(&project, &with("publish", &builds), 0, &["2 versions published"]);
    says(&project, &with("check", &builds), 0, &["2 published versions, all checks passed\n"]);

    // As if the programs of the target were for another machine.
    let runner = "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER";
    let unrun = |arguments: &[&str], status: i32, parts: &[&str]| {
        let ran = project.a2t_with(arguments, runner, "/no/such/runner");
        assert_eq!(ran.status, status, "{ran:#?}");
        parts.iter().for_each(|part| assert!(ran.stdout.contains(part), "no {part:?} in {ran:#?}"));
    };
    let disk = ["--features", "disk", "--target", host];
    unrun(&with("check", &disk), 0, &["2 published versions, all checks passed\n"]);
    project.edit(
        "src/lib.rs",
        "feature = \"disk\")]\n#[a2t::tool(version = 1)]",
        "feature = \"disk\")]\n#[a2t::tool(version = 2)]",
    );
    let parts = ["error[not-published]: version 2 of the tool with the id", "cannot be run here"];
    unrun(&with("check", &disk), 1, &parts);
    unrun(
        &with("publish", &disk),
        0,
        &["warning[not-published]: version 2 of the tool with the id"],
    );
}

#[test]
fn flags_of_a_build_that_cargo_has_not_are_refused() {
    let project = store("builds-flags");
    let ran = project.a2t(&["check", "--build", "--feature disk"]);
    ran.assert(
        2,
        &[],
        &[
            "--feature",
            "expected `--features`, `--all-features`, `--no-default-features` and `--target`",
        ],
    );
    let ran = project.a2t(&["check", "--features", "disk", "--build", "--features memory"]);
    ran.assert(2, &[], &["cannot be used with"]);
}
