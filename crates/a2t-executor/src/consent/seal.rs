//! Seals of states and records: HMAC-SHA-256 over JSON in one spelling.

use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;

/// The text before a seal.
const PREFIX: &str = "hmac-sha256:";

/// A secret key.
#[derive(Clone, Copy)]
pub(super) struct Key([u8; 32]);

impl Key {
    pub(super) fn new(key: [u8; 32]) -> Self {
        Self(key)
    }

    /// Returns the seal of a value. `purpose` separates values of different kinds under one key.
    pub(super) fn seal(self, purpose: &str, value: &Value) -> String {
        let tag = self.mac(purpose, value).finalize().into_bytes();
        format!("{PREFIX}{}", hex(&tag))
    }

    /// Returns whether this is the seal of the value, in constant time.
    pub(super) fn is_seal(self, seal: &str, purpose: &str, value: &Value) -> bool {
        let digits = seal.strip_prefix(PREFIX).unwrap_or_default();
        let pairs = digits.as_bytes().chunks(2);
        let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
        let tag: Option<Vec<u8>> = pairs.map(byte).collect();
        let mac = self.mac(purpose, value);
        tag.is_some_and(|tag| mac.verify_slice(&tag).is_ok())
    }

    fn mac(self, purpose: &str, value: &Value) -> Hmac<Sha256> {
        // HMAC fills a shorter key up with zeros.
        let mut block = [0; 64];
        block.iter_mut().zip(self.0).for_each(|(byte, key)| *byte = key);
        let mut mac = Hmac::<Sha256>::new(&block.into());
        mac.update(purpose.as_bytes());
        mac.update(b"\n");
        mac.update(spelled(value.clone()).as_bytes());
        mac
    }
}

/// Returns compact JSON with members sorted by name, because databases reorder them.
pub(super) fn spelled(mut value: Value) -> String {
    value.sort_all_objects();
    value.to_string()
}

/// Returns two hexadecimal digits for each byte.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_seal_holds_for_its_value_key_and_purpose_only() {
        let (key, value) = (Key::new([7; 32]), json!({"b": [1, {"d": 1, "c": 2}], "a": "x"}));
        let seal = key.seal("state", &value);
        let reordered: Value =
            serde_json::from_str(r#"{"a": "x", "b": [1, {"c": 2, "d": 1}]}"#).unwrap();
        assert!(key.is_seal(&seal, "state", &reordered));
        assert!(!key.is_seal(&seal, "record", &value));
        assert!(!key.is_seal(&seal, "state", &json!({"b": [1, {"d": 1, "c": 3}], "a": "x"})));
        assert!(!Key::new([8; 32]).is_seal(&seal, "state", &value));
        for wrong in [
            "",
            "hmac-sha256:",
            seal.split_at(seal.len() - 2).0,
            &seal.replace(':', ":é"),
            seal.split_at(1).1,
        ] {
            assert!(!key.is_seal(wrong, "state", &value), "{wrong}");
        }
    }

    /// Computed with Python's `hmac`.
    #[test]
    fn the_seal_is_hmac_of_the_purpose_and_the_sorted_text() {
        let seal = Key::new([7; 32]).seal("state", &json!({"b": 1, "a": [true, null]}));
        assert_eq!(
            seal,
            "hmac-sha256:2225ed887613a274123659746a79e5180a7dda362c23987b1d1a33577c235c97"
        );
    }
}
