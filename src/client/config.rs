//! What is set before a client is made; every number has a default.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use a2t_core::wire::is_loopback;
use reqwest::Url;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use reqwest::redirect::Policy;

use super::error::{Error, Kind, Result};
use super::transport::{Limits, Transport};
use super::{Client, tls};

/// Configures a [`Client`].
///
/// | what | default |
/// | --- | --- |
/// | connect | 3.1 s |
/// | one attempt, with its reply | 30 s |
/// | one call or listing in all | 60 s |
/// | size of a reply | 4 MiB |
/// | redirects | none is followed: it could carry credentials to another host |
/// | proxies | none, whatever the environment says; [`Builder::proxy_from_env`] |
/// | compression | none is offered |
/// | headers over `http` | only to this machine; [`Builder::headers_over_http`] |
/// | a listing | 1,000 pages, 10,000 tools, 8 MiB |
///
/// ```
/// # use std::time::Duration;
/// use a2t::client::Client;
///
/// let client = Client::builder("https://api.weather.example")
///     .bearer_token("s3cret")
///     .header("x-tenant", "acme")
///     .attempt_timeout(Duration::from_secs(5))
///     .build()?;
/// # Ok::<_, a2t::client::Error>(())
/// ```
#[must_use = "a builder does nothing until `build`"]
pub struct Builder {
    url: String,
    headers: HeaderMap,
    /// The first thing that was wrong, kept until `build` can report it.
    fault: Option<Error>,
    connect: Duration,
    proxy_from_env: bool,
    headers_over_http: bool,
    limits: Limits,
}

impl Builder {
    pub(super) fn new(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            headers: HeaderMap::new(),
            fault: None,
            connect: Duration::from_millis(3_100),
            proxy_from_env: false,
            headers_over_http: false,
            limits: Limits {
                attempt: Duration::from_secs(30),
                total: Duration::from_secs(60),
                reply: 4 << 20,
            },
        }
    }

    /// Sends `Authorization: Bearer {token}` with every request. It never shows in `Debug` output.
    pub fn bearer_token(self, token: impl AsRef<str>) -> Self {
        let value = format!("Bearer {}", token.as_ref());
        self.add(AUTHORIZATION.as_str(), &value)
    }

    /// Sends a header with every request, such as the API key that the vendor gave out.
    pub fn header(self, name: impl AsRef<str>, value: impl AsRef<str>) -> Self {
        self.add(name.as_ref(), value.as_ref())
    }

    /// How long to wait for a connection.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect = timeout;
        self
    }

    /// How long one request and its reply may take.
    pub fn attempt_timeout(mut self, timeout: Duration) -> Self {
        self.limits.attempt = timeout;
        self
    }

    /// How long one call, or a listing with all its pages, may take in all.
    pub fn total_timeout(mut self, timeout: Duration) -> Self {
        self.limits.total = timeout;
        self
    }

    /// The most bytes of one reply that are read.
    pub fn reply_limit(mut self, bytes: usize) -> Self {
        self.limits.reply = bytes;
        self
    }

    /// Uses the proxies that `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` name.
    pub fn proxy_from_env(mut self) -> Self {
        self.proxy_from_env = true;
        self
    }

    /// Sends the token and the headers over `http` too, where anybody on the way can read them;
    /// for networks that encrypt below HTTP. Without it, `build` refuses.
    pub fn headers_over_http(mut self) -> Self {
        self.headers_over_http = true;
        self
    }

    /// The client.
    ///
    /// # Errors
    /// A URL that is not one of a host and a path over `http` or `https`, a header that HTTP does
    /// not allow, a header that would leave the machine over `http`, and a TLS configuration that the system does not offer.
    pub fn build(self) -> Result<Client> {
        let url = Transport::parse_root(&self.url)?;
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        self.encrypted(&url)?;
        let mut http = reqwest::Client::builder()
            .tls_backend_preconfigured(tls::config(url.scheme())?)
            .user_agent(concat!("a2t/", env!("CARGO_PKG_VERSION")))
            .default_headers(self.headers)
            .connect_timeout(self.connect)
            .redirect(Policy::none())
            .no_gzip()
            .no_brotli()
            .no_deflate()
            .no_zstd();
        if !self.proxy_from_env {
            http = http.no_proxy();
        }
        let http = http.build().map_err(Error::setup)?;
        let transport = Arc::new(Transport::new(http, &url, self.limits));
        Ok(Client { transport })
    }

    /// No header leaves the machine unencrypted unless the user says so.
    fn encrypted(&self, url: &Url) -> Result<()> {
        let local = url.scheme() == "https" || url.host_str().is_some_and(is_loopback);
        match self.headers.keys().next() {
            Some(name) if !local && !self.headers_over_http => Err(Error::new(Kind::Unencrypted {
                name: name.as_str().to_owned(),
            })),
            _ => Ok(()),
        }
    }

    fn add(mut self, name: &str, value: &str) -> Self {
        let header = HeaderName::try_from(name)
            .ok()
            .zip(HeaderValue::try_from(value).ok());
        match header {
            Some((name, mut value)) => {
                value.set_sensitive(true);
                self.headers.append(name, value);
            }
            None => {
                let fault = || {
                    Error::new(Kind::Header {
                        name: name.to_owned(),
                    })
                };
                self.fault.get_or_insert_with(fault);
            }
        }
        self
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("headers", &self.headers)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
