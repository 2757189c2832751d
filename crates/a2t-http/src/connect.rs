//! TLS by rustls, trusting what the system trusts; and reqwest with no step beyond the address.

use std::sync::Arc;

use rustls::crypto::{CryptoProvider, ring};
use rustls::{ClientConfig, Error, RootCertStore};
use rustls_platform_verifier::Verifier;

use crate::Trust;

/// The `User-Agent` of requests.
pub(crate) const USER_AGENT: &str = concat!("a2t/", env!("CARGO_PKG_VERSION"));

/// Returns the provider of cryptography that the program installed, or ring.
pub fn provider() -> Arc<CryptoProvider> {
    match CryptoProvider::get_default() {
        Some(installed) => installed.clone(),
        None => Arc::new(ring::default_provider()),
    }
}

/// Returns a client of this root that follows no redirect and takes no compressed body, because the
/// length of one is not known before it is read. The caller chooses proxies: reqwest takes those of
/// the environment unless that is turned off.
///
/// # Errors
/// The system offers no certificates, or the provider lacks a version of TLS.
#[cfg(feature = "reqwest")]
pub fn builder(
    root: &crate::Root,
    provider: Arc<CryptoProvider>,
) -> Result<reqwest::ClientBuilder, Error> {
    // A client of an `http` root never encrypts, as it follows no redirect.
    let config = if root.is_https() { trusting(provider, &Trust::default()) } else { no(provider) };
    let builder = reqwest::Client::builder()
        .tls_backend_preconfigured(config?)
        .user_agent(USER_AGENT)
        .redirect(reqwest::redirect::Policy::none())
        .no_gzip()
        .no_brotli()
        .no_deflate()
        .no_zstd();
    Ok(builder)
}

/// TLS that trusts the system's certificates and these.
pub(crate) fn trusting(
    provider: Arc<CryptoProvider>,
    trust: &Trust,
) -> Result<ClientConfig, Error> {
    let verifier = Verifier::new_with_extra_roots(trust.roots.clone(), provider.clone())?;
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier));
    match &trust.identity {
        Some(own) => builder.with_client_auth_cert(own.chain.clone(), own.key.clone_key()),
        None => Ok(builder.with_no_client_auth()),
    }
}

/// TLS without trusted certificates, for connections that never encrypt: the system's certificates
/// need not be loaded.
pub(crate) fn no(provider: Arc<CryptoProvider>) -> Result<ClientConfig, Error> {
    let builder = ClientConfig::builder_with_provider(provider);
    let builder = builder.with_safe_default_protocol_versions()?;
    Ok(builder.with_root_certificates(RootCertStore::empty()).with_no_client_auth())
}
