//! Remembers which states were resumed, and which of their calls began.

use std::collections::BTreeMap;
use std::error::Error;
use std::future::ready;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// The answer of a log.
pub type Logging<'a, T> =
    Pin<Box<dyn Future<Output = Result<T, Box<dyn Error + Send + Sync>>> + Send + 'a>>;

/// A log of states that were resumed, for programs that resume in several processes or must not run a tool twice
/// whose server does not honour idempotency keys. An implementation is a table of a database with a unique key:
/// `INSERT .. ON CONFLICT DO NOTHING` and `SELECT`.
///
/// [`Executor::resume`](crate::Executor::resume) adds an entry for each approved call directly before it runs, with the
/// time as its text, and one for the state when all have ended, with the message that has the results.
pub trait ResumeLog: Send + Sync {
    /// Adds an entry with its text, and returns `true`, unless there is an entry of this key. It must be stored when
    /// this returns, and may be dropped after `until`.
    fn add<'a>(&'a self, key: &'a str, text: &'a str, until: SystemTime) -> Logging<'a, bool>;

    /// Returns the text of an entry; `None` if there is none.
    fn get<'a>(&'a self, key: &'a str) -> Logging<'a, Option<String>>;
}

/// A log in the memory of the process. One for all executors is the default of
/// [`Builder::resume_log`](crate::Builder::resume_log). It keeps keys until they expire, and no texts.
#[derive(Debug, Default)]
pub struct MemoryLog(Mutex<BTreeMap<String, SystemTime>>);

/// The log of all executors that have no other: the ids of states are random.
pub(super) static LOG: MemoryLog = MemoryLog(Mutex::new(BTreeMap::new()));

impl MemoryLog {
    fn insert(&self, key: &str, until: SystemTime, now: SystemTime) -> bool {
        // A thread that panicked meanwhile left a whole map.
        let mut keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Not at every size, because a walk over all costs time.
        if keys.len().is_power_of_two() {
            keys.retain(|_, until| *until > now);
        }
        let is_new = !keys.contains_key(key);
        if is_new {
            keys.insert(key.to_owned(), until);
        }
        is_new
    }
}

impl ResumeLog for MemoryLog {
    fn add<'a>(&'a self, key: &'a str, _: &'a str, until: SystemTime) -> Logging<'a, bool> {
        Box::pin(ready(Ok(self.insert(key, until, SystemTime::now()))))
    }

    fn get<'a>(&'a self, key: &'a str) -> Logging<'a, Option<String>> {
        let keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Box::pin(ready(Ok(keys.contains_key(key).then(String::new))))
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    #[test]
    fn a_key_is_new_once_and_expired_ones_are_dropped() {
        let (log, second) = (MemoryLog::default(), Duration::from_secs(1));
        let at = |number: u32| UNIX_EPOCH + second * number;
        assert!(log.insert("a", at(9), at(0)));
        assert!(!log.insert("a", at(9), at(1)));
        for number in 0..10_000 {
            assert!(log.insert(&number.to_string(), at(number + 3), at(number)));
        }
        let kept = log.0.lock().unwrap().len();
        assert!(kept < 5_000, "{kept}");
    }
}
