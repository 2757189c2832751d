//! Names of calls, and the digest by which a repeated one is told from another one.

use std::error::Error;
use std::fmt;

use sha2::{Digest as _, Sha256};

/// Name of a call: the queue it stands in, its group (a conversation, a caller), its id in that group.
///
/// Faces share a store by queues of their own: `rap` with the ids of its invocations, `http` with a
/// caller and an `Idempotency-Key`. Messages of one queue and group are delivered in order.
///
/// ```
/// use a2t_store::Key;
///
/// let key = Key::new("rap", "thread_xyz", "call_abc123")?;
/// assert_eq!(key.group(), "thread_xyz");
/// assert!(Key::new("rap", "", "call_abc123").is_err());
/// # Ok::<(), a2t_store::BadKey>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key {
    queue: String,
    group: String,
    id: String,
}

impl Key {
    /// Bytes that each part may have.
    pub const MAX: usize = 512;

    /// The name with these parts.
    ///
    /// # Errors
    /// [`BadKey`] if a part is empty, has more than [`Key::MAX`] bytes, or has a NUL, which no
    /// text of PostgreSQL can have.
    pub fn new(
        queue: impl Into<String>,
        group: impl Into<String>,
        id: impl Into<String>,
    ) -> Result<Self, BadKey> {
        let key = Self { queue: queue.into(), group: group.into(), id: id.into() };
        for (part, text) in [("queue", &key.queue), ("group", &key.group), ("id", &key.id)] {
            if text.is_empty() || text.len() > Self::MAX || text.contains('\0') {
                return Err(BadKey { part });
            }
        }
        Ok(key)
    }

    /// The queue, which workers claim from.
    pub fn queue(&self) -> &str {
        &self.queue
    }

    /// The group, whose messages stay in order.
    pub fn group(&self) -> &str {
        &self.group
    }

    /// The id of the call in its group.
    pub fn id(&self) -> &str {
        &self.id
    }

    #[cfg(feature = "sql")]
    pub(crate) fn stored(queue: String, group: String, id: String) -> Self {
        Self { queue, group, id }
    }
}

/// A part of a [`Key`] that cannot be one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadKey {
    part: &'static str,
}

impl fmt::Display for BadKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (part, max) = (self.part, Key::MAX);
        write!(f, "the {part} of a call is not a text of 1 to {max} bytes without NUL")
    }
}

impl Error for BadKey {}

/// SHA-256 of whatever two equal invocations have in common.
///
/// ```
/// use a2t_store::Digest;
///
/// assert_eq!(Digest::of([b"report"]), Digest::of([b"report"]));
/// assert_ne!(Digest::of(["re", "port"]), Digest::of(["rep", "ort"]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of these parts, each with its length, because `re` + `port` is not `rep` + `ort`.
    pub fn of(parts: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Self {
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

    /// The 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The digest of a short text tells the text.
        f.write_str("Digest")
    }
}

/// Lowercase hexadecimal digits of the first 16 bytes of a digest.
pub(crate) fn short_hex(digest: &Digest) -> String {
    let byte = |byte: &u8| format!("{byte:02x}");
    digest.0.iter().take(16).map(byte).collect()
}
