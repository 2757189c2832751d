//! Counts, lists and the sweep.

use std::collections::BTreeMap;

use super::calls::limit;
use super::connection::{Connection, Result, number};
use super::row;
use crate::{Entry, Filter, Item, QueueStatistics, Reason, Standing, Time};

pub(super) async fn sweep(connection: &mut Connection, queue: &str, before: &Time) -> Result<u64> {
    let select = "SELECT seq FROM a2t_call c WHERE c.state >= 3 AND c.changed_at < $1 \
                  AND c.queue = $2 AND NOT EXISTS (SELECT 1 FROM a2t_message m \
                  WHERE m.call_seq = c.seq AND (m.state < 3 OR m.changed_at >= $3)) \
                  ORDER BY c.changed_at LIMIT 500";
    let query = sqlx::query(select).bind(before.column()).bind(queue).bind(before.column());
    let rows = query.fetch_all(connection.sql()?).await?;
    for row in &rows {
        let seq = number(row)?;
        let delete = "DELETE FROM a2t_message WHERE call_seq = $1";
        sqlx::query(delete).bind(seq).execute(connection.sql()?).await?;
        let delete = "DELETE FROM a2t_call WHERE seq = $1";
        sqlx::query(delete).bind(seq).execute(connection.sql()?).await?;
    }
    Ok(rows.len() as u64)
}

pub(super) async fn next_due(connection: &mut Connection, queue: &str) -> Result<Option<Time>> {
    let selects = [
        "SELECT ready_at FROM a2t_message WHERE queue = $1 AND head = 1 ORDER BY ready_at LIMIT 1",
        "SELECT ready_at FROM a2t_call WHERE queue = $1 AND state < 3 ORDER BY ready_at LIMIT 1",
    ];
    let mut due = None;
    for select in selects {
        let query = sqlx::query(select).bind(queue);
        if let Some(row) = query.fetch_optional(connection.sql()?).await? {
            let found = Time::from_column(number(&row)?);
            due = Some(due.map_or(found, |due: Time| due.min(found)));
        }
    }
    Ok(due)
}

pub(super) async fn statistics(
    connection: &mut Connection,
    now: &Time,
) -> Result<Vec<QueueStatistics>> {
    let mut queues = BTreeMap::new();
    count_calls(connection, now, &mut queues).await?;
    count_messages(connection, now, &mut queues).await?;
    Ok(queues.into_values().collect())
}

type Queues = BTreeMap<String, QueueStatistics>;

fn of(queues: &mut Queues, queue: String) -> &mut QueueStatistics {
    queues
        .entry(queue.clone())
        .or_insert_with(|| QueueStatistics { queue, ..QueueStatistics::default() })
}

async fn count_calls(connection: &mut Connection, now: &Time, queues: &mut Queues) -> Result<()> {
    let select = "SELECT queue, state, COUNT(*) AS found, MIN(accepted_at) AS oldest, \
                  MAX(attempts) AS attempts FROM a2t_call GROUP BY queue, state";
    for row in sqlx::query(select).fetch_all(connection.sql()?).await? {
        let calls = &mut of(queues, row::text(&row, "queue")?).calls;
        let standing = row::call_standing(row::integer(&row, "state")?);
        let found = row::integer(&row, "found")?.unsigned_abs();
        *match standing {
            Standing::Waiting => &mut calls.waiting,
            Standing::Leased => &mut calls.leased,
            Standing::Suspended => &mut calls.suspended,
            Standing::Cancelled => &mut calls.cancelled,
            _ => &mut calls.done,
        } += found;
        if !standing.is_final() {
            let age = now.since(row::time(&row, "oldest")?);
            calls.oldest = calls.oldest.max(Some(age));
            calls.attempts = calls.attempts.max(row::count(&row, "attempts")?);
        }
    }
    Ok(())
}

async fn count_messages(
    connection: &mut Connection,
    now: &Time,
    queues: &mut Queues,
) -> Result<()> {
    let select = "SELECT queue, state, CASE WHEN attempts > 0 THEN 1 ELSE 0 END AS again, \
                  COUNT(*) AS found, MIN(created_at) AS oldest, MAX(attempts) AS attempts \
                  FROM a2t_message GROUP BY queue, state, \
                  CASE WHEN attempts > 0 THEN 1 ELSE 0 END";
    for row in sqlx::query(select).fetch_all(connection.sql()?).await? {
        let messages = &mut of(queues, row::text(&row, "queue")?).messages;
        let standing = row::message_standing(row::integer(&row, "state")?);
        let attempts = row::count(&row, "attempts")?;
        let found = row::integer(&row, "found")?.unsigned_abs();
        *match standing {
            Standing::Waiting if attempts > 0 => &mut messages.retrying,
            Standing::Waiting => &mut messages.waiting,
            Standing::Leased => &mut messages.leased,
            Standing::Delivered => &mut messages.delivered,
            _ => &mut messages.dead,
        } += found;
        if !standing.is_final() {
            let age = now.since(row::time(&row, "oldest")?);
            messages.oldest = messages.oldest.max(Some(age));
            messages.attempts = messages.attempts.max(attempts);
        }
    }
    Ok(())
}

pub(super) async fn list(connection: &mut Connection, filter: &Filter) -> Result<Vec<Entry>> {
    let select = if filter.calls {
        "SELECT seq, queue, grp, id, state, attempts, accepted_at AS since, ready_at, '' AS reason \
         FROM a2t_call WHERE seq > $1 AND ($2 = '' OR queue = $3) AND ($4 = '' OR grp = $5) \
         AND ($6 = -1 OR state = $7) ORDER BY seq LIMIT $8"
    } else {
        "SELECT seq, queue, grp, id, state, attempts, created_at AS since, ready_at, reason \
         FROM a2t_message WHERE seq > $1 AND ($2 = '' OR queue = $3) AND ($4 = '' OR grp = $5) \
         AND ($6 = -1 OR state = $7) ORDER BY seq LIMIT $8"
    };
    let queue = filter.queue.clone().unwrap_or_default();
    let group = filter.group.clone().unwrap_or_default();
    let state = filter.standing.map_or(-1, |standing| row::state(standing, filter.calls));
    let query = sqlx::query(select).bind(filter.after).bind(queue.clone()).bind(queue);
    let query = query.bind(group.clone()).bind(group).bind(state).bind(state);
    let rows = query.bind(limit(filter.max)).fetch_all(connection.sql()?).await?;
    rows.iter()
        .map(|found| {
            let (seq, state) = (row::integer(found, "seq")?, row::integer(found, "state")?);
            let calls = filter.calls;
            Ok(Entry {
                item: if calls { Item::Call(seq) } else { Item::Message(seq) },
                key: row::key(found)?,
                standing: if calls {
                    row::call_standing(state)
                } else {
                    row::message_standing(state)
                },
                attempts: row::count(found, "attempts")?,
                since: row::time(found, "since")?,
                due: row::time(found, "ready_at")?,
                reason: Reason::parse(&row::text(found, "reason")?),
            })
        })
        .collect()
}
