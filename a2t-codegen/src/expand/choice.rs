//! Enums of inputs, which are closed, and of outputs, which have one more variant.

use super::{derives, doc, implementation};
use crate::docs;
use crate::emit::{Breaks, Rust};
use crate::ident::Path;
use crate::plan::Choice;

const CLOSED: &[&str] = &[
    "::core::clone::Clone",
    "::core::marker::Copy",
    "::core::fmt::Debug",
    "::core::cmp::PartialEq",
    "::core::cmp::Eq",
    "::core::hash::Hash",
];

const OPEN: &[&str] = &[
    "::core::clone::Clone",
    "::core::fmt::Debug",
    "::core::cmp::PartialEq",
    "::core::cmp::Eq",
    "::core::hash::Hash",
];

const UNLISTED: &str = "\
fn unlisted(&self) -> ::core::option::Option<&str> {
    match self {
        Self::Unknown(name) => ::core::option::Option::Some(name),
        _ => ::core::option::Option::None,
    }
}
";

const UNKNOWN: &str = "\
fn unknown(name: ::std::string::String) -> Self {
    Self::Unknown(name)
}
";

const DISPLAY: &str = "\
fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
    f.pad(self.as_str())
}
";

/// Expands to: `pub enum Units { Fahrenheit, Celsius }` and its names.
pub(super) fn closed(choice: &Choice<'_>, a2t: &Path, out: &mut Rust) {
    let id = docs::line(choice.id);
    out.line()
        .code("/// Values of the input ")
        .prose(&id)
        .code(".")
        .end();
    derives::derive(CLOSED, &choice.derives, out);
    begin(choice, out);
    variants(choice, out);
    out.leave();
    names(choice, a2t, out);
    out.leave();
    from_str(choice, a2t, out);
    text(choice, a2t, out);
}

/// Expands to: `pub enum Sky { Clear, Unknown(String) }` and its names.
pub(super) fn open(choice: &Choice<'_>, a2t: &Path, out: &mut Rust) {
    let id = docs::line(choice.id);
    out.line()
        .code("/// Values of the output ")
        .prose(&id)
        .code(".")
        .end();
    derives::derive(OPEN, &choice.derives, out);
    out.block("#[non_exhaustive]");
    begin(choice, out);
    variants(choice, out);
    out.block("/// A value that the signature does not list.");
    if derives::serde(&choice.derives) {
        out.block("#[serde(untagged)]");
    }
    out.block("Unknown(::std::string::String),");
    out.leave();
    names(choice, a2t, out);
    out.block(UNLISTED);
    out.leave();
    implemented(
        choice,
        |out| _ = out.path(a2t).code("::client::OpenChoice"),
        out,
    );
    out.block(UNKNOWN);
    out.leave();
    text(choice, a2t, out);
}

fn begin(choice: &Choice<'_>, out: &mut Rust) {
    out.line()
        .code("pub enum ")
        .ident(&choice.name)
        .code(" {")
        .end();
    out.enter();
}

fn variants(choice: &Choice<'_>, out: &mut Rust) {
    let serde = derives::serde(&choice.derives);
    for (name, value) in &choice.values {
        let wire = |out: &mut Rust| _ = out.prose(&docs::line(&value.name));
        doc(&value.description, wire, out);
        if serde {
            let line =
                out.line()
                    .attribute(("#[serde(", ")]"), false, ["rename = "], |out, rename| {
                        out.code(rename).string(&value.name);
                    });
            line.end();
        }
        out.line().ident(name).code(",").end();
    }
}

/// Begins an implementation that is not the user's code.
fn implemented(choice: &Choice<'_>, of: impl FnOnce(&mut Rust), out: &mut Rust) {
    out.block("#[automatically_derived]");
    implementation(of, |out| _ = out.ident(&choice.name), out);
    out.enter();
}

/// Begins: `impl ::a2t::client::Choice for Units { const NAMES: … = &[("CELSIUS", Self::Celsius)];`
fn names(choice: &Choice<'_>, a2t: &Path, out: &mut Rust) {
    implemented(
        choice,
        |out| _ = out.path(a2t).code("::client::Choice"),
        out,
    );
    let line = out
        .line()
        .open(Breaks::All, 0)
        .code("const NAMES: &'static [");
    line.list(("(", ")"), ["&'static str", "Self"], |out, item| {
        _ = out.code(item)
    });
    line.code("] = ").never();
    line.list(("&[", "]"), &choice.values, |out, (name, value)| {
        out.list(("(", ")"), [None, Some(name)], |out, name| match name {
            None => _ = out.string(&value.name),
            Some(name) => _ = out.code("Self::").ident(name),
        });
    });
    line.code(";").close().end();
}

fn from_str(choice: &Choice<'_>, a2t: &Path, out: &mut Rust) {
    implemented(choice, |out| _ = out.code("::core::str::FromStr"), out);
    out.line().code("type Err = ").path(a2t);
    out.code("::client::UnknownChoice;").end();
    let head = out.line().open(Breaks::All, 4).code("fn from_str");
    head.arguments(["name: &str"], |out, argument| _ = out.code(argument));
    head.open(Breaks::All, -4).code(" -> ");
    head.list(
        ("::core::result::Result<", ">"),
        [None, Some(a2t)],
        |out, a2t| match a2t {
            None => _ = out.code("Self"),
            Some(a2t) => _ = out.path(a2t).code("::client::UnknownChoice"),
        },
    );
    head.close().code(" {").end();
    body(a2t, "::client::Choice::parse", "name", out);
    out.leave();
}

/// Both ways to see the name on the wire.
fn text(choice: &Choice<'_>, a2t: &Path, out: &mut Rust) {
    out.line()
        .code("impl ")
        .ident(&choice.name)
        .code(" {")
        .end();
    out.enter();
    out.block("/// The name on the wire.\npub fn as_str(&self) -> &str {");
    body(a2t, "::client::Choice::wire_name", "self", out);
    out.leave();
    implemented(choice, |out| _ = out.code("::core::fmt::Display"), out);
    out.block(DISPLAY);
    out.leave();
}

/// Expands to: `::a2t::client::Choice::parse(name) }`
fn body(a2t: &Path, function: &'static str, argument: &'static str, out: &mut Rust) {
    out.enter();
    let line = out.line().open(Breaks::Some, 0).path(a2t).code(function);
    line.one(("(", ")"), |out| _ = out.code(argument));
    line.close().end();
    out.leave();
}
