//! A plan becomes text: one module with the client, its calls, their replies and the enums.

mod call;
mod choice;
mod client;
mod reply;

use crate::emit::client::{Head, module};
use crate::emit::{Code, Rust, Target, code, invocations};
use crate::ident::Path;
use crate::plan::{Plan, Tool};
use crate::types::expand::{error_module, same_choices};

pub(crate) fn expand(plan: &Plan<'_>, target: &Target) -> String {
    // The module's own uses of a deprecated method are nothing that its author could avoid.
    let deprecated = plan.tools.iter().any(|tool| tool.signature.deprecated.is_some());
    let head = Head {
        approved: code!("catalog"),
        doc: code!("A client of the tools in an approved catalog."),
        allowed: deprecated.then(|| code!("deprecated")),
    };
    let a2t = &target.a2t;
    module(target, head, |out| {
        client::items(plan, a2t, out);
        choice::closed(&plan.inputs, a2t, out);
        call::module(&plan.tools, a2t, out);
        reply::module(&plan.tools, a2t, out);
        choice::open_module(plan, a2t, out);
        let root = code!("{a2t}::client"; a2t);
        error_module(plan.tools.iter().map(Tool::refusing), &root, out);
        same_choices(&plan.pairs, &root, out);
    })
}

fn expansions<T>(
    name: &Code,
    items: &[T],
    a2t: &Path,
    out: &mut Rust,
    item: impl FnMut(&T, &mut Rust),
) {
    invocations(&code!("{a2t}::client::__private::{name}"; a2t, name), items, out, item);
}
