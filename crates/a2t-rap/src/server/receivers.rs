//! Receivers that are slow to answer, and the senders that they may keep waiting.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use a2t_store::worker::{Permit, Slots};
use tokio::sync::Notify;
use tokio::time::Instant;
use url::Url;

/// Shortest wait of a callback whose receiver keeps its share of the senders waiting.
const SHORTEST: Duration = Duration::from_millis(500);
/// Longest wait of it, if the receiver answers none of them.
const LONGEST: Duration = Duration::from_secs(5);

/// Callbacks that are on their way for long, by the origin of their receiver.
///
/// Such a callback gives its sender back to the others while there is room here. A receiver with a quarter of the senders here is
/// sent no more until one of them has ended.
#[derive(Clone)]
pub(crate) struct Receivers {
    slow: Arc<Mutex<HashMap<String, Kept>>>,
    share: usize,
    room: Slots,
}

/// Callbacks that one receiver keeps waiting.
struct Kept {
    count: usize,
    /// Its latest reply to one of its callbacks, or the time when the first of these became slow.
    replied: Instant,
}

/// A callback that is on its way for long, until it is dropped.
pub(crate) struct Slow {
    receivers: Receivers,
    receiver: String,
    /// The sender that it keeps, if there is no room.
    _sender: Permit,
}

impl Receivers {
    pub(crate) fn new(senders: usize, wake: &Arc<Notify>) -> Self {
        let room = Slots::new(senders.saturating_mul(4), wake);
        Self { slow: Arc::default(), share: (senders / 4).max(1), room }
    }

    fn slow(&self) -> MutexGuard<'_, HashMap<String, Kept>> {
        self.slow.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how long a callback waits whose receiver keeps its share of the senders waiting: the longer, the longer that
    /// has not replied.
    pub(crate) fn wait(&self, receiver: &str) -> Option<Duration> {
        let slow = self.slow();
        let kept = slow.get(receiver).filter(|kept| kept.count >= self.share)?;
        Some(kept.replied.elapsed().clamp(SHORTEST, LONGEST))
    }

    /// Notes that a receiver has replied.
    pub(crate) fn replied(&self, receiver: &str) {
        if let Some(kept) = self.slow().get_mut(receiver) {
            kept.replied = Instant::now();
        }
    }

    /// Counts a callback that takes long, and gives its sender back if there is room.
    pub(crate) fn count_slow(&self, receiver: &str, sender: Permit) -> Slow {
        let none = || Kept { count: 0, replied: Instant::now() };
        self.slow().entry(receiver.to_owned()).or_insert_with(none).count += 1;
        let sender = self.room.take().unwrap_or(sender);
        Slow { receivers: self.clone(), receiver: receiver.to_owned(), _sender: sender }
    }
}

impl Drop for Slow {
    fn drop(&mut self) {
        let mut slow = self.receivers.slow();
        if let Some(kept) = slow.get_mut(&self.receiver) {
            kept.count -= 1;
            if kept.count == 0 {
                slow.remove(&self.receiver);
            }
        }
    }
}

/// Returns the receiver of a callback URL: its origin.
pub(crate) fn of(url: &str) -> String {
    Url::parse(url).map(|url| url.origin().ascii_serialization()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_senders(share: usize, senders: usize) -> (Receivers, Slots) {
        let wake = Arc::default();
        (Receivers::new(share, &wake), Slots::new(senders, &wake))
    }

    #[test]
    fn a_receiver_keeps_its_share_of_the_senders_at_most() {
        let (receivers, senders) = of_senders(8, 8);
        let sender = || senders.take().unwrap();
        let first = receivers.count_slow("a", sender());
        assert_eq!(receivers.wait("a"), None);
        let second = receivers.count_slow("a", sender());
        assert!(receivers.wait("a").is_some() && receivers.wait("b").is_none());
        assert_eq!(senders.free(), 8);
        drop(first);
        assert_eq!(receivers.wait("a"), None);
        drop(second);
        assert!(receivers.slow().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn callbacks_wait_shortly_for_a_receiver_that_replies() {
        let (receivers, senders) = of_senders(1, 1);
        let _slow = receivers.count_slow("a", senders.take().unwrap());
        for (passed, wait) in [(0, 500), (500, 500), (1_500, 2_000), (60_000, 5_000)] {
            tokio::time::advance(Duration::from_millis(passed)).await;
            assert_eq!(receivers.wait("a"), Some(Duration::from_millis(wait)));
        }
        receivers.replied("b");
        assert_eq!(receivers.wait("a"), Some(LONGEST));
        receivers.replied("a");
        assert_eq!(receivers.wait("a"), Some(SHORTEST));
    }

    #[test]
    fn a_callback_keeps_its_sender_where_there_is_no_room() {
        let (receivers, senders) = of_senders(1, 5);
        let sender = || senders.take().unwrap();
        let slow: Vec<_> = (0..5).map(|_| receivers.count_slow("a", sender())).collect();
        assert_eq!(senders.free(), 4);
        drop(slow);
        assert_eq!((senders.free(), receivers.room.free()), (5, 4));
    }

    #[test]
    fn one_server_is_one_receiver_whatever_its_path() {
        assert_eq!(of("https://a.example/x?y"), of("https://A.example:443/z"));
        assert_ne!(of("https://a.example/"), of("https://a.example:8443/"));
    }
}
