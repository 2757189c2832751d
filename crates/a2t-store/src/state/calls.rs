//! Calls and the steps that they take.

use std::sync::Arc;

use super::State;

use crate::{
    Accepted, Call, Cancelled, Claim, Digest, Ending, Hold, Item, Key, Lease, NewCall, NewMessage,
    Run, Secret, Signalled, Standing, Step, StoreError, Then, Time, Work,
};

#[derive(Clone, Debug)]
pub(crate) struct StoredCall {
    pub(crate) call: Call,
    pub(crate) digest: Digest,
    pub(crate) fence: i64,
    pub(crate) ready: Time,
    /// Its result is not here: it was stored elsewhere, and is read from there.
    #[cfg_attr(not(feature = "nats"), allow(dead_code))]
    pub(crate) is_away: bool,
}

impl State {
    pub(crate) fn accept(&mut self, new: NewCall, now: Time) -> Accepted {
        if let Some(stored) = self.by_key(&new.key) {
            return if new.digests.contains(&stored.digest) {
                Accepted::Known(Box::new(stored.call.clone()))
            } else {
                Accepted::Conflict
            };
        }
        let Some(digest) = new.digests.first().copied() else { return Accepted::Conflict };
        if self.open >= self.limits.calls || self.outbox.open() >= self.limits.messages {
            return Accepted::Full;
        }
        let seq = self.next_number();
        let held = new.held;
        let call = Call {
            key: new.key,
            standing: if held.is_some() { Standing::Leased } else { Standing::Waiting },
            payload: new.payload,
            checkpoint: None,
            result: None,
            signals: Vec::new(),
            attempts: held.is_some().into(),
            accepted: now,
            changed: now,
        };
        let key = call.key.clone();
        let (fence, ready) = (held.is_some().into(), held.unwrap_or(now));
        let is_away = false;
        self.put_call(seq, Some(StoredCall { call, digest, fence, ready, is_away }));
        Accepted::New(held.map(|until| Lease {
            item: Item::Call(seq),
            key: Arc::new(key),
            fence,
            until,
        }))
    }

    /// Sets a call, or removes it.
    pub(crate) fn put_call(&mut self, seq: i64, stored: Option<StoredCall>) {
        if let Some(old) = self.calls.get(seq) {
            if stored.is_none() {
                self.names.remove(&old.call.key);
            }
            if !old.call.standing.is_final() {
                self.open -= 1;
                if let Some(due) = self.due.get_mut(old.call.key.queue()) {
                    due.remove(&(old.ready, seq));
                }
            }
        }
        if let Some(StoredCall { call, ready, .. }) = &stored {
            self.names.insert(call.key.clone(), seq);
            if !call.standing.is_final() {
                self.open += 1;
                self.due.entry(call.key.queue().to_owned()).or_default().insert((*ready, seq));
            }
        }
        self.calls.put(seq, stored);
    }

    fn by_key(&self, key: &Key) -> Option<&StoredCall> {
        self.names.get(key).and_then(|seq| self.calls.get(*seq))
    }

    pub(crate) fn find(&self, key: &Key) -> Option<Call> {
        self.by_key(key).map(|stored| stored.call.clone())
    }

    /// Sets a standing and when the call is due; `None` for one that has ended.
    pub(crate) fn stand(&mut self, seq: i64, standing: Standing, ready: Option<Time>) {
        let Some(stored) = self.calls.get_mut(seq) else { return };
        stored.call.standing = standing;
        let due = self.due.entry(stored.call.key.queue().to_owned()).or_default();
        due.remove(&(stored.ready, seq));
        if let Some(ready) = ready {
            stored.ready = ready;
            due.insert((ready, seq));
        }
    }

    pub(crate) fn claim(&mut self, claim: &Claim, now: Time) -> Vec<Work> {
        let mut work = Vec::new();
        if claim.messages {
            work = self.outbox.claim(claim, &self.name, now);
        }
        if claim.calls && work.len() < claim.max {
            let due = self.due.get(&claim.queue).into_iter().flatten();
            let due = due.take_while(|(ready, _)| *ready <= now).take(claim.max - work.len());
            let due: Vec<_> = due.map(|(_, seq)| *seq).collect();
            let until = now.after(claim.lease);
            work.extend(due.into_iter().filter_map(|seq| self.lease(seq, until)));
        }
        work
    }

    fn lease(&mut self, seq: i64, until: Time) -> Option<Work> {
        self.stand(seq, Standing::Leased, Some(until));
        let stored = self.calls.get_mut(seq)?;
        stored.fence += 1;
        stored.call.attempts = stored.call.attempts.saturating_add(1);
        let key = Arc::new(stored.call.key.clone());
        let lease = Lease { item: Item::Call(seq), key, fence: stored.fence, until };
        Some(Work::Run(Box::new(Run { lease, call: stored.call.clone() })))
    }

    pub(crate) fn extend(&mut self, lease: &Lease, until: Time) -> Hold {
        match lease.item {
            Item::Call(seq) => match self.holding(seq, lease) {
                Ok(()) => self.stand(seq, Standing::Leased, Some(until)),
                Err(lost) => return lost,
            },
            Item::Message(seq) if self.outbox.holds(seq, lease) => self.outbox.extend(seq, until),
            Item::Message(_) => return Hold::Lost,
        }
        Hold::Kept(Lease { until, ..lease.clone() })
    }

    fn holding(&self, seq: i64, lease: &Lease) -> Result<(), Hold> {
        let Some(stored) = self.calls.get(seq) else { return Err(Hold::Lost) };
        match stored.call.standing {
            Standing::Leased if stored.fence == lease.fence => Ok(()),
            Standing::Cancelled => Err(Hold::Cancelled),
            _ => Err(Hold::Lost),
        }
    }

    pub(crate) fn commit(
        &mut self,
        lease: &Lease,
        step: Step,
        now: Time,
    ) -> Result<Hold, StoreError> {
        let misuse = |rule| Err(StoreError::Misuse(rule));
        let Item::Call(seq) = lease.item else {
            return misuse("a step needs the lease of a call, this one is of a message");
        };
        if let Err(lost) = self.holding(seq, lease) {
            return Ok(lost);
        }
        let Some(stored) = self.calls.get_mut(seq) else { return Ok(Hold::Lost) };
        match (&stored.call.result, &step.result) {
            (Some(_), Some(_)) => return misuse("a call has one result, this one has it already"),
            (None, None) if step.then == Then::Done => {
                return misuse("a call ends with a result, this one has none");
            }
            _ => {}
        }
        let progress = step.result.is_none() && step.then != Then::Done;
        let full = self.outbox.open() >= self.limits.messages;
        if progress && !step.messages.is_empty() && full {
            return Ok(Hold::Full);
        }
        let messages = self.numbered(step.messages)?;
        let Some(stored) = self.calls.get_mut(seq) else { return Ok(Hold::Lost) };
        stored.call.result = stored.call.result.take().or(step.result);
        stored.call.checkpoint = step.checkpoint.or(stored.call.checkpoint.take());
        stored.call.changed = now;
        let key = stored.call.key.clone();
        let (ready, signals) = (stored.ready, stored.call.signals.len());
        for (number, message) in messages {
            self.outbox.insert(number, seq, &key, message, now);
        }
        match step.then {
            Then::Continue => return Ok(Hold::Kept(Lease { until: ready, ..lease.clone() })),
            Then::Again(at) => self.stand(seq, Standing::Waiting, Some(at)),
            Then::Suspend { until, seen } if signals <= seen => {
                self.stand(seq, Standing::Suspended, Some(until));
            }
            Then::Suspend { .. } => self.stand(seq, Standing::Waiting, Some(now)),
            Then::Done => self.end(seq, Standing::Done, now),
        }
        Ok(Hold::Released)
    }

    /// Numbers of new messages, with their bodies as they are stored there.
    fn numbered(&mut self, new: Vec<NewMessage>) -> Result<Vec<(i64, NewMessage)>, StoreError> {
        let numbered = new.into_iter().map(|message| {
            let number = self.next_number();
            let body = message.body_at(number)?;
            Ok((number, NewMessage { body, seal: None, ..message }))
        });
        numbered.collect()
    }

    /// Ends a call. What only its run needed is erased.
    fn end(&mut self, seq: i64, standing: Standing, now: Time) {
        self.stand(seq, standing, None);
        let Some(stored) = self.calls.get_mut(seq) else { return };
        stored.fence += 1;
        stored.call.payload = Secret::default();
        stored.call.checkpoint = None;
        stored.call.signals.clear();
        stored.call.changed = now;
        self.open -= 1;
    }

    /// Number and standing of a call, which is not noted as changed by that.
    fn standing(&self, key: &Key) -> Option<(i64, Standing)> {
        let seq = *self.names.get(key)?;
        Some((seq, self.calls.get(seq)?.call.standing))
    }

    pub(crate) fn signal(&mut self, key: &Key, body: Secret, now: Time) -> Signalled {
        let Some((seq, standing)) = self.standing(key) else { return Signalled::Unknown };
        if standing.is_final() {
            return Signalled::Ended(standing);
        }
        let Some(stored) = self.calls.get_mut(seq) else { return Signalled::Unknown };
        stored.call.signals.push(body);
        if standing == Standing::Suspended {
            self.stand(seq, Standing::Waiting, Some(now));
        }
        Signalled::Stored
    }

    pub(crate) fn cancel(
        &mut self,
        key: &Key,
        ending: Ending,
        now: Time,
    ) -> Result<Cancelled, StoreError> {
        let Some((seq, standing)) = self.standing(key) else { return Ok(Cancelled::Unknown) };
        if standing.is_final() {
            return Ok(Cancelled::Ended(standing));
        }
        let messages = self.numbered(ending.messages)?;
        let Some(stored) = self.calls.get_mut(seq) else { return Ok(Cancelled::Unknown) };
        let answered = stored.call.result.is_some();
        if !answered {
            stored.call.result = ending.result;
        }
        self.outbox.drop_of(seq, now);
        for (number, message) in messages.into_iter().filter(|_| !answered) {
            self.outbox.insert(number, seq, key, message, now);
        }
        self.end(seq, Standing::Cancelled, now);
        Ok(Cancelled::Now)
    }

    pub(crate) fn sweep(&mut self, queue: &str, before: Time, max: usize) -> u64 {
        let gone = self.calls.iter().filter(|(seq, stored)| {
            let ended = stored.call.standing.is_final() && stored.call.changed < before;
            ended && stored.call.key.queue() == queue && self.outbox.is_settled(*seq, before)
        });
        let gone: Vec<_> = gone.map(|(seq, _)| seq).take(max).collect();
        for seq in &gone {
            self.put_call(*seq, None);
            self.outbox.forget(*seq);
        }
        gone.len() as u64
    }
}
