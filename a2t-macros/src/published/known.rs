//! Files that are read once for all macros of a compilation.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

type Stamped<T> = (Option<SystemTime>, Arc<T>);

/// Values by the path they were read from, with its last change: one process of rust-analyzer outlives many.
pub(crate) struct Known<T>(Mutex<Option<HashMap<PathBuf, Stamped<T>>>>);

impl<T> Known<T> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(None))
    }

    pub(crate) fn get<E>(
        &self,
        path: &Path,
        stamp: Option<SystemTime>,
        read: impl FnOnce(&Path) -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get_or_insert_default();
        if let Some((of, value)) = known.get(path)
            && *of == stamp
        {
            return Ok(Arc::clone(value));
        }
        let value = Arc::new(read(path)?);
        known.insert(path.to_owned(), (stamp, Arc::clone(&value)));
        Ok(value)
    }
}
