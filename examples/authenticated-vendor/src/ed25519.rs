//! Signatures of Ed25519 for jsonwebtoken, and of nothing else: its own cryptography brings RSA along,
//! which this issuer does not sign with.

use ed25519_dalek::VerifyingKey;
use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{Error, ErrorKind};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey};
use signature::Verifier;

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: signer,
    verifier_factory: verifier,
    key_utils: KeyUtils::new_unimplemented(),
};

/// Makes these the signatures of the program, once.
pub(crate) fn install() {
    // Another issuer of the same program has done so before.
    let _ = PROVIDER.install_default();
}

struct Ed25519(VerifyingKey);

fn verifier(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>, Error> {
    if *algorithm != Algorithm::EdDSA {
        return Err(ErrorKind::InvalidAlgorithm.into());
    }
    let bytes = key.try_get_as_bytes()?;
    let bytes = bytes.try_into().map_err(|_| Error::from(ErrorKind::InvalidEddsaKey))?;
    let key = VerifyingKey::from_bytes(bytes).map_err(|_| ErrorKind::InvalidEddsaKey)?;
    Ok(Box::new(Ed25519(key)))
}

/// A vendor issues no tokens.
fn signer(_: &Algorithm, _: &EncodingKey) -> Result<Box<dyn JwtSigner>, Error> {
    Err(ErrorKind::InvalidAlgorithm.into())
}

impl Verifier<Vec<u8>> for Ed25519 {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), signature::Error> {
        let signature = ed25519_dalek::Signature::from_slice(signature);
        let signature = signature.map_err(|_| signature::Error::new())?;
        // Strictly: a weak key, or a second signature of one message, is refused.
        self.0.verify_strict(message, &signature).map_err(|_| signature::Error::new())
    }
}

impl JwtVerifier for Ed25519 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdDSA
    }
}
