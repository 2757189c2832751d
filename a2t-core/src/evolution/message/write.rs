//! Texts and numbers on their way into the buffer of a message.

use crate::message::Message;

const QUOTE: usize = 120;

impl Message {
    pub(super) const fn in_quotes(&mut self, text: &str) {
        self.push("\"");
        self.quote(text);
        self.push("\"");
    }

    /// A text from a document: one line, cut where it is long.
    pub(super) const fn quote(&mut self, text: &str) {
        let mut end = if text.len() > QUOTE { QUOTE } else { text.len() };
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let mut rest = text.split_at(end).0.as_bytes();
        while let [byte, tail @ ..] = rest {
            let control = *byte < b' ' || *byte == 0x7f;
            self.bytes(if control { b" " } else { std::slice::from_ref(byte) });
            rest = tail;
        }
        if end < text.len() {
            self.push("…");
        }
    }

    pub(in crate::evolution) const fn hex(&mut self, bits: u128) {
        let mut place = 32;
        while place > 0 {
            place -= 1;
            let digit = (bits >> (place * 4) & 0xf) as u8;
            self.bytes(&[if digit < 10 { b'0' + digit } else { b'a' + digit - 10 }]);
            if matches!(place, 24 | 20 | 16 | 12) {
                self.push("-");
            }
        }
    }
}
