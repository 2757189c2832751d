//! One request and its reply: bounded in time and size, every failure told apart.

use std::time::{Duration, Instant};

use a2t_core::wire::problem::Problem;
use a2t_core::wire::route::Route;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, LOCATION, RETRY_AFTER};
use reqwest::{Response, StatusCode, Url};

use super::error::{Error, Kind, Result};

/// The bounds of one call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) attempt: Duration,
    pub(super) total: Duration,
    pub(super) reply: usize,
}

pub(super) struct Transport {
    http: reqwest::Client,
    /// Without a slash at its end, so that a route can follow.
    root: String,
    limits: Limits,
}

/// What is sent; a body makes no difference to what a retry may do.
pub(super) struct Request {
    pub(super) route: Route,
    pub(super) query: String,
    pub(super) body: Vec<u8>,
}

impl Transport {
    pub(super) fn new(http: reqwest::Client, root: &Url, limits: Limits) -> Self {
        let root = root.as_str().trim_end_matches('/').to_owned();
        Self { http, root, limits }
    }

    /// Judges the root of an API.
    pub(super) fn parse_root(text: &str) -> Result<Url> {
        let fault = |fault| {
            Error::new(Kind::Url {
                url: without_password(text),
                fault,
            })
        };
        let url = Url::parse(text).map_err(|_| fault("not a URL"))?;
        match () {
            () if !matches!(url.scheme(), "http" | "https") => Err(fault("not http or https")),
            () if url.host_str().is_none_or(str::is_empty) => Err(fault("no host")),
            () if !url.username().is_empty() || url.password().is_some() => {
                Err(fault("credentials belong into a header, not into the URL"))
            }
            () if url.query().is_some() => Err(fault("a root has no query")),
            () if url.fragment().is_some() => Err(fault("a root has no fragment")),
            () => Ok(url),
        }
    }

    pub(super) fn root(&self) -> &str {
        &self.root
    }

    /// When an operation that begins now has to be over.
    pub(super) fn deadline(&self) -> Option<Instant> {
        Instant::now().checked_add(self.limits.total)
    }

    /// Sends the request once and reads its reply.
    pub(super) async fn attempt(
        &self,
        request: &Request,
        deadline: Option<Instant>,
    ) -> Result<Vec<u8>> {
        let left = deadline.map(|end| end.saturating_duration_since(Instant::now()));
        let timeout = left.map_or(self.limits.attempt, |left| left.min(self.limits.attempt));
        let exchange = self.exchange(request, timeout);
        exchange.await.map_err(|error| {
            error.at(|| format!("{} {}", request.route.method(), self.url(request)))
        })
    }

    async fn exchange(&self, request: &Request, timeout: Duration) -> Result<Vec<u8>> {
        let url = self.url(request);
        let builder = match request.route.method() {
            "POST" => {
                let post = self.http.post(url).header(CONTENT_TYPE, "application/json");
                post.body(request.body.clone())
            }
            _ => self.http.get(url),
        };
        let accept = format!("application/json, {}", Problem::MEDIA_TYPE);
        let sending = builder.header(ACCEPT, accept).timeout(timeout).send();
        let response = sending.await.map_err(|error| failure(error, timeout))?;
        let (status, headers) = (response.status(), response.headers().clone());
        if status.is_redirection() {
            return Err(redirected(status, &headers));
        }
        let body = self.read(response, timeout).await?;
        if status.is_success() {
            Ok(body)
        } else {
            Err(refusal(status, &headers, &body))
        }
    }

    /// Counts what arrives: `Content-Length` may be absent, or lie.
    async fn read(&self, mut response: Response, timeout: Duration) -> Result<Vec<u8>> {
        let limit = self.limits.reply;
        let too_large = || Error::new(Kind::TooLarge { limit });
        if response
            .content_length()
            .is_some_and(|length| length > limit as u64)
        {
            return Err(too_large());
        }
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|e| failure(e, timeout))? {
            if chunk.len() > limit - body.len() {
                return Err(too_large());
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    fn url(&self, request: &Request) -> String {
        let mark = if request.query.is_empty() { "" } else { "?" };
        format!("{}{}{mark}{}", self.root, request.route, request.query)
    }
}

fn failure(error: reqwest::Error, timeout: Duration) -> Error {
    // The place is told by us, with the route.
    let error = error.without_url();
    Error::new(match () {
        () if error.is_connect() => Kind::Connect {
            cause: error.into(),
        },
        () if error.is_timeout() => Kind::Timeout { after: timeout },
        () => Kind::Interrupted {
            cause: error.into(),
        },
    })
}

fn redirected(status: StatusCode, headers: &HeaderMap) -> Error {
    let location = headers.get(LOCATION).and_then(|value| value.to_str().ok());
    let location = location.map(str::to_owned);
    Error::new(Kind::Redirected {
        status: status.as_u16(),
        location,
    })
}

fn refusal(status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Error {
    let problem = Box::new(Problem::parse(status.as_u16(), body));
    let seconds = headers
        .get(RETRY_AFTER)
        .and_then(|value| value.to_str().ok()?.parse().ok());
    let retry_after = seconds.map(Duration::from_secs);
    Error::new(if status.is_client_error() {
        Kind::Refused {
            problem,
            retry_after,
        }
    } else {
        Kind::Unavailable {
            problem,
            retry_after,
        }
    })
}

/// What stands before an `@` may be a secret.
fn without_password(text: &str) -> String {
    match (text.find("://"), text.rfind('@')) {
        (scheme, Some(at)) => {
            let scheme = scheme
                .and_then(|end| text.get(..end + 3))
                .unwrap_or_default();
            format!("{scheme}...{}", text.get(at..).unwrap_or_default())
        }
        (_, None) => text.to_owned(),
    }
}
