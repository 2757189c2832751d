//! One message of a server: bytes in, `rmcp`'s type out.
//!
//! The result of a call or a listing stays the text that the server sent, because `rmcp`'s types
//! drop what they do not know, and a digest must cover all that a model sees.

use std::borrow::Cow;
use std::collections::HashMap;

use rmcp::model::{
    CustomResult, RequestId, ServerJsonRpcMessage, ServerNotification, ServerResult,
};
use serde_json::Value;
use serde_json::value::RawValue;

type Members<'a> = HashMap<Cow<'a, str>, &'a RawValue>;

/// Members by which the results of the two handshakes are known.
const HANDSHAKE: [&str; 2] = ["protocolVersion", "supportedVersions"];

/// Reads one message.
pub(crate) fn read(text: &[u8]) -> Result<ServerJsonRpcMessage, serde_json::Error> {
    match answer(text) {
        Some((id, result)) => {
            let result = CustomResult(Value::String(result.get().to_owned()));
            Ok(ServerJsonRpcMessage::response(ServerResult::CustomResult(result), id))
        }
        None => serde_json::from_slice(text),
    }
}

/// The id and the result of an answer that is not a handshake's.
fn answer(text: &[u8]) -> Option<(RequestId, &RawValue)> {
    let message: Members<'_> = serde_json::from_slice(text).ok()?;
    let result = *message.get("result")?;
    let id = serde_json::from_str(message.get("id")?.get()).ok()?;
    let members: Members<'_> = serde_json::from_str(result.get()).unwrap_or_default();
    let handshake = HANDSHAKE.iter().any(|name| members.contains_key(*name));
    (!handshake).then_some((id, result))
}

/// The text of a result that [`read`] left as it was.
pub(crate) fn text(result: ServerResult) -> Option<String> {
    match result {
        ServerResult::CustomResult(CustomResult(Value::String(text))) => Some(text),
        _ => None,
    }
}

/// Tells if a message answers the request with this id.
pub(crate) fn answers(message: &ServerJsonRpcMessage, id: &RequestId) -> bool {
    match message {
        ServerJsonRpcMessage::Response(response) => response.id == *id,
        ServerJsonRpcMessage::Error(error) => error.id.as_ref().is_none_or(|other| other == id),
        _ => false,
    }
}

/// Tells if a message says that the tools are others now.
pub(crate) fn says_changed(message: &ServerJsonRpcMessage) -> bool {
    let ServerJsonRpcMessage::Notification(notification) = message else {
        return false;
    };
    matches!(&notification.notification, ServerNotification::ToolListChangedNotification(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_of_a_call_stays_the_text_that_was_sent() {
        let sent = br#"{"jsonrpc":"2.0","id":7,"result":{"tools": [1.50,  {"unknown":null}]}}"#;
        let ServerJsonRpcMessage::Response(response) = read(sent).unwrap() else {
            panic!("not a response");
        };
        assert_eq!(response.id, RequestId::Number(7));
        let kept = text(response.result).unwrap();
        assert_eq!(kept, r#"{"tools": [1.50,  {"unknown":null}]}"#);
    }

    #[test]
    fn a_handshake_and_an_error_are_read_as_what_they_are() {
        let discovered = br#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete",
            "supportedVersions":["2026-07-28"],"capabilities":{},
            "ttlMs":0,"cacheScope":"private"}}"#;
        let message = read(discovered).unwrap();
        let ServerJsonRpcMessage::Response(response) = message else {
            panic!("{message:?}");
        };
        assert!(matches!(response.result, ServerResult::DiscoverResult(_)), "{response:?}");
        let failed = br#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}"#;
        assert!(answers(&read(failed).unwrap(), &RequestId::Number(1)));
    }

    #[test]
    fn what_is_not_a_message_is_an_error() {
        for text in ["", "Listening on port 1", "[]", "{", "{\"result\":{}}"] {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
    }
}
