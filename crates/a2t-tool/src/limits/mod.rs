//! Limits of size, number and time, the same for every protocol.

pub(crate) mod blocking_pool;
pub(crate) mod blocking_threads;
#[allow(missing_docs)]
pub(crate) mod bodies;
pub(crate) mod concurrency;
#[allow(missing_docs)]
pub(crate) mod own_shares;
#[allow(missing_docs)]
pub(crate) mod polls;
pub mod settings;
#[allow(missing_docs)]
pub(crate) mod shares;
pub(crate) mod worker;

use std::fmt;
use std::time::Duration;

use serde::de::{Deserialize, Deserializer, MapAccess};

use crate::limits::settings::Settings;
use crate::{BodyLimits, OnDisconnect};

/// Limits of size, number and time. The defaults suit a server on the internet.
///
/// `a2t::Server::limits` applies them to every protocol that the server speaks. A router or a service can set its own
/// (`Toolset::into_router_with`, `mcp::Service::limits`, `rap::Server::server_limits`): each value that is set there replaces
/// that of the server, and its permits, bytes or threads are then counted apart. Every other value is that of the server.
///
/// | limit | default | beyond it |
/// | --- | --- | --- |
/// | [`max_body_bytes`](Self::max_body_bytes) | 262,144 bytes (256 KiB) | 413 |
/// | [`body_read_timeout`](Self::body_read_timeout) | 5 s | 408 |
/// | [`body_timeout`](Self::body_timeout) | 14 s | 408 |
/// | [`max_buffered_bytes`](Self::max_buffered_bytes) | 67,108,864 bytes (64 MiB) | 503, `Retry-After: 1` |
/// | [`max_concurrent_calls`](Self::max_concurrent_calls) | 512 | 503, `Retry-After: 1` |
/// | [`handler_timeout`](Self::handler_timeout) | 30 s | 504 |
/// | [`slow_poll_threshold`](Self::slow_poll_threshold) | 1 s | a warning, once for each tool |
/// | [`blocking_threads`](Self::blocking_threads) | one per processor, at least 2 | calls wait |
/// | [`max_queued_calls`](Self::max_queued_calls) | 64 | 503, `Retry-After: 1` |
/// | [`on_disconnect`](Self::on_disconnect) | the call is finished | |
/// | [`max_header_bytes`](Self::max_header_bytes) | 32,768 bytes (32 KiB) | 431, closed |
/// | [`header_read_timeout`](Self::header_read_timeout) | 10 s | closed |
/// | [`write_timeout`](Self::write_timeout) | 10 s | closed |
/// | [`max_connections`](Self::max_connections) | 10,000 | 503, `Retry-After: 1`, closed |
/// | [`max_concurrent_streams`](Self::max_concurrent_streams) | 100 | requests wait |
/// | [`shutdown_delay`](Self::shutdown_delay) | none | |
/// | [`shutdown_timeout`](Self::shutdown_timeout) | 30 s | what still runs is cut |
///
/// The statuses are those of A2T. MCP answers a call beyond `handler_timeout` or `max_queued_calls` with a result that
/// has `isError`, and on standard input and output there are no statuses. RAP acknowledges a call before it runs, so
/// `rap::WorkerLimits` has the limits of its calls in place of `handler_timeout`, `blocking_threads`, `max_queued_calls` and
/// `on_disconnect`. The limits from `max_header_bytes` on have an effect only in a server, because a router has no
/// connections.
///
/// Reads of the catalog and your own routes do not count as calls: put a layer such as tower's
/// `ConcurrencyLimitLayer` around them. The page size (100 signatures by default, at most 1,000) and the number of
/// header lines (100, then 431) are fixed.
///
/// ```
/// use std::time::Duration;
/// let limits = a2t::Limits::new().max_body_bytes(64 * 1024).handler_timeout(Duration::from_secs(5));
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
///
/// A deployment can read them from a file in any format of serde. Keys have the names of the setters, an absent key
/// keeps its default, and an unknown key is an error. Durations are texts such as `"30s"`, `"250ms"` or `"1m 30s"`.
///
/// ```
/// # use a2t::serde_json;
/// let limits: a2t::Limits =
///     serde_json::from_str(r#"{"handler_timeout": "1m 30s", "max_connections": 1000}"#)?;
/// # assert_eq!(limits, a2t::Limits::new()
/// #     .handler_timeout(std::time::Duration::from_secs(90))
/// #     .max_connections(1000));
/// let error = serde_json::from_str::<a2t::Limits>(r#"{"handler_timout": "90s"}"#).unwrap_err();
/// assert!(error.to_string().contains("did you mean `handler_timeout`?"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Limits {
    set: Values,
}

/// Declares the values of [`Limits`], with their defaults.
macro_rules! limits {
    ($($name:ident: $kind:ty = $default:expr,)*) => {
        /// The values that were set.
        #[derive(Clone, Copy, PartialEq, Eq)]
        struct Values {
            $($name: Option<$kind>,)*
        }

        /// The limits that hold: those that were set, and for every other one that of the server around, or the default.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct EffectiveLimits {
            $(pub $name: $kind,)*
        }

        impl Values {
            const NONE: Self = Self { $($name: None,)* };
            const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            fn over(&self, around: &EffectiveLimits) -> EffectiveLimits {
                EffectiveLimits { $($name: self.$name.unwrap_or(around.$name),)* }
            }
        }

        impl Default for EffectiveLimits {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        /// Shows the values that were set.
        impl fmt::Debug for Limits {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut shown = f.debug_struct("Limits");
                $(if let Some(value) = &self.set.$name {
                    shown.field(stringify!($name), value);
                })*
                shown.finish_non_exhaustive()
            }
        }
    };
}

limits! {
    max_body_bytes: usize = 256 * 1024,
    body_read_timeout: Duration = Duration::from_secs(5),
    body_timeout: Duration = Duration::from_secs(14),
    max_buffered_bytes: usize = 64 * 1024 * 1024,
    max_concurrent_calls: usize = 512,
    handler_timeout: Duration = Duration::from_secs(30),
    slow_poll_threshold: Duration = Duration::from_secs(1),
    blocking_threads: Option<usize> = None,
    max_queued_calls: usize = 64,
    on_disconnect: OnDisconnect = OnDisconnect::Finish,
    max_header_bytes: usize = 32 * 1024,
    header_read_timeout: Duration = Duration::from_secs(10),
    write_timeout: Duration = Duration::from_secs(10),
    max_connections: usize = 10_000,
    max_concurrent_streams: usize = 100,
    shutdown_delay: Duration = Duration::ZERO,
    shutdown_timeout: Duration = Duration::from_secs(30),
}

impl Limits {
    /// Creates limits without a value that is set: each one is that of the server around, or the default of the table above.
    pub const fn new() -> Self {
        Self { set: Values::NONE }
    }

    /// Returns `true` if no value is set.
    pub(crate) fn is_empty(&self) -> bool {
        self.set == Values::NONE
    }

    /// Returns the limits that hold where no server with other limits is around.
    #[doc(hidden)]
    pub fn effective(&self) -> EffectiveLimits {
        self.over(&EffectiveLimits::default())
    }

    /// Returns the limits that hold within a server with these.
    pub(crate) fn over(&self, around: &EffectiveLimits) -> EffectiveLimits {
        self.set.over(around)
    }

    /// Sets the maximum size of the body of a call, in bytes: 256 KiB by default. A larger body is refused with 413
    /// before the tool runs. On standard input and output it is the maximum length of a line, and a longer line is
    /// skipped.
    pub const fn max_body_bytes(mut self, bytes: usize) -> Self {
        self.set.max_body_bytes = Some(bytes);
        self
    }

    /// Sets the maximum pause within a body: 5 s by default. A client that pauses for longer gets 408.
    pub const fn body_read_timeout(mut self, time: Duration) -> Self {
        self.set.body_read_timeout = Some(time);
        self
    }

    /// Sets the maximum time for a request to arrive, from the first wait for its rest to the last byte of its body:
    /// 14 s by default. A client that takes longer gets 408.
    ///
    /// In a server, the wait for the header counts as well, so that a slow header takes time from its body. The
    /// default leaves one second of 15 for the end of the connection.
    pub const fn body_timeout(mut self, time: Duration) -> Self {
        self.set.body_timeout = Some(time);
        self
    }

    /// Sets the maximum size of all bodies together that are still arriving, in bytes: 64 MiB by default. A client
    /// whose body does not fit gets 503. Most bodies arrive at once, and do not count.
    pub const fn max_buffered_bytes(mut self, bytes: usize) -> Self {
        self.set.max_buffered_bytes = Some(bytes);
        self
    }

    /// Sets the maximum number of calls at one time: 512 by default. Each further one gets 503, and its tool does not
    /// run. With zero, every call does.
    ///
    /// A call counts from the last byte of its body to its reply, so that clients that send slowly take no room from
    /// others. In MCP and RAP every request that has a body counts.
    pub const fn max_concurrent_calls(mut self, calls: usize) -> Self {
        self.set.max_concurrent_calls = Some(calls);
        self
    }

    /// Sets the maximum time of a tool, with its context extractors: 30 s by default. A tool's own `timeout` replaces
    /// it. Beyond it the tool's future is dropped and the caller gets 504.
    ///
    /// What the tool did until then stays done, so the outcome is unknown to the caller. After a 503, in contrast,
    /// nothing was done.
    pub const fn handler_timeout(mut self, time: Duration) -> Self {
        self.set.handler_timeout = Some(time);
        self
    }

    /// Sets how long an `async` or `quick` tool may run between two `.await`s before it is reported
    /// ([`Fault::is_warning`](crate::Fault::is_warning)), once for each tool: 1 s by default. Other calls of the same
    /// thread wait meanwhile, and none of them is refused. [`Duration::MAX`] reports no tool.
    ///
    /// The runtime expects 10 to 100 µs. The default is far above that, so that a healthy tool on a machine that is too
    /// busy, or whose container is throttled, is not reported. Set a few milliseconds while you develop.
    pub const fn slow_poll_threshold(mut self, time: Duration) -> Self {
        self.set.slow_poll_threshold = Some(time);
        self
    }

    /// Sets the maximum number of threads for tools that are not `async`, at least 1. The default is one for each
    /// processor, but at least 2. Calls beyond them wait, see [`max_queued_calls`](Self::max_queued_calls).
    ///
    /// The default suits functions that compute: more threads than processors take time from
    /// serving. With five times the calls that a function of 1 ms has time for, on two processors
    /// that others used as well, half of the refusals took less than 2 to 8 ms in three runs with 2
    /// threads, 8 to 16 ms with 8, and 16 to 122 ms with 64. For functions that wait, for a database or a file, set
    /// the number that may wait at one time. A function cannot be stopped, so one that takes longer than
    /// [`handler_timeout`](Self::handler_timeout) keeps its thread until it returns.
    ///
    /// ```
    /// let limits = a2t::Limits::new().blocking_threads(64).max_queued_calls(128);
    /// # let _ = limits;
    /// ```
    pub const fn blocking_threads(mut self, threads: usize) -> Self {
        self.set.blocking_threads = Some(Some(threads));
        self
    }

    /// Sets the maximum number of calls that wait for a thread: 64 by default. Each further one gets 503 at once.
    pub const fn max_queued_calls(mut self, calls: usize) -> Self {
        self.set.max_queued_calls = Some(calls);
        self
    }

    /// Sets what happens to a call whose client disconnects, unless its tool sets it: by default the call is finished.
    /// In a file the values are `"finish"` and `"cancel"`.
    ///
    /// A server waits for such calls when it stops, and passes their failures to `on_fault`. Under `axum::serve`, the
    /// program may end before they do. A server answers clients that close only their sending side, except where the
    /// call would be cancelled. It applies to A2T only: clients of the other protocols cancel a call by a message.
    pub const fn on_disconnect(mut self, fate: OnDisconnect) -> Self {
        self.set.on_disconnect = Some(fate);
        self
    }

    /// Sets the maximum size of the header of a request, its path and all of its lines, in bytes: 32 KiB by default.
    /// A client with a larger one gets 431, and the connection is closed.
    pub const fn max_header_bytes(mut self, bytes: usize) -> Self {
        self.set.max_header_bytes = Some(bytes);
        self
    }

    /// Sets the maximum time for the header of a request, including the wait for it: 10 s by default. Beyond it the
    /// connection is closed, so that silent and idle connections end as well.
    pub const fn header_read_timeout(mut self, time: Duration) -> Self {
        self.set.header_read_timeout = Some(time);
        self
    }

    /// Sets the maximum time for a client to take each 8 KiB of a reply once the socket's buffers are full: 10 s by
    /// default. Beyond it the connection is closed. A client that reads slowly but steadily gets all of a reply.
    pub const fn write_timeout(mut self, time: Duration) -> Self {
        self.set.write_timeout = Some(time);
        self
    }

    /// Sets the maximum number of open connections: 10,000 by default. Each further one gets 503 and is closed.
    pub const fn max_connections(mut self, connections: usize) -> Self {
        self.set.max_connections = Some(connections);
        self
    }

    /// Sets the maximum number of requests of one HTTP/2 connection at one time: 100 by default. Further ones wait.
    pub const fn max_concurrent_streams(mut self, requests: usize) -> Self {
        self.set.max_concurrent_streams = Some(requests);
        self
    }

    /// Sets the time between the signal to stop and the end of listening: none by default. Until then everything is
    /// served as before, and only the readiness probe (`Health`) returns 503. Choose a little more than load balancers
    /// take between two probes. A second signal ends it. [`shutdown_timeout`](Self::shutdown_timeout) begins after it.
    pub const fn shutdown_delay(mut self, time: Duration) -> Self {
        self.set.shutdown_delay = Some(time);
        self
    }

    /// Sets the maximum time that a stopping server waits for the requests that it has begun: 30 s by default. What
    /// still runs then is cut.
    pub const fn shutdown_timeout(mut self, time: Duration) -> Self {
        self.set.shutdown_timeout = Some(time);
        self
    }
}

impl EffectiveLimits {
    /// Returns the limits of one body.
    pub fn body(&self) -> BodyLimits {
        BodyLimits {
            bytes: self.max_body_bytes,
            idle: self.body_read_timeout,
            total: self.body_timeout,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}

impl<'de> Deserialize<'de> for Limits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        settings::read(deserializer)
    }
}

impl Settings for Limits {
    const EXPECTED: &'static str = "a table of limits";

    const KEYS: &'static [&'static str] = Values::NAMES;

    fn set<'de, M: MapAccess<'de>>(self, key: &str, values: &mut M) -> Result<Self, M::Error> {
        Ok(match key {
            "max_body_bytes" => self.max_body_bytes(values.next_value()?),
            "body_read_timeout" => self.body_read_timeout(settings::duration(values)?),
            "body_timeout" => self.body_timeout(settings::duration(values)?),
            "max_buffered_bytes" => self.max_buffered_bytes(values.next_value()?),
            "max_concurrent_calls" => self.max_concurrent_calls(values.next_value()?),
            "handler_timeout" => self.handler_timeout(settings::duration(values)?),
            "slow_poll_threshold" => self.slow_poll_threshold(settings::duration(values)?),
            "blocking_threads" => self.blocking_threads(values.next_value()?),
            "max_queued_calls" => self.max_queued_calls(values.next_value()?),
            "on_disconnect" => self.on_disconnect(values.next_value()?),
            "max_header_bytes" => self.max_header_bytes(values.next_value()?),
            "header_read_timeout" => self.header_read_timeout(settings::duration(values)?),
            "write_timeout" => self.write_timeout(settings::duration(values)?),
            "max_connections" => self.max_connections(values.next_value()?),
            "max_concurrent_streams" => self.max_concurrent_streams(values.next_value()?),
            "shutdown_delay" => self.shutdown_delay(settings::duration(values)?),
            "shutdown_timeout" => self.shutdown_timeout(settings::duration(values)?),
            _ => return Err(settings::unknown::<Self, _>(key)),
        })
    }
}
