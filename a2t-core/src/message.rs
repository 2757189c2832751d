//! Text put together in const evaluation, where `format!` is not to be had.

use std::fmt;

const ROOM: usize = 2048;

/// A message that grows; what does not fit is cut.
#[derive(Clone, Copy)]
pub struct Message {
    bytes: [u8; ROOM],
    len: usize,
}

impl Message {
    pub const fn new(text: &str) -> Self {
        Self { bytes: [0; ROOM], len: 0 }.text(text)
    }

    #[must_use]
    pub const fn text(mut self, text: &str) -> Self {
        self.push(text);
        self
    }

    #[must_use]
    pub const fn integer(mut self, integer: i128) -> Self {
        self.number(integer);
        self
    }

    pub(crate) const fn push(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    pub(crate) const fn bytes(&mut self, bytes: &[u8]) {
        let Some((_, room)) = self.bytes.split_at_mut_checked(self.len) else {
            return;
        };
        let fits = if bytes.len() < room.len() { bytes.len() } else { room.len() };
        room.split_at_mut(fits).0.copy_from_slice(bytes.split_at(fits).0);
        self.len += fits;
    }

    pub(crate) const fn number(&mut self, number: i128) {
        if number < 0 {
            self.push("-");
        }
        self.digits(number.unsigned_abs());
    }

    const fn digits(&mut self, number: u128) {
        if number > 9 {
            self.digits(number / 10);
        }
        self.bytes(&[b'0' + (number % 10) as u8]);
    }

    /// Returns the text, without a character that was cut.
    pub const fn as_str(&self) -> &str {
        let text = self.bytes.split_at(self.len).0;
        match str::from_utf8(text) {
            Ok(text) => text,
            Err(error) => match str::from_utf8(text.split_at(error.valid_up_to()).0) {
                Ok(text) => text,
                Err(_) => "",
            },
        }
    }

    /// Stops the build with this message, at the location of the call.
    #[track_caller]
    #[expect(clippy::panic, reason = "the way to fail in const evaluation")]
    pub const fn refuse(&self) -> ! {
        panic!("{}", self.as_str())
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Message;

    fn refused(message: &Message) -> String {
        let panic = std::panic::catch_unwind(|| message.refuse()).unwrap_err();
        *panic.downcast::<String>().unwrap()
    }

    #[test]
    fn integers_are_written_in_full() {
        for integer in [0, -1, 255, i128::from(i64::MIN), i128::MAX, i128::MIN] {
            assert_eq!(refused(&Message::new("").integer(integer)), integer.to_string());
        }
    }

    #[test]
    fn a_long_message_is_cut() {
        let long = "a".repeat(3_000);
        assert_eq!(refused(&Message::new(&long)).len(), super::ROOM);
        let wide = "€".repeat(1_000);
        assert_eq!(refused(&Message::new(&wide)), "€".repeat(super::ROOM / 3));
    }
}
