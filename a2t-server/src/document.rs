//! The OpenAPI document of the tools: written when somebody first asks, and sent around the path
//! under which the router is nested.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use a2t_core::ToolId;
use a2t_core::wire::openapi::{OpenApi, Terms};
use a2t_tool::{Lasting, Served, Tools, Version, Versions};
use axum::body::Body;
use bytes::Bytes;
use serde_json::Value;

use super::page::body_of;

/// OpenAPI 3.1 document of these tools in every version that they are served in.
/// `a2t::Toolset::openapi`, which is this function, tells what vendors do with it.
pub fn openapi<S>(tools: &Tools<S>) -> OpenApi {
    of_seen(tools, None)
}

/// The document for a caller who sees these tools, or all.
fn of_seen<S>(tools: &Tools<S>, seen: Option<&BTreeSet<ToolId>>) -> OpenApi {
    let sees =
        |tool: &Versions<'_, S>| seen.is_none_or(|seen| seen.contains(&tool.current.tool_id));
    let versions = tools.iter().filter(sees).flat_map(|tool| {
        let terms = Terms::default().scopes(tool.scopes());
        // A published text that cannot be read is no version that can be called.
        let served = move |version: &Version<S>| version.served(tool.current.version).ok();
        tool.versions.iter().filter_map(served).map(move |served| with_terms(served, &terms))
    });
    let versions: Vec<_> = versions.collect();
    OpenApi::with_terms(versions.iter().map(|(signature, terms)| (&**signature, terms.clone())))
}

fn with_terms<S>(served: Served<S>, of_tool: &Terms) -> (Lasting, Terms) {
    let key = served.requires_key();
    (served.signature, of_tool.clone().idempotency_key(key))
}

#[derive(Default)]
pub(super) struct Document(OnceLock<[Bytes; 2]>);

impl Document {
    pub(super) fn body<S>(
        &self,
        tools: &Tools<S>,
        prefix: &str,
        seen: Option<&BTreeSet<ToolId>>,
    ) -> Body {
        let write = || {
            let (before, after) = of_seen(tools, seen).parts();
            [Bytes::from_static(before.as_bytes()), after.into()]
        };
        let [before, after] = match seen {
            None => self.0.get_or_init(write),
            Some(_) => &write(),
        };
        let server = Value::from(server(prefix)).to_string();
        body_of([before.clone(), server.into(), after.clone()])
    }
}

/// URL of the root above `/tools`. A pattern such as `/{tenant}` is left to the client, who knows
/// its path to the document: one step up from its folder.
fn server(prefix: &str) -> &str {
    match prefix {
        "" => "/",
        pattern if pattern.contains('{') => "..",
        literal => literal,
    }
}
