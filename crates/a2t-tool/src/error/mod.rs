//! Errors of a tool that cannot answer.

mod declared;
mod inputs;
mod internal;
mod standard;
mod typed;

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use a2t_core::error::escaped;
use a2t_core::wire::problem::{self, Problem};
use a2t_core::{ProblemType, ValidationError};

use crate::call::failure::internal_problem;
use crate::published::lock::SharedErrors;

pub use declared::{
    Returned, Undeclared, error_of, is_variant, part_is_known, problem as declared_problem,
};
pub use inputs::InputErrors;
pub use internal::Cause;

/// Error of a tool that could not answer: inputs that are wrong, a refusal the caller can act on, a
/// temporary failure, or a fault of the tool itself.
///
/// `?` makes one of each error that determines its caller's answer: your own error type by its
/// [`IntoToolError`], those of the standard library (and `serde_json`'s) as a fault. Any other
/// becomes a fault by [`ToolError::internal`], and does not compile without it: it might have been
/// a 404. The text of a fault is kept for the vendor's logs and never sent to the caller.
///
/// ```
/// use a2t::ToolError;
///
/// fn stations(bytes: Vec<u8>) -> Result<usize, ToolError> {
///     let text = String::from_utf8(bytes)?;
///     if text.is_empty() {
///         return Err(ToolError::not_found("there is no station yet"));
///     }
///     count(&text).map_err(ToolError::internal)
/// }
///
/// fn count(text: &str) -> Result<usize, Box<dyn std::error::Error + Send + Sync>> {
///     Ok(text.parse()?)
/// }
///
/// assert_eq!(stations(vec![]).unwrap_err().status(), 404);
/// // 500, without the reason
/// assert_eq!(stations(vec![0xff]).unwrap_err().status(), 500);
/// assert_eq!(stations(b"many".to_vec()).unwrap_err().message(), "the tool failed");
/// ```
///
/// It is an error itself, so it becomes a `Box<dyn Error + Send + Sync>` by `?`, too.
pub struct ToolError {
    kind: Kind,
    message: Cow<'static, str>,
    source: Option<Box<dyn Error + Send + Sync>>,
    typed: Option<Box<typed::Typed>>,
}

#[derive(Debug)]
enum Kind {
    Invalid(Box<InputErrors>),
    Refused,
    Forbidden,
    NotFound,
    Conflict,
    Declared(declared::Declared),
    Unavailable { retry_after: Option<u32> },
    Internal,
}

impl ToolError {
    /// Creates the error of a call that was understood and cannot be answered, however often it is
    /// repeated: 422.
    pub fn refused(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Kind::Refused, message)
    }

    /// Creates the error of a caller that is known and may not do this: 403. A caller that is not
    /// known is refused before the tool, by the layer or the extractor that identifies callers.
    pub fn forbidden(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Kind::Forbidden, message)
    }

    /// Creates the error of a call that asks for something that does not exist: 404.
    pub fn not_found(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Kind::NotFound, message)
    }

    /// Creates the error of a call that conflicts with the current state, such as a seat that is taken: 409.
    /// It may succeed once the state has changed.
    pub fn conflict(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Kind::Conflict, message)
    }

    /// Creates the error of a tool that cannot answer now; callers retry: 503.
    pub fn unavailable(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Kind::Unavailable { retry_after: None }, message)
    }

    /// Creates a fault of the tool: 500. The error, or a text in its place, is for the vendor's
    /// logs (`a2t::Fault`); the caller does not see it.
    ///
    /// ```
    /// use a2t::ToolError;
    ///
    /// let error = ToolError::internal("the index has no root");
    /// assert_eq!((error.status(), error.message()), (500, "the tool failed"));
    /// assert_eq!(error.source().unwrap().to_string(), "the index has no root");
    /// ```
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { source: Some(cause.into()), ..Self::new(Kind::Internal, "the tool failed") }
    }

    /// Converts the error inside another, by a function, because clippy checks a conversion in an
    /// expansion.
    #[doc(hidden)]
    pub fn transparent<E>(error: E) -> Self
    where
        Self: From<E>,
    {
        let mut error: Self = error.into();
        if let Kind::Declared(declared) = &mut error.kind {
            declared.list_state = declared::ListState::Inside;
        }
        error
    }

    /// Converts the error inside a variant. The bound has a better compiler message than `Into`.
    #[doc(hidden)]
    pub fn inside<E: Cause>(error: E) -> Self {
        Self::internal(error.cause())
    }

    fn new(kind: Kind, message: impl Into<Cow<'static, str>>) -> Self {
        Self { kind, message: message.into(), source: None, typed: None }
    }

    /// Sets the seconds that a caller should wait. It affects only [`ToolError::unavailable`].
    #[must_use]
    pub fn retry_after(mut self, seconds: u32) -> Self {
        if let Kind::Unavailable { retry_after } = &mut self.kind {
            *retry_after = Some(seconds);
        }
        self
    }

    /// Returns the HTTP status the caller sees: 400, 422, 403, 404, 409, 503 or 500 (spec note
    /// AMB-13), or that which an error of `#[derive(a2t::Error)]` declares.
    pub fn status(&self) -> u16 {
        match self.kind {
            Kind::Invalid(_) => 400,
            Kind::Refused => 422,
            Kind::Forbidden => 403,
            Kind::NotFound => 404,
            Kind::Conflict => 409,
            Kind::Declared(declared) => declared.status,
            Kind::Unavailable { .. } => 503,
            Kind::Internal => 500,
        }
    }

    /// Returns the text that the caller sees.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the seconds of [`ToolError::retry_after`].
    pub fn retry_after_seconds(&self) -> Option<u32> {
        match self.kind {
            Kind::Unavailable { retry_after } => retry_after,
            _ => None,
        }
    }

    /// Returns the problem that the caller gets. That of a fault reveals only that there was one.
    pub fn problem(&self) -> Problem {
        let kind = match &self.kind {
            Kind::Invalid(invalid) => {
                return Problem::invocation(ValidationError::Rules(invalid.violations().clone()));
            }
            Kind::Refused | Kind::Declared(_) => problem::Kind::ToolRefused,
            Kind::Forbidden => problem::Kind::ToolForbidden,
            Kind::NotFound => problem::Kind::ToolNotFound,
            Kind::Conflict => problem::Kind::ToolConflict,
            Kind::Unavailable { .. } => problem::Kind::Unavailable,
            Kind::Internal => return internal_problem(),
        };
        self.typed(kind)
    }

    /// Returns the error behind a fault, for the vendor's logs; never sent to the caller.
    pub fn source(&self) -> Option<&(dyn Error + Send + Sync + 'static)> {
        self.source.as_deref()
    }
}

impl<E: IntoToolError> From<E> for ToolError {
    fn from(error: E) -> Self {
        error.into_tool_error()
    }
}

/// Prints the message on one line, with control characters as escapes. [`ToolError::message`] has it as it is.
impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&escaped(&self.message), f)
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolError")
            .field("kind", &self.kind)
            .field("message", &self.message)
            .field("source", &self.source)
            .field("typed", &self.typed)
            .finish()
    }
}

impl Error for ToolError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source().map(|source| source as _)
    }
}

/// Turns an error type of a vendor's own into what the caller of a tool sees, with `?` and where
/// a tool returns the type itself. `#[derive(a2t::Error)]` implements it for an enum whose variants have
/// a status each.
///
/// ```
/// use a2t::{IntoToolError, ToolError};
///
/// #[derive(Debug)]
/// enum Missing {
///     Station(String),
///     Database(std::io::Error),
/// }
///
/// impl IntoToolError for Missing {
///     fn into_tool_error(self) -> ToolError {
///         match self {
///             Self::Station(name) => ToolError::not_found(format!("no station {name}"))
///                 .of_type("https://weather.example/problems/no-station"),
///             Self::Database(error) => ToolError::internal(error),
///         }
///     }
/// }
///
/// fn height(name: &str) -> Result<u32, ToolError> {
///     Err(Missing::Station(name.to_owned()))?
/// }
/// assert_eq!(height("Omaha").unwrap_err().status(), 404);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error type of a tool",
    label = "not a `ToolError`: make one with `.map_err(a2t::ToolError::internal)` (500, the text stays in your logs), or \
             implement `a2t::IntoToolError` for your own error type",
    note = "a tool returns `Result<_, a2t::ToolError>`, or an error type that implements `a2t::IntoToolError`, as an enum \
            with `#[derive(a2t::Error)]` does"
)]
pub trait IntoToolError {
    /// Errors that a signature lists.
    #[doc(hidden)]
    const ERRORS: &'static [ProblemType] = &[];

    /// Names of the variants of these errors.
    #[doc(hidden)]
    const VARIANTS: &'static [&'static str] = &[];

    /// The errors that published tools list.
    #[doc(hidden)]
    const SHARED: &'static [SharedErrors] = &[];

    /// Does not compile if a variant differs from what is published.
    #[doc(hidden)]
    const AS_PUBLISHED: () = ();

    /// Does not compile if a variant breaks a promise of a published version.
    #[doc(hidden)]
    const AS_PROMISED: () = ();

    /// The caller's view of the error.
    fn into_tool_error(self) -> ToolError;
}

/// The failure as a server sends it to the caller.
impl From<ToolError> for a2t_core::wire::failure::Failure {
    fn from(error: ToolError) -> Self {
        let failure = Self::with(error.problem());
        match error.retry_after_seconds() {
            Some(seconds) => failure.retry_after(std::time::Duration::from_secs(seconds.into())),
            None => failure,
        }
    }
}
