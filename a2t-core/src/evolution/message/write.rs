//! Texts and numbers on their way into the buffer of a message.

use super::Message;

/// The most bytes of one quoted text.
const QUOTE: usize = 120;

impl Message {
    pub(super) const fn in_quotes(&mut self, text: &str) {
        self.push("\"");
        self.quote(text);
        self.push("\"");
    }

    /// A text from a document: one line, cut where it is long.
    pub(super) const fn quote(&mut self, text: &str) {
        let mut end = if text.len() > QUOTE {
            QUOTE
        } else {
            text.len()
        };
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let mut rest = text.split_at(end).0.as_bytes();
        while let [byte, tail @ ..] = rest {
            let control = *byte < b' ' || *byte == 0x7f;
            self.bytes_of(if control {
                b" "
            } else {
                std::slice::from_ref(byte)
            });
            rest = tail;
        }
        if end < text.len() {
            self.push("…");
        }
    }

    pub(super) const fn number(&mut self, number: i128) {
        if number < 0 {
            self.push("-");
        }
        self.digits(number.unsigned_abs());
    }

    pub(super) const fn digits(&mut self, number: u128) {
        if number > 9 {
            self.digits(number / 10);
        }
        self.bytes_of(&[b'0' + (number % 10) as u8]);
    }

    /// A UUID in its hyphenated form.
    pub(super) const fn hex(&mut self, bits: u128) {
        let mut place = 32;
        while place > 0 {
            place -= 1;
            let digit = (bits >> (place * 4) & 0xf) as u8;
            self.bytes_of(&[if digit < 10 {
                b'0' + digit
            } else {
                b'a' + digit - 10
            }]);
            if matches!(place, 24 | 20 | 16 | 12) {
                self.push("-");
            }
        }
    }

    pub(super) const fn push(&mut self, text: &str) {
        self.bytes_of(text.as_bytes());
    }

    /// Appends all of it or, where room is short, nothing more at all.
    pub(super) const fn bytes_of(&mut self, bytes: &[u8]) {
        let Some((_, room)) = self.bytes.split_at_mut_checked(self.length) else {
            return;
        };
        if let Some((room, _)) = room.split_at_mut_checked(bytes.len()) {
            room.copy_from_slice(bytes);
            self.length += bytes.len();
        }
    }
}
