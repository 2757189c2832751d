//! Another try for what is dead, at once for what waits.

use a2t::rap::client::store::{Filter, Standing, Time};
use serde_json::Value;

use super::item::Named;
use super::{Stored, failed, word};
use crate::report::{CommandError, Outcome, Report};

/// Entries of one page of a list.
const PAGE: usize = 1_000;

pub(super) async fn items(store: &Stored, items: &[Named], now: Time) -> Outcome {
    let mut report = Report::new(true);
    let mut members = Vec::new();
    for item in items {
        if store.requeue(item.0, now).await.map_err(failed)? {
            report.line(format!("{item} is due now"));
            members.push(item.to_string());
        } else {
            report.hold(false);
            report.line(format!("{item} is not requeued: {}", why(store, *item).await?));
        }
    }
    report.member("requeued", members);
    Ok(report)
}

async fn why(store: &Stored, item: Named) -> Result<String, CommandError> {
    let found = item.find(store).await?;
    Ok(found.map_or_else(
        || "it is not in the store".to_owned(),
        |entry| format!("it is {}", word(entry.standing)),
    ))
}

/// Requeues every dead message of the filter.
pub(super) async fn dead(store: &Stored, filter: impl Fn() -> Filter, now: Time) -> Outcome {
    let mut requeued: Vec<Value> = Vec::new();
    let mut last = None;
    loop {
        let page = filter().standing(Standing::Dead).max(PAGE);
        let page = last.map_or(page.clone(), |last| page.after(last));
        let page = store.list(page).await.map_err(failed)?;
        for entry in &page {
            if store.requeue(entry.item, now).await.map_err(failed)? {
                requeued.push(Named(entry.item).to_string().into());
            }
        }
        last = page.last().map(|entry| entry.item);
        if page.len() < PAGE {
            break;
        }
    }
    let mut report = Report::new(true);
    report.line(match requeued.len() {
        1 => "1 dead message is due now".to_owned(),
        count => format!("{count} dead messages are due now"),
    });
    report.member("requeued", requeued);
    Ok(report)
}
