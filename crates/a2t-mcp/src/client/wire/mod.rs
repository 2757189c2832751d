//! MCP over HTTP (Streamable HTTP): `rmcp` decides what to send, `a2t_client` sends it within its
//! limits, and what comes back is read here, bounded.

mod answer;
mod events;

use std::collections::HashMap;
use std::sync::Arc;

use a2t_client::parts::Message;
use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};
use rmcp::model::{ClientJsonRpcMessage, GetExtensions as _};
use rmcp::transport::common::client_side_sse::BoxedSseResponse;
use rmcp::transport::streamable_http_client::{
    StreamableHttpClient, StreamableHttpClientTransport, StreamableHttpClientTransportConfig,
    StreamableHttpError, StreamableHttpPostResponse,
};
use tokio::time::Instant;

use crate::client::changed::Changed;
use crate::client::limits::IN_FLIGHT;
use a2t_client::Error;
use answer::Asked;

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const REVISION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const JSON: HeaderValue = HeaderValue::from_static("application/json");
const JSON_OR_EVENTS: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");

/// First revision that wants some arguments as headers.
const WITH_PARAM_HEADERS: &str = "2026-07-28";

/// Deadline and headers of a call, apart from its message; they travel in the request's extensions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Call {
    pub(crate) deadline: Option<Instant>,
    /// Headers that mirror arguments (MCP 2026-07-28, `x-mcp-header`).
    pub(crate) headers: HeaderMap,
    /// Position of an attempt in a trace; `None` of a message that is not an attempt of a call.
    pub(crate) trace_headers: Option<HeaderMap>,
}

/// Sender of messages to one address.
#[derive(Clone, Debug)]
pub(crate) struct Http {
    client: a2t_client::Client,
    uri: Uri,
    reply: usize,
    changed: Changed,
}

type Fault = StreamableHttpError<Error>;

impl Http {
    pub(crate) fn new(client: a2t_client::Client, uri: Uri, changed: Changed) -> Self {
        let reply = client.pace().limits().reply;
        Self { client, uri, reply, changed }
    }

    pub(crate) fn uri(&self) -> &Uri {
        &self.uri
    }

    pub(crate) fn transport(&self) -> StreamableHttpClientTransport<Self> {
        let config = StreamableHttpClientTransportConfig::with_uri(self.uri.to_string())
            .max_concurrent_requests(IN_FLIGHT);
        StreamableHttpClientTransport::with_client(self.clone(), config)
    }

    fn message(&self, method: Method, headers: HeaderMap, body: Bytes) -> Message {
        Message { method, uri: self.uri.clone(), headers, body, is_seen: false }
    }

    async fn post(
        &self,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        custom: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, Fault> {
        let call = call(&message);
        let mut headers = headers(session.as_deref(), custom);
        headers.insert(CONTENT_TYPE, JSON);
        if headers.get(REVISION).is_some_and(|revision| revision >= WITH_PARAM_HEADERS) {
            headers.extend(call.headers.clone());
        }
        let body = serde_json::to_vec(&message).map_err(Error::setup).map_err(Fault::Client)?;
        let asked = Asked::new(&message, session);
        let mut sent = self.message(Method::POST, headers.clone(), body.into());
        if let Some(trace_headers) = call.trace_headers {
            sent.is_seen = true;
            sent.headers.extend(trace_headers);
        }
        let read = |response| async {
            self.read(response, asked, headers, call.deadline).await.map_err(Lost)
        };
        let answer = self.client.exchange(sent, call.deadline, read).await;
        answer.map_err(|Lost(fault)| fault)
    }
}

fn call(message: &ClientJsonRpcMessage) -> Call {
    match message {
        ClientJsonRpcMessage::Request(request) => {
            request.request.extensions().get().cloned().unwrap_or_default()
        }
        _ => Call::default(),
    }
}

fn headers(session: Option<&str>, custom: HashMap<HeaderName, HeaderValue>) -> HeaderMap {
    let mut headers: HeaderMap = custom.into_iter().collect();
    headers.insert(ACCEPT, JSON_OR_EVENTS);
    if let Some(session) = session.and_then(|id| HeaderValue::from_str(id).ok()) {
        headers.insert(SESSION, session);
    }
    headers
}

/// Error of a request as `rmcp` wants it, from one of the wire.
struct Lost(Fault);

impl From<Error> for Lost {
    fn from(error: Error) -> Self {
        Self(Fault::Client(error))
    }
}

impl StreamableHttpClient for Http {
    type Error = Error;

    async fn post_message(
        &self,
        _: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        _: Option<String>,
        custom: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, Fault> {
        self.post(message, session, custom).await
    }

    async fn delete_session(
        &self,
        _: Arc<str>,
        session: Arc<str>,
        _: Option<String>,
        custom: HashMap<HeaderName, HeaderValue>,
    ) -> Result<(), Fault> {
        let message = self.message(Method::DELETE, headers(Some(&session), custom), Bytes::new());
        // A server may refuse that a client ends its session.
        let done = self.client.exchange(message, None, |_| async { Ok::<_, Error>(()) }).await;
        done.map_err(Fault::Client)
    }

    /// No separate stream is asked for: `tools/list_changed` comes on it only from servers that
    /// keep sessions, and a listing gives the same information when it is due.
    async fn get_stream(
        &self,
        _: Arc<str>,
        _: Option<Arc<str>>,
        _: Option<String>,
        _: Option<String>,
        _: HashMap<HeaderName, HeaderValue>,
    ) -> Result<BoxedSseResponse, Fault> {
        Err(Fault::ServerDoesNotSupportSse)
    }
}
