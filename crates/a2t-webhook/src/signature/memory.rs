//! Ids of messages that came before, for as long as they could come again.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use sha2::{Digest, Sha256};

/// Remembers the ids of messages that were believed, within bounds: 10 minutes, which is twice the
/// tolerance of a [`Verifier`](crate::signature::Verifier), and 100,000 ids unless set, about 8 MB.
///
/// A full memory takes no further id rather than forget one that can still be replayed: answer
/// 503, and the sender tries again later. Ids of different senders belong into different memories.
#[derive(Clone, Debug)]
pub struct Memory {
    until: HashMap<Print, u64>,
    order: VecDeque<(u64, Print)>,
    latest: u64,
    capacity: usize,
    keep: u64,
}

type Print = [u8; 16];

/// Verdict on an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdState {
    /// It is new, and remembered from now on.
    New,
    /// It came before: acknowledge the message, and do nothing else.
    Known,
    /// There is no room for it.
    Full,
}

impl Default for Memory {
    fn default() -> Self {
        Self::new(100_000, Duration::from_secs(10 * 60))
    }
}

impl Memory {
    /// Creates a memory of at most `capacity` ids, each for the time `keep`.
    pub fn new(capacity: usize, keep: Duration) -> Self {
        let (until, order) = (HashMap::new(), VecDeque::new());
        Self { until, order, latest: 0, capacity, keep: keep.as_secs() }
    }

    /// Remembers the id of a message that was believed at `now`, in seconds since 1970.
    pub fn remember(&mut self, id: &str, now: u64) -> IdState {
        // Order is that of arrival, also where a clock is set back.
        self.latest = self.latest.max(now);
        self.expire();
        let print = print(id);
        if self.until.contains_key(&print) {
            return IdState::Known;
        }
        if self.order.len() >= self.capacity {
            return IdState::Full;
        }
        let until = self.latest.saturating_add(self.keep);
        self.until.insert(print, until);
        self.order.push_back((until, print));
        IdState::New
    }

    /// Forgets an id whose message could not be taken after all, so that it can come again.
    pub fn forget(&mut self, id: &str) {
        self.until.remove(&print(id));
    }

    /// Returns the number of ids that are remembered.
    pub fn len(&self) -> usize {
        self.until.len()
    }

    /// Returns whether no id is remembered.
    pub fn is_empty(&self) -> bool {
        self.until.is_empty()
    }

    fn expire(&mut self) {
        while let Some((until, print)) = self.order.front().copied() {
            if until >= self.latest {
                return;
            }
            self.order.pop_front();
            // One that was forgotten and came again has a later end.
            if self.until.get(&print) == Some(&until) {
                self.until.remove(&print);
            }
        }
    }
}

fn print(id: &str) -> Print {
    let digest: [u8; 32] = Sha256::digest(id).into();
    let mut print = Print::default();
    print.iter_mut().zip(digest).for_each(|(to, from)| *to = from);
    print
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_known_until_its_time_is_over() {
        let mut memory = Memory::new(10, Duration::from_secs(600));
        assert_eq!(memory.remember("a", 1000), IdState::New);
        assert_eq!(memory.remember("a", 1600), IdState::Known);
        assert_eq!(memory.remember("a", 1601), IdState::New);
        assert_eq!(memory.len(), 1);
    }

    #[test]
    fn a_full_memory_forgets_nothing_early() {
        let mut memory = Memory::new(2, Duration::from_secs(600));
        assert_eq!(memory.remember("a", 1000), IdState::New);
        assert_eq!(memory.remember("b", 1001), IdState::New);
        assert_eq!(memory.remember("c", 1002), IdState::Full);
        assert_eq!(memory.remember("a", 1002), IdState::Known);
        assert_eq!(memory.remember("c", 1601), IdState::New);
        assert_eq!(memory.len(), 2);
    }

    #[test]
    fn a_clock_that_is_set_back_shortens_no_time() {
        let mut memory = Memory::new(10, Duration::from_secs(600));
        assert_eq!(memory.remember("a", 2000), IdState::New);
        assert_eq!(memory.remember("b", 1000), IdState::New);
        assert_eq!(memory.remember("b", 1601), IdState::Known);
        assert_eq!(memory.remember("b", 2601), IdState::New);
    }

    #[test]
    fn a_forgotten_id_may_come_again_and_the_room_stays_bounded() {
        let mut memory = Memory::new(3, Duration::from_secs(600));
        for _ in 0..3 {
            assert_eq!(memory.remember("a", 1000), IdState::New);
            memory.forget("a");
        }
        assert!(memory.is_empty());
        assert_eq!(memory.remember("a", 1000), IdState::Full);
        assert_eq!(memory.remember("a", 1601), IdState::New);
    }
}
