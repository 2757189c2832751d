//! A runtime's builder, and what it settles.

use std::sync::Arc;
use std::time::Duration;

use a2t_client::parts::Trace;
use a2t_store::{Schedule, Store};
use a2t_webhook::egress::{Guard, Policy, SetupError};
use a2t_webhook::signature::Verifier;

use crate::client::Runtime;
use crate::client::host::{Host, NoUser};
use crate::client::recording::Recording;
use crate::client::telemetry::Telemetry;
use crate::message::{Address, Reading};

/// Waits between attempts to send an invocation (CB-4): five attempts in about 40 s.
const WAITS: [u64; 4] = [1, 3, 9, 27];

/// Settings of a [`Runtime`].
#[must_use = "a builder does nothing until it is built"]
pub struct Builder {
    pub(crate) settings: Settings,
    pub(crate) policy: Policy,
    trace: Trace,
    recording: Recording,
}

pub(crate) struct Settings {
    pub(crate) callback_url: String,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) host: Arc<dyn Host>,
    pub(crate) verifier: Option<Verifier>,
    pub(crate) reading: Reading,
    pub(crate) deadline: Duration,
    pub(crate) schedule: Schedule,
    pub(crate) lease: Duration,
    pub(crate) calls: usize,
    pub(crate) retention: Duration,
}

impl Builder {
    pub(crate) fn new(callback_url: &str, store: Arc<dyn Store>) -> Self {
        let settings = Settings {
            callback_url: callback_url.trim_end_matches('/').to_owned(),
            store,
            host: Arc::new(NoUser),
            verifier: None,
            reading: Reading::Strict,
            deadline: Duration::from_secs(24 * 3600),
            schedule: Schedule::new(WAITS.map(Duration::from_secs).to_vec()),
            lease: Duration::from_secs(30),
            calls: 64,
            retention: Duration::from_secs(24 * 3600),
        };
        let (trace, recording) = (Trace::default(), Recording::default());
        Self { settings, policy: Policy::default(), trace, recording }
    }

    /// Sets the host, the program around the runtime: consent, questions, pages, views.
    pub fn handler(mut self, host: impl Host + 'static) -> Self {
        self.settings.host = Arc::new(host);
        self
    }

    /// Sets the addresses that requests may go to; https to public ones unless set.
    pub fn egress_policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Believes only callbacks that are signed by one of its keys (Standard Webhooks).
    pub fn verifier(mut self, verifier: Verifier) -> Self {
        self.settings.verifier = Some(verifier);
        self
    }

    /// Reads callbacks as leniently as the reference implementation, which takes results without text.
    pub fn lenient(mut self) -> Self {
        self.settings.reading = Reading::Lenient;
        self
    }

    /// Sets the maximum time that a call waits for its answer, 24 h unless set; a call may have its
    /// own. After it the call is answered by an error (CB-63).
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.settings.deadline = deadline;
        self
    }

    /// Waits between the attempts to send an invocation: five attempts in about 40 s unless set.
    pub fn schedule(mut self, schedule: Schedule) -> Self {
        self.settings.schedule = schedule;
        self
    }

    /// Sets the time after which another program takes over the work of one that is gone, 30 s
    /// unless set.
    pub fn lease_duration(mut self, lease: Duration) -> Self {
        self.settings.lease = lease.max(Duration::from_millis(100));
        self
    }

    /// Sets the maximum number of calls that are sent, or ask the user, at one time, 64 unless set.
    pub fn max_concurrent_calls(mut self, calls: usize) -> Self {
        self.settings.calls = calls.max(1);
        self
    }

    /// Sets the time for which an answered call is kept, 24 h unless set.
    pub fn retention(mut self, retention: Duration) -> Self {
        self.settings.retention = retention;
        self
    }

    /// Sets a function that returns, at each call, its position in a distributed trace. Servers get it
    /// as `traceparent` and `tracestate` in the headers of the invocation, as vendors do by
    /// [`a2t::client::Builder::trace_context`](a2t_client::Builder::trace_context). The position is
    /// stored with the call, so that the program that sends it is in the trace, too.
    ///
    /// ```
    /// # use a2t::rap::{Runtime, client::store::Memory};
    /// let runtime = Runtime::builder("https://agent.example/rap", Memory::default())
    ///     .trace_context(a2t::telemetry::current);
    /// ```
    #[cfg(feature = "tracing")]
    pub fn trace_context(
        self,
        context: impl Fn() -> Option<a2t_client::TraceContext> + Send + Sync + 'static,
    ) -> Self {
        Self { trace: Trace::new(context), ..self }
    }

    /// Keeps each call with its answer, once that is awaited, and the manifests that are loaded,
    /// for [`Recorder::save`](a2t_client::record::Recorder::save), together with those of other
    /// clients that have the same recorder; see [`a2t::client::record`](a2t_client::record). Events
    /// that follow an answer are not kept. It comes with the feature `testing` of `a2t`.
    #[cfg(feature = "record")]
    pub fn record(self, recorder: &a2t_client::record::Recorder) -> Self {
        Self { recording: Recording::record(recorder), ..self }
    }

    /// Answers each call, and each manifest that is loaded, from a recording, and sends nothing;
    /// arguments are checked, hosts asked and answers stored as ever. See
    /// [`a2t::client::record`](a2t_client::record). It comes with the feature `testing` of `a2t`.
    #[cfg(feature = "record")]
    pub fn replay(self, replay: &a2t_client::record::Replay) -> Self {
        Self { recording: Recording::replay(replay), ..self }
    }

    /// Returns the runtime. Its workers run in the surrounding runtime of tokio until the last
    /// clone of it is dropped.
    ///
    /// # Errors
    /// The callback URL is not absolute, or the system offers no certificates to trust.
    ///
    /// # Panics
    /// Outside of a runtime of tokio.
    pub fn build(self) -> Result<Runtime, BuildError> {
        let url = self.settings.callback_url.parse::<Address>();
        let is_plain = |url: Address| !url.as_str().contains(['?', '#']);
        if !url.is_ok_and(is_plain) {
            return Err(BuildError::CallbackUrl);
        }
        let guard = Guard::new(self.policy).map_err(BuildError::Setup)?;
        Ok(Runtime::start(self.settings, guard, Telemetry::new(self.trace), self.recording))
    }
}

/// A runtime that cannot be built.
#[derive(Debug)]
#[non_exhaustive]
pub enum BuildError {
    /// The callback URL is not an absolute http or https URL without query and fragment.
    CallbackUrl,
    /// Connections cannot be set up.
    Setup(SetupError),
}

impl std::fmt::Display for BuildError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::CallbackUrl => f.write_str(
                "the callback URL is where `Runtime::router` is reached from outside, an absolute \
                 http or https URL without query and fragment, such as https://agent.example/rap",
            ),
            Self::Setup(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BuildError {}

/// Shows nothing of the store and of keys.
impl std::fmt::Debug for Builder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Builder").field("policy", &self.policy).finish_non_exhaustive()
    }
}
