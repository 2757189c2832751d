//! A connection over TLS: the handshake, and the version of HTTP that both sides know.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::timeout;

use super::conversation::{Peer, http1};
use super::exchange::Exchange;
use crate::tls::{PeerCertificates, Secured};

/// Shakes hands, and speaks the version of HTTP that both know.
pub(super) async fn converse(
    secured: Secured,
    exchange: Arc<Exchange>,
    stream: TcpStream,
    address: SocketAddr,
    mut stopped: watch::Receiver<()>,
) {
    let handshake = timeout(exchange.server().limits().header_read_timeout, secured.accept(stream));
    let shaken = tokio::select! {
        biased;
        shaken = handshake => shaken.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into())),
        _ = stopped.changed() => return,
    };
    let stream = match shaken {
        Ok(stream) => stream,
        Err(error) => return secured.report(address, &error),
    };
    let session = stream.get_ref().1;
    let certificates = session.peer_certificates().map(PeerCertificates::new);
    let peer = Peer { address, certificates };
    #[cfg(feature = "http2")]
    if session.alpn_protocol() == Some(crate::tls::H2) {
        return super::multiplexed::http2(exchange, stream, peer, stopped).await;
    }
    http1(exchange, stream, peer, stopped).await;
}
