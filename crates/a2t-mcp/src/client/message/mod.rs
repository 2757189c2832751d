//! The messages of a server: bytes in, `rmcp`'s type out.
//!
//! The result of a call or a listing stays the text that the server sent, because `rmcp`'s types
//! drop what they do not know, and a digest must cover all that a model sees. So a fault inside of a
//! result is a fault of that result, and not an answer that never came.

mod handshake;
mod mend;

use std::borrow::Cow;

use a2t_schema::outline::{self, SplitError};
use rmcp::model::{
    CustomResult, ErrorCode, ErrorData, RequestId, ServerJsonRpcMessage, ServerNotification,
    ServerResult,
};
use serde_json::Value;

use crate::client::limits::{BATCH, MEMBERS};

pub(crate) use handshake::lacking;
pub(crate) use mend::value;

/// Reads one message, or several in an array as the revision 2025-03-26 has them: those that can be read, or why none can.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<ServerJsonRpcMessage>, String> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}').trim();
    let items = match outline::items(text, BATCH) {
        Ok(items) => items,
        Err(SplitError::TooMany) => {
            return Err(format!("an array of more than {BATCH} messages"));
        }
        Err(SplitError::NotWhole) => return one(text).map(|message| vec![message]),
    };
    let (mut messages, mut fault) = (Vec::new(), "an array without a message".to_owned());
    for item in items {
        match one(item) {
            Ok(message) => messages.push(message),
            Err(other) => fault = other,
        }
    }
    if messages.is_empty() { Err(fault) } else { Ok(messages) }
}

fn one(text: &str) -> Result<ServerJsonRpcMessage, String> {
    let members = outline::members(text, MEMBERS).map_err(|error| match error {
        SplitError::NotWhole => "it is not an object of JSON".to_owned(),
        SplitError::TooMany => format!("it has more than {MEMBERS} members"),
    })?;
    let found = |name: &str| members.iter().rev().find(|(member, _)| member == name);
    let member = |name: &str| found(name).map(|(_, value)| *value);
    if member("method").is_none() {
        let id = member("id").and_then(|id| serde_json::from_str::<RequestId>(id).ok());
        if let Some(error) = member("error").filter(|error| error.starts_with(['{', '"'])) {
            return Ok(ServerJsonRpcMessage::error(refusal(error), id));
        }
        if let (Some(result), Some(id)) = (member("result"), id) {
            return Ok(ServerJsonRpcMessage::response(of_text(result), id));
        }
    }
    let read = serde_json::from_str(text);
    read.or_else(|error| serde_json::from_str(&mend::mended(text)).map_err(|_| error.to_string()))
}

/// A result that is not a handshake's stays its text.
fn of_text(text: &str) -> ServerResult {
    let kept = || ServerResult::CustomResult(CustomResult(Value::String(text.to_owned())));
    let is_handshake =
        ["protocolVersion", "supportedVersions"].iter().any(|name| text.contains(name));
    is_handshake.then(|| handshake::read(text)).flatten().unwrap_or_else(kept)
}

/// Reads an error of JSON-RPC as far as it goes: a server that fails is not held to the letter.
fn refusal(text: &str) -> ErrorData {
    let error = value(text).unwrap_or_else(|_| Value::String(text.to_owned()));
    let code = error.get("code").and_then(Value::as_i64).and_then(|code| code.try_into().ok());
    let message = match (error.get("message"), &error) {
        (Some(Value::String(message)), _) | (None, Value::String(message)) => message.clone(),
        (_, other) => other.to_string(),
    };
    let message = match error.get("code") {
        Some(code) if !code.is_number() => format!("{message} (code {code})"),
        _ => message,
    };
    ErrorData::new(
        ErrorCode(code.unwrap_or_default()),
        Cow::Owned(message),
        error.get("data").cloned(),
    )
}

/// The text of a result that [`read`] left as it was.
pub(crate) fn text(result: ServerResult) -> Option<String> {
    match result {
        ServerResult::CustomResult(CustomResult(Value::String(text))) => Some(text),
        _ => None,
    }
}

/// Returns whether a message answers the request with this id. Some servers send numbers back as
/// strings.
pub(crate) fn answers(message: &ServerJsonRpcMessage, id: &RequestId) -> bool {
    let is_same = |other: &RequestId| other == id || other.to_string() == id.to_string();
    match message {
        ServerJsonRpcMessage::Response(response) => is_same(&response.id),
        ServerJsonRpcMessage::Error(error) => error.id.as_ref().is_none_or(is_same),
        _ => false,
    }
}

/// Returns whether a message is an answer to a request.
pub(crate) fn is_answer(message: &ServerJsonRpcMessage) -> bool {
    matches!(message, ServerJsonRpcMessage::Response(_) | ServerJsonRpcMessage::Error(_))
}

/// Returns whether a message announces that the tools changed.
pub(crate) fn is_list_changed(message: &ServerJsonRpcMessage) -> bool {
    let ServerJsonRpcMessage::Notification(notification) = message else {
        return false;
    };
    matches!(&notification.notification, ServerNotification::ToolListChangedNotification(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str) -> ServerJsonRpcMessage {
        read(text.as_bytes()).unwrap().remove(0)
    }

    #[test]
    fn an_array_has_no_more_messages_than_the_limit() {
        let ping = r#"{"jsonrpc":"2.0","id":0,"method":"ping"}"#;
        let array = |number: usize| format!("[{}]", vec![ping; number].join(","));
        assert_eq!(read(array(BATCH).as_bytes()).unwrap().len(), BATCH);
        let refused = read(array(BATCH + 1).as_bytes()).unwrap_err();
        assert_eq!(refused, "an array of more than 16384 messages");
    }

    #[test]
    fn the_result_of_a_call_stays_the_text_that_was_sent() {
        let sent = r#"{"jsonrpc":"2.0","id":7,"result":{"tools": [1.50,  {"unknown":null}]}}"#;
        let ServerJsonRpcMessage::Response(response) = first(sent) else {
            panic!("not a response")
        };
        assert_eq!(response.id, RequestId::Number(7));
        let kept = text(response.result).unwrap();
        assert_eq!(kept, r#"{"tools": [1.50,  {"unknown":null}]}"#);
    }

    #[test]
    fn a_handshake_and_an_error_are_read_as_what_they_are() {
        let discovered = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete",
            "supportedVersions":["2026-07-28"],"capabilities":{},
            "ttlMs":0,"cacheScope":"private"}}"#;
        let message = first(discovered);
        let ServerJsonRpcMessage::Response(response) = message else {
            panic!("{message:?}");
        };
        assert!(matches!(response.result, ServerResult::DiscoverResult(_)), "{response:?}");
        let failed = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}"#;
        assert!(answers(&first(failed), &RequestId::Number(1)));
    }

    #[test]
    fn an_answer_is_found_whatever_is_wrong_inside_of_it() {
        for (sent, result) in [
            (r#"{"jsonrpc":"2.0","id":1,"result":{"v":NaN}}"#, r#"{"v":NaN}"#),
            (r#"{"id":"1","result":{"v":"\ud83d"},"error":null}"#, r#"{"v":"\ud83d"}"#),
            ("\u{feff}{\"id\":1,\"result\":{\"v\":\"\u{1b}[1m\"}}\r", "{\"v\":\"\u{1b}[1m\"}"),
            ("[{\"x\":1},{\"id\":1,\"result\":[]}]", "[]"),
            (r#"{"id":1,"result":{"a":1,"a":2}}"#, r#"{"a":1,"a":2}"#),
        ] {
            let message = first(sent);
            assert!(answers(&message, &RequestId::Number(1)), "{sent}");
            let ServerJsonRpcMessage::Response(response) = message else { panic!("{message:?}") };
            assert_eq!(text(response.result).as_deref(), Some(result));
        }
        let latin = read(b"{\"id\":1,\"result\":\"caf\xe9\"}").unwrap().remove(0);
        let ServerJsonRpcMessage::Response(latin) = latin else { panic!("{latin:?}") };
        assert_eq!(text(latin.result).as_deref(), Some("\"caf\u{fffd}\""));
    }

    #[test]
    fn an_error_is_read_as_far_as_it_goes() {
        for (error, code, message) in [
            (r#"{"code":-32603,"message":"boom"}"#, -32603, "boom"),
            (r#"{"code":"E1","message":"cut \ud83d"}"#, 0, "cut \u{fffd} (code \"E1\")"),
            (r#""boom""#, 0, "boom"),
            (r#"{"detail":1}"#, 0, r#"{"detail":1}"#),
        ] {
            let sent = format!(r#"{{"jsonrpc":"2.0","id":null,"result":null,"error":{error}}}"#);
            let ServerJsonRpcMessage::Error(found) = first(&sent) else { panic!("{sent}") };
            assert_eq!(
                (found.id, found.error.code.0, &*found.error.message),
                (None, code, message)
            );
        }
    }

    #[test]
    fn what_is_not_a_message_is_an_error() {
        for text in ["", "Listening on port 1", "[]", "{", "{\"result\":{}}", "{\"log\": 1}"] {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
    }
}
