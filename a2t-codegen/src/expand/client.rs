//! The client of a vendor, its stand-in for tests, and the methods of both.

use super::call;
use crate::emit::client::Client;
use crate::emit::{Rust, code, rust, url};
use crate::ident::Path;
use crate::plan::Plan;

pub(super) fn items(plan: &Plan<'_>, a2t: &Path, out: &mut Rust) {
    rust!(out,
        "use ::core::convert::Into;"
        "use ::std::string::String;"
        "use {a2t}::client::{{AtMost, Int, Text}};"; a2t);
    url(plan.url, out);
    let root = code!("{a2t}::client"; a2t);
    let client = Client {
        root: &root,
        types: &root,
        approved: code!("The signatures of the tools, as they were approved."),
        who: code!("The tools of a vendor, over HTTP"),
    };
    let signature = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    client.table(plan.tools.iter().map(|tool| signature(tool.signature.canonical())), out);
    client.client(|out| new(a2t, out), out);
    client.tools(out);
    let verify = [
        code!(
            "Whether the server's signatures are still the approved ones, and which tools have newer"
        ),
        code!("versions."),
    ];
    client.calls(
        &verify,
        |out| {
            plan.tools.iter().enumerate().for_each(|(index, tool)| call::method(index, tool, out));
        },
        out,
    );
}

fn new(a2t: &Path, out: &mut Rust) {
    rust!(out,
        "/// A client of the API whose tools are at `{{url}}/tools`."
        "///"
        "/// # Errors"
        "/// Text that is not the URL of a host and a path over `http` or `https`."
        "pub fn new(url: impl ::core::convert::AsRef<str>) -> {a2t}::client::Result<Self> {{"
        "    {a2t}::client::Client::new(url).map(Self::with)"
        "}}"
        "/// The tools through a client with its own credentials or limits."
        "pub fn with(client: {a2t}::client::Client) -> Self {{"
        "    Self(Calls(client.caller(&TOOLS)))"
        "}}"; a2t);
}
