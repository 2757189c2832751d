//! The vendor's report of a call that failed through no fault of its caller, who learns no more than
//! that.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use a2t_core::ToolSignature;

use crate::seen::{Outcome, RequestId};
use crate::{Lasting, ToolError, Unserved};

/// Cause of a failure that is the vendor's, for the vendor's own records: callers learn that the tool
/// failed and nothing more, in A2T as status 500 or 504, in MCP as a result with `isError`.
///
/// `on_fault` of `a2t::Server` and of `a2t::mcp::Service` is handed each one. In a router of your own
/// it is an extension of A2T's response:
///
/// ```
/// use axum::{middleware, response::Response};
///
/// async fn report(response: Response) -> Response {
///     if let Some(fault) = response.extensions().get::<a2t::Fault>() {
///         eprintln!("{fault}"); // tool `lookup` version 1: the tool failed: connection refused
///     }
///     response
/// }
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
/// let router: axum::Router = toolset.into_router().layer(middleware::map_response(report));
/// ```
#[derive(Clone)]
pub struct Fault {
    signature: Lasting,
    cause: Arc<Cause>,
    request_id: Option<RequestId>,
}

/// Receiver of each fault.
#[doc(hidden)]
pub type Report = Arc<dyn Fn(&Fault) + Send + Sync>;

#[doc(hidden)]
pub enum Cause {
    /// The tool returned an error of its own.
    Failed(ToolError),
    /// The tool panicked, in these words.
    Panicked(String),
    /// The tool refused an input that it does not have; the caller was told why, without a place.
    UnknownInput(String),
    /// An output could not be written as JSON.
    Unwritable(serde_json::Error),
    /// No answer within this time.
    TimedOut(Duration),
    /// The reply could not be kept under its idempotency key, in these words.
    Unkept(String),
    /// The call was not begun, as its idempotency key could not be kept, in these words.
    Unbegun(String),
    /// The published text of this version cannot be served.
    Unserved(u32, Unserved),
}

impl Fault {
    #[doc(hidden)]
    pub fn new(signature: Lasting, cause: Cause) -> Self {
        Self { signature, cause: Arc::new(cause), request_id: None }
    }

    /// The tool and version that was called; the version whose function should have served it,
    /// if the published signature of an older version cannot be read.
    pub fn signature(&self) -> &ToolSignature {
        &self.signature
    }

    /// The id of the request, which the caller was told; `None` where there is no request over
    /// HTTP, and where the client had left before the tool failed.
    pub fn request_id(&self) -> Option<&RequestId> {
        self.request_id.as_ref()
    }

    pub(crate) fn set_request_id(&mut self, id: &RequestId) {
        self.request_id = Some(id.clone());
    }

    #[doc(hidden)]
    pub fn outcome(&self) -> Outcome {
        Outcome::of_cause(&self.cause)
    }

    /// The error that the tool returned, if it returned one: not for a panic or a timeout.
    pub fn error(&self) -> Option<&(dyn Error + Send + Sync + 'static)> {
        match &*self.cause {
            Cause::Failed(error) => error.source(),
            Cause::Unwritable(error) => Some(error),
            Cause::Panicked(_)
            | Cause::UnknownInput(_)
            | Cause::TimedOut(_)
            | Cause::Unbegun(_)
            | Cause::Unkept(_)
            | Cause::Unserved(..) => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ToolSignature { name, version, .. } = self.signature();
        let version = match &*self.cause {
            Cause::Unserved(version, _) => version,
            _ => version,
        };
        write!(f, "tool `{name}` version {version}: ")?;
        match &*self.cause {
            Cause::Failed(error) => write!(f, "{error}")?,
            Cause::UnknownInput(words) => write!(f, "{words}")?,
            Cause::Panicked(words) => write!(f, "it panicked: {words}")?,
            Cause::Unwritable(_) => write!(f, "its result cannot be written as JSON")?,
            Cause::Unserved(_, why) => {
                write!(f, "its published signature cannot be served: {why}")?
            }
            Cause::Unbegun(words) => {
                write!(f, "not called, as its idempotency key cannot be kept: {words}")?
            }
            Cause::Unkept(words) => {
                write!(f, "its reply is not kept, so that a repetition may run again: {words}")?
            }
            Cause::TimedOut(time) => write!(f, "no answer within {time:?}")?,
        }
        let mut source = self.error().map(|error| error as &(dyn Error + 'static));
        while let Some(error) = source {
            write!(f, ": {error}")?;
            source = error.source();
        }
        Ok(())
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
