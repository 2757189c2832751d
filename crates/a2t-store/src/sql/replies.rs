//! Replies kept under an `Idempotency-Key`, in a separate table.

use std::sync::Arc;
use std::time::SystemTime;

use sqlx::Row as _;
use sqlx::any::AnyRow;

use super::Sql;
use super::connection::{Connection, Kind, Result};
use super::row;
use crate::Time;
use crate::idempotency::{Answer, Begun, Call, Digest, Key, Reply, Store, StoreError};

/// Rows whose time is over that a new key takes away: more than it adds, so that they become fewer.
const SWEPT: i64 = 8;

/// Status of a call that has no reply.
const RUNNING: i64 = 0;

impl Store for Sql {
    fn begin(&self, call: Call, now: SystemTime) -> Answer<'_, Begun> {
        let now = Time::from(now);
        shared!(call, now);
        converted(self.run(Kind::Claim, job!(begin, call, now)))
    }

    fn keep(&self, key: &Key, reply: Reply) -> Answer<'_, ()> {
        let id = id(key);
        shared!(id, reply);
        converted(self.run(Kind::Claim, job!(keep, id, reply)))
    }

    fn free(&self, key: &Key) -> Answer<'_, ()> {
        let id = id(key);
        shared!(id);
        converted(self.run(Kind::Claim, job!(free, id)))
    }
}

fn converted<T: Send + 'static>(answer: crate::Answer<'_, T>) -> Answer<'_, T> {
    Box::pin(async move { answer.await.map_err(|error| StoreError::new(error.to_string())) })
}

/// The digest of a key, because a caller may be a credential.
fn id(key: &Key) -> Vec<u8> {
    crate::Digest::from_parts([key.bytes()]).as_bytes().to_vec()
}

async fn begin(connection: &mut Connection, call: &Call, now: &Time) -> Result<Begun> {
    let id = id(&call.key);
    forget(connection, &id, *now).await?;
    let digest = call.digest.bits().to_be_bytes().to_vec();
    if is_full(connection).await? {
        return Ok(known(connection, &id, call, *now).await?.unwrap_or(Begun::Full));
    }
    let insert = "INSERT INTO a2t_reply (id, digest, deadline, ends_at, status, body) \
                  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING";
    let inserted = sqlx::query(insert)
        .bind(id.clone())
        .bind(digest)
        .bind(Time::from(call.deadline).column())
        .bind(Time::from(call.until).column())
        .bind(RUNNING)
        .bind(Vec::new())
        .execute(connection.sql()?)
        .await?;
    if inserted.rows_affected() > 0 {
        return Ok(Begun::New);
    }
    // A row that was there and is gone was freed this moment: the caller tries again.
    Ok(known(connection, &id, call, *now).await?.unwrap_or(Begun::Running))
}

/// Takes rows away whose time is over: that of this key, and some others.
async fn forget(connection: &mut Connection, id: &[u8], now: Time) -> Result<()> {
    let own = "DELETE FROM a2t_reply WHERE id = $1 AND ends_at <= $2";
    let query = sqlx::query(own).bind(id.to_vec()).bind(now.column());
    query.execute(connection.sql()?).await?;
    let others = "DELETE FROM a2t_reply WHERE seq IN \
                  (SELECT seq FROM a2t_reply WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2)";
    let query = sqlx::query(others).bind(now.column()).bind(SWEPT);
    query.execute(connection.sql()?).await?;
    Ok(())
}

/// The distance between the oldest row and the newest, which is not less than their number, because
/// counting them all would take longer than a call.
async fn is_full(connection: &mut Connection) -> Result<bool> {
    let select = "SELECT COALESCE((SELECT MAX(seq) FROM a2t_reply) - (SELECT MIN(seq) FROM a2t_reply) + 1, 0)";
    let row = sqlx::query(select).fetch_one(connection.sql()?).await?;
    let rows: i64 = row.try_get(0)?;
    Ok(u64::try_from(rows).unwrap_or_default() >= connection.limits().replies)
}

async fn known(
    connection: &mut Connection,
    id: &[u8],
    call: &Call,
    now: Time,
) -> Result<Option<Begun>> {
    let select = "SELECT digest, deadline, status, body FROM a2t_reply WHERE id = $1";
    let query = sqlx::query(select).bind(id.to_vec());
    let row = query.fetch_optional(connection.sql()?).await?;
    row.map(|row| read(&row, call.digest, now)).transpose()
}

fn read(row: &AnyRow, digest: Digest, now: Time) -> Result<Begun> {
    if row::bytes(row, "digest")? != digest.bits().to_be_bytes() {
        return Ok(Begun::Other);
    }
    let status: i64 = row.try_get("status")?;
    let deadline: i64 = row.try_get("deadline")?;
    Ok(match u16::try_from(status) {
        Ok(status) if i64::from(status) != RUNNING => {
            Begun::Kept(Reply { status, body: row::bytes(row, "body")? })
        }
        _ if deadline <= now.column() => Begun::Lost,
        _ => Begun::Running,
    })
}

async fn keep(connection: &mut Connection, id: &[u8], reply: &Reply) -> Result<()> {
    let update = "UPDATE a2t_reply SET status = $1, body = $2 WHERE id = $3 AND status = $4";
    let query = sqlx::query(update).bind(i64::from(reply.status)).bind(reply.body.clone());
    query.bind(id.to_vec()).bind(RUNNING).execute(connection.sql()?).await?;
    Ok(())
}

async fn free(connection: &mut Connection, id: &[u8]) -> Result<()> {
    let delete = "DELETE FROM a2t_reply WHERE id = $1 AND status = $2";
    let query = sqlx::query(delete).bind(id.to_vec()).bind(RUNNING);
    query.execute(connection.sql()?).await?;
    Ok(())
}
