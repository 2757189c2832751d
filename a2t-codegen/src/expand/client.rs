//! The client, its stand-in for tests, and the methods of both.

use super::call;
use crate::emit::{Rust, json, rust, url};
use crate::ident::Path;
use crate::plan::Plan;

pub(super) fn items(plan: &Plan<'_>, a2t: &Path, out: &mut Rust) {
    rust!(out,
        "use ::core::convert::Into;"
        "use ::std::string::String;"
        "use {a2t}::client::{{AtMost, Int, Text}};"; a2t);
    url(plan.url, out);
    signatures(plan, a2t, out);
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

fn signatures(plan: &Plan<'_>, a2t: &Path, out: &mut Rust) {
    rust!(out, "/// The signatures of the tools, as they were approved.");
    if plan.tools.is_empty() {
        return rust!(out,
            "pub static TOOLS: {a2t}::client::Approved = {a2t}::client::__private::approved(&[]);"; a2t);
    }
    rust!(out,
        "pub static TOOLS: {a2t}::client::Approved = {a2t}::client::__private::approved("
        "    &["; a2t);
    for tool in &plan.tools {
        let signature = json(&String::from_utf8_lossy(&tool.signature.canonical()));
        rust!(out, "        {signature},"; signature);
    }
    rust!(out,
        "    ],"
        ");");
}

fn client(a2t: &Path, out: &mut Rust) {
    rust!(out,
        "/// The tools of a vendor, over HTTP; their methods are those of [`Calls`]."
        "#[derive(::core::clone::Clone, ::core::fmt::Debug)]"
        "pub struct Client(Calls);"
        "impl Client {{"
        "    /// A client of the API whose tools are at `{{url}}/tools`."
        "    ///"
        "    /// # Errors"
        "    /// Text that is not the URL of a host and a path over `http` or `https`."
        "    pub fn new(url: impl ::core::convert::AsRef<str>) -> {a2t}::client::Result<Self> {{"
        "        {a2t}::client::Client::new(url).map(Self::with)"
        "    }}"
        "    /// The tools through a client with credentials or limits of its own."
        "    pub fn with(client: {a2t}::client::Client) -> Self {{"
        "        Self(Calls(client.caller(&TOOLS)))"
        "    }}"
        "}}"
        "impl ::core::ops::Deref for Client {{"
        "    type Target = Calls;"
        "    fn deref(&self) -> &Calls {{"
        "        &self.0"
        "    }}"
        "}}"
        "#[automatically_derived]"
        "impl {a2t}::client::Remote for Client {{"
        "    fn caller(&self) -> &{a2t}::client::Caller {{"
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
        "pub type Fake = {a2t}::client::fake::Fake<Calls>;"; a2t);
}

fn calls(a2t: &Path, out: &mut Rust) {
    rust!(out,
        "/// The tools, each a method that begins a call; a call is sent by `send`."
        "#[derive(::core::clone::Clone, ::core::fmt::Debug)]"
        "pub struct Calls({a2t}::client::Caller);"
        "#[automatically_derived]"
        "impl {a2t}::client::Generated for Calls {{"
        "    fn tools() -> &'static {a2t}::client::Approved {{"
        "        &TOOLS"
        "    }}"
        "    fn through(caller: {a2t}::client::Caller) -> Self {{"
        "        Self(caller)"
        "    }}"
        "}}"; a2t);
}

fn shared(a2t: &Path, out: &mut Rust) {
    rust!(out,
        "/// The signatures of the tools, as they were approved."
        "pub fn tools(&self) -> &'static {a2t}::client::Approved {{"
        "    self.0.tools()"
        "}}"
        "/// Whether the server's signatures are still the approved ones, and which tools have newer"
        "/// versions."
        "pub fn verify(&self) -> {a2t}::client::Verifying {{"
        "    self.0.verify()"
        "}}"
        "fn call(&self, tool: usize) -> {a2t}::client::Call {{"
        "    self.0.call(tool)"
        "}}"; a2t);
}
