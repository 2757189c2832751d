//! Arguments with bounds: any value on its way, and a constant that rustc holds to them.

use std::borrow::Cow;

use a2t_core::message::Message;
use serde_json::Value;

/// The argument for an `int` input from `MIN` to `MAX`.
///
/// Setters take `impl Into<Int<..>>`, so that a call reads `.days(3)` or `.limit(rows.len())`. Any
/// integer of up to 64 bits goes in; the range is checked before the call is sent, with everything
/// else that is wrong, so that a `u64` beyond an `i64` is an error of the call and never another
/// number.
///
/// A constant can be checked at build time:
///
/// ```
/// use a2t::client::Int;
///
/// # fn days(days: impl Into<Int<0, 14>>) -> i64 { days.into().get() }
/// const NEXT_WEEK: Int<0, 14> = Int::new(7);
/// assert_eq!(days(NEXT_WEEK), days(7));
/// assert_eq!(days(const { Int::new(3) }), 3);
/// ```
///
/// ```compile_fail
/// # use a2t::client::Int;
/// const NEXT_MONTH: Int<0, 14> = Int::new(30); // expected an integer from 0 to 14, got 30
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Int<const MIN: i64, const MAX: i64>(i128);

/// The argument for an `int` input without `min`.
pub type AtMost<const MAX: i64> = Int<{ i64::MIN }, MAX>;

impl<const MIN: i64, const MAX: i64> Int<MIN, MAX> {
    /// The smallest valid value.
    pub const MIN: i64 = MIN;
    /// The largest valid value.
    pub const MAX: i64 = MAX;

    /// Creates a value in the range, for constants: anything else does not compile.
    ///
    /// # Panics
    /// A value outside the range. Outside of constants use `from`: then the call fails when it is sent.
    #[track_caller]
    #[must_use]
    pub const fn new(value: i64) -> Self {
        if value < MIN || value > MAX {
            let message = Message::new("expected an integer ");
            let message = match MIN {
                i64::MIN => message.text("up to "),
                min => message.text("from ").integer(min as i128).text(" to "),
            };
            let message = message.integer(MAX as i128).text(", got ");
            message.integer(value as i128).refuse()
        }
        Self(value as i128)
    }

    /// Returns the value. One beyond an `i64`, which no call sends, is `i64::MAX`.
    #[must_use]
    pub const fn get(self) -> i64 {
        if self.0 > i64::MAX as i128 { i64::MAX } else { self.0 as i64 }
    }

    /// Returns the value as the call has it, for its check.
    #[doc(hidden)]
    #[must_use]
    pub fn into_value(self) -> Value {
        match u64::try_from(self.0) {
            Ok(value) => value.into(),
            Err(_) => self.get().into(),
        }
    }
}

macro_rules! from {
    ($($integer:ty)*) => {$(
        impl<const MIN: i64, const MAX: i64> From<$integer> for Int<MIN, MAX> {
            fn from(value: $integer) -> Self {
                Self(value as i128)
            }
        }
    )*};
}

from!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

/// The argument for a `string` input of at most `MAX` characters (Unicode scalar values).
///
/// Setters take `impl Into<Text<..>>`, so that a call reads `.city("Omaha")`. Anything that becomes
/// a `String` goes in; the length is checked before the call is sent, with everything else that is
/// wrong.
///
/// A constant can be checked at build time:
///
/// ```
/// use a2t::client::Text;
///
/// const HOME: Text<100> = Text::new("Omaha, Nebraska");
/// ```
///
/// ```compile_fail
/// # use a2t::client::Text;
/// const HOME: Text<5> = Text::new("Omaha, Nebraska"); // expected at most 5 characters, got 15
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text<const MAX: u64>(Cow<'static, str>);

impl<const MAX: u64> Text<MAX> {
    /// The maximum number of characters.
    pub const MAX: u64 = MAX;

    /// Creates a text that is short enough, for constants: anything else does not compile.
    ///
    /// # Panics
    /// A longer text. Outside of constants use `from`: then the call fails when it is sent.
    #[track_caller]
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        let length = characters(text);
        if length > MAX {
            let message = Message::new("expected at most ").integer(MAX as i128);
            let message = message.text(" characters, got ");
            message.integer(length as i128).refuse()
        }
        Self(Cow::Borrowed(text))
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn into_string(self) -> String {
        self.0.into_owned()
    }
}

impl<T: Into<String>, const MAX: u64> From<T> for Text<MAX> {
    fn from(text: T) -> Self {
        Self(Cow::Owned(text.into()))
    }
}

/// Counts the bytes that do not continue a character.
const fn characters(text: &str) -> u64 {
    let (mut bytes, mut count) = (text.as_bytes(), 0);
    while let [byte, rest @ ..] = bytes {
        if *byte & 0xC0 != 0x80 {
            count += 1;
        }
        bytes = rest;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_a_range_are_in_it() {
        assert_eq!((Int::<0, 14>::new(0).get(), Int::<0, 14>::new(14).get()), (0, 14));
        assert_eq!(AtMost::<5>::new(i64::MIN).get(), i64::MIN);
    }

    #[test]
    fn every_integer_stays_what_it_was_on_its_way_to_the_check() {
        let value = |value: Int<0, 14>| value.into_value().to_string();
        assert_eq!(value(u64::MAX.into()), "18446744073709551615");
        assert_eq!(value(i64::MIN.into()), "-9223372036854775808");
        assert_eq!((value(3_usize.into()), value((-3_isize).into())), ("3".into(), "-3".into()));
        assert_eq!(
            (Int::<0, 14>::from(u64::MAX).get(), AtMost::<5>::from(i64::MIN).get()),
            (i64::MAX, i64::MIN)
        );
    }

    #[test]
    #[should_panic(expected = "expected an integer from 0 to 14, got 15")]
    fn a_value_beyond_the_range_is_refused_in_words() {
        let _ = Int::<0, 14>::new(15);
    }

    #[test]
    #[should_panic(expected = "expected an integer up to 5, got 6")]
    fn a_range_without_an_end_names_one() {
        let _ = AtMost::<5>::new(6);
    }

    #[test]
    #[should_panic(expected = "expected at most 2 characters, got 3")]
    fn a_length_is_counted_in_characters() {
        assert_eq!(Text::<2>::new("\u{e9}\u{1f642}").as_str().len(), 6);
        let _ = Text::<2>::new("\u{e9}\u{1f642}x");
    }
}
