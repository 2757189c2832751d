//! Slots that work occupies, and the slot of a run: one of those that run, or of those that wait.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// Slots of one kind, and the workers that wait for a free one.
#[derive(Clone, Debug)]
pub struct Slots {
    free: Arc<Semaphore>,
    wake: Arc<Notify>,
}

impl Slots {
    /// Creates this number of slots. `wake` is notified whenever one is given back.
    pub fn new(number: usize, wake: &Arc<Notify>) -> Self {
        let free = Arc::new(Semaphore::new(number.min(Semaphore::MAX_PERMITS)));
        Self { free, wake: Arc::clone(wake) }
    }

    /// Returns the number of free slots.
    pub fn free(&self) -> usize {
        self.free.available_permits()
    }

    /// Takes a slot if one is free.
    pub fn take(&self) -> Option<Permit> {
        self.take_quietly().map(|permit| self.permit(permit))
    }

    /// Takes a slot if one is free. If it is given back, no worker is woken.
    pub(super) fn take_quietly(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.free).try_acquire_owned().ok()
    }

    /// Waits for a slot.
    async fn next(&self) -> Option<Permit> {
        let permit = Arc::clone(&self.free).acquire_owned().await.ok()?;
        Some(self.permit(permit))
    }

    pub(super) fn permit(&self, permit: OwnedSemaphorePermit) -> Permit {
        Permit { permit: Some(permit), wake: Arc::clone(&self.wake) }
    }
}

/// A slot that is taken. Dropping it frees the slot, and then wakes a worker that may wait for it.
#[must_use = "the slot is free when this is dropped"]
#[derive(Debug)]
pub struct Permit {
    permit: Option<OwnedSemaphorePermit>,
    wake: Arc<Notify>,
}

impl Drop for Permit {
    fn drop(&mut self) {
        drop(self.permit.take());
        self.wake.notify_one();
    }
}

/// A slot of a run, given back when it is dropped. A run that waits for a person moves to another kind
/// of slots, because those that wait shall not keep others from running.
#[derive(Debug)]
pub struct Slot {
    runs: Slots,
    waiting: Slots,
    held: Mutex<Held>,
}

#[derive(Debug)]
struct Held {
    _permit: Permit,
    waits: bool,
}

impl Slot {
    /// Creates the slot of a run that begins: `permit` is one of `runs`.
    pub fn new(permit: Permit, runs: &Slots, waiting: &Slots) -> Self {
        let held = Mutex::new(Held { _permit: permit, waits: false });
        Self { runs: runs.clone(), waiting: waiting.clone(), held }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves to the slots of those that wait; stays where it is if they are all taken.
    pub(super) fn wait(&self) {
        let mut held = self.held();
        if !held.waits
            && let Some(permit) = self.waiting.take()
        {
            *held = Held { _permit: permit, waits: true };
        }
    }

    /// Moves back to the slots of those that run, as soon as there is one.
    pub(super) async fn run(&self) {
        let waits = self.held().waits;
        if waits && let Some(permit) = self.runs.next().await {
            *self.held() = Held { _permit: permit, waits: false };
        }
    }
}
