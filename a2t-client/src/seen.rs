//! Attempts of a call as they are seen from outside: a span each, and their place in the trace that
//! the program is in.

use std::sync::Arc;

use a2t_core::wire::route::Route;
use a2t_core::wire::trace::{SpanId, TraceContext};
use http::{HeaderMap, HeaderValue};
use tracing::field::{self, Empty};
use tracing::{Instrument, Span};

use super::error::{Error, Kind};
use super::random::Random;

type Provider = Arc<dyn Fn() -> Option<TraceContext> + Send + Sync>;

/// Source of the program's places in traces.
#[derive(Clone, Default)]
pub(super) struct Trace(Option<Provider>);

impl Trace {
    pub(super) fn of(provider: impl Fn() -> Option<TraceContext> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(provider)))
    }

    /// The place of what the program does now, which all attempts of a call share.
    pub(super) fn call(&self) -> Call {
        Call(self.0.as_ref().and_then(|provider| provider()))
    }
}

/// A call on its way.
pub(super) struct Call(Option<TraceContext>);

impl Call {
    /// One attempt, with a span of its own.
    pub(super) fn attempt(&self, route: Option<Route>, made: u32, random: Random) -> Attempt {
        let place = self.0.as_ref();
        let place = place.and_then(|place| Some((place, SpanId(random.number()?))));
        let (tool, version) = match route {
            Some(Route::Invoke(id) | Route::Tool(id) | Route::Versions(id)) => (Some(id), None),
            Some(Route::InvokeVersion(id, version) | Route::Version(id, version)) => {
                (Some(id), Some(version))
            }
            Some(Route::Tools) | None => (None, None),
        };
        let span = tracing::info_span!(
            target: "a2t::client",
            "a2t.client.attempt",
            otel.kind = "client",
            "http.request.method" = route.map(|route| route.method()),
            "http.request.resend_count" = made.checked_sub(1).filter(|resent| *resent > 0),
            "a2t.attempt" = made,
            "a2t.tool.id" = tool.map(field::display),
            "a2t.tool.version" = version,
            trace_id = place.map(|(place, _)| field::display(place.trace_id())),
            span_id = place.map(|(_, span)| field::display(span)),
            parent_span_id = place.map(|(place, _)| field::display(place.span_id())),
            "http.response.status_code" = Empty,
            "error.type" = Empty,
            "otel.status_code" = Empty,
        );
        Attempt { place: place.map(|(place, own)| place.with_span(own)), span }
    }
}

/// One attempt of a call.
pub(super) struct Attempt {
    place: Option<TraceContext>,
    span: Span,
}

impl Attempt {
    /// Tells the server its place in the trace.
    pub(super) fn sign(&self, headers: &mut HeaderMap) {
        let Some(place) = &self.place else {
            return;
        };
        if let Ok(parent) = HeaderValue::try_from(place.traceparent()) {
            headers.insert("traceparent", parent);
        }
        if !place.tracestate().is_empty()
            && let Ok(state) = HeaderValue::try_from(place.tracestate())
        {
            headers.insert("tracestate", state);
        }
    }

    /// Runs the attempt within its span.
    pub(super) async fn watch<T>(
        &self,
        attempt: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let result = attempt.instrument(self.span.clone()).await;
        let (status, error) = match &result {
            Ok(_) => (Some(200), None),
            Err(error) => (status(error.kind()), Some(word(error.kind()))),
        };
        self.span.record("http.response.status_code", status);
        if let Some(error) = error {
            self.span.record("error.type", error).record("otel.status_code", "ERROR");
        }
        result
    }
}

fn status(kind: &Kind) -> Option<u16> {
    match kind {
        Kind::Refused { problem, .. } | Kind::Unavailable { problem, .. } => Some(problem.status),
        Kind::Redirected { status, .. } => Some(*status),
        _ => None,
    }
}

/// Few words for `error.type`, none of which a server chooses.
fn word(kind: &Kind) -> &'static str {
    match kind {
        Kind::Refused { .. } => "refused",
        Kind::Unavailable { .. } => "unavailable",
        Kind::Redirected { .. } => "redirected",
        Kind::Timeout { .. } => "timeout",
        Kind::Connect { .. } => "connect",
        Kind::NotSent { .. } => "not_sent",
        Kind::Interrupted { .. } => "interrupted",
        Kind::TooLarge { .. } => "too_large",
        Kind::Malformed { .. } => "malformed",
        _ => "other",
    }
}
