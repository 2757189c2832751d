//! Spans, trace contexts and metrics of calls and their attempts.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use a2t_core::signature::Deprecated;
use a2t_core::wire::route::Route;
use a2t_core::wire::trace::TraceContext;
use http::{HeaderMap, HeaderValue};

use crate::call::end::{End, Ending};
use crate::call::named::Named;
use crate::transport::random::Random;

#[cfg(feature = "metrics")]
pub mod metrics;
#[cfg(feature = "tracing")]
mod spans;

/// Handles of the spans and metrics of a client's calls.
#[derive(Clone, Default)]
pub struct Trace {
    #[cfg(feature = "tracing")]
    source: spans::TraceSource,
    #[cfg(feature = "metrics")]
    metrics: metrics::HandleCache,
}

impl Trace {
    /// Creates handles whose spans are children of the trace context that `provider` returns.
    #[cfg(feature = "tracing")]
    pub fn new(provider: impl Fn() -> Option<TraceContext> + Send + Sync + 'static) -> Self {
        Self {
            source: spans::TraceSource::new(provider),
            #[cfg(feature = "metrics")]
            metrics: metrics::HandleCache::default(),
        }
    }

    /// A request that runs no tool.
    pub(crate) fn reading(&self) -> Call {
        Call {
            begun: Instant::now(),
            is_over: AtomicBool::new(true),
            #[cfg(feature = "tracing")]
            spans: self.source.reading(),
            #[cfg(feature = "metrics")]
            metrics: None,
        }
    }

    /// Starts the span of a call of this tool; `id` is the key that this client made for it.
    pub fn call<'a>(&self, tool: impl Into<Named<'a>>, id: Option<&HeaderValue>) -> Call {
        #[cfg(not(feature = "tracing"))]
        let _ = id;
        let tool = tool.into();
        Call {
            begun: Instant::now(),
            is_over: AtomicBool::new(false),
            #[cfg(feature = "tracing")]
            spans: self.source.call(tool, id),
            #[cfg(feature = "metrics")]
            metrics: Some(self.metrics.start(tool)),
        }
    }

    /// Logs that a tool is deprecated, once for each tool or version. The remark is the approved one, if there is one.
    pub fn deprecated<'a>(&self, tool: impl Into<Named<'a>>, approved: Option<&Deprecated>) {
        #[cfg(feature = "tracing")]
        self.source.deprecated(tool.into(), approved);
        #[cfg(not(feature = "tracing"))]
        let _ = (tool.into(), approved);
    }

    /// Starts the span of a wait for a call that began elsewhere, with this trace context.
    pub fn awaited<'a>(&self, tool: impl Into<Named<'a>>, context: Option<TraceContext>) -> Call {
        #[cfg(not(feature = "tracing"))]
        let _ = context;
        let tool = tool.into();
        Call {
            begun: Instant::now(),
            is_over: AtomicBool::new(false),
            #[cfg(feature = "tracing")]
            spans: spans::Call::awaited(tool, context),
            #[cfg(feature = "metrics")]
            metrics: Some(self.metrics.start(tool)),
        }
    }

    /// Starts the attempts of a call that began with this trace context, perhaps in another program, where its
    /// end is counted.
    pub fn sending<'a>(&self, tool: impl Into<Named<'a>>, context: Option<TraceContext>) -> Call {
        #[cfg(not(feature = "tracing"))]
        let _ = context;
        let tool = tool.into();
        #[cfg(not(feature = "metrics"))]
        let _ = tool;
        Call {
            begun: Instant::now(),
            is_over: AtomicBool::new(false),
            #[cfg(feature = "tracing")]
            spans: spans::Call::sending(tool, context),
            #[cfg(feature = "metrics")]
            metrics: Some(self.metrics.sending(tool)),
        }
    }
}

impl fmt::Debug for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Trace")
    }
}

a2t_core::opaque! {
    [] "Call" Call;
    [] "Attempt" Attempt;
}

/// A call on its way; dropping it before its end is an end.
pub struct Call {
    begun: Instant,
    is_over: AtomicBool,
    #[cfg(feature = "tracing")]
    spans: spans::Call,
    #[cfg(feature = "metrics")]
    metrics: Option<metrics::Tool>,
}

impl Call {
    /// One attempt, with its own span.
    pub(crate) fn attempt(&self, route: Option<Route>, made: u32, random: Random) -> Attempt {
        #[cfg(not(feature = "tracing"))]
        let _ = (route, made, random);
        Attempt {
            #[cfg(feature = "tracing")]
            span: self.spans.attempt(route, made, random),
            #[cfg(feature = "metrics")]
            metrics: self.metrics.clone(),
        }
    }

    /// Returns the trace context of the program that made the call.
    pub fn context(&self) -> Option<&TraceContext> {
        #[cfg(feature = "tracing")]
        return self.spans.context();
        #[cfg(not(feature = "tracing"))]
        None
    }

    /// Records the number of attempts, which another program made.
    pub fn attempted(&self, made: u32) {
        #[cfg(feature = "tracing")]
        self.spans.attempted(made);
        #[cfg(not(feature = "tracing"))]
        let _ = made;
    }

    /// Records the end of the call.
    pub fn finish<T, E: Ending>(&self, result: &Result<T, E>) {
        self.end(&end(result));
    }

    /// Records the end of a call that was refused before it was sent.
    pub fn refused(self, error: &impl Ending) {
        self.end(&error.end());
    }

    fn end(&self, end: &End) {
        if self.is_over.swap(true, Ordering::Relaxed) {
            return;
        }
        let took = self.begun.elapsed();
        #[cfg(feature = "tracing")]
        self.spans.end(end, took);
        #[cfg(feature = "metrics")]
        if let Some(metrics) = &self.metrics {
            metrics.finish(end.outcome, took);
        }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.end(&End::failed("cancelled"));
    }
}

/// One attempt of a call.
pub struct Attempt {
    #[cfg(feature = "tracing")]
    span: spans::Attempt,
    #[cfg(feature = "metrics")]
    metrics: Option<metrics::Tool>,
}

impl Attempt {
    /// Writes the trace context into the headers of the request.
    pub fn sign(&self, headers: &mut HeaderMap) {
        #[cfg(feature = "tracing")]
        self.span.sign(headers);
        #[cfg(not(feature = "tracing"))]
        let _ = headers;
    }

    /// Runs the attempt within its span, and records its end.
    pub async fn instrument<T, E: Ending>(
        &self,
        attempt: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        #[cfg(feature = "tracing")]
        let attempt = self.span.within(attempt);
        let result = attempt.await;
        let end = end(&result);
        #[cfg(feature = "tracing")]
        self.span.end(&end);
        #[cfg(feature = "metrics")]
        if let Some(metrics) = &self.metrics {
            metrics.attempted(end.outcome);
        }
        result
    }
}

fn end<T, E: Ending>(result: &Result<T, E>) -> End {
    match result {
        Ok(_) => End { outcome: "ok", error: None, status: E::STATUS },
        Err(error) => error.end(),
    }
}
