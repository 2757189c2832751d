//! The key of a call, bound to its caller.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Name of a call: the key that its caller made, and who that caller is, because two callers may choose
/// the same key.
///
/// ```
/// use a2t_store::idempotency::Key;
///
/// let key = Key::new("alice", "8e03978e-40d5-43e8-bc93-6894a57f9324")?;
/// assert_eq!(key, Key::from_header("alice", br#""8e03978e-40d5-43e8-bc93-6894a57f9324""#)?);
/// assert_ne!(key, Key::new("bob", key.value())?);
/// assert!(Key::new("alice", "").is_err());
/// # Ok::<(), a2t_store::idempotency::KeyError>(())
/// ```
#[derive(Clone)]
pub struct Key {
    // A store has the key in several places.
    caller: Arc<[u8]>,
    value: Arc<str>,
    share: Arc<[u8]>,
}

/// Two keys with the same caller and value are one key, in any share.
impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        (&self.caller, &self.value) == (&other.caller, &other.value)
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.caller, &self.value).hash(state);
    }
}

impl Key {
    /// Maximum number of characters of a key.
    pub const MAX: usize = 255;

    /// Creates a key as its caller made it: 1 to 255 characters of printable ASCII, no space at
    /// either end. Any bytes name the caller; an empty name stands for all unknown callers.
    ///
    /// # Errors
    /// [`KeyError`].
    pub fn new(caller: impl AsRef<[u8]>, value: &str) -> Result<Self, KeyError> {
        let printable = value.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        if value.is_empty() {
            Err(KeyError::Empty)
        } else if value.len() > Self::MAX {
            Err(KeyError::Long(value.len()))
        } else if !printable || value.trim() != value {
            Err(KeyError::Unprintable)
        } else {
            let caller: Arc<[u8]> = caller.as_ref().into();
            Ok(Self { share: Arc::clone(&caller), caller, value: value.into() })
        }
    }

    /// Returns the key of a header `Idempotency-Key`: bare, or a string in quotes, as
    /// [draft-ietf-httpapi-idempotency-key-header-07] writes it (section 2.1).
    ///
    /// # Errors
    /// [`KeyError`].
    ///
    /// [draft-ietf-httpapi-idempotency-key-header-07]: https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
    pub fn from_header(caller: impl AsRef<[u8]>, header: &[u8]) -> Result<Self, KeyError> {
        let text = str::from_utf8(header).map_err(|_| KeyError::Unprintable)?.trim();
        match text.strip_prefix('"') {
            None => Self::new(caller, text),
            Some(quoted) => Self::new(caller, &unquoted(quoted).ok_or(KeyError::Quotes)?),
        }
    }

    /// Sets the share of a store that the key counts in; by default that of its caller. Callers
    /// without authentication can take any name, so they should have one share.
    #[must_use]
    pub fn in_share(self, share: impl AsRef<[u8]>) -> Self {
        Self { share: share.as_ref().into(), ..self }
    }

    pub(crate) fn share(&self) -> &Arc<[u8]> {
        &self.share
    }

    /// Returns the key as its caller made it.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// Returns the bytes that no other key has: the length of the caller, the caller, the key.
    pub fn bytes(&self) -> Vec<u8> {
        let length = u64::try_from(self.caller.len()).unwrap_or(u64::MAX).to_be_bytes();
        [&length[..], &self.caller, self.value.as_bytes()].concat()
    }

    /// Bytes that it takes in memory, apart from a few words.
    pub(crate) fn len(&self) -> usize {
        self.caller.len() + self.value.len()
    }
}

/// A string of structured fields (RFC 9651, 3.3.3), behind its first quotation mark.
fn unquoted(quoted: &str) -> Option<String> {
    let inner = quoted.strip_suffix('"')?;
    let (mut value, mut characters) = (String::with_capacity(inner.len()), inner.chars());
    while let Some(character) = characters.next() {
        match character {
            '"' => return None,
            '\\' => value.push(characters.next().filter(|next| matches!(next, '"' | '\\'))?),
            other => value.push(other),
        }
    }
    Some(value)
}

/// Neither the caller, which may be a credential, nor the key is shown.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Key").finish_non_exhaustive()
    }
}

/// A text that is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyError {
    /// It has no character.
    Empty,
    /// It has this many characters, more than [`Key::MAX`].
    Long(usize),
    /// It has characters that are not printable ASCII, or a space at an end.
    Unprintable,
    /// It begins with a quotation mark, and is not a string of structured fields.
    Quotes,
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("it is empty")?,
            Self::Long(length) => write!(f, "it has {length} characters")?,
            Self::Unprintable => {
                f.write_str("it has other characters than printable ASCII, or a space at an end")?;
            }
            Self::Quotes => f.write_str("its quotation marks do not make it a string")?,
        }
        write!(f, ": send 1 to {} characters of printable ASCII, such as a fresh UUID", Key::MAX)
    }
}

impl std::error::Error for KeyError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_keys_bare_and_in_quotes() {
        let key = |header: &str| Key::from_header("", header.as_bytes()).map(|key| key.value);
        assert_eq!(key("errand-7").as_deref(), Ok("errand-7"));
        assert_eq!(key(r#" "errand-7" "#).as_deref(), Ok("errand-7"));
        assert_eq!(key(r#""a\"b\\c""#).as_deref(), Ok(r#"a"b\c"#));
        for quoted in [r#"""#, r#""a"#, r#""a"b""#, r#""a\b""#, r#""a\""#, r#""a"; b=1"#] {
            assert_eq!(key(quoted), Err(KeyError::Quotes), "{quoted}");
        }
        assert_eq!(key(""), Err(KeyError::Empty));
        assert_eq!(key(r#""""#), Err(KeyError::Empty));
        assert_eq!(key("\u{e9}"), Err(KeyError::Unprintable));
        assert_eq!(key("\"a \""), Err(KeyError::Unprintable));
        assert!(key(&"k".repeat(255)).is_ok());
        assert_eq!(key(&"k".repeat(256)), Err(KeyError::Long(256)));
    }

    #[test]
    fn no_two_keys_have_the_same_bytes() {
        let bytes = |caller, value| Key::new(caller, value).map(|key| key.bytes());
        assert_ne!(bytes("a", "bc"), bytes("ab", "c"));
        assert_ne!(bytes("", "abc"), bytes("abc", "abc"));
    }
}
