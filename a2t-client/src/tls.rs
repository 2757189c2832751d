//! TLS as the client speaks it: rustls with ring, trusting what the system trusts.

use std::sync::Arc;

use rustls::crypto::{CryptoProvider, ring};
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::Verifier;

use super::error::{Error, Result};

/// The provider that the program installed, or ring.
pub(super) fn provider() -> Arc<CryptoProvider> {
    match CryptoProvider::get_default() {
        Some(installed) => installed.clone(),
        None => Arc::new(ring::default_provider()),
    }
}

/// The configuration for URLs of this scheme. No connection of an `http` client is encrypted, as
/// no redirect is followed, so that it need not load the system's certificates.
pub(super) fn config(scheme: &str, provider: Arc<CryptoProvider>) -> Result<ClientConfig> {
    let builder = ClientConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()
        .map_err(Error::setup)?;
    if scheme == "http" {
        return Ok(builder
            .with_root_certificates(RootCertStore::empty())
            .with_no_client_auth());
    }
    let verifier = Verifier::new(provider).map_err(Error::setup)?;
    Ok(builder
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth())
}
