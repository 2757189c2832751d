//! Signatures of [Standard Webhooks](https://www.standardwebhooks.com), made and verified. No IO, no clock.

mod key;
mod memory;
mod signed;
mod signer;
mod verifier;

pub use key::{KeyError, PrivateKey, PublicKey, Secret, SigningKey, VerifyingKey};
pub use memory::{IdState, Memory};
pub use signed::{ID, ID_MAX, MessageIdError, SIGNATURE, Signed, TIMESTAMP};
pub use signer::Signer;
pub use verifier::{SIGNATURE_MAX, SIGNATURES_MAX, Verifier, VerifyError};
