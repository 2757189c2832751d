//! A store in the memory of the program, for tests: the contract without the disk.

use std::sync::{Arc, Mutex, PoisonError};

use crate::state::State;
use crate::{
    Accepted, Answer, Call, Cancelled, Claim, Ending, Entry, Filter, Hold, Item, Key, Lease,
    Limits, NewCall, Outcome, QueueStatistics, Secret, Signalled, Step, Store, StoreError, Time,
    Work,
};

/// Calls that a sweep forgets at once, at most.
const SWEPT: usize = 500;

/// A store that is gone with the program, for tests and for tools that may lose calls.
///
/// Clones share what is stored, as two programs share a file.
///
/// ```
/// use a2t_store::{Accepted, Digest, Key, Limits, Memory, NewCall, Store, Time};
///
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let store = Memory::new(Limits { calls: 1, ..Limits::default() });
/// let call = |id| NewCall::new(Key::new("rap", "thread", id).unwrap(), Digest::from_parts(["{}"]), "{}");
/// let now = Time::from_millis(0);
/// assert_eq!(store.accept(call("1"), now).await?, Accepted::New(None));
/// assert_eq!(store.accept(call("2"), now).await?, Accepted::Full);
/// # Ok::<(), a2t_store::StoreError>(()) }).unwrap();
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Memory(Arc<Mutex<State>>);

impl Memory {
    /// Creates an empty store.
    pub fn new(limits: Limits) -> Self {
        Self(Arc::new(Mutex::new(State::new(limits, State::new_name()))))
    }

    fn ask<T: Send + 'static>(
        &self,
        answer: impl FnOnce(&mut State) -> Result<T, StoreError>,
    ) -> Answer<'_, T> {
        // No method panics halfway, so that a poisoned state is a whole one.
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Box::pin(std::future::ready(answer(&mut state)))
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new(Limits::default())
    }
}

impl Store for Memory {
    fn accept(&self, call: NewCall, now: Time) -> Answer<'_, Accepted> {
        self.ask(|state| Ok(state.accept(call, now)))
    }

    fn claim(&self, claim: Claim, now: Time) -> Answer<'_, Vec<Work>> {
        self.ask(|state| Ok(state.claim(&claim, now)))
    }

    fn extend(&self, lease: &Lease, until: Time) -> Answer<'_, Hold> {
        self.ask(|state| Ok(state.extend(lease, until)))
    }

    fn commit(&self, lease: &Lease, step: Step, now: Time) -> Answer<'_, Hold> {
        self.ask(|state| state.commit(lease, step, now))
    }

    fn settle(&self, lease: &Lease, outcome: Outcome, now: Time) -> Answer<'_, Hold> {
        self.ask(|state| state.settle(lease, outcome, now))
    }

    fn find(&self, key: &Key) -> Answer<'_, Option<Call>> {
        self.ask(|state| Ok(state.find(key)))
    }

    fn signal(&self, key: &Key, body: Secret, now: Time) -> Answer<'_, Signalled> {
        self.ask(|state| Ok(state.signal(key, body, now)))
    }

    fn cancel(&self, key: &Key, ending: Ending, now: Time) -> Answer<'_, Cancelled> {
        self.ask(|state| state.cancel(key, ending, now))
    }

    fn sweep(&self, queue: &str, before: Time) -> Answer<'_, u64> {
        self.ask(|state| Ok(state.sweep(queue, before, SWEPT)))
    }

    fn next_due(&self, queue: &str) -> Answer<'_, Option<Time>> {
        self.ask(|state| Ok(state.next_due(queue)))
    }

    fn statistics(&self, now: Time) -> Answer<'_, Vec<QueueStatistics>> {
        self.ask(|state| Ok(state.statistics(now)))
    }

    fn list(&self, filter: Filter) -> Answer<'_, Vec<Entry>> {
        self.ask(|state| Ok(state.list(&filter)))
    }

    fn requeue(&self, item: Item, now: Time) -> Answer<'_, bool> {
        self.ask(|state| Ok(state.requeue(item, now)))
    }
}
