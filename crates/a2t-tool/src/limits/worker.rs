//! Limits of calls that are accepted into a store: those of RAP, and the tasks of MCP.

use std::time::Duration;

use serde::de::{Deserialize, Deserializer, MapAccess};

use crate::limits::settings::{self, Settings};

const fn hours(hours: u64) -> Duration {
    Duration::from_secs(hours * 3600)
}

/// Limits of calls that are accepted into a store and run by workers: calls of RAP, and tasks of MCP.
///
/// | limit | default | beyond it |
/// | --- | --- | --- |
/// | [`max_running_calls`](Self::max_running_calls) | 64 | accepted calls wait in the store |
/// | [`max_waiting_calls`](Self::max_waiting_calls) | 1,000 | they count as running |
/// | [`run_timeout`](Self::run_timeout) | 24 h | the result is an error |
/// | [`answer_timeout`](Self::answer_timeout) | 1 h | [`ChannelError::Unanswered`](crate::channel::ChannelError) |
/// | [`max_attempts`](Self::max_attempts) | 10 | the result is an error |
/// | [`lease_duration`](Self::lease_duration) | 30 s | another program takes the work over |
/// | [`cancel_grace`](Self::cancel_grace) | 5 s | the future of a cancelled call is dropped |
/// | [`retention`](Self::retention) | 24 h | a repeated call is a new one, the id of a task is unknown |
///
/// Bodies, requests at one time, slow polls and the time to stop are limits of [`Limits`](crate::Limits): those of the
/// server, or those of the protocol (`rap::Server::server_limits`, `mcp::Service::limits`). An invocation of RAP has at most
/// 262,144 bytes in any case. The store limits the number of calls that wait in it.
///
/// Like `a2t::Limits`, they can be read from a file.
///
/// ```
/// use std::time::Duration;
///
/// let limits =
///     a2t::rap::WorkerLimits::new().max_running_calls(4).run_timeout(Duration::from_secs(3600));
/// # use a2t::serde_json;
/// # let file = r#"{"max_running_calls": 4, "run_timeout": "1h"}"#;
/// # assert_eq!(serde_json::from_str::<a2t::rap::WorkerLimits>(file).unwrap(), limits);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct WorkerLimits {
    #[doc(hidden)]
    pub max_running_calls: usize,
    #[doc(hidden)]
    pub max_waiting_calls: usize,
    #[doc(hidden)]
    pub run_timeout: Duration,
    #[doc(hidden)]
    pub answer_timeout: Duration,
    #[doc(hidden)]
    pub max_attempts: u32,
    #[doc(hidden)]
    pub lease_duration: Duration,
    #[doc(hidden)]
    pub cancel_grace: Duration,
    #[doc(hidden)]
    pub retention: Duration,
}

impl WorkerLimits {
    /// Returns the defaults of the table above.
    pub const fn new() -> Self {
        Self {
            max_running_calls: 64,
            max_waiting_calls: 1_000,
            run_timeout: hours(24),
            answer_timeout: hours(1),
            max_attempts: 10,
            lease_duration: Duration::from_secs(30),
            cancel_grace: Duration::from_secs(5),
            retention: hours(24),
        }
    }

    /// Sets the maximum number of tools that run at one time, at least 1: 64 by default. Further calls wait in the
    /// store.
    pub const fn max_running_calls(mut self, calls: usize) -> Self {
        self.max_running_calls = if calls == 0 { 1 } else { calls };
        self
    }

    /// Sets the maximum number of calls that wait for a person, or go on as a subscription, without counting among
    /// those that run: 1,000 by default. Further ones count.
    pub const fn max_waiting_calls(mut self, calls: usize) -> Self {
        self.max_waiting_calls = calls;
        self
    }

    /// Sets the maximum time for a tool, with its context extractors, to answer or to subscribe: 24 h by default.
    /// Beyond it the result of the call is an error.
    pub const fn run_timeout(mut self, time: Duration) -> Self {
        self.run_timeout = time;
        self
    }

    /// Sets the maximum time that a question or a page waits for a person (CB-122, CB-129): 1 h by default. Beyond it
    /// the tool gets [`ChannelError::Unanswered`](crate::channel::ChannelError).
    pub const fn answer_timeout(mut self, time: Duration) -> Self {
        self.answer_timeout = time;
        self
    }

    /// Sets the maximum number of runs of one call that the end of the program cut short, at least 1: 10 by default.
    /// Then the result of the call is an error, because a call that ends the program would do so forever.
    ///
    /// Calls that were cut short run with fewer of each other every time, and without others for the second half of
    /// this number, so that only the one that ends the program is given up. A call that ends the program only after it
    /// went on without others for some time (16 s for ten attempts) is not found. [`run_timeout`](Self::run_timeout)
    /// limits it.
    pub const fn max_attempts(mut self, attempts: u32) -> Self {
        self.max_attempts = if attempts == 0 { 1 } else { attempts };
        self
    }

    /// Sets the time after which another program takes over the work of one that is gone, at least 100 ms: 30 s by
    /// default. A program extends the lease of its work while it runs.
    pub const fn lease_duration(mut self, time: Duration) -> Self {
        self.lease_duration =
            if time.as_millis() < 100 { Duration::from_millis(100) } else { time };
        self
    }

    /// Sets the time that a cancelled call has to clean up: 5 s by default. Then its future is dropped.
    pub const fn cancel_grace(mut self, time: Duration) -> Self {
        self.cancel_grace = time;
        self
    }

    /// Sets the time for which an ended call is known: 24 h by default. After it, a repeated invocation of RAP is a new call,
    /// and the result of a task of MCP cannot be asked for.
    pub const fn retention(mut self, time: Duration) -> Self {
        self.retention = time;
        self
    }
}

impl Default for WorkerLimits {
    fn default() -> Self {
        Self::new()
    }
}

impl<'de> Deserialize<'de> for WorkerLimits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        settings::read(deserializer)
    }
}

impl Settings for WorkerLimits {
    const EXPECTED: &'static str = "a table of limits of workers";

    const KEYS: &'static [&'static str] = &[
        "max_running_calls",
        "max_waiting_calls",
        "run_timeout",
        "answer_timeout",
        "max_attempts",
        "lease_duration",
        "cancel_grace",
        "retention",
    ];

    fn set<'de, M: MapAccess<'de>>(self, key: &str, values: &mut M) -> Result<Self, M::Error> {
        Ok(match key {
            "max_running_calls" => self.max_running_calls(values.next_value()?),
            "max_waiting_calls" => self.max_waiting_calls(values.next_value()?),
            "run_timeout" => self.run_timeout(settings::duration(values)?),
            "answer_timeout" => self.answer_timeout(settings::duration(values)?),
            "max_attempts" => self.max_attempts(values.next_value()?),
            "lease_duration" => self.lease_duration(settings::duration(values)?),
            "cancel_grace" => self.cancel_grace(settings::duration(values)?),
            "retention" => self.retention(settings::duration(values)?),
            _ => return Err(settings::unknown::<Self, _>(key)),
        })
    }
}
