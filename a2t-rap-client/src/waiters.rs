//! Watchers of calls in this program: they hear of changes, and the latest of them gets the events.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use a2t_rap_wire::SubscriptionEvent;
use a2t_store::Key;
use tokio::sync::{mpsc, watch};

/// Calls that somebody watches; an entry goes with the last [`Watch`] of its call.
#[derive(Default)]
pub(crate) struct Waiters(Mutex<HashMap<Key, Waiter>>);

struct Waiter {
    changed: watch::Sender<()>,
    /// Watches that are alive. Counted under the lock, because of two that are dropped at one time
    /// one shall see that it is the last.
    watches: usize,
    events: Option<mpsc::Sender<SubscriptionEvent>>,
}

/// Fate of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Handed {
    /// Its subscriber has it.
    Over,
    /// Nobody takes it now; its sender tries again.
    Back,
}

impl Waiters {
    fn all(&self) -> MutexGuard<'_, HashMap<Key, Waiter>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells who watches the call that something has changed.
    pub(crate) fn changed(&self, key: &Key) {
        if let Some(waiter) = self.all().get(key) {
            waiter.changed.send_replace(());
        }
    }

    /// Changes of the call from now on.
    pub(crate) fn watch(self: &Arc<Self>, key: &Key) -> Watch {
        let mut all = self.all();
        let waiter = all.entry(key.clone()).or_insert_with(|| Waiter {
            changed: watch::Sender::new(()),
            watches: 0,
            events: None,
        });
        waiter.watches += 1;
        let changed = waiter.changed.subscribe();
        Watch { waiters: Arc::clone(self), key: key.clone(), changed }
    }

    pub(crate) fn hand_over(&self, key: &Key, event: SubscriptionEvent) -> Handed {
        let all = self.all();
        let events = all.get(key).and_then(|waiter| waiter.events.as_ref());
        match events.map(|events| events.try_send(event)) {
            Some(Ok(())) => Handed::Over,
            _ => Handed::Back,
        }
    }
}

/// One that watches a call until it is dropped.
pub(crate) struct Watch {
    waiters: Arc<Waiters>,
    key: Key,
    changed: watch::Receiver<()>,
}

impl Watch {
    /// The call that is watched.
    pub(crate) fn key(&self) -> &Key {
        &self.key
    }

    /// Gives the events of the call to this sender from now on.
    pub(crate) fn subscribe(&self, events: mpsc::Sender<SubscriptionEvent>) {
        if let Some(waiter) = self.waiters.all().get_mut(&self.key) {
            waiter.events = Some(events);
        }
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
    fn events_go_to_the_latest_subscriber_and_back_when_nobody_takes_them() {
        let waiters = Arc::new(Waiters::default());
        let address = "https://agent.example/".parse().unwrap();
        let address = a2t_rap_wire::ReturnAddress::new(address, "thread", "1");
        let event = || SubscriptionEvent::new(&address, "snow");
        assert_eq!(waiters.hand_over(&key("1"), event()), Handed::Back);
        let (earlier, watch) = (waiters.watch(&key("1")), waiters.watch(&key("1")));
        assert_eq!(waiters.hand_over(&key("1"), event()), Handed::Back);
        let ((first, mut old), (second, mut new)) = (mpsc::channel(1), mpsc::channel(1));
        earlier.subscribe(first);
        watch.subscribe(second);
        assert_eq!(waiters.hand_over(&key("1"), event()), Handed::Over);
        assert!(old.try_recv().is_err() && new.try_recv().is_ok());
        drop(new);
        assert_eq!(waiters.hand_over(&key("1"), event()), Handed::Back);
    }
}
