//! Replies in the memory of the program.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::future::ready;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use super::shares::Shares;
use super::{Answer, Begun, Call, Digest, Key, Reply, Store};

/// A store in the memory of one program, gone with it.
///
/// | limit | default | what happens beyond it |
/// | --- | --- | --- |
/// | [`max_keys`](Self::max_keys) | 100,000 keys | the oldest reply of the caller with the most keys is forgotten before its time |
/// | [`max_bytes`](Self::max_bytes) | 67,108,864 bytes (64 MiB) of keys and replies | the same of the caller with the most bytes |
///
/// A caller who sends many keys takes no room of others, down to an equal share for each. Callers that are not
/// authenticated have one share together.
///
/// Calls that run are never forgotten: where they alone reach a limit, a new one is refused. A program
/// whose calls must not run twice even then has a store on a disk.
///
/// ```
/// let store = a2t_store::idempotency::Memory::new().max_keys(1_000).max_bytes(1024 * 1024);
/// # let _ = store;
/// ```
pub struct Memory {
    keys: usize,
    bytes: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    calls: HashMap<Key, Kept>,
    /// Calls with a reply, which may be forgotten.
    replied: Shares,
    /// Keys by the end of their time.
    ends: BTreeMap<(SystemTime, u64), Key>,
    bytes: usize,
    next: u64,
}

struct Kept {
    number: u64,
    digest: Digest,
    deadline: SystemTime,
    until: SystemTime,
    reply: Option<Reply>,
}

/// Bytes of a key and its entries, apart from its texts and its reply.
const OVERHEAD: usize = 256;

impl Memory {
    /// Creates an empty store.
    #[must_use]
    pub fn new() -> Self {
        Self { keys: 100_000, bytes: 64 * 1024 * 1024, state: Mutex::default() }
    }

    /// Sets the maximum number of keys; zero counts as 1.
    #[must_use]
    pub fn max_keys(mut self, keys: usize) -> Self {
        self.keys = keys.max(1);
        self
    }

    /// Sets the maximum size of keys and replies, in bytes.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.bytes = bytes;
        self
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn sweep(&mut self, now: SystemTime) {
        while let Some(entry) = self.ends.first_entry()
            && entry.key().0 <= now
        {
            let key = entry.get().clone();
            self.remove(&key);
        }
    }

    fn remove(&mut self, key: &Key) {
        if let Some(kept) = self.calls.remove(key) {
            let size = kept.size(key);
            self.bytes -= size;
            self.replied.remove(kept.number, key, size);
            self.ends.remove(&(kept.until, kept.number));
        }
    }

    /// Forgets the oldest replies of the largest shares until the store is within its limits; `false` if there are none left.
    fn fits(&mut self, keys: usize, bytes: usize) -> bool {
        while self.calls.len() > keys || self.bytes > bytes {
            let oldest = if self.calls.len() > keys {
                self.replied.oldest_by_keys()
            } else {
                self.replied.oldest_by_bytes()
            };
            let Some(oldest) = oldest else {
                return false;
            };
            self.remove(&oldest);
        }
        true
    }

    fn insert(&mut self, call: Call) {
        let Call { key, digest, deadline, until } = call;
        self.next += 1;
        let kept = Kept { number: self.next, digest, deadline, until, reply: None };
        self.bytes += kept.size(&key);
        self.ends.insert((until, self.next), key.clone());
        self.calls.insert(key, kept);
    }
}

impl Kept {
    fn size(&self, key: &Key) -> usize {
        OVERHEAD + key.len() + self.reply.as_ref().map_or(0, |reply| reply.body.len())
    }

    fn answer(&self, digest: Digest, now: SystemTime) -> Begun {
        match &self.reply {
            _ if self.digest != digest => Begun::Other,
            Some(reply) => Begun::Kept(reply.clone()),
            None if self.deadline <= now => Begun::Lost,
            None => Begun::Running,
        }
    }
}

impl Store for Memory {
    fn begin(&self, call: Call, now: SystemTime) -> Answer<'_, Begun> {
        let mut state = self.state();
        state.sweep(now);
        let begun = match state.calls.get(&call.key) {
            Some(kept) => kept.answer(call.digest, now),
            None => {
                let key = call.key.clone();
                state.insert(call);
                if state.fits(self.keys, self.bytes) {
                    Begun::New
                } else {
                    state.remove(&key);
                    Begun::Full
                }
            }
        };
        Box::pin(ready(Ok(begun)))
    }

    fn keep(&self, key: &Key, reply: Reply) -> Answer<'_, ()> {
        let mut state = self.state();
        if let Some(kept) = state.calls.get_mut(key)
            && kept.reply.is_none()
        {
            let (number, more) = (kept.number, reply.body.len());
            kept.reply = Some(reply);
            let size = kept.size(key);
            state.bytes += more;
            state.replied.insert(number, key.clone(), size);
            // Its own reply may be the one that is forgotten, which no store of this size could keep.
            state.fits(self.keys, self.bytes);
        }
        Box::pin(ready(Ok(())))
    }

    fn free(&self, key: &Key) -> Answer<'_, ()> {
        let mut state = self.state();
        if state.calls.get(key).is_some_and(|kept| kept.reply.is_none()) {
            state.remove(key);
        }
        Box::pin(ready(Ok(())))
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let calls = self.state().calls.len();
        f.debug_struct("Memory").field("calls", &calls).finish_non_exhaustive()
    }
}
