//! Answer of a server over HTTP: a message, a stream that has one, or a status without.

use std::sync::Arc;

use a2t_client::middleware::Response;
use a2t_client::parts::{chunk, coding, refusal, retry_after};
use a2t_core::secret;
use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use http::{HeaderName, Method, StatusCode};
use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, ErrorData, RequestId, ServerJsonRpcMessage,
};
use rmcp::transport::streamable_http_client::StreamableHttpPostResponse;
use tokio::time::{Instant, sleep};

use super::events::Events;
use super::{Fault, Http, SESSION};
use crate::client::error::protocol;
use crate::client::limits::{REFUSAL, RESUME_AFTER, RESUMPTIONS};
use crate::client::message;
use a2t_client::{Error, Kind, Result};

const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");

/// The message that an answer is for.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// The id of a request; notifications have none.
    id: Option<RequestId>,
    /// Whether this is the first message of the newer revision.
    discovers: bool,
    /// Whether this is the first message of the older revisions.
    initializes: bool,
    in_session: bool,
}

impl Asked {
    pub(super) fn new(message: &ClientJsonRpcMessage, session: Option<Arc<str>>) -> Self {
        let in_session = session.is_some();
        match message {
            ClientJsonRpcMessage::Request(request) => Self {
                id: Some(request.id.clone()),
                discovers: matches!(request.request, ClientRequest::DiscoverRequest(_)),
                initializes: matches!(request.request, ClientRequest::InitializeRequest(_)),
                in_session,
            },
            _ => Self { id: None, discovers: false, initializes: false, in_session },
        }
    }
}

impl Http {
    pub(super) async fn read(
        &self,
        response: Response,
        asked: Asked,
        headers: HeaderMap,
        deadline: Option<Instant>,
    ) -> Result<StreamableHttpPostResponse, Fault> {
        let status = response.status();
        let session = response.headers().get(SESSION).and_then(|id| id.to_str().ok());
        let session = session.map(str::to_owned);
        let Some(id) = &asked.id else {
            return if status.is_success() {
                Ok(StreamableHttpPostResponse::Accepted)
            } else {
                Err(Fault::Client(refused(response).await.0))
            };
        };
        if status == StatusCode::NOT_FOUND && asked.in_session {
            return Err(Fault::SessionExpired);
        }
        if !status.is_success() {
            let message = self.unsuccessful(response, &asked, id).await?;
            return Ok(StreamableHttpPostResponse::Json(message, session));
        }
        let message = self.answer(response, id, headers, deadline).await;
        Ok(StreamableHttpPostResponse::Json(message.map_err(Fault::Client)?, session))
    }

    /// The error of JSON-RPC that comes with a status from 400, or the status itself.
    async fn unsuccessful(
        &self,
        response: Response,
        asked: &Asked,
        id: &RequestId,
    ) -> Result<ServerJsonRpcMessage, Fault> {
        let status = response.status();
        let denied = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
        let (error, body) = refused(response).await;
        if status == StatusCode::TOO_MANY_REQUESTS || denied {
            return Err(Fault::Client(error));
        }
        let messages = message::read(&body).unwrap_or_default();
        let is_ours = |message: &ServerJsonRpcMessage| match message {
            ServerJsonRpcMessage::Error(error) => {
                error.id.is_some() && message::answers(message, id)
            }
            _ => false,
        };
        if asked.in_session
            && status == StatusCode::BAD_REQUEST
            && !messages.iter().any(is_ours)
            && knows_no_session(&body)
        {
            return Err(Fault::SessionExpired);
        }
        let errors = messages.into_iter().filter_map(|message| match message {
            ServerJsonRpcMessage::Error(error) => Some(error.error),
            _ => None,
        });
        match errors.last() {
            Some(error) => Ok(ServerJsonRpcMessage::error(error, Some(id.clone()))),
            // Servers of the older revisions refuse what they do not know with various messages.
            None if asked.discovers && status.is_client_error() => {
                let error = ErrorData::invalid_request(error.to_string(), None);
                Ok(ServerJsonRpcMessage::error(error, Some(id.clone())))
            }
            None if asked.initializes && status.is_client_error() && self.is_of_http_sse() => {
                Err(Fault::Client(self.http_sse(status)))
            }
            None => Err(Fault::Client(error)),
        }
    }

    /// Returns whether the address looks like one of the transport of revision 2024-11-05.
    fn is_of_http_sse(&self) -> bool {
        let last = self.uri.path().trim_end_matches('/').rsplit('/').next();
        last.is_some_and(|last| last.eq_ignore_ascii_case("sse"))
    }

    fn http_sse(&self, status: StatusCode) -> Error {
        let path = self.uri.path().trim_end_matches('/');
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let authority = self.uri.authority().map_or("", |authority| authority.as_str());
        let scheme = self.uri.scheme_str().unwrap_or("https");
        let meant = secret::url(&format!("{scheme}://{authority}{folder}/mcp"));
        let status = status.as_u16();
        let fault = format!(
            "the server answered with status {status}, and its address is that of HTTP+SSE, the transport of revision \
             2024-11-05, which is not supported; use the address of its Streamable HTTP endpoint, which is often \
             `{meant}`"
        );
        Error::new(Kind::Handshake { fault })
    }

    async fn answer(
        &self,
        response: Response,
        id: &RequestId,
        headers: HeaderMap,
        deadline: Option<Instant>,
    ) -> Result<ServerJsonRpcMessage> {
        let received = response.headers();
        let text = |value: &HeaderValue| value.to_str().unwrap_or("?").to_owned();
        if let Some(coding) = coding(received).map(text) {
            let fault = "expected a body without a content coding, though none was asked for, got";
            return Err(protocol(format!("{fault} `{coding}`")));
        }
        let media_type = received.get(CONTENT_TYPE).map(text).unwrap_or_default();
        if is_of_type(&media_type, "text/event-stream") {
            return self.stream(response, id, headers, deadline).await;
        }
        if !a2t_client::parts::is_json(&media_type) {
            let fault = format!("expected JSON or a stream of events, got `{media_type}`");
            return Err(protocol(fault));
        }
        let (body, whole) = bounded(response, self.reply).await?;
        if !whole {
            return Err(Error::new(Kind::TooLarge { limit: self.reply }));
        }
        let messages = message::read(&body)
            .map_err(|fault| protocol(format!("expected a message of MCP: {fault}")))?;
        let answer = messages.into_iter().find(|message| message::answers(message, id));
        answer.ok_or_else(|| protocol("the answer is not to this request: it has another id"))
    }

    /// Reads a stream up to the answer, and resumes it where the server ended it before that.
    async fn stream(
        &self,
        first: Response,
        id: &RequestId,
        mut headers: HeaderMap,
        deadline: Option<Instant>,
    ) -> Result<ServerJsonRpcMessage> {
        headers.remove(CONTENT_TYPE);
        let mut stream = Stream { http: self, id, left: self.reply, events: Events::default() };
        let mut found = stream.read(first).await;
        for _ in 0..RESUMPTIONS {
            let Some(last) = stream.events.last_id.clone() else { break };
            match found {
                Ok(None) | Err(Lost::Broken(_)) => {}
                Ok(Some(answer)) => return Ok(answer),
                Err(Lost::Refused(error)) => return Err(error),
            }
            sleep(stream.events.retry.unwrap_or_default().min(RESUME_AFTER)).await;
            let last = last.parse().map_err(|_| protocol("an event has a bad id"))?;
            headers.insert(LAST_EVENT, last);
            let again = self.message(Method::GET, headers.clone(), Bytes::new());
            found =
                self.client.exchange(again, deadline, |response| stream.resumed(response)).await;
        }
        match found {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => Err(protocol(stream.events.ended())),
            Err(Lost::Broken(error) | Lost::Refused(error)) => Err(error),
        }
    }
}

/// Reader of one answer, whose bytes are counted over all its streams.
struct Stream<'a> {
    http: &'a Http,
    id: &'a RequestId,
    left: usize,
    events: Events,
}

/// Reason why a stream has no answer: one that a resumption may mend, or another.
enum Lost {
    Broken(Error),
    Refused(Error),
}

impl From<Error> for Lost {
    fn from(error: Error) -> Self {
        Self::Broken(error)
    }
}

impl Stream<'_> {
    async fn resumed(&mut self, response: Response) -> Result<Option<ServerJsonRpcMessage>, Lost> {
        if !response.status().is_success() {
            return Err(Lost::Refused(refused(response).await.0));
        }
        self.read(response).await
    }

    async fn read(&mut self, mut response: Response) -> Result<Option<ServerJsonRpcMessage>, Lost> {
        loop {
            let chunk = chunk(&mut response).await.map_err(Lost::from)?;
            let Some(chunk) = chunk else { return Ok(None) };
            let Some(left) = self.left.checked_sub(chunk.len()) else {
                let limit = self.http.reply;
                return Err(Lost::Refused(Error::new(Kind::TooLarge { limit })));
            };
            self.left = left;
            for data in self.events.take(&chunk) {
                // An event without data only has an id, from which a stream is resumed.
                if data.is_empty() {
                    continue;
                }
                // What cannot be read is noise, as on the standard output of a child process.
                let Ok(messages) = message::read(&data) else {
                    self.events.skip("", &data);
                    continue;
                };
                for message in messages {
                    if message::is_list_changed(&message) {
                        self.http.changed.increment();
                    }
                    if message::answers(&message, self.id) {
                        return Ok(Some(message));
                    }
                }
            }
        }
    }
}

/// Returns whether a media type is this one, with any parameters. Its case does not count (RFC
/// 9110, section 8.3.1).
fn is_of_type(media_type: &str, expected: &str) -> bool {
    media_type.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(expected)
}

/// Returns whether a server reports in its own way that it lost the session. Older SDKs answer so
/// with status 400, where the specification has 404.
fn knows_no_session(body: &[u8]) -> bool {
    let body = String::from_utf8_lossy(body).to_lowercase();
    body.contains("session") || body.contains("not initialized")
}

/// The error of a status from 400, and the beginning of what came with it.
async fn refused(response: Response) -> (Error, Vec<u8>) {
    let (status, headers) = (response.status(), response.headers().clone());
    // The status counts, even if the body cannot be read.
    let (body, _) = bounded(response, REFUSAL).await.unwrap_or_default();
    (refusal(status, retry_after(&headers), &body).answered(&headers), body)
}

/// The beginning of a body, and whether that is all of it.
async fn bounded(mut response: Response, limit: usize) -> Result<(Vec<u8>, bool)> {
    let mut body = Vec::new();
    loop {
        let chunk = chunk(&mut response).await?;
        let Some(chunk) = chunk else { return Ok((body, true)) };
        if chunk.len() > limit - body.len() {
            return Ok((body, false));
        }
        body.extend_from_slice(&chunk);
    }
}
