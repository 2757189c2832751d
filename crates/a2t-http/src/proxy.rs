//! Proxies: which requests go through one.

use std::fmt;

use a2t_core::wire::is_loopback;
use http::Uri;
use http::uri::Scheme;
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use url::Url;

/// Rule that finds the proxy of a request, if it has one. Requests to this machine (`localhost`,
/// `127.0.0.0/8`, `::1`) never go to a proxy: their credentials need no encryption only because
/// they stay here.
///
/// ```
/// use a2t_http::Proxies;
///
/// let proxies = Proxies::all("http://proxy.example:3128")?;
/// assert!(proxies.take("https://api.weather.example"));
/// let error = Proxies::all("socks5://proxy.example").unwrap_err();
/// assert!(error.to_string().contains("expected http or https"));
/// # Ok::<_, a2t_http::ProxyError>(())
/// ```
pub struct Proxies {
    matcher: Matcher,
    /// Whether the environment names the proxies, and not the program.
    is_environment: bool,
}

/// Text that is not the URL of a proxy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProxyError(String);

impl Proxies {
    /// Returns the proxies of `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`, also in
    /// lower case, as they are now.
    pub fn from_env() -> Self {
        Self { matcher: Matcher::from_env(), is_environment: true }
    }

    /// Returns this proxy for every request that leaves the machine; a user and a password in its
    /// URL are sent only to it.
    ///
    /// # Errors
    /// Text that is not an `http` or `https` URL.
    pub fn all(url: &str) -> Result<Self, ProxyError> {
        let wrong = |fault: &str| {
            // The text before an `@` may be a password.
            let shown = a2t_core::error::inert(url.rsplit('@').next().unwrap_or_default());
            ProxyError(format!("the proxy `{shown}` {fault}"))
        };
        let parsed =
            Url::parse(url).map_err(|_| wrong("is not a URL; expected http://HOST:PORT"))?;
        if !matches!(parsed.scheme(), "http" | "https") {
            return Err(wrong("has another scheme; expected http or https"));
        }
        let matcher = Matcher::builder().all(url).build();
        let any = Uri::from_static("http://any.invalid");
        matcher
            .intercept(&any)
            .ok_or_else(|| wrong("cannot be dialled; expected http://HOST:PORT"))?;
        Ok(Self { matcher, is_environment: false })
    }

    /// Returns `true` if a request to this URL goes to a proxy.
    pub fn take(&self, url: &str) -> bool {
        url.parse().is_ok_and(|uri| self.of(&uri).is_some())
    }

    /// Returns the proxy that could read a request to this URL, without its user and password: what is
    /// not encrypted.
    ///
    /// ```
    /// let proxies = a2t_http::Proxies::all("http://ada:s3cret@proxy.example:3128")?;
    /// assert_eq!(proxies.reader("http://api.example").unwrap(), "http://proxy.example:3128");
    /// assert_eq!(proxies.reader("https://api.example"), None);
    /// assert_eq!(proxies.reader("http://localhost:8080"), None);
    /// # Ok::<_, a2t_http::ProxyError>(())
    /// ```
    pub fn reader(&self, url: &str) -> Option<String> {
        let uri = url.parse::<Uri>().ok().filter(|uri| uri.scheme() == Some(&Scheme::HTTP))?;
        self.of(&uri).map(|proxy| shown(proxy.uri()))
    }

    /// Returns the reason why a URL was not reached, with the proxy on the way, if there is one:
    /// people look for the fault at the host. Its user and password are left out.
    ///
    /// ```
    /// let proxies = a2t_http::Proxies::all("http://ada:s3cret@proxy.example:3128")?;
    /// let reason = proxies.with_proxy_context("https://api.weather.example", "refused".to_owned());
    /// assert_eq!(reason, "through the proxy `http://proxy.example:3128`: refused");
    /// # Ok::<_, a2t_http::ProxyError>(())
    /// ```
    pub fn with_proxy_context(&self, url: &str, reason: String) -> String {
        match url.parse().ok().and_then(|uri| self.of(&uri)) {
            Some(proxy) => {
                let of = if self.is_environment { " of the environment" } else { "" };
                format!("through the proxy `{}`{of}: {reason}", shown(proxy.uri()))
            }
            None => reason,
        }
    }

    pub(crate) fn of(&self, uri: &Uri) -> Option<Intercept> {
        if uri.host().is_some_and(is_loopback) {
            return None;
        }
        self.matcher.intercept(uri)
    }
}

/// A proxy as people write it; its matcher took user and password away.
pub(crate) fn shown(proxy: &Uri) -> String {
    a2t_core::error::inert(proxy.to_string().trim_end_matches('/')).to_string()
}

/// Shows the hosts, without users and passwords.
impl fmt::Debug for Proxies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.matcher.fmt(f)
    }
}

impl fmt::Display for ProxyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ProxyError {}
