//! `cargo a2t publish` and `check` on packages that are built: a library, binaries, a workspace.
#![allow(clippy::panic, clippy::unwrap_used)]

use std::fs;
use std::time::SystemTime;

use crate::project::Project;

const PROFILE: &str = "[profile.dev]\ndebug = 0\n";

const WORKSPACE: &str = r#"[workspace]
members = ["plain", "shop", "till"]
resolver = "3"
[workspace.dependencies]
a2t = { path = "A2T_ROOT" }
[profile.dev]
debug = 0
"#;

/// Lints that a vendor may have, `test = false`, a renamed dependency, tools in modules, methods.
const SHOP: &str = r#"[package]
name = "shop"
version = "0.1.0"
edition = "2024"
[lib]
test = false
[features]
extra = []
[dependencies]
tools = { package = "a2t", path = "A2T_ROOT" }
"#;

const SHOP_LIB: &str = r##"//! A shop.
#![forbid(unsafe_code)]
#![deny(missing_docs, unused, warnings)]

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[tools::tool(version = 1, crate = ::tools)]
pub fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

/// What is for sale.
pub mod wares {
    #![no_implicit_prelude]
    mod test {}

    /// A shelf of wares.
    pub struct Shelf;

    #[::tools::tools(crate = ::tools)]
    impl self::Shelf {
        /// Counts the wares.
        ///
        /// # Returns
        /// How many there are.
        #[allow(non_snake_case)]
        #[tool(version = 1, name = "Count Wares")]
        pub fn count(&self) -> ::core::primitive::i32 {
            1
        }
    }

    /// Doubles a number.
    ///
    /// # Returns
    /// Twice the number.
    #[cfg(feature = "extra")]
    #[::tools::tool(version = 1, crate = ::tools)]
    pub fn double(
        /// The number.
        a: ::core::primitive::i32,
    ) -> ::core::primitive::i32 {
        a * 2
    }
}

/// Everything on offer.
pub fn toolset() -> tools::Toolset<std::sync::Arc<wares::Shelf>> {
    tools::toolset![add, wares::Shelf]
}

/// A tool in the body of a function is a tool, and has no test.
pub fn local() -> i32 {
    /// Adds one.
    ///
    /// # Returns
    /// The sum.
    #[tools::tool(version = 1, crate = ::tools)]
    fn inner(
        /// The number.
        a: i32,
    ) -> i32 {
        a + 1
    }
    inner(1)
}

/// What is on offer with the feature.
#[cfg(feature = "extra")]
pub fn extra() -> tools::Toolset<()> {
    tools::toolset![wares::double]
}
"##;

const TILL: &str = r#"[package]
name = "till"
version = "0.1.0"
edition = "2024"
[[bin]]
name = "till"
path = "src/main.rs"
[[bin]]
name = "serves"
path = "src/serves.rs"
harness = false
[dependencies]
a2t.workspace = true
"#;

const TILL_MAIN: &str = r#"mod tools {
    /// Pays.
    ///
    /// # Returns
    /// What is left.
    #[a2t::tool(version = 1)]
    pub fn pay(
        /// How much.
        amount: i32,
    ) -> i32 {
        amount
    }
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![tools::pay];
    println!("{}", tools::pay(1));
}
"#;

/// A program whose tests are its main function: it was not asked to run.
const SERVES: &str = r#"fn main() {
    panic!("was run");
}
"#;

const PLAIN: &str = "[package]\nname = \"plain\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";

fn market(name: &str) -> Project {
    Project::new(
        name,
        &[
            ("Cargo.toml", WORKSPACE),
            ("shop/Cargo.toml", SHOP),
            ("shop/src/lib.rs", SHOP_LIB),
            ("till/Cargo.toml", TILL),
            ("till/src/main.rs", TILL_MAIN),
            ("till/src/serves.rs", SERVES),
            ("plain/Cargo.toml", PLAIN),
            ("plain/src/lib.rs", ""),
        ],
    )
}

/// What is printed on standard output, with the exit status.
fn says(project: &Project, arguments: &[&str]) -> (i32, String) {
    let ran = project.a2t(arguments);
    assert_ne!(ran.status, 2, "{ran:#?}");
    (ran.status, ran.stdout)
}

fn assert_says(project: &Project, arguments: &[&str], status: i32, parts: &[&str]) {
    let (found, text) = says(project, arguments);
    assert_eq!(found, status, "{arguments:?}\n{text}");
    for part in parts {
        assert!(text.contains(part), "{arguments:?}: no {part:?} in\n{text}");
    }
}

#[test]
fn a_workspace_is_published_once_and_held_to_it() {
    let project = market("publish-market");
    let root = project.folder.join("shop/src/lib.rs");
    let long_ago = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    fs::File::options().append(true).open(&root).unwrap().set_modified(long_ago).unwrap();

    // Nothing is published.
    let unpublished =
        ["error[not-published]: `add@1` is not published", "--> shop/src/lib.rs:10", "3 errors"];
    assert_says(&project, &["check"], 1, &unpublished);
    let lines = "shop/published/.gitattributes: new\n\
                 shop/published/%43ount%20%57ares/v1.json: new\n\
                 shop/published/add/v1.json: new\n\
                 shop/published/SHA256SUMS: updated\n\
                 shop/src/lib.rs: touched\n\
                 till/published/.gitattributes: new\n\
                 till/published/pay/v1.json: new\n\
                 till/published/SHA256SUMS: updated\n\
                 till/src/main.rs: touched\n";
    let dry = format!("{lines}3 versions to publish; nothing was written (--dry-run)\n");
    assert_eq!(says(&project, &["publish", "--dry-run"]), (0, dry));
    assert!(!project.exists("shop/published"));

    // Everything is, and the next build will know.
    let done = format!("{lines}3 versions published; commit what was written\n");
    assert_eq!(says(&project, &["publish"]), (0, done));
    let files = ["%43ount%20%57ares/v1.json", "SHA256SUMS", "add/v1.json"];
    assert_eq!(project.published("shop"), files);
    assert!(project.read("shop/published/add/v1.json").starts_with("{\n  \"toolId\": \""));
    assert!(fs::metadata(&root).unwrap().modified().unwrap() > long_ago);

    // Nothing is published twice.
    let before = project.read("shop/published/SHA256SUMS");
    let again = "nothing is new: 3 versions as published\n".to_owned();
    assert_eq!(says(&project, &["publish"]), (0, again));
    assert_eq!(project.read("shop/published/SHA256SUMS"), before);
    let holds = "3 published versions, all checks passed\n".to_owned();
    assert_eq!(says(&project, &["check", "--workspace"]), (0, holds));
    let (passed, output) = project.cargo_test("check", &["--lib", "--bin", "till"]);
    assert!(passed && output.contains("test a2t_published_add_v1::gate ... ok"), "{output}");

    // A tool behind a feature is a tool when the feature is on.
    let extra = ["check", "-p", "shop", "--features", "extra"];
    assert_says(&project, &extra, 1, &["`double@1` is not published", "1 error"]);
    assert_says(&project, &["check", "-p", "till"], 0, &["1 published version, all checks passed"]);
    behind_a_feature(&project);
}

/// A tool whose feature is off is not given up, for retiring it is final.
fn behind_a_feature(project: &Project) {
    let publish = ["publish", "-p", "shop", "--features", "extra"];
    assert_says(project, &publish, 0, &["1 version published"]);
    let holds = ["all checks passed"];
    assert_says(project, &["check", "-p", "shop", "--all-features"], 0, &holds);
    let source = project.read("shop/src/lib.rs");
    let line = source.lines().position(|line| line.contains("fn double("));
    let line = line.unwrap() + 1;
    let stands = format!(
        "warning[not-checked-here]: `double@1` is not checked here: its function stands at shop/src/lib.rs:{line} behind \
         `#[cfg(feature = \"extra\")]`"
    );
    let help = "run `cargo a2t check --features extra`";
    let parts = [&*stands, help, "1 of them not checked here; all other checks passed"];
    assert_says(project, &["check", "-p", "shop"], 0, &parts);

    // Nor is one that is not found, as long as there is a feature that was off.
    project.edit("shop/src/lib.rs", "pub fn double(", "pub fn twice(");
    let help = "no function in the sources is it by its name; the feature `extra` was off and may have it: \
                  run `cargo a2t check --all-features`, or `--build FLAGS` for each set of features that excludes others";
    assert_says(project, &["check", "-p", "shop"], 1, &[help, "1 error"]);
}

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

#[test]
fn a_tool_is_edited_evolves_skips_a_number_and_goes() {
    let library =
        format!("{PLAIN}[dependencies]\na2t = {{ path = \"A2T_ROOT\" }}\n[workspace]\n{PROFILE}");
    let files = [("Cargo.toml", library.as_str()), ("src/lib.rs", TOOL)];
    let project = Project::new("publish-evolve", &files);
    readme(&project);
    edit(&project);
    evolve(&project);
    skip(&project);
    go(&project);
}

/// An edit is refused, by the compiler or by us, and nothing is written.
fn edit(project: &Project) {
    let first = project.read("published/add/v1.json");
    project.edit("src/lib.rs", "/// Adds.", "/// Sums.");
    for command in ["publish", "check"] {
        let parts = [
            "error[A2T-L003]: `add` version 1",
            "published: \"Adds.\"",
            "--> src/lib.rs:",
            "= help: Restore the text, or set `version = 2` to change it.",
        ];
        assert_says(project, &[command], 1, &parts);
    }
    assert_eq!(project.read("published/add/v1.json"), first);

    // An edited file is reported before anything is compiled.
    project.edit("published/add/v1.json", "Adds.", "Sums.");
    let edited = "error[A2T-L002]: edited since it was published";
    let last = "the code is not checked until this is fixed";
    assert_says(project, &["check"], 1, &[edited, last]);
    assert_says(project, &["publish"], 1, &[edited, "nothing was written"]);
    project.write("published/add/v1.json", &first);
}

/// A new version is another file, and the old one stays.
fn evolve(project: &Project) {
    let first = project.read("published/add/v1.json");
    let new = "    a: i32,\n    /// Second.\n    b: Option<i32>,\n";
    project.edit("src/lib.rs", "version = 1", "version = 2");
    project.edit("src/lib.rs", "    a: i32,\n", new);
    project.edit("src/lib.rs", "    a\n", "    a + b.unwrap_or(0)\n");
    assert_says(project, &["check"], 1, &["`add@2` is not published", "1 error"]);
    let (passed, output) = project.cargo_test("check", &[]);
    assert!(!passed && output.contains("`add` version 2 is not published"), "{output}");
    let lines = "published/add/v2.json: new\npublished/SHA256SUMS: updated\n";
    assert_says(project, &["publish"], 0, &[lines]);
    assert_eq!(project.read("published/add/v1.json"), first);
    let holds = "2 published versions, all checks passed";
    assert_says(project, &["check"], 0, &[holds]);
}

/// No number is left out.
fn skip(project: &Project) {
    project.edit("src/lib.rs", "version = 2", "version = 4");
    let gap = ["error[A2T-L005]", "version 3 was never published"];
    assert_says(project, &["publish"], 1, &gap);
    let files = ["SHA256SUMS", "add/v1.json", "add/v2.json"];
    assert_eq!(project.published(""), files);
}

/// A tool that goes is missed, unless a tombstone shows that it is meant.
fn go(project: &Project) {
    project.write("src/lib.rs", "");
    let ran = project.a2t(&["publish"]);
    let why = "no tool was found in the package `plain`";
    ran.assert(2, &[], &[why, "harness = false"]);
    let missed = "error[A2T-L006]: `add@1` is published, and no tool";
    let retire = "`cargo a2t publish --retire add@1 --reason \"…\"`";
    let parts = [missed, "`add@2`", retire, "2 errors"];
    assert_says(project, &["check"], 1, &parts);
    for version in ["add@1", "add@2"] {
        let retire = ["publish", "--retire", version, "--reason", "Nobody adds."];
        assert_says(project, &retire, 0, &["its number never comes back"]);
    }
    let holds = "0 published versions, all checks passed";
    assert_says(project, &["check"], 0, &[holds]);
    let files = ["SHA256SUMS", "add/v1.retired.json", "add/v2.retired.json"];
    assert_eq!(project.published(""), files);
}

/// The examples of the README, in a package whose tool is not published yet.
fn readme(project: &Project) {
    let readme = include_str!("../../README.md");
    let block = readme.split("```console\n$ cargo a2t publish").nth(1).unwrap();
    let block = format!("$ cargo a2t publish{}", block.split("```").next().unwrap());
    for command in block.split("$ cargo a2t ").skip(1) {
        let (line, expected) = command.split_once('\n').unwrap();
        let arguments: Vec<_> = line.split(' ').collect();
        assert_eq!(says(project, &arguments), (0, expected.to_owned()), "{line}");
    }
}
