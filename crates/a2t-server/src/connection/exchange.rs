//! State that one connection's service, the bodies of its requests and its stream share.

use std::future::poll_fn;
use std::mem::take;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use a2t_tool::WaitedSince;
use a2t_tool::dispatch::{Connection, Rest};
use a2t_tool::telemetry::RequestId;
use axum::body::{Body, HttpBody};
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use tokio::time::{Instant, sleep, timeout};

use crate::server::app::App;

/// Bytes of a refused body that are read away, so that the connection can be kept.
const DRAIN_BYTES: usize = 256 * 1024;
/// Time in which they have to come.
const DRAIN_TIME: Duration = Duration::from_millis(500);

/// Time for which a stopping server keeps a connection after its last reply.
const QUIET: Duration = Duration::from_millis(1500);

pub(crate) struct Exchange {
    server: App,
    unread: Mutex<UnreadBody>,
    receiving: AtomicBool,
    closing: AtomicBool,
    lingering: AtomicBool,
    watching: AtomicBool,
    left: AtomicBool,
    /// The next bytes to be written are the router's.
    replying: AtomicBool,
    /// All of them are on their way, up to the next flush.
    replied: AtomicBool,
    has_id: AtomicBool,
    /// The client was waited for in the middle of its request.
    has_waited: AtomicBool,
    waited_since: Mutex<Option<Instant>>,
    /// Time of the last reply, in milliseconds of the server's clock.
    replied_at: AtomicU64,
    /// Bytes that were written to the client, of every kind.
    written: AtomicUsize,
    /// Id of the request that is being answered.
    id: Mutex<Option<RequestId>>,
}

/// Body of the request that is being answered, if its reader dropped it before its end.
#[derive(Default)]
enum UnreadBody {
    /// Between two answers, when a body that is dropped is gone.
    #[default]
    Absent,
    Awaited,
    Left(Received),
}

/// A body that is handed to the router.
struct Received {
    body: Incoming,
    /// Its client waits for `100 Continue`, which the first read sends.
    held_back: bool,
}

/// The body in the hands of its reader.
struct Lent {
    received: Option<Received>,
    exchange: Arc<Exchange>,
}

impl Exchange {
    pub(crate) fn new(server: App) -> Self {
        Self {
            server,
            unread: Mutex::default(),
            receiving: AtomicBool::new(false),
            closing: AtomicBool::new(false),
            lingering: AtomicBool::new(false),
            watching: AtomicBool::new(false),
            left: AtomicBool::new(false),
            replying: AtomicBool::new(false),
            replied: AtomicBool::new(false),
            has_id: AtomicBool::new(false),
            has_waited: AtomicBool::new(false),
            waited_since: Mutex::default(),
            replied_at: AtomicU64::new(0),
            written: AtomicUsize::new(0),
            id: Mutex::default(),
        }
    }

    pub(crate) fn server(&self) -> &App {
        &self.server
    }

    /// Keeps the id of the next request; most have none.
    pub(crate) fn identify(&self, id: Option<&RequestId>) {
        if id.is_some() || self.has_id.load(Ordering::Relaxed) {
            self.has_id.store(id.is_some(), Ordering::Relaxed);
            *self.id.lock().unwrap_or_else(PoisonError::into_inner) = id.cloned();
        }
    }

    /// Notes that the rest of a request is waited for; most arrive at once.
    pub(crate) fn wait(&self) {
        if !self.has_waited.swap(true, Ordering::Relaxed) {
            *self.waited_since() = Some(Instant::now());
        }
    }

    /// The first wait for the request that is being answered, if there was one.
    pub(crate) fn waited(&self) -> Option<WaitedSince> {
        let has_waited = self.has_waited.load(Ordering::Relaxed);
        has_waited.then(|| *self.waited_since()).flatten().map(WaitedSince)
    }

    fn waited_since(&self) -> MutexGuard<'_, Option<Instant>> {
        self.waited_since.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts bytes that the client took.
    pub(crate) fn wrote(&self, bytes: usize) {
        self.written.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Bytes that the client took, which begin again beyond the largest number.
    #[cfg(feature = "http2")]
    pub(crate) fn written(&self) -> usize {
        self.written.load(Ordering::Relaxed)
    }

    /// The body of a reply of the router's, whose bytes are the next to be written.
    pub(crate) fn reply(self: Arc<Self>, body: Body) -> Reply {
        self.replied_at.store(self.server.clock(), Ordering::Relaxed);
        self.replied.store(false, Ordering::Relaxed);
        self.replying.store(true, Ordering::Relaxed);
        self.has_waited.store(false, Ordering::Relaxed);
        Reply { body, exchange: self }
    }

    /// Waits until the last reply is so old that the client is unlikely to be about to send another request. A
    /// request that is on its way when the connection is closed would be lost.
    pub(crate) async fn rest(&self) {
        let replied_at = self.replied_at.load(Ordering::Relaxed);
        if replied_at > 0 {
            let idle = Duration::from_millis(self.server.clock().saturating_sub(replied_at));
            sleep(QUIET.saturating_sub(idle)).await;
        }
    }

    /// Notes that all bytes are written.
    pub(crate) fn flushed(&self) {
        if self.replied.load(Ordering::Relaxed) {
            self.replied.store(false, Ordering::Relaxed);
            self.replying.store(false, Ordering::Relaxed);
        }
    }

    /// Returns whether the bytes that are written are the router's.
    pub(crate) fn is_replying(&self) -> bool {
        self.replying.load(Ordering::Relaxed)
    }

    /// Has the stream hear the client out before it closes the connection.
    pub(crate) fn linger(&self) {
        self.lingering.store(true, Ordering::Relaxed);
    }

    /// Returns whether a call asks for the moment at which the client leaves.
    pub(crate) fn is_watched(&self) -> bool {
        self.watching.load(Ordering::Relaxed)
    }

    /// Notes that the client sends nothing more.
    pub(crate) fn leave(&self) {
        self.watching.store(false, Ordering::Relaxed);
        self.left.store(true, Ordering::Relaxed);
    }

    /// The body of a request, which comes back if it is not read to its end.
    pub(crate) fn lend(self: &Arc<Self>, body: Incoming, held_back: bool) -> Body {
        if body.is_end_stream() {
            return Body::new(body);
        }
        *self.unread() = UnreadBody::Awaited;
        self.receiving.store(true, Ordering::Relaxed);
        let received = Some(Received { body, held_back });
        Body::new(Lent { received, exchange: Arc::clone(self) })
    }

    /// Reads the rest of the body away, if that is allowed and within bounds; `false` if the
    /// connection has to end with the reply instead.
    pub(crate) async fn drained(&self, allowed: bool) -> bool {
        let UnreadBody::Left(received) = take(&mut *self.unread()) else {
            return true;
        };
        let drained = allowed
            && !received.held_back
            && matches!(timeout(DRAIN_TIME, drain(received.body)).await, Ok(true));
        self.receiving.store(false, Ordering::Relaxed);
        self.lingering.store(allowed && !drained, Ordering::Relaxed);
        drained
    }

    /// Lets the connection end as soon as no request is on its way.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }

    /// Returns whether the connection is to end, and no body would be cut.
    pub(crate) fn may_end(&self) -> bool {
        self.closing.load(Ordering::Relaxed) && !self.receiving.load(Ordering::Relaxed)
    }

    /// Returns whether the client may be sending data that will not be read.
    pub(crate) fn lingers(&self) -> bool {
        self.lingering.load(Ordering::Relaxed)
    }

    fn unread(&self) -> MutexGuard<'_, UnreadBody> {
        self.unread.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn give_back(&self, received: Received) {
        let mut unread = self.unread();
        if matches!(*unread, UnreadBody::Awaited) {
            *unread = UnreadBody::Left(received);
        } else {
            self.receiving.store(false, Ordering::Relaxed);
        }
    }
}

impl Connection for Exchange {
    fn watch(&self, watched: bool) {
        self.watching.store(watched, Ordering::Relaxed);
    }

    fn is_left(&self) -> bool {
        self.left.load(Ordering::Relaxed)
    }

    fn request_id(&self) -> Option<RequestId> {
        self.id.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn finish(&self, rest: Rest<()>) {
        self.server.finish(rest);
    }
}

async fn drain(mut body: Incoming) -> bool {
    let mut left = DRAIN_BYTES;
    if body.size_hint().lower() > left as u64 {
        return false;
    }
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let length = frame.map(|frame| frame.data_ref().map_or(0, Bytes::len));
        match length.ok().and_then(|length| left.checked_sub(length)) {
            Some(rest) => left = rest,
            None => return false,
        }
    }
    true
}

impl HttpBody for Lent {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let Some(received) = &mut self.received else {
            return Poll::Ready(None);
        };
        received.held_back = false;
        let polled = Pin::new(&mut received.body).poll_frame(context);
        if matches!(polled, Poll::Ready(None)) || received.body.is_end_stream() {
            self.received = None;
            self.exchange.receiving.store(false, Ordering::Relaxed);
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.received.is_none()
    }

    fn size_hint(&self) -> SizeHint {
        let left = self.received.as_ref().map(|received| received.body.size_hint());
        left.unwrap_or(SizeHint::with_exact(0))
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(received) = self.received.take() {
            self.exchange.give_back(received);
        }
    }
}

/// Body of a reply, which reports its end, because what is written then is hyper's own.
pub(crate) struct Reply {
    body: Body,
    exchange: Arc<Exchange>,
}

impl HttpBody for Reply {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        self.exchange.replied.store(true, Ordering::Relaxed);
    }
}
