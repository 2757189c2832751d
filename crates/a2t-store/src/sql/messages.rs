//! Messages: put into the lane of their group, claimed at its head, settled.

use std::sync::Arc;

use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;

use super::connection::{Connection, Dialect, Result, SqlError, number};
use super::row::{self, DEAD, DELIVERED, LEASED, SUSPENDED, WAITING, limit};
use crate::key::short_hex;
use crate::{
    Claim, Delivery, Digest, Hold, Item, Key, Lease, Message, NewMessage, Outcome, Reason,
    StoreError, Time, Work,
};

/// Appends messages to the lane of the call's group. The first message of a lane is its head.
pub(super) async fn insert(
    connection: &mut Connection,
    call: i64,
    key: &Key,
    messages: &[NewMessage],
    now: &Time,
) -> Result<()> {
    let insert = "INSERT INTO a2t_message (call_seq, queue, grp, id, body, until_cancelled, head, \
                  state, fence, attempts, created_at, ready_at, changed_at, reason) \
                  VALUES ($1, $2, $3, $4, $5, $6, \
                  CASE WHEN EXISTS (SELECT 1 FROM a2t_message \
                  WHERE queue = $7 AND grp = $8 AND state < 3) THEN 0 ELSE 1 END, \
                  0, 0, 0, $9, $10, $11, '') RETURNING seq";
    for message in messages {
        // A seal has the number of the row in it.
        let body = if message.seal.is_some() { &[][..] } else { message.body.expose() };
        let inserted = sqlx::query(insert)
            .bind(call)
            .bind(key.queue())
            .bind(key.group())
            .bind(key.id())
            .bind(body.to_vec())
            .bind(i64::from(message.until_cancelled))
            .bind(key.queue())
            .bind(key.group())
            .bind(now.column())
            .bind(now.column())
            .bind(now.column())
            .fetch_one(connection.sql()?)
            .await?;
        if message.seal.is_some() {
            let seq = number(&inserted)?;
            let sealed = message.body_at(seq).map_err(SqlError::Store)?;
            let update = "UPDATE a2t_message SET body = $1 WHERE seq = $2";
            let query = sqlx::query(update).bind(sealed.expose().to_vec()).bind(seq);
            query.execute(connection.sql()?).await?;
        }
    }
    connection.count(0, limit(messages.len()));
    Ok(())
}

pub(super) async fn claim(
    connection: &mut Connection,
    claim: &Claim,
    now: &Time,
) -> Result<Vec<Work>> {
    let skip = connection.dialect().skip_locked();
    let select = format!(
        "SELECT seq, queue, grp, id, body, state, fence, attempts, created_at FROM a2t_message \
         WHERE queue = $1 AND head = 1 AND ready_at <= $2 ORDER BY ready_at, seq LIMIT $3{skip}"
    );
    let query = sqlx::query(AssertSqlSafe(select));
    let query = query.bind(claim.queue.clone()).bind(now.column()).bind(limit(claim.max));
    let rows = query.fetch_all(connection.sql()?).await?;
    let mut work = Vec::with_capacity(rows.len());
    for row in rows {
        work.push(lease(connection, &row, now.after(claim.lease)).await?);
    }
    Ok(work)
}

async fn lease(connection: &mut Connection, row: &AnyRow, until: Time) -> Result<Work> {
    let seq = row::integer(row, "seq")?;
    let fence = row::integer(row, "fence")? + 1;
    // An attempt of a worker that is gone had no outcome, so this one takes its place.
    let is_new = row::integer(row, "state")? != LEASED;
    let attempt = row::count(row, "attempts")?.saturating_add(u32::from(is_new));
    let update = "UPDATE a2t_message SET state = $1, fence = $2, attempts = $3, ready_at = $4 \
                  WHERE seq = $5";
    let query = sqlx::query(update).bind(LEASED).bind(fence).bind(i64::from(attempt));
    query.bind(until.column()).bind(seq).execute(connection.sql()?).await?;
    let message = Message {
        id: id(&connection.store, seq),
        call: row::key(row)?,
        body: row::secret(row, "body")?,
        attempt,
        created: row::time(row, "created_at")?,
    };
    let key = Arc::new(message.call.clone());
    let lease = Lease { item: Item::Message(seq), key, fence, until };
    Ok(Work::Deliver(Box::new(Delivery { lease, message })))
}

/// The id of a message: of its store and its number, so that it needs no column and no chance.
fn id(store: &str, seq: i64) -> String {
    let digest = Digest::from_parts([store.as_bytes(), &seq.to_be_bytes()]);
    format!("msg_{}", short_hex(&digest))
}

pub(super) async fn settle(
    connection: &mut Connection,
    lease: &Lease,
    outcome: &Outcome,
    now: &Time,
) -> Result<Hold> {
    let Item::Message(seq) = lease.item else {
        let rule = "a delivery needs the lease of a message, this one is of a call";
        return Err(SqlError::Store(StoreError::Misuse(rule)));
    };
    let select = "SELECT queue, grp, body FROM a2t_message \
                  WHERE seq = $1 AND fence = $2 AND state = $3";
    let query = sqlx::query(select).bind(seq).bind(lease.fence).bind(LEASED);
    let Some(row) = query.fetch_optional(connection.sql()?).await? else {
        return Ok(Hold::Lost);
    };
    let (state, ready, reason) = match outcome {
        Outcome::Delivered => (DELIVERED, *now, String::new()),
        Outcome::Retry(at, status) => (WAITING, *at, Reason::Last(*status).to_string()),
        Outcome::Dead(reason) => (DEAD, *now, reason.to_string()),
    };
    let body = if state == DELIVERED { Vec::new() } else { row::bytes(&row, "body")? };
    let update = "UPDATE a2t_message SET state = $1, fence = fence + 1, ready_at = $2, \
                  changed_at = $3, reason = $4, body = $5, head = $6 \
                  WHERE seq = $7 AND fence = $8";
    let settled = sqlx::query(update)
        .bind(state)
        .bind(ready.column())
        .bind(now.column())
        .bind(reason)
        .bind(body)
        .bind(i64::from(state == WAITING))
        .bind(seq)
        .bind(lease.fence)
        .execute(connection.sql()?)
        .await?;
    if settled.rows_affected() == 0 {
        // Another program has cancelled the call since.
        return Ok(Hold::Lost);
    }
    if state != WAITING {
        connection.count(0, -1);
    }
    // A message that was requeued while this one was in flight goes first.
    reorder(connection, &row::text(&row, "queue")?, &row::text(&row, "grp")?).await?;
    Ok(Hold::Released)
}

/// The oldest message of a lane, if any. Its group is a range, because PostgreSQL would take the order
/// of one group for that of the table, and walk all that was ever delivered.
const OLDEST: &str = "SELECT seq FROM a2t_message WHERE queue = $1 AND grp BETWEEN $2 AND $3 \
                      AND state < 3 ORDER BY grp, seq LIMIT 1";

const HEADS: &str = "SELECT seq, state FROM a2t_message WHERE queue = $1 AND grp = $2 AND head = 1";

/// Makes the oldest message of a lane its head, unless a worker holds the head. Reads its heads and its
/// oldest message alone, because a lane may be long.
pub(super) async fn reorder(connection: &mut Connection, queue: &str, group: &str) -> Result<()> {
    let query = sqlx::query(OLDEST).bind(queue).bind(group).bind(group);
    let oldest = query.fetch_optional(connection.sql()?).await?;
    let Some(oldest) = oldest.map(|row| number(&row)).transpose()? else { return Ok(()) };
    let lock = locked(connection.dialect());
    let query = sqlx::query(AssertSqlSafe(format!("{HEADS}{lock}"))).bind(queue).bind(group);
    let mut heads = Vec::new();
    for row in query.fetch_all(connection.sql()?).await? {
        heads.push((row::integer(&row, "seq")?, row::integer(&row, "state")?));
    }
    // A message that a worker has was a head when it was claimed, and is one until it is settled.
    let held = heads.iter().find(|(_, state)| *state == LEASED);
    let chosen = held.map_or(oldest, |(seq, _)| *seq);
    for (seq, _) in heads.iter().filter(|(seq, _)| *seq != chosen) {
        set_head(connection, *seq, 0).await?;
    }
    if heads.iter().all(|(seq, _)| *seq != chosen) {
        set_head(connection, chosen, 1).await?;
    }
    Ok(())
}

/// Heads that another worker is just claiming are waited for, so that they are seen as claimed.
fn locked(dialect: Dialect) -> &'static str {
    match dialect {
        #[cfg(feature = "sqlite")]
        Dialect::Sqlite => "",
        #[cfg(feature = "postgres")]
        Dialect::Postgres => " FOR UPDATE",
    }
}

async fn set_head(connection: &mut Connection, seq: i64, head: i64) -> Result<()> {
    let update = "UPDATE a2t_message SET head = $1 WHERE seq = $2";
    sqlx::query(update).bind(head).bind(seq).execute(connection.sql()?).await?;
    Ok(())
}

pub(super) async fn requeue(connection: &mut Connection, item: &Item, now: &Time) -> Result<bool> {
    match *item {
        Item::Call(seq) => {
            let update = "UPDATE a2t_call SET state = $1, ready_at = $2 \
                          WHERE seq = $3 AND state IN ($4, $5)";
            let query = sqlx::query(update).bind(WAITING).bind(now.column()).bind(seq);
            let query = query.bind(WAITING).bind(SUSPENDED);
            Ok(query.execute(connection.sql()?).await?.rows_affected() == 1)
        }
        Item::Message(seq) => requeue_message(connection, seq, now).await,
    }
}

async fn requeue_message(connection: &mut Connection, seq: i64, now: &Time) -> Result<bool> {
    let select = "SELECT queue, grp, state, reason FROM a2t_message WHERE seq = $1";
    let query = sqlx::query(select).bind(seq);
    let Some(row) = query.fetch_optional(connection.sql()?).await? else { return Ok(false) };
    let state = row::integer(&row, "state")?;
    let cancelled = row::text(&row, "reason")? == Reason::Cancelled.to_string();
    // The body of one that was dropped with its call is erased.
    if !(state == WAITING || state == DEAD && !cancelled) {
        return Ok(false);
    }
    let update = "UPDATE a2t_message SET state = $1, ready_at = $2, reason = '', \
                  attempts = CASE WHEN state = $3 THEN 0 ELSE attempts END WHERE seq = $4";
    let query = sqlx::query(update).bind(WAITING).bind(now.column()).bind(DEAD).bind(seq);
    query.execute(connection.sql()?).await?;
    if state == DEAD {
        connection.count(0, 1);
    }
    reorder(connection, &row::text(&row, "queue")?, &row::text(&row, "grp")?).await?;
    Ok(true)
}

#[cfg(all(test, feature = "sqlite"))]
#[allow(clippy::unwrap_used)]
mod tests {
    use sqlx::{AssertSqlSafe, Connection as _, Row as _};

    use super::{HEADS, OLDEST};

    #[tokio::test]
    async fn a_lane_is_not_walked_to_find_its_head() {
        sqlx::any::install_default_drivers();
        let mut sql = sqlx::AnyConnection::connect("sqlite::memory:").await.unwrap();
        for statement in crate::open::MIGRATIONS.iter().copied().flatten() {
            sqlx::raw_sql(*statement).execute(&mut sql).await.unwrap();
        }
        let found = [
            (OLDEST, "USING COVERING INDEX a2t_message_lane (queue=? AND grp>? AND grp<?)"),
            (HEADS, "USING INDEX a2t_message_head (queue=? AND grp=?)"),
        ];
        for (select, index) in found {
            let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {select}"));
            let rows = sqlx::query(explain).fetch_all(&mut sql).await.unwrap();
            let steps: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
            assert_eq!(steps, [format!("SEARCH a2t_message {index}")], "rows are sorted or walked");
        }
    }
}
