//! The client of a server, its stand-in for tests, and the methods of both.

use super::{Library, Protocol, call};
use crate::emit::client::Client;
use crate::emit::{Rust, code, rust};
use crate::schema::plan::Plan;
use crate::types::expand::import;

pub(super) fn items(plan: &Plan<'_>, library: &Library, out: &mut Rust) {
    rust!(out, "use ::core::convert::Into;");
    import(&library.root, out);
    let client = Client {
        root: &library.root,
        types: &code!("t"),
        approved: code!("The tools, as they were approved."),
        who: code!("The tools of {who}"; who = library.who()),
    };
    client.table(plan.tools.iter().map(|planned| planned.tool.to_text()), out);
    client.client(
        |out| match library.protocol {
            Protocol::Mcp => connected(library, out),
            Protocol::Rap => threaded(library, out),
        },
        out,
    );
    client.tools(out);
    let verify = [code!("Whether the server's tools are still the approved ones.")];
    client.calls(
        &verify,
        |out| {
            plan.tools.iter().enumerate().for_each(|(index, tool)| call::method(index, tool, out));
        },
        out,
    );
}

fn connected(library: &Library, out: &mut Rust) {
    rust!(out,
        "/// A client of the server at this address, over HTTP."
        "///"
        "/// # Errors"
        "/// Text that is not the URL of a host and a path over `http` or `https`."
        "pub fn http(url: impl ::core::convert::AsRef<str>) -> {root}::Result<Self> {{"
        "    {root}::Client::http(url).map(Self::with)"
        "}}"
        "/// A client of a server that is a program, which starts with the first call."
        "pub fn command<A: ::core::convert::AsRef<::std::ffi::OsStr>>("
        "    program: impl ::core::convert::AsRef<::std::ffi::OsStr>,"
        "    arguments: impl ::core::iter::IntoIterator<Item = A>,"
        ") -> Self {{"
        "    Self::with({root}::Client::command(program, arguments))"
        "}}"
        "/// The tools through a client with its own credentials or limits."
        "pub fn with(client: {root}::Client) -> Self {{"
        "    Self(Calls(t::Caller::new(client, &TOOLS)))"
        "}}"; root = &library.root);
}

fn threaded(library: &Library, out: &mut Rust) {
    rust!(out,
        "/// The tools as this runtime calls them in this thread of a conversation, once it has"
        "/// loaded their toolset."
        "pub fn new("
        "    runtime: &{root}::Runtime,"
        "    thread: impl Into<::std::string::String>,"
        ") -> Self {{"
        "    Self::with(runtime.thread(thread))"
        "}}"
        "/// The tools in a thread with a user or ancestors."
        "pub fn with(thread: {root}::Thread) -> Self {{"
        "    Self(Calls(t::caller(thread, &TOOLS)))"
        "}}"; root = &library.root);
}
