//! Calls and their attempts as they are seen from outside: spans, places in traces, figures.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use a2t_core::ToolSignature;
use a2t_core::wire::route::Route;
use http::{HeaderMap, HeaderValue};

use super::error::{Error, Kind};
use super::random::Random;

#[cfg(feature = "metrics")]
pub mod figures;
#[cfg(feature = "tracing")]
mod spans;

/// Handles of the spans and figures of a client's calls.
#[derive(Clone, Default)]
pub(super) struct Trace {
    #[cfg(feature = "tracing")]
    places: spans::Places,
    #[cfg(feature = "metrics")]
    figures: figures::Kept,
}

impl Trace {
    #[cfg(feature = "tracing")]
    pub(super) fn of(
        provider: impl Fn() -> Option<super::TraceContext> + Send + Sync + 'static,
    ) -> Self {
        Self { places: spans::Places::of(provider), ..Self::default() }
    }

    /// A request that runs no tool.
    pub(super) fn reading(&self) -> Call {
        self.begin(None, None)
    }

    /// A call of this tool; `id` is the key that this client made for it.
    pub(super) fn call(&self, signature: &ToolSignature, id: Option<&HeaderValue>) -> Call {
        self.begin(Some(signature), id)
    }

    fn begin(&self, signature: Option<&ToolSignature>, id: Option<&HeaderValue>) -> Call {
        #[cfg(not(feature = "tracing"))]
        let _ = id;
        Call {
            begun: Instant::now(),
            is_over: AtomicBool::new(signature.is_none()),
            #[cfg(feature = "tracing")]
            spans: self.places.begin(signature, id),
            #[cfg(feature = "metrics")]
            figures: signature.map(|signature| self.figures.begin(signature)),
        }
    }
}

/// A call on its way; dropping it before its end is an end.
pub(super) struct Call {
    begun: Instant,
    is_over: AtomicBool,
    #[cfg(feature = "tracing")]
    spans: spans::Call,
    #[cfg(feature = "metrics")]
    figures: Option<figures::Tool>,
}

impl Call {
    /// One attempt, with a span of its own.
    pub(super) fn attempt(&self, route: Option<Route>, made: u32, random: Random) -> Attempt {
        #[cfg(not(feature = "tracing"))]
        let _ = (route, made, random);
        Attempt {
            #[cfg(feature = "tracing")]
            span: self.spans.attempt(route, made, random),
            #[cfg(feature = "metrics")]
            figures: self.figures.clone(),
        }
    }

    /// Tells the end of the call.
    pub(super) fn ended<T>(&self, result: &Result<T, Error>) {
        self.end(&End::of(result));
    }

    /// Tells the end of a call that was refused before the wire.
    pub(super) fn refused(self, error: &Error) {
        self.end(&End::failed(error));
    }

    fn end(&self, end: &End) {
        if self.is_over.swap(true, Ordering::Relaxed) {
            return;
        }
        let took = self.begun.elapsed();
        #[cfg(feature = "tracing")]
        self.spans.end(end, took);
        #[cfg(feature = "metrics")]
        if let Some(figures) = &self.figures {
            figures.ended(end.outcome, took);
        }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.end(&End { outcome: "cancelled", error: Some("cancelled"), status: None });
    }
}

/// One attempt of a call.
pub(super) struct Attempt {
    #[cfg(feature = "tracing")]
    span: spans::Attempt,
    #[cfg(feature = "metrics")]
    figures: Option<figures::Tool>,
}

impl Attempt {
    /// Tells the server its place in the trace.
    pub(super) fn sign(&self, headers: &mut HeaderMap) {
        #[cfg(feature = "tracing")]
        self.span.sign(headers);
        #[cfg(not(feature = "tracing"))]
        let _ = headers;
    }

    /// Runs the attempt within its span, and tells its end.
    pub(super) async fn watch<T>(
        &self,
        attempt: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        #[cfg(feature = "tracing")]
        let attempt = self.span.within(attempt);
        let result = attempt.await;
        let end = End::of(&result);
        #[cfg(feature = "tracing")]
        self.span.end(&end);
        #[cfg(feature = "metrics")]
        if let Some(figures) = &self.figures {
            figures.attempted(end.outcome);
        }
        result
    }
}

/// End of a call or an attempt, in words none of which a server chooses.
pub(super) struct End {
    outcome: &'static str,
    /// The kind of the problem where it is known, else the outcome.
    #[cfg_attr(not(feature = "tracing"), expect(dead_code))]
    error: Option<&'static str>,
    #[cfg_attr(not(feature = "tracing"), expect(dead_code))]
    status: Option<u16>,
}

impl End {
    fn of<T>(result: &Result<T, Error>) -> Self {
        match result {
            Ok(_) => Self { outcome: "ok", error: None, status: Some(200) },
            Err(error) => Self::failed(error),
        }
    }

    fn failed(error: &Error) -> Self {
        let outcome = word(error.kind());
        let known = error.problem().and_then(|problem| problem.known());
        let error_type = known.map_or(outcome, |kind| kind.slug());
        Self { outcome, error: Some(error_type), status: error.status() }
    }
}

fn word(kind: &Kind) -> &'static str {
    match kind {
        Kind::Invalid { .. } | Kind::IdempotencyKey { .. } => "invalid",
        Kind::Refused { .. } => "refused",
        Kind::Unavailable { .. } => "unavailable",
        Kind::Redirected { .. } => "redirected",
        Kind::Timeout { .. } => "timeout",
        Kind::Connect { .. } => "connect",
        Kind::NotSent { .. } => "not_sent",
        Kind::Token { .. } => "token",
        Kind::Interrupted { .. } => "interrupted",
        Kind::TooLarge { .. } => "too_large",
        Kind::Malformed { .. } => "malformed",
        _ => "other",
    }
}
