//! Calls that run in this program, by their names.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::Key;

/// Runs of this program by the names of their calls, without holding them.
pub struct Running<T>(Arc<Mutex<Runs<T>>>);

type Runs<T> = HashMap<Key, Weak<T>>;

impl<T> Default for Running<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T> Running<T> {
    /// Enters a run of this call, in place of an earlier one, until the returned value is dropped.
    pub fn enter(&self, key: &Key, run: &Arc<T>) -> Entered<T> {
        let run = Arc::downgrade(run);
        locked(&self.0).insert(key.clone(), Weak::clone(&run));
        Entered { runs: Arc::clone(&self.0), key: key.clone(), run }
    }

    /// Returns the run of this call.
    pub fn find(&self, key: &Key) -> Option<Arc<T>> {
        locked(&self.0).get(key).and_then(Weak::upgrade)
    }
}

fn locked<T>(runs: &Mutex<Runs<T>>) -> MutexGuard<'_, Runs<T>> {
    runs.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T> fmt::Debug for Running<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Running").field("runs", &locked(&self.0).len()).finish()
    }
}

/// A run that has entered. It leaves when this is dropped, also if its task panics, unless a later run of the same call has
/// entered.
#[must_use = "the run leaves when this is dropped"]
pub struct Entered<T> {
    runs: Arc<Mutex<Runs<T>>>,
    key: Key,
    run: Weak<T>,
}

impl<T> Drop for Entered<T> {
    fn drop(&mut self) {
        let mut runs = locked(&self.runs);
        if runs.get(&self.key).is_some_and(|later| Weak::ptr_eq(later, &self.run)) {
            runs.remove(&self.key);
        }
    }
}

impl<T> fmt::Debug for Entered<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entered").field("key", &self.key).finish_non_exhaustive()
    }
}
