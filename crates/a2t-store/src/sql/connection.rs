//! One connection and the transaction on it.

use std::fmt;
use std::time::Duration;

use sqlx::AnyConnection;
use sqlx::any::{AnyConnectOptions, AnyRow};
use sqlx::{Connection as _, Row as _};

#[cfg(feature = "sqlite")]
use super::file::File;
use crate::fault::Crash;
use crate::{Limits, StoreError};

/// Number of an advisory lock in PostgreSQL, which is held to write order or totals.
#[cfg(feature = "postgres")]
pub(super) const LOCK: &str = "SELECT CAST(pg_advisory_xact_lock(4703226163811058) AS TEXT)";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    #[cfg(feature = "sqlite")]
    Sqlite,
    #[cfg(feature = "postgres")]
    Postgres,
}

impl Dialect {
    /// The end of a statement that leaves rows to another worker which is just claiming them.
    pub(super) fn skip_locked(self) -> &'static str {
        match self {
            #[cfg(feature = "sqlite")]
            Self::Sqlite => "",
            #[cfg(feature = "postgres")]
            Self::Postgres => " FOR UPDATE SKIP LOCKED",
        }
    }
}

/// Address and settings of a connection, to open it again.
pub(super) struct Target {
    pub(super) dialect: Dialect,
    #[cfg(feature = "sqlite")]
    pub(super) file: Option<std::path::PathBuf>,
    /// Nothing can be written, the settings of the file included.
    pub(super) is_read_only: bool,
    pub(super) options: AnyConnectOptions,
    pub(super) limits: Limits,
    pub(super) crash: Option<Crash>,
    pub(super) patience: Duration,
}

/// Kind of a request, by the locks that it needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// It changes nothing.
    Read,
    /// It changes single rows.
    Claim,
    /// It changes order or totals, which have one writer.
    Write,
}

/// Error of a request: from the engine, or from the rules of the trait.
#[derive(Debug)]
pub(super) enum SqlError {
    Engine(sqlx::Error),
    Store(StoreError),
}

pub(super) type Result<T> = std::result::Result<T, SqlError>;

impl SqlError {
    /// The error for the caller. The texts of engines name tables and constraints, not values.
    pub(super) fn into_store_error(self) -> StoreError {
        match self {
            Self::Store(error) => error,
            Self::Engine(sqlx::Error::Database(error)) => {
                StoreError::Engine(error.message().to_owned())
            }
            Self::Engine(sqlx::Error::Io(error)) => StoreError::Engine(error.kind().to_string()),
            Self::Engine(sqlx::Error::Configuration(_)) => {
                StoreError::Engine("its address is not one of a database".to_owned())
            }
            Self::Engine(_) => StoreError::Engine("the connection broke".to_owned()),
        }
    }
}

impl From<sqlx::Error> for SqlError {
    fn from(error: sqlx::Error) -> Self {
        Self::Engine(error)
    }
}

/// Calls and messages that wait, counted in a separate table, because counting 100,000 rows takes
/// longer than a call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Totals {
    pub(super) calls: i64,
    pub(super) messages: i64,
}

pub(super) struct Connection {
    sql: AnyConnection,
    dialect: Dialect,
    limits: Limits,
    crash: Option<Crash>,
    /// The totals as they were read, and as they are now; `None` outside of a transaction that writes.
    totals: Option<(Totals, Totals)>,
    /// The log is emptied after this transaction.
    scrubs: bool,
    /// Number of the store, from which the ids of its messages are made.
    pub(super) store: String,
    #[cfg(feature = "sqlite")]
    file: Option<File>,
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").field("dialect", &self.dialect).finish_non_exhaustive()
    }
}

impl Connection {
    pub(super) async fn open(target: &Target) -> Result<Self> {
        let sql = AnyConnection::connect_with(&target.options).await?;
        let Target { dialect, limits, crash, .. } = target;
        let (dialect, limits, crash) = (*dialect, *limits, crash.clone());
        let mut opened = Self {
            sql,
            dialect,
            limits,
            crash,
            totals: None,
            scrubs: false,
            store: String::new(),
            #[cfg(feature = "sqlite")]
            file: target.file.as_deref().map(File::opened),
        };
        if !target.is_read_only {
            opened.prepare().await?;
        }
        Ok(opened)
    }

    /// Settings of the connection.
    async fn prepare(&mut self) -> Result<()> {
        let settings: &[&'static str] = match self.dialect {
            #[cfg(feature = "sqlite")]
            Dialect::Sqlite => &[
                "PRAGMA busy_timeout = 10000",
                "PRAGMA journal_mode = WAL",
                "PRAGMA synchronous = FULL",
                // Bodies that were erased are not readable in the file any more, nor in its free pages.
                "PRAGMA secure_delete = ON",
            ],
            #[cfg(feature = "postgres")]
            Dialect::Postgres => {
                &["SET synchronous_commit = on", "SET client_min_messages = warning"]
            }
        };
        for setting in settings {
            sqlx::raw_sql(*setting).execute(&mut self.sql).await?;
        }
        Ok(())
    }

    pub(super) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The connection for one more statement, unless a test wants it to crash here.
    pub(super) fn sql(&mut self) -> Result<&mut AnyConnection> {
        if self.crash.as_ref().is_some_and(Crash::is_now) {
            return Err(SqlError::Store(StoreError::Closed));
        }
        Ok(&mut self.sql)
    }

    /// `true` if a test has made it crash.
    pub(super) fn has_crashed(&self) -> bool {
        self.crash.as_ref().is_some_and(Crash::happened)
    }

    pub(super) async fn begin(&mut self, kind: Kind) -> Result<()> {
        #[cfg(feature = "sqlite")]
        if let Some(file) = &mut self.file {
            file.check().map_err(SqlError::Store)?;
        }
        let begin = match self.dialect {
            // At once the only writer: a transaction that reads first could not become one later.
            #[cfg(feature = "sqlite")]
            Dialect::Sqlite if kind == Kind::Read => "BEGIN",
            #[cfg(feature = "sqlite")]
            Dialect::Sqlite => "BEGIN IMMEDIATE",
            #[cfg(feature = "postgres")]
            Dialect::Postgres => "BEGIN",
        };
        sqlx::raw_sql(begin).execute(self.sql()?).await?;
        if kind == Kind::Write { self.lock().await } else { Ok(()) }
    }

    /// Takes the lock for writing order or totals, and reads those.
    async fn lock(&mut self) -> Result<()> {
        match self.dialect {
            #[cfg(feature = "sqlite")]
            Dialect::Sqlite => {}
            #[cfg(feature = "postgres")]
            Dialect::Postgres => {
                sqlx::query(LOCK).fetch_one(self.sql()?).await?;
            }
        }
        let totals = "SELECT calls, messages FROM a2t_total WHERE one = 1";
        let row = sqlx::query(totals).fetch_one(self.sql()?).await?;
        let totals = Totals { calls: row.try_get(0)?, messages: row.try_get(1)? };
        self.totals = Some((totals, totals));
        Ok(())
    }

    pub(super) async fn commit(&mut self) -> Result<()> {
        if let Some((before, now)) = self.totals.take()
            && before != now
        {
            let statement = "UPDATE a2t_total SET calls = $1, messages = $2 WHERE one = 1";
            let query = sqlx::query(statement).bind(now.calls).bind(now.messages);
            query.execute(self.sql()?).await?;
        }
        sqlx::raw_sql("COMMIT").execute(self.sql()?).await?;
        if std::mem::take(&mut self.scrubs) {
            self.empty_log().await;
        }
        // A crash after the commit, before anybody hears of it.
        self.sql().map(drop)
    }

    /// Empties the log when the transaction is over.
    pub(super) fn scrub(&mut self) {
        self.scrubs = true;
    }

    /// Moves the log of SQLite into its file, and cuts it to nothing.
    async fn empty_log(&mut self) {
        match self.dialect {
            #[cfg(feature = "sqlite")]
            Dialect::Sqlite => {
                // Readers of other programs are not waited for, because the next sweep is soon.
                let statements = [
                    "PRAGMA busy_timeout = 100",
                    "PRAGMA wal_checkpoint(TRUNCATE)",
                    "PRAGMA busy_timeout = 10000",
                ];
                for statement in statements {
                    // What fails is left to the next sweep, too.
                    let _ = sqlx::raw_sql(statement).execute(&mut self.sql).await;
                }
            }
            #[cfg(feature = "postgres")]
            Dialect::Postgres => {}
        }
    }

    pub(super) async fn rollback(&mut self) -> Result<()> {
        self.totals = None;
        self.scrubs = false;
        sqlx::raw_sql("ROLLBACK").execute(self.sql()?).await?;
        Ok(())
    }

    pub(super) async fn close(self) {
        // Everything is committed; a connection that does not close well loses nothing.
        let _ = self.sql.close().await;
    }

    /// Counts calls and messages that begin or cease to wait.
    pub(super) fn count(&mut self, calls: i64, messages: i64) {
        if let Some((_, now)) = &mut self.totals {
            now.calls += calls;
            now.messages += messages;
        }
    }

    /// `true` if no more calls may wait.
    pub(super) fn is_full(&self) -> bool {
        let full = |found: i64, limit: u64| u64::try_from(found).unwrap_or(0) >= limit;
        let Limits { calls, messages, .. } = self.limits;
        self.totals.is_some_and(|(_, now)| full(now.calls, calls) || full(now.messages, messages))
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// `true` if no more messages may wait.
    pub(super) fn is_full_of_messages(&self) -> bool {
        let found = self.totals.map_or(0, |(_, now)| now.messages);
        u64::try_from(found).unwrap_or(0) >= self.limits.messages
    }
}

/// The first column of a row, a number.
pub(super) fn number(row: &AnyRow) -> Result<i64> {
    Ok(row.try_get(0)?)
}
