//! Names of calls, and the digest that distinguishes a repeated call from another one.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

/// Name of a call: the queue it stands in, its group (a conversation, a caller), its id in that group.
///
/// Protocols share a store, each in its own queue: `rap` with the ids of its invocations, `http`
/// with a caller and an `Idempotency-Key`. Messages of one queue and group are delivered in order.
///
/// ```
/// use a2t_store::Key;
///
/// let key = Key::new("rap", "thread_xyz", "call_abc123")?;
/// assert_eq!(key.group(), "thread_xyz");
/// assert!(Key::new("rap", "", "call_abc123").is_err());
/// # Ok::<(), a2t_store::KeyError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The parts, each but the last with a NUL behind it. Clones share it, because engines in memory have several of each.
    text: Arc<str>,
}

impl Key {
    /// Bytes that each part may have.
    pub const MAX: usize = 512;

    /// Creates the name with these parts.
    ///
    /// # Errors
    /// [`KeyError`] if a part is empty, has more than [`Key::MAX`] bytes, or has a NUL, which no
    /// text of PostgreSQL can have.
    pub fn new(
        queue: impl Into<String>,
        group: impl Into<String>,
        id: impl Into<String>,
    ) -> Result<Self, KeyError> {
        let (queue, group, id) = (queue.into(), group.into(), id.into());
        for (part, text) in [("queue", &queue), ("group", &group), ("id", &id)] {
            if text.is_empty() || text.len() > Self::MAX || text.contains('\0') {
                return Err(KeyError { part });
            }
        }
        Ok(Self { text: [queue, group, id].join("\0").into() })
    }

    fn part(&self, index: usize) -> &str {
        self.text.splitn(3, '\0').nth(index).unwrap_or_default()
    }

    /// Returns the queue, which workers claim from.
    pub fn queue(&self) -> &str {
        self.part(0)
    }

    /// Returns the group, whose messages stay in order.
    pub fn group(&self) -> &str {
        self.part(1)
    }

    /// Returns the id of the call in its group.
    pub fn id(&self) -> &str {
        self.part(2)
    }

    #[cfg(feature = "sql")]
    pub(crate) fn stored(queue: String, group: String, id: String) -> Self {
        Self { text: [queue, group, id].join("\0").into() }
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = f.debug_struct("Key");
        parts.field("queue", &self.queue()).field("group", &self.group()).field("id", &self.id());
        parts.finish()
    }
}

/// A part of a [`Key`] that cannot be one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyError {
    part: &'static str,
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (part, max) = (self.part, Key::MAX);
        write!(f, "the {part} of a call is not a text of 1 to {max} bytes without NUL")
    }
}

impl Error for KeyError {}

/// SHA-256 of everything that two equal invocations have in common.
///
/// ```
/// use a2t_store::Digest;
///
/// assert_eq!(Digest::from_parts([b"report"]), Digest::from_parts([b"report"]));
/// assert_ne!(Digest::from_parts(["re", "port"]), Digest::from_parts(["rep", "ort"]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Returns the digest of these parts, each with its length, because `re` + `port` is not `rep`
    /// + `ort`.
    pub fn from_parts(parts: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            let part = part.as_ref();
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        Self(hash.finalize().into())
    }

    #[cfg(feature = "nats")]
    pub(crate) const fn stored(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The digest of a short text reveals the text.
        f.write_str("Digest")
    }
}

/// Lowercase hexadecimal digits of the first 16 bytes of a digest.
pub(crate) fn short_hex(digest: &Digest) -> String {
    let byte = |byte: &u8| format!("{byte:02x}");
    digest.0.iter().take(16).map(byte).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_shown_by_their_parts() {
        let key = |queue, group, id| Key::new(queue, group, id).unwrap();
        let mut keys =
            [key("a", "b!", "1"), key("a!", "b", "1"), key("a", "b", "2"), key("a", "b", "10")];
        keys.sort();
        let parts = keys.each_ref().map(|key| (key.queue(), key.group(), key.id()));
        assert_eq!(parts, [("a", "b", "10"), ("a", "b", "2"), ("a", "b!", "1"), ("a!", "b", "1")]);
        assert_eq!(
            format!("{:?}", key("a", "b", "c")),
            r#"Key { queue: "a", group: "b", id: "c" }"#
        );
    }
}
