//! Page cursors: the last item that was delivered, and a fingerprint of the list it belongs to.

use uuid::Uuid;

use crate::signature::ToolId;

/// A fingerprint that is the same in every process and release (FNV-1a); it guards against
/// mistakes, not against forgery, and a cursor grants nothing.
#[derive(Clone, Copy)]
pub(super) struct Fingerprint(u64);

impl Fingerprint {
    pub(super) fn new(list: &str) -> Self {
        Self(0xcbf2_9ce4_8422_2325).with(list)
    }

    pub(super) fn with(self, text: &str) -> Self {
        let length = (text.len() as u64).to_le_bytes();
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        Self(length.iter().chain(text.as_bytes()).fold(self.0, step))
    }

    fn bytes(self) -> [u8; 8] {
        self.0.to_be_bytes()
    }
}

pub(super) fn after_tool(id: ToolId, fingerprint: Fingerprint) -> String {
    hexadecimal(id.as_u128().to_be_bytes(), fingerprint.bytes())
}

pub(super) fn after_version(version: u32, fingerprint: Fingerprint) -> String {
    hexadecimal(version.to_be_bytes(), fingerprint.bytes())
}

/// The tool that a cursor names; whoever looks it up compares the whole cursor.
pub(super) fn tool(cursor: &str) -> Option<ToolId> {
    let id = Uuid::try_parse(cursor.get(..32)?).ok()?;
    Some(ToolId::from_u128(id.as_u128()))
}

/// The version that a cursor names; whoever looks it up compares the whole cursor.
pub(super) fn version(cursor: &str) -> Option<u32> {
    u32::from_str_radix(cursor.get(..8)?, 16).ok()
}

fn hexadecimal<const N: usize, const M: usize>(first: [u8; N], second: [u8; M]) -> String {
    let (first, second) = (first.map(digits), second.map(digits));
    let text = [first.as_flattened(), second.as_flattened()].concat();
    String::from_utf8(text).unwrap_or_default()
}

fn digits(byte: u8) -> [u8; 2] {
    let digit = |value| match value {
        0..10 => b'0' + value,
        _ => b'a' - 10 + value,
    };
    [digit(byte >> 4), digit(byte & 0xf)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_spelt_as_it_always_was() {
        let id = ToolId::from_u128(0x0479_a45d_ad0a_49d4_94db_75ed_f00d_2ca4);
        let list = Fingerprint::new("tools");
        let bits = list.0;
        let cursor = after_tool(id, list);
        assert_eq!(cursor, format!("{:032x}{bits:016x}", id.as_u128()));
        assert_eq!(tool(&cursor), Some(id));
        let cursor = after_version(0x0f, Fingerprint(0xa9));
        assert_eq!(cursor, "0000000f00000000000000a9");
        assert_eq!(version(&cursor), Some(0x0f));
    }
}
