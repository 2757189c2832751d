//! The slot that a run occupies: one of those that run, or of those that wait.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// A slot of a run, given back when it is dropped. A run that waits for a person moves to another kind
/// of slots, because those that wait shall not keep others from running.
#[derive(Debug)]
pub struct Slot {
    runs: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    /// Notified when a slot of those that run is free.
    wake: Arc<Notify>,
    held: Mutex<Held>,
}

#[derive(Debug)]
struct Held {
    _permit: OwnedSemaphorePermit,
    waits: bool,
}

impl Slot {
    /// Creates the slot of a run that begins: `permit` is one of `runs`.
    pub fn new(
        permit: OwnedSemaphorePermit,
        runs: &Arc<Semaphore>,
        waiting: &Arc<Semaphore>,
        wake: &Arc<Notify>,
    ) -> Self {
        Self {
            runs: Arc::clone(runs),
            waiting: Arc::clone(waiting),
            wake: Arc::clone(wake),
            held: Mutex::new(Held { _permit: permit, waits: false }),
        }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves to the slots of those that wait; stays where it is if they are all taken.
    pub(super) fn wait(&self) {
        let mut held = self.held();
        if !held.waits
            && let Ok(permit) = Arc::clone(&self.waiting).try_acquire_owned()
        {
            *held = Held { _permit: permit, waits: true };
            self.wake.notify_one();
        }
    }

    /// Moves back to the slots of those that run, as soon as there is one.
    pub(super) async fn run(&self) {
        let waits = self.held().waits;
        if waits && let Ok(permit) = Arc::clone(&self.runs).acquire_owned().await {
            *self.held() = Held { _permit: permit, waits: false };
        }
    }
}
