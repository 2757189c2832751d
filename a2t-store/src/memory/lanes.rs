//! Messages in memory, and what people and metrics see of the store.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::state::State;
use crate::key::short_hex;
use crate::{
    Claim, Delivery, Digest, Entry, Filter, Hold, Item, Key, Lease, Message, NewMessage, Outcome,
    QueueStatistics, Reason, Secret, Standing, StoreError, Time, Work,
};

#[derive(Debug)]
struct Stored {
    key: Key,
    body: Secret,
    until_cancelled: bool,
    standing: Standing,
    reason: Option<Reason>,
    fence: i64,
    attempts: u32,
    created: Time,
    ready: Time,
    changed: Time,
}

#[derive(Default, Debug)]
pub(super) struct Outbox {
    messages: BTreeMap<i64, Stored>,
    /// Messages that are neither delivered nor dead, by queue and group.
    lanes: BTreeMap<(String, String), BTreeSet<i64>>,
    by_call: BTreeMap<i64, Vec<i64>>,
}

fn lane(key: &Key) -> (String, String) {
    (key.queue().to_owned(), key.group().to_owned())
}

impl Outbox {
    pub(super) fn open(&self) -> u64 {
        self.lanes.values().map(|lane| lane.len() as u64).sum()
    }

    pub(super) fn insert(&mut self, seq: i64, call: i64, key: &Key, new: NewMessage, now: Time) {
        self.lanes.entry(lane(key)).or_default().insert(seq);
        self.by_call.entry(call).or_default().push(seq);
        let stored = Stored {
            key: key.clone(),
            body: new.body,
            until_cancelled: new.until_cancelled,
            standing: Standing::Waiting,
            reason: None,
            fence: 0,
            attempts: 0,
            created: now,
            ready: now,
            changed: now,
        };
        self.messages.insert(seq, stored);
    }

    /// The message of a lane that may be claimed: the one that a worker holds, else the oldest.
    fn head(&self, lane: &BTreeSet<i64>) -> Option<(Time, i64)> {
        let open = || lane.iter().filter_map(|seq| Some((*seq, self.messages.get(seq)?)));
        let held = open().find(|(_, stored)| stored.standing == Standing::Leased);
        held.or_else(|| open().next()).map(|(seq, stored)| (stored.ready, seq))
    }

    fn heads(&self, queue: &str) -> Vec<(Time, i64)> {
        let lanes = self.lanes.iter().filter(|((found, _), _)| found == queue);
        lanes.filter_map(|(_, lane)| self.head(lane)).collect()
    }

    pub(super) fn next_due(&self, queue: &str) -> Option<Time> {
        self.heads(queue).into_iter().map(|(ready, _)| ready).min()
    }

    pub(super) fn claim(&mut self, claim: &Claim, now: Time) -> Vec<Work> {
        let mut due = self.heads(&claim.queue);
        due.retain(|(ready, _)| *ready <= now);
        due.sort_unstable();
        let until = now.after(claim.lease);
        let due = due.into_iter().take(claim.max);
        due.filter_map(|(_, seq)| self.lease(seq, until)).collect()
    }

    fn lease(&mut self, seq: i64, until: Time) -> Option<Work> {
        let stored = self.messages.get_mut(&seq)?;
        stored.standing = Standing::Leased;
        stored.fence += 1;
        stored.attempts = stored.attempts.saturating_add(1);
        stored.ready = until;
        let message = Message {
            id: format!("msg_{}", short_hex(&Digest::of([seq.to_be_bytes()]))),
            call: stored.key.clone(),
            body: stored.body.clone(),
            attempt: stored.attempts,
            created: stored.created,
        };
        let key = Arc::new(stored.key.clone());
        let lease = Lease { item: Item::Message(seq), key, fence: stored.fence, until };
        Some(Work::Deliver(Box::new(Delivery { lease, message })))
    }

    pub(super) fn holds(&self, seq: i64, lease: &Lease) -> bool {
        self.messages.get(&seq).is_some_and(|stored| {
            stored.standing == Standing::Leased && stored.fence == lease.fence
        })
    }

    pub(super) fn extend(&mut self, seq: i64, until: Time) {
        if let Some(stored) = self.messages.get_mut(&seq) {
            stored.ready = until;
        }
    }

    /// Takes a message that is delivered or dead out of its lane.
    fn leave(&mut self, seq: i64, standing: Standing, reason: Option<Reason>) {
        let Some(stored) = self.messages.get_mut(&seq) else { return };
        (stored.standing, stored.reason) = (standing, reason);
        if standing == Standing::Delivered || reason == Some(Reason::Cancelled) {
            stored.body = Secret::default();
        }
        let name = lane(&stored.key);
        if let Some(lane) = self.lanes.get_mut(&name) {
            lane.remove(&seq);
            if lane.is_empty() {
                self.lanes.remove(&name);
            }
        }
    }

    fn settle(&mut self, seq: i64, outcome: Outcome, now: Time) {
        let Some(stored) = self.messages.get_mut(&seq) else { return };
        stored.fence += 1;
        stored.changed = now;
        match outcome {
            Outcome::Retry(at) => (stored.standing, stored.ready) = (Standing::Waiting, at),
            Outcome::Delivered => self.leave(seq, Standing::Delivered, None),
            Outcome::Dead(reason) => self.leave(seq, Standing::Dead, Some(reason)),
        }
    }

    fn of(&self, call: i64) -> impl Iterator<Item = (i64, &Stored)> {
        let seqs = self.by_call.get(&call).into_iter().flatten();
        seqs.filter_map(|seq| Some((*seq, self.messages.get(seq)?)))
    }

    pub(super) fn drop_of(&mut self, call: i64, now: Time) {
        let dropped = self
            .of(call)
            .filter(|(_, stored)| stored.until_cancelled && stored.standing == Standing::Waiting);
        for seq in dropped.map(|(seq, _)| seq).collect::<Vec<_>>() {
            self.leave(seq, Standing::Dead, Some(Reason::Cancelled));
            if let Some(stored) = self.messages.get_mut(&seq) {
                stored.changed = now;
            }
        }
    }

    pub(super) fn is_settled(&self, call: i64, before: Time) -> bool {
        self.of(call).all(|(_, stored)| stored.standing.is_final() && stored.changed < before)
    }

    pub(super) fn forget(&mut self, call: i64) {
        for seq in self.by_call.remove(&call).unwrap_or_default() {
            self.messages.remove(&seq);
        }
    }

    fn requeue(&mut self, seq: i64, now: Time) -> bool {
        let Some(stored) = self.messages.get_mut(&seq) else { return false };
        match (stored.standing, stored.reason) {
            (Standing::Waiting, _) => {}
            (Standing::Dead, reason) if reason != Some(Reason::Cancelled) => stored.attempts = 0,
            _ => return false,
        }
        (stored.standing, stored.reason, stored.ready) = (Standing::Waiting, None, now);
        let name = lane(&stored.key);
        self.lanes.entry(name).or_default().insert(seq);
        true
    }

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
    pub(super) fn settle(
        &mut self,
        lease: &Lease,
        outcome: Outcome,
        now: Time,
    ) -> Result<Hold, StoreError> {
        let Item::Message(seq) = lease.item else {
            let rule = "a delivery needs the lease of a message, this one is of a call";
            return Err(StoreError::Misuse(rule));
        };
        if !self.outbox.holds(seq, lease) {
            return Ok(Hold::Lost);
        }
        self.outbox.settle(seq, outcome, now);
        Ok(Hold::Released)
    }

    pub(super) fn next_due(&self, queue: &str) -> Option<Time> {
        let calls = self.due.get(queue).and_then(BTreeSet::first).map(|(ready, _)| *ready);
        calls.into_iter().chain(self.outbox.next_due(queue)).min()
    }

    pub(super) fn requeue(&mut self, item: Item, now: Time) -> bool {
        match item {
            Item::Message(seq) => self.outbox.requeue(seq, now),
            Item::Call(seq) => {
                let standing = self.calls.get(&seq).map(|stored| stored.call.standing);
                let waits = matches!(standing, Some(Standing::Waiting | Standing::Suspended));
                if waits {
                    self.stand(seq, Standing::Waiting, Some(now));
                }
                waits
            }
        }
    }

    pub(super) fn statistics(&self, now: Time) -> Vec<QueueStatistics> {
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

    pub(super) fn list(&self, filter: &Filter) -> Vec<Entry> {
        let calls = self.calls.iter().map(|(seq, stored)| Entry {
            item: Item::Call(*seq),
            key: stored.call.key.clone(),
            standing: stored.call.standing,
            attempts: stored.call.attempts,
            since: stored.call.accepted,
            due: stored.ready,
            reason: None,
        });
        let messages = self.outbox.messages.iter().map(|(seq, stored)| Entry {
            item: Item::Message(*seq),
            key: stored.key.clone(),
            standing: stored.standing,
            attempts: stored.attempts,
            since: stored.created,
            due: stored.ready,
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
