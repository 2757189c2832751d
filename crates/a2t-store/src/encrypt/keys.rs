//! Keys by their ids, and the bytes that they seal: a version, the id, the nonce, what is sealed.

use std::error::Error;
use std::fmt;

use chacha20poly1305::aead::{Aead, Generate, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};

use crate::{Digest, Key, Secret, StoreError};

/// First byte of what is sealed.
const VERSION: u8 = 1;
/// The same of what is sealed for a position, which is behind the id.
const POSITIONED: u8 = 2;
const NONCE: usize = 24;

/// Keys of 32 bytes, each with an id. The first one seals, all of them open.
///
/// `Debug` shows ids, never keys.
pub struct Keys(Vec<Named>);

struct Named {
    id: String,
    cipher: XChaCha20Poly1305,
    digests: [u8; 32],
}

impl Keys {
    /// Creates a set with one key.
    ///
    /// # Errors
    /// [`NewKeyError`] if the id has not 1 to 255 bytes.
    pub fn new(id: impl Into<String>, key: [u8; 32]) -> Result<Self, NewKeyError> {
        Self(Vec::new()).and(id, key)
    }

    /// Adds a key, which opens what it sealed before.
    ///
    /// # Errors
    /// [`NewKeyError`] if the id has not 1 to 255 bytes, or if another key has it.
    pub fn and(mut self, id: impl Into<String>, key: [u8; 32]) -> Result<Self, NewKeyError> {
        let id = id.into();
        if id.is_empty() || id.len() > 255 || self.0.iter().any(|named| named.id == id) {
            return Err(NewKeyError);
        }
        let cipher = XChaCha20Poly1305::new(&key.into());
        // A separate key for digests, because one key serves one purpose.
        let digests = *Digest::from_parts([b"a2t-store digests".as_slice(), &key]).as_bytes();
        self.0.push(Named { id, cipher, digests });
        Ok(self)
    }

    /// The digest keyed by each key: the first one is stored, a call of an older one is known.
    pub(super) fn digests(&self, digest: &Digest) -> impl Iterator<Item = Digest> {
        self.0.iter().map(|named| Digest::from_parts([named.digests.as_slice(), digest.as_bytes()]))
    }

    /// Seals bytes of this role and call, and for this position among those of their role if it has several.
    pub(super) fn seal(
        &self,
        clear: &[u8],
        role: u8,
        key: &Key,
        position: Option<i64>,
    ) -> Result<Secret, StoreError> {
        let Some(first) = self.0.first() else { return Err(StoreError::Sealed) };
        let chance = |_| StoreError::Engine("the system has no random numbers".to_owned());
        let nonce = XNonce::try_generate().map_err(chance)?;
        let bound = bound(role, key, position);
        let payload = Payload { msg: clear, aad: bound.as_bytes() };
        let sealed = first.cipher.encrypt(&nonce, payload).map_err(|_| StoreError::Sealed)?;
        let length = u8::try_from(first.id.len()).unwrap_or(u8::MAX);
        let version = if position.is_some() { POSITIONED } else { VERSION };
        let position = position.map(i64::to_be_bytes);
        let head = [&[version, length], first.id.as_bytes(), position.as_slice().as_flattened()];
        Ok(Secret::from([&*head.concat(), nonce.as_slice(), &sealed].concat()))
    }

    /// Opens what was sealed for this role and call, if its position is one that `fits`. Earlier versions
    /// sealed without one.
    pub(super) fn open(
        &self,
        sealed: &[u8],
        role: u8,
        key: &Key,
        fits: impl Fn(i64) -> bool,
    ) -> Result<Secret, StoreError> {
        self.opened(sealed, role, key, fits).ok_or(StoreError::Sealed)
    }

    fn opened(
        &self,
        sealed: &[u8],
        role: u8,
        key: &Key,
        fits: impl Fn(i64) -> bool,
    ) -> Option<Secret> {
        let (version, rest) = sealed.split_first()?;
        let (length, rest) = rest.split_first()?;
        let (id, rest) = rest.split_at_checked(usize::from(*length))?;
        let (position, rest) = match *version {
            VERSION => (None, rest),
            POSITIONED => {
                let (position, rest) = rest.split_first_chunk()?;
                let position = i64::from_be_bytes(*position);
                if !fits(position) {
                    return None;
                }
                (Some(position), rest)
            }
            _ => return None,
        };
        let (nonce, rest) = rest.split_first_chunk::<NONCE>()?;
        let named = self.0.iter().find(|named| named.id.as_bytes() == id)?;
        let bound = bound(role, key, position);
        let payload = Payload { msg: rest, aad: bound.as_bytes() };
        let clear = named.cipher.decrypt(&XNonce::from(*nonce), payload).ok()?;
        Some(Secret::from(clear))
    }
}

/// Context that a seal is bound to: its role, its call, and its position.
fn bound(role: u8, key: &Key, position: Option<i64>) -> Digest {
    let position = position.map(i64::to_be_bytes);
    let parts = [&[role], key.queue().as_bytes(), key.group().as_bytes(), key.id().as_bytes()];
    Digest::from_parts(parts.into_iter().chain(position.as_ref().map(<[u8; 8]>::as_slice)))
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|named| &named.id)).finish()
    }
}

/// The id of a key is empty, longer than 255 bytes, or that of another key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewKeyError;

impl fmt::Display for NewKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the id of a key is not a text of 1 to 255 bytes that no other key has")
    }
}

impl Error for NewKeyError {}
