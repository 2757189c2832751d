//! The client, its stand-in for tests, and the methods of both.

use crate::emit::{Breaks, Rust};
use crate::ident::Path;
use crate::plan::Plan;

use super::{call, implementation, imports};

const IMPORTS: &str = "\
use ::core::convert::Into;
use ::std::string::String;
";

const CLIENT: &str = "\
/// The tools of a vendor, over HTTP; their methods are those of [`Calls`].
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
pub struct Client(Calls);
impl Client {
    /// A client of the API whose tools are at `{url}/tools`.
    ///
    /// # Errors
    /// Text that is not the URL of a host and a path over `http` or `https`.
";

const DEREF: &str = "\
impl ::core::ops::Deref for Client {
    type Target = Calls;
    fn deref(&self) -> &Calls {
        &self.0
    }
}
";

const TOOLS: &str = "\
/// What an agent is written against: a [`Client`], or a [`Fake`] in its tests. The methods are
/// those of [`Calls`].
pub trait Tools:
    ::core::ops::Deref<Target = Calls> + ::core::marker::Send + ::core::marker::Sync
{
}
impl Tools for Client {}
impl Tools for Fake {}
/// A stand-in for [`Client`] in tests, which are told what to reply and ask what was sent.
";

const CALLS: &str = "\
/// The tools, each a method that begins a call; a call is sent by `send`.
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
";

/// Everything of the module that every client has, and a method for each tool.
pub(super) fn items(plan: &Plan<'_>, a2t: &Path, out: &mut Rust) {
    out.block(IMPORTS);
    imports(a2t, &["AtMost", "Int", "Text"], out);
    signatures(plan, a2t, out);
    out.block(CLIENT);
    out.enter();
    constructors(a2t, out);
    out.leave();
    out.block(DEREF);
    remote(a2t, out);
    out.block(TOOLS);
    let fake = out.line().open(Breaks::All, 4).code("pub type Fake = ");
    fake.never().open(Breaks::Some, -4).path(a2t);
    let fake = fake.one(("::client::fake::Fake<", ">"), |out| {
        out.code("Calls");
    });
    fake.close().code(";").close().end();
    out.block(CALLS);
    let calls = out.line().open(Breaks::All, 4).code("pub struct Calls(");
    calls.zero().path(a2t).code("::client::Caller");
    calls.last().code(");").close().end();
    generated(a2t, out);
    out.block("impl Calls {");
    out.enter();
    shared(a2t, out);
    for tool in plan.tools.iter().enumerate() {
        call::method(tool, out);
    }
    out.leave();
}

/// Expands to: `pub static TOOLS: ::a2t::client::Approved = ::a2t::client::__private::approved(&["…"]);`
fn signatures(plan: &Plan<'_>, a2t: &Path, out: &mut Rust) {
    out.block("/// The signatures of the tools, as they were approved.");
    let line = out.line().open(Breaks::All, 0);
    line.code("pub static TOOLS: ").path(a2t);
    line.code("::client::Approved = ").never().path(a2t);
    if plan.tools.is_empty() {
        let none = |out: &mut Rust| _ = out.code("&[]");
        line.one(("::client::__private::approved(", ")"), none);
        return line.code(";").close().end();
    }
    // A signature is too long for a line, so the list of them is always broken.
    line.code("::client::__private::approved(");
    out.end();
    out.enter();
    out.block("&[");
    out.enter();
    for tool in &plan.tools {
        let canonical = tool.signature.canonical();
        out.line().json(&String::from_utf8_lossy(&canonical));
        out.code(",").end();
    }
    out.close_with("],");
    out.close_with(");");
}

fn constructors(a2t: &Path, out: &mut Rust) {
    let new = out.line().open(Breaks::All, 4).code("pub fn new");
    new.arguments(["url: impl ::core::convert::AsRef<"], |out, url| {
        out.one((url, ">"), |out| {
            out.code("str");
        });
    });
    new.open(Breaks::All, -4).code(" -> ").path(a2t);
    new.one(("::client::Result<", ">"), |out| {
        out.code("Self");
    });
    new.close().code(" {").end();
    out.enter();
    let body = out.line().open(Breaks::Some, 0).open(Breaks::All, 4);
    body.open(Breaks::All, -4)
        .path(a2t)
        .code("::client::Client::new")
        .close();
    body.one(("(", ")"), |out| {
        out.code("url");
    });
    body.zero().code(".map").open(Breaks::All, 0);
    body.one(("(", ")"), |out| {
        out.code("Self::with");
    });
    body.close().close().close().end();
    out.leave();
    out.block("/// The tools through a client with credentials or limits of its own.");
    let with = out.line().open(Breaks::All, 4).code("pub fn with");
    with.arguments(["client: "], |out, client| {
        out.code(client).path(a2t).code("::client::Client");
    });
    with.code(" -> Self {").end();
    out.block("    Self(Calls(client.caller(&TOOLS)))\n}");
}

/// Expands to: `impl ::a2t::client::Remote for Client { … }`
fn remote(a2t: &Path, out: &mut Rust) {
    out.block("#[automatically_derived]");
    implementation(
        |out| _ = out.path(a2t).code("::client::Remote"),
        |out| _ = out.code("Client"),
        out,
    );
    out.enter();
    shared_head("fn caller", &["&self"], a2t, "::client::Caller {", "&", out);
    out.block("    &self.0.0\n}");
    out.leave();
}

/// Expands to: `impl ::a2t::client::Generated for Calls { … }`
fn generated(a2t: &Path, out: &mut Rust) {
    out.block("#[automatically_derived]");
    implementation(
        |out| _ = out.path(a2t).code("::client::Generated"),
        |out| _ = out.code("Calls"),
        out,
    );
    out.enter();
    out.line().code("fn tools() -> &'static ").path(a2t);
    out.code("::client::Approved {").end();
    out.block("    &TOOLS\n}");
    let through = out.line().open(Breaks::All, 4).code("fn through");
    through.arguments(["caller: "], |out, caller| {
        out.code(caller).path(a2t).code("::client::Caller");
    });
    through.code(" -> Self {").end();
    out.block("    Self(caller)\n}");
    out.leave();
}

/// The methods that every client has.
fn shared(a2t: &Path, out: &mut Rust) {
    out.block("/// The signatures of the tools, as they were approved.");
    shared_head(
        "pub fn tools",
        &["&self"],
        a2t,
        "::client::Approved {",
        "&'static ",
        out,
    );
    out.block("    self.0.tools()\n}");
    out.block(
        "/// Whether the server's signatures are still the approved ones, and which tools have newer\n\
         /// versions.",
    );
    shared_head(
        "pub fn verify",
        &["&self"],
        a2t,
        "::client::Verifying {",
        "",
        out,
    );
    out.block("    self.0.verify()\n}");
    shared_head(
        "fn call",
        &["&self", "tool: usize"],
        a2t,
        "::client::Call {",
        "",
        out,
    );
    out.block("    self.0.call(tool)\n}");
}

fn shared_head(
    name: &'static str,
    arguments: &[&'static str],
    a2t: &Path,
    returned: &'static str,
    lifetime: &'static str,
    out: &mut Rust,
) {
    let head = out.line().open(Breaks::All, 4).code(name);
    head.arguments(arguments, |out, argument| {
        out.code(argument);
    });
    head.code(" -> ")
        .code(lifetime)
        .path(a2t)
        .code(returned)
        .end();
}
