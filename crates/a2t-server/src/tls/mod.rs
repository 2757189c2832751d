//! TLS of a [`Server`](crate::Server): certificates that can be renewed while it serves, and those of its clients.

mod certificates;

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::pki_types::CertificateDer;
use tokio::net::TcpStream;
use tokio_rustls::{Accept, TlsAcceptor};

pub use certificates::{CertificateError, Certificates};
pub use rustls;

/// Names of the versions of HTTP in a handshake (RFC 7301), the preferred one first.
#[cfg(feature = "http2")]
const VERSIONS: &[&[u8]] = &[H2, b"http/1.1"];
#[cfg(not(feature = "http2"))]
const VERSIONS: &[&[u8]] = &[b"http/1.1"];
#[cfg(feature = "http2")]
pub(crate) const H2: &[u8] = b"h2";

type OnError = Arc<dyn Fn(SocketAddr, &io::Error) + Send + Sync>;

/// TLS of a server.
#[derive(Clone)]
pub(crate) struct Secured {
    acceptor: TlsAcceptor,
    on_error: Option<OnError>,
}

impl Secured {
    pub(crate) fn new(config: Arc<ServerConfig>, on_error: Option<OnError>) -> Self {
        let mut config = config;
        if config.alpn_protocols.is_empty() {
            let versions = VERSIONS.iter().map(|version| version.to_vec()).collect();
            Arc::make_mut(&mut config).alpn_protocols = versions;
        }
        Self { acceptor: config.into(), on_error }
    }

    pub(crate) fn accept(&self, stream: TcpStream) -> Accept<TcpStream> {
        self.acceptor.accept(stream)
    }

    pub(crate) fn report(&self, address: SocketAddr, error: &io::Error) {
        if let Some(report) = &self.on_error {
            report(address, error);
        }
    }
}

/// Settings of a server that has TLS.
#[derive(Clone, Default)]
pub(crate) struct Setting {
    pub(crate) config: Option<Arc<ServerConfig>>,
    pub(crate) on_error: Option<OnError>,
}

impl Setting {
    pub(crate) fn secured(self) -> Option<Secured> {
        Some(Secured::new(self.config?, self.on_error))
    }
}

/// Certificates that a client has shown, its own first, which the server's [`ServerConfig`] has verified:
/// among the extensions of each request on the connection, so that
/// [`authenticate`](fn@a2t_tool::authenticate) finds them.
///
/// ```
/// use a2t::{AuthError, Caller, tls::PeerCertificates};
/// use http::request::Parts;
///
/// async fn by_certificate(head: Parts) -> Result<Caller, AuthError> {
///     match head.extensions.get::<PeerCertificates>() {
///         Some(shown) if shown.as_slice()[0].as_ref() == b"of alice" => Ok(Caller::new("alice")),
///         _ => Err(AuthError::missing()),
///     }
/// }
/// ```
#[derive(Clone)]
pub struct PeerCertificates(Arc<[CertificateDer<'static>]>);

impl PeerCertificates {
    pub(crate) fn new(chain: &[CertificateDer<'static>]) -> Self {
        Self(chain.into())
    }

    /// Returns the chain in DER, at least one certificate.
    pub fn as_slice(&self) -> &[CertificateDer<'static>] {
        &self.0
    }
}

impl fmt::Debug for PeerCertificates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PeerCertificates").field("number", &self.0.len()).finish()
    }
}
