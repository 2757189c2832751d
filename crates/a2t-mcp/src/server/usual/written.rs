//! Replies that are written at once: the text of the outputs, or of the tools, between the members that surround it.

use a2t_tool::Pieces;
use bytes::Bytes;
use http::Response;
use http::header::CONTENT_TYPE;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use rmcp::ErrorData;
use rmcp::model::{NumberOrString, ServerJsonRpcMessage, ServerResult};
use serde::Serialize;

use super::message::Id;
use crate::server::answer::{Answer, Done};
use crate::server::catalog::Page;
use crate::server::inner::Identity;
use crate::server::once::REPLAYED;
use crate::server::refuse::{JSON, Reply};

/// Bytes that surround the outputs of most calls.
const ROOM: usize = 384;

/// Returns the reply to a call. `identity` describes the server since revision 2026-07-28.
pub(super) fn call(
    id: Id<'_>,
    answer: Result<Answer, ErrorData>,
    identity: Option<&Identity>,
) -> Reply {
    match answer {
        Ok(Answer::Done(outputs)) => done(id, &outputs, identity),
        Ok(answer) => {
            let response = answer.into_response(identity.map(|identity| identity.meta.clone()));
            by_sdk(&ServerJsonRpcMessage::response(ServerResult::from(response), id.into()))
        }
        Err(why) => error(id, why),
    }
}

pub(super) fn error(id: Id<'_>, why: ErrorData) -> Reply {
    by_sdk(&ServerJsonRpcMessage::error(why, Some(id.into())))
}

fn by_sdk(message: &ServerJsonRpcMessage) -> Reply {
    reply(Full::from(serde_json::to_vec(message).unwrap_or_default()).boxed())
}

fn done(id: Id<'_>, done: &Done, identity: Option<&Identity>) -> Reply {
    let Done { outputs, replayed } = done;
    let mut text = begin(id, identity, *replayed, 2 * outputs.len());
    text.extend_from_slice(b"\"content\":[{\"type\":\"text\",\"text\":");
    write(&mut text, outputs);
    text.extend_from_slice(b"}],\"structuredContent\":");
    text.extend_from_slice(outputs.as_bytes());
    text.extend_from_slice(b",\"isError\":false}}");
    reply(Full::from(text).boxed())
}

/// Returns the reply with a page of the list. Clients may keep it for `fresh_ms` milliseconds.
pub(super) fn list(
    id: Id<'_>,
    page: &Page<'_>,
    fresh_ms: u64,
    identity: Option<&Identity>,
) -> Reply {
    let mut text = begin(id, identity, false, 0);
    if let Some(next) = &page.next {
        text.extend_from_slice(b"\"nextCursor\":");
        write(&mut text, next);
        text.push(b',');
    }
    text.extend_from_slice(b"\"ttlMs\":");
    write(&mut text, &fresh_ms);
    let scope: &[u8] = if page.is_public { b"public" } else { b"private" };
    for piece in [b",\"cacheScope\":\"", scope, b"\",\"tools\":["] {
        text.extend_from_slice(piece);
    }
    let pieces = [text.into(), page.text(), Bytes::from_static(b"]}}")];
    reply(Pieces::new(pieces).boxed())
}

/// Writes the beginning of a reply, up to the members that differ between methods.
fn begin(id: Id<'_>, identity: Option<&Identity>, replayed: bool, room: usize) -> Vec<u8> {
    let mut text = Vec::with_capacity(ROOM + room);
    text.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    match id {
        Id::Number(number) => write(&mut text, &number),
        Id::Text(id) => write(&mut text, id),
    }
    text.extend_from_slice(b",\"result\":{");
    if identity.is_some() {
        text.extend_from_slice(b"\"resultType\":\"complete\",");
    }
    if identity.is_none() && !replayed {
        return text;
    }
    text.extend_from_slice(b"\"_meta\":{");
    if let Some(identity) = identity {
        text.extend_from_slice(identity.members.as_bytes());
    }
    if replayed {
        let comma = if identity.is_some() { "," } else { "" };
        text.extend_from_slice(format!("{comma}\"{REPLAYED}\":true").as_bytes());
    }
    text.extend_from_slice(b"},");
    text
}

/// Adds a value that can always be written.
fn write<T: Serialize + ?Sized>(text: &mut Vec<u8>, value: &T) {
    let _ = serde_json::to_writer(text, value);
}

fn reply(body: BoxBody<Bytes, std::convert::Infallible>) -> Reply {
    let mut reply = Response::new(body);
    reply.headers_mut().insert(CONTENT_TYPE, JSON);
    reply
}

impl From<Id<'_>> for NumberOrString {
    fn from(id: Id<'_>) -> Self {
        match id {
            Id::Number(number) => Self::Number(number),
            Id::Text(text) => Self::String(text.into()),
        }
    }
}
