//! What all macros of a compilation share: files that are read once, and mistakes that are reported once.

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

/// The tool that reports, by package. One process of rust-analyzer expands a tool many times.
static SPEAKERS: Mutex<Option<HashMap<PathBuf, String>>> = Mutex::new(None);

/// Returns `true` if this tool has to report problems with the files at `path`.
pub(super) fn is_reporter(path: &Path, tool: &str) -> bool {
    let mut speakers = SPEAKERS.lock().unwrap_or_else(PoisonError::into_inner);
    let speakers = speakers.get_or_insert_default();
    speakers.entry(path.to_owned()).or_insert_with(|| tool.to_owned()) == tool
}
