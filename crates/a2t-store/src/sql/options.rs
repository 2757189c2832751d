//! Options with which a store in SQL is opened.

use std::sync::Arc;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, install_default_drivers};
use tokio::time::timeout;

use super::connection::{Connection, Dialect, SqlError, Target};
#[cfg(feature = "sqlite")]
use super::file::{self, File};
use super::task::{self, PATIENCE};
use super::{Lane, Sql, migrations};
use crate::fault::Crash;
use crate::{Limits, StoreError};

/// Address and limits of a store that is about to be opened. `Debug` does not show the address.
pub struct Options {
    pub(super) dialect: Dialect,
    pub(super) address: String,
    #[cfg(feature = "sqlite")]
    file: Option<std::path::PathBuf>,
    limits: Limits,
    crash: Option<Crash>,
    latest: Option<i64>,
    existing: bool,
    patience: Duration,
}

impl std::fmt::Debug for Options {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options").field("dialect", &self.dialect).finish_non_exhaustive()
    }
}

impl Options {
    fn new(dialect: Dialect, address: String) -> Self {
        Self {
            dialect,
            address,
            #[cfg(feature = "sqlite")]
            file: None,
            limits: Limits::default(),
            crash: None,
            latest: None,
            existing: false,
            patience: PATIENCE,
        }
    }

    #[cfg(feature = "sqlite")]
    pub(super) fn sqlite(file: &std::path::Path) -> Self {
        // The beginning of a relative path would be the host of the address.
        let file = &std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        let address = file::read_write(file);
        Self { file: Some(file.to_owned()), ..Self::new(Dialect::Sqlite, address) }
    }

    #[cfg(feature = "postgres")]
    pub(super) fn postgres(address: String) -> Self {
        Self::new(Dialect::Postgres, address)
    }

    /// Sets the maximum number of calls, messages and replies that wait in the store.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Creates no file and no tables, and migrates none, if `true`: for programs that look at the
    /// calls of another one.
    #[must_use]
    pub fn existing(self, existing: bool) -> Self {
        Self { existing, ..self }
    }

    /// Crashes the connection at a statement, for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn crash(self, crash: Crash) -> Self {
        Self { crash: Some(crash), ..self }
    }

    /// Sets how long a database may take for a request, for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Migrates no further than to that version, as an earlier program did, for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn migrated_to(self, version: i64) -> Self {
        Self { latest: Some(version), ..self }
    }

    /// Connects, migrates the tables, and starts its tasks on the current tokio runtime.
    ///
    /// # Errors
    /// [`StoreError::Engine`] if there is no such file or server, [`StoreError::Newer`] if a later
    /// program has migrated the tables; of one that is [`existing`](Self::existing),
    /// [`StoreError::Absent`] and [`StoreError::Older`] too.
    pub async fn open(self) -> Result<Sql, StoreError> {
        install_default_drivers();
        #[cfg(feature = "sqlite")]
        let lacks_log = self.file.as_deref().is_some_and(File::lacks_log);
        let (address, is_read_only) = self.prepared()?;
        let target = Arc::new(Target {
            dialect: self.dialect,
            #[cfg(feature = "sqlite")]
            file: self.file,
            is_read_only,
            options: connect_options(&address)?,
            limits: self.limits,
            crash: self.crash,
            patience: self.patience,
        });
        let opening = timeout(self.patience, Connection::open(&target)).await;
        let opened = opening.map_err(|_| task::late(self.patience))?;
        let mut connection = opened.map_err(SqlError::into_store_error)?;
        let latest = self.latest.unwrap_or(migrations::LATEST);
        if self.existing {
            migrations::expect(&mut connection, latest).await?;
        } else {
            #[cfg(feature = "sqlite")]
            if lacks_log
                && migrations::expect(&mut connection, latest).await == Err(StoreError::Absent)
            {
                file::warn_of_lost_tables();
            }
            migrations::run(&mut connection, latest).await?;
        }
        let looks = Lane::start(None, Arc::clone(&target));
        Ok(Sql { work: Lane::start(Some(connection), target), looks })
    }
}

impl Options {
    /// Creates the file of a store in SQLite. Returns the address to open, and whether it cannot be written: an existing
    /// store is looked at also where its file system is read-only.
    fn prepared(&self) -> Result<(String, bool), StoreError> {
        #[cfg(feature = "sqlite")]
        if let Some(file) = &self.file {
            if self.existing && !file.is_file() {
                return Err(StoreError::Absent);
            }
            match create(file) {
                Ok(()) => {}
                Err(error) if self.existing && is_read_only(&error) => {
                    return Ok((file::read_only(file), true));
                }
                Err(error) => return Err(StoreError::Engine(format!("its file: {error}"))),
            }
        }
        Ok((self.address.clone(), false))
    }
}

#[cfg(feature = "sqlite")]
fn is_read_only(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
    matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem)
}

fn connect_options(address: &str) -> Result<AnyConnectOptions, StoreError> {
    use sqlx::ConnectOptions as _;
    let unreadable = |_| StoreError::Engine("its address is not one of a database".to_owned());
    let options: AnyConnectOptions = address.parse().map_err(unreadable)?;
    // Statements have no values in them, but they are not needed in a log either.
    Ok(options.disable_statement_logging())
}

/// Creates the file with access for its owner only, because addresses and tokens are in it. SQLite
/// gives the files next to it the same rights.
#[cfg(feature = "sqlite")]
fn create(file: &std::path::Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file).map(drop)
}
