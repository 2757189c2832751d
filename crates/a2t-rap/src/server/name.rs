//! Names of calls in the store: each caller has its own groups and ids, and reads nothing of others in a refusal.

use a2t_store::{Digest, Key, KeyError};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::server::inner::QUEUE;

/// Separates a group from the digest of its caller.
const MARK: char = '~';

/// Returns the name of a call of this caller.
pub(crate) fn key(caller: Option<&str>, thread: &str, id: &str) -> Result<Key, KeyError> {
    // What the caller wrote is checked first, without what is added to it.
    let plain = Key::new(QUEUE, thread, id)?;
    let group = group(caller, thread);
    if group == thread { Ok(plain) } else { Key::new(QUEUE, group, id) }
}

/// Returns the group of a thread of this caller, whose messages are delivered in order. A thread without a caller is its
/// own group, unless it could be that of a caller.
pub(crate) fn group(caller: Option<&str>, thread: &str) -> String {
    if caller.is_none() && !thread.contains(MARK) {
        return thread.to_owned();
    }
    let of = |parts: &[&str]| URL_SAFE_NO_PAD.encode(Digest::from_parts(parts).as_bytes());
    // Not the whole digest, because operators read it: 96 bits.
    let who = of(caller.as_slice());
    let who = who.get(..16).unwrap_or(&who);
    let group = format!("{thread}{MARK}{who}");
    if group.len() <= Key::MAX { group } else { format!("{MARK}{}", of(&[thread, who])) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_callers_have_a_group_in_common() {
        let ada = group(Some("ada"), "thread_1");
        let long = "x".repeat(Key::MAX);
        let threads = ["thread_1", "thread_2", &ada, &long, "~", "~~"];
        let callers = [None, Some("ada"), Some("bob"), Some("")];
        let names = threads.iter().flat_map(|thread| {
            callers.iter().map(move |caller| key(*caller, thread, "1").unwrap())
        });
        let names: BTreeSet<_> = names.collect();
        assert_eq!(names.len(), threads.len() * callers.len(), "{names:?}");
        assert_eq!(group(None, "thread_1"), "thread_1");
        assert!(ada.starts_with("thread_1~"), "{ada}");
    }

    #[test]
    fn what_no_name_may_have_is_refused_for_every_caller() {
        for caller in [None, Some("ada")] {
            for (thread, id) in [("", "1"), ("1", ""), ("a\0", "1"), ("1", "b\0")] {
                assert!(key(caller, thread, id).is_err(), "{thread:?} {id:?}");
            }
            assert!(key(caller, &"x".repeat(Key::MAX + 1), "1").is_err());
        }
    }
}
