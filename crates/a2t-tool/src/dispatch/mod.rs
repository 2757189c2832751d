//! One call of one tool, the same in every protocol. A protocol decodes a request, looks the version up
//! ([`Tools::callable`](crate::Tools::callable)), begins the call here, and encodes what it [`Ended`] with.
//!
//! ```text
//! request ─ decode ─▶ CallRequest ─▶ dispatch ─▶ Running ─▶ the function ─▶ Ended ─ encode ─▶ reply
//! ```

pub(crate) mod guard;
pub(crate) mod on_disconnect;
#[cfg(feature = "idempotency")]
pub(crate) mod once;
#[cfg(not(feature = "idempotency"))]
#[allow(missing_docs)]
#[path = "once/noop.rs"]
pub(crate) mod once;
#[allow(missing_docs)]
pub(crate) mod options;

mod attend;
mod lookup;
mod running;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use a2t_core::invocation::Layout;
use http::request::Parts;
use tokio::time::sleep;

use crate::telemetry::CallSpan;
use crate::{BlockingPool, CallKey, CallableVersion, Failure, Inputs, Polls, Reply, Shares};

pub use attend::{CONNECTION, Client, Connection, Rest, attend};
pub use lookup::{Found, LookupError, NotFound};
pub use running::{Ended, Running};

/// The pause before a tool is tried again that already runs as often as it may.
const TURN: Duration = Duration::from_millis(250);

/// A call that a protocol has decoded.
#[derive(Clone)]
pub struct CallRequest<S> {
    pub state: S,
    /// Request that the contexts are taken from.
    pub parts: Parts,
    pub inputs: Inputs,
    /// Layout of the outputs.
    pub layout: Layout,
}

/// Conditions under which a call runs.
pub struct Terms {
    /// The call in spans and metrics. It ends there when the tool ends.
    pub span: CallSpan,
    /// Threads for a tool that is not `async`.
    pub threads: Arc<dyn BlockingPool>,
    /// The limit on the time of one poll.
    pub polls: Arc<Polls>,
    /// The time after which the call is stopped; `None` if the protocol limits it.
    pub timeout: Option<Duration>,
    /// The idempotency key of the call. Under a key, a call runs once and its end is kept.
    pub key: Option<Box<CallKey>>,
}

impl Terms {
    /// Returns the conditions that a server sets for a call that may run for this long.
    pub fn new(shares: &Shares, span: CallSpan, timeout: Duration) -> Self {
        let (threads, polls) = (Arc::clone(&shares.threads), Arc::clone(&shares.polls));
        Self { span, threads, polls, timeout: Some(timeout), key: None }
    }
}

/// Begins a call. A call beyond a limit on concurrent calls ends with [`Failure::Overloaded`].
#[inline]
pub fn dispatch<S>(served: &CallableVersion<S>, call: CallRequest<S>, mut terms: Terms) -> Running
where
    S: Send + 'static,
{
    let signature = served.signature.clone();
    match terms.key.take() {
        None => Running::begin(signature, terms, |threads| served.run(call, threads)),
        Some(key) => {
            let served = served.clone();
            let start = move |threads| served.run(call, threads);
            Running::begin_once(signature, terms, key, Box::new(start))
        }
    }
}

/// Begins a call that was accepted before, so that it waits where [`dispatch`] ends with
/// [`Failure::Overloaded`].
pub fn dispatch_accepted<S>(
    served: CallableVersion<S>,
    call: CallRequest<S>,
    mut terms: Terms,
) -> Running
where
    S: Clone + Send + Sync + 'static,
{
    let signature = served.signature.clone();
    let start = move |threads: Arc<dyn BlockingPool>| -> Reply {
        Box::pin(async move {
            loop {
                match served.run(call.clone(), Arc::clone(&threads)).await {
                    Err(Failure::Overloaded) => sleep(TURN).await,
                    ended => break ended,
                }
            }
        })
    };
    match terms.key.take() {
        None => Running::begin(signature, terms, start),
        Some(key) => Running::begin_once(signature, terms, key, Box::new(start)),
    }
}
