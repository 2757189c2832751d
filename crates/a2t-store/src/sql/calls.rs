//! Calls: accepted, claimed, found.

use std::sync::Arc;

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row as _};

use super::connection::{Connection, Result, number};
use super::messages;
use super::row::{self, LEASED, WAITING, limit};
use crate::{Accepted, Call, Claim, Item, Key, Lease, NewCall, Run, Secret, Time, Work};

const COLUMNS: &str = "seq, queue, grp, id, digest, payload, state, fence, attempts, accepted_at, \
                       changed_at, checkpoint, result";

pub(super) async fn accept(
    connection: &mut Connection,
    call: &NewCall,
    now: &Time,
) -> Result<Accepted> {
    if connection.is_full() {
        return Ok(known(connection, call).await?.unwrap_or(Accepted::Full));
    }
    let (state, fence, ready) = call.held.map_or((WAITING, 0, *now), |until| (LEASED, 1, until));
    let insert = "INSERT INTO a2t_call (queue, grp, id, digest, payload, state, fence, attempts, \
                  accepted_at, ready_at, changed_at, checkpoint, result) \
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) \
                  ON CONFLICT (queue, grp, id) DO NOTHING RETURNING seq";
    let digest = call.digests.first().map(|digest| digest.as_bytes().to_vec());
    let inserted = sqlx::query(insert)
        .bind(call.key.queue())
        .bind(call.key.group())
        .bind(call.key.id())
        .bind(digest.unwrap_or_default())
        .bind(call.payload.expose())
        .bind(state)
        .bind(fence)
        // The one who accepts it makes the first attempt.
        .bind(fence)
        .bind(now.column())
        .bind(ready.column())
        .bind(now.column())
        .bind(Vec::new())
        .bind(Vec::new())
        .fetch_optional(connection.sql()?)
        .await?;
    let Some(inserted) = inserted else {
        return Ok(known(connection, call).await?.unwrap_or(Accepted::Conflict));
    };
    connection.count(1, 0);
    let item = Item::Call(number(&inserted)?);
    Ok(Accepted::New(call.held.map(|until| {
        let key = Arc::new(call.key.clone());
        Lease { item, key, fence, until }
    })))
}

/// The answer to a call whose name is taken, if it is.
async fn known(connection: &mut Connection, call: &NewCall) -> Result<Option<Accepted>> {
    let Some(row) = by_key(connection, &call.key).await? else { return Ok(None) };
    let digest = row::bytes(&row, "digest")?;
    if call.digests.iter().any(|found| found.as_bytes().as_slice() == digest) {
        let found = read(connection, &row).await?;
        return Ok(Some(Accepted::Known(Box::new(found))));
    }
    Ok(Some(Accepted::Conflict))
}

pub(super) async fn by_key(connection: &mut Connection, key: &Key) -> Result<Option<AnyRow>> {
    let select = "SELECT seq, queue, grp, id, digest, payload, state, fence, attempts, accepted_at, \
                  changed_at, checkpoint, result FROM a2t_call \
                  WHERE queue = $1 AND grp = $2 AND id = $3";
    let query = sqlx::query(select).bind(key.queue()).bind(key.group()).bind(key.id());
    Ok(query.fetch_optional(connection.sql()?).await?)
}

pub(super) async fn find(connection: &mut Connection, key: &Key) -> Result<Option<Call>> {
    match by_key(connection, key).await? {
        Some(row) => read(connection, &row).await.map(Some),
        None => Ok(None),
    }
}

pub(super) async fn claim(
    connection: &mut Connection,
    claim: &Claim,
    now: &Time,
) -> Result<Vec<Work>> {
    let mut work = Vec::new();
    if claim.messages {
        work = messages::claim(connection, claim, now).await?;
    }
    if claim.calls && work.len() < claim.max {
        let max = claim.max - work.len();
        let columns = COLUMNS;
        let skip = connection.dialect().skip_locked();
        let select = format!(
            "SELECT {columns} FROM a2t_call WHERE queue = $1 AND state < 3 AND ready_at <= $2 \
             ORDER BY ready_at, seq LIMIT $3{skip}"
        );
        let query = sqlx::query(AssertSqlSafe(select));
        let query = query.bind(claim.queue.clone()).bind(now.column()).bind(limit(max));
        let rows = query.fetch_all(connection.sql()?).await?;
        for row in rows {
            work.push(lease(connection, &row, now.after(claim.lease)).await?);
        }
    }
    Ok(work)
}

async fn lease(connection: &mut Connection, row: &AnyRow, until: Time) -> Result<Work> {
    let seq = row::integer(row, "seq")?;
    let fence = row::integer(row, "fence")? + 1;
    let update = "UPDATE a2t_call SET state = $1, fence = $2, attempts = attempts + 1, \
                  ready_at = $3 WHERE seq = $4";
    let query = sqlx::query(update).bind(LEASED).bind(fence).bind(until.column()).bind(seq);
    query.execute(connection.sql()?).await?;
    let mut call = read(connection, row).await?;
    call.attempts = call.attempts.saturating_add(1);
    call.standing = crate::Standing::Leased;
    let key = Arc::new(call.key.clone());
    let lease = Lease { item: Item::Call(seq), key, fence, until };
    Ok(Work::Run(Box::new(Run { lease, call })))
}

async fn read(connection: &mut Connection, row: &AnyRow) -> Result<Call> {
    let seq = row::integer(row, "seq")?;
    Ok(Call {
        key: row::key(row)?,
        standing: row::call_standing(row::integer(row, "state")?),
        payload: row::secret(row, "payload")?,
        checkpoint: row::optional_secret(row, "checkpoint")?,
        result: row::optional_secret(row, "result")?,
        signals: signals(connection, seq).await?,
        attempts: row::count(row, "attempts")?,
        accepted: row::time(row, "accepted_at")?,
        changed: row::time(row, "changed_at")?,
    })
}

async fn signals(connection: &mut Connection, seq: i64) -> Result<Vec<Secret>> {
    let select = "SELECT body FROM a2t_signal WHERE call_seq = $1 ORDER BY seq";
    let rows = sqlx::query(select).bind(seq).fetch_all(connection.sql()?).await?;
    rows.iter().map(|row| Ok(Secret::from(row.try_get::<Vec<u8>, _>(0)?))).collect()
}
