//! Parts that requests and workers share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use a2t_store::worker::{Holder, Phase, Slot, Suspects};
use a2t_store::{Key, Lease, Store};
use a2t_tool::{BlockingPool, BlockingThreads};
use http::HeaderMap;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};

use super::context::RunContext;
use super::{Tasks, now};

pub(crate) struct State {
    pub(super) settings: Tasks,
    /// Slots of tasks that run.
    pub(super) runs: Arc<Semaphore>,
    /// Slots of tasks that wait for a person.
    pub(super) waiting: Arc<Semaphore>,
    /// Turns of tasks that were cut short.
    pub(super) suspects: Suspects,
    /// There may be work in the store, or a free slot.
    pub(super) wake: Arc<Notify>,
    pub(super) phase: watch::Sender<Phase>,
    /// Number of tasks that run here.
    held: watch::Sender<usize>,
    running: Mutex<HashMap<Key, Weak<RunContext>>>,
    /// Threads for tools that are not `async`: one for each slot, so that none waits for one.
    threads: Arc<BlockingThreads>,
    begun: AtomicBool,
}

impl State {
    pub(crate) fn new(settings: Tasks) -> Self {
        let semaphore = |permits: usize| Semaphore::new(permits.min(Semaphore::MAX_PERMITS));
        Self {
            runs: Arc::new(semaphore(settings.at_once)),
            waiting: Arc::new(semaphore(settings.waiting)),
            suspects: Suspects::default(),
            wake: Arc::default(),
            phase: watch::Sender::new(Phase::Working),
            held: watch::Sender::new(0),
            running: Mutex::default(),
            threads: Arc::new(BlockingThreads::new(Some(settings.at_once), settings.waiting)),
            begun: AtomicBool::new(false),
            settings,
        }
    }

    /// Headers of a request that the contexts of its task see.
    pub(crate) fn kept(&self, headers: &HeaderMap) -> HeaderMap {
        let kept = self.settings.headers.iter().flat_map(|name| {
            headers.get_all(name).iter().map(move |value| (name.clone(), value.clone()))
        });
        kept.collect()
    }

    pub(super) fn threads(&self) -> Arc<dyn BlockingPool> {
        Arc::clone(&self.threads) as _
    }

    pub(super) fn store(&self) -> &dyn Store {
        &*self.settings.store
    }

    pub(super) fn is_working(&self) -> bool {
        *self.phase.borrow() == Phase::Working
    }

    /// `true` for the first who asks.
    pub(super) fn begins(&self) -> bool {
        !self.begun.swap(true, Ordering::SeqCst)
    }

    /// The holder of a task that begins to run.
    pub(super) fn holder(&self, lease: Lease, permit: OwnedSemaphorePermit) -> Holder {
        let slot = Slot::new(permit, &self.runs, &self.waiting, &self.wake);
        Holder::new(Arc::clone(&self.settings.store), lease, slot, self.settings.lease, now)
    }

    /// The task of that name, if it runs here.
    pub(super) fn context(&self, key: &Key) -> Option<Arc<RunContext>> {
        self.running().get(key).and_then(Weak::upgrade)
    }

    /// Counts a task that runs here, until the guard is dropped.
    pub(super) fn enter(self: &Arc<Self>, context: &Arc<RunContext>) -> Held {
        self.held.send_modify(|held| *held += 1);
        self.running().insert(context.holder.key().clone(), Arc::downgrade(context));
        Held {
            state: Arc::clone(self),
            key: context.holder.key().clone(),
            context: Arc::downgrade(context),
        }
    }

    pub(super) async fn idle(&self) {
        let _ = self.held.subscribe().wait_for(|held| *held == 0).await;
    }

    fn running(&self) -> MutexGuard<'_, HashMap<Key, Weak<RunContext>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A task that runs here.
pub(super) struct Held {
    state: Arc<State>,
    key: Key,
    context: Weak<RunContext>,
}

impl Drop for Held {
    fn drop(&mut self) {
        {
            let mut running = self.state.running();
            // A later run of the same task may have entered.
            if running.get(&self.key).is_some_and(|entered| entered.ptr_eq(&self.context)) {
                running.remove(&self.key);
            }
        }
        self.state.held.send_modify(|held| *held = held.saturating_sub(1));
        self.state.wake.notify_one();
    }
}
