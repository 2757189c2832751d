//! The snapshot as a file: replaced whole or not at all, and only when the catalog changed.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use a2t_core::document::DocumentError;
use a2t_core::wire::page::{DOCUMENT_MAX, read_document};
use a2t_schema::snapshot::{Kind, SnapshotOf, is_current};
use serde_json::Value;

use super::{Change, Rename, Snapshot, compare, following, read, renames};

/// Error of [`update`] and [`write()`].
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The file system refused.
    Io {
        /// The file.
        path: PathBuf,
        /// `read` or `write`.
        action: &'static str,
        /// Its reason.
        source: io::Error,
    },
    /// The snapshot that stands there was edited, so nothing can be compared with it.
    Unverified {
        /// The file.
        path: PathBuf,
        /// The edits.
        source: DocumentError,
    },
    /// The snapshot could not be read again, because it breaks a rule; nothing was written.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Everything that is wrong, a line each, at the locations that it would have in the file.
        reason: String,
    },
    /// The vendor changed what may not change; nothing was written.
    BrokenPromise {
        /// Every change, those that are allowed included.
        changes: Vec<Change>,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, action, source } => {
                write!(f, "cannot {action} {}: {source}", path.display())
            }
            Self::Unverified { path, source } => {
                f.write_str(&source.lines(&path.display().to_string()).join("\n"))
            }
            Self::Unreadable { path, reason } => {
                let path = path.display();
                write!(f, "{path} was not written, as it could not be read again:\n{reason}")
            }
            Self::BrokenPromise { changes } => {
                f.write_str("the vendor changed a published version, so nothing was written:")?;
                for change in changes.iter().filter(|change| change.kind.breaks_promise()) {
                    write!(f, "\n{change}")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            Self::Unverified { source, .. } => Some(source),
            Self::Unreadable { .. } | Self::BrokenPromise { .. } => None,
        }
    }
}

/// Result of [`update`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Update {
    /// Changes since the last approval; every tool is added when there was none.
    pub changes: Vec<Change>,
    /// The generated names that could not stay.
    pub renames: Vec<Rename>,
    /// False if the file had the same tools already.
    pub written: bool,
}

/// Compares the snapshot at `path` with `new` and replaces it, unless nothing changed. Generated
/// names stay ([`following`]).
///
/// # Errors
/// A file system that refuses, an old snapshot that was edited, and a vendor that changed a
/// published version, unless `accept_broken_lock`; the file is then as it was.
pub fn update(path: &Path, new: &Snapshot, accept_broken_lock: bool) -> Result<Update, Error> {
    let old = existing(path)?;
    let none = Snapshot::new(new.source.clone(), Vec::new());
    let changes = compare(old.as_ref().unwrap_or(&none), new);
    let broken = changes.iter().any(|change| change.kind.breaks_promise());
    if broken && !accept_broken_lock {
        return Err(Error::BrokenPromise { changes });
    }
    let mut new = new.clone();
    let mut renamed = Vec::new();
    if let Some(old) = &old {
        new = following(new, old);
        renamed = renames(old, &new);
    }
    let written = write(path, &new)?;
    Ok(Update { changes, renames: renamed, written })
}

/// Writes the snapshot in one step, unless the file already has it in the current format. Returns `true` if
/// the file was written. Creates missing folders.
///
/// # Errors
/// A file system that refuses, and a snapshot that breaks a rule of reading; the file is then as it was.
pub fn write<K: Kind>(path: &Path, snapshot: &SnapshotOf<K>) -> Result<bool, Error> {
    let old = bytes(path).ok().flatten().unwrap_or_default();
    let is_there = |document: &Value| {
        let old = SnapshotOf::<K>::read("", document);
        is_current(document) && old.is_ok_and(|old| old == *snapshot)
    };
    if read_document(&old).is_ok_and(|document| is_there(&document)) {
        return Ok(false);
    }
    let text = snapshot.to_text();
    if text.len() <= DOCUMENT_MAX {
        SnapshotOf::<K>::parse(text.as_bytes()).map_err(|error| Error::Unreadable {
            path: path.to_owned(),
            reason: error.to_string(),
        })?;
    }
    let failed = |source| Error::Io { path: path.to_owned(), action: "write", source };
    replace(path, text.as_bytes()).map_err(failed)?;
    Ok(true)
}

/// The snapshot that stands at `path`, if there is a file.
fn existing(path: &Path) -> Result<Option<Snapshot>, Error> {
    let unverified = |source| Error::Unverified { path: path.to_owned(), source };
    bytes(path)?.map(|bytes| read(&bytes).map_err(unverified)).transpose()
}

fn bytes(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    let found = fs::metadata(path).and_then(|found| crate::file::regular(&found));
    match found.and_then(|()| fs::read(path)) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Error::Io { path: path.to_owned(), action: "read", source }),
    }
}

/// Replaces the file of a snapshot, in one step. Missing folders are made.
///
/// # Errors
/// A file system that refuses, a symbolic link, or more bytes than are read of a snapshot; the file is
/// then as it was.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if bytes.len() > DOCUMENT_MAX {
        let reason = format!(
            "the snapshot would have {} bytes, of which {DOCUMENT_MAX} are read; select fewer tools with \
             --tool or --tag",
            bytes.len()
        );
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    crate::file::replace(path, bytes)
}
