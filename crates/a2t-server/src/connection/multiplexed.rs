//! HTTP/2: many requests at one time on a connection, which ends when it is idle, as those of HTTP/1.1 do.

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use a2t_tool::dispatch::{CONNECTION, Client};
use axum::body::{Body, HttpBody};
use axum::response::Response;
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use hyper::server::conn::http2;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::connection::conversation::Peer;
use crate::connection::exchange::{Exchange, Reply};
use crate::connection::stream::{PROGRESS, Stream};
use crate::connection::transport::Transport;

/// Bytes of a body that a client may send before it is read, of one request and of all.
const WINDOWS: [u32; 2] = [128 * 1024, 512 * 1024];
/// Bytes of a reply that are taken from it before the client has room for them.
const SEND_BUFFER: usize = 64 * 1024;
/// Requests that a client may open and take back before they are looked at (CVE-2023-44487).
const RESETS_UNSEEN: usize = 20;
/// Requests that may end by a mistake of the client before the connection does.
const RESETS_OF_OURS: usize = 1024;
/// Time after which a client that is silent while requests run is asked if it is there.
const ASK: Duration = Duration::from_secs(20);

/// Speaks HTTP/2.
pub(crate) async fn http2(
    exchange: Arc<Exchange>,
    stream: impl Transport,
    peer: Peer,
    mut stopped: watch::Receiver<()>,
) {
    let app = exchange.server().clone();
    let limits = *app.limits();
    let traffic = Arc::<Traffic>::default();
    let stream = Stream::new(stream, Arc::clone(&exchange), limits.write_timeout);
    let counted = Arc::clone(&traffic);
    let service = service_fn(move |request| {
        // Requests at one time share nothing that is reported of one.
        let own = Arc::new(Exchange::new(app.clone()));
        let (app, peer, turn) = (app.clone(), peer.clone(), counted.begin());
        CONNECTION.scope(Client::new(Arc::clone(&own)), async move {
            let response = app.answer(request, &peer, own).await?;
            Ok::<_, std::convert::Infallible>(held(response, turn))
        })
    });
    let bytes = |bytes: usize| u32::try_from(bytes).unwrap_or(u32::MAX);
    let [of_one, of_all] = WINDOWS;
    let connection = http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .max_concurrent_streams(bytes(limits.max_concurrent_streams))
        .max_header_list_size(bytes(limits.max_header_bytes))
        .max_pending_accept_reset_streams(RESETS_UNSEEN)
        .max_local_error_reset_streams(RESETS_OF_OURS)
        .initial_stream_window_size(of_one)
        .initial_connection_window_size(of_all)
        .max_send_buf_size(SEND_BUFFER)
        .keep_alive_interval(ASK)
        .keep_alive_timeout(limits.header_read_timeout)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    tokio::select! {
        biased;
        _ = connection.as_mut() => return,
        () = traffic.idle(&exchange, limits.header_read_timeout) => {}
        _ = stopped.changed() => {}
    }
    connection.as_mut().graceful_shutdown();
    tokio::select! {
        _ = connection => {}
        () = traffic.idle(&exchange, limits.write_timeout) => {}
    }
}

/// Requests of a connection.
#[derive(Default)]
struct Traffic {
    /// All there ever were.
    requests: AtomicUsize,
    /// Those that wait for this side: for a tool, or for more of a reply.
    ours: AtomicUsize,
}

impl Traffic {
    fn begin(self: &Arc<Self>) -> Turn {
        self.requests.fetch_add(1, Ordering::Relaxed);
        let mut turn = Turn { traffic: Arc::clone(self), is_ours: false };
        turn.take(true);
        turn
    }

    /// Waits until no request waited for this side for this time, and the client took next to nothing.
    async fn idle(&self, exchange: &Exchange, time: Duration) {
        let (mut since, mut before) = (Instant::now(), self.seen(exchange));
        while since.elapsed() < time {
            sleep(time / 8).await;
            let now = self.seen(exchange);
            let is_busy = self.ours.load(Ordering::Relaxed) > 0 || now.0 != before.0;
            if is_busy || now.1.wrapping_sub(before.1) >= PROGRESS {
                (since, before) = (Instant::now(), now);
            }
        }
    }

    fn seen(&self, exchange: &Exchange) -> (usize, usize) {
        (self.requests.load(Ordering::Relaxed), exchange.written())
    }
}

/// One request, and the side that it waits for.
struct Turn {
    traffic: Arc<Traffic>,
    is_ours: bool,
}

impl Turn {
    fn take(&mut self, is_ours: bool) {
        match (self.is_ours, is_ours) {
            (false, true) => drop(self.traffic.ours.fetch_add(1, Ordering::Relaxed)),
            (true, false) => drop(self.traffic.ours.fetch_sub(1, Ordering::Relaxed)),
            _ => {}
        }
        self.is_ours = is_ours;
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.take(false);
    }
}

/// The response, which waits for the client from now on, except where its body has no more yet.
fn held(response: Response<Reply>, mut turn: Turn) -> Response {
    turn.take(false);
    if response.body().is_end_stream() {
        return response.map(Body::new);
    }
    response.map(|body| Body::new(Held { body, turn }))
}

struct Held {
    body: Reply,
    turn: Turn,
}

impl HttpBody for Held {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        // It is polled when the client has room.
        let polled = Pin::new(&mut self.body).poll_frame(context);
        self.turn.take(polled.is_pending());
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
