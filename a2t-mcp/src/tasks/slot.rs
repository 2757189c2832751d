//! The slot that a task occupies: one of those that run, or of those that wait for a person.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OwnedSemaphorePermit;

use super::State;

pub(super) struct Slot {
    state: Arc<State>,
    held: Mutex<Held>,
}

struct Held {
    _permit: OwnedSemaphorePermit,
    waits: bool,
    /// Questions that are open.
    questions: usize,
}

impl Slot {
    pub(super) fn new(state: Arc<State>, permit: OwnedSemaphorePermit) -> Self {
        Self { state, held: Mutex::new(Held { _permit: permit, waits: false, questions: 0 }) }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves to the slots of those that wait; stays where it is if they are all taken.
    pub(super) fn wait(&self) {
        let mut held = self.held();
        held.questions += 1;
        if !held.waits
            && let Ok(permit) = Arc::clone(&self.state.waiting).try_acquire_owned()
        {
            (held._permit, held.waits) = (permit, true);
            self.state.wake.notify_one();
        }
    }

    /// Moves back to the slots of those that run, as soon as there is one, after the last question.
    pub(super) async fn run(&self) {
        let returns = {
            let mut held = self.held();
            held.questions -= 1;
            held.waits && held.questions == 0
        };
        if returns && let Ok(permit) = Arc::clone(&self.state.runs).acquire_owned().await {
            let mut held = self.held();
            (held._permit, held.waits) = (permit, false);
        }
    }
}
