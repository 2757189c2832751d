//! One call, from its begin to the one end that counts, reported to spans and metrics.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use http::{Extensions, HeaderMap};

#[cfg(feature = "metrics")]
use super::metrics::Metrics;
#[cfg(feature = "tracing")]
use super::spans::Spans;
use super::{Outcome, Protocol};
use crate::SignatureRef;

thread_local! {
    /// The call that this thread works on.
    static CURRENT: RefCell<CallSpan> = const { RefCell::new(CallSpan(None)) };
}

/// A call, reported by its holders; the first end counts, and dropping the last one is an end.
#[derive(Clone)]
pub struct CallSpan(Option<Arc<Call>>);

struct Call {
    begun: Instant,
    is_over: AtomicBool,
    #[cfg(feature = "tracing")]
    spans: Option<Spans>,
    #[cfg(feature = "metrics")]
    metrics: Metrics,
}

impl CallSpan {
    /// Begins a call of this version of a tool.
    pub fn start(
        protocol: Protocol,
        signature: &SignatureRef,
        attempt: Option<u32>,
        headers: &HeaderMap,
    ) -> Self {
        #[cfg(not(feature = "tracing"))]
        let _ = (attempt, headers);
        #[cfg(feature = "tracing")]
        let spans = Spans::start(protocol, signature, attempt, headers);
        #[cfg(all(feature = "tracing", not(feature = "metrics")))]
        if spans.is_none() {
            return Self(None);
        }
        Self(Some(Arc::new(Call {
            begun: Instant::now(),
            is_over: AtomicBool::new(false),
            #[cfg(feature = "tracing")]
            spans,
            #[cfg(feature = "metrics")]
            metrics: Metrics::start(protocol, signature),
        })))
    }

    /// Returns a call that appears in no span and no metric.
    pub fn none() -> Self {
        Self(None)
    }

    /// Has contexts find the position of the call in its trace.
    pub fn record(&self, extensions: &mut Extensions) {
        #[cfg(feature = "tracing")]
        if let Some(spans) = self.0.as_ref().and_then(|call| call.spans.as_ref()) {
            extensions.insert(spans.trace_context().clone());
        }
        #[cfg(not(feature = "tracing"))]
        let _ = extensions;
    }

    /// Ends the call, unless it has ended.
    pub fn finish(&self, outcome: Outcome) {
        if let Self(Some(call)) = self {
            call.end(outcome);
        }
    }

    /// Returns the function, to be run inside the current call on another thread.
    pub fn in_current<T, F: FnOnce() -> T>(job: F) -> impl FnOnce() -> T {
        let span = CURRENT.with_borrow(Self::clone);
        move || span.in_scope(job)
    }

    /// Runs the function inside the call.
    pub fn in_scope<T>(&self, run: impl FnOnce() -> T) -> T {
        let Self(Some(call)) = self else {
            return run();
        };
        #[cfg(feature = "tracing")]
        let _entered = call.spans.as_ref().map(Spans::enter);
        #[cfg(not(feature = "tracing"))]
        let _ = call;
        let _inside = Inside(CURRENT.replace(self.clone()));
        run()
    }

    #[cfg(feature = "tracing")]
    pub(super) fn current<T>(ask: impl FnOnce(&Spans) -> T) -> Option<T> {
        CURRENT.with_borrow(|Self(call)| Some(ask(call.as_ref()?.spans.as_ref()?)))
    }
}

/// Puts the call around back, also when the function panics.
struct Inside(CallSpan);

impl Drop for Inside {
    fn drop(&mut self) {
        CURRENT.set(CallSpan(self.0.0.take()));
    }
}

impl Call {
    fn end(&self, outcome: Outcome) {
        if self.is_over.swap(true, Ordering::Relaxed) {
            return;
        }
        let took = self.begun.elapsed();
        #[cfg(feature = "tracing")]
        if let Some(spans) = &self.spans {
            spans.end(outcome, took);
        }
        #[cfg(feature = "metrics")]
        self.metrics.end(outcome, took);
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.end(Outcome::Cancelled);
    }
}
