//! Parts that calls, the receiver and the workers share.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use a2t_egress::Guard;
use a2t_rap_wire::SubscriptionEvent;
use a2t_store::{Key, Store, Time};
use serde_json::{Map, Value};
use tokio::sync::{Notify, Semaphore, mpsc, watch};

use crate::settings::Settings;
use crate::toolset::Toolsets;

/// Name of the queue in which calls of a runtime wait.
pub(crate) const QUEUE: &str = "rap-runtime";
/// Locks of threads: two threads share one only by chance.
const LANES: usize = 64;

pub(crate) struct Inner {
    pub(crate) settings: Settings,
    pub(crate) guard: Guard,
    pub(crate) toolsets: Toolsets,
    /// There may be work in the store, or a free slot.
    pub(crate) wake: Notify,
    pub(crate) slots: Arc<Semaphore>,
    /// Ids of callbacks that came, so that one that is sent again is known.
    pub(crate) came: Mutex<a2t_webhook::Memory>,
    lanes: [tokio::sync::Mutex<()>; LANES],
    waiters: Mutex<HashMap<Key, Waiter>>,
    views: Mutex<HashMap<(String, String), Map<String, Value>>>,
}

/// Watchers of a call in this program.
struct Waiter {
    changed: watch::Sender<()>,
    events: Option<mpsc::Sender<SubscriptionEvent>>,
}

/// Fate of an event.
pub(crate) enum Handed {
    /// Its subscriber has it.
    Over,
    /// Nobody takes it now; its sender tries again.
    Back,
}

impl Inner {
    pub(crate) fn new(settings: Settings, guard: Guard) -> Self {
        Self {
            slots: Arc::new(Semaphore::new(settings.calls.min(Semaphore::MAX_PERMITS))),
            settings,
            guard,
            toolsets: Toolsets::default(),
            wake: Notify::new(),
            came: Mutex::default(),
            lanes: std::array::from_fn(|_| tokio::sync::Mutex::default()),
            waiters: Mutex::default(),
            views: Mutex::default(),
        }
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.settings.store
    }

    /// Messages of one thread are dealt with one at a time (CB-57).
    pub(crate) async fn lane(&self, thread: &str) -> Option<tokio::sync::MutexGuard<'_, ()>> {
        let sum = thread
            .bytes()
            .fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(byte)));
        let lane = self.lanes.get(sum % LANES)?;
        Some(lane.lock().await)
    }

    fn waiters(&self) -> MutexGuard<'_, HashMap<Key, Waiter>> {
        self.waiters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells who waits for the call that something has changed.
    pub(crate) fn changed(&self, key: &Key) {
        if let Some(waiter) = self.waiters().get(key) {
            waiter.changed.send_replace(());
        }
    }

    /// Changes of the call from now on.
    pub(crate) fn watch(&self, key: &Key) -> watch::Receiver<()> {
        let mut waiters = self.waiters();
        // Those that nobody waits for any more; there are few, and calls are rare beside a lock.
        waiters.retain(|_, waiter| waiter.changed.receiver_count() > 0);
        let waiter = waiters.entry(key.clone());
        let waiter =
            waiter.or_insert_with(|| Waiter { changed: watch::Sender::new(()), events: None });
        waiter.changed.subscribe()
    }

    /// Gives the events of the call to this sender from now on; the call is watched.
    pub(crate) fn subscribe(&self, key: &Key, events: mpsc::Sender<SubscriptionEvent>) {
        if let Some(waiter) = self.waiters().get_mut(key) {
            waiter.events = Some(events);
        }
    }

    pub(crate) fn hand_over(&self, key: &Key, event: SubscriptionEvent) -> Handed {
        let waiters = self.waiters();
        let events = waiters.get(key).and_then(|waiter| waiter.events.as_ref());
        match events.map(|events| events.try_send(event)) {
            Some(Ok(())) => Handed::Over,
            _ => Handed::Back,
        }
    }

    /// Keeps the latest content of a view; an empty one is cleared (CB-134).
    pub(crate) fn keep_view(&self, thread: &str, kind: &str, content: Map<String, Value>) {
        let mut views = self.views.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (thread.to_owned(), kind.to_owned());
        if content.is_empty() {
            views.remove(&key);
        } else {
            views.insert(key, content);
        }
    }

    pub(crate) fn views(&self, thread: &str) -> Vec<(String, Map<String, Value>)> {
        let views = self.views.lock().unwrap_or_else(PoisonError::into_inner);
        let own = views.iter().filter(|((of, _), _)| of == thread);
        own.map(|((_, kind), content)| (kind.clone(), content.clone())).collect()
    }

    pub(crate) fn forget_views(&self, thread: &str) {
        let mut views = self.views.lock().unwrap_or_else(PoisonError::into_inner);
        views.retain(|(of, _), _| of != thread);
    }
}

pub(crate) fn now() -> Time {
    SystemTime::now().into()
}
