//! Numbers that bound a call; a test holds the table in `docs/client.md` to them.

use std::time::Duration;

/// Numbers of one client.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Maximum wait for a connection.
    pub connect: Duration,
    /// Maximum time of one request and its reply.
    pub attempt: Duration,
    /// Maximum time of a call, or of a listing with all its pages.
    pub total: Duration,
    /// The maximum size of a reply, in bytes.
    pub reply: usize,
    /// The maximum number of requests of one call.
    pub attempts: u32,
    /// Wait before a retry.
    pub backoff: Backoff,
    /// The tokens of the retry budget.
    pub budget: u32,
}

/// Wait before a retry: a random part of `base` doubled with each retry, up to `cap`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Backoff {
    /// Longest wait before the first retry.
    pub base: Duration,
    /// Longest wait of all.
    pub cap: Duration,
}

/// Tokens that a retry costs.
pub(crate) const RETRY_COST: u32 = 14;
/// Tokens that a retry costs if the server reported that it has too much to do.
pub(crate) const THROTTLED_COST: u32 = 5;
/// Tokens that a call earns which needed no retry.
pub(crate) const REWARD: u32 = 1;

/// Time that an idle connection is kept: longer than most turns of a model between two calls, and
/// less than the 60 s and 75 s of the load balancers and proxies that stand before most servers, so
/// that few calls cross the close of their connection.
pub(crate) const IDLE: Duration = Duration::from_secs(50);

/// Time ahead of its end from which a token is replaced, but never more than a tenth of its life.
pub(crate) const TOKEN_AHEAD: Duration = Duration::from_secs(60);

impl Limits {
    /// The defaults; those of retries are smithy-rs' (its retry specification 2.1).
    pub const DEFAULT: Self = Self {
        connect: Duration::from_millis(3_100),
        attempt: Duration::from_secs(30),
        total: Duration::from_secs(60),
        reply: 4 << 20,
        attempts: 3,
        backoff: Backoff { base: Duration::from_millis(50), cap: Duration::from_secs(20) },
        budget: 500,
    };
}

impl Backoff {
    /// Returns the wait before a retry; `retry` counts from 0, `part` is a random number from 0 to 1. The
    /// whole range is used, so that callers that failed together do not come back together.
    pub fn wait(&self, retry: u32, part: f64) -> Duration {
        let doubled = 2_u32.checked_pow(retry);
        let longest = doubled.and_then(|factor| self.base.checked_mul(factor));
        let longest = longest.unwrap_or(self.cap).min(self.cap);
        longest.mul_f64(part.clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn milliseconds(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    // The page and the numbers cannot part: each row is written here from the number itself.
    #[test]
    fn the_table_of_defaults_has_the_numbers_that_hold() {
        let page = include_str!("../../../../docs/client.md");
        let Limits { connect, attempt, total, reply, attempts, backoff, budget } = Limits::DEFAULT;
        for row in [
            format!("| connect | {connect:?} |"),
            format!("| one attempt, with its reply | {attempt:?} |"),
            format!("| one call or listing in all | {total:?} |"),
            format!("| an idle connection is kept | {IDLE:?} |"),
            format!("| a token is replaced | {TOKEN_AHEAD:?} before its end"),
            format!("| size of a reply | {} MiB |", reply >> 20),
            format!("| attempts | {attempts} |"),
            format!(
                "| wait before a retry | a random part of {:?}, doubled with each retry, \
                 up to {:?} |",
                backoff.base, backoff.cap
            ),
            format!(
                "| retry budget | {budget} tokens; a retry costs {RETRY_COST}, {THROTTLED_COST} \
                 if the server was busy |"
            ),
            format!(
                "| a listing | {} pages, {} tools, {} MiB |",
                grouped(a2t_core::wire::page::PAGES_MAX),
                grouped(a2t_core::signature::rule::TOOLS_MAX),
                a2t_core::wire::page::DOCUMENT_MAX >> 20
            ),
        ] {
            assert!(page.contains(&row), "docs/client.md lacks: {row}");
        }
    }

    fn grouped(number: usize) -> String {
        format!("{},{:03}", number / 1_000, number % 1_000)
    }

    #[test]
    fn waits_double_up_to_the_cap_whatever_the_number_of_the_retry() {
        let backoff = Limits::DEFAULT.backoff;
        let longest: Vec<_> = (0..4).map(|retry| backoff.wait(retry, 1.0)).collect();
        assert_eq!(longest, [50, 100, 200, 400].map(milliseconds));
        for retry in [9, 31, 32, u32::MAX] {
            assert_eq!(backoff.wait(retry, 1.0), Duration::from_secs(20), "{retry}");
        }
    }

    #[test]
    fn the_jitter_is_full() {
        let backoff = Limits::DEFAULT.backoff;
        assert_eq!(backoff.wait(1, 0.0), Duration::ZERO);
        assert_eq!(backoff.wait(1, 0.5), milliseconds(50));
        for part in [-1.0, 2.0, f64::INFINITY] {
            assert!(backoff.wait(1, part) <= milliseconds(100), "{part}");
        }
    }
}
