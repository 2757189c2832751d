//! A plan becomes text: one module with the client, its calls, their replies and the types of each
//! tool.

mod call;
mod client;
mod reply;

use a2t_core::secret;
use a2t_schema::Source;

use super::plan::{Plan, Planned};
use crate::emit::client::{Head, module};
use crate::emit::{Code, Target, code, url};
use crate::ident::Path;
use crate::types::expand::{error_module, input_module, library, output_module, same_choices};

/// The protocol that the tools are called by.
#[derive(Clone, Copy)]
enum Protocol {
    Mcp,
    Rap,
}

/// Place of what generated clients of a protocol name.
struct Library {
    protocol: Protocol,
    /// `::a2t::mcp::client`
    root: Code,
}

impl Library {
    fn new(a2t: &Path, source: &Source) -> Self {
        match source {
            Source::Rap { .. } => {
                Self { protocol: Protocol::Rap, root: code!("{a2t}::rap::client"; a2t) }
            }
            _ => Self { protocol: Protocol::Mcp, root: code!("{a2t}::mcp::client"; a2t) },
        }
    }

    fn who(&self) -> Code {
        match self.protocol {
            Protocol::Mcp => code!("an MCP server"),
            Protocol::Rap => code!("a RAP server"),
        }
    }

    /// Expands to: `::a2t::mcp::client::__private::calls`, a macro of the library.
    fn of(&self, name: &Code) -> Code {
        library(&self.root, name)
    }
}

pub(crate) fn expand(plan: &Plan<'_>, source: &Source, target: &Target) -> String {
    let library = Library::new(&target.a2t, source);
    let who = library.who();
    // The module's own uses of a deprecated method are nothing that its author could avoid.
    let deprecated = plan.tools.iter().any(|tool| tool.tool.deprecated.is_some());
    let head = Head {
        approved: code!("snapshot of {who}"; who),
        doc: code!("A client of the tools of {who}, as they were approved."; who),
        allowed: deprecated.then(|| code!("deprecated")),
    };
    module(target, head, |out| {
        url(address(source).as_deref(), out);
        client::items(plan, &library, out);
        call::module(&plan.tools, &library, out);
        reply::module(&plan.tools, &library, out);
        let given = plan.tools.iter().map(|tool| (&tool.name.method, &tool.given));
        input_module(&given.collect::<Vec<_>>(), &plan.objects, &library.root, out);
        let sent = plan.tools.iter().map(|tool| (&tool.name.method, &tool.sent));
        output_module(&sent.collect::<Vec<_>>(), &library.root, out);
        error_module(plan.tools.iter().map(Planned::refusing), &library.root, out);
        same_choices(&plan.enums, &library.root, out);
    })
}

/// The address without keys in its query, as generated code is committed, too; none if another part of it
/// is hidden.
fn address(source: &Source) -> Option<String> {
    match source {
        Source::Http { url } | Source::Rap { url } => {
            Some(secret::without_secrets(url)).filter(|url| !url.contains(secret::HIDDEN))
        }
        _ => None,
    }
}
