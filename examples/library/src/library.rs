//! The state of all tools: the database, and what day it is.

use std::str::FromStr;

use jiff::civil::Date;
use jiff::{Timestamp, tz::TimeZone};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::{Sqlite, SqlitePool, Transaction};

/// The library: its database, and its calendar.
#[derive(Clone, Debug)]
pub struct Library {
    pub(crate) db: SqlitePool,
    today: fn() -> Date,
}

impl Library {
    /// Opens the database at a URL, such as `sqlite:library.db`, and creates what it lacks.
    ///
    /// # Errors
    /// The URL is not one of SQLite, or the file cannot be opened.
    pub async fn open(url: &str) -> sqlx::Result<Self> {
        let options = SqliteConnectOptions::from_str(url)?.create_if_missing(true);
        Self::connect(SqlitePoolOptions::new(), options).await
    }

    /// A library that is gone with the program.
    ///
    /// # Errors
    /// SQLite has no memory left.
    pub async fn in_memory() -> sqlx::Result<Self> {
        // Each connection would have a separate database.
        let pool = SqlitePoolOptions::new().max_connections(1);
        Self::connect(pool, SqliteConnectOptions::new().in_memory(true)).await
    }

    async fn connect(pool: SqlitePoolOptions, options: SqliteConnectOptions) -> sqlx::Result<Self> {
        let db = pool.connect_with(options).await?;
        sqlx::raw_sql(include_str!("schema.sql")).execute(&db).await?;
        Ok(Self { db, today: || Timestamp::now().to_zoned_datetime(TimeZone::UTC).date() })
    }

    /// The same library on another day.
    #[must_use]
    pub fn with_today(self, today: fn() -> Date) -> Self {
        Self { today, ..self }
    }

    /// The day, in UTC.
    pub fn today(&self) -> Date {
        (self.today)()
    }

    /// Begins a transaction that will write; others wait until it ends.
    pub(crate) async fn begin(&self) -> sqlx::Result<Transaction<'static, Sqlite>> {
        self.db.begin_with("BEGIN IMMEDIATE").await
    }
}
