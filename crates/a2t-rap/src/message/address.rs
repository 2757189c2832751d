//! A URL that holds secrets as often as not: it is never shown.

use std::fmt;
use std::str::FromStr;

use url::Url;

use crate::message::limit::URL_MAX;

/// An absolute `http` or `https` URL, kept as it was given: callback URLs are opaque (CB-17) and
/// sensitive (CB-26), so that `Debug` does not show one, and there is no `Display`.
///
/// ```
/// use a2t_rap::message::Address;
///
/// let address: Address = "https://agent.example/callback?token=s3cret".parse()?;
/// assert_eq!(format!("{address:?}"), "Address(..)");
/// assert!(address.as_str().ends_with("s3cret"));
/// # Ok::<_, a2t_rap::message::AddressError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Address(String);

/// Text that is not an absolute `http` or `https` URL of at most 8,192 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressError;

impl Address {
    /// Returns the URL as it was given.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns its scheme, host and port, such as `https://agent.example:9000`; a default port is left
    /// out.
    ///
    /// ```
    /// let address: a2t_rap::message::Address = "https://Agent.example:443/callback?token=s3cret".parse()?;
    /// assert_eq!(address.origin(), "https://agent.example");
    /// # Ok::<_, a2t_rap::message::AddressError>(())
    /// ```
    pub fn origin(&self) -> String {
        // An address was parsed when it was made.
        Url::parse(&self.0).map_or_else(|_| String::new(), |url| url.origin().ascii_serialization())
    }

    /// Returns `true` if it is encrypted.
    pub fn is_https(&self) -> bool {
        Url::parse(&self.0).is_ok_and(|url| url.scheme() == "https")
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let url = Url::parse(text).map_err(|_| AddressError)?;
        let has_host = url.host_str().is_some_and(|host| !host.is_empty());
        let holds = matches!(url.scheme(), "http" | "https") && has_host && text.len() <= URL_MAX;
        if holds { Ok(Self(text.to_owned())) } else { Err(AddressError) }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Address(..)")
    }
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not an absolute http or https URL of at most {URL_MAX} bytes")
    }
}

impl std::error::Error for AddressError {}
