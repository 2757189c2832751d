//! Signatures of a received message, checked against the keys that a receiver has.

use std::fmt;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::Mac;

use crate::signature::signed::{check_id, content};
use crate::signature::signer::mac;
use crate::signature::{Signed, VerifyingKey};

/// Maximum number of bytes of the header `webhook-signature`.
pub const SIGNATURE_MAX: usize = 4096;
/// Maximum number of signatures of a message that are tried, because each costs work before it is believed.
pub const SIGNATURES_MAX: usize = 16;

const TOLERANCE: Duration = Duration::from_secs(5 * 60);

/// Checks messages against one key, or against several while keys are rotated. HMACs are compared
/// in constant time, keys of Ed25519 by the strict rules (RFC 8032 without its malleability).
#[derive(Clone, Debug)]
pub struct Verifier {
    keys: Vec<VerifyingKey>,
    tolerance: Duration,
}

/// Reason why a message is not believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError {
    /// The id has a dot, or is not 1 to 255 visible characters of ASCII.
    Id,
    /// The time is not in decimal digits.
    Timestamp,
    /// The time is further back than the tolerance.
    TooOld,
    /// The time is further ahead than the tolerance.
    TooNew,
    /// No signature is that of one of the keys, or there are too many.
    Signature,
}

impl Verifier {
    /// Creates a verifier with this key, and a tolerance of 5 minutes.
    pub fn new(key: impl Into<VerifyingKey>) -> Self {
        Self { keys: vec![key.into()], tolerance: TOLERANCE }
    }

    /// Returns the same verifier with one more key: a message needs the signature of one of them.
    #[must_use]
    pub fn and(mut self, key: impl Into<VerifyingKey>) -> Self {
        self.keys.push(key.into());
        self
    }

    /// Sets the maximum difference of the sender's and the receiver's clocks, either way; 5 minutes unless
    /// set. [`Memory`](crate::signature::Memory) keeps ids for twice that time.
    #[must_use]
    pub fn tolerance(mut self, tolerance: Duration) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// Checks a message that arrived at `now`, in seconds since 1970. `body` are the bytes as they
    /// came, before anybody reads them.
    ///
    /// # Errors
    /// Each [`VerifyError`].
    pub fn verify(&self, signed: &Signed, body: &[u8], now: u64) -> Result<(), VerifyError> {
        check_id(&signed.id).map_err(|_| VerifyError::Id)?;
        self.check_time(&signed.timestamp, now)?;
        let parts = content(&signed.id, &signed.timestamp, body);
        let header = &*signed.signature;
        let mut tried = header.split(' ').take(SIGNATURES_MAX);
        let believed = |one: &str| self.keys.iter().any(|key| matches(key, one, &parts));
        if header.len() <= SIGNATURE_MAX && tried.any(believed) {
            Ok(())
        } else {
            Err(VerifyError::Signature)
        }
    }

    fn check_time(&self, text: &str, now: u64) -> Result<(), VerifyError> {
        let time = timestamp(text).ok_or(VerifyError::Timestamp)?;
        let tolerance = self.tolerance.as_secs();
        if now.saturating_sub(time) > tolerance {
            return Err(VerifyError::TooOld);
        }
        if time.saturating_sub(now) > tolerance { Err(VerifyError::TooNew) } else { Ok(()) }
    }
}

/// One spelling for each time: no sign, no blank, no zero ahead.
fn timestamp(text: &str) -> Option<u64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    digits.then(|| text.parse().ok()).flatten()
}

fn matches(key: &VerifyingKey, signature: &str, parts: &[&[u8]]) -> bool {
    let Some((version, text)) = signature.split_once(',') else { return false };
    let Ok(bytes) = STANDARD.decode(text) else { return false };
    match (version, key) {
        ("v1", VerifyingKey::Secret(secret)) => {
            mac(secret, parts).is_some_and(|mac| mac.verify_slice(&bytes).is_ok())
        }
        ("v1a", VerifyingKey::Public(key)) => ed25519_dalek::Signature::from_slice(&bytes)
            .is_ok_and(|one| key.key().verify_strict(&parts.concat(), &one).is_ok()),
        _ => false,
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Id => "`webhook-id` is not 1 to 255 visible characters without a dot",
            Self::Timestamp => "`webhook-timestamp` is not a time in seconds",
            Self::TooOld => "the message is older than the tolerance; see the clocks",
            Self::TooNew => "the message is of a time that has not come; see the clocks",
            Self::Signature => "no signature of `webhook-signature` is of a known key",
        })
    }
}

impl std::error::Error for VerifyError {}
