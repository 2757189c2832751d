//! Steps of calls, signals to them, and their end.

use super::calls::by_key;
use super::connection::{Connection, Result, SqlError, number};
use super::messages;
use super::row::{self, CANCELLED, DEAD, ENDED, LEASED, SUSPENDED, WAITING};
use crate::{
    Cancelled, Ending, Hold, Item, Key, Lease, NewMessage, Reason, Secret, Signalled, Step,
    StoreError, Then, Time,
};

pub(super) async fn extend(
    connection: &mut Connection,
    lease: &Lease,
    until: &Time,
) -> Result<Hold> {
    let update = match lease.item {
        Item::Call(_) => {
            "UPDATE a2t_call SET ready_at = $1 WHERE seq = $2 AND fence = $3 AND state = $4"
        }
        Item::Message(_) => {
            "UPDATE a2t_message SET ready_at = $1 WHERE seq = $2 AND fence = $3 AND state = $4"
        }
    };
    let (Item::Call(seq) | Item::Message(seq)) = lease.item;
    let query = sqlx::query(update).bind(until.column()).bind(seq).bind(lease.fence).bind(LEASED);
    if query.execute(connection.sql()?).await?.rows_affected() == 1 {
        return Ok(Hold::Kept(Lease { until: *until, ..lease.clone() }));
    }
    match lease.item {
        Item::Call(seq) => lost(connection, seq).await,
        Item::Message(_) => Ok(Hold::Lost),
    }
}

/// Reason why a call is not the worker's any more.
async fn lost(connection: &mut Connection, seq: i64) -> Result<Hold> {
    let select = "SELECT state FROM a2t_call WHERE seq = $1";
    let row = sqlx::query(select).bind(seq).fetch_optional(connection.sql()?).await?;
    let cancelled = row.map(|row| number(&row)).transpose()? == Some(CANCELLED);
    Ok(if cancelled { Hold::Cancelled } else { Hold::Lost })
}

pub(super) async fn commit(
    connection: &mut Connection,
    lease: &Lease,
    step: &Step,
    now: &Time,
) -> Result<Hold> {
    let Item::Call(seq) = lease.item else {
        return Err(misuse("a step needs the lease of a call, this one is of a message"));
    };
    let select = "SELECT queue, grp, id, result, checkpoint FROM a2t_call \
                  WHERE seq = $1 AND fence = $2 AND state = $3";
    let query = sqlx::query(select).bind(seq).bind(lease.fence).bind(LEASED);
    let Some(row) = query.fetch_optional(connection.sql()?).await? else {
        return lost(connection, seq).await;
    };
    let key = row::key(&row)?;
    let stored = row::bytes(&row, "result")?;
    match (stored.is_empty(), &step.result) {
        (false, Some(_)) => return Err(misuse("a call has one result, this one has it already")),
        (true, None) if step.then == Then::Done => {
            return Err(misuse("a call ends with a result, this one has none"));
        }
        _ => {}
    }
    // Progress may be refused, results may not.
    let progress = step.result.is_none() && step.then != Then::Done;
    if progress && !step.messages.is_empty() && connection.is_full_of_messages() {
        return Ok(Hold::Full);
    }
    messages::insert(connection, seq, &key, &step.messages, now).await?;
    let result = if step.result.is_some() { row::optional(step.result.as_ref()) } else { stored };
    let checkpoint = match &step.checkpoint {
        Some(_) => row::optional(step.checkpoint.as_ref()),
        None => row::bytes(&row, "checkpoint")?,
    };
    match step.then {
        Then::Done => end(connection, seq, ENDED, result, now).await.map(|()| Hold::Released),
        then => go_on(connection, lease, then, result, checkpoint, now).await,
    }
}

fn misuse(rule: &'static str) -> SqlError {
    SqlError::Store(StoreError::Misuse(rule))
}

async fn go_on(
    connection: &mut Connection,
    lease: &Lease,
    then: Then,
    result: Vec<u8>,
    checkpoint: Vec<u8>,
    now: &Time,
) -> Result<Hold> {
    let (Item::Call(seq) | Item::Message(seq)) = lease.item;
    let (state, ready) = match then {
        Then::Continue | Then::Done => (LEASED, lease.until),
        Then::Again(at) => (WAITING, at),
        Then::Suspend { until, seen } if signals(connection, seq).await? <= seen => {
            (SUSPENDED, until)
        }
        Then::Suspend { .. } => (WAITING, *now),
    };
    // A lease that was extended in between keeps its end.
    let update = "UPDATE a2t_call SET state = $1, result = $2, checkpoint = $3, changed_at = $4, \
                  ready_at = CASE WHEN $5 = 1 THEN ready_at ELSE $6 END WHERE seq = $7";
    sqlx::query(update)
        .bind(state)
        .bind(result)
        .bind(checkpoint)
        .bind(now.column())
        .bind(state)
        .bind(ready.column())
        .bind(seq)
        .execute(connection.sql()?)
        .await?;
    Ok(if state == LEASED { Hold::Kept(lease.clone()) } else { Hold::Released })
}

async fn signals(connection: &mut Connection, seq: i64) -> Result<usize> {
    let select = "SELECT COUNT(*) FROM a2t_signal WHERE call_seq = $1";
    let row = sqlx::query(select).bind(seq).fetch_one(connection.sql()?).await?;
    Ok(usize::try_from(number(&row)?).unwrap_or(usize::MAX))
}

/// Ends a call. What only its run needed is erased.
async fn end(
    connection: &mut Connection,
    seq: i64,
    state: i64,
    result: Vec<u8>,
    now: &Time,
) -> Result<()> {
    let update = "UPDATE a2t_call SET state = $1, fence = fence + 1, result = $2, payload = $3, \
                  checkpoint = $4, changed_at = $5 WHERE seq = $6";
    sqlx::query(update)
        .bind(state)
        .bind(result)
        .bind(Vec::new())
        .bind(Vec::new())
        .bind(now.column())
        .bind(seq)
        .execute(connection.sql()?)
        .await?;
    let delete = "DELETE FROM a2t_signal WHERE call_seq = $1";
    sqlx::query(delete).bind(seq).execute(connection.sql()?).await?;
    connection.count(-1, 0);
    Ok(())
}

pub(super) async fn signal(
    connection: &mut Connection,
    key: &Key,
    body: &Secret,
    now: &Time,
) -> Result<Signalled> {
    let Some(row) = by_key(connection, key).await? else { return Ok(Signalled::Unknown) };
    let (seq, state) = (row::integer(&row, "seq")?, row::integer(&row, "state")?);
    if state >= ENDED {
        return Ok(Signalled::Ended(row::call_standing(state)));
    }
    let insert = "INSERT INTO a2t_signal (call_seq, body) VALUES ($1, $2)";
    sqlx::query(insert).bind(seq).bind(body.expose()).execute(connection.sql()?).await?;
    let wake = "UPDATE a2t_call SET state = $1, ready_at = $2 WHERE seq = $3 AND state = $4";
    let wake = sqlx::query(wake).bind(WAITING).bind(now.column()).bind(seq).bind(SUSPENDED);
    wake.execute(connection.sql()?).await?;
    Ok(Signalled::Stored)
}

pub(super) async fn cancel(
    connection: &mut Connection,
    key: &Key,
    ending: &Ending,
    now: &Time,
) -> Result<Cancelled> {
    let Some(row) = by_key(connection, key).await? else { return Ok(Cancelled::Unknown) };
    let (seq, state) = (row::integer(&row, "seq")?, row::integer(&row, "state")?);
    if state >= ENDED {
        return Ok(Cancelled::Ended(row::call_standing(state)));
    }
    drop_messages(connection, seq, key, now).await?;
    let stored = row::bytes(&row, "result")?;
    let answered = !stored.is_empty();
    let result = if answered { stored } else { row::optional(ending.result.as_ref()) };
    let last: &[NewMessage] = if answered { &[] } else { &ending.messages };
    messages::insert(connection, seq, key, last, now).await?;
    end(connection, seq, CANCELLED, result, now).await?;
    Ok(Cancelled::Now)
}

/// Drops the messages of a call that only matter until it is cancelled. One that a worker holds is not recalled, but is
/// never tried again.
async fn drop_messages(
    connection: &mut Connection,
    call: i64,
    key: &Key,
    now: &Time,
) -> Result<()> {
    let update = "UPDATE a2t_message SET state = $1, fence = fence + 1, head = 0, body = $2, \
                  reason = $3, changed_at = $4 \
                  WHERE call_seq = $5 AND until_cancelled = 1 AND state IN ($6, $7)";
    let dropped = sqlx::query(update)
        .bind(DEAD)
        .bind(Vec::new())
        .bind(Reason::Cancelled.to_string())
        .bind(now.column())
        .bind(call)
        .bind(WAITING)
        .bind(LEASED)
        .execute(connection.sql()?)
        .await?
        .rows_affected();
    if dropped > 0 {
        connection.count(0, -i64::try_from(dropped).unwrap_or(i64::MAX));
        messages::reorder(connection, key.queue(), key.group()).await?;
    }
    Ok(())
}
