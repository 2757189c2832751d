//! One table of a server's limits, beyond which it refuses, answers without the tool, or hangs up.

use std::time::Duration;

use a2t_tool::{Abandoned, BodyLimits, CallLimits};

/// Limits of size, number and time; [`Limits::new`] is a good choice for a server on the internet.
///
/// | limit | default | what happens beyond it | who enforces it |
/// | --- | --- | --- | --- |
/// | [`body_bytes`](Self::body_bytes) | 262,144 bytes (256 KiB) | 413 | router |
/// | [`body_idle`](Self::body_idle) | 5 s | 408 | router |
/// | [`body_total`](Self::body_total) | 14 s | 408 | router |
/// | [`bodies_bytes`](Self::bodies_bytes) | 67,108,864 bytes (64 MiB) | 503, `Retry-After: 1` | router |
/// | [`in_flight`](Self::in_flight) | 512 calls | 503, `Retry-After: 1` | router |
/// | [`handler`](Self::handler) | 30 s | 504 | router |
/// | [`poll`](Self::poll) | 1 s | the tool is reported once, as a [`Fault`](crate::Fault) | router |
/// | [`threads`](Self::threads) | one a processor, at least 2 | calls of tools that are not `async` wait | router |
/// | [`queue`](Self::queue) | 64 calls that wait so | 503, `Retry-After: 1` | router |
/// | [`head_bytes`](Self::head_bytes) | 32,768 bytes (32 KiB) | 431, closed | [`Server`](crate::Server) |
/// | [`head`](Self::head) | 10 s | the connection is closed | [`Server`](crate::Server) |
/// | [`write_stall`](Self::write_stall) | 10 s | the connection is closed | [`Server`](crate::Server) |
/// | [`connections`](Self::connections) | 10,000 | 503, `Retry-After: 1`, closed | [`Server`](crate::Server) |
/// | [`streams`](Self::streams) | 100 requests of one connection | HTTP/2: they wait | [`Server`](crate::Server) |
/// | [`notice`](Self::notice) | none | a stopping server goes on as before, but is not [ready](crate::Health) | [`Server`](crate::Server) |
/// | [`drain`](Self::drain) | 30 s | what still runs is cut | [`Server`](crate::Server) |
///
/// A call counts as in flight from the moment when its body is complete, so that clients which send
/// slowly shut nobody out. Reads of the catalog and the routes of a program's own take no place: a
/// layer such as tower's `ConcurrencyLimitLayer` on them gives them a limit of their own. Bodies of those routes are
/// bounded by the program's layers too, in time by tower-http's `RequestBodyTimeoutLayer`.
///
/// Fixed are the page size (100 signatures unless `pageLimit` says otherwise, 1,000 at most) and
/// the number of header lines (100, then 431).
///
/// ```
/// use std::time::Duration;
/// let limits = a2t::Limits::new().body_bytes(64 * 1024).handler(Duration::from_secs(5));
/// # /// Adds two numbers.
/// # ///
/// # /// # Returns
/// # /// The sum.
/// # #[a2t::tool(version = 1)]
/// # fn add(
/// #     /// First addend.
/// #     a: i32,
/// #     /// Second addend.
/// #     b: i32,
/// # ) -> i32 { a + b }
/// # let toolset = a2t::toolset![add];
/// let router: axum::Router = toolset.into_router_with(limits);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Limits {
    pub(crate) body_bytes: usize,
    pub(crate) body_idle: Duration,
    pub(crate) body_total: Duration,
    pub(crate) bodies_bytes: usize,
    pub(crate) handler: Duration,
    pub(crate) poll: Duration,
    pub(crate) threads: Option<usize>,
    pub(crate) queue: usize,
    pub(crate) abandoned: Abandoned,
    pub(crate) head_bytes: usize,
    pub(crate) head: Duration,
    pub(crate) write_stall: Duration,
    pub(crate) in_flight: usize,
    pub(crate) connections: usize,
    #[cfg_attr(not(feature = "http2"), allow(dead_code))]
    pub(crate) streams: usize,
    pub(crate) notice: Duration,
    pub(crate) drain: Duration,
}

impl Limits {
    /// The defaults of the table above.
    pub const fn new() -> Self {
        Self {
            body_bytes: 256 * 1024,
            body_idle: Duration::from_secs(5),
            body_total: Duration::from_secs(14),
            bodies_bytes: 64 * 1024 * 1024,
            handler: Duration::from_secs(30),
            poll: Duration::from_secs(1),
            threads: None,
            queue: 64,
            abandoned: Abandoned::Finish,
            head_bytes: 32 * 1024,
            head: Duration::from_secs(10),
            write_stall: Duration::from_secs(10),
            in_flight: 512,
            connections: 10_000,
            streams: 100,
            notice: Duration::ZERO,
            drain: Duration::from_secs(30),
        }
    }

    /// The most bytes that the body of an invocation may have.
    pub const fn body_bytes(mut self, bytes: usize) -> Self {
        self.body_bytes = bytes;
        self
    }

    /// The longest pause within a body.
    pub const fn body_idle(mut self, time: Duration) -> Self {
        self.body_idle = time;
        self
    }

    /// The longest that a request may take to arrive, from the first wait for the rest of it to the last byte of
    /// its body. The wait for its head counts where a [`Server`](crate::Server) has read it, so that a slow
    /// head takes time from its body. The default leaves a second of 15 for the end of the connection.
    pub const fn body_total(mut self, time: Duration) -> Self {
        self.body_total = time;
        self
    }

    /// The most bytes of all bodies together that are still arriving. One that arrives at once, as
    /// most do, takes nothing of it.
    pub const fn bodies_bytes(mut self, bytes: usize) -> Self {
        self.bodies_bytes = bytes;
        self
    }

    /// The longest that a tool, with its context extractors, may take. After it the tool's future
    /// is dropped: what it has done stays done, so callers learn 504 (the outcome is unknown)
    /// rather than 503 (nothing has happened).
    pub const fn handler(mut self, time: Duration) -> Self {
        self.handler = time;
        self
    }

    /// Sets how long an `async` or `quick` tool may run between two `.await`s before it is reported
    /// ([`Fault::is_warning`](crate::Fault::is_warning)), once for each tool. Other calls of the same thread wait
    /// meanwhile, and none of them is refused. [`Duration::MAX`] reports no tool.
    ///
    /// The runtime expects 10 to 100 µs. The default is far above that, so that a healthy tool on a machine that is too
    /// busy, or whose container is throttled, is not reported. Set a few milliseconds while you develop.
    pub const fn poll(mut self, time: Duration) -> Self {
        self.poll = time;
        self
    }

    /// The most threads on which tools that are not `async` run at one time, apart from those that
    /// serve; one for each processor, but at least 2, unless this is called. Zero counts as 1.
    ///
    /// The default suits functions that compute: more threads than processors take time from
    /// serving. With five times the calls that a function of 1 ms has time for, on two processors
    /// that others used as well, half of the refusals took less than 2 to 8 ms in three runs with 2
    /// threads, 8 to 16 ms with 8, and 16 to 122 ms with 64. Functions that wait, for a database or
    /// a file, want as many threads as may wait at one time. A function cannot be stopped, so one
    /// that takes longer than [`handler`](Self::handler) keeps its thread until it returns.
    ///
    /// ```
    /// let limits = a2t::Limits::new().threads(64).queue(128);
    /// # let _ = limits;
    /// ```
    pub const fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// The most calls that wait for a thread; each call beyond is refused at once.
    pub const fn queue(mut self, calls: usize) -> Self {
        self.queue = calls;
        self
    }

    /// Fate of calls whose client leaves, of the tools that do not say it themselves; to finish
    /// them, unless this is called.
    ///
    /// A [`Server`](crate::Server) waits for such calls when it stops, and tells `on_fault` how
    /// they end. Under `axum::serve`, the program may end before they do. A `Server` answers
    /// clients that close their sending side alone, but takes them for gone where the tool is to be
    /// cancelled.
    pub const fn abandoned(mut self, fate: Abandoned) -> Self {
        self.abandoned = fate;
        self
    }

    /// The most bytes that the head of a request may have, its path and all of its headers.
    pub const fn head_bytes(mut self, bytes: usize) -> Self {
        self.head_bytes = bytes;
        self
    }

    /// The longest that the head of a request may take, the wait for it included: silent and idle
    /// connections end here too.
    pub const fn head(mut self, time: Duration) -> Self {
        self.head = time;
        self
    }

    /// The longest that a client may take for each 8 KiB of a reply once the socket's buffers are
    /// full: one that reads slowly but steadily gets all of it.
    pub const fn write_stall(mut self, time: Duration) -> Self {
        self.write_stall = time;
        self
    }

    /// The most calls of tools that run at one time, each from the last byte of its body to its
    /// reply.
    pub const fn in_flight(mut self, calls: usize) -> Self {
        self.in_flight = calls;
        self
    }

    /// The most connections that are open at one time.
    pub const fn connections(mut self, connections: usize) -> Self {
        self.connections = connections;
        self
    }

    /// The most requests of one connection at one time, where it speaks HTTP/2 (feature `http2`).
    pub const fn streams(mut self, requests: usize) -> Self {
        self.streams = requests;
        self
    }

    /// The time between the signal to stop and the end of listening. Meanwhile everything is served
    /// as before, and the probe of readiness alone ([`Health`](crate::Health)) says 503: time for load
    /// balancers to look elsewhere, a little more than they take between two probes. A second signal
    /// ends it. [`drain`](Self::drain) begins after it.
    pub const fn notice(mut self, time: Duration) -> Self {
        self.notice = time;
        self
    }

    /// The longest that a stopping server waits for requests that it has begun.
    pub const fn drain(mut self, time: Duration) -> Self {
        self.drain = time;
        self
    }
}

impl Limits {
    /// Returns the limits of calls in any protocol.
    pub(crate) fn calls(&self) -> CallLimits {
        let Self { body_bytes: bytes, body_idle: idle, body_total: total, .. } = *self;
        let Self { bodies_bytes, in_flight, handler, poll, threads, queue, .. } = *self;
        let Self { abandoned, drain, .. } = *self;
        let body = BodyLimits { bytes, idle, total };
        CallLimits {
            body,
            bodies_bytes,
            in_flight,
            handler,
            poll,
            threads,
            queue,
            abandoned,
            drain,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}
