//! Kept replies by the share that they count in, so that a flood of one share takes no room of another.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::Key;

/// Replies that may be forgotten, by share.
#[derive(Default)]
pub(crate) struct Shares {
    shares: HashMap<Arc<[u8]>, Share>,
    by_keys: BTreeSet<(usize, Arc<[u8]>)>,
    by_bytes: BTreeSet<(usize, Arc<[u8]>)>,
}

#[derive(Default)]
struct Share {
    /// Keys of calls with a reply, oldest first.
    replied: BTreeMap<u64, Key>,
    bytes: usize,
}

impl Shares {
    pub(crate) fn insert(&mut self, number: u64, key: Key, size: usize) {
        self.change(&key.clone(), |share| {
            share.replied.insert(number, key);
            share.bytes += size;
        });
    }

    /// Removes the key, if it is there.
    pub(crate) fn remove(&mut self, number: u64, key: &Key, size: usize) {
        self.change(key, |share| {
            if share.replied.remove(&number).is_some() {
                share.bytes = share.bytes.saturating_sub(size);
            }
        });
    }

    /// Returns the oldest key of the share that has the most keys.
    pub(crate) fn oldest_by_keys(&self) -> Option<Key> {
        self.oldest(self.by_keys.last())
    }

    /// Returns the oldest key of the share that has the most bytes.
    pub(crate) fn oldest_by_bytes(&self) -> Option<Key> {
        self.oldest(self.by_bytes.last())
    }

    fn oldest(&self, largest: Option<&(usize, Arc<[u8]>)>) -> Option<Key> {
        let share = self.shares.get(&largest?.1)?;
        share.replied.values().next().cloned()
    }

    fn change(&mut self, key: &Key, change: impl FnOnce(&mut Share)) {
        let name = key.share();
        let mut share = self.shares.remove(name).unwrap_or_default();
        self.by_keys.remove(&(share.replied.len(), Arc::clone(name)));
        self.by_bytes.remove(&(share.bytes, Arc::clone(name)));
        change(&mut share);
        if share.replied.is_empty() {
            return;
        }
        self.by_keys.insert((share.replied.len(), Arc::clone(name)));
        self.by_bytes.insert((share.bytes, Arc::clone(name)));
        self.shares.insert(Arc::clone(name), share);
    }
}
