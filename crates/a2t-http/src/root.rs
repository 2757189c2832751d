//! The address rule: the root of a vendor's API, checked once.

use std::fmt;

use a2t_core::wire::is_loopback;
use a2t_core::wire::route::Route;
use url::Url;

/// The root of an API, whose tools are at `{root}/tools`: `http` or `https`, a host, perhaps a
/// path.
///
/// ```
/// use a2t_core::wire::route::Route;
/// use a2t_http::{Root, RootError};
///
/// let root = Root::parse("https://api.example/v2/")?;
/// assert_eq!(root.to_string(), "https://api.example/v2");
/// let tools = root.url(Route::Tools, "tag=math");
/// assert_eq!(tools.as_str(), "https://api.example/v2/tools?tag=math");
///
/// assert_eq!(Root::parse("https://ada:secret@api.example").unwrap_err(), RootError::Credentials);
/// # Ok::<_, RootError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root(Url);

/// Reason why an address is not the root of an API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootError {
    /// Not a URL (RFC 3986).
    NotAUrl,
    /// Neither `http` nor `https`.
    Scheme,
    /// No host.
    Host,
    /// A user or a password, which logs and proxies would keep.
    Credentials,
    /// A query.
    Query,
    /// A fragment.
    Fragment,
}

impl Root {
    /// Checks an address.
    ///
    /// # Errors
    /// Each [`RootError`].
    pub fn parse(text: &str) -> Result<Self, RootError> {
        let url = Url::parse(text).map_err(|_| RootError::NotAUrl)?;
        match () {
            () if !matches!(url.scheme(), "http" | "https") => Err(RootError::Scheme),
            () if url.host_str().is_none_or(str::is_empty) => Err(RootError::Host),
            () if !url.username().is_empty() || url.password().is_some() => {
                Err(RootError::Credentials)
            }
            () if url.query().is_some() => Err(RootError::Query),
            () if url.fragment().is_some() => Err(RootError::Fragment),
            () => Ok(Self(url)),
        }
    }

    /// Returns the address of a route with a query, which may be empty. The root was parsed before:
    /// only the path is new.
    pub fn url(&self, route: Route, query: &str) -> Url {
        let mut url = self.0.clone();
        let prefix = self.0.path().trim_end_matches('/');
        url.set_path(&format!("{prefix}{route}"));
        if !query.is_empty() {
            url.set_query(Some(query));
        }
        url
    }

    /// Returns the address as it was given, for protocols that have one address instead of routes.
    pub fn endpoint(&self) -> &Url {
        &self.0
    }

    /// Returns the `Host` of requests (RFC 9110 section 7.2); a default port is not in it.
    pub fn host(&self) -> Option<String> {
        let host = self.0.host_str()?;
        Some(match self.0.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        })
    }

    /// Returns `true` if connections are encrypted.
    pub fn is_https(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// Returns `true` if requests cannot be read on the way: they are encrypted, or stay on the
    /// machine.
    pub fn is_private(&self) -> bool {
        self.is_https() || self.is_local()
    }

    /// Returns `true` if the API is on this machine.
    pub fn is_local(&self) -> bool {
        self.0.host_str().is_some_and(is_loopback)
    }
}

/// Shows the root without a slash at its end, as people write it.
impl fmt::Display for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str().trim_end_matches('/'))
    }
}

impl RootError {
    /// Returns the reason in words.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotAUrl => "not a URL",
            Self::Scheme => "not http or https",
            Self::Host => "no host",
            Self::Credentials => "credentials belong into a header, not into the URL",
            Self::Query => "a root has no query",
            Self::Fragment => "a root has no fragment",
        }
    }
}

impl fmt::Display for RootError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl std::error::Error for RootError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_that_of_the_root_without_a_default_port() {
        for (root, expected) in [
            ("http://api.example/v2", "api.example"),
            ("https://api.example:443/", "api.example"),
            ("http://api.example:443/", "api.example:443"),
            ("http://[::1]:80/", "[::1]"),
            ("http://[::1]:8080/", "[::1]:8080"),
            ("https://b\u{fc}cher.example/", "xn--bcher-kva.example"),
        ] {
            assert_eq!(Root::parse(root).unwrap().host().unwrap(), expected, "{root}");
        }
    }

    #[test]
    fn what_is_private_is_encrypted_or_stays_on_the_machine() {
        for (root, private) in [
            ("https://api.example", true),
            ("http://api.example", false),
            ("http://127.0.0.1:8080", true),
            ("http://[::1]/", true),
            ("http://localhost/v2", true),
            ("http://localhost.example", false),
        ] {
            assert_eq!(Root::parse(root).unwrap().is_private(), private, "{root}");
        }
    }

    #[test]
    fn what_is_not_a_root_says_why() {
        for (text, expected) in [
            ("api.example", RootError::NotAUrl),
            ("", RootError::NotAUrl),
            ("ftp://api.example", RootError::Scheme),
            ("https://ada@api.example", RootError::Credentials),
            ("https://:secret@api.example", RootError::Credentials),
            ("https://api.example/?", RootError::Query),
            ("https://api.example/#", RootError::Fragment),
        ] {
            assert_eq!(Root::parse(text), Err(expected), "{text}");
        }
    }
}
