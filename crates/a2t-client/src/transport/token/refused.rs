//! Credentials that a token's source refused.

use std::error::Error as StdError;
use std::fmt;

use a2t_http::BoxError;

/// Error of a source whose own credentials were refused: asking again does not help, and the call
/// has the next step [`Authorize`](crate::NextStep::Authorize).
///
/// ```
/// use a2t::client::TokenRefused;
///
/// let error = TokenRefused::new("invalid_client");
/// assert_eq!(error.to_string(), "invalid_client");
/// ```
#[derive(Debug)]
pub struct TokenRefused(BoxError);

impl TokenRefused {
    /// Credentials that were refused for this reason.
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

impl fmt::Display for TokenRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl StdError for TokenRefused {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source()
    }
}
