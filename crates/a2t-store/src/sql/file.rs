//! The file of a store in SQLite, which may be deleted or replaced while it is open: what is written then is lost with
//! the program.

use std::path::{Path, PathBuf};

use crate::StoreError;

/// A file and its log, as they were when they were opened.
#[derive(Debug)]
pub(super) struct File {
    database: (PathBuf, Option<Identity>),
    log: (PathBuf, Option<Identity>),
}

/// Device and number of a file.
type Identity = (u64, u64);

impl File {
    pub(super) fn opened(database: &Path) -> Self {
        let identity = identity(database);
        Self { database: (database.to_owned(), identity), log: (log(database), None) }
    }

    /// Returns whether a database is there without its log, in which its latest pages may have been.
    pub(super) fn lacks_log(database: &Path) -> bool {
        let length = std::fs::metadata(database).map_or(0, |metadata| metadata.len());
        length > 0 && !log(database).exists()
    }

    /// Checks that both files are those that were opened. The log exists from the first transaction on.
    ///
    /// # Errors
    /// Returns an error if one of them is gone or another one.
    pub(super) fn check(&mut self) -> Result<(), StoreError> {
        let (database, log) = (identity(&self.database.0), identity(&self.log.0));
        if database != self.database.1 {
            return Err(gone("file"));
        }
        if self.log.1.is_some() && log != self.log.1 {
            return Err(gone("`-wal` file"));
        }
        self.log.1 = log;
        Ok(())
    }
}

/// Warns of a file that was a database, and has no tables: the store begins without calls.
pub(super) fn warn_of_lost_tables() {
    #[cfg(feature = "tracing")]
    tracing::warn!(
        "the file of the store has no tables, and its `-wal` file, in which they may have been, is not there: the store \
         begins without calls; to get those back, restore the database together with its `-wal` file"
    );
}

/// Returns the address of a database that is read and written.
pub(super) fn read_write(database: &Path) -> String {
    format!("sqlite://{}?mode=rw", escaped(database))
}

/// Returns the address of a database on a file system that cannot be written. Without a log and its
/// index no other program has it open, so it is read without the locks and the index that the
/// engine would have to write. An empty log proves nothing: programs that run empty it again and
/// again.
pub(super) fn read_only(database: &Path) -> String {
    address_to_read(database, Path::exists)
}

fn address_to_read(database: &Path, is_there: impl Fn(&Path) -> bool) -> String {
    let is_open = is_there(&log(database)) || is_there(&with_suffix(database, "-shm"));
    let immutable = if is_open { "" } else { "&immutable=true" };
    format!("sqlite://{}?mode=ro{immutable}", escaped(database))
}

/// A path as a part of an address, in which `?`, `#` and `%` mean something.
fn escaped(file: &Path) -> String {
    let text = file.to_string_lossy();
    text.replace('%', "%25").replace('?', "%3f").replace('#', "%23")
}

fn log(database: &Path) -> PathBuf {
    with_suffix(database, "-wal")
}

fn with_suffix(database: &Path, suffix: &str) -> PathBuf {
    let mut file = database.as_os_str().to_owned();
    file.push(suffix);
    PathBuf::from(file)
}

fn gone(what: &str) -> StoreError {
    StoreError::Engine(format!(
        "its {what} was deleted or replaced while it was open, so what is written is lost: stop the program, and \
         restore the database with its `-wal` file"
    ))
}

#[cfg(unix)]
fn identity(file: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    let metadata = std::fs::metadata(file).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

/// Open files cannot be deleted there.
#[cfg(not(unix))]
fn identity(_: &Path) -> Option<Identity> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_that_a_program_may_have_open_is_read_with_locks() {
        let address = |there| address_to_read(Path::new("calls.db"), |file| Some(file) == there);
        assert_eq!(address(None), "sqlite://calls.db?mode=ro&immutable=true");
        for file in ["calls.db-wal", "calls.db-shm"] {
            assert_eq!(address(Some(Path::new(file))), "sqlite://calls.db?mode=ro", "{file}");
        }
    }
}
