//! The client, its stand-in for tests, and the methods of both.

use super::{Library, Protocol, call};
use crate::emit::{Rust, json, rust};
use crate::schema::plan::Plan;
use crate::types::expand::import;

pub(super) fn items(plan: &Plan<'_>, library: &Library, out: &mut Rust) {
    rust!(out, "use ::core::convert::Into;");
    import(&library.root, out);
    approved(plan, library, out);
    client(library, out);
    tools(library, out);
    calls(library, out);
    rust!(out, "impl Calls {{");
    out.inside(|out| {
        shared(library, out);
        plan.tools.iter().enumerate().for_each(|(index, tool)| call::method(index, tool, out));
    });
    rust!(out, "}}");
}

fn approved(plan: &Plan<'_>, library: &Library, out: &mut Rust) {
    rust!(out, "/// The tools, as they were approved.");
    if plan.tools.is_empty() {
        return rust!(out,
            "pub static TOOLS: {root}::Approved ="
            "    {root}::__private::approved(&[]);"; root = &library.root);
    }
    rust!(out,
        "pub static TOOLS: {root}::Approved = {root}::__private::approved("
        "    &["; root = &library.root);
    for planned in &plan.tools {
        let tool = json(&planned.tool.to_text());
        rust!(out, "        {tool},"; tool);
    }
    rust!(out,
        "    ],"
        ");");
}

fn client(library: &Library, out: &mut Rust) {
    let who = library.who();
    rust!(out,
        "/// The tools of {who}; their methods are those of [`Calls`]."
        "#[derive(::core::clone::Clone, ::core::fmt::Debug)]"
        "pub struct Client(Calls);"
        "impl Client {{"; who);
    out.inside(|out| match library.protocol {
        Protocol::Mcp => connected(library, out),
        Protocol::Rap => threaded(library, out),
    });
    rust!(out,
        "}}"
        "impl ::core::ops::Deref for Client {{"
        "    type Target = Calls;"
        "    fn deref(&self) -> &Calls {{"
        "        &self.0"
        "    }}"
        "}}"
        "#[automatically_derived]"
        "impl {root}::Remote for Client {{"
        "    fn caller(&self) -> &t::Caller {{"
        "        &self.0.0"
        "    }}"
        "}}"; root = &library.root);
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
        "/// The tools through a client with credentials or limits of its own."
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

fn tools(library: &Library, out: &mut Rust) {
    rust!(out,
        "/// What an agent is written against: a [`Client`], or a [`Fake`] in its tests. The methods are"
        "/// those of [`Calls`]."
        "pub trait Tools:"
        "    ::core::ops::Deref<Target = Calls> + ::core::marker::Send + ::core::marker::Sync"
        "{{"
        "}}"
        "impl Tools for Client {{}}"
        "impl Tools for Fake {{}}"
        "/// A stand-in for [`Client`] in tests, which are told what to reply and ask what was sent."
        "pub type Fake = {root}::fake::Fake<Calls>;"; root = &library.root);
}

fn calls(library: &Library, out: &mut Rust) {
    rust!(out,
        "/// The tools, each a method that begins a call; a call is sent by `send`."
        "#[derive(::core::clone::Clone, ::core::fmt::Debug)]"
        "pub struct Calls(t::Caller);"
        "#[automatically_derived]"
        "impl t::Generated for Calls {{"
        "    fn tools() -> &'static {root}::Approved {{"
        "        &TOOLS"
        "    }}"
        "    fn through(caller: t::Caller) -> Self {{"
        "        Self(caller)"
        "    }}"
        "}}"; root = &library.root);
}

fn shared(library: &Library, out: &mut Rust) {
    rust!(out,
        "/// The tools, as they were approved."
        "pub fn tools(&self) -> &'static {root}::Approved {{"
        "    self.0.tools()"
        "}}"
        "/// Whether the server's tools are still the approved ones."
        "pub fn verify(&self) -> t::Verifying {{"
        "    self.0.verify()"
        "}}"
        "fn call(&self, tool: usize) -> t::Call {{"
        "    self.0.call(tool)"
        "}}"; root = &library.root);
}
