//! The rows of a stream in memory: read from its messages, and written as a batch of messages.

use std::collections::BTreeMap;

use super::row::{self, BodyLocation, Writer};
use crate::state::State;
use crate::{Secret, StoreError};

/// A large body, stored in separate messages, which keep their subjects while a row names it.
#[derive(Clone, Debug)]
struct Part {
    name: u64,
    pieces: u64,
    body: Secret,
}

/// A call or a message whose row may name parts: the number of its call, and its own.
type Owner = (i64, i64);

/// Message to be stored.
#[derive(Debug)]
pub(super) struct Write {
    /// Subject behind the prefix of the stream.
    pub(super) subject: String,
    pub(super) body: Vec<u8>,
    /// A row that is gone, which need not be reported forever.
    pub(super) gone: bool,
}

/// Messages that store what was changed, and subjects that are not needed once they are stored.
#[derive(Default, Debug)]
pub(super) struct Changes {
    pub(super) writes: Vec<Write>,
    pub(super) unneeded: Vec<String>,
    parts: BTreeMap<Owner, Vec<Part>>,
    gone: Vec<i64>,
    /// Calls that have ended.
    ended: Vec<i64>,
}

pub(super) struct Replica {
    pub(super) state: State,
    /// Number of the last message of the stream that was read or written.
    pub(super) position: u64,
    parts: BTreeMap<Owner, Vec<Part>>,
    /// Pieces whose row is still to come: how many, and their bytes.
    arriving: BTreeMap<(Owner, u64), (u64, Vec<u8>)>,
    /// Most bytes of a piece.
    piece: usize,
    /// A message that is not one of a store: rows may be missing from here on.
    broken: Option<StoreError>,
}

impl Replica {
    pub(super) fn new(state: State, piece: usize) -> Self {
        let (parts, arriving) = (BTreeMap::new(), BTreeMap::new());
        Self { state, position: 0, parts, arriving, piece, broken: None }
    }

    /// Starts from the first message again.
    pub(super) fn reset(&mut self) {
        *self = Self::new(self.state.emptied(), self.piece);
    }

    /// Takes in a message of the stream, by its subject behind the prefix.
    pub(super) fn read(&mut self, at: u64, subject: &str, body: &[u8]) -> Result<(), StoreError> {
        if let Some(broken) = &self.broken {
            return Err(broken.clone());
        }
        if at <= self.position {
            return Ok(());
        }
        self.position = at;
        self.row(subject, body).ok_or_else(|| {
            let message = format!(
                "message {at} of its stream is not one of a store: restore the stream, or delete it"
            );
            self.broken = Some(StoreError::Engine(message.clone()));
            StoreError::Engine(message)
        })
    }

    fn row(&mut self, subject: &str, body: &[u8]) -> Option<()> {
        let mut words = subject.split('.');
        let kind = words.next()?;
        let numbers: Vec<i64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
        match (kind, &numbers[..]) {
            ("c", [call]) if body.is_empty() => {
                self.state.forget(*call);
                self.forget(*call);
            }
            ("c", [call]) => {
                let stored =
                    self.with_parts((*call, *call), |separate| row::call(body, separate))?;
                self.state.put_call(*call, Some(stored));
                self.send_away(*call);
            }
            ("m", [call, seq]) => {
                let read = |separate: &mut dyn FnMut(u64, u64) -> Option<Secret>| {
                    row::message(*call, body, separate)
                };
                let stored = self.with_parts((*call, *seq), read)?;
                self.state.put_message(*seq, stored);
            }
            ("b", [call, owner, name, _]) => {
                let name = u64::try_from(*name).ok()?;
                let (pieces, bytes) = self.arriving.entry(((*call, *owner), name)).or_default();
                *pieces += 1;
                bytes.extend(body);
            }
            ("end", []) => {}
            _ => return None,
        }
        Some(())
    }

    /// Reads the row of an owner. Parts that it does not name are forgotten: those of a row are stored
    /// before it, in the same batch.
    fn with_parts<T>(
        &mut self,
        owner: Owner,
        read: impl FnOnce(&mut dyn FnMut(u64, u64) -> Option<Secret>) -> Option<T>,
    ) -> Option<T> {
        let known = self.parts.remove(&owner).unwrap_or_default();
        // The parts of a call that has ended are not kept here.
        let is_away = self.state.call(owner.1).is_some_and(|stored| stored.is_away);
        let mut named = Vec::new();
        let arriving = &mut self.arriving;
        let stored = read(&mut |name, pieces| {
            let part = match known.iter().find(|part| part.name == name) {
                Some(part) => part.clone(),
                None if is_away && !arriving.contains_key(&(owner, name)) => {
                    return Some(Secret::default());
                }
                None => {
                    let (found, body) = arriving.remove(&(owner, name))?;
                    (found == pieces).then_some(Part { name, pieces, body: body.into() })?
                }
            };
            named.push(part.clone());
            Some(part.body)
        });
        arriving.retain(|(of, _), _| *of != owner);
        if !named.is_empty() {
            self.parts.insert(owner, named);
        }
        stored
    }

    /// Keeps no result of a call that has ended, because calls are known for long after their end.
    fn send_away(&mut self, call: i64) {
        self.state.send_away(call);
        if self.state.call(call).is_some_and(|stored| stored.is_away) {
            self.parts.remove(&(call, call));
        }
    }

    fn forget(&mut self, call: i64) {
        let of_call = (call, i64::MIN)..=(call, i64::MAX);
        let owners: Vec<_> = self.parts.range(of_call).map(|(owner, _)| *owner).collect();
        for owner in owners {
            self.parts.remove(&owner);
        }
        self.arriving.retain(|((of, _), _), _| *of != call);
    }

    /// Messages for what was changed since [`State::begin`].
    ///
    /// # Errors
    /// [`StoreError::Engine`] if the stream had a message that was not one of a store.
    pub(super) fn changes(&self) -> Result<Changes, StoreError> {
        if let Some(broken) = &self.broken {
            return Err(broken.clone());
        }
        let mut changes = Changes::default();
        let changed = self.state.changed();
        for seq in changed.calls {
            let subject = format!("c.{seq}");
            match self.state.call(seq) {
                // It has ended, and is as it was.
                Some(stored) if stored.is_away => {}
                Some(stored) => {
                    self.write(&mut changes, (seq, seq), subject, |writer| writer.call(stored))?;
                    changes.ended.extend(stored.call.standing.is_final().then_some(seq));
                }
                None => {
                    changes.writes.push(Write { subject, body: Vec::new(), gone: true });
                    changes.unneeded.extend(of_call(seq));
                    changes.gone.push(seq);
                }
            }
        }
        for seq in changed.messages {
            if let Some(stored) = self.state.message(seq) {
                let (call, subject) = (stored.call, format!("m.{}.{seq}", stored.call));
                self.write(&mut changes, (call, seq), subject, |writer| writer.message(stored))?;
            }
        }
        // The last message stays until there is a later one, so that its number can be waited for.
        if changes.writes.last().is_some_and(|write| write.gone) {
            changes.writes.push(Write { subject: "end".to_owned(), body: Vec::new(), gone: false });
        }
        Ok(changes)
    }

    fn write(
        &self,
        changes: &mut Changes,
        owner: Owner,
        subject: String,
        row: impl FnOnce(Writer<'_>) -> serde_json::Result<Vec<u8>>,
    ) -> Result<(), StoreError> {
        let known = self.parts.get(&owner).map_or(&[][..], Vec::as_slice);
        let mut named: Vec<Part> = Vec::new();
        let (of, seq) = owner;
        let mut separate = |body: &Secret| {
            let part = known.iter().find(|part| part.body == *body).cloned();
            let part = part.unwrap_or_else(|| {
                let name = self.position + 1 + changes.writes.len() as u64;
                let pieces = body.expose().chunks(self.piece);
                let part = Part { name, pieces: pieces.len() as u64, body: body.clone() };
                changes.writes.extend(pieces.enumerate().map(|(piece, bytes)| Write {
                    subject: format!("b.{of}.{seq}.{name}.{piece}"),
                    body: bytes.to_vec(),
                    gone: false,
                }));
                part
            });
            let location = BodyLocation::Separate { part: part.name, pieces: part.pieces };
            named.push(part);
            location
        };
        let body = row(Writer { separate: &mut separate, here: Vec::new(), room: self.piece })
            .map_err(|error| StoreError::Engine(error.to_string()))?;
        changes.writes.push(Write { subject, body, gone: false });
        let unneeded =
            known.iter().filter(|part| named.iter().all(|other| other.name != part.name));
        let subjects = unneeded.map(|part| format!("b.{of}.{seq}.{}.*", part.name));
        changes.unneeded.extend(subjects);
        if !(named.is_empty() && known.is_empty()) {
            changes.parts.insert(owner, named);
        }
        Ok(())
    }

    /// Keeps what was changed, because it is stored up to that message.
    pub(super) fn keep(&mut self, position: u64, changes: Changes) {
        self.position = position;
        self.state.keep();
        for (owner, parts) in changes.parts {
            if parts.is_empty() {
                self.parts.remove(&owner);
            } else {
                self.parts.insert(owner, parts);
            }
        }
        for call in changes.gone {
            self.forget(call);
        }
        for call in changes.ended {
            self.send_away(call);
        }
    }

    /// Forgets what a program left behind when it died between a sweep and its cleaning, where the
    /// state is that of the whole stream. Returns the subjects that are not needed.
    pub(super) fn clean(&mut self) -> Vec<String> {
        let owners = self.arriving.keys().map(|((call, _), _)| *call);
        let mut calls: Vec<_> = owners.chain(self.state.orphans()).collect();
        calls.retain(|call| self.state.call(*call).is_none());
        calls.sort_unstable();
        calls.dedup();
        for call in &calls {
            self.state.forget(*call);
            self.forget(*call);
        }
        calls.into_iter().flat_map(of_call).collect()
    }
}

/// Subjects of everything that a call caused.
fn of_call(call: i64) -> [String; 2] {
    [format!("m.{call}.>"), format!("b.{call}.>")]
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::{Accepted, Claim, Digest, Hold, Key, Limits, NewCall, NewMessage, Outcome, Step};
    use crate::{Time, Work};
    use std::time::Duration;

    /// Does something, and gives what it writes to another replica, too.
    fn step<T>(replicas: &mut [Replica; 2], work: impl FnOnce(&mut State) -> T) -> T {
        let [writer, reader] = replicas;
        writer.state.begin(i64::try_from(writer.position).unwrap());
        let answer = work(&mut writer.state);
        let changes = writer.changes().unwrap();
        let first = writer.position + 1;
        for (at, write) in (first..).zip(&changes.writes) {
            reader.read(at, &write.subject, &write.body).unwrap();
        }
        writer.keep(first + changes.writes.len() as u64 - 1, changes);
        answer
    }

    #[test]
    fn an_answered_call_leaves_no_body_in_memory() {
        let now = Time::from_millis(1_000);
        let replica = || Replica::new(State::new(Limits::default(), "name".to_owned()), 1_024);
        let mut replicas = [replica(), replica()];
        // Bodies in their row, and in separate messages.
        for (id, size) in [("small", 100), ("large", 10_000)] {
            let key = Key::new("rap", "thread", id).unwrap();
            let body = || vec![7; size];
            let call = NewCall::new(key.clone(), Digest::from_parts([id]), body());
            assert_eq!(step(&mut replicas, |state| state.accept(call, now)), Accepted::New(None));
            let claim = Claim::new("rap", Duration::from_secs(30));
            let work = step(&mut replicas, |state| state.claim(&claim, now).pop());
            let Some(Work::Run(run)) = work else { panic!() };
            let done = Step::done(body()).with(NewMessage::new(body()));
            let held = step(&mut replicas, |state| state.commit(&run.lease, done, now));
            assert_eq!(held, Ok(Hold::Released));
            let work = step(&mut replicas, |state| state.claim(&claim, now).pop());
            let Some(Work::Deliver(sent)) = work else { panic!() };
            step(&mut replicas, |state| state.settle(&sent.lease, Outcome::Delivered, now))
                .unwrap();
            // What changes nothing writes nothing, and does not bring it back.
            step(&mut replicas, |state| state.cancel(&key, crate::Ending::silent(), now)).unwrap();
            for replica in &replicas {
                let number = replica.state.away(&key).expect("it is in the stream alone");
                let stored = replica.state.call(number).unwrap();
                assert!(stored.call.result.is_none() && stored.call.payload.is_empty());
                assert!(replica.parts.is_empty() && replica.arriving.is_empty());
            }
        }
    }
}
