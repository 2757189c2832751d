//! Calls that run in this program, by their names.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use a2t_store::Key;

pub(crate) struct Running<T>(Mutex<HashMap<Key, Weak<T>>>);

impl<T> Default for Running<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Running<T> {
    pub(crate) fn enter(&self, key: &Key, run: &Arc<T>) {
        self.all().insert(key.clone(), Arc::downgrade(run));
    }

    pub(crate) fn find(&self, key: &Key) -> Option<Arc<T>> {
        self.all().get(key).and_then(Weak::upgrade)
    }

    pub(crate) fn leave(&self, key: &Key, run: &Arc<T>) {
        let mut all = self.all();
        // A later run of the same call may have entered since.
        if all.get(key).is_some_and(|later| later.as_ptr() == Arc::as_ptr(run)) {
            all.remove(key);
        }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<Key, Weak<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
