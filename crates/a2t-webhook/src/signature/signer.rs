//! Signatures of a message, one for each key.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::Signer as _;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::signature::signed::{check_id, content};
use crate::signature::{MessageIdError, Secret, Signed, SigningKey};

/// Signs messages with one key, or with several while keys are rotated.
///
/// ```
/// use a2t_webhook::signature::{PrivateKey, Secret, Signer, Verifier};
///
/// let secret: Secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".parse()?;
/// let private = PrivateKey::from_seed(&[7; 32]);
/// let signed = Signer::new(secret).and(private.clone()).sign("msg_1", 1_674_087_231, b"{}")?;
/// assert!(signed.signature.starts_with("v1,") && signed.signature.contains(" v1a,"));
/// Verifier::new(private.public()).verify(&signed, b"{}", 1_674_087_231)?;
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Signer(Vec<SigningKey>);

impl Signer {
    /// Creates a signer with this key.
    pub fn new(key: impl Into<SigningKey>) -> Self {
        Self(vec![key.into()])
    }

    /// Returns the same signer with one more key: receivers need only one of them.
    #[must_use]
    pub fn and(mut self, key: impl Into<SigningKey>) -> Self {
        self.0.push(key.into());
        self
    }

    /// Signs a message: the id stays for every attempt to deliver it, `now` is the time of this
    /// attempt in seconds since 1970, `body` the bytes that are sent.
    ///
    /// # Errors
    /// The id has a dot, or is not 1 to 255 visible characters of ASCII.
    pub fn sign(&self, id: &str, now: u64, body: &[u8]) -> Result<Signed, MessageIdError> {
        check_id(id)?;
        let timestamp = now.to_string();
        let parts = content(id, &timestamp, body);
        let signatures: Vec<_> = self.0.iter().map(|key| signature(key, &parts)).collect();
        Ok(Signed { id: id.to_owned(), signature: signatures.join(" "), timestamp })
    }
}

fn signature(key: &SigningKey, parts: &[&[u8]]) -> String {
    match key {
        SigningKey::Secret(secret) => {
            let bytes = mac(secret, parts).map(|mac| mac.finalize().into_bytes());
            format!("v1,{}", STANDARD.encode(bytes.unwrap_or_default()))
        }
        SigningKey::Private(key) => {
            let signature = key.key().sign(&parts.concat());
            format!("v1a,{}", STANDARD.encode(signature.to_bytes()))
        }
    }
}

/// The code of authentication over all parts; HMAC takes keys of every length.
pub(crate) fn mac(secret: &Secret, parts: &[&[u8]]) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.bytes()).ok()?;
    parts.iter().for_each(|part| mac.update(part));
    Some(mac)
}
