//! Calls that run in this program, by their names.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::Key;

/// Runs of this program by the names of their calls, without holding them.
pub struct Running<T>(Mutex<HashMap<Key, Weak<T>>>);

impl<T> Default for Running<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Running<T> {
    /// Enters a run of this call, in place of an earlier one.
    pub fn enter(&self, key: &Key, run: &Arc<T>) {
        self.all().insert(key.clone(), Arc::downgrade(run));
    }

    /// Returns the run of this call.
    pub fn find(&self, key: &Key) -> Option<Arc<T>> {
        self.all().get(key).and_then(Weak::upgrade)
    }

    /// Removes a run, unless a later one of the same call has entered.
    pub fn leave(&self, key: &Key, run: &Arc<T>) {
        let mut all = self.all();
        if all.get(key).is_some_and(|later| later.as_ptr() == Arc::as_ptr(run)) {
            all.remove(key);
        }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<Key, Weak<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> fmt::Debug for Running<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Running").field("runs", &self.all().len()).finish()
    }
}
