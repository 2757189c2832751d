//! The thread that owns the connections. It takes a request and returns its reply or an error within
//! a time limit.
//!
//! The waiting thread enforces the limit. The HTTP library reads interim replies (RFC 9110 section
//! 15.2) in a loop in which no timer of the same thread can run. For tens of MiB of them, a build
//! without optimisations takes seconds.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use a2t_core::secret;
use a2t_core::wire::problem::Problem;
use reqwest::header::{CONTENT_TYPE, HeaderName, HeaderValue, LOCATION};
use reqwest::{Body, Client, Method, Request, Response, Url};

use super::Error;

/// A reply with a success status.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reply {
    /// The HTTP status, 200 to 299.
    pub status: u16,
    /// The body.
    pub body: Vec<u8>,
    /// The next page by `Link`; an error is a target that leads elsewhere.
    pub(super) link: Result<Option<String>, String>,
}

/// A reply of any status, as it came; a redirect without its body.
pub(super) struct Received {
    pub(super) status: u16,
    /// The text of `Content-Type`, which may be empty.
    pub(super) media_type: String,
    pub(super) body: Vec<u8>,
    link: Result<Option<String>, String>,
    location: String,
}

pub(super) struct Job {
    pub(super) request: Request,
    /// Address without query, for messages.
    pub(super) url: String,
    /// Rest of the bytes of the document.
    pub(super) bytes: usize,
    /// All bytes of the document, for messages.
    pub(super) document: usize,
    pub(super) limit: Duration,
    /// The limit that the error names when it is exceeded.
    pub(super) after: Duration,
    /// Whether a redirect that only adds or removes a slash is followed (spec note AMB-57).
    pub(super) slashes: bool,
}

/// Ends with the session; after a timeout, once the HTTP library lets go of it.
pub(super) struct Worker {
    jobs: Sender<Job>,
    replies: Receiver<Result<Received, Error>>,
}

impl Worker {
    pub(super) fn start(client: Client) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (jobs, taken) = channel::<Job>();
        let (done, replies) = channel();
        thread::Builder::new().name("a2t-fetch".to_owned()).spawn(move || {
            for job in taken {
                if done.send(runtime.block_on(job.timed(&client))).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self { jobs, replies })
    }

    pub(super) fn run(&self, job: Job) -> Result<Received, Error> {
        let (url, limit, after) = (job.url.clone(), job.limit, job.after);
        // A worker that has stopped is reported below.
        let _ = self.jobs.send(job);
        match self.replies.recv_timeout(limit) {
            Ok(done) => done,
            Err(RecvTimeoutError::Timeout) => Err(Error::Timeout { url, after }),
            Err(RecvTimeoutError::Disconnected) => {
                let reason = "the HTTP client stopped".to_owned();
                Err(Error::Unreachable { url, reason })
            }
        }
    }
}

impl Job {
    async fn timed(self, client: &Client) -> Result<Received, Error> {
        let (url, limit, after) = (self.url.clone(), self.limit, self.after);
        tokio::time::timeout(limit, self.exchange(client))
            .await
            .unwrap_or(Err(Error::Timeout { url, after }))
    }

    async fn exchange(self, client: &Client) -> Result<Received, Error> {
        let Self { request, url, bytes, document, slashes, .. } = self;
        let (address, again) = (request.url().to_string(), request.try_clone());
        let sent = client.execute(request).await;
        let mut response = sent.map_err(|error| unreachable(url.clone(), &error))?;
        let again = again.filter(|_| slashes).and_then(|request| slashed(request, &response));
        if let Some(request) = again {
            let sent = client.execute(request).await;
            response = sent.map_err(|error| unreachable(url.clone(), &error))?;
        }
        let mut received = Received {
            status: response.status().as_u16(),
            media_type: header(&response, &CONTENT_TYPE),
            body: Vec::new(),
            link: a2t_http::next_page(&address, response.headers()),
            location: header(&response, &LOCATION),
        };
        if response.status().is_redirection() {
            return Ok(received);
        }
        let body = a2t_http::read(Body::from(response), bytes)
            .await
            .map_err(|error| unreachable(url.clone(), &error))?;
        let Some(body) = body else {
            let limit = size(document);
            return Err(Error::TooLarge { url, limit });
        };
        received.body = body;
        Ok(received)
    }
}

impl Received {
    /// Returns the reply to a request that asks for JSON; `url` is its address for messages.
    pub(super) fn success(self, url: String) -> Result<Reply, Error> {
        let Self { status, media_type, body, link, location } = self;
        match status {
            300..400 => {
                // The server chose it: a user, a password or a key in it must not reach a report.
                let location = secret::hide_in_url(&location);
                Err(Error::Redirect { url, location })
            }
            200..300 if is_json(&media_type, &body) => Ok(Reply { status, body, link }),
            200..300 => {
                let media_type = named(media_type);
                Err(Error::NotJson { url, media_type })
            }
            _ => Err(Error::Status { url, problem: Box::new(Problem::parse(status, &body)) }),
        }
    }
}

/// The request for the address with or without a slash at its end, where the server redirects to that.
fn slashed(mut request: Request, response: &Response) -> Option<Request> {
    if request.method() != Method::GET || !response.status().is_redirection() {
        return None;
    }
    let target = a2t_http::slashed(request.url().as_str(), &header(response, &LOCATION))?;
    *request.url_mut() = Url::parse(&target).ok()?;
    Some(request)
}

pub(super) fn unreachable(url: String, error: &reqwest::Error) -> Error {
    let reason = deepest(error);
    Error::Unreachable { url, reason }
}

/// The network's own reason, without the layers that passed it on.
pub(super) fn deepest(error: &dyn std::error::Error) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}

fn header(response: &Response, name: &HeaderName) -> String {
    let value = response.headers().get(name).map(HeaderValue::as_bytes);
    String::from_utf8_lossy(value.unwrap_or_default()).into_owned()
}

/// Decides by the media type, as clients do, and by the first byte if there is none.
fn is_json(media_type: &str, body: &[u8]) -> bool {
    let first = body.iter().find(|byte| !byte.is_ascii_whitespace());
    a2t_http::may_be_json(media_type) && first != Some(&b'<')
}

fn named(media_type: String) -> String {
    if media_type.is_empty() { "a body without media type".to_owned() } else { media_type }
}

fn size(bytes: usize) -> String {
    match bytes {
        bytes if bytes >= 1 << 20 && bytes.is_multiple_of(1 << 20) => {
            format!("{} MiB", bytes >> 20)
        }
        bytes => format!("{bytes} bytes"),
    }
}
