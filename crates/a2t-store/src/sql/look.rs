//! Counts, lists and the sweep.

use std::collections::BTreeMap;

use sqlx::AssertSqlSafe;

use super::connection::{Connection, Result, number};
use super::row::{self, limit};
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

/// State of a row that counts every state in which something waits; rows have none below 0.
const ALL: i64 = -1;

/// Counts of calls: all that wait, those of them that a worker has or that are suspended, and those
/// that ended. One statement, so that PostgreSQL counts at one moment, each part only from an index.
const CALLS: &str = "SELECT queue, -1 AS state, COUNT(*) AS found, MIN(accepted_at) AS oldest, \
    MAX(attempts) AS attempts FROM a2t_call WHERE state < 3 GROUP BY queue \
    UNION ALL SELECT queue, state, COUNT(*), 0, 0 \
    FROM a2t_call WHERE state < 3 AND state > 0 GROUP BY queue, state \
    UNION ALL SELECT queue, state, COUNT(*), 0, 0 \
    FROM a2t_call WHERE state >= 3 GROUP BY queue, state";

/// Counts of messages, likewise; those in a second part were attempted, as each that a worker has was.
const MESSAGES: &str = "SELECT queue, -1 AS state, COUNT(*) AS found, MIN(created_at) AS oldest, \
    MAX(attempts) AS attempts FROM a2t_message WHERE state < 3 GROUP BY queue \
    UNION ALL SELECT queue, state, COUNT(*), 0, 0 \
    FROM a2t_message WHERE state < 3 AND attempts > 0 GROUP BY queue, state \
    UNION ALL SELECT queue, state, COUNT(*), 0, 0 \
    FROM a2t_message WHERE state >= 3 GROUP BY queue, state";

type Queues = BTreeMap<String, QueueStatistics>;

fn of(queues: &mut Queues, queue: String) -> &mut QueueStatistics {
    queues
        .entry(queue.clone())
        .or_insert_with(|| QueueStatistics { queue, ..QueueStatistics::default() })
}

async fn count_calls(connection: &mut Connection, now: &Time, queues: &mut Queues) -> Result<()> {
    for row in sqlx::query(CALLS).fetch_all(connection.sql()?).await? {
        let calls = &mut of(queues, row::text(&row, "queue")?).calls;
        let state = row::integer(&row, "state")?;
        let found = row::integer(&row, "found")?.unsigned_abs();
        if state == ALL {
            calls.waiting += found;
            calls.oldest = Some(now.since(row::time(&row, "oldest")?));
            calls.attempts = row::count(&row, "attempts")?;
            continue;
        }
        *match row::call_standing(state) {
            Standing::Leased => &mut calls.leased,
            Standing::Suspended => &mut calls.suspended,
            Standing::Cancelled => &mut calls.cancelled,
            _ => &mut calls.done,
        } += found;
    }
    for calls in queues.values_mut().map(|queue| &mut queue.calls) {
        calls.waiting = calls.waiting.saturating_sub(calls.leased + calls.suspended);
    }
    Ok(())
}

async fn count_messages(
    connection: &mut Connection,
    now: &Time,
    queues: &mut Queues,
) -> Result<()> {
    for row in sqlx::query(MESSAGES).fetch_all(connection.sql()?).await? {
        let messages = &mut of(queues, row::text(&row, "queue")?).messages;
        let state = row::integer(&row, "state")?;
        let found = row::integer(&row, "found")?.unsigned_abs();
        if state == ALL {
            messages.waiting += found;
            messages.oldest = Some(now.since(row::time(&row, "oldest")?));
            messages.attempts = row::count(&row, "attempts")?;
            continue;
        }
        *match row::message_standing(state) {
            Standing::Waiting => &mut messages.retrying,
            Standing::Leased => &mut messages.leased,
            Standing::Delivered => &mut messages.delivered,
            _ => &mut messages.dead,
        } += found;
    }
    for messages in queues.values_mut().map(|queue| &mut queue.messages) {
        messages.waiting = messages.waiting.saturating_sub(messages.leased + messages.retrying);
    }
    Ok(())
}

pub(super) async fn list(connection: &mut Connection, filter: &Filter) -> Result<Vec<Entry>> {
    let rows = "SELECT seq, queue, grp, id, state, attempts, ready_at,";
    let mut select = if filter.calls {
        format!("{rows} accepted_at AS since, '' AS reason FROM a2t_call WHERE seq > $1")
    } else {
        format!("{rows} created_at AS since, head, reason FROM a2t_message WHERE seq > $1")
    };
    // Only the conditions that there are, so that the list of one group is read from its index.
    let (mut texts, mut number) = (Vec::new(), 1);
    for (column, text) in [("queue", &filter.queue), ("grp", &filter.group)] {
        if let Some(text) = text {
            number += 1;
            select.push_str(&format!(" AND {column} = ${number}"));
            texts.push(text.as_str());
        }
    }
    let state = filter.standing.map(|standing| row::state(standing, filter.calls));
    if state.is_some() {
        number += 1;
        select.push_str(&format!(" AND state = ${number}"));
    }
    select.push_str(&format!(" ORDER BY seq LIMIT ${}", number + 1));
    let query = sqlx::query(AssertSqlSafe(select)).bind(filter.after);
    let query = texts.into_iter().fold(query, |query, text| query.bind(text.to_owned()));
    let query = state.into_iter().fold(query, |query, state| query.bind(state));
    let rows = query.bind(limit(filter.max)).fetch_all(connection.sql()?).await?;
    rows.iter()
        .map(|found| {
            let (seq, state) = (row::integer(found, "seq")?, row::integer(found, "state")?);
            let calls = filter.calls;
            let is_behind = !calls && state == row::WAITING && row::integer(found, "head")? == 0;
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
                is_behind,
                reason: Reason::parse(&row::text(found, "reason")?),
            })
        })
        .collect()
}

#[cfg(all(test, feature = "sqlite"))]
#[allow(clippy::unwrap_used)]
mod tests {
    use sqlx::{AssertSqlSafe, Connection as _, Row as _};

    use super::{CALLS, MESSAGES};

    #[tokio::test]
    async fn counts_are_read_from_indexes_alone() {
        sqlx::any::install_default_drivers();
        let mut sql = sqlx::AnyConnection::connect("sqlite::memory:").await.unwrap();
        for statement in crate::open::MIGRATIONS.iter().copied().flatten() {
            sqlx::raw_sql(*statement).execute(&mut sql).await.unwrap();
        }
        for counts in [CALLS, MESSAGES] {
            let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {counts}"));
            let rows = sqlx::raw_sql(explain).fetch_all(&mut sql).await.unwrap();
            let steps: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
            let reads = |step: &&String| step.starts_with("SCAN a2t") || step.starts_with("SEARCH");
            let reads: Vec<_> = steps.iter().filter(reads).collect();
            assert_eq!(reads.len(), 3, "{steps:?}");
            assert!(reads.iter().all(|step| step.contains("USING COVERING INDEX")), "{steps:?}");
        }
    }
}
