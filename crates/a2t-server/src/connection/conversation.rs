//! One connection, from its first byte to its last, in the version of HTTP that it speaks.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::watch;

use crate::connection::exchange::Exchange;
use crate::connection::stream::Stream;
use crate::connection::transport::Transport;

/// The least buffer that hyper takes.
const LEAST_BUFFER: usize = 8 * 1024;

/// The other end of a connection.
#[derive(Clone)]
pub(crate) struct Peer {
    pub(crate) address: SocketAddr,
    #[cfg(feature = "tls")]
    pub(crate) certificates: Option<crate::tls::PeerCertificates>,
}

/// Speaks HTTP/1.1.
pub(crate) async fn http1(
    exchange: Arc<Exchange>,
    stream: impl Transport,
    peer: Peer,
    mut stopped: watch::Receiver<()>,
) {
    let app = exchange.server();
    let limits = *app.limits();
    let stream = Stream::new(stream, Arc::clone(&exchange), limits.write_timeout);
    let service = service_fn(|request| app.clone().answer(request, &peer, Arc::clone(&exchange)));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_read_timeout)
        .half_close(true)
        .max_header_size(limits.max_header_bytes)
        .max_buf_size(limits.max_header_bytes.max(LEAST_BUFFER))
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // An error on a connection concerns its client only, and was answered if it could be.
    tokio::select! {
        biased;
        _ = connection.as_mut() => return,
        _ = stopped.changed() => {}
    }
    tokio::select! {
        biased;
        _ = connection.as_mut() => return,
        () = exchange.rest() => exchange.close(),
    }
    let _ = connection.await;
}
