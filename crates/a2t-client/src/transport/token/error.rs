//! Credentials that a token's source refused.

use std::error::Error as StdError;
use std::fmt;

use a2t_http::BoxError;

/// Error of a source whose own credentials were refused: asking again does not help, and the call
/// has the next step [`Authorize`](crate::NextStep::Authorize).
///
/// ```
/// use a2t::client::TokenError;
///
/// let error = TokenError::new("invalid_client");
/// assert_eq!(error.to_string(), "invalid_client");
/// ```
#[derive(Debug)]
pub struct TokenError(BoxError);

impl TokenError {
    /// Creates the error of credentials that were refused for this reason.
    pub fn new(reason: impl Into<BoxError>) -> Self {
        Self(reason.into())
    }

    pub(crate) fn is_cause_of(error: &(dyn StdError + 'static)) -> bool {
        let mut next = Some(error);
        while let Some(error) = next {
            if error.is::<Self>() {
                return true;
            }
            next = error.source();
        }
        false
    }
}

impl fmt::Display for TokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl StdError for TokenError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source()
    }
}
