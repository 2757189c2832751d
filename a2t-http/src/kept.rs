//! Time that a server keeps a connection without a request, as its replies say.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http::HeaderMap;
use tokio::time::Instant;

use crate::again;

/// Time that a request may need to its server: a connection is not used that much before the server
/// may close it.
const MARGIN: Duration = Duration::from_secs(1);

/// Longest time that is obeyed; behind it, the client's own settings count.
const MOST: Duration = Duration::from_secs(3_600);

/// Time that a server keeps a connection, beside the connection.
#[derive(Default)]
pub(crate) struct Kept(Arc<Inner>);

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

impl Kept {
    /// Notes that something is written for the first time since something was read.
    pub(crate) fn begin(&self) {
        self.0.newest.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that something is written.
    pub(crate) fn write(&self) {
        self.0.written.store(again::now(), Ordering::Relaxed);
    }

    /// True if the connection rests, beyond its time.
    pub(crate) fn is_over(&self) -> bool {
        let Inner { newest, over, end, .. } = &*self.0;
        if newest.load(Ordering::Relaxed) != over.load(Ordering::Acquire) {
            return false;
        }
        // Whoever panicked left a whole value.
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
    /// second before that on, no request begins on the connection.
    pub(crate) fn obey(&self, headers: &HeaderMap) {
        let value = headers.get("keep-alive").and_then(|value| value.to_str().ok());
        if let Some(time) = value.and_then(timeout).filter(|time| *time <= MOST) {
            let end = Instant::now() + time.saturating_sub(MARGIN);
            *self.kept.end.lock().unwrap_or_else(PoisonError::into_inner) = Some(end);
        }
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
