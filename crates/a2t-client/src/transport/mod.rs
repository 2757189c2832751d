//! One request and its reply, in as many attempts as it takes: bounded in time and size, every
//! failure told apart.

pub(crate) mod address;
pub(crate) mod connecting;
pub(crate) mod connections;
pub(crate) mod exchange;
pub(crate) mod headers;
pub(crate) mod limits;
pub(crate) mod random;
pub(crate) mod retry;
pub(crate) mod token;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use a2t_core::wire::problem::Problem;
use a2t_core::wire::route::Route;
use a2t_core::{Code, ToolSignature, Violation, Violations};
use a2t_http::{Connections, Watch};
use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE, HeaderMap, LOCATION};
use http::{HeaderName, HeaderValue, Method, StatusCode, Uri};
use tokio::time::{Instant, sleep, timeout};

use crate::error::{Error, Kind, Result};
use crate::middleware::{BoxError, NotConnected, NotSent, Response, Wire};
use crate::record::RecordMode;
use crate::telemetry::{Attempt, Call, Trace};
use crate::transport::address::Addresses;
use crate::transport::limits::Limits;
use crate::transport::random::Random;
use crate::transport::retry::{Attempts, Budget, Retry};
use crate::transport::token::{Grant, Tokens};

/// RFC 9745.
const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");
const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const JSON: HeaderValue = HeaderValue::from_static("application/json");
const JSON_OR_PROBLEM: HeaderValue =
    HeaderValue::from_static("application/json, application/problem+json");

pub(crate) struct Transport {
    pub(crate) wire: Wire,
    /// Text without a slash at its end, as people read it.
    pub(crate) root: String,
    pub(crate) addresses: Addresses,
    pub(crate) limits: Limits,
    pub(crate) budget: Budget,
    pub(crate) random: Random,
    pub(crate) tokens: Option<Tokens>,
    pub(crate) trace: Trace,
    pub(crate) record_mode: RecordMode,
    /// Started by the first call that is waited for.
    #[cfg(feature = "blocking")]
    pub(crate) driver: std::sync::OnceLock<Result<crate::blocking::Driver, String>>,
}

/// One exchange with the server. `key` is that of an invocation, and absent from requests that only
/// read.
pub(crate) struct Request<'a> {
    pub(crate) route: Route,
    pub(crate) query: String,
    pub(crate) body: Bytes,
    pub(crate) key: Option<HeaderValue>,
    /// A tool that may run twice, as its approved signature says.
    pub(crate) repeatable: bool,
    /// The tool that runs, for layers and readers of the request.
    pub(crate) signature: Option<&'a ToolSignature>,
    /// Place for the next page of a list.
    pub(crate) link: Option<&'a Link>,
    pub(crate) span: Call,
}

/// Address of the next page of a list in the header `Link` of its last reply, if it is the same list.
#[derive(Default)]
pub(crate) struct Link(Mutex<Option<String>>);

impl Link {
    pub(crate) fn take(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn read(&self, uri: &Uri, headers: &HeaderMap) {
        let next = a2t_http::next_page(&uri.to_string(), headers).unwrap_or_default();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = next;
    }
}

impl Transport {
    /// Sends the request until there is a reply, or no further attempt is due; a recording may
    /// answer in place of the server.
    pub(crate) fn send(
        &self,
        request: &Request<'_>,
        retry: Retry,
        deadline: Option<Instant>,
    ) -> impl Future<Output = Result<Vec<u8>>> {
        self.record_mode.send(request, self.attempts(request, retry, deadline))
    }

    async fn attempts(
        &self,
        request: &Request<'_>,
        retry: Retry,
        deadline: Option<Instant>,
    ) -> Result<Vec<u8>> {
        let uri = self.addresses.uri(request.route, &request.query)?;
        let retry = retry.for_request(request.key.is_none(), request.repeatable);
        let mut attempts = Attempts::first(retry, &self.limits, &self.budget);
        let mut grant = Grant::default();
        loop {
            let attempt = request.span.attempt(Some(request.route), attempts.made(), self.random);
            // In a box, because each future around another one moves it.
            let sent = Box::pin(self.attempt(request, &uri, deadline, &attempt, &mut grant));
            let mut error = match attempt.instrument(sent).await {
                Ok(body) => {
                    attempts.succeeded();
                    return Ok(body);
                }
                Err(error) => match request.signature {
                    Some(signature) => error.with_tool(signature),
                    None => error,
                },
            };
            let failure = error.failure(attempts.is_unknown());
            if request.key.is_some() && error.kind().may_have_run() {
                attempts.may_have_run();
            }
            if self.renewed(&error, &mut grant, deadline).await && attempts.once_more() {
                continue;
            }
            let Some(wait) = attempts.next(failure, left(deadline), self.random.part()) else {
                error.concluded(request.key.as_ref(), &attempts);
                return Err(error.at(|| format!("{} {uri}", request.route.method())));
            };
            sleep(wait).await;
        }
    }

    async fn attempt(
        &self,
        request: &Request<'_>,
        uri: &Uri,
        deadline: Option<Instant>,
        span: &Attempt,
        grant: &mut Grant,
    ) -> Result<Vec<u8>> {
        let after = self.limits.attempt;
        let after = left(deadline).map_or(after, |left| left.min(after));
        if after.is_zero() {
            return Err(Error::new(Kind::Timeout { after }));
        }
        let watch = Watch::default();
        let sent = timeout(after, self.exchange(request, uri, &watch, span, grant)).await;
        sent.unwrap_or_else(|_| Err(late(after, &watch, &request.body, grant)))
    }

    async fn exchange(
        &self,
        request: &Request<'_>,
        uri: &Uri,
        watch: &Watch,
        span: &Attempt,
        grant: &mut Grant,
    ) -> Result<Vec<u8>> {
        let mut headers = HeaderMap::with_capacity(6);
        headers.insert(ACCEPT, JSON_OR_PROBLEM);
        let method = if let Some(key) = &request.key {
            headers.insert(CONTENT_TYPE, JSON);
            headers.insert(IDEMPOTENCY_KEY, key.clone());
            Method::POST
        } else {
            Method::GET
        };
        span.sign(&mut headers);
        self.authorize(&mut headers, grant).await?;
        let body = request.body.clone();
        let sending = self.wire.send(method, uri.clone(), headers, body, watch, request.signature);
        let mut response = sending.await.map_err(failure)?;
        if let Some(moved) = slashed(request, uri, &response) {
            // Apart, because it would make the future of each call larger.
            response = Box::pin(self.ask(moved, span, watch, grant)).await?;
        }
        let (status, headers) = (response.status(), response.headers());
        if let Some(link) = request.link {
            link.read(uri, headers);
        }
        if status.is_redirection() {
            return Err(redirected(status, headers).answered(headers));
        }
        if !status.is_success() {
            // Apart, because the headers would make the future of each call larger.
            return Err(Box::pin(self.refused(response)).await);
        }
        if status == StatusCode::NO_CONTENT {
            return no_content(request.signature).map_err(|error| error.answered(headers));
        }
        json(headers).map_err(|error| error.answered(headers))?;
        let is_left =
            |tool: &ToolSignature| tool.deprecated.is_some() || headers.contains_key(DEPRECATION);
        if let Some(tool) = request.signature.filter(|tool| is_left(tool)) {
            self.trace.deprecated(tool, tool.deprecated.as_ref());
        }
        self.read(response).await
    }

    /// Sends a request that only reads to another address.
    async fn ask(
        &self,
        uri: Uri,
        span: &Attempt,
        watch: &Watch,
        grant: &mut Grant,
    ) -> Result<Response> {
        let mut headers = HeaderMap::with_capacity(6);
        headers.insert(ACCEPT, JSON_OR_PROBLEM);
        span.sign(&mut headers);
        self.authorize(&mut headers, grant).await?;
        let sending = self.wire.send(Method::GET, uri, headers, Bytes::new(), watch, None);
        sending.await.map_err(failure)
    }

    async fn refused(&self, response: Response) -> Error {
        let (status, headers) = (response.status(), response.headers().clone());
        if status.is_informational() {
            // Another protocol's turn, which was not asked for.
            let status = HeaderValue::from(status.as_u16());
            return not("a status from 200 to 599", &status).answered(&headers);
        }
        let retry_after = a2t_http::retry_after(&headers);
        // The status counts, even if the body cannot be read.
        let body = self.read(response).await.unwrap_or_default();
        refusal(status, retry_after, &body).answered(&headers)
    }

    async fn read(&self, response: Response) -> Result<Vec<u8>> {
        let limit = self.limits.reply;
        let body = a2t_http::read(response.into_body(), limit).await.map_err(failure)?;
        body.ok_or_else(|| Error::new(Kind::TooLarge { limit }))
    }
}

/// The same address with or without a slash at its end, where a reply to a request that only reads redirects there.
fn slashed(request: &Request<'_>, uri: &Uri, response: &Response) -> Option<Uri> {
    if request.key.is_some() || !response.status().is_redirection() {
        return None;
    }
    let location = response.headers().get(LOCATION)?.to_str().ok()?;
    a2t_http::slashed(&uri.to_string(), location)?.parse().ok()
}

/// The error of an attempt that did not end within this time.
pub(crate) fn late(after: Duration, watch: &Watch, body: &Bytes, grant: &mut Grant) -> Error {
    if let Some(error) = grant.late(after) {
        return error;
    }
    // An empty body is never asked for, and a request that only reads may be lost.
    Error::new(if watch.has_left() || body.is_empty() {
        Kind::Timeout { after }
    } else {
        Kind::Connect { cause: format!("nothing had left within {after:?}").into() }
    })
}

/// The end of an operation that begins now and may take this long.
pub(crate) fn deadline(total: Duration) -> Option<Instant> {
    Instant::now().checked_add(total)
}

pub(crate) fn left(deadline: Option<Instant>) -> Option<Duration> {
    deadline.map(|end| end.saturating_duration_since(Instant::now()))
}

/// Tells a connection that was not made from one that broke, whatever middleware put around the
/// error.
pub(crate) fn failure(cause: BoxError) -> Error {
    let mut next: Option<&(dyn std::error::Error + 'static)> = Some(&*cause);
    while let Some(error) = next {
        if error.is::<NotSent>() {
            return Error::new(Kind::NotSent { cause });
        }
        if is_connect(error) {
            return Error::new(Kind::Connect { cause });
        }
        next = error.source();
    }
    Error::new(Kind::Interrupted { cause })
}

fn is_connect(error: &(dyn std::error::Error + 'static)) -> bool {
    #[cfg(feature = "reqwest")]
    if error.downcast_ref().is_some_and(reqwest::Error::is_connect) {
        return true;
    }
    error.is::<NotConnected>() || Connections::is_connect(error)
}

/// Refuses a reply that declares another type than JSON, such as a web page, or is compressed, which
/// the request did not allow. A reply without a type is accepted.
fn json(headers: &HeaderMap) -> Result<()> {
    if let Some(coding) = a2t_http::coding(headers) {
        return Err(not(
            "a body without a content coding, as the request has no `Accept-Encoding`",
            coding,
        ));
    }
    match headers.get(CONTENT_TYPE).filter(|value| *value != JSON) {
        Some(value) if !a2t_http::may_be_json(&String::from_utf8_lossy(value.as_bytes())) => {
            Err(not("the media type application/json", value))
        }
        _ => Ok(()),
    }
}

/// Returns the reply that status 204 stands for: that of a tool without outputs.
fn no_content(tool: Option<&ToolSignature>) -> Result<Vec<u8>> {
    if tool.is_some_and(|tool| tool.output_parameters.is_empty()) {
        return Ok(NO_OUTPUTS.to_vec());
    }
    let violation = Violation::new(Code::NotJson, "").expected("a body of JSON");
    let invalid = Violations::from(violation.got("status 204, which has no body")).into();
    Err(Error::new(Kind::Malformed { invalid }).replied(b""))
}

const NO_OUTPUTS: &[u8] = br#"{"output_parameters":[]}"#;

fn not(expected: &'static str, got: &HeaderValue) -> Error {
    let got = format!("`{}`", String::from_utf8_lossy(got.as_bytes()));
    let violation = Violation::new(Code::NotJson, "").expected(expected).got(got);
    Error::new(Kind::Malformed { invalid: Violations::from(violation).into() })
}

pub(crate) fn redirected(status: StatusCode, headers: &HeaderMap) -> Error {
    let location = headers.get(LOCATION).and_then(|value| value.to_str().ok());
    // It may repeat the address of the request, with its keys.
    let location = location.map(a2t_core::secret::url);
    Error::new(Kind::Redirected { status: status.as_u16(), location })
}

/// Returns the error of a status from 400, with what its body says.
pub fn refusal(status: StatusCode, retry_after: Option<Duration>, body: &[u8]) -> Error {
    let problem = Box::new(Problem::parse(status.as_u16(), body));
    Error::new(if status.is_client_error() {
        Kind::Refused { problem, retry_after }
    } else {
        Kind::Unavailable { problem, retry_after }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Client;

    /// Each future around another one moves it: beyond 2 KiB that costs as much as the call.
    #[test]
    fn the_future_of_a_call_is_small() {
        let text = include_bytes!("../../../../tests/codegen/catalogs/draft_weather.json");
        let signature = a2t_core::signature::parse(text).unwrap().signature;
        let client = Client::new("http://127.0.0.1").unwrap();
        let none = |_: &ToolSignature, _: &[_]| Violations::default();
        let call = client.outputs(&signature, Vec::new(), None, none);
        assert!(size_of_val(&call) < 2_048, "{} bytes", size_of_val(&call));
    }
}
