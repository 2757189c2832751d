//! Bytes of one published file, as far as a build reads them.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use a2t_core::published;

pub(super) fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let found = fs::metadata(path)?;
    if let Some(reason) = published::refusal(found.is_file(), found.len()) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path)?;
    file.take(published::FILE_MAX).read_to_end(&mut bytes)?;
    Ok(bytes)
}
