//! Page cursors: a fingerprint of the list that they belong to, and the position of the last item that was
//! delivered in its order, so that a page goes on there even if that item is gone.

/// A fingerprint that is the same in every process and release (FNV-1a); it guards against
/// mistakes, not against forgery, and a cursor grants nothing.
#[derive(Clone, Copy, Debug)]
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

/// The cursor behind the tool of this name, in a list by name.
pub(super) fn after_name(name: &str, list: Fingerprint) -> String {
    hexadecimal(&list.with(name).bytes(), name.as_bytes())
}

/// The name that a cursor of this list stands behind; there need not be such a tool.
pub(super) fn name(cursor: &str, list: Fingerprint) -> Option<String> {
    let (fingerprint, name) = cursor.split_at_checked(FINGERPRINT)?;
    let name = String::from_utf8(bytes(name)?).ok()?;
    (bytes(fingerprint)? == list.with(&name).bytes()).then_some(name)
}

pub(super) fn after_version(version: u32, fingerprint: Fingerprint) -> String {
    hexadecimal(&version.to_be_bytes(), &fingerprint.bytes())
}

/// The version that a cursor names; the lookup compares the whole cursor.
pub(super) fn version(cursor: &str) -> Option<u32> {
    u32::from_str_radix(cursor.get(..8)?, 16).ok()
}

/// Digits of a fingerprint.
const FINGERPRINT: usize = 16;

fn hexadecimal(first: &[u8], second: &[u8]) -> String {
    let digit = |value: u8| char::from(if value < 10 { b'0' + value } else { b'a' - 10 + value });
    let mut text = String::with_capacity(2 * (first.len() + second.len()));
    for byte in first.iter().chain(second) {
        text.push(digit(byte >> 4));
        text.push(digit(byte & 0xf));
    }
    text
}

/// The bytes of digits as `hexadecimal` writes them, so that a cursor has one spelling.
fn bytes(digits: &str) -> Option<Vec<u8>> {
    let value = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let mut bytes = Vec::with_capacity(pairs.len());
    for [high, low] in pairs {
        bytes.push(value(*high)? << 4 | value(*low)?);
    }
    rest.is_empty().then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_spelt_as_it_always_was() {
        let list = Fingerprint::new("tools");
        let bits = list.with("né").0;
        let cursor = after_name("né", list);
        assert_eq!(cursor, format!("{bits:016x}6ec3a9"));
        assert_eq!(name(&cursor, list).as_deref(), Some("né"));
        for other in
            [cursor.get(1..).unwrap(), cursor.get(..17).unwrap(), &cursor.to_uppercase(), "é", ""]
        {
            assert_eq!(name(other, list), None, "{other}");
        }
        assert_eq!(name(&cursor, Fingerprint::new("others")), None);
        let cursor = after_version(0x0f, Fingerprint(0xa9));
        assert_eq!(cursor, "0000000f00000000000000a9");
        assert_eq!(version(&cursor), Some(0x0f));
    }
}
