//! Numbers of books: a text on the wire, a value that is known to be right in the code.

use std::fmt;
use std::str::FromStr;

/// An ISBN of 13 digits.
#[derive(Clone, Debug, PartialEq, Eq, a2t::Input, a2t::Output)]
#[a2t(text, max_length = 17, expected = "an ISBN of 13 digits", example = "978-0-14-143958-7")]
pub struct Isbn(String);

impl FromStr for Isbn {
    type Err = IsbnError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits: String = text.chars().filter(|c| !matches!(c, '-' | ' ')).collect();
        if digits.len() != 13 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(IsbnError::Length);
        }
        let weighted = digits.bytes().zip([1, 3].into_iter().cycle());
        let sum: u32 = weighted.map(|(digit, weight)| u32::from(digit - b'0') * weight).sum();
        if sum.is_multiple_of(10) { Ok(Self(digits)) } else { Err(IsbnError::Checksum) }
    }
}

impl fmt::Display for Isbn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Reason why a text is not an ISBN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IsbnError {
    /// It does not have 13 digits.
    Length,
    /// Its last digit does not follow from the others.
    Checksum,
}

impl fmt::Display for IsbnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length => "it does not have 13 digits",
            Self::Checksum => "its last digit does not follow from the others",
        })
    }
}

impl std::error::Error for IsbnError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hyphens_are_left_out() {
        let isbn: Isbn = "978-0-14-143958-7".parse().unwrap();
        assert_eq!(isbn.to_string(), "9780141439587");
    }

    #[test]
    fn a_wrong_digit_is_noticed() {
        assert_eq!("9780141439588".parse::<Isbn>(), Err(IsbnError::Checksum));
        assert_eq!("014143958".parse::<Isbn>(), Err(IsbnError::Length));
    }
}
