//! The vendor's report of an invocation that ended in 500 or 504, of which callers learn the status
//! alone.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use a2t_core::ToolSignature;

use a2t_tool::ToolError;
use a2t_tool::{Lasting, Unserved};

/// Cause of a 500 or 504, for the vendor's own records: callers learn the status and nothing more.
///
/// [`Server::on_fault`](crate::Server::on_fault) is handed each one. In a router of your own it is
/// an extension of the response:
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
}

pub(super) type Report = Arc<dyn Fn(&Fault) + Send + Sync>;

pub(super) enum Cause {
    Failed(ToolError),
    Panicked(String),
    Unwritable(serde_json::Error),
    TimedOut(Duration),
    /// The published text of this version cannot be served.
    Unserved(u32, Unserved),
}

impl Fault {
    pub(super) fn new(signature: Lasting, cause: Cause) -> Self {
        Self { signature, cause: Arc::new(cause) }
    }

    /// The tool and version that was called; the version whose function should have served it,
    /// if the published signature of an older version cannot be read.
    pub fn signature(&self) -> &ToolSignature {
        &self.signature
    }

    /// The error that the tool returned, if it returned one: not for a panic or a timeout.
    pub fn error(&self) -> Option<&(dyn Error + Send + Sync + 'static)> {
        match &*self.cause {
            Cause::Failed(error) => error.source(),
            Cause::Unwritable(error) => Some(error),
            Cause::Panicked(_) | Cause::TimedOut(_) | Cause::Unserved(..) => None,
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
            Cause::Panicked(words) => write!(f, "it panicked: {words}")?,
            Cause::Unwritable(_) => write!(f, "its result cannot be written as JSON")?,
            Cause::Unserved(_, why) => {
                write!(f, "its published signature cannot be served: {why}")?
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
