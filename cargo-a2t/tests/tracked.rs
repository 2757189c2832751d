//! What is published reaches the next build of a package, and a build without news is fresh.
#![allow(clippy::unwrap_used)]

mod project;
mod vendor;

use std::process::Command;

use project::Project;

const MANIFEST: &str = r#"[package]
name = "tracked"
version = "0.1.0"
edition = "2024"
[dependencies]
a2t = { path = "A2T_ROOT" }
[workspace]
[profile.dev]
debug = 0
"#;

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
    let said = String::from_utf8(output.stderr).unwrap();
    let fresh = said.contains("Fresh tracked v0.1.0");
    assert_ne!(
        fresh,
        said.contains("Checking tracked v0.1.0") || said.contains("Dirty tracked"),
        "{said}"
    );
    (fresh, output.status.success(), said)
}

#[test]
fn a_build_tracks_what_is_published_and_nothing_else() {
    let files = [("Cargo.toml", MANIFEST), ("src/lib.rs", TOOL)];
    let project = Project::new("publish-tracked", &files);
    assert!(builds(&project).1);
    assert!(builds(&project).0, "nothing is published, nothing changed");

    // The first publication, then nothing.
    assert_eq!(project.a2t(&["publish"]).status, 0);
    assert!(!builds(&project).0, "the first publication is not seen");
    assert!(builds(&project).0, "nothing changed since");

    // An edit of the published file alone.
    let first = project.read("published/add/v1.json");
    project.edit("published/add/v1.json", "Adds.", "Sums.");
    let (fresh, holds, said) = builds(&project);
    assert!(!fresh && !holds && said.contains("A2T-L003"), "{said}");
    project.write("published/add/v1.json", &first);
    assert!(builds(&project).1);
    assert!(builds(&project).0);

    // A version from a colleague: a file that no build knew, and the list of all.
    project.write("published/add/v2.json", "{}");
    assert!(builds(&project).0, "the file alone is no publication");
    let sums = project.read("published/SHA256SUMS");
    project.write(
        "published/SHA256SUMS",
        &format!("{sums}{}", sums.replace("v1", "v2")),
    );
    let (fresh, holds, said) = builds(&project);
    assert!(
        !fresh && !holds && said.contains("published/add/v2.json"),
        "{said}"
    );
}
