//! Which tool a function is, as packages are renamed, tools moved from one to another, and names given
//! twice; built, published and checked.
#![allow(clippy::unwrap_used)]

use crate::project::Project;

const WORKSPACE: &str = r#"[workspace]
members = ["north", "south"]
resolver = "3"
[profile.dev]
debug = 0
"#;

const MEMBER: &str = r#"[package]
name = "NAME"
version = "0.1.0"
edition = "2024"
[dependencies]
a2t = { path = "A2T_ROOT" }
"#;

const ADD: &str = "/// Adds.
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

/// Two tools of one name, as two toolsets of a package have them.
const PINGS: &str = "
pub mod inside {
    /// Answers those who are inside.
    ///
    /// # Returns
    /// A word.
    #[a2t::tool(version = 1)]
    pub fn ping() -> String {
        String::new()
    }

    pub fn toolset() -> a2t::Toolset<()> {
        a2t::toolset![ping]
    }
}

pub mod outside {
    /// Answers everybody.
    ///
    /// # Returns
    /// How many have asked.
    #[a2t::tool(version = 1)]
    pub fn ping(
        /// Who asks.
        name: String,
    ) -> u16 {
        name.len() as u16
    }

    pub fn toolset() -> a2t::Toolset<()> {
        a2t::toolset![ping]
    }
}
";

const HOLDS: &str = "1 published version, all checks passed\n";

fn says(project: &Project, arguments: &[&str]) -> (i32, String) {
    let ran = project.a2t(arguments);
    assert_ne!(ran.status, 2, "{ran:#?}");
    (ran.status, ran.stdout)
}

#[test]
fn a_published_tool_stays_the_same_wherever_its_code_is() {
    let members = ["north", "south"].map(|name| MEMBER.replace("NAME", name));
    let files = [
        ("Cargo.toml", WORKSPACE),
        ("north/Cargo.toml", &members[0]),
        ("north/src/lib.rs", ADD),
        ("south/Cargo.toml", &members[1]),
        ("south/src/lib.rs", ""),
    ];
    let project = Project::new("publish-identity", &files);
    assert_eq!(project.a2t(&["publish"]).status, 0);
    project.git(&["init", "-q", "-b", "main"]);
    project.git(&["add", "."]);
    project.git(&["commit", "-q", "-m", "Publish"]);
    let first = project.read("north/published/add/v1.json");

    rename_the_package(&project);
    move_the_tool(&project);
    let moved = project.read("south/published/add/v1.json");
    assert_eq!(moved, first);
    remove_the_package(&project);
    name_twice(&project);
}

fn rename_the_package(project: &Project) {
    project.edit("north/Cargo.toml", "\"north\"", "\"arctic\"");
    let check = ["check", "--against", "main"];
    assert_eq!(says(project, &check), (0, HOLDS.to_owned()));
}

/// The code alone is not the tool, and neither is the folder; both together are.
fn move_the_tool(project: &Project) {
    project.write("north/src/lib.rs", "");
    project.write("south/src/lib.rs", ADD);
    let (status, output) = says(project, &["check"]);
    let help = "if it was moved there, move its folder to south/published as well";
    assert!(status == 1 && output.contains(help), "{output}");
    assert!(!output.contains("--retire"), "{output}");

    let [old, new] = ["north", "south"].map(|package| format!("{package}/published/add"));
    std::fs::create_dir(project.folder.join("south/published")).unwrap();
    std::fs::rename(project.folder.join(old), project.folder.join(new)).unwrap();
    let (status, output) = says(project, &["check", "--no-build"]);
    let parts = [
        "error[moved-tool]: moved here from north/published, whose SHA256SUMS still has its lines",
        "--> south/published/add",
        "= help: run `cargo a2t publish`, which moves them",
        "1 error",
    ];
    for part in parts {
        assert!(status == 1 && output.contains(part), "no {part:?} in {output}");
    }
    let (_, output) = says(project, &["check", "--no-build", "-p", "arctic"]);
    let gone = "`add` was moved to south/published, and its lines are still in this list";
    assert!(output.contains(gone) && output.contains("1 error"), "{output}");

    let ran = project.a2t(&["publish"]);
    let lists = "south/published/SHA256SUMS: rewritten\nnorth/published/SHA256SUMS: rewritten\n";
    assert!(ran.stderr.contains(lists), "{ran:#?}");
    let nothing = "south/published/.gitattributes: new\nnothing is new: 1 version as published\n";
    assert_eq!((ran.status, ran.stdout.as_str()), (0, nothing), "{ran:#?}");
    assert!(!project.exists("north/published"));
    let check = ["check", "--against", "main"];
    for check in [&check[..], &["check", "-p", "south", "--against", "main"]] {
        let (status, output) = says(project, check);
        assert!(status == 0 && output.ends_with(HOLDS), "{output}");
    }

    // The compiler names the file as it names the sources, and so does who repeats it.
    project.edit("south/src/lib.rs", "Adds.", "Sums.");
    let (status, output) = says(project, &["check"]);
    let location = "published: \"Adds.\" (south/published/add/v1.json:4)";
    assert!(status == 1 && output.contains(location), "{output}");
    project.write("south/src/lib.rs", ADD);
}

/// What a package had published is missed also when the package is gone.
fn remove_the_package(project: &Project) {
    std::fs::remove_dir_all(project.folder.join("north")).unwrap();
    project.edit("Cargo.toml", "\"north\", ", "");
    let check = ["check", "--no-build", "--against", "main"];
    let (status, output) = says(project, &check);
    assert!(status == 0 && output.ends_with(HOLDS), "{output}");

    let folder = project.folder.join("south/published");
    let aside = project.folder.join("aside");
    std::fs::rename(&folder, &aside).unwrap();
    project.write("south/published/SHA256SUMS", "");
    let (status, output) = says(project, &check);
    let missed = "error[A2T-L006]: `add@1` is published in main, and missing here";
    assert!(status == 1 && output.contains(missed), "{output}");
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::rename(&aside, &folder).unwrap();
}

/// One remark on each of the two, and none that follows from the other.
fn name_twice(project: &Project) {
    let source = project.read("south/src/lib.rs");
    project.write("south/src/lib.rs", &format!("{source}{PINGS}"));
    for command in ["publish", "check"] {
        let (status, output) = says(project, &[command]);
        assert_eq!(status, 1, "{output}");
        let functions = [(23, 38, "pub fn ping() -> String {"), (38, 23, "pub fn ping(")];
        for (number, other, line) in functions {
            let part = format!(
                "error[one-version-twice]: `ping@1` is two tools: the other one is at south/src/lib.rs:{other}\n  \
                 --> south/src/lib.rs:{number}\n   |\n{number} |     {line}\n   = help: give one of them another name, `name = \"…\"`"
            );
            assert!(output.contains(&part), "{command}: no {part:?} in {output}");
        }
        assert_eq!(output.matches("error[").count(), 2, "{output}");
    }
    project.edit("south/src/lib.rs", "Answers everybody.\n    ///\n    /// # Returns\n    /// How many have asked.\n    #[a2t::tool(version = 1)]", "Answers everybody.\n    ///\n    /// # Returns\n    /// How many have asked.\n    #[a2t::tool(version = 1, name = \"ping_from_outside\")]");
    let ran = project.a2t(&["publish"]);
    assert!(ran.stdout.contains("2 versions published"), "{ran:#?}");
    let (passed, output) = project.cargo_test("check", &[]);
    assert!(passed, "{output}");
}
