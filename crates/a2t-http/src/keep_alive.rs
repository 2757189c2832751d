//! Time that a server keeps a connection without a request, from its replies.

use std::error::Error;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http::HeaderMap;
use tokio::time::Instant;

/// Time that a request may need to its server: a connection is not used that much before the server
/// may close it.
const MARGIN: Duration = Duration::from_secs(1);

/// Longest time that is obeyed; behind it, the client's own settings count.
const MOST: Duration = Duration::from_secs(3_600);

/// Order of what is written on all connections, and of the requests that may be sent once more.
static CLOCK: AtomicUsize = AtomicUsize::new(0);

/// Time that a server keeps a connection, stored with the connection.
#[derive(Default)]
pub(crate) struct KeepAlive(Arc<Inner>);

#[derive(Default)]
struct Inner {
    /// Number of the newest exchange: a request that was begun, or a step of TLS.
    newest: AtomicUsize,
    /// Newest exchange whose reply was read or dropped: the connection rests if it is the newest of all.
    over: AtomicUsize,
    end: Mutex<Option<Instant>>,
    /// When something was written last, in the order of all connections.
    written: AtomicUsize,
}

impl KeepAlive {
    /// Notes that something is written for the first time since something was read.
    pub(crate) fn begin(&self) {
        self.0.newest.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that something is written.
    pub(crate) fn write(&self) {
        self.0.written.store(CLOCK.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    /// Returns whether the connection rests, beyond its time.
    pub(crate) fn is_over(&self) -> bool {
        let Inner { newest, over, end, .. } = &*self.0;
        if newest.load(Ordering::Relaxed) != over.load(Ordering::Acquire) {
            return false;
        }
        // A panic of another thread left a complete value.
        let end = *end.lock().unwrap_or_else(PoisonError::into_inner);
        end.is_some_and(|end| end <= Instant::now())
    }

    /// Handle of the newest exchange, for its reply.
    pub(crate) fn exchange(&self) -> Exchange {
        Exchange::newest(&self.0)
    }
}

/// One exchange on a connection, among the extensions of its reply; it is over when it is dropped.
pub(crate) struct Exchange {
    kept: Arc<Inner>,
    number: usize,
}

impl Exchange {
    fn newest(kept: &Arc<Inner>) -> Self {
        Self { kept: Arc::clone(kept), number: kept.newest.load(Ordering::Relaxed) }
    }

    /// Obeys `Keep-Alive: timeout=N` of the reply, in seconds (RFC 2068, section 19.7.1.1): from one
    /// second before that on, no request begins on the connection. Returns whether the reply has one.
    pub(crate) fn obey(&self, headers: &HeaderMap) -> bool {
        let value = headers.get("keep-alive").and_then(|value| value.to_str().ok());
        let Some(time) = value.and_then(timeout).filter(|time| *time <= MOST) else {
            return false;
        };
        let end = Instant::now() + time.saturating_sub(MARGIN);
        *self.kept.end.lock().unwrap_or_else(PoisonError::into_inner) = Some(end);
        true
    }

    /// When something was written on the connection last, in the order of all connections.
    pub(crate) fn written(&self) -> usize {
        self.kept.written.load(Ordering::Relaxed)
    }
}

/// hyper clones it into each reply, before the connection is free for another request: a clone is of
/// the newest exchange.
impl Clone for Exchange {
    fn clone(&self) -> Self {
        Self::newest(&self.kept)
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.kept.over.fetch_max(self.number, Ordering::Release);
    }
}

/// Error of a request that met a connection beyond its time: nothing of the request was written.
#[derive(Debug)]
pub(crate) struct Expired;

impl Expired {
    /// Returns whether an error, without its causes, is this one.
    pub(crate) fn is(error: &(dyn Error + 'static)) -> bool {
        let error = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        error.is_some_and(|error| error.is::<Self>())
    }
}

impl fmt::Display for Expired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the server no longer keeps the connection")
    }
}

impl Error for Expired {}

/// Whether the replies of a server limit the time of its connections.
#[derive(Default)]
pub(crate) struct Limits(AtomicU8);

impl Limits {
    const NONE: u8 = 1;
    const SOME: u8 = 2;

    /// Notes whether a reply limits it.
    pub(crate) fn note(&self, is_limited: bool) {
        let seen = if is_limited { Self::SOME } else { Self::NONE };
        if self.0.load(Ordering::Relaxed) < seen {
            self.0.fetch_max(seen, Ordering::Relaxed);
        }
    }

    /// Returns whether a request may meet an expired connection: one of its replies had a limit, or
    /// there was no reply yet.
    pub(crate) fn may_expire(&self) -> bool {
        self.0.load(Ordering::Relaxed) != Self::NONE
    }
}

/// Returns the next time of the clock, for a request that begins.
pub(crate) fn tick() -> usize {
    CLOCK.fetch_add(1, Ordering::Relaxed) + 1
}

/// Reads the time in the value of a `Keep-Alive`.
fn timeout(value: &str) -> Option<Duration> {
    let parameters = value.split(',').filter_map(|parameter| parameter.split_once('='));
    let mut timeouts = parameters.filter(|(name, _)| name.trim().eq_ignore_ascii_case("timeout"));
    let seconds = timeouts.next()?.1.trim().trim_matches('"').parse().ok()?;
    Some(Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_read_as_servers_write_it() {
        for (value, seconds) in [
            ("timeout=5", Some(5)),
            ("timeout=5, max=1000", Some(5)),
            ("max=9,Timeout = \"75\"", Some(75)),
            ("timeout=0", Some(0)),
            ("max=9", None),
            ("timeout", None),
            ("timeout=-1", None),
            ("timeout=5.5", None),
            ("", None),
        ] {
            assert_eq!(timeout(value), seconds.map(Duration::from_secs), "{value}");
        }
    }
}
