//! Counts of each queue, and lists of its calls and messages.

use std::time::Duration;

use a2t::rap::client::store::{Entry, Filter, QueueStatistics, Standing, Time};
use a2t_core::error::inert;
use serde_json::{Map, Value, json};

use super::item::Named;
use super::{Stored, age, failed, word};
use crate::report::{Outcome, Report};
use crate::text::{fitted, labelled};

/// Depth, age and attempts of each queue.
pub(super) async fn counts(store: &Stored, only: Option<&str>, now: Time) -> Outcome {
    let mut queues = store.statistics(now).await.map_err(failed)?;
    queues.retain(|found| only.is_none_or(|only| only == found.queue));
    let mut report = Report::new(true);
    for found in &queues {
        report_queue(found, &mut report);
    }
    if queues.is_empty() {
        report.line("nothing is stored");
    }
    report.member("queues", queues.iter().map(counted).collect::<Value>());
    Ok(report)
}

fn report_queue(found: &QueueStatistics, report: &mut Report) {
    let (calls, messages) = (&found.calls, &found.messages);
    report.line(inert(&found.queue));
    let (waiting, leased, suspended) = (calls.waiting, calls.leased, calls.suspended);
    let (done, cancelled) = (calls.done, calls.cancelled);
    let text = format!(
        "{waiting} waiting, {leased} leased, {suspended} suspended{}; {done} done, {cancelled} cancelled",
        oldest(calls.oldest, calls.attempts)
    );
    report.line(labelled("  calls: ", &text));
    let (waiting, retrying, leased) = (messages.waiting, messages.retrying, messages.leased);
    let (delivered, dead) = (messages.delivered, messages.dead);
    let text = format!(
        "{waiting} waiting, {retrying} retrying, {leased} leased{}; {delivered} delivered, {dead} dead",
        oldest(messages.oldest, messages.attempts)
    );
    report.line(labelled("  messages: ", &text));
}

fn oldest(oldest: Option<Duration>, attempts: u32) -> String {
    oldest.map_or_else(String::new, |oldest| {
        format!(", the oldest for {}, at most {} each", age(oldest), attempted(attempts))
    })
}

fn attempted(attempts: u32) -> String {
    if attempts == 1 { "1 attempt".to_owned() } else { format!("{attempts} attempts") }
}

fn counted(found: &QueueStatistics) -> Value {
    let (calls, messages) = (&found.calls, &found.messages);
    let seconds = |oldest: Option<Duration>| oldest.map(|oldest| oldest.as_secs());
    json!({
        "queue": found.queue,
        "calls": {
            "waiting": calls.waiting,
            "leased": calls.leased,
            "suspended": calls.suspended,
            "done": calls.done,
            "cancelled": calls.cancelled,
            "oldestSeconds": seconds(calls.oldest),
            "attempts": calls.attempts,
        },
        "messages": {
            "waiting": messages.waiting,
            "retrying": messages.retrying,
            "leased": messages.leased,
            "delivered": messages.delivered,
            "dead": messages.dead,
            "oldestSeconds": seconds(messages.oldest),
            "attempts": messages.attempts,
        },
    })
}

/// Calls or messages, oldest first.
pub(super) async fn list(store: &Stored, filter: Filter, now: Time) -> Outcome {
    let entries = store.list(filter).await.map_err(failed)?;
    let mut report = Report::new(true);
    for entry in &entries {
        report.line(fitted("", &line(entry, now)));
    }
    if entries.is_empty() {
        report.line("nothing of that kind is stored");
    }
    report.member("items", entries.iter().map(|entry| member(entry, now)).collect::<Value>());
    Ok(report)
}

/// `message-12 dead (refused 404), 3 attempts, for 2h 5m: rap thread_xyz call_abc123`
pub(super) fn line(entry: &Entry, now: Time) -> String {
    let name = Named(entry.item);
    let standing = word(entry.standing);
    let reason = entry.reason.map_or_else(String::new, |reason| format!(" ({reason})"));
    let attempts = attempted(entry.attempts);
    let since = age(now.since(entry.since));
    let key = &entry.key;
    let [queue, group, id] = [key.queue(), key.group(), key.id()].map(inert);
    format!(
        "{name} {standing}{reason}, {attempts}, for {since}{}: {queue} {group} {id}",
        due(entry, now)
    )
}

/// The time until it is claimed, where a claim is waited for.
fn due(entry: &Entry, now: Time) -> String {
    let left = entry.due.since(now);
    match entry.standing {
        Standing::Waiting if entry.is_behind => ", behind an earlier one of its group".to_owned(),
        Standing::Waiting if entry.due <= now => ", due".to_owned(),
        Standing::Waiting => format!(", due in {}", age(left)),
        Standing::Leased if entry.due <= now => ", its worker is late".to_owned(),
        Standing::Leased => format!(", held for {}", age(left)),
        _ => String::new(),
    }
}

pub(super) fn member(entry: &Entry, now: Time) -> Value {
    Value::Object(members(entry, now))
}

/// Entry as programs read it.
pub(super) fn members(entry: &Entry, now: Time) -> Map<String, Value> {
    let waits = matches!(entry.standing, Standing::Waiting | Standing::Leased);
    let members = [
        ("item", json!(Named(entry.item).to_string())),
        ("queue", json!(entry.key.queue())),
        ("group", json!(entry.key.group())),
        ("id", json!(entry.key.id())),
        ("standing", json!(word(entry.standing))),
        ("reason", json!(entry.reason.map(|reason| reason.to_string()))),
        ("attempts", json!(entry.attempts)),
        ("ageSeconds", json!(now.since(entry.since).as_secs())),
        ("isBehind", json!(entry.is_behind)),
        ("dueInSeconds", json!(waits.then(|| entry.due.since(now).as_secs()))),
    ];
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
