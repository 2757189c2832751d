//! The vendor's report of a call that failed through no fault of its caller, who learns no more than
//! that.

mod log;
mod report;

use std::error::Error;
use std::fmt::{self, Write as _};
use std::sync::Arc;
use std::time::Duration;

use a2t_core::ToolSignature;
use a2t_core::error::escaped;
use bytes::Bytes;
use http::Response;
use http::request::Parts;

use crate::telemetry::{Outcome, RequestId};
use crate::{AdaptError, Caller, SignatureRef, ToolError};

pub use report::{FaultReport, on_fault};

/// A failure that the vendor has to repair, such as a panic. It is reported to the vendor. Callers learn only that
/// the tool failed, in A2T by status 500 or 504, in MCP by a result with `isError`.
///
/// A tool that blocks a thread of the server for too long is reported once in the same way, as a
/// [warning](Fault::is_warning).
///
/// Each fault is reported with the tool, its version, the ids of the request and the caller, and the chain of causes.
/// With the feature `tracing` the report is an event at level `error` (`warn` for a warning) with the target
/// `a2t::fault`. Without that feature, or without a subscriber, it is a line on standard error. To receive faults
/// yourself, use `on_fault` of `a2t::Server`, `a2t::mcp::Service` or `a2t::rap::Server`, which replaces that report.
/// In a router that another server serves, use the layer [`a2t::on_fault`](on_fault):
///
/// ```
/// let report = a2t::on_fault(|fault| {
///     eprintln!("{fault}"); // tool `lookup` version 1: the tool failed: connection refused
/// });
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
/// let router: axum::Router = toolset.into_router().layer(report);
/// ```
#[derive(Clone)]
pub struct Fault {
    signature: SignatureRef,
    cause: Arc<Cause>,
    origin: Origin,
    is_reported: bool,
}

/// The request in which a fault occurred, as far as it is known.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    request_id: Option<RequestId>,
    caller: Option<Caller>,
    /// The receiver that a layer set for the request.
    receiver: Option<FaultReport>,
}

impl Origin {
    /// Returns what the head of a request contains.
    pub fn from_parts(parts: &Parts) -> Self {
        let Parts { headers, extensions, .. } = parts;
        Self {
            request_id: RequestId::sent(headers),
            caller: extensions.get().cloned(),
            receiver: extensions.get().cloned(),
        }
    }
}

/// Receiver of each fault.
pub type Report = Arc<dyn Fn(&Fault) + Send + Sync>;

#[doc(hidden)]
pub enum Cause {
    /// The tool returned an error.
    Failed(ToolError),
    /// The tool panicked with this message.
    Panicked(String),
    /// A context extractor refused the request with this 5xx status and this text.
    Rejected(u16, String),
    /// The tool refused an input that it does not have; the caller got the reason, without a location.
    UnknownInput(String),
    /// The tool answered with an error that its `errors(…)` leave out. The caller still got it.
    UnlistedError(String),
    /// An output could not be written as JSON.
    Unwritable(serde_json::Error),
    /// No answer within this time.
    TimedOut(Duration),
    /// One poll of the tool took this long. The call itself was answered.
    Blocked(Duration),
    /// The reply could not be kept under its idempotency key, for this reason.
    Unkept(String),
    /// The call was not begun, because its idempotency key could not be kept, for this reason.
    Unbegun(String),
    /// The published text of this version cannot be served.
    Adapt(u32, AdaptError),
}

impl Cause {
    /// Returns the fault of a context extractor that refused a request with 5xx.
    pub fn of_rejection(response: &Response<Bytes>) -> Option<Self> {
        let status = response.status();
        let text = || String::from_utf8_lossy(response.body()).into_owned();
        status.is_server_error().then(|| Self::Rejected(status.as_u16(), text()))
    }
}

impl Fault {
    #[doc(hidden)]
    pub fn new(signature: SignatureRef, cause: Cause) -> Self {
        Self { signature, cause: Arc::new(cause), origin: Origin::default(), is_reported: false }
    }

    /// Sets the request in which the fault occurred.
    #[doc(hidden)]
    #[must_use]
    pub fn at(self, origin: Origin) -> Self {
        Self { origin, ..self }
    }

    /// Returns the signature of the tool and version that was called; of the version whose function
    /// should have served it, if the published signature of an older version cannot be read.
    pub fn signature(&self) -> &ToolSignature {
        &self.signature
    }

    /// Returns the id of the request, which was also sent to the caller. `None` if there is no request over HTTP, or
    /// if the client sent no id and left before the tool failed.
    pub fn request_id(&self) -> Option<&RequestId> {
        self.origin.request_id.as_ref()
    }

    /// Returns the caller, if the request had one.
    pub fn caller(&self) -> Option<&Caller> {
        self.origin.caller.as_ref()
    }

    #[doc(hidden)]
    pub fn set_request_id(&mut self, id: &RequestId) {
        self.origin.request_id = Some(id.clone());
    }

    #[doc(hidden)]
    pub fn set_caller(&mut self, caller: &Caller) {
        self.origin.caller = Some(caller.clone());
    }

    /// Reports the fault once, to the first of these that is set: the receiver of the protocol, that of a layer
    /// around it, that of the server. If none is set, the report is the one that [`Fault`] describes.
    #[doc(hidden)]
    pub fn report(&mut self, own: Option<&Report>, server: Option<&Report>) {
        if std::mem::replace(&mut self.is_reported, true) {
            return;
        }
        let layer = self.origin.receiver.as_ref().map(FaultReport::receiver);
        match own.or(layer).or(server).map(Arc::clone) {
            Some(receiver) => receiver(self),
            None => self.log(),
        }
    }

    #[doc(hidden)]
    pub fn outcome(&self) -> Outcome {
        Outcome::of_cause(&self.cause)
    }

    /// Returns `true` if the call was answered normally, but its tool blocked a thread of the server for longer than
    /// `Limits::slow_poll_threshold`. Such a fault is reported once for each tool.
    pub fn is_warning(&self) -> bool {
        matches!(*self.cause, Cause::Blocked(_))
    }

    /// Returns the error that the tool returned, if it returned one: not for a panic or a timeout.
    pub fn error(&self) -> Option<&(dyn Error + Send + Sync + 'static)> {
        match &*self.cause {
            Cause::Failed(error) => error.source(),
            Cause::Unwritable(error) => Some(error),
            Cause::Panicked(_)
            | Cause::Rejected(..)
            | Cause::UnknownInput(_)
            | Cause::UnlistedError(_)
            | Cause::TimedOut(_)
            | Cause::Blocked(_)
            | Cause::Unbegun(_)
            | Cause::Unkept(_)
            | Cause::Adapt(..) => None,
        }
    }
}

impl Fault {
    /// The version that was called.
    fn version(&self) -> u32 {
        match &*self.cause {
            Cause::Adapt(version, _) => *version,
            _ => self.signature.version,
        }
    }

    /// What went wrong, with the chain of causes.
    fn chain(&self) -> impl fmt::Display + '_ {
        fmt::from_fn(|f| {
            write!(f, "{}", self.cause)?;
            let mut source = self.error().map(|error| error as &(dyn Error + 'static));
            while let Some(error) = source {
                write!(f, ": {error}")?;
                source = error.source();
            }
            Ok(())
        })
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(error) => write!(f, "{error}"),
            Self::UnknownInput(words) | Self::UnlistedError(words) => write!(f, "{words}"),
            Self::Panicked(words) => write!(f, "it panicked: {words}"),
            Self::Rejected(status, text) => {
                write!(f, "a context refused the request with status {status}")?;
                if text.is_empty() { Ok(()) } else { write!(f, ": {text}") }
            }
            Self::Unwritable(_) => write!(f, "its result cannot be written as JSON"),
            Self::Adapt(_, why) => write!(f, "its published signature cannot be served: {why}"),
            Self::Unbegun(words) => {
                write!(f, "not called, as its idempotency key cannot be kept: {words}")
            }
            Self::Unkept(words) => {
                write!(f, "its reply is not kept, so that a repetition may run again: {words}")
            }
            Self::TimedOut(time) => write!(f, "no answer within {time:?}"),
            Self::Blocked(time) => write!(
                f,
                "it kept a thread that serves for {time:.1?} without an `.await`, so that other calls waited; make it \
                 a function that is not `async` (and not `quick`), or move the work to `spawn_blocking`"
            ),
        }
    }
}

/// Prints the fault on one line. Control characters are escaped, because errors may contain input of a caller.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tool `{}` version {}: ", self.signature.name, self.version())?;
        fmt::Display::fmt(&escaped(&text_of(&self.chain())), f)
    }
}

/// Returns what the value prints. A `Display` that fails ends the text early.
fn text_of(words: &dyn fmt::Display) -> String {
    let mut text = String::new();
    let _ = write!(text, "{words}");
    text
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
