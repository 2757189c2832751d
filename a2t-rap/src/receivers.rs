//! Receivers that are slow to answer, and the senders that they may keep waiting.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use url::Url;

/// Callbacks that are on their way for long, by the origin of their receiver.
///
/// Such a callback gives its sender back to the others while there is room here. A receiver with a quarter of the senders here is
/// sent no more until one of them has ended.
#[derive(Clone)]
pub(crate) struct Receivers {
    slow: Arc<Mutex<HashMap<String, usize>>>,
    share: usize,
    room: Arc<Semaphore>,
}

/// A callback that is on its way for long, until it is dropped.
pub(crate) struct Slow {
    receivers: Receivers,
    receiver: String,
    /// The sender that it keeps, if there is no room.
    _sender: OwnedSemaphorePermit,
}

impl Receivers {
    pub(crate) fn new(senders: usize) -> Self {
        let room = senders.saturating_mul(4).min(Semaphore::MAX_PERMITS);
        let share = (senders / 4).max(1);
        Self { slow: Arc::default(), share, room: Arc::new(Semaphore::new(room)) }
    }

    fn slow(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.slow.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether a receiver keeps its share of the senders waiting.
    pub(crate) fn is_full(&self, receiver: &str) -> bool {
        self.slow().get(receiver).is_some_and(|slow| *slow >= self.share)
    }

    /// Counts a callback that takes long, and gives its sender back if there is room.
    pub(crate) fn step_aside(&self, receiver: &str, sender: OwnedSemaphorePermit) -> Slow {
        *self.slow().entry(receiver.to_owned()).or_default() += 1;
        let sender = Arc::clone(&self.room).try_acquire_owned().unwrap_or(sender);
        Slow { receivers: self.clone(), receiver: receiver.to_owned(), _sender: sender }
    }
}

impl Drop for Slow {
    fn drop(&mut self) {
        let mut slow = self.receivers.slow();
        if let Some(count) = slow.get_mut(&self.receiver) {
            *count -= 1;
            if *count == 0 {
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

    #[test]
    fn a_receiver_keeps_its_share_of_the_senders_at_most() {
        let (receivers, senders) = (Receivers::new(8), Arc::new(Semaphore::new(8)));
        let sender = || Arc::clone(&senders).try_acquire_owned().unwrap();
        let first = receivers.step_aside("a", sender());
        assert!(!receivers.is_full("a"));
        let second = receivers.step_aside("a", sender());
        assert!(receivers.is_full("a") && !receivers.is_full("b"));
        assert_eq!(senders.available_permits(), 8);
        drop(first);
        assert!(!receivers.is_full("a"));
        drop(second);
        assert!(receivers.slow().is_empty());
    }

    #[test]
    fn a_callback_keeps_its_sender_where_there_is_no_room() {
        let (receivers, senders) = (Receivers::new(1), Arc::new(Semaphore::new(5)));
        let sender = || Arc::clone(&senders).try_acquire_owned().unwrap();
        let slow: Vec<_> = (0..5).map(|_| receivers.step_aside("a", sender())).collect();
        assert_eq!(senders.available_permits(), 4);
        drop(slow);
        assert_eq!((senders.available_permits(), receivers.room.available_permits()), (5, 4));
    }

    #[test]
    fn one_server_is_one_receiver_whatever_its_path() {
        assert_eq!(of("https://a.example/x?y"), of("https://A.example:443/z"));
        assert_ne!(of("https://a.example/"), of("https://a.example:8443/"));
    }
}
