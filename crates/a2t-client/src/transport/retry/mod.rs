//! Decides if and when a failed request is sent again: values and verdicts, no clock and no socket.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::call::counted::count;
use crate::transport::limits::{Limits, RETRY_COST, REWARD, THROTTLED_COST};

/// Policy by which a call is sent again after it failed (draft section 7, A2T-63).
///
/// The draft asks executors to retry, without regard to effects that have happened already (spec
/// note AMB-15). So the default repeats what cannot have had any, and what does no harm twice: a
/// tool that only reads, or is idempotent, by the [hints](a2t_core::Hints) of its approved
/// signature (spec note AMB-41). Hints that a server changes later are not used. Every attempt of a
/// call carries the same `Idempotency-Key`, by which a server that honours it knows a repetition.
///
/// | the call failed with | `Never` | `WhenNotRun` | `WhenHarmless` | … of a tool with `readOnlyHint` or `idempotentHint` | `Always` |
/// | --- | --- | --- | --- | --- | --- |
/// | no connection: nothing was sent | | retried | retried | retried | retried |
/// | 408, 429, a server that sheds load: refused before the tool ran | | retried | retried | retried | retried |
/// | any other status from 500 | | outcome unknown | outcome unknown | retried | retried |
/// | a timeout, a connection that broke, a reply cut short | | outcome unknown | outcome unknown | retried | retried |
/// | 409 of a key whose call still runs, after an attempt of unknown outcome | | | | retried | retried |
/// | any other status from 300 to 499, a 409 of a type that the tool declares, a reply that is too large or malformed | | | | | |
///
/// `destructiveHint` changes none of this: a tool that deletes and is idempotent may be called
/// again. Requests that only read (listings, signatures) are retried as with `Always`, unless the
/// policy is `Never`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Retry {
    /// No retries: every failure comes back at once.
    Never,
    /// Retries where the tool cannot have run, regardless of its hints.
    WhenNotRun,
    /// Retries where the tool cannot have run, or does no harm when it runs twice: by its signature
    /// it only reads or is idempotent.
    #[default]
    WhenHarmless,
    /// Retries also where the tool may have run: for tools that do no harm when they run twice, and
    /// for servers that honour `Idempotency-Key`.
    Always,
}

impl Retry {
    /// Returns the policy for one request; `reads` if it runs no tool, `repeatable` if its tool may run
    /// twice.
    #[doc(hidden)]
    #[must_use]
    pub fn for_request(self, reads: bool, repeatable: bool) -> Self {
        match self {
            Self::WhenNotRun | Self::WhenHarmless if reads => Self::Always,
            Self::WhenHarmless if repeatable => Self::Always,
            policy => policy,
        }
    }
}

/// Hint of a failed attempt for another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The tool did not run; another attempt may succeed.
    NotRun,
    /// The tool may have run; another attempt may succeed.
    Unknown,
    /// Another attempt would fail as this one did.
    Final,
}

/// Failed attempt, as far as another one depends on it.
#[derive(Clone, Copy, Debug)]
pub struct FailedAttempt {
    /// Hint for another attempt.
    pub outcome: Outcome,
    /// The server reported that it has too much to do.
    pub throttled: bool,
    /// The wait that the server asks for.
    pub retry_after: Option<Duration>,
}

/// The tokens that the retries of one client share, so that a server that fails for all is not
/// asked three times as often.
#[derive(Debug)]
pub(crate) struct Budget {
    tokens: AtomicU32,
    capacity: u32,
}

impl Budget {
    pub(crate) fn new(capacity: u32) -> Self {
        let tokens = AtomicU32::new(capacity);
        Self { tokens, capacity }
    }

    fn take(&self, cost: u32) -> bool {
        let taken = self.update(|tokens| tokens.checked_sub(cost));
        taken.is_ok()
    }

    fn put(&self, tokens: u32) {
        let full = |now: u32| now < self.capacity;
        // Most calls find the budget full: they write nothing that other threads read.
        let more = |now| full(now).then(|| now.saturating_add(tokens).min(self.capacity));
        let _: Result<u32, u32> = self.update(more);
    }

    fn update(&self, change: impl FnMut(u32) -> Option<u32>) -> Result<u32, u32> {
        let order = Ordering::Relaxed;
        self.tokens.fetch_update(order, order, change)
    }
}

/// Attempts of one call.
#[derive(Debug)]
pub struct Attempts<'a> {
    retry: Retry,
    limits: &'a Limits,
    budget: &'a Budget,
    made: u32,
    /// Cost of the retry on its way.
    cost: u32,
    /// Whether the tool may have run in one of them.
    unknown: bool,
}

impl<'a> Attempts<'a> {
    /// Starts with the first attempt on its way.
    pub(crate) fn first(retry: Retry, limits: &'a Limits, budget: &'a Budget) -> Self {
        count();
        Self { retry, limits, budget, made: 1, cost: 0, unknown: false }
    }

    /// Returns the number of attempts, the one on its way included.
    pub fn made(&self) -> u32 {
        self.made
    }

    /// Returns whether the tool may have run in one of them.
    pub fn is_unknown(&self) -> bool {
        self.unknown
    }

    /// Records that the tool may have run.
    pub fn may_have_run(&mut self) {
        self.unknown = true;
    }

    /// Ends with an attempt that succeeded: the budget gets back its cost, or a token if it was the
    /// first. The cost of retries that failed is lost.
    pub fn succeeded(self) {
        if self.made == 1 {
            self.budget.put(REWARD);
        }
    }

    /// Begins another attempt that is not a retry, unless the call has had all of its attempts.
    pub(crate) fn once_more(&mut self) -> bool {
        let allowed = self.made < self.limits.attempts;
        if allowed {
            self.made += 1;
            count();
        }
        allowed
    }

    /// Returns the wait before the next attempt, if one is due; `left` is the time that the call may still
    /// take, `part` a random number from 0 to 1.
    ///
    /// A server that asks for a wait gets it, and a random one on top where that fits.
    pub fn next(
        &mut self,
        failed: FailedAttempt,
        left: Option<Duration>,
        part: f64,
    ) -> Option<Duration> {
        let allowed = match failed.outcome {
            Outcome::NotRun => self.retry != Retry::Never,
            Outcome::Unknown => self.retry == Retry::Always,
            Outcome::Final => false,
        };
        self.cost = 0;
        if !allowed || self.made >= self.limits.attempts {
            return None;
        }
        let wait = self.wait(failed.retry_after, left, part)?;
        let cost = if failed.throttled { THROTTLED_COST } else { RETRY_COST };
        if !self.budget.take(cost) {
            return None;
        }
        (self.cost, self.made) = (cost, self.made + 1);
        count();
        Some(wait)
    }

    fn wait(&self, asked: Option<Duration>, left: Option<Duration>, part: f64) -> Option<Duration> {
        let asked = asked.unwrap_or_default();
        let random = self.limits.backoff.wait(self.made - 1, part);
        let fits = |wait: &Duration| left.is_none_or(|left| *wait < left);
        let both = asked.checked_add(random).filter(fits);
        both.or_else(|| Some(asked).filter(fits))
    }
}

/// Gives back the cost of a retry that did not fail: it succeeded, or the program did not wait for
/// its end.
impl Drop for Attempts<'_> {
    fn drop(&mut self) {
        self.budget.put(self.cost);
    }
}

#[cfg(test)]
mod tests;
