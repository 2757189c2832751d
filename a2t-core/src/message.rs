//! Text put together in const evaluation, where `format!` is not to be had.

// The buffer is written only where `len` says there is room. A panic here happens inside rustc,
// where it is how a constant refuses its value.
#![allow(clippy::indexing_slicing, clippy::panic)]

const ROOM: usize = 1024;

/// A message that grows; what does not fit is cut.
pub struct Message {
    bytes: [u8; ROOM],
    len: usize,
}

impl Message {
    pub const fn new(text: &str) -> Self {
        Self {
            bytes: [0; ROOM],
            len: 0,
        }
        .text(text)
    }

    #[must_use]
    pub const fn text(mut self, text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut index = 0;
        while index < bytes.len() && self.len < ROOM {
            self.bytes[self.len] = bytes[index];
            self.len += 1;
            index += 1;
        }
        self
    }

    #[must_use]
    pub const fn integer(self, integer: i128) -> Self {
        let mut digits = [0; 40];
        let mut rest = integer.unsigned_abs();
        let mut at = digits.len();
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        let sign = if integer < 0 { "-" } else { "" };
        match str::from_utf8(digits.split_at(at).1) {
            Ok(digits) => self.text(sign).text(digits),
            Err(_) => self,
        }
    }

    /// Stops the build with this message, at the place of the call.
    #[track_caller]
    pub const fn refuse(&self) -> ! {
        match str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => panic!("{}", text),
            Err(_) => panic!("the message was cut inside a character"),
        }
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
            assert_eq!(
                refused(&Message::new("").integer(integer)),
                integer.to_string()
            );
        }
    }

    #[test]
    fn a_long_message_is_cut() {
        let long = "a".repeat(2_000);
        assert_eq!(refused(&Message::new(&long)).len(), super::ROOM);
    }
}
