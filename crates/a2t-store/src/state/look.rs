//! Views of the state: counts, lists, and the next that is due.

use std::collections::{BTreeMap, BTreeSet};

use super::State;
use super::messages::Outbox;
use crate::{Entry, Filter, Item, QueueStatistics, Standing, Time};

impl Outbox {
    fn count(&self, now: Time, queues: &mut BTreeMap<String, QueueStatistics>) {
        for stored in self.messages.values() {
            let counted = &mut counted(queues, stored.key.queue()).messages;
            *match stored.standing {
                Standing::Waiting if stored.attempts > 0 => &mut counted.retrying,
                Standing::Waiting => &mut counted.waiting,
                Standing::Leased => &mut counted.leased,
                Standing::Delivered => &mut counted.delivered,
                _ => &mut counted.dead,
            } += 1;
            if !stored.standing.is_final() {
                counted.oldest = counted.oldest.max(Some(now.since(stored.created)));
                counted.attempts = counted.attempts.max(stored.attempts);
            }
        }
    }
}

fn counted<'a>(
    queues: &'a mut BTreeMap<String, QueueStatistics>,
    queue: &str,
) -> &'a mut QueueStatistics {
    let new = || QueueStatistics { queue: queue.to_owned(), ..QueueStatistics::default() };
    queues.entry(queue.to_owned()).or_insert_with(new)
}

impl State {
    pub(crate) fn next_due(&self, queue: &str) -> Option<Time> {
        let calls = self.due.get(queue).and_then(BTreeSet::first).map(|(ready, _)| *ready);
        calls.into_iter().chain(self.outbox.next_due(queue)).min()
    }

    pub(crate) fn requeue(&mut self, item: Item, now: Time) -> bool {
        match item {
            Item::Message(seq) => self.outbox.requeue(seq, now),
            Item::Call(seq) => {
                let standing = self.calls.get(seq).map(|stored| stored.call.standing);
                let waits = matches!(standing, Some(Standing::Waiting | Standing::Suspended));
                if waits {
                    self.stand(seq, Standing::Waiting, Some(now));
                }
                waits
            }
        }
    }

    pub(crate) fn statistics(&self, now: Time) -> Vec<QueueStatistics> {
        let mut queues = BTreeMap::new();
        for stored in self.calls.values() {
            let call = &stored.call;
            let counted = &mut counted(&mut queues, call.key.queue()).calls;
            *match call.standing {
                Standing::Waiting => &mut counted.waiting,
                Standing::Leased => &mut counted.leased,
                Standing::Suspended => &mut counted.suspended,
                Standing::Cancelled => &mut counted.cancelled,
                _ => &mut counted.done,
            } += 1;
            if !call.standing.is_final() {
                counted.oldest = counted.oldest.max(Some(now.since(call.accepted)));
                counted.attempts = counted.attempts.max(call.attempts);
            }
        }
        self.outbox.count(now, &mut queues);
        queues.into_values().collect()
    }

    pub(crate) fn list(&self, filter: &Filter) -> Vec<Entry> {
        let calls = self.calls.iter().map(|(seq, stored)| Entry {
            item: Item::Call(seq),
            key: stored.call.key.clone(),
            standing: stored.call.standing,
            attempts: stored.call.attempts,
            since: stored.call.accepted,
            due: stored.ready,
            is_behind: false,
            reason: None,
        });
        let messages = self.outbox.messages.iter().map(|(seq, stored)| Entry {
            item: Item::Message(seq),
            key: stored.key.clone(),
            standing: stored.standing,
            attempts: stored.attempts,
            since: stored.created,
            due: stored.ready,
            is_behind: self.outbox.is_behind(seq, &stored.key),
            reason: stored.reason,
        });
        let all: Box<dyn Iterator<Item = Entry>> =
            if filter.calls { Box::new(calls) } else { Box::new(messages) };
        all.filter(|entry| fits(filter, entry)).take(filter.max).collect()
    }
}

fn fits(filter: &Filter, entry: &Entry) -> bool {
    let (Item::Call(seq) | Item::Message(seq)) = entry.item;
    let same = |wanted: &Option<String>, found| wanted.as_ref().is_none_or(|name| name == found);
    seq > filter.after
        && same(&filter.queue, entry.key.queue())
        && same(&filter.group, entry.key.group())
        && filter.standing.is_none_or(|standing| standing == entry.standing)
}
