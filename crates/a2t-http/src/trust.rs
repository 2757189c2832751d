//! Which certificates TLS connections trust, and which one they present.

use std::fmt;
use std::sync::Arc;

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// Certificate of this program and its key, which servers ask for where TLS is mutual (mTLS).
///
/// ```
/// use a2t_http::Identity;
///
/// let error = Identity::from_pem("neither a certificate nor a key").unwrap_err();
/// assert!(error.to_string().contains("-----BEGIN CERTIFICATE-----"));
/// ```
#[derive(Clone)]
pub struct Identity {
    pub(crate) chain: Vec<CertificateDer<'static>>,
    pub(crate) key: Arc<PrivateKeyDer<'static>>,
}

/// Certificates that are trusted besides those of the system, and the identity of the program.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    pub(crate) roots: Vec<CertificateDer<'static>>,
    pub(crate) identity: Option<Identity>,
}

/// Text that does not have what it should, in PEM (RFC 7468).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PemError(&'static str);

impl Identity {
    /// Reads the certificate, those that signed it up to a root, and the key (PKCS #1, PKCS #8 or
    /// SEC 1) from one PEM text; certificates come in that order, the key where it likes.
    ///
    /// # Errors
    /// A text without a certificate or without a key.
    pub fn from_pem(pem: impl AsRef<[u8]>) -> Result<Self, PemError> {
        let pem = pem.as_ref();
        let chain = certificates(pem)?;
        let key = PrivateKeyDer::from_pem_slice(pem).map_err(|_| {
            PemError("the text has no private key; expected `-----BEGIN PRIVATE KEY-----` in it")
        })?;
        Ok(Self { chain, key: Arc::new(key) })
    }
}

impl Trust {
    /// Adds the certificates of a PEM text.
    ///
    /// # Errors
    /// A text without a certificate.
    pub fn add(&mut self, pem: impl AsRef<[u8]>) -> Result<(), PemError> {
        self.roots.extend(certificates(pem.as_ref())?);
        Ok(())
    }

    /// Sets the identity.
    pub fn identify(&mut self, identity: Identity) {
        self.identity = Some(identity);
    }

    /// Returns whether nothing was set.
    pub fn is_default(&self) -> bool {
        self.roots.is_empty() && self.identity.is_none()
    }
}

fn certificates(pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, PemError> {
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    found.ok().filter(|found| !found.is_empty()).ok_or(PemError(
        "the text has no whole certificate; expected `-----BEGIN CERTIFICATE-----` in it",
    ))
}

/// Shows the number of certificates and nothing of the key.
impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity").field("certificates", &self.chain.len()).finish_non_exhaustive()
    }
}

impl fmt::Display for PemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for PemError {}
