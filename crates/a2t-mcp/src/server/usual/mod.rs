//! The fast path of HTTP: calls and lists that are spelled as clients spell them are read in one pass, and answered
//! with bytes that are prepared. Every other request is for the SDK. It moves the rows of "What MCP costs" in
//! `docs/performance.md`.

mod head;
mod message;
#[cfg(test)]
mod tests;
mod written;

use std::future::pending;
use std::sync::Arc;

use http::request::Parts;
use rmcp::ErrorData;
use rmcp::model::{ClientCapabilities, JsonObject, ProtocolVersion};
use serde::Deserialize;
use serde_json::Value;

use crate::server::asked::{Asked, Client};
use crate::server::denied::Denied;
use crate::server::inner::Inner;
use crate::server::refuse::Reply;

use self::head::Head;
pub(crate) use self::head::Hosts;
use self::message::{Id, Message, Meta, Params};

/// Names in headers that are encoded begin so.
const ENCODED: &str = "=?base64?";

/// A request that needs no special treatment by the SDK.
pub(crate) struct Usual<'r> {
    id: Id<'r>,
    is_stateless: bool,
    method: Method<'r>,
}

enum Method<'r> {
    Call { client: Client, name: &'r str, arguments: Value, meta: JsonObject },
    List { cursor: Option<&'r str> },
}

/// Reads a request that accepts JSON. `mirrors` if headers repeat values of inputs.
pub(crate) fn read<'r>(
    parts: &Parts,
    body: &'r [u8],
    hosts: &Hosts,
    mirrors: bool,
) -> Option<Usual<'r>> {
    let head = Head::read(parts, hosts)?;
    let Message { jsonrpc, id, method, params } = Message::read(body)?;
    if jsonrpc? != "2.0" {
        return None;
    }
    let (method, Params { name, arguments, cursor, meta }) = (method?, params.unwrap_or_default());
    let meta = meta.unwrap_or_default();
    let client = client(&head, &meta)?;
    let is_stateless = client.is_some();
    if is_stateless && head.method != Some(method) {
        return None;
    }
    let method = match (method, name, cursor) {
        ("tools/call", Some(name), None) => {
            let is_named = head.name == Some(name) && !name.starts_with(ENCODED);
            if is_stateless && (mirrors || !is_named) {
                return None;
            }
            let client = client.unwrap_or_default();
            let arguments = arguments.map_or(Value::Null, Value::Object);
            Method::Call { client, name, arguments, meta: meta.others }
        }
        ("tools/list", None, cursor) if arguments.is_none() => Method::List { cursor },
        _ => return None,
    };
    Some(Usual { id: id?, is_stateless, method })
}

/// Abilities of the client, if it speaks the revision without a handshake; the outer `None` for a request that does
/// not declare one revision.
fn client(head: &Head<'_>, meta: &Meta<'_>) -> Option<Option<Client>> {
    let newest = ProtocolVersion::V_2026_07_28;
    match (head.version, meta.version) {
        (None, None) => Some(None),
        (Some(version), None) => {
            let mut known = ProtocolVersion::KNOWN_VERSIONS.iter();
            known.any(|known| known.as_str() == version && *known < newest).then_some(None)
        }
        (Some(version), Some(declared)) if version == declared && version == newest.as_str() => {
            let declared = ClientCapabilities::deserialize(meta.capabilities.as_ref()?).ok()?;
            Some(Some(Client::new(&declared)))
        }
        _ => None,
    }
}

impl<S: Clone + Send + Sync + 'static> Inner<S> {
    /// Answers a request with these parts.
    pub(crate) async fn reply(self: &Arc<Self>, usual: Usual<'_>, mut parts: Parts) -> Reply {
        let Usual { id, is_stateless, method } = usual;
        let identity = is_stateless.then_some(&self.identity);
        match method {
            Method::Call { client, name, arguments, meta } => {
                let denied = Denied::default();
                parts.extensions.insert(denied.clone());
                let answers = JsonObject::new();
                let asked = Asked { client, answers, name, arguments, meta: &meta, parts };
                // A client that leaves drops this future.
                let answer = self.call(asked, pending()).await;
                let reply = written::call(id, answer, identity);
                denied.instead(reply, || Some(id.into()))
            }
            Method::List { cursor } => {
                let catalog = self.catalog.now();
                match catalog.page(cursor, parts.extensions.get()) {
                    Ok(page) => written::list(id, &page, self.fresh_ms(), identity),
                    Err(words) => written::error(id, ErrorData::invalid_params(words, None)),
                }
            }
        }
    }
}
