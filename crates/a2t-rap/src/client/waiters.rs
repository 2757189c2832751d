//! Watchers of calls in this program: they are notified of changes, and the latest subscriber takes the events.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use a2t_store::Key;
use tokio::sync::watch;

/// Calls that are watched. An entry is removed with the last [`Watch`] of its call.
#[derive(Default)]
pub(crate) struct Waiters(Mutex<HashMap<Key, Waiter>>);

struct Waiter {
    changed: watch::Sender<()>,
    /// Watches that are alive. Counted under the lock, because of two that are dropped at one time
    /// one shall see that it is the last.
    watches: usize,
    /// Number of the latest subscriber.
    subscriber: u64,
}

impl Waiters {
    fn all(&self) -> MutexGuard<'_, HashMap<Key, Waiter>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notifies the watches of the call of a change.
    pub(crate) fn changed(&self, key: &Key) {
        if let Some(waiter) = self.all().get(key) {
            waiter.changed.send_replace(());
        }
    }

    /// Watches the call for changes from now on.
    pub(crate) fn watch(self: &Arc<Self>, key: &Key) -> Watch {
        let mut all = self.all();
        let waiter = all.entry(key.clone()).or_insert_with(|| Waiter {
            changed: watch::Sender::new(()),
            watches: 0,
            subscriber: 0,
        });
        waiter.watches += 1;
        let changed = waiter.changed.subscribe();
        Watch { waiters: Arc::clone(self), key: key.clone(), changed, subscriber: 0 }
    }
}

/// A watch of a call, until it is dropped.
pub(crate) struct Watch {
    waiters: Arc<Waiters>,
    key: Key,
    changed: watch::Receiver<()>,
    /// Its number among the subscribers of the call.
    subscriber: u64,
}

impl Watch {
    /// Returns the call that is watched.
    pub(crate) fn key(&self) -> &Key {
        &self.key
    }

    /// Takes the events of the call from now on, in place of earlier subscribers.
    pub(crate) fn subscribe(&mut self) {
        if let Some(waiter) = self.waiters.all().get_mut(&self.key) {
            waiter.subscriber += 1;
            self.subscriber = waiter.subscriber;
            // An earlier one ends.
            waiter.changed.send_replace(());
        }
    }

    /// Returns `true` for the latest subscriber of the call.
    pub(crate) fn is_subscriber(&self) -> bool {
        let all = self.waiters.all();
        all.get(&self.key).is_some_and(|waiter| waiter.subscriber == self.subscriber)
    }

    /// Overlooks the changes until now.
    pub(crate) fn mark_unchanged(&mut self) {
        self.changed.mark_unchanged();
    }

    /// Waits for a change that was not seen yet.
    pub(crate) async fn changed(&mut self) {
        // The sender stays for as long as there is a watch.
        let _ = self.changed.changed().await;
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut all = self.waiters.all();
        if let Some(waiter) = all.get_mut(&self.key) {
            waiter.watches = waiter.watches.saturating_sub(1);
            if waiter.watches == 0 {
                all.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(id: &str) -> Key {
        Key::new("rap-runtime", "thread", id).unwrap()
    }

    #[test]
    fn an_entry_goes_with_its_last_watch_and_leaves_the_others() {
        let waiters = Arc::new(Waiters::default());
        let (first, second) = (waiters.watch(&key("1")), waiters.watch(&key("1")));
        let other = waiters.watch(&key("2"));
        drop(first);
        assert_eq!(waiters.all().len(), 2);
        drop(second);
        assert_eq!(waiters.all().keys().collect::<Vec<_>>(), [&key("2")]);
        drop(other);
        assert!(waiters.all().is_empty());
    }

    #[test]
    fn changes_are_heard_by_every_watch_of_the_call_alone() {
        let waiters = Arc::new(Waiters::default());
        let watches = ["1", "1", "2"].map(|id| waiters.watch(&key(id)));
        waiters.changed(&key("1"));
        let heard = watches.each_ref().map(|watch| watch.changed.has_changed().unwrap());
        assert_eq!(heard, [true, true, false]);
    }

    #[test]
    fn the_latest_subscriber_takes_the_events() {
        let waiters = Arc::new(Waiters::default());
        let (mut earlier, mut later) = (waiters.watch(&key("1")), waiters.watch(&key("1")));
        earlier.subscribe();
        assert!(earlier.is_subscriber() && !later.is_subscriber());
        later.subscribe();
        assert!(!earlier.is_subscriber() && later.is_subscriber());
    }
}
