//! A mistake of a whole package, reported by the first of its tools.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The tool that reports, by package: one process of rust-analyzer expands it again and again.
static SPEAKERS: Mutex<Option<HashMap<PathBuf, String>>> = Mutex::new(None);

/// Returns `true` if this tool reports what is wrong with the files at `path`.
pub(super) fn speaks(path: &Path, tool: &str) -> bool {
    let mut speakers = SPEAKERS.lock().unwrap_or_else(PoisonError::into_inner);
    let speakers = speakers.get_or_insert_default();
    speakers.entry(path.to_owned()).or_insert_with(|| tool.to_owned()) == tool
}
