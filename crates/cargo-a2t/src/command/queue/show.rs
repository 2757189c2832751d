//! One item and what belongs to it: a call with its messages, a message with its call.

use a2t::rap::client::store::{Entry, Filter, Item, Time};
use serde_json::{Value, json};

use super::item::Named;
use super::look::{line, member, members};
use super::{Stored, age, failed};
use crate::report::{CommandError, Outcome, Report};
use crate::text::fitted;

/// Entries of one page of a list.
const PAGE: usize = 1_000;

pub(super) async fn items(store: &Stored, items: &[Named], now: Time) -> Outcome {
    let mut report = Report::new(true);
    let mut members = Vec::new();
    for item in items {
        let Some(entry) = item.find(store).await? else {
            report.hold(false);
            report.line(format!("{item} is not in the store"));
            continue;
        };
        members.push(show(store, &entry, now, &mut report).await?);
    }
    report.member("items", members);
    Ok(report)
}

async fn show(
    store: &Stored,
    entry: &Entry,
    now: Time,
    report: &mut Report,
) -> Result<Value, CommandError> {
    report.line(fitted("", &line(entry, now)));
    let mut object = members(entry, now);
    if let Some(call) = store.find(&entry.key).await.map_err(failed)? {
        let result = if call.result.is_some() { "has its result" } else { "has no result yet" };
        let changed = age(now.since(call.changed));
        report.line(format!("    its call {result}, last step {changed} ago"));
        let call = json!({
            "hasResult": call.result.is_some(),
            "lastStepSeconds": now.since(call.changed).as_secs(),
        });
        object.insert("call".to_owned(), call);
    }
    if matches!(entry.item, Item::Call(_)) {
        let messages = messages(store, entry).await?;
        for message in &messages {
            report.line(fitted("    ", &line(message, now)));
        }
        let messages = messages.iter().map(|message| member(message, now)).collect();
        object.insert("messages".to_owned(), messages);
    }
    Ok(object.into())
}

/// The messages that a call caused.
async fn messages(store: &Stored, call: &Entry) -> Result<Vec<Entry>, CommandError> {
    let mut found = Vec::new();
    let mut last = None;
    loop {
        let filter = Filter::messages().queue(call.key.queue()).group(call.key.group()).max(PAGE);
        let filter = last.map_or(filter.clone(), |last| filter.after(last));
        let page = store.list(filter).await.map_err(failed)?;
        last = page.last().map(|entry| entry.item);
        let is_last = page.len() < PAGE;
        found.extend(page.into_iter().filter(|entry| entry.key == call.key));
        if is_last {
            return Ok(found);
        }
    }
}
