//! Tools that are published and in the code: `check` and the gate without it find those that no toolset
//! lists, and never one that some toolset may list.
#![allow(clippy::panic, clippy::unwrap_used)]

use crate::project::Project;

const WORKSPACE: &str = r#"[workspace]
members = ["shop", "server"]
resolver = "3"
[workspace.dependencies]
a2t = { path = "A2T_ROOT", features = ["testing"] }
shop = { path = "shop", package = "NAME-shop" }
[profile.dev]
debug = 0
"#;

const SHOP: &str = r#"[package]
name = "NAME-shop"
version = "0.1.0"
edition = "2024"
[lib]
name = "shop"
[features]
server = []
[[bin]]
name = "serve"
path = "src/main.rs"
[dependencies]
a2t.workspace = true
"#;

/// Each tool is named for what lists it.
const LIBRARY: &str = r#"//! A shop.
macro_rules! made {
    ($name:ident) => {
        /// Answers.
        ///
        /// # Returns
        /// The answer.
        #[a2t::tool(version = 1)]
        pub fn $name() -> i32 {
            1
        }
    };
}

mod math {
    made!(by_other_name);
}
mod elsewhere {
    pub fn toolset() -> a2t::Toolset<()> {
        a2t::toolset![super::by_second_toolset]
    }
}
pub mod shared;

#[macro_export]
macro_rules! listing {
    ($($tool:path),*) => { a2t::toolset![$($tool),*] };
}

made!(by_second_toolset);
made!(by_binary);
made!(by_binary_under_other_name);
made!(by_macro);
made!(by_example);
made!(by_integration_test);
made!(by_feature);
made!(by_unit_test);
made!(by_server);

/// Rolls.
///
/// # Returns
/// The roll.
#[a2t::tool(version = 2)]
pub fn roll() -> i32 {
    2
}

/// Rolls.
///
/// # Returns
/// The roll.
#[a2t::tool(version = 1, name = "roll")]
pub fn roll_v1() -> i32 {
    1
}

pub struct Counter;

#[a2t::tools]
impl Counter {
    /// Counts.
    ///
    /// # Returns
    /// The count.
    #[tool(version = 1)]
    pub fn by_type(&self) -> i32 {
        1
    }
}

pub fn toolset() -> a2t::Toolset<()> {
    use math::by_other_name as plus;
    let _ = elsewhere::toolset();
    a2t::toolset![plus, roll, roll_v1]
}

pub fn counter() -> a2t::Toolset<std::sync::Arc<Counter>> {
    type Other = Counter;
    a2t::toolset![Other]
}

#[cfg(feature = "server")]
pub fn served() -> a2t::Toolset<()> {
    a2t::toolset![by_feature]
}

#[test]
fn tools_answer() {
    let _: a2t::Toolset<()> = a2t::toolset![by_unit_test];
}
"#;

const SHARED: &str = "/// Answers.
///
/// # Returns
/// The answer.
#[a2t::tool(version = 1)]
pub fn by_one_of_two_targets() -> i32 {
    1
}
";

const BINARY: &str = r#"mod shared;

/// Answers.
///
/// # Returns
/// The answer.
#[a2t::tool(version = 1)]
fn by_own_binary() -> i32 {
    1
}

fn main() {
    use shop::by_binary_under_other_name as plus;
    let _: a2t::Toolset<()> = a2t::toolset![by_own_binary, shop::by_binary, plus];
    let _: a2t::Toolset<()> = a2t::toolset![shared::by_one_of_two_targets];
    let _: a2t::Toolset<()> = shop::listing!(shop::by_macro);
}
"#;

const EXAMPLE: &str = r#"fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![shop::by_example];
}
"#;

const TEST: &str = r#"#[test]
fn tools_answer() {
    let _: a2t::Toolset<()> = a2t::toolset![shop::by_integration_test];
}
"#;

const SERVER: &str = r#"[package]
name = "NAME-server"
version = "0.1.0"
edition = "2024"
[dependencies]
a2t.workspace = true
shop.workspace = true
"#;

const SERVER_MAIN: &str = r#"fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![shop::by_server];
}
"#;

/// Where each tool is listed: the file, what lists it, and what is left when it is not.
const LISTED: [(&str, &str, &str, &str); 13] = [
    ("by_other_name", "lib.rs", "plus, ", ""),
    ("roll", "lib.rs", "roll, roll_v1]", "roll]"),
    ("by_type", "lib.rs", "[Other]", "[roll]"),
    ("by_second_toolset", "lib.rs", "[super::by_second_toolset]", "[super::roll]"),
    ("by_feature", "lib.rs", "[by_feature]", "[roll]"),
    ("by_unit_test", "lib.rs", "[by_unit_test]", "[roll]"),
    ("by_own_binary", "main.rs", "by_own_binary, ", ""),
    ("by_binary", "main.rs", "shop::by_binary, ", ""),
    ("by_binary_under_other_name", "main.rs", "plus];", "shop::roll];"),
    ("by_one_of_two_targets", "main.rs", "shared::by_one_of_two_targets", "shop::roll"),
    ("by_macro", "main.rs", "(shop::by_macro)", "(shop::roll)"),
    ("by_example", "../examples/serve.rs", "shop::by_example", "shop::roll"),
    ("by_integration_test", "../tests/api.rs", "shop::by_integration_test", "shop::roll"),
];

/// Packages with different names, because the builds of all tests go to one folder.
fn shop(name: &str) -> Project {
    let [workspace, shop, server] =
        [WORKSPACE, SHOP, SERVER].map(|text| text.replace("NAME", name));
    let files = [
        ("Cargo.toml", workspace.as_str()),
        ("shop/Cargo.toml", &shop),
        ("shop/src/lib.rs", LIBRARY),
        ("shop/src/shared.rs", SHARED),
        ("shop/src/main.rs", BINARY),
        ("shop/examples/serve.rs", EXAMPLE),
        ("shop/tests/api.rs", TEST),
        ("server/Cargo.toml", &server),
        ("server/src/main.rs", SERVER_MAIN),
    ];
    Project::new(name, &files)
}

/// The tools that a text names after these words.
fn named(text: &str, after: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| line.contains(after));
    // `add@1` of the command, `add` of the compiler.
    let name = |line: &str| line.split(['`', '@']).nth(1).unwrap().to_owned();
    let mut names: Vec<_> = lines.map(name).collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn published_tools_in_no_toolset_are_found_and_no_others() {
    let project = shop("listed");
    let gate = || {
        let (holds, output) = project.cargo_test("check", &["--no-fail-fast", "--all-targets"]);
        let names = named(&output, "and no toolset lists it");
        assert_eq!(holds, names.is_empty(), "{output}");
        names
    };
    let check = |arguments: &[&str]| {
        let ran = project.a2t(&[&["check"], arguments].concat());
        let names = named(&ran.stdout, "error[in-no-toolset]");
        assert_eq!(ran.status, i32::from(!names.is_empty()), "{ran:#?}");
        names
    };
    let published = project.a2t(&["publish", "--workspace"]);
    assert!(published.stdout.contains("\n15 versions published"), "{published:#?}");

    // The package itself does not know its server, and lists the tool in a toolset.
    assert!(check(&["--workspace"]).is_empty());
    assert_eq!(check(&["-p", "listed-shop"]), ["by_server"]);
    assert_eq!(gate(), ["by_server"]);
    let (test, own) =
        ("fn tools_answer() {", "let _: a2t::Toolset<()> = a2t::toolset![by_server];");
    project.edit("shop/src/lib.rs", test, &format!("{test} {own}"));
    assert!(check(&["-p", "listed-shop"]).is_empty());
    assert!(check(&["-p", "listed-shop", "--all-features"]).is_empty());
    assert!(gate().is_empty());

    for (_, file, listed, left) in LISTED {
        project.edit(&format!("shop/src/{file}"), listed, left);
    }
    let mut names: Vec<_> = LISTED.iter().map(|(name, ..)| *name).collect();
    names.sort_unstable();
    assert_eq!(check(&["-p", "listed-shop"]), names);
    assert_eq!(gate(), names);
}

/// Each target knows which tools are its own; the sources show which belong to another.
#[test]
fn published_tools_that_are_gone_are_missed_in_every_target_and_no_others() {
    let project = shop("listed-gone");
    let published = project.a2t(&["publish", "--workspace"]);
    assert_eq!(published.status, 0, "{published:#?}");
    let gate = |target: &[&str]| {
        let (_, output) = project.cargo_test("check", &[&["--no-fail-fast"], target].concat());
        named(&output, "no tool in the code has its id")
    };
    let targets: [&[&str]; 2] = [&["--lib"], &["--bins"]];
    for target in targets {
        assert!(gate(target).is_empty());
    }
    for (file, old, new) in [
        ("lib.rs", "made!(by_macro);", ""),
        ("main.rs", "shop::listing!(shop::by_macro)", "shop::toolset()"),
        ("main.rs", "by_own_binary", "own"),
    ] {
        project.edit(&format!("shop/src/{file}"), old, new);
    }
    let gone = ["by_macro", "by_own_binary"];
    for target in targets {
        assert_eq!(gate(target), gone);
    }
    let ran = project.a2t(&["check", "-p", "listed-gone-shop"]);
    assert_eq!(named(&ran.stdout, "no tool in the code has its id"), gone);
}
