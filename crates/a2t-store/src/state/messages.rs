//! Messages and their delivery.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::State;
use super::lanes::{LaneState, Lanes};
use super::rows::Rows;
use crate::key::short_hex;
use crate::{
    Claim, Delivery, Digest, Hold, Item, Key, Lease, Message, NewMessage, Outcome, Reason, Secret,
    Standing, StoreError, Time, Work,
};

#[derive(Clone, Debug)]
pub(crate) struct StoredMessage {
    pub(crate) call: i64,
    pub(crate) key: Key,
    pub(crate) body: Secret,
    pub(crate) until_cancelled: bool,
    pub(crate) standing: Standing,
    pub(crate) reason: Option<Reason>,
    pub(crate) fence: i64,
    pub(crate) attempts: u32,
    pub(crate) created: Time,
    pub(crate) ready: Time,
    pub(crate) changed: Time,
}

impl StoredMessage {
    fn lane_state(&self) -> LaneState {
        match self.standing {
            Standing::Leased => LaneState::Held,
            standing if standing.is_final() => LaneState::Left,
            _ => LaneState::Waits,
        }
    }

    /// Delivered, or dead: it leaves its lane, and its body if it cannot be asked for again.
    fn leave(&mut self, standing: Standing, reason: Option<Reason>) {
        (self.standing, self.reason) = (standing, reason);
        if standing == Standing::Delivered || reason == Some(Reason::Cancelled) {
            self.body = Secret::default();
        }
    }
}

#[derive(Default, Debug)]
pub(super) struct Outbox {
    pub(super) messages: Rows<StoredMessage>,
    lanes: Lanes,
    by_call: BTreeMap<i64, Vec<i64>>,
}

impl Outbox {
    pub(super) fn open(&self) -> u64 {
        self.lanes.open()
    }

    /// Returns `true` for a message that waits for another one of its group.
    pub(super) fn is_behind(&self, seq: i64, key: &Key) -> bool {
        self.lanes.is_behind(key, seq)
    }

    /// Sets a message, or removes it.
    pub(super) fn put(&mut self, seq: i64, message: Option<StoredMessage>) {
        let known = self.messages.get(seq).map(|old| (old.call, old.key.clone()));
        match (&message, &known) {
            (Some(new), None) => self.by_call.entry(new.call).or_default().push(seq),
            (None, Some((call, _))) => {
                if let Some(of) = self.by_call.get_mut(call) {
                    of.retain(|other| *other != seq);
                    if of.is_empty() {
                        self.by_call.remove(call);
                    }
                }
            }
            _ => {}
        }
        let key = message.as_ref().map(|new| new.key.clone()).or(known.map(|(_, key)| key));
        self.messages.put(seq, message);
        if let Some(key) = key {
            self.update_lane(&key, seq);
        }
    }

    fn update_lane(&mut self, key: &Key, seq: i64) {
        let lane_state = self.messages.get(seq).map_or(LaneState::Left, StoredMessage::lane_state);
        let ready = |seq| self.messages.get(seq).map(|stored| stored.ready);
        self.lanes.set(key, seq, lane_state, ready);
    }

    /// Changes a message and its position in the order.
    fn change<T>(&mut self, seq: i64, change: impl FnOnce(&mut StoredMessage) -> T) -> Option<T> {
        let stored = self.messages.get_mut(seq)?;
        let answer = change(stored);
        let key = stored.key.clone();
        self.update_lane(&key, seq);
        Some(answer)
    }

    pub(super) fn insert(&mut self, seq: i64, call: i64, key: &Key, new: NewMessage, now: Time) {
        let stored = StoredMessage {
            call,
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
        self.put(seq, Some(stored));
    }

    pub(super) fn next_due(&self, queue: &str) -> Option<Time> {
        self.lanes.due(queue).next().map(|(ready, _)| ready)
    }

    pub(super) fn claim(&mut self, claim: &Claim, name: &str, now: Time) -> Vec<Work> {
        let due = self.lanes.due(&claim.queue).take_while(|(ready, _)| *ready <= now);
        let due: Vec<_> = due.take(claim.max).map(|(_, seq)| seq).collect();
        let until = now.after(claim.lease);
        due.into_iter().filter_map(|seq| self.lease(seq, name, until)).collect()
    }

    fn lease(&mut self, seq: i64, name: &str, until: Time) -> Option<Work> {
        let id = Digest::from_parts([name.as_bytes(), &seq.to_be_bytes()]);
        self.change(seq, |stored| {
            // An attempt of a worker that is gone had no outcome, so this one takes its place.
            let is_new = stored.standing != Standing::Leased;
            stored.standing = Standing::Leased;
            stored.fence += 1;
            stored.attempts = stored.attempts.saturating_add(is_new.into());
            stored.ready = until;
            let message = Message {
                id: format!("msg_{}", short_hex(&id)),
                call: stored.key.clone(),
                body: stored.body.clone(),
                attempt: stored.attempts,
                created: stored.created,
            };
            let key = Arc::new(stored.key.clone());
            let lease = Lease { item: Item::Message(seq), key, fence: stored.fence, until };
            Work::Deliver(Box::new(Delivery { lease, message }))
        })
    }

    pub(super) fn holds(&self, seq: i64, lease: &Lease) -> bool {
        self.messages.get(seq).is_some_and(|stored| {
            stored.standing == Standing::Leased && stored.fence == lease.fence
        })
    }

    pub(super) fn extend(&mut self, seq: i64, until: Time) {
        self.change(seq, |stored| stored.ready = until);
    }

    fn settle(&mut self, seq: i64, outcome: Outcome, now: Time) {
        self.change(seq, |stored| {
            stored.fence += 1;
            stored.changed = now;
            match outcome {
                Outcome::Retry(at, status) => {
                    (stored.standing, stored.ready) = (Standing::Waiting, at);
                    stored.reason = Some(Reason::Last(status));
                }
                Outcome::Delivered => stored.leave(Standing::Delivered, None),
                Outcome::Dead(reason) => stored.leave(Standing::Dead, Some(reason)),
            }
        });
    }

    fn of(&self, call: i64) -> impl Iterator<Item = (i64, &StoredMessage)> {
        let seqs = self.by_call.get(&call).into_iter().flatten();
        seqs.filter_map(|seq| Some((*seq, self.messages.get(*seq)?)))
    }

    /// Drops the messages of a cancelled call that were to be sent until then. One that a worker holds is not recalled,
    /// but is never tried again.
    pub(super) fn drop_of(&mut self, call: i64, now: Time) {
        let dropped = self
            .of(call)
            .filter(|(_, stored)| stored.until_cancelled && !stored.standing.is_final());
        for seq in dropped.map(|(seq, _)| seq).collect::<Vec<_>>() {
            self.change(seq, |stored| {
                stored.fence += 1;
                stored.leave(Standing::Dead, Some(Reason::Cancelled));
                stored.changed = now;
            });
        }
    }

    pub(super) fn is_settled(&self, call: i64, before: Time) -> bool {
        self.of(call).all(|(_, stored)| stored.standing.is_final() && stored.changed < before)
    }

    pub(super) fn forget(&mut self, call: i64) {
        for seq in self.by_call.remove(&call).unwrap_or_default() {
            self.put(seq, None);
        }
    }

    #[cfg(feature = "nats")]
    pub(super) fn callers(&self) -> impl Iterator<Item = i64> {
        self.by_call.keys().copied()
    }

    pub(super) fn requeue(&mut self, seq: i64, now: Time) -> bool {
        self.change(seq, |stored| {
            match (stored.standing, stored.reason) {
                (Standing::Waiting, _) => {}
                (Standing::Dead, reason) if reason != Some(Reason::Cancelled) => {
                    stored.attempts = 0;
                }
                _ => return false,
            }
            (stored.standing, stored.reason, stored.ready) = (Standing::Waiting, None, now);
            true
        })
        .unwrap_or(false)
    }
}

impl State {
    pub(crate) fn settle(
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
}
