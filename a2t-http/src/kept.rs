//! Time that a server keeps a connection without a request, as its replies say.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use http::HeaderMap;
use hyper_util::client::legacy::connect::CaptureConnection;
use tokio::time::{Instant, sleep_until};

/// Time that a request may need to its server: a connection is not used that much before the server
/// may close it.
const MARGIN: Duration = Duration::from_secs(1);

/// Longest time that is obeyed; behind it, the client's own settings count.
const MOST: Duration = Duration::from_secs(3_600);

/// End of a connection's time, beside the connection in the pool.
#[derive(Clone, Default)]
pub(crate) struct Kept(Arc<Inner>);

#[derive(Default)]
struct Inner {
    /// The end; `None` before anybody waits for it.
    end: Mutex<Option<Instant>>,
}

impl Kept {
    /// Obeys `Keep-Alive: timeout=N` of a reply, in seconds (RFC 2068, section 19.7.1.1): from one
    /// second before that on, the pool does not use the connection.
    pub(crate) fn obey(&self, headers: &HeaderMap, connection: &CaptureConnection) {
        let value = headers.get("keep-alive").and_then(|value| value.to_str().ok());
        let Some(time) = value.and_then(timeout).filter(|time| *time <= MOST) else {
            return;
        };
        let end = Instant::now() + time.saturating_sub(MARGIN);
        if self.0.put_off(end).is_none() {
            // One task a connection, and not one a reply.
            tokio::spawn(wait(Arc::downgrade(&self.0), end, connection.clone()));
        }
    }
}

impl Inner {
    /// Sets the end, and returns the one before.
    fn put_off(&self, end: Instant) -> Option<Instant> {
        // Whoever panicked left a whole value.
        self.end.lock().unwrap_or_else(PoisonError::into_inner).replace(end)
    }

    fn end(&self) -> Option<Instant> {
        *self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn wait(kept: Weak<Inner>, mut end: Instant, connection: CaptureConnection) {
    loop {
        sleep_until(end).await;
        let Some(kept) = kept.upgrade() else {
            return;
        };
        match kept.end().filter(|later| *later > end) {
            Some(later) => end = later,
            None => {
                if let Some(connected) = &*connection.connection_metadata() {
                    connected.poison();
                }
                return;
            }
        }
    }
}

/// Reads the time in the value of a `Keep-Alive`.
fn timeout(value: &str) -> Option<Duration> {
    let parameters = value.split(',').filter_map(|parameter| parameter.split_once('='));
    let mut timeouts = parameters.filter(|(name, _)| name.trim().eq_ignore_ascii_case("timeout"));
    let seconds = timeouts.next()?.1.trim().trim_matches('"').parse().ok()?;
    Some(Duration::from_secs(seconds))
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Kept").field(&self.0.end()).finish()
    }
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
