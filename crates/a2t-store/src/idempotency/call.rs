//! A call under its key, and what a store knows of it.

use std::time::SystemTime;

use super::Key;

/// A call that is about to run.
#[derive(Clone, Debug)]
pub struct Call {
    /// Its name.
    pub key: Key,
    /// Everything that makes it another call: the tool, the version and the body.
    pub digest: Digest,
    /// The end of the time that it may take. A store that has no reply by then never gets one, since
    /// the program that ran the call is gone.
    pub deadline: SystemTime,
    /// The end of the time for which the key is remembered.
    pub until: SystemTime,
}

/// A number that stands for the content of a call (FNV-1a, 128 bits). It guards a caller against
/// its own mistake, not against an attacker: keys of other callers are other keys.
///
/// ```
/// use a2t_store::idempotency::Digest;
///
/// let digest = Digest::from_parts([&b"tool"[..], b"{}"]);
/// assert_ne!(digest, Digest::from_parts([&b"too"[..], b"l{}"]));
/// assert_eq!(digest, Digest::from_bits(digest.bits()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u128);

impl Digest {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

    /// Returns the digest of these parts, in this order.
    pub fn from_parts<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> Self {
        let hashed = |hash: u128, byte: &u8| (hash ^ u128::from(*byte)).wrapping_mul(Self::PRIME);
        let part = |hash: u128, part: &[u8]| {
            let length = u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes();
            part.iter().fold(length.iter().fold(hash, hashed), hashed)
        };
        Self(parts.into_iter().fold(Self::OFFSET, part))
    }

    /// Returns the digest as a number.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Returns the digest with this number.
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }
}

/// A reply that is given again: its status and its body, whose type follows from the status.
#[derive(Clone, PartialEq, Eq)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// JSON: outputs where the status is 200, problem details elsewhere.
    pub body: Vec<u8>,
}

/// The body may be anybody's secret.
impl std::fmt::Debug for Reply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reply").field("status", &self.status).finish_non_exhaustive()
    }
}

/// Answer to a call that wants to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    /// The key was free: it is this call's now.
    New,
    /// A call of the same content runs.
    Running,
    /// A call of the same content has ended, with this reply.
    Kept(Reply),
    /// A call of the same content was begun, and its deadline has passed without a reply. What became
    /// of it is unknown.
    Lost,
    /// The key is that of a call with another content.
    Other,
    /// The store holds as many keys as it may, so that nothing was begun.
    Full,
}
