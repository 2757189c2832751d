//! One request at a time to one root, counted and timed.

use std::time::Instant;

use a2t_core::secret;
use a2t_core::wire::is_loopback;
use a2t_core::wire::route::Route;
use a2t_http::{Proxies, Root, RootError};
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Method, Request, Url};

use super::probe::ProbeRequest;
use super::worker::{self, Job, Received, Reply, Worker};
use super::{Error, Limits};

/// The root of a vendor's API, and what to send along.
///
/// ```
/// use a2t_codegen::fetch::Endpoint;
///
/// let endpoint = Endpoint::new("https://api.weather.example/")?.header("authorization", "Bearer …")?;
/// assert_eq!(endpoint.url(), "https://api.weather.example");
///
/// let error = Endpoint::new("api.weather.example").unwrap_err();
/// assert!(error.to_string().contains("https://api.weather.example"));
/// # Ok::<(), a2t_codegen::fetch::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Endpoint {
    root: Root,
    headers: HeaderMap,
    pub(super) limits: Limits,
}

/// Returns scheme, host and port of an `http` or `https` URL, without a default port: what a header
/// may be given for.
///
/// ```
/// use a2t_codegen::fetch::origin;
/// assert_eq!(origin("https://API.example:443/v2?x=1").unwrap(), "https://api.example");
/// assert_eq!(origin("http://127.0.0.1:8080").unwrap(), "http://127.0.0.1:8080");
/// assert_eq!(origin("api.example"), None);
/// ```
pub fn origin(url: &str) -> Option<String> {
    let url = Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    Some(url.origin().ascii_serialization())
}

/// Returns `true` if no one on the way can read a request to this URL: it is encrypted, or stays on this machine.
///
/// ```
/// use a2t_codegen::fetch::is_private;
/// assert!(is_private("https://api.example") && is_private("http://[::1]:8080/tools"));
/// assert!(!is_private("http://127.0.0.1:8080@api.example"));
/// ```
pub fn is_private(url: &str) -> bool {
    let is_local = |url: &Url| url.scheme() == "http" && url.host_str().is_some_and(is_loopback);
    Url::parse(url).is_ok_and(|url| url.scheme() == "https" || is_local(&url))
}

/// Page of a list to ask for.
pub(super) enum Page {
    /// The first one.
    First,
    /// The one of this cursor.
    Cursor(String),
    /// The one of this link, which only has another query.
    Link(String),
}

impl Endpoint {
    /// Creates the API whose tools are at `{root}/tools`.
    ///
    /// # Errors
    /// An address that is not `http` or `https`, or has a user, a query or a fragment.
    pub fn new(root: &str) -> Result<Self, Error> {
        let root = Root::parse(root).map_err(|error| address(root, error))?;
        Ok(Self { root, headers: HeaderMap::new(), limits: Limits::default() })
    }

    /// Sends a header with every request, such as `authorization`.
    ///
    /// # Errors
    /// A name or value that HTTP cannot carry, and any header to a remote server without `https`.
    pub fn header(mut self, name: &str, value: &str) -> Result<Self, Error> {
        let wrong =
            |reason: &str| Error::Header { name: name.to_owned(), reason: reason.to_owned() };
        let key = HeaderName::from_bytes(name.as_bytes())
            .map_err(|_| wrong("not a header name; use letters, digits and hyphens"))?;
        let mut value = HeaderValue::from_str(value).map_err(|_| {
            wrong("its value has characters that a header cannot carry, such as a line feed")
        })?;
        if !self.root.is_private() {
            return Err(wrong("would travel unencrypted; use the https address of the API"));
        }
        value.set_sensitive(true);
        self.headers.insert(key, value);
        Ok(self)
    }

    /// Reads within other limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Returns the root, without a slash at its end.
    pub fn url(&self) -> String {
        self.root.to_string()
    }

    /// Sends a JSON body to a route, once.
    ///
    /// # Errors
    /// As [`super::catalog`], for this one request.
    pub fn post(&self, route: Route, body: Vec<u8>) -> Result<Reply, Error> {
        let mut session = Session::new(self)?;
        session.send(session.request(route, &Page::First, Some(body))?)
    }
}

/// Error of an address, with the address that was probably meant.
fn address(text: &str, error: RootError) -> Error {
    let reason = match error {
        RootError::NotAUrl | RootError::Scheme | RootError::Host => unreadable(text, error),
        RootError::Credentials => {
            let url = "the address".to_owned();
            let reason = "has a user or password; send credentials in a header instead".to_owned();
            return Error::Address { url, reason };
        }
        RootError::Query => {
            "has a query; give the root of the API, the part before `/tools`, and send credentials in a header \
             with `--header-env NAME` (spec note AMB-56)"
                .to_owned()
        }
        RootError::Fragment => {
            "has a fragment; give the root of the API, the part before `/tools`".to_owned()
        }
    };
    let url = secret::url(text);
    Error::Address { url, reason }
}

fn unreadable(root: &str, reason: RootError) -> String {
    let bare = !root.contains("://") && !root.is_empty();
    let meant = if bare {
        format!("; did you mean `https://{}`?", a2t_core::error::inert(&secret::url(root)))
    } else {
        String::new()
    };
    format!("{reason}; expected an address such as https://api.weather.example{meant}")
}

/// Requests that share the limits of one fetch.
pub(super) struct Session<'a> {
    pub(super) endpoint: &'a Endpoint,
    client: Client,
    worker: Worker,
    /// None where the limit is beyond the range of the clock.
    end: Option<Instant>,
    bytes: usize,
}

impl<'a> Session<'a> {
    pub(super) fn new(endpoint: &'a Endpoint) -> Result<Self, Error> {
        let broken = |reason: String| Error::Unreachable { url: endpoint.url(), reason };
        let client = client(endpoint).map_err(broken)?;
        let worker = Worker::start(client.clone()).map_err(|error| broken(error.to_string()))?;
        Ok(Self {
            endpoint,
            client,
            worker,
            end: Instant::now().checked_add(endpoint.limits.total),
            bytes: endpoint.limits.document,
        })
    }

    /// A request for a page of a route.
    pub(super) fn request(
        &self,
        route: Route,
        page: &Page,
        body: Option<Vec<u8>>,
    ) -> Result<Request, Error> {
        let mut url = self.endpoint.root.url(route, "");
        match page {
            Page::First => {}
            Page::Cursor(cursor) => {
                url.query_pairs_mut().append_pair("pageCursor", cursor);
            }
            Page::Link(link) => {
                let link = Url::parse(link).ok();
                url.set_query(link.as_ref().and_then(Url::query));
            }
        }
        let shown = shown(&url);
        let request = match body {
            None => self.client.get(url),
            Some(body) => self.client.post(url).header(CONTENT_TYPE, "application/json").body(body),
        };
        let built = request.header(ACCEPT, "application/json").build();
        built.map_err(|error| worker::unreachable(shown, &error))
    }

    /// Sends a request and reads its reply, both within what is left of the limits.
    pub(super) fn send(&mut self, request: Request) -> Result<Reply, Error> {
        let url = shown(request.url());
        let received = self.receive(request, self.bytes, true)?;
        let reply = received.success(url)?;
        self.bytes = self.bytes.saturating_sub(reply.body.len());
        Ok(reply)
    }

    /// Sends a request and reads a reply of any status, within the time that is left. The reply has at most `bytes` bytes.
    pub(super) fn receive(
        &self,
        request: Request,
        bytes: usize,
        slashes: bool,
    ) -> Result<Received, Error> {
        let Limits { attempt, total, document, .. } = self.endpoint.limits;
        let left = self.end.map_or(total, |end| end.saturating_duration_since(Instant::now()));
        let job = Job {
            url: shown(request.url()),
            request,
            bytes,
            document,
            limit: left.min(attempt),
            after: if left < attempt { total } else { attempt },
            slashes,
        };
        self.worker.run(job).map_err(|error| match error {
            Error::Unreachable { url, reason } => {
                let reason = Proxies::from_env().with_proxy_context(&self.endpoint.url(), reason);
                Error::Unreachable { url, reason }
            }
            error => error,
        })
    }

    /// Leaves the request that is open, with its connection.
    pub(super) fn restart(&mut self) -> Result<(), Error> {
        let worker = Worker::start(self.client.clone());
        self.worker = worker.map_err(|error| {
            let reason = error.to_string();
            Error::Unreachable { url: self.endpoint.url(), reason }
        })?;
        Ok(())
    }

    /// Returns whether the time of all replies is over.
    pub(super) fn is_over(&self) -> bool {
        self.end.is_some_and(|end| end <= Instant::now())
    }

    /// A request for a path and query below the root.
    pub(super) fn custom(&self, request: &ProbeRequest) -> Result<Request, Error> {
        let address = format!("{}{}", self.endpoint.url(), request.target);
        let wrong = |reason: String| Error::Address { url: secret::url(&address), reason };
        let url = Url::parse(&address).map_err(|error| wrong(error.to_string()))?;
        if url.origin() != self.endpoint.root.endpoint().origin() {
            return Err(wrong("leads to another server".to_owned()));
        }
        let method = Method::from_bytes(request.method.as_bytes());
        let method = method.map_err(|error| wrong(error.to_string()))?;
        let shown = shown(&url);
        let mut builder = self.client.request(method, url).header(ACCEPT, "application/json");
        for (name, value) in &request.headers {
            builder = builder.header(name, value);
        }
        if let Some(body) = &request.body {
            builder = builder.header(CONTENT_TYPE, "application/json").body(body.clone());
        }
        builder.build().map_err(|error| worker::unreachable(shown, &error))
    }
}

fn client(endpoint: &Endpoint) -> Result<Client, String> {
    let builder = a2t_http::builder(&endpoint.root, a2t_http::provider());
    let builder = builder.map_err(|error| error.to_string())?;
    // Proxies of the environment are for what is elsewhere.
    let builder = if endpoint.root.is_local() { builder.no_proxy() } else { builder };
    let client = builder.default_headers(endpoint.headers.clone()).build();
    client.map_err(|error| worker::deepest(&error))
}

/// The address without its query: cursors are the vendor's, and long.
fn shown(url: &Url) -> String {
    let mut url = url.clone();
    url.set_query(None);
    url.into()
}
