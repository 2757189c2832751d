//! The slot that a call occupies: one of those that run, or of those that wait.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OwnedSemaphorePermit;

use crate::inner::Inner;

pub(crate) struct Slot {
    inner: Arc<Inner>,
    held: Mutex<Held>,
}

struct Held {
    _permit: OwnedSemaphorePermit,
    waits: bool,
}

impl Slot {
    pub(crate) fn new(inner: Arc<Inner>, permit: OwnedSemaphorePermit) -> Self {
        Self { inner, held: Mutex::new(Held { _permit: permit, waits: false }) }
    }

    fn held(&self) -> std::sync::MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves to the slots of those that wait; stays where it is if they are all taken.
    pub(crate) fn wait(&self) {
        let mut held = self.held();
        if !held.waits
            && let Ok(permit) = Arc::clone(&self.inner.waiting).try_acquire_owned()
        {
            *held = Held { _permit: permit, waits: true };
            self.inner.wake.notify_one();
        }
    }

    /// Moves back to the slots of those that run, as soon as there is one.
    pub(crate) async fn run(&self) {
        if self.held().waits
            && let Ok(permit) = Arc::clone(&self.inner.runs).acquire_owned().await
        {
            *self.held() = Held { _permit: permit, waits: false };
        }
    }
}
