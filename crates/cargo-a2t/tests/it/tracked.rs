//! What is published reaches the next build of a package, and a build without news is fresh.
#![allow(clippy::unwrap_used)]

use crate::project;

use std::fs;
use std::process::Command;
use std::time::{Duration, SystemTime};

use crate::project::{Project, manifest};

const TOOL: &str = "/// Adds.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
pub fn add(
    /// First.
    a: i32,
) -> i32 {
    a
}

pub fn toolset() -> a2t::Toolset<()> {
    a2t::toolset![add]
}
";

/// Whether the next `cargo check` looks at the package again, and whether it holds.
fn builds(project: &Project) -> (bool, bool, String) {
    let output = Command::new(env!("CARGO"))
        .args(["check", "--verbose", "--offline", "--color", "never"])
        .env("CARGO_TARGET_DIR", project::target())
        .env("CARGO_INCREMENTAL", "0")
        .current_dir(&project.folder)
        .output()
        .unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    let package = |what: &str| {
        let mut names = ["tracked", "arrives"].iter();
        names.any(|name| stderr.contains(&format!("{what} {name} ")))
    };
    let fresh = package("Fresh");
    assert_ne!(fresh, package("Checking") || package("Dirty"), "{stderr}");
    (fresh, output.status.success(), stderr)
}

#[test]
fn a_build_tracks_what_is_published_and_nothing_else() {
    let files = [("Cargo.toml", &*manifest("tracked")), ("src/lib.rs", TOOL)];
    let project = Project::new("publish-tracked", &files);
    assert!(builds(&project).1);
    assert!(builds(&project).0, "nothing is published, nothing changed");

    // The first publication, then nothing.
    let ran = project.a2t(&["publish"]);
    assert_eq!(ran.status, 0, "{ran:#?}");
    assert!(!builds(&project).0, "the first publication is not seen");
    assert!(builds(&project).0, "nothing changed since");

    // An edit of the published file alone.
    let first = project.read("published/add/v1.json");
    project.edit("published/add/v1.json", "Adds.", "Sums.");
    let (fresh, holds, output) = builds(&project);
    assert!(!fresh && !holds && output.contains("A2T-L003"), "{output}");
    project.write("published/add/v1.json", &first);
    assert!(builds(&project).1);
    assert!(builds(&project).0);

    // A version from a colleague: a file that no build knew, and the list of all.
    project.write("published/add/v2.json", "{}");
    assert!(builds(&project).0, "the file alone is no publication");
    let sums = project.read("published/SHA256SUMS");
    project.write("published/SHA256SUMS", &format!("{sums}{}", sums.replace("v1", "v2")));
    let (fresh, holds, output) = builds(&project);
    assert!(!fresh && !holds && output.contains("published/add/v2.json"), "{output}");
}

/// A build that found no folder tracks none, and cargo looks at dates alone: `check` does better.
#[test]
fn what_arrives_beside_unchanged_sources_reaches_the_build_after_a_check() {
    let files = [("Cargo.toml", &*manifest("arrives")), ("src/lib.rs", TOOL)];
    let project = Project::new("publish-arrives", &files);
    assert_eq!(project.a2t(&["publish"]).status, 0);
    let [folder, aside] = ["published", "aside"].map(|name| project.folder.join(name));
    fs::rename(&folder, &aside).unwrap();
    project.write("src/lib.rs", TOOL);
    assert_eq!(project.a2t(&["check"]).status, 1);
    assert!(builds(&project).1);

    // As `git pull` brings it, without a word about the sources.
    fs::rename(&aside, &folder).unwrap();
    assert!(builds(&project).0, "cargo learnt to look");
    check_touches(&project, true);
    assert!(!builds(&project).0, "the folder is not seen");
    check_touches(&project, false);

    // As a copy brings it, with the date that it had elsewhere.
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let list = folder.join("SHA256SUMS");
    let list = fs::File::options().append(true).open(list).unwrap();
    list.set_modified(long_ago).unwrap();
    assert!(builds(&project).0, "cargo learnt to look");
    check_touches(&project, cfg!(unix));
    check_touches(&project, false);
}

fn check_touches(project: &Project, touches: bool) {
    let ran = project.a2t(&["check"]);
    assert_eq!(ran.status, 0, "{ran:#?}");
    let touched =
        "src/lib.rs: touched, because it was built without published/SHA256SUMS as it is\n";
    assert_eq!(ran.stderr.contains(touched), touches, "{ran:#?}");
}
