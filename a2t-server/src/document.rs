//! The OpenAPI document of the tools: written when somebody first asks, and sent around the path
//! under which the router is nested.

use std::sync::OnceLock;

use a2t_core::ToolId;
use a2t_core::wire::openapi::{OpenApi, Terms};
use a2t_core::wire::problem::{Kind, Problem};
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
fn of_seen<S>(tools: &Tools<S>, sees: Option<&dyn Fn(ToolId) -> bool>) -> OpenApi {
    let sees = |tool: &Versions<'_, S>| sees.is_none_or(|sees| sees(tool.current.tool_id));
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

/// The most tools of a document that is served: readers of OpenAPI hold all of it in memory, at some
/// ten kilobytes a tool.
const MOST: usize = 10_000;

#[derive(Default)]
pub(super) struct Document(OnceLock<Written>);

struct Written {
    before: Bytes,
    after: Bytes,
    hash: u64,
}

impl Written {
    fn new(document: OpenApi) -> Self {
        let (before, after) = document.parts();
        let hash = after.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self { before: Bytes::from_static(before.as_bytes()), after: after.into(), hash }
    }
}

impl Document {
    /// The document, and a hash of it.
    ///
    /// # Errors
    /// There are too many tools.
    pub(super) fn body<S>(
        &self,
        tools: &Tools<S>,
        prefix: &str,
        sees: Option<&dyn Fn(ToolId) -> bool>,
    ) -> Result<(Body, u64), Problem> {
        if tools.len() > MOST {
            let detail = format!(
                "there are more than {MOST} tools, too many for one document; GET {prefix}/tools lists them"
            );
            return Err(Problem::new(Kind::NotFound, detail));
        }
        let write = || Written::new(of_seen(tools, sees));
        let Written { before, after, hash } = match sees {
            None => self.0.get_or_init(write),
            Some(_) => &write(),
        };
        let server = Value::from(server(prefix)).to_string();
        Ok((body_of([before.clone(), server.into(), after.clone()]), *hash))
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
