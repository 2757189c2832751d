//! What a tool reports when it cannot answer.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

/// Why a tool could not answer: a refusal the caller can act on, a temporary failure, or a fault
/// of the tool itself.
///
/// Any error type converts with `?` and becomes a fault: its text is kept for the vendor's logs
/// and never sent to the caller.
///
/// ```
/// fn stations() -> Result<String, a2t::ToolError> {
///     Ok(String::from_utf8(vec![0xff])?) // 500, without a word of what went wrong
/// }
/// assert_eq!(stations().unwrap_err().status(), 500);
/// ```
pub struct ToolError {
    kind: Kind,
    message: Cow<'static, str>,
    source: Option<Box<dyn Error + Send + Sync>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Refused,
    NotFound,
    Unavailable { retry_after: Option<u32> },
    Internal,
}

impl ToolError {
    /// The call was understood and cannot be answered, however often it is repeated: 422.
    pub fn refused(message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            kind: Kind::Refused,
            message: message.into(),
            source: None,
        }
    }

    /// What the call asks for does not exist: 404.
    pub fn not_found(message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            kind: Kind::NotFound,
            message: message.into(),
            source: None,
        }
    }

    /// The tool cannot answer now; callers retry: 503.
    pub fn unavailable(message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            kind: Kind::Unavailable { retry_after: None },
            message: message.into(),
            source: None,
        }
    }

    /// How many seconds a caller should wait; only for [`ToolError::unavailable`].
    #[must_use]
    pub fn retry_after(mut self, seconds: u32) -> Self {
        if let Kind::Unavailable { retry_after } = &mut self.kind {
            *retry_after = Some(seconds);
        }
        self
    }

    /// The HTTP status the caller sees: 422, 404, 503 or 500 (reading AMB-13).
    pub fn status(&self) -> u16 {
        match self.kind {
            Kind::Refused => 422,
            Kind::NotFound => 404,
            Kind::Unavailable { .. } => 503,
            Kind::Internal => 500,
        }
    }

    /// What the caller is told.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The seconds of [`ToolError::retry_after`].
    pub fn retry_after_seconds(&self) -> Option<u32> {
        match self.kind {
            Kind::Unavailable { retry_after } => retry_after,
            _ => None,
        }
    }

    /// The error behind a fault, for the vendor's logs; never sent to the caller.
    pub fn source(&self) -> Option<&(dyn Error + Send + Sync + 'static)> {
        self.source.as_deref()
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for ToolError {
    fn from(error: E) -> Self {
        let message = Cow::Borrowed("the tool failed");
        Self {
            kind: Kind::Internal,
            message,
            source: Some(Box::new(error)),
        }
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolError")
            .field("kind", &self.kind)
            .field("message", &self.message)
            .field("source", &self.source)
            .finish()
    }
}

/// Turns the error type of a tool into what its caller sees; for a vendor's own error types.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool",
    label = "not an error that a caller can be answered with",
    note = "return `Result<_, a2t::ToolError>` (any `std::error::Error` converts with `?`), or \
            implement `a2t::IntoToolError` for `{Self}`"
)]
pub trait IntoToolError {
    /// What the caller sees.
    fn into_tool_error(self) -> ToolError;
}

#[diagnostic::do_not_recommend]
impl IntoToolError for ToolError {
    fn into_tool_error(self) -> ToolError {
        self
    }
}
