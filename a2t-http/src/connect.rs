//! Connections: rustls, trusting what the system trusts, and no step beyond the address.

use std::sync::Arc;

use reqwest::ClientBuilder;
use reqwest::redirect::Policy;
use rustls::crypto::{CryptoProvider, ring};
use rustls::{ClientConfig, Error, RootCertStore};
use rustls_platform_verifier::Verifier;

use crate::Root;

/// The provider of cryptography that the program installed, or ring.
pub fn provider() -> Arc<CryptoProvider> {
    match CryptoProvider::get_default() {
        Some(installed) => installed.clone(),
        None => Arc::new(ring::default_provider()),
    }
}

/// A client of this root that follows no redirect and takes no compressed body, whose length nobody
/// would know before it is read. Proxies are the caller's to choose: reqwest takes those of the
/// environment unless it is told not to.
///
/// # Errors
/// The system offers no certificates, or the provider lacks a version of TLS.
pub fn builder(root: &Root, provider: Arc<CryptoProvider>) -> Result<ClientBuilder, Error> {
    let builder = reqwest::Client::builder()
        .tls_backend_preconfigured(tls(root, provider)?)
        .user_agent(concat!("a2t/", env!("CARGO_PKG_VERSION")))
        .redirect(Policy::none())
        .no_gzip()
        .no_brotli()
        .no_deflate()
        .no_zstd();
    Ok(builder)
}

// A client of an `http` root never encrypts, as it follows no redirect: it need not load the
// system's certificates.
fn tls(root: &Root, provider: Arc<CryptoProvider>) -> Result<ClientConfig, Error> {
    let builder = ClientConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()?;
    if !root.is_https() {
        return Ok(builder.with_root_certificates(RootCertStore::empty()).with_no_client_auth());
    }
    let verifier = Verifier::new(provider)?;
    Ok(builder
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth())
}
