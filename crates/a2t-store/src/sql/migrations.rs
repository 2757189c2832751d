//! Tables, and how those of earlier versions become those of this one.

use std::cmp::Ordering;

use sqlx::error::DatabaseError;
use sqlx::{AssertSqlSafe, Row as _};

use super::connection::{Connection, Dialect, Kind, Result, SqlError, number};
use crate::StoreError;

/// Statements that lead to each version from the one before, from 1, in the words of SQLite: version
/// n is in place n − 1. What is out is never changed, since tables in use were made by it.
pub const MIGRATIONS: &[&[&str]] = &[FIRST, SIGNALS, COUNTS, REPLIES];

pub(super) const LATEST: i64 = MIGRATIONS.len() as i64;

const FIRST: &[&str] = &[
    "CREATE TABLE a2t_total (one BIGINT PRIMARY KEY, calls BIGINT NOT NULL, messages BIGINT NOT NULL)",
    "INSERT INTO a2t_total (one, calls, messages) VALUES (1, 0, 0)",
    "CREATE TABLE a2t_call (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        queue TEXT NOT NULL, grp TEXT NOT NULL, id TEXT NOT NULL,
        digest BLOB NOT NULL, payload BLOB NOT NULL,
        state BIGINT NOT NULL, fence BIGINT NOT NULL, attempts BIGINT NOT NULL,
        accepted_at BIGINT NOT NULL, ready_at BIGINT NOT NULL, changed_at BIGINT NOT NULL,
        checkpoint BLOB NOT NULL, result BLOB NOT NULL,
        UNIQUE (queue, grp, id))",
    "CREATE INDEX a2t_call_ready ON a2t_call (queue, ready_at, seq) WHERE state < 3",
    "CREATE INDEX a2t_call_ended ON a2t_call (changed_at) WHERE state >= 3",
    "CREATE TABLE a2t_message (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        call_seq BIGINT NOT NULL, queue TEXT NOT NULL, grp TEXT NOT NULL, id TEXT NOT NULL,
        body BLOB NOT NULL, until_cancelled BIGINT NOT NULL, head BIGINT NOT NULL,
        state BIGINT NOT NULL, fence BIGINT NOT NULL, attempts BIGINT NOT NULL,
        created_at BIGINT NOT NULL, ready_at BIGINT NOT NULL, changed_at BIGINT NOT NULL,
        reason TEXT NOT NULL)",
    "CREATE INDEX a2t_message_ready ON a2t_message (queue, ready_at, seq) WHERE head = 1",
    "CREATE INDEX a2t_message_lane ON a2t_message (queue, grp, seq) WHERE state < 3",
    "CREATE INDEX a2t_message_call ON a2t_message (call_seq)",
];

const SIGNALS: &[&str] = &[
    "CREATE TABLE a2t_signal (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, call_seq BIGINT NOT NULL, body BLOB NOT NULL)",
    "CREATE INDEX a2t_signal_call ON a2t_signal (call_seq, seq)",
];

/// Indexes from which counts are read without the rows, because rows carry payloads: reading 100,000 of them
/// takes seconds. The sweep goes by queue, then by age; the head of a lane is found without its tail.
const COUNTS: &[&str] = &[
    "DROP INDEX a2t_call_ready",
    "CREATE INDEX a2t_call_ready ON a2t_call (queue, ready_at, seq, state, attempts, accepted_at)
        WHERE state < 3",
    "DROP INDEX a2t_call_ended",
    "CREATE INDEX a2t_call_ended ON a2t_call (queue, changed_at, state) WHERE state >= 3",
    "DROP INDEX a2t_message_lane",
    "CREATE INDEX a2t_message_lane ON a2t_message (queue, grp, seq, state, attempts, created_at)
        WHERE state < 3",
    "CREATE INDEX a2t_message_ended ON a2t_message (queue, state) WHERE state >= 3",
    "CREATE INDEX a2t_message_head ON a2t_message (queue, grp) WHERE head = 1",
];

/// Replies under their keys, in the order in which the keys came.
const REPLIES: &[&str] = &[
    "CREATE TABLE a2t_reply (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        id BLOB NOT NULL UNIQUE, digest BLOB NOT NULL,
        deadline BIGINT NOT NULL, ends_at BIGINT NOT NULL,
        status BIGINT NOT NULL, body BLOB NOT NULL)",
    "CREATE INDEX a2t_reply_end ON a2t_reply (ends_at)",
];

/// Brings the tables to that version, in one transaction.
pub(super) async fn run(
    connection: &mut Connection,
    latest: i64,
) -> std::result::Result<(), StoreError> {
    let migrated = migrate(connection, latest).await;
    if migrated.is_err() {
        // The failure itself is reported; the connection is given up with it.
        let _ = connection.rollback().await;
    }
    migrated.map_err(SqlError::into_store_error)
}

async fn migrate(connection: &mut Connection, latest: i64) -> Result<()> {
    connection.begin(Kind::Claim).await?;
    #[cfg(feature = "postgres")]
    if connection.dialect() == Dialect::Postgres {
        sqlx::query(super::connection::LOCK).fetch_one(connection.sql()?).await?;
    }
    let table = "CREATE TABLE IF NOT EXISTS a2t_store \
                 (one BIGINT PRIMARY KEY, version BIGINT NOT NULL, store TEXT NOT NULL)";
    sqlx::raw_sql(table).execute(connection.sql()?).await?;
    let found = version(connection).await?;
    if found > latest {
        return Err(SqlError::Store(StoreError::Newer { found, known: latest }));
    }
    for (version, statements) in (1..=latest).zip(MIGRATIONS) {
        if version > found {
            for statement in *statements {
                let statement = translated(connection.dialect(), statement);
                sqlx::raw_sql(AssertSqlSafe(statement)).execute(connection.sql()?).await?;
            }
        }
    }
    let update = "UPDATE a2t_store SET version = $1 WHERE one = 1";
    if found < latest {
        sqlx::query(update).bind(latest).execute(connection.sql()?).await?;
    }
    connection.commit().await?;
    identify(connection).await
}

/// Asserts that the tables have that version.
pub(super) async fn expect(
    connection: &mut Connection,
    latest: i64,
) -> std::result::Result<(), StoreError> {
    let version = "SELECT version FROM a2t_store WHERE one = 1";
    let sql = connection.sql().map_err(SqlError::into_store_error)?;
    let found = match sqlx::query(version).fetch_optional(sql).await {
        Ok(Some(row)) => number(&row).map_err(SqlError::into_store_error)?,
        Ok(None) => return Err(StoreError::Absent),
        Err(sqlx::Error::Database(error)) if is_no_table(&*error) => {
            return Err(StoreError::Absent);
        }
        Err(error) => return Err(SqlError::Engine(error).into_store_error()),
    };
    match found.cmp(&latest) {
        Ordering::Less => Err(StoreError::Older { found, known: latest }),
        Ordering::Greater => Err(StoreError::Newer { found, known: latest }),
        Ordering::Equal => identify(connection).await.map_err(SqlError::into_store_error),
    }
}

/// PostgreSQL has a code for it, SQLite has one for all that is wrong with a statement.
fn is_no_table(error: &dyn DatabaseError) -> bool {
    error.code().is_some_and(|code| code == "42P01") || error.message().starts_with("no such table")
}

/// The version of the tables, 0 for none.
async fn version(connection: &mut Connection) -> Result<i64> {
    let version = "SELECT version FROM a2t_store WHERE one = 1";
    if let Some(row) = sqlx::query(version).fetch_optional(connection.sql()?).await? {
        return number(&row);
    }
    let chance = match connection.dialect() {
        #[cfg(feature = "sqlite")]
        Dialect::Sqlite => "INSERT INTO a2t_store VALUES (1, 0, hex(randomblob(16)))",
        #[cfg(feature = "postgres")]
        Dialect::Postgres => "INSERT INTO a2t_store VALUES (1, 0, CAST(gen_random_uuid() AS TEXT))",
    };
    sqlx::raw_sql(chance).execute(connection.sql()?).await?;
    Ok(0)
}

/// Reads the number of the store.
pub(super) async fn identify(connection: &mut Connection) -> Result<()> {
    let store = "SELECT store FROM a2t_store WHERE one = 1";
    let row = sqlx::query(store).fetch_one(connection.sql()?).await?;
    connection.store = row.try_get(0)?;
    Ok(())
}

fn translated(dialect: Dialect, statement: &str) -> String {
    match dialect {
        #[cfg(feature = "sqlite")]
        Dialect::Sqlite => statement.to_owned(),
        #[cfg(feature = "postgres")]
        Dialect::Postgres => statement
            .replace("INTEGER PRIMARY KEY AUTOINCREMENT", "BIGSERIAL PRIMARY KEY")
            .replace("BLOB", "BYTEA"),
    }
}
