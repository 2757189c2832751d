//! A generated text becomes a file, which is written only where it differs.

use std::fs;
use std::path::Path;

use crate::error::Error;

/// Writes `text` to `path` unless it stands there already, so that nothing is built again.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Error> {
    if stands_there(path, text) {
        return Ok(());
    }
    fs::write(path, text).map_err(|error| Error::io("write", path, &error))
}

/// A file of another length is not read.
fn stands_there(path: &Path, text: &str) -> bool {
    let same_length = fs::metadata(path).is_ok_and(|found| found.len() == text.len() as u64);
    same_length && fs::read(path).is_ok_and(|found| found == text.as_bytes())
}
