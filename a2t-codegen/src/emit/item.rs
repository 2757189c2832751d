//! Parts of every client: its place, comments, invocations of macros of the library.

use a2t_core::Hints;
use a2t_core::signature::Deprecated;

use super::{Code, Rust, code, rust, string};
use crate::docs::{self, Line};
use crate::ident::{Ident, Path};

/// Module of a client, and the library that it uses.
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

/// Expands to: `* optional: [`days`](call::LookupWeather::days); the [reply](..): `temperature: i64`.`;
/// `errors` is what follows.
pub(crate) fn call_and_reply(
    kind: &Ident,
    optional: &[&Ident],
    outputs: &[Code],
    errors: &Code,
    out: &mut Rust,
) {
    let setter = |name: &&Ident| code!("[`{name}`](call::{kind}::{name})"; name, kind);
    let optional = match Code::list(&optional.iter().map(setter).collect::<Vec<_>>()) {
        none if optional.is_empty() => none,
        optional => code!("optional: {optional}; "; optional),
    };
    let field = |output: &Code| code!("`{output}`"; output);
    let outputs = match Code::list(&outputs.iter().map(field).collect::<Vec<_>>()) {
        _ if outputs.is_empty() => code!("no outputs"),
        outputs => outputs,
    };
    rust!(out, "/// * {optional}the [reply](reply::{kind}): {outputs}{errors}."; optional, kind, outputs, errors);
}

/// Expands to: `Its vendor declares: it only reads, it may take a while.`, of a tool with hints.
pub(crate) fn hints(who: &Code, hints: Hints, out: &mut Rust) {
    let Hints { read_only, idempotent, destructive, long_running } = hints;
    let declared = [
        (read_only, code!("it only reads")),
        (idempotent, code!("to call it twice does no harm")),
        (destructive == Some(true), code!("it may destroy what is there")),
        (destructive == Some(false), code!("it only adds")),
        (long_running, code!("it may take a while")),
    ];
    let declared: Vec<_> =
        declared.into_iter().filter(|(holds, _)| *holds).map(|(_, words)| words).collect();
    if !declared.is_empty() {
        rust!(out,
            "///"
            "/// {who} declares: {declared}."; who, declared = Code::list(&declared));
    }
}

/// Expands to `#[deprecated(…)]`, which rustc and rustdoc report, of a deprecated tool.
pub(crate) fn deprecated(remark: Option<&Deprecated>, out: &mut Rust) {
    let Some(Deprecated { since, note }) = remark else {
        return;
    };
    let [since, note] = [since, note].map(|text| {
        let line = docs::line(text);
        string(line.as_str())
    });
    rust!(out,
        "#[deprecated("
        "    since = {since},"
        "    note = {note}"
        ")]"; since, note);
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
