//! Makes only one tool of a package report a mistake that concerns the whole package.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The tool that reports, by package. One process of rust-analyzer expands a tool many times.
static SPEAKERS: Mutex<Option<HashMap<PathBuf, String>>> = Mutex::new(None);

/// Returns `true` if this tool has to report problems with the files at `path`.
pub(super) fn speaks(path: &Path, tool: &str) -> bool {
    let mut speakers = SPEAKERS.lock().unwrap_or_else(PoisonError::into_inner);
    let speakers = speakers.get_or_insert_default();
    speakers.entry(path.to_owned()).or_insert_with(|| tool.to_owned()) == tool
}
