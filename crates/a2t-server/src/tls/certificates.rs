//! Certificate and key of a server, read from files and renewed while it serves.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

/// Certificate chain and private key of a server, from two PEM files: [`Certificates::renew`] reads them
/// again, and connections from then on are shown what they have.
///
/// A clone is the same certificates. For a [`ServerConfig`] of your own,
/// [`with_cert_resolver`](rustls::ConfigBuilder::with_cert_resolver) takes them in an `Arc`.
#[derive(Clone, Debug)]
pub struct Certificates(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    chain: PathBuf,
    key: PathBuf,
    now: RwLock<Arc<CertifiedKey>>,
}

impl Certificates {
    /// Reads the chain, the server's own certificate first, and its key (PKCS #8, PKCS #1 or SEC 1).
    ///
    /// # Errors
    /// A file cannot be read or is not such a file, or the key is not that of the certificate.
    pub fn read(
        chain: impl Into<PathBuf>,
        key: impl Into<PathBuf>,
    ) -> Result<Self, CertificateError> {
        let (chain, key) = (chain.into(), key.into());
        let now = RwLock::new(certified(&chain, &key)?);
        Ok(Self(Arc::new(Inner { chain, key, now })))
    }

    /// Reads the files again. What is served stays if they are not good.
    ///
    /// # Errors
    /// Those of [`Certificates::read`].
    pub fn renew(&self) -> Result<(), CertificateError> {
        let renewed = certified(&self.0.chain, &self.0.key)?;
        *self.0.now.write().unwrap_or_else(PoisonError::into_inner) = renewed;
        Ok(())
    }

    fn config(&self) -> Result<ServerConfig, rustls::Error> {
        let provider = Arc::new(ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider);
        let config = config.with_safe_default_protocol_versions()?.with_no_client_auth();
        Ok(config.with_cert_resolver(Arc::new(self.clone())))
    }
}

impl ResolvesServerCert for Certificates {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.0.now.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

impl From<&Certificates> for Arc<ServerConfig> {
    // The provider has what its own default versions need, and a test builds one.
    #[allow(clippy::expect_used)]
    fn from(certificates: &Certificates) -> Self {
        Self::new(certificates.config().expect("ring has the cipher suites of TLS 1.2 and 1.3"))
    }
}

fn certified(chain: &Path, key: &Path) -> Result<Arc<CertifiedKey>, CertificateError> {
    let wrong = |path: &Path, what: &str, why: &dyn fmt::Display| {
        CertificateError(format!("{}: expected {what}: {why}", path.display()))
    };
    let read = |path: &Path, what| fs::read(path).map_err(|error| wrong(path, what, &error));
    let what = "certificates in PEM, the server's own first";
    let shown = CertificateDer::pem_slice_iter(&read(chain, what)?).collect::<Result<Vec<_>, _>>();
    let shown = shown.map_err(|error| wrong(chain, what, &error))?;
    if shown.is_empty() {
        return Err(wrong(chain, what, &"there is none"));
    }
    let what = "the certificate's private key in PEM";
    let secret = PrivateKeyDer::from_pem_slice(&read(key, what)?);
    let secret = secret.map_err(|error| wrong(key, what, &error))?;
    let certified = CertifiedKey::from_der(shown, secret, &ring::default_provider());
    certified.map(Arc::new).map_err(|error| wrong(key, what, &error))
}

/// Error of files that are not a certificate chain and its key. It has no word of what is in the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateError(String);

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CertificateError {}
