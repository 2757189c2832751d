//! Options with which a store in SQL is opened.

use std::sync::Arc;

use sqlx::any::{AnyConnectOptions, install_default_drivers};

use super::connection::{Connection, Dialect, Failure};
#[cfg(feature = "sqlite")]
use super::file::{self, File};
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
        }
    }

    #[cfg(feature = "sqlite")]
    pub(super) fn sqlite(file: &std::path::Path) -> Self {
        // The beginning of a relative path would be the host of the address.
        let file = &std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        let address = format!("sqlite://{}?mode=rw", escaped(file));
        Self { file: Some(file.to_owned()), ..Self::new(Dialect::Sqlite, address) }
    }

    #[cfg(feature = "postgres")]
    pub(super) fn postgres(address: String) -> Self {
        Self::new(Dialect::Postgres, address)
    }

    /// The most that may wait in the store.
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
        #[cfg(feature = "sqlite")]
        if let Some(file) = &self.file {
            if self.existing && !file.is_file() {
                return Err(StoreError::Absent);
            }
            create(file).map_err(|error| StoreError::Engine(format!("its file: {error}")))?;
        }
        let target = Arc::new(Target {
            dialect: self.dialect,
            #[cfg(feature = "sqlite")]
            file: self.file,
            options: connect_options(&self.address)?,
            limits: self.limits,
            crash: self.crash,
        });
        let mut connection = Connection::open(&target).await.map_err(Failure::told)?;
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

/// Address and settings of a connection, to open it again.
pub(super) struct Target {
    pub(super) dialect: Dialect,
    #[cfg(feature = "sqlite")]
    pub(super) file: Option<std::path::PathBuf>,
    pub(super) options: AnyConnectOptions,
    pub(super) limits: Limits,
    pub(super) crash: Option<Crash>,
}

fn connect_options(address: &str) -> Result<AnyConnectOptions, StoreError> {
    use sqlx::ConnectOptions as _;
    let unreadable = |_| StoreError::Engine("its address is not one of a database".to_owned());
    let options: AnyConnectOptions = address.parse().map_err(unreadable)?;
    // Statements have no values in them, but nobody needs them in a log either.
    Ok(options.disable_statement_logging())
}

/// A path as a part of an address, in which `?`, `#` and `%` mean something.
#[cfg(feature = "sqlite")]
fn escaped(file: &std::path::Path) -> String {
    let text = file.to_string_lossy();
    text.replace('%', "%25").replace('?', "%3f").replace('#', "%23")
}

/// Creates the file for its owner alone, because addresses and tokens are in it. SQLite gives the
/// files beside it the same rights.
#[cfg(feature = "sqlite")]
fn create(file: &std::path::Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file).map(drop)
}
