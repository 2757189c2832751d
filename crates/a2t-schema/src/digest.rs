//! SHA-256 of canonical bytes.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

/// SHA-256 over everything that a model sees of a tool; it prints as `sha256:` and 64 digits.
///
/// ```
/// # let listed = serde_json::json!({"name": "a", "inputSchema": {"type": "object"}});
/// let tool = a2t_schema::Tool::read(&listed, "").unwrap();
/// let text = tool.digest().to_string();
/// assert!(text.starts_with("sha256:") && text.len() == 71);
/// assert_eq!(text.parse(), Ok(tool.digest()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Returns the digest of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self::from_parts([bytes])
    }

    pub(crate) fn from_parts<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update(part);
        }
        Self(hash.finalize().into())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sha256:")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The text is not a digest: `sha256:` and 64 hexadecimal digits in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DigestError;

impl fmt::Display for DigestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a digest: expected `sha256:` and 64 hexadecimal digits in lower case")
    }
}

impl std::error::Error for DigestError {}

impl FromStr for Digest {
    type Err = DigestError;

    fn from_str(text: &str) -> Result<Self, DigestError> {
        let digits = text.strip_prefix("sha256:").ok_or(DigestError)?.as_bytes();
        let value = |digit: u8| match digit {
            b'0'..=b'9' => Ok(digit - b'0'),
            b'a'..=b'f' => Ok(digit - b'a' + 10),
            _ => Err(DigestError),
        };
        let byte = |pair: &[u8]| match pair {
            [high, low] => Ok(value(*high)? << 4 | value(*low)?),
            _ => Err(DigestError),
        };
        let bytes: Result<Vec<u8>, _> = digits.chunks(2).map(byte).collect();
        bytes?.try_into().map(Self).map_err(|_| DigestError)
    }
}
