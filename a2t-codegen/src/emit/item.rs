//! Parts of every client: its place, comments, invocations of macros of the library.

use super::{Code, Rust, rust, string};
use crate::docs::{self, Line};
use crate::ident::{Ident, Path};

/// Where a client stands, and what it stands on.
pub(crate) struct Target {
    pub(crate) module: Ident,
    /// Path of the `a2t` crate.
    pub(crate) a2t: Path,
}

/// Expands to: `::a2t::client::__private::choices! { … }`, or nothing if there are no items.
pub(crate) fn invocations<T>(
    path: &Code,
    items: &[T],
    out: &mut Rust,
    mut item: impl FnMut(&T, &mut Rust),
) {
    if items.is_empty() {
        return;
    }
    rust!(out, "{path}! {{"; path);
    out.inside(|out| items.iter().for_each(|thing| item(thing, out)));
    rust!(out, "}}");
}

/// Expands to: `pub const URL: &str = "https://weather.example";`
pub(crate) fn url(url: Option<&str>, out: &mut Rust) {
    if let Some(url) = url {
        rust!(out,
            "/// The address that the tools were approved at."
            "pub const URL: &str = {url};"; url = string(url));
    }
}

/// Expands to the doc comment of a description, or to `otherwise`.
pub(crate) fn doc(description: &str, otherwise: impl FnOnce() -> Code, out: &mut Rust) {
    let lines = docs::lines(description);
    if lines.is_empty() {
        rust!(out, "/// {text}"; text = otherwise());
    }
    lines.iter().for_each(|line| doc_line(line, out));
}

pub(crate) fn doc_line(line: &Line, out: &mut Rust) {
    if line.is_empty() {
        rust!(out, "///");
    } else {
        rust!(out, "/// {line}"; line);
    }
}
