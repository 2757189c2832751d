//! A list of tools that the SDK writes without the tools: its bytes, which were written once, are put
//! into the reply behind it.

use std::sync::{Arc, OnceLock};

use bytes::{Bytes, BytesMut};
use http::Response;
use http::header::CONTENT_LENGTH;
use http_body_util::{BodyExt, Full};
use rmcp::model::Tool;

use crate::server::refuse::Reply;

/// Text of an empty list of tools. Nothing else in a reply reads so: a quote in a string has a
/// backslash before it.
const EMPTY: &[u8] = b"\"tools\":[]";

/// The gap in the reply to one request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gap(Arc<OnceLock<Bytes>>);

impl Gap {
    /// Takes the text that is to stand in the gap; the tools for the SDK are none.
    pub(crate) fn fill(&self, text: Bytes) -> Vec<Tool> {
        // A request is answered once.
        let _ = self.0.set(text);
        Vec::new()
    }

    pub(crate) async fn close(&self, reply: Reply) -> Reply {
        let Some(text) = self.0.get() else {
            return reply;
        };
        let (mut head, body) = reply.into_parts();
        let Ok(body) = body.collect().await;
        head.headers.remove(CONTENT_LENGTH);
        Response::from_parts(head, Full::new(closed(body.to_bytes(), text)).boxed())
    }
}

fn closed(body: Bytes, text: &[u8]) -> Bytes {
    let Some(start) = body.windows(EMPTY.len()).position(|piece| piece == EMPTY) else {
        return body;
    };
    let (before, after) = body.split_at(start + EMPTY.len() - 1);
    let mut whole = BytesMut::with_capacity(body.len() + text.len());
    for piece in [before, text, after] {
        whole.extend_from_slice(piece);
    }
    whole.freeze()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tools_stand_where_the_list_is_and_nowhere_else() {
        let id = serde_json::json!({ "id": "\"tools\":[]", "result": { "tools": [] } });
        let whole = closed(id.to_string().into(), b"{\"name\":\"a\"}");
        let whole: serde_json::Value = serde_json::from_slice(&whole).unwrap();
        assert_eq!(whole["id"], id["id"]);
        assert_eq!(whole["result"]["tools"][0]["name"], "a");
        assert_eq!(closed(Bytes::from_static(b"{}"), b"x"), "{}");
    }
}
