//! What came for a call as the store keeps it: a callback behind the id of its message, by which a repeated one is
//! known.
//!
//! The id is a part of the row that has the callback, so that none is remembered of a callback that was not stored. It
//! belongs to one call, and so to the one server whose callback URL was made for it.

use a2t_store::Secret;

use crate::message::{Callback, Reading};

/// Separates the id from the callback, which begins with another byte.
const ID: &[u8] = b"id:";

/// Returns the signal of a callback that came with this id.
pub(crate) fn signal(id: Option<&str>, callback: &[u8]) -> Secret {
    let mut bytes = Vec::with_capacity(callback.len() + 64);
    if let Some(id) = id {
        bytes.extend_from_slice(ID);
        bytes.extend_from_slice(id.as_bytes());
        bytes.push(b'\n');
    }
    bytes.extend_from_slice(callback);
    Secret::from(bytes)
}

/// Returns the callback of a signal, if it has one.
pub(crate) fn callback(signal: &Secret) -> Option<Callback> {
    let bytes = signal.expose();
    let callback = match bytes.strip_prefix(ID) {
        Some(rest) => rest.splitn(2, |byte| *byte == b'\n').nth(1)?,
        None => bytes,
    };
    Callback::parse(callback, Reading::Lenient).ok()
}

/// Returns `true` if one of these signals is the same message as the given one.
pub(crate) fn is_among(signal: &Secret, signals: &[Secret]) -> bool {
    signal.expose().starts_with(ID) && signals.contains(signal)
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUESTION: &[u8] =
        br#"{"type": "tool_result", "group_id": "t", "id": "c", "text": "mild"}"#;

    #[test]
    fn a_callback_is_read_with_and_without_an_id() {
        for id in [None, Some("msg_1"), Some("{"), Some("")] {
            let read = callback(&signal(id, QUESTION)).unwrap();
            assert!(
                matches!(read, Callback::ToolResult(result) if result.text.as_deref() == Some("mild"))
            );
        }
        assert!(callback(&Secret::from("final".to_owned())).is_none());
        assert!(callback(&Secret::from("id:msg_1".to_owned())).is_none());
    }

    #[test]
    fn a_message_is_repeated_if_its_id_and_all_of_its_bytes_are() {
        let came = [signal(Some("msg_1"), QUESTION), signal(None, QUESTION)];
        assert!(is_among(&signal(Some("msg_1"), QUESTION), &came));
        for other in
            [signal(Some("msg_2"), QUESTION), signal(Some("msg_1"), b"{}"), signal(None, QUESTION)]
        {
            assert!(!is_among(&other, &came));
        }
    }
}
