//! One table of the face's limits, beyond which it refuses or answers without the tool.

use std::time::Duration;

use a2t_tool::{Abandoned, BodyLimits, CallLimits};

/// Limits of size, number and time; names and defaults are those of `a2t::Limits`.
///
/// A service that an `a2t::Server` serves uses the limits of the server, and its calls count together with all others
/// of the server. Limits that you set on the service replace this.
///
/// | limit | default | what happens beyond it over HTTP | and on stdio |
/// | --- | --- | --- | --- |
/// | [`body_bytes`](Self::body_bytes) | 262,144 bytes (256 KiB) | 413 | the line is passed over |
/// | [`body_idle`](Self::body_idle) | 5 s | 408 | |
/// | [`body_total`](Self::body_total) | 14 s | 408 | |
/// | [`bodies_bytes`](Self::bodies_bytes) | 67,108,864 bytes (64 MiB) | 503, `Retry-After: 1` | |
/// | [`handler`](Self::handler) | 30 s | a result with `isError` | the same |
/// | [`poll`](Self::poll) | 1 s | the tool is reported once, as a fault | the same |
/// | [`threads`](Self::threads) | one a processor, at least 2 | calls of tools that are not `async` wait | the same |
/// | [`queue`](Self::queue) | 64 calls that wait so | a result with `isError` | the same |
/// | [`in_flight`](Self::in_flight) | 512 requests | 503, `Retry-After: 1` | a result with `isError` |
///
/// Fixed are the page size of `tools/list` (100 tools) and the depth of JSON (32).
///
/// ```
/// use std::time::Duration;
/// let limits = a2t::mcp::Limits::new().body_bytes(64 * 1024).handler(Duration::from_secs(5));
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
/// let service = a2t::mcp::Service::new(toolset, ()).limits(limits);
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
    pub(crate) in_flight: usize,
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
            in_flight: 512,
        }
    }

    /// The most bytes of one message.
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
    /// its body. The wait for its head counts where an `a2t::Server` has read it.
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
    /// is dropped: what it has done stays done, and the model is told that this is unknown.
    pub const fn handler(mut self, time: Duration) -> Self {
        self.handler = time;
        self
    }

    /// Sets how long an `async` or `quick` tool may run between two `.await`s before it is reported, once for each
    /// tool. [`Duration::MAX`] reports no tool.
    pub const fn poll(mut self, time: Duration) -> Self {
        self.poll = time;
        self
    }

    /// The most threads on which tools that are not `async` run at one time, apart from those that
    /// serve, as in `a2t::Limits`; one for each processor, but at least 2, unless this is called. Calls
    /// that run as tasks have threads of their own, as many as run at once.
    pub const fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// The most calls that wait for a thread; each call beyond is refused at once.
    pub const fn queue(mut self, calls: usize) -> Self {
        self.queue = calls;
        self
    }

    /// The most requests that are answered at one time.
    pub const fn in_flight(mut self, requests: usize) -> Self {
        self.in_flight = requests;
        self
    }
}

impl Limits {
    pub(crate) fn calls(self) -> CallLimits {
        let Self { body_bytes: bytes, body_idle: idle, body_total: total, .. } = self;
        let Self { bodies_bytes, in_flight, handler, poll, threads, queue, .. } = self;
        let body = BodyLimits { bytes, idle, total };
        let (abandoned, drain) = (Abandoned::default(), Duration::ZERO);
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
