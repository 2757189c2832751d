//! Times at which a message is tried again, as data: a reply in, an [`Outcome`] out. No clock, no chance.
//!
//! | attempt | waits before it | since the first |
//! | --- | --- | --- |
//! | 1 | 0 s | 0 s |
//! | 2 | 5 s | 5 s |
//! | 3 | 5 min | 5 min 5 s |
//! | 4 | 30 min | 35 min 5 s |
//! | 5 | 2 h | 2 h 35 min 5 s |
//! | 6 | 5 h | 7 h 35 min 5 s |
//! | 7 | 10 h | 17 h 35 min 5 s |
//! | 8 | 14 h | 31 h 35 min 5 s |
//! | 9 | 20 h | 51 h 35 min 5 s |
//! | 10 | 24 h | 75 h 35 min 5 s |
//!
//! The waits are those of [Standard Webhooks]; up to a fifth is added to each, so that a receiver that
//! comes back does not meet everybody at once.
//!
//! | reply | outcome |
//! | --- | --- |
//! | 2xx | delivered |
//! | 429, 5xx, 1xx | again, not before `Retry-After` (at most 24 h); dead after the last attempt |
//! | no reply, a timeout | again; dead after the last attempt |
//! | 410, other 4xx, 3xx | dead at once: redirects are not followed |
//!
//! [Standard Webhooks]: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

use std::borrow::Cow;
use std::time::Duration;

use crate::{Outcome, Reason, Time};

const fn minutes(minutes: u64) -> Duration {
    Duration::from_secs(minutes * 60)
}

/// Waits before the second and later attempts of [`Schedule::default`].
pub const WAITS: [Duration; 9] = [
    Duration::from_secs(5),
    minutes(5),
    minutes(30),
    minutes(2 * 60),
    minutes(5 * 60),
    minutes(10 * 60),
    minutes(14 * 60),
    minutes(20 * 60),
    minutes(24 * 60),
];

/// Longest wait that a `Retry-After` brings about.
pub const RETRY_AFTER_MAX: Duration = minutes(24 * 60);

/// Reply to an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A status, and the time that its `Retry-After` asks for.
    Status(u16, Option<Duration>),
    /// No reply: a refused connection, a timeout, a reply that broke off.
    None,
    /// The address may not be dialled; nothing was sent.
    Forbidden,
}

/// Waits between the attempts to deliver a message.
///
/// ```
/// use std::time::Duration;
/// use a2t_store::schedule::Reply;
/// use a2t_store::{Outcome, Reason, Schedule, Time};
///
/// let now = Time::from_millis(0);
/// let schedule = Schedule::default();
/// let next = |attempt, reply| schedule.decide(attempt, reply, 0, now);
/// assert_eq!(next(1, Reply::Status(204, None)), Outcome::Delivered);
/// assert_eq!(next(1, Reply::Status(503, None)), Outcome::Retry(Time::from_millis(5_000), Some(503)));
/// let later = Some(Duration::from_secs(60));
/// assert_eq!(next(1, Reply::Status(429, later)), Outcome::Retry(Time::from_millis(60_000), Some(429)));
/// assert_eq!(next(1, Reply::Status(410, None)), Outcome::Dead(Reason::Refused(410)));
/// assert_eq!(next(10, Reply::None), Outcome::Dead(Reason::Exhausted(None)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    waits: Cow<'static, [Duration]>,
}

impl Default for Schedule {
    /// The table of this module: ten attempts in 75 hours.
    fn default() -> Self {
        Self { waits: Cow::Borrowed(&WAITS) }
    }
}

impl Schedule {
    /// Waits of one's own: one attempt more than there are waits.
    pub fn new(waits: Vec<Duration>) -> Self {
        Self { waits: Cow::Owned(waits) }
    }

    /// Returns the number of attempts before a message is dead.
    pub fn attempts(&self) -> usize {
        self.waits.len() + 1
    }

    /// Returns the outcome of that attempt (from 1) by its reply. `chance` is any random number.
    pub fn decide(&self, attempt: u32, reply: Reply, chance: u32, now: Time) -> Outcome {
        let (status, after) = match reply {
            Reply::Status(200..=299, _) => return Outcome::Delivered,
            Reply::Status(status @ (..=199 | 429 | 500..), after) => (Some(status), after),
            Reply::Status(status, _) => return Outcome::Dead(Reason::Refused(status)),
            Reply::None => (None, None),
            Reply::Forbidden => return Outcome::Dead(Reason::Forbidden),
        };
        let index = usize::try_from(attempt.saturating_sub(1)).unwrap_or(usize::MAX);
        let Some(wait) = self.waits.get(index) else {
            return Outcome::Dead(Reason::Exhausted(status));
        };
        let after = after.unwrap_or_default().min(RETRY_AFTER_MAX);
        Outcome::Retry(now.after(jittered(*wait, chance).max(after)), status)
    }
}

/// The wait and up to a fifth of it.
fn jittered(wait: Duration, chance: u32) -> Duration {
    let fifth = wait.as_millis() / 5;
    let added = fifth * u128::from(chance) / u128::from(u32::MAX);
    wait.saturating_add(Duration::from_millis(u64::try_from(added).unwrap_or(u64::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Time = Time::from_millis(1_000_000);

    #[test]
    fn ten_attempts_take_seventy_five_hours_and_then_it_is_dead() {
        let schedule = Schedule::default();
        let mut now = Time::from_millis(0);
        for attempt in 1..10 {
            let Outcome::Retry(at, _) = schedule.decide(attempt, Reply::None, 0, now) else {
                panic!()
            };
            now = at;
        }
        assert_eq!(now.since(Time::from_millis(0)), Duration::from_secs(75 * 3600 + 35 * 60 + 5));
        let last = schedule.decide(10, Reply::Status(502, None), 0, now);
        assert_eq!(last, Outcome::Dead(Reason::Exhausted(Some(502))));
        assert_eq!(schedule.attempts(), 10);
    }

    #[test]
    fn every_status_has_its_row_of_the_table() {
        let schedule = Schedule::default();
        for status in 0..=999 {
            let actual = match schedule.decide(1, Reply::Status(status, None), 0, NOW) {
                Outcome::Delivered => "delivered",
                Outcome::Retry(..) => "again",
                Outcome::Dead(reason) => {
                    assert_eq!(reason, Reason::Refused(status));
                    "dead"
                }
            };
            let expected = match status {
                200..300 => "delivered",
                429 => "again",
                300..500 => "dead",
                _ => "again",
            };
            assert_eq!(actual, expected, "{status}");
        }
    }

    #[test]
    fn jitter_adds_at_most_a_fifth_and_retry_after_is_bounded() {
        let schedule = Schedule::default();
        for (index, wait) in WAITS.iter().enumerate() {
            let attempt = u32::try_from(index).unwrap() + 1;
            for chance in [0, 1, 77, u32::MAX / 2, u32::MAX] {
                let next = schedule.decide(attempt, Reply::None, chance, NOW);
                let Outcome::Retry(at, _) = next else { panic!("{next:?}") };
                assert!((*wait..=*wait + *wait / 5).contains(&at.since(NOW)), "{at:?}");
            }
        }
        let for_ever = Reply::Status(503, Some(Duration::MAX));
        let Outcome::Retry(at, _) = schedule.decide(1, for_ever, 0, NOW) else { panic!() };
        assert_eq!(at.since(NOW), RETRY_AFTER_MAX);
        let at_once = Reply::Status(503, Some(Duration::ZERO));
        let Outcome::Retry(at, _) = schedule.decide(1, at_once, 0, NOW) else { panic!() };
        assert_eq!(at.since(NOW), WAITS[0]);
    }
}
