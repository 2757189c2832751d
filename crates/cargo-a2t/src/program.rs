//! Names of the program: `cargo a2t`, or `a2t` where a package of npm or PyPI installed it under that name.

use std::borrow::Cow;
use std::path::Path;
use std::sync::OnceLock;

/// The command in the texts of this program.
const OF_CARGO: &str = "cargo a2t";

const ALONE: &str = "a2t";

/// Returns `true` unless the program was installed without cargo.
pub(crate) fn is_of_cargo() -> bool {
    static IS_OF_CARGO: OnceLock<bool> = OnceLock::new();
    *IS_OF_CARGO.get_or_init(|| {
        let program = std::env::args_os().next().unwrap_or_default();
        Path::new(&program).file_stem().is_none_or(|stem| stem != ALONE)
    })
}

/// Returns the name of the program's file.
pub(crate) fn file() -> &'static str {
    if is_of_cargo() { "cargo-a2t" } else { ALONE }
}

/// Returns the command as users type it.
pub(crate) fn command() -> &'static str {
    if is_of_cargo() { OF_CARGO } else { ALONE }
}

/// Returns the text with commands as users type them.
pub(crate) fn named(text: &str) -> Cow<'_, str> {
    if is_of_cargo() { text.into() } else { text.replace(OF_CARGO, ALONE).into() }
}
