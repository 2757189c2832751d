//! A package, with a library and a program, of tools whose words are wide, long, or commands to a runner.

use super::documents::{LONG, WIDE};
use crate::project::{Project, manifest};

const SOURCE: &str = r#"//! Tools.
/// TEXT
///
/// # Returns
/// TEXT
#[allow(non_snake_case)]
#[a2t::tool(version = 1, name = "WIDE")]
pub fn wide(
    /// TEXT
    #[a2t(name = "WIDE")]
    a: i32,
) -> i32 {
    a
}

/// WORDS
///
/// # Returns
/// WORDS
#[a2t::tool(version = 1, name = "LONG")]
pub fn long() -> i32 {
    1
}

/// WORDS
///
/// # Returns
/// WORDS
#[allow(non_snake_case)]
#[a2t::tool(version = 1, name = "::error::x y")]
pub fn runner() -> i32 {
    1
}

/// On offer.
pub fn toolset() -> a2t::Toolset<()> {
    a2t::toolset![wide, long, runner]
}
"#;

pub(crate) fn package(name: &str) -> Project {
    let texts = [("TEXT", format!("{WIDE}。{WIDE}。")), ("WORDS", "word ".repeat(60) + "end.")];
    let names = [("WIDE", WIDE.to_owned()), ("LONG", LONG.to_owned())];
    let write = |text: String, (part, with): (&str, String)| text.replace(part, &with);
    let source = texts.into_iter().chain(names).fold(SOURCE.to_owned(), write);
    let program = "fn main() {\n    let _ = wares::toolset();\n}\n";
    Project::new(
        name,
        &[("Cargo.toml", &*manifest("wares")), ("src/lib.rs", &source), ("src/main.rs", program)],
    )
}

/// Another text of each tool, under the version that is published.
pub(crate) fn edit(project: &Project) {
    for (old, new) in [("word end", "end"), (&*format!("/// {WIDE}。"), "/// Other. ")] {
        project.edit("src/lib.rs", old, new);
    }
}
