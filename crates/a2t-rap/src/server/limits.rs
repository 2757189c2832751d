//! One table of the limits of size, number and time.

use std::time::Duration;

use a2t_tool::{Abandoned, BodyLimits, CallLimits};

use crate::message::limit::INVOCATION_BYTES_MAX;

const fn hours(hours: u64) -> Duration {
    Duration::from_secs(hours * 3600)
}

/// Limits of size, number and time.
///
/// | limit | default | beyond it |
/// | --- | --- | --- |
/// | [`body_bytes`](Self::body_bytes) | 262,144 bytes (256 KiB), which is also the most | 413 |
/// | [`body_total`](Self::body_total) | 14 s | 408 |
/// | [`bodies_bytes`](Self::bodies_bytes) | 67,108,864 bytes (64 MiB) | 503, `Retry-After: 1` |
/// | [`in_flight`](Self::in_flight) | 512 requests | 503, `Retry-After: 1` |
/// | [`calls`](Self::calls) | 64 tools that run | accepted calls wait in the store |
/// | [`waiting`](Self::waiting) | 1,000 calls that wait for a person, or are subscriptions | they count as `calls` |
/// | [`deliveries`](Self::deliveries) | 64 callbacks on their way, of which a receiver keeps a quarter at most for longer than a second | messages wait in the store |
/// | [`poll`](Self::poll) | 1 s between two `.await`s of a tool | the tool is reported once, as a fault |
/// | [`run`](Self::run) | 24 h for one call, until it answers or subscribes | an `Error: …` result |
/// | [`answer`](Self::answer) | 1 h for a person to answer | [`ChannelError::Unanswered`](crate::server::ChannelError) |
/// | [`attempts`](Self::attempts) | 10 runs that the program's end cut short | an `Error: …` result |
/// | [`lease`](Self::lease) | 30 s; held for longer by whoever works | another program takes the work over |
/// | [`farewell`](Self::farewell) | 5 s for a cancelled call to clean up | its future is dropped |
/// | [`drain`](Self::drain) | 30 s for a stopping program's calls to end | they run again later |
/// | [`retention`](Self::retention) | 24 h in which an ended call is still known | a repeated one is a new one |
///
/// Within an `a2t::Server`, the limits of the server replace the defaults of `body_bytes`, `body_total`,
/// `bodies_bytes`, `in_flight`, `poll` and `drain`. The server's `handler`, `threads` and `queue` do not apply,
/// because a call of RAP has been acknowledged: it may take as long as `run` allows, and waits in the store where
/// another call would be refused.
///
/// The number of calls that may wait is the store's matter, such as
/// [`Memory::new`](crate::server::store::Memory::new).
///
/// ```
/// use std::time::Duration;
///
/// let limits = a2t::rap::Limits::new().calls(4).run(Duration::from_secs(3600));
/// # let _ = limits;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Limits {
    pub(crate) body_bytes: Option<usize>,
    pub(crate) body_total: Option<Duration>,
    pub(crate) bodies_bytes: Option<usize>,
    pub(crate) in_flight: Option<usize>,
    pub(crate) poll: Option<Duration>,
    pub(crate) calls: usize,
    pub(crate) waiting: usize,
    pub(crate) deliveries: usize,
    pub(crate) run: Duration,
    pub(crate) answer: Duration,
    pub(crate) attempts: u32,
    pub(crate) lease: Duration,
    pub(crate) farewell: Duration,
    pub(crate) drain: Option<Duration>,
    pub(crate) retention: Duration,
}

impl Limits {
    /// The defaults of the table above.
    pub const fn new() -> Self {
        Self {
            body_bytes: None,
            body_total: None,
            bodies_bytes: None,
            in_flight: None,
            poll: None,
            calls: 64,
            waiting: 1_000,
            deliveries: 64,
            run: hours(24),
            answer: hours(1),
            attempts: 10,
            lease: Duration::from_secs(30),
            farewell: Duration::from_secs(5),
            drain: None,
            retention: hours(24),
        }
    }

    /// The most bytes of an invocation, up to 262,144.
    pub const fn body_bytes(mut self, bytes: usize) -> Self {
        self.body_bytes = Some(bytes);
        self
    }

    /// The longest that a request may take to arrive, from the first wait for the rest of it to the last byte of
    /// its body. The wait for its head counts where an `a2t::Server` has read it.
    pub const fn body_total(mut self, time: Duration) -> Self {
        self.body_total = Some(time);
        self
    }

    /// The most bytes of all bodies together that are still arriving. One that arrives at once, as
    /// most do, takes nothing of it.
    pub const fn bodies_bytes(mut self, bytes: usize) -> Self {
        self.bodies_bytes = Some(bytes);
        self
    }

    /// The most requests that are answered at one time.
    pub const fn in_flight(mut self, requests: usize) -> Self {
        self.in_flight = Some(requests);
        self
    }

    /// Sets how long an `async` or `quick` tool may run between two `.await`s before it is reported, once for each
    /// tool. [`Duration::MAX`] reports no tool.
    pub const fn poll(mut self, time: Duration) -> Self {
        self.poll = Some(time);
        self
    }

    /// The most tools that run at one time, at least one.
    pub const fn calls(mut self, calls: usize) -> Self {
        self.calls = at_least_one(calls);
        self
    }

    /// The most calls that wait for a person or go on as a subscription, and are not counted among
    /// those that run.
    pub const fn waiting(mut self, calls: usize) -> Self {
        self.waiting = calls;
        self
    }

    /// The most callbacks that are on their way at one time, at least one. One that takes longer than a second makes room for
    /// those of others, of which there are four times as many at most; a receiver with a quarter of this number of such
    /// callbacks is sent no more until one of them has ended.
    pub const fn deliveries(mut self, deliveries: usize) -> Self {
        self.deliveries = at_least_one(deliveries);
        self
    }

    /// The longest that a tool, with its context extractors, may take to answer or to subscribe.
    pub const fn run(mut self, time: Duration) -> Self {
        self.run = time;
        self
    }

    /// The longest that a question or a page waits for a person (CB-122, CB-129).
    pub const fn answer(mut self, time: Duration) -> Self {
        self.answer = time;
        self
    }

    /// The most runs of one call that the end of the program cut short, at least one: a call that
    /// ends the program would otherwise do so for ever. Calls that were cut short run with fewer of each other every time, and
    /// alone for the second half of this number, so that only the one that ends the program is given up. One that does so only
    /// after it went on alone for some time (16 s for ten attempts) is not found: [`run`](Self::run) bounds a call.
    pub const fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = if attempts == 0 { 1 } else { attempts };
        self
    }

    /// The time after which another program takes the work of one that is gone over, at least
    /// 100 ms.
    pub const fn lease(mut self, time: Duration) -> Self {
        self.lease = if time.as_millis() < 100 { Duration::from_millis(100) } else { time };
        self
    }

    /// The time that a cancelled call has to clean up.
    pub const fn farewell(mut self, time: Duration) -> Self {
        self.farewell = time;
        self
    }

    /// The longest that a stopping program waits for its calls and callbacks.
    pub const fn drain(mut self, time: Duration) -> Self {
        self.drain = Some(time);
        self
    }

    /// The time for which an ended call is known, so that a repeated invocation is not a new one.
    pub const fn retention(mut self, time: Duration) -> Self {
        self.retention = time;
        self
    }
}

const fn at_least_one(number: usize) -> usize {
    if number == 0 { 1 } else { number }
}

/// Limits that come from the `a2t::Server` around the router unless they are set here.
impl Limits {
    pub(crate) fn shared(&self) -> CallLimits {
        let total = self.body_total.unwrap_or(Duration::from_secs(14));
        let bytes = self.body_bytes.unwrap_or(INVOCATION_BYTES_MAX).min(INVOCATION_BYTES_MAX);
        CallLimits {
            body: BodyLimits { bytes, idle: total, total },
            bodies_bytes: self.bodies_bytes.unwrap_or(64 * 1024 * 1024),
            in_flight: self.in_flight.unwrap_or(512),
            handler: self.run,
            poll: self.poll.unwrap_or(Duration::from_secs(1)),
            threads: Some(self.calls),
            queue: self.waiting,
            abandoned: Abandoned::Finish,
            drain: self.drain.unwrap_or(Duration::from_secs(30)),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}
