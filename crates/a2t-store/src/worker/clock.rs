//! The clock of workers: the time of day without its jumps.
//!
//! A lease ends at a time, and a time of day may jump: it is set, or the machine was suspended. A worker that claimed by it
//! would take its own calls for those of a dead one after a jump forward. One that kept to its own time after a jump back would
//! take the calls of programs that follow the time of day.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use crate::Time;

/// Difference from which on the time of day has jumped.
const JUMP: Duration = Duration::from_secs(2);
/// Time that workers have to extend their leases before a jump is followed: two leases by default.
const GRACE: Duration = Duration::from_secs(60);

/// A clock that follows the time of day.
///
/// After a jump it goes on as before for a minute, in which leases are extended: after a jump forward [`lag`](Self::lag) makes
/// them end after it. Then it follows, also back. Up to two seconds are no jump: it goes at half its speed until the time of day
/// has caught up.
#[derive(Debug)]
struct Timeline {
    last: Time,
    /// Reading of a clock that does not jump, at the last reading.
    passed: Duration,
    /// The latest jump, while it is not followed.
    jump: Option<Jump>,
    lag: Duration,
}

#[derive(Clone, Copy, Debug)]
struct Jump {
    /// Reading of the clock that does not jump, when it was noticed.
    noticed: Duration,
    is_back: bool,
}

impl Timeline {
    const fn new(day: Time, passed: Duration) -> Self {
        Self { last: day, passed, jump: None, lag: Duration::ZERO }
    }

    /// Returns the time by the time of day and the time that has passed on a clock that does not jump.
    fn read(&mut self, day: Time, passed: Duration) -> Time {
        let since = passed.saturating_sub(self.passed);
        self.passed = passed;
        let steady = self.last.after(since);
        let (lag, lead) = (day.since(steady), steady.since(day));
        if lag.max(lead) > JUMP {
            let is_back = lead > lag;
            // Another jump on top of it has a minute, too.
            let is_known = lag.saturating_sub(self.lag) <= JUMP;
            let known = self.jump.filter(|jump| jump.is_back == is_back && is_known);
            let jump = known.unwrap_or(Jump { noticed: passed, is_back });
            if passed.saturating_sub(jump.noticed) < GRACE {
                (self.jump, self.lag, self.last) = (Some(jump), lag, steady);
                return steady;
            }
            self.last = day;
        } else {
            self.last = self.last.after(since / 2).max(day);
        }
        (self.jump, self.lag) = (None, Duration::ZERO);
        self.last
    }
}

static CLOCK: Mutex<Option<(Timeline, Instant)>> = Mutex::new(None);

fn read<T>(result: impl FnOnce(Time, &Timeline) -> T) -> T {
    let mut clock = CLOCK.lock().unwrap_or_else(PoisonError::into_inner);
    let day = Time::from(SystemTime::now());
    let (timeline, start) =
        clock.get_or_insert_with(|| (Timeline::new(day, Duration::ZERO), Instant::now()));
    let now = timeline.read(day, start.elapsed());
    result(now, timeline)
}

/// Returns the time of day, as workers need it: it follows a jump after a minute, in which leases are extended.
pub fn now() -> Time {
    read(|now, _| now)
}

/// Returns the duration of a lease that begins now: longer while [`now`] is behind the time of day.
pub fn lease(time: Duration) -> Duration {
    time.saturating_add(read(|_, timeline| timeline.lag))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEASE: Duration = Duration::from_secs(30);
    const DAY: u64 = 1_800_000_000;

    /// A program that holds a call for an hour, extends its lease as workers do, and claims each second what is due.
    /// The time of day is changed by the jumps, each in the second that is its index.
    fn hold(jumps: &[(u64, i64)]) -> Timeline {
        let mut clock = Timeline::new(Time::from_millis(DAY * 1_000), Duration::ZERO);
        let (mut offset, mut until, mut before) = (0, clock.last.after(LEASE), clock.last);
        for second in 1..=3_600 {
            for (_, jump) in jumps.iter().filter(|(at, _)| *at == second) {
                offset += jump;
            }
            let day = Time::from_millis((DAY + second).saturating_add_signed(offset) * 1_000);
            let now = clock.read(day, Duration::from_secs(second));
            assert!(now < until, "second {second}: its own call is due, {jumps:?}");
            assert!(now > before || now == day, "second {second}: the clock stands, {jumps:?}");
            before = now;
            if second % 10 == 0 {
                until = now.after(LEASE + clock.lag);
            }
        }
        clock
    }

    #[test]
    fn no_jump_makes_a_held_call_due_or_stops_the_clock() {
        for jump in [1, 2, 3, 29, 31, 3_600, 30 * 86_400] {
            for at in [1, 9, 10, 11, 1_000] {
                for sign in [1, -1] {
                    hold(&[(at, sign * jump)]);
                    hold(&[(at, sign * jump), (at + 7, -sign * jump), (at + 90, sign * jump)]);
                    hold(&[(at, sign * jump), (at + 55, -2 * sign * jump)]);
                    hold(&[(at, sign * jump), (at + 55, 2 * sign * jump)]);
                }
            }
        }
    }

    #[test]
    fn the_time_of_day_is_followed_in_the_end() {
        for jump in [0, 5, 86_400, -5, -1_000] {
            let end = Time::from_millis((DAY + 3_600).saturating_add_signed(jump) * 1_000);
            assert_eq!(hold(&[(10, jump)]).last, end, "{jump}");
        }
    }

    #[test]
    fn a_jump_back_is_followed_after_a_minute_so_that_leases_of_others_hold() {
        let mut clock = Timeline::new(Time::from_millis(DAY * 1_000), Duration::ZERO);
        let mut read = |second: u64| {
            let hour_ago = Time::from_millis((DAY + second - 3_600) * 1_000);
            (clock.read(hour_ago, Duration::from_secs(second)), hour_ago)
        };
        for second in 1..=60 {
            let (now, _) = read(second);
            assert_eq!(now, Time::from_millis((DAY + second) * 1_000), "work that waits is due");
        }
        let (now, day) = read(61);
        assert_eq!(now, day);
    }

    #[test]
    fn leases_are_not_longer_without_a_jump() {
        assert_eq!(lease(LEASE), LEASE);
        assert!(now() <= now());
    }
}
