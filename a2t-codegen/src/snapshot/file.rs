//! The snapshot as a file: replaced whole or not at all, and only when the catalog changed.

use std::fmt;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use a2t_core::wire::page::DOCUMENT_MAX;

use super::{Change, ReadError, Rename, Snapshot, compare, read, renames};

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
        source: ReadError,
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
                for (index, diagnostic) in source.diagnostics().iter().enumerate() {
                    let separator = if index == 0 { "" } else { "\n" };
                    write!(f, "{separator}{}:{diagnostic}", path.display())?;
                }
                Ok(())
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
            Self::BrokenPromise { .. } => None,
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
/// names stay ([`Snapshot::following`]).
///
/// # Errors
/// A file system that refuses, an old snapshot that was edited, and a vendor that changed a
/// published version, unless `accept_broken_lock`; the file is then as it was.
pub fn update(path: &Path, new: &Snapshot, accept_broken_lock: bool) -> Result<Update, Error> {
    let old = existing(path)?;
    let none = Snapshot { tools: Vec::new(), ..new.clone() };
    let changes = compare(old.as_ref().unwrap_or(&none), new);
    let broken = changes.iter().any(|change| change.kind.breaks_promise());
    if broken && !accept_broken_lock {
        return Err(Error::BrokenPromise { changes });
    }
    let mut new = new.clone();
    let mut renamed = Vec::new();
    if let Some(old) = &old {
        new = new.following(old);
        renamed = renames(old, &new);
    }
    let written = write(path, &new)?;
    Ok(Update { changes, renames: renamed, written })
}

/// Writes the snapshot, in one step, unless the file holds the same tools of the same vendor
/// already; says whether it wrote. Missing folders are made.
///
/// # Errors
/// A file system that refuses; the file is then as it was.
pub fn write(path: &Path, snapshot: &Snapshot) -> Result<bool, Error> {
    if let Ok(Some(old)) = existing(path)
        && old.tools == snapshot.tools
        && old.url == snapshot.url
        && old.selection == snapshot.selection
        && old.headers == snapshot.headers
        && old.names == snapshot.names
    {
        return Ok(false);
    }
    let failed = |source| Error::Io { path: path.to_owned(), action: "write", source };
    replace(path, snapshot.render().as_bytes()).map_err(failed)?;
    Ok(true)
}

/// The snapshot that stands at `path`, if there is a file.
fn existing(path: &Path) -> Result<Option<Snapshot>, Error> {
    match regular(path).and_then(|()| fs::read(path)) {
        Ok(bytes) => match read(&bytes) {
            Ok(snapshot) => Ok(Some(snapshot)),
            Err(source) => Err(Error::Unverified { path: path.to_owned(), source }),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Error::Io { path: path.to_owned(), action: "read", source }),
    }
}

/// Refuses a device, which is read without end.
fn regular(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            let reason = "not a file; give the path of a file, such as approved/weather.json";
            Err(io::Error::new(io::ErrorKind::InvalidInput, reason))
        }
        _ => Ok(()),
    }
}

/// The text of a snapshot, or the same with fewer line breaks where it is too long to be read again.
pub fn fitted(text: String) -> String {
    if text.len() <= DOCUMENT_MAX { text } else { dense(&text) }
}

/// The text with each item of a list, and each member of an object, of the outermost on one line.
fn dense(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let inner = line.trim_start();
        let indent = line.len().saturating_sub(inner.len());
        if indent > 4 || indent == 4 && inner.starts_with(['}', ']']) {
            out.push_str(inner);
        } else {
            out.push_str(if out.is_empty() { "" } else { "\n" });
            out.push_str(line);
        }
    }
    out.push('\n');
    out
}

/// Writes a file beside `path` and renames it, so that readers see one whole file or the other.
///
/// # Errors
/// A file system that refuses, or more bytes than are read of a snapshot; the file is then as it was.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    regular(path)?;
    if bytes.len() > DOCUMENT_MAX {
        let reason = format!(
            "the snapshot would have {} bytes, of which {DOCUMENT_MAX} are read; select fewer tools with \
             --tool or --tag",
            bytes.len()
        );
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
    }
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut beside = std::ffi::OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(beside);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let written = fs::File::create(&temporary)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The first error is the one that tells what went wrong.
        let _ = fs::remove_file(&temporary);
    }
    written
}
