//! Keys as Standard Webhooks writes them: a prefix with the kind, and base64.

use std::fmt;
use std::str::FromStr;

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// A secret that sender and receiver share (`whsec_…`): 24 to 64 bytes.
///
/// ```
/// use a2t_webhook::signature::Secret;
///
/// let secret: Secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".parse()?;
/// assert_eq!(format!("{secret:?}"), "Secret(..)");
/// assert!("whsec_c2hvcnQ=".parse::<Secret>().is_err());
/// # Ok::<_, a2t_webhook::signature::KeyError>(())
/// ```
#[derive(Clone)]
pub struct Secret(Box<[u8]>);

/// The key of a sender (`whsk_…`): a seed of 32 bytes, and perhaps the public key after it.
#[derive(Clone)]
pub struct PrivateKey(Box<ed25519_dalek::SigningKey>);

/// The key of a receiver (`whpk_…`): 32 bytes, no secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey(ed25519_dalek::VerifyingKey);

/// A key that signs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SigningKey {
    /// Makes `v1`.
    Secret(Secret),
    /// Makes `v1a`.
    Private(PrivateKey),
}

/// A key that checks signatures.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum VerifyingKey {
    /// Checks `v1`.
    Secret(Secret),
    /// Checks `v1a`.
    Public(PublicKey),
}

/// Text that is not a key; it does not show the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyError {
    /// It does not begin with this prefix.
    Prefix(&'static str),
    /// The rest is not base64.
    Base64,
    /// It has another length: the bytes that it has, and the words for those it should have.
    Length(usize, &'static str),
    /// The public half does not belong to the private one, or is not a point of the curve.
    Point,
}

/// Base64 whose padding may be left out, as some generators of secrets do.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

fn decode(text: &str, prefix: &'static str) -> Result<Vec<u8>, KeyError> {
    let rest = text.strip_prefix(prefix).ok_or(KeyError::Prefix(prefix))?;
    LENIENT.decode(rest).map_err(|_| KeyError::Base64)
}

impl Secret {
    const PREFIX: &'static str = "whsec_";

    /// Creates a secret of these bytes, which come from a source of randomness.
    ///
    /// # Errors
    /// Fewer than 24 bytes, or more than 64.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, KeyError> {
        match bytes.len() {
            24..=64 => Ok(Self(bytes.into())),
            other => Err(KeyError::Length(other, "24 to 64 bytes")),
        }
    }

    /// Returns the text that is read as this secret: `whsec_…`.
    pub fn to_text(&self) -> String {
        format!("{}{}", Self::PREFIX, LENIENT.encode(&self.0))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl FromStr for Secret {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        Self::from_bytes(&decode(text, Self::PREFIX)?)
    }
}

impl PrivateKey {
    const PREFIX: &'static str = "whsk_";

    /// Returns the key of this seed, which comes from a source of randomness.
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        Self(Box::new(ed25519_dalek::SigningKey::from_bytes(seed)))
    }

    /// Returns the key that receivers need.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    /// Returns the text that is read as this key: `whsk_…`, seed and public key.
    pub fn to_text(&self) -> String {
        format!("{}{}", Self::PREFIX, LENIENT.encode(self.0.to_keypair_bytes()))
    }

    pub(crate) fn key(&self) -> &ed25519_dalek::SigningKey {
        &self.0
    }
}

impl FromStr for PrivateKey {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let bytes = decode(text, Self::PREFIX)?;
        if let Ok(seed) = <[u8; 32]>::try_from(&*bytes) {
            return Ok(Self::from_seed(&seed));
        }
        let length = KeyError::Length(bytes.len(), "32 or 64 bytes");
        let pair = <[u8; 64]>::try_from(bytes).map_err(|_| length)?;
        let key = ed25519_dalek::SigningKey::from_keypair_bytes(&pair);
        key.map(|key| Self(Box::new(key))).map_err(|_| KeyError::Point)
    }
}

impl PublicKey {
    const PREFIX: &'static str = "whpk_";

    /// Returns the text that is read as this key: `whpk_…`.
    pub fn to_text(&self) -> String {
        format!("{}{}", Self::PREFIX, LENIENT.encode(self.0.as_bytes()))
    }

    pub(crate) fn key(&self) -> &ed25519_dalek::VerifyingKey {
        &self.0
    }
}

impl FromStr for PublicKey {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let bytes = decode(text, Self::PREFIX)?;
        let length = KeyError::Length(bytes.len(), "32 bytes");
        let bytes = <[u8; 32]>::try_from(bytes).map_err(|_| length)?;
        let key = ed25519_dalek::VerifyingKey::from_bytes(&bytes);
        // A weak key accepts one signature for many messages.
        let key = key.ok().filter(|key| !key.is_weak());
        key.map(Self).ok_or(KeyError::Point)
    }
}

impl From<Secret> for SigningKey {
    fn from(secret: Secret) -> Self {
        Self::Secret(secret)
    }
}

impl From<PrivateKey> for SigningKey {
    fn from(key: PrivateKey) -> Self {
        Self::Private(key)
    }
}

impl From<Secret> for VerifyingKey {
    fn from(secret: Secret) -> Self {
        Self::Secret(secret)
    }
}

impl From<PublicKey> for VerifyingKey {
    fn from(key: PublicKey) -> Self {
        Self::Public(key)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PrivateKey(..)")
    }
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Prefix(prefix) => write!(f, "the key does not begin with `{prefix}`"),
            Self::Base64 => f.write_str("the key is not base64 after its prefix"),
            Self::Length(length, expected) => {
                write!(f, "the key has {length} bytes, expected {expected}")
            }
            Self::Point => f.write_str("the key is not one of Ed25519, or its halves differ"),
        }
    }
}

impl std::error::Error for KeyError {}
