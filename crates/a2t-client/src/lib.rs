#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "blocking")]
pub mod blocking;
mod call;
mod catalog;
mod check;
mod config;
mod error;
pub mod fake;
mod generated;
pub mod middleware;
#[cfg(feature = "record")]
pub mod record;
#[cfg(not(feature = "record"))]
#[path = "record/noop.rs"]
mod record;
#[cfg(feature = "schema")]
pub mod schema;
#[cfg(any(feature = "metrics", feature = "tracing"))]
mod telemetry;
#[cfg(not(any(feature = "metrics", feature = "tracing")))]
#[path = "telemetry/noop.rs"]
mod telemetry;
mod transport;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

#[doc(hidden)]
pub use self::{
    call::called::CalledTool,
    call::{Call, Caller},
    generated::choice::OpenChoice,
    generated::read::Read,
    generated::reply::{Generated, Outputs, Remote},
};
pub use a2t_core::evolution::CheckedChange;
pub use a2t_core::invocation::Arguments;
pub use a2t_core::wire::problem::{Kind as ProblemKind, Problem};
pub use a2t_core::wire::trace::{SpanId, TraceContext, TraceId};
pub use a2t_core::{Approved, ApprovedTool, GeneratedFileError};
pub use a2t_http::{Identity, PemError};
pub use call::{Sending, Verifying};
pub use catalog::drift::{Drift, State, ToolDrift};
pub use catalog::stream::Signatures;
pub use config::Builder;
pub use error::{Error, Kind, NextStep, Result};
pub use generated::choice::{Choice, UnknownChoice};
pub use generated::declared::Declared;
pub use generated::output::Output;
pub use generated::reply::Reply;
pub use generated::value::{AtMost, Int, Text};
#[cfg(feature = "reqwest")]
pub use reqwest;
#[cfg(feature = "metrics")]
pub use telemetry::metrics;
pub use transport::retry::Retry;
pub use transport::token::{Token, TokenError, TokenSource};

use transport::Transport;

/// A client of one vendor's API: its root URL, its credentials, its limits.
///
/// It is cheap to clone, and clones share their connections. Its futures run on tokio.
#[derive(Clone)]
pub struct Client {
    transport: Arc<Transport>,
    retry: Retry,
    total: Duration,
}

impl Client {
    /// Creates a client with the defaults of [`Builder`] for the API whose tools are at `{url}/tools`.
    ///
    /// ```
    /// # use a2t::client::Client;
    /// let client = Client::new("https://api.weather.example/v2/")?; // …/v2/tools
    /// let error = Client::new("api.weather.example").unwrap_err();
    /// assert!(error.to_string().contains("expected a URL such as https://"));
    /// # Ok::<_, a2t::client::Error>(())
    /// ```
    ///
    /// # Errors
    /// Text that is not an `http` or `https` URL of a host and a path, and a TLS configuration
    /// that the system does not offer.
    pub fn new(url: impl AsRef<str>) -> Result<Self> {
        Self::builder(url).build()
    }

    /// Sets credentials, headers and limits before the client is made.
    pub fn builder(url: impl AsRef<str>) -> Builder {
        Builder::new(url.as_ref())
    }

    /// Returns the root of the API, without a slash at its end.
    pub fn url(&self) -> &str {
        &self.transport.root
    }

    /// Returns the same client, with the same connections and the same retry budget, whose calls are
    /// retried by this policy: for tools that need another one than [`Builder::retry`] set.
    ///
    /// ```
    /// # use a2t::client::{Client, Retry};
    /// let client = Client::new("https://api.weather.example")?;
    /// let lookups = client.with_retry(Retry::Always); // read only, though their hints do not say so
    /// # Ok::<_, a2t::client::Error>(())
    /// ```
    #[must_use]
    pub fn with_retry(&self, retry: Retry) -> Self {
        Self { retry, ..self.clone() }
    }

    /// Returns the policy by which its calls are retried.
    #[doc(hidden)]
    pub fn retry(&self) -> Retry {
        self.retry
    }

    /// Returns the same client, with the same connections, whose calls and listings may take this long in
    /// all, retries and waits included.
    #[must_use]
    pub fn with_total_timeout(&self, total: Duration) -> Self {
        Self { total, ..self.clone() }
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("url", &self.url())
            .field("retry", &self.retry)
            .finish_non_exhaustive()
    }
}

/// Parts of clients of other protocols.
#[doc(hidden)]
pub mod parts {
    pub use a2t_http::{coding, is_json, retry_after};

    pub use crate::call::called::own_key;
    pub use crate::call::counted::Counted;
    pub use crate::call::end::{End, Ending};
    pub use crate::call::named::Named;
    pub use crate::check::check_until;
    pub use crate::error::{Heard, not_recorded};
    #[cfg(feature = "record")]
    pub use crate::record::NotRecordedError;
    pub use crate::telemetry::{Attempt, Call, Trace};
    pub use crate::transport::exchange::{Message, Pace, chunk};
    pub use crate::transport::limits::{Backoff, Limits};
    pub use crate::transport::random::random_bytes;
    pub use crate::transport::refusal;
    pub use crate::transport::retry::{Attempts, FailedAttempt, Outcome};
}

/// Names that generated code uses.
#[doc(hidden)]
pub mod typed {
    pub use std::option::Option;
    pub use std::string::String;
    pub use std::vec::Vec;

    pub use a2t_core::{ProblemType, ToolId};
    pub use serde_json::Value;

    pub use crate::call::called::{CallOptions, Reading};
    pub use crate::generated::read::{Members, Read, Reader};
    pub use crate::generated::reply::Generated;
    pub use crate::generated::written::Write;
}

/// Macros and functions that generated code uses.
#[doc(hidden)]
pub mod __private {
    pub use crate::__a2t_calls as calls;
    pub use crate::__a2t_choices as choices;
    pub use crate::__a2t_errors as errors;
    pub use crate::__a2t_members as members;
    pub use crate::__a2t_open_choices as open_choices;
    pub use crate::__a2t_records as records;
    pub use crate::__a2t_replies as replies;
    pub use crate::__a2t_same_choices as same_choices;

    pub use a2t_core::ToolSignature as Tool;

    pub use super::generated::reply::Outputs;

    /// Returns the signatures of a generated client.
    pub const fn approved(texts: &'static [&'static str]) -> super::Approved {
        super::Approved::new(texts)
    }
}
