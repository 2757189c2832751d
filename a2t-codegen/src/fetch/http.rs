//! One request at a time to one root: blocking outside, counted and timed inside.

use std::thread;
use std::time::Instant;

use a2t_core::wire::problem::Problem;
use a2t_core::wire::route::Route;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, LOCATION};
use reqwest::redirect::Policy;
use reqwest::{Client, Request, Response, Url};

use super::{Error, Limits, tls};

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
    root: Url,
    headers: HeaderMap,
    pub(super) limits: Limits,
}

/// A reply with a success status.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reply {
    /// The HTTP status, 200 to 299.
    pub status: u16,
    /// The body.
    pub body: Vec<u8>,
}

impl Endpoint {
    /// The API whose tools are at `{root}/tools`.
    ///
    /// # Errors
    /// An address that is not `http` or `https`, or has a user, a query or a fragment.
    pub fn new(root: &str) -> Result<Self, Error> {
        let wrong = |reason: String| Error::Address {
            url: root.to_owned(),
            reason,
        };
        let url = Url::parse(root).map_err(|error| wrong(unreadable(root, &error.to_string())))?;
        if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
            return Err(wrong(unreadable(root, "not an http or https address")));
        }
        if !url.username().is_empty() || url.password().is_some() {
            let url = "the address".to_owned();
            let reason = "has a user or password; send credentials in a header instead".to_owned();
            return Err(Error::Address { url, reason });
        }
        if url.query().is_some() || url.fragment().is_some() {
            let reason =
                "has a query or a fragment; give the root of the API, the part before `/tools`";
            return Err(wrong(reason.to_owned()));
        }
        Ok(Self {
            root: url,
            headers: HeaderMap::new(),
            limits: Limits::default(),
        })
    }

    /// Sends a header with every request, such as `authorization`.
    ///
    /// # Errors
    /// A name or value that HTTP cannot carry, and any header to a remote server without `https`.
    pub fn header(mut self, name: &str, value: &str) -> Result<Self, Error> {
        let wrong = |reason: &str| Error::Header {
            name: name.to_owned(),
            reason: reason.to_owned(),
        };
        let key = HeaderName::from_bytes(name.as_bytes())
            .map_err(|_| wrong("not a header name; use letters, digits and hyphens"))?;
        let mut value = HeaderValue::from_str(value).map_err(|_| {
            wrong("its value has characters that a header cannot carry, such as a line feed")
        })?;
        if self.root.scheme() == "http" && !self.is_loopback() {
            return Err(wrong(
                "would travel unencrypted; use the https address of the API",
            ));
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

    /// The root, without a slash at its end.
    pub fn url(&self) -> String {
        self.root.as_str().trim_end_matches('/').to_owned()
    }

    /// Sends a JSON body to a route, once.
    ///
    /// # Errors
    /// As [`super::catalog`], for this one request.
    pub fn post(&self, route: Route, body: Vec<u8>) -> Result<Reply, Error> {
        run(self, async move |session| {
            session
                .send(session.request(route, None, Some(body))?)
                .await
        })
    }

    fn is_loopback(&self) -> bool {
        self.root
            .host_str()
            .is_some_and(a2t_core::wire::is_loopback)
    }
}

fn unreadable(root: &str, reason: &str) -> String {
    let bare = !root.contains("://") && !root.is_empty();
    let meant = if bare {
        format!("; did you mean `https://{}`?", a2t_core::error::inert(root))
    } else {
        String::new()
    };
    format!("{reason}; expected an address such as https://api.weather.example{meant}")
}

/// Runs `work` to its end on a thread of its own, so that it works from inside another runtime.
pub(super) fn run<'a, T: Send>(
    endpoint: &'a Endpoint,
    work: impl AsyncFnOnce(&mut Session<'a>) -> Result<T, Error> + Send,
) -> Result<T, Error> {
    let broken = |reason: String| Error::Unreachable {
        url: endpoint.url(),
        reason,
    };
    let job = || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        let runtime = runtime.map_err(|error| broken(error.to_string()))?;
        let mut session = Session::new(endpoint).map_err(broken)?;
        runtime.block_on(work(&mut session))
    };
    let done = thread::scope(|scope| scope.spawn(job).join());
    done.unwrap_or_else(|_| Err(broken("the HTTP client stopped".to_owned())))
}

/// The requests of one piece of work, which share its limits.
pub(super) struct Session<'a> {
    pub(super) endpoint: &'a Endpoint,
    client: Client,
    /// None where the time allowed is longer than a clock can tell.
    end: Option<Instant>,
    bytes: usize,
}

impl<'a> Session<'a> {
    fn new(endpoint: &'a Endpoint) -> Result<Self, String> {
        let secure = endpoint.root.scheme() == "https";
        let tls = tls::config(secure).map_err(|error| error.to_string())?;
        let client = Client::builder()
            .tls_backend_preconfigured(tls)
            .redirect(Policy::none())
            .no_proxy()
            .user_agent(concat!("a2t/", env!("CARGO_PKG_VERSION")))
            .default_headers(endpoint.headers.clone())
            .build()
            .map_err(|error| deepest(&error))?;
        let end = Instant::now().checked_add(endpoint.limits.total);
        Ok(Self {
            endpoint,
            client,
            end,
            bytes: endpoint.limits.document,
        })
    }

    /// A request for a route, for a page of it where there is a cursor.
    pub(super) fn request(
        &self,
        route: Route,
        cursor: Option<&str>,
        body: Option<Vec<u8>>,
    ) -> Result<Request, Error> {
        let mut url = self.endpoint.root.clone();
        url.set_path(&format!("{}{route}", url.path().trim_end_matches('/')));
        if let Some(cursor) = cursor {
            url.query_pairs_mut().append_pair("pageCursor", cursor);
        }
        let shown = shown(&url);
        let request = match body {
            None => self.client.get(url),
            Some(body) => self
                .client
                .post(url)
                .header(CONTENT_TYPE, "application/json")
                .body(body),
        };
        let built = request.header(ACCEPT, "application/json").build();
        built.map_err(|error| unreachable(&shown, &error))
    }

    /// Sends a request and reads its reply, both within what is left of the limits.
    pub(super) async fn send(&mut self, request: Request) -> Result<Reply, Error> {
        let url = shown(request.url());
        let Limits { attempt, total, .. } = self.endpoint.limits;
        let left = self
            .end
            .map_or(total, |end| end.saturating_duration_since(Instant::now()));
        let limit = left.min(attempt);
        let after = if left < attempt { total } else { attempt };
        tokio::time::timeout(limit, self.exchange(request, &url))
            .await
            .unwrap_or(Err(Error::Timeout { url, after }))
    }

    async fn exchange(&mut self, request: Request, url: &str) -> Result<Reply, Error> {
        let sent = self.client.execute(request).await;
        let response = sent.map_err(|error| unreachable(url, &error))?;
        let status = response.status();
        let media_type = header(&response, &CONTENT_TYPE);
        if status.is_redirection() {
            return Err(Error::Redirect {
                url: url.to_owned(),
                location: header(&response, &LOCATION),
            });
        }
        let body = self.body(response, url).await?;
        if !status.is_success() {
            let problem = Box::new(Problem::parse(status.as_u16(), &body));
            return Err(Error::Status {
                url: url.to_owned(),
                problem,
            });
        }
        if !is_json(&media_type, &body) {
            return Err(Error::NotJson {
                url: url.to_owned(),
                media_type: named(media_type),
            });
        }
        Ok(Reply {
            status: status.as_u16(),
            body,
        })
    }

    /// Reads a body piece by piece, and not one piece more than is left of the limit.
    async fn body(&mut self, mut response: Response, url: &str) -> Result<Vec<u8>, Error> {
        let mut body = Vec::new();
        loop {
            let piece = response
                .chunk()
                .await
                .map_err(|error| unreachable(url, &error))?;
            let Some(piece) = piece else {
                return Ok(body);
            };
            let Some(left) = self.bytes.checked_sub(piece.len()) else {
                let limit = size(self.endpoint.limits.document);
                return Err(Error::TooLarge {
                    url: url.to_owned(),
                    limit,
                });
            };
            self.bytes = left;
            body.extend_from_slice(&piece);
        }
    }
}

fn unreachable(url: &str, error: &reqwest::Error) -> Error {
    Error::Unreachable {
        url: url.to_owned(),
        reason: deepest(error),
    }
}

/// What the network said, without the layers that passed it on.
fn deepest(error: &dyn std::error::Error) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}

/// The address without its query: cursors are the vendor's, and long.
fn shown(url: &Url) -> String {
    let mut url = url.clone();
    url.set_query(None);
    url.into()
}

fn header(response: &Response, name: &HeaderName) -> String {
    let value = response.headers().get(name).map(HeaderValue::as_bytes);
    String::from_utf8_lossy(value.unwrap_or_default()).into_owned()
}

/// Whether a reply is meant as JSON: by its media type, and by its first byte where that is silent.
fn is_json(media_type: &str, body: &[u8]) -> bool {
    let essence = media_type
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    let first = body.iter().find(|byte| !byte.is_ascii_whitespace());
    !essence.contains("html") && !essence.contains("xml") && first != Some(&b'<')
}

fn named(media_type: String) -> String {
    if media_type.is_empty() {
        "a body without media type".to_owned()
    } else {
        media_type
    }
}

fn size(bytes: usize) -> String {
    match bytes {
        bytes if bytes >= 1 << 20 && bytes.is_multiple_of(1 << 20) => {
            format!("{} MiB", bytes >> 20)
        }
        bytes => format!("{bytes} bytes"),
    }
}
