//! Calls and messages as rows with their indexes: the contract as a state that requests change.

mod calls;
mod lanes;
mod look;
mod messages;
mod rows;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasher as _, RandomState};

pub(crate) use self::calls::StoredCall;
use self::messages::Outbox;
#[cfg(feature = "nats")]
pub(crate) use self::messages::StoredMessage;
use self::rows::Rows;
use crate::{Key, Limits, Time};

/// Everything that is stored. Clones of bodies share their bytes.
#[derive(Default, Debug)]
pub(crate) struct State {
    limits: Limits,
    /// Number of the store, from which the ids of its messages are made, since receivers know
    /// messages of many stores by their ids.
    name: String,
    last: i64,
    calls: Rows<StoredCall>,
    names: HashMap<Key, i64>,
    /// Calls that may be claimed at a time, by queue.
    due: BTreeMap<String, BTreeSet<(Time, i64)>>,
    /// Calls that have not ended.
    open: u64,
    outbox: Outbox,
}

impl State {
    /// A number for a new store, by chance.
    pub(crate) fn new_name() -> String {
        format!("{:x}", RandomState::new().hash_one(()))
    }

    pub(crate) fn new(limits: Limits, name: String) -> Self {
        Self { limits, name, ..Self::default() }
    }

    /// A new one of the same store.
    #[cfg(feature = "nats")]
    pub(crate) fn emptied(&self) -> Self {
        Self::new(self.limits, self.name.clone())
    }

    fn next_number(&mut self) -> i64 {
        self.last += 1;
        self.last
    }
}

#[cfg(feature = "nats")]
mod journal {
    use super::{State, StoredCall, StoredMessage};
    use crate::Key;

    /// Numbers of the rows that requests changed.
    #[derive(Default, Debug)]
    pub(crate) struct Changed {
        pub(crate) calls: Vec<i64>,
        pub(crate) messages: Vec<i64>,
    }

    /// A state that follows rows stored elsewhere: what requests change is known, and taken back
    /// if it is not stored.
    impl State {
        /// Starts to note changes. Numbers of new rows are above `last`.
        pub(crate) fn begin(&mut self, last: i64) {
            self.last = last;
            self.calls.begin();
            self.outbox.messages.begin();
        }

        pub(crate) fn changed(&self) -> Changed {
            Changed { calls: self.calls.changed(), messages: self.outbox.messages.changed() }
        }

        /// The number of rows that [`changed`](Self::changed) returns.
        pub(crate) fn changes(&self) -> usize {
            self.calls.changes() + self.outbox.messages.changes()
        }

        /// Keeps what was changed.
        pub(crate) fn keep(&mut self) {
            self.calls.take();
            self.outbox.messages.take();
        }

        /// Takes back what was changed.
        pub(crate) fn revert(&mut self) {
            for (seq, before) in self.calls.take() {
                self.put_call(seq, before);
            }
            for (seq, before) in self.outbox.messages.take() {
                self.outbox.put(seq, before);
            }
        }

        pub(crate) fn call(&self, seq: i64) -> Option<&StoredCall> {
            self.calls.get(seq)
        }

        /// Forgets the result of a call that has ended, once it is stored elsewhere.
        pub(crate) fn send_away(&mut self, seq: i64) {
            if let Some(stored) = self.calls.get_mut(seq)
                && stored.call.standing.is_final()
                && stored.call.result.take().is_some()
            {
                stored.is_away = true;
            }
        }

        /// Number of the call of that name, if its result is stored elsewhere.
        pub(crate) fn away(&self, key: &Key) -> Option<i64> {
            let seq = *self.names.get(key)?;
            self.calls.get(seq)?.is_away.then_some(seq)
        }

        pub(crate) fn message(&self, seq: i64) -> Option<&StoredMessage> {
            self.outbox.messages.get(seq)
        }

        pub(crate) fn put_message(&mut self, seq: i64, message: StoredMessage) {
            self.outbox.put(seq, Some(message));
        }

        /// Calls that have messages and are not there themselves.
        pub(crate) fn orphans(&self) -> impl Iterator<Item = i64> {
            self.outbox.callers().filter(|call| self.calls.get(*call).is_none())
        }

        /// Forgets a call and its messages, as a sweep does.
        pub(crate) fn forget(&mut self, call: i64) {
            self.put_call(call, None);
            self.outbox.forget(call);
        }
    }
}
