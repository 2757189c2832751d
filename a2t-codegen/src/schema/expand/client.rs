//! The client, its stand-in for tests, and the methods of both.

use super::{call, import};
use crate::emit::{Rust, json, rust};
use crate::ident::Path;
use crate::schema::plan::Plan;

pub(super) fn items(plan: &Plan<'_>, a2t: &Path, out: &mut Rust) {
    rust!(out, "use ::core::convert::Into;");
    import(a2t, out);
    approved(plan, a2t, out);
    client(a2t, out);
    tools(a2t, out);
    calls(a2t, out);
    rust!(out, "impl Calls {{");
    out.inside(|out| {
        shared(a2t, out);
        plan.tools.iter().enumerate().for_each(|(index, tool)| call::method(index, tool, out));
    });
    rust!(out, "}}");
}

fn approved(plan: &Plan<'_>, a2t: &Path, out: &mut Rust) {
    rust!(out, "/// The tools, as they were approved.");
    if plan.tools.is_empty() {
        return rust!(out,
            "pub static TOOLS: {a2t}::mcp::client::Approved ="
            "    {a2t}::mcp::client::__private::approved(&[]);"; a2t);
    }
    rust!(out,
        "pub static TOOLS: {a2t}::mcp::client::Approved = {a2t}::mcp::client::__private::approved("
        "    &["; a2t);
    for planned in &plan.tools {
        let tool = json(&planned.tool.to_text());
        rust!(out, "        {tool},"; tool);
    }
    rust!(out,
        "    ],"
        ");");
}

fn client(a2t: &Path, out: &mut Rust) {
    rust!(out,
        "/// The tools of an MCP server; their methods are those of [`Calls`]."
        "#[derive(::core::clone::Clone, ::core::fmt::Debug)]"
        "pub struct Client(Calls);"
        "impl Client {{"
        "    /// A client of the server at this address, over HTTP."
        "    ///"
        "    /// # Errors"
        "    /// Text that is not the URL of a host and a path over `http` or `https`."
        "    pub fn http(url: impl ::core::convert::AsRef<str>) -> {a2t}::mcp::client::Result<Self> {{"
        "        {a2t}::mcp::client::Client::http(url).map(Self::with)"
        "    }}"
        "    /// A client of a server that is a program, which starts with the first call."
        "    pub fn command<A: ::core::convert::AsRef<::std::ffi::OsStr>>("
        "        program: impl ::core::convert::AsRef<::std::ffi::OsStr>,"
        "        arguments: impl ::core::iter::IntoIterator<Item = A>,"
        "    ) -> Self {{"
        "        Self::with({a2t}::mcp::client::Client::command(program, arguments))"
        "    }}"
        "    /// The tools through a client with credentials or limits of its own."
        "    pub fn with(client: {a2t}::mcp::client::Client) -> Self {{"
        "        Self(Calls(t::Caller::new(client, &TOOLS)))"
        "    }}"
        "}}"
        "impl ::core::ops::Deref for Client {{"
        "    type Target = Calls;"
        "    fn deref(&self) -> &Calls {{"
        "        &self.0"
        "    }}"
        "}}"
        "#[automatically_derived]"
        "impl {a2t}::mcp::client::Remote for Client {{"
        "    fn caller(&self) -> &t::Caller {{"
        "        &self.0.0"
        "    }}"
        "}}"; a2t);
}

fn tools(a2t: &Path, out: &mut Rust) {
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
        "pub type Fake = {a2t}::mcp::client::fake::Fake<Calls>;"; a2t);
}

fn calls(a2t: &Path, out: &mut Rust) {
    rust!(out,
        "/// The tools, each a method that begins a call; a call is sent by `send`."
        "#[derive(::core::clone::Clone, ::core::fmt::Debug)]"
        "pub struct Calls(t::Caller);"
        "#[automatically_derived]"
        "impl t::Generated for Calls {{"
        "    fn tools() -> &'static {a2t}::mcp::client::Approved {{"
        "        &TOOLS"
        "    }}"
        "    fn through(caller: t::Caller) -> Self {{"
        "        Self(caller)"
        "    }}"
        "}}"; a2t);
}

fn shared(a2t: &Path, out: &mut Rust) {
    rust!(out,
        "/// The tools, as they were approved."
        "pub fn tools(&self) -> &'static {a2t}::mcp::client::Approved {{"
        "    self.0.tools()"
        "}}"
        "/// Whether the server's tools are still the approved ones."
        "pub fn verify(&self) -> t::Verifying {{"
        "    self.0.verify()"
        "}}"
        "fn call(&self, tool: usize) -> t::Call {{"
        "    self.0.call(tool)"
        "}}"; a2t);
}
