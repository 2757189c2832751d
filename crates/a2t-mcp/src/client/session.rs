//! One connection to a server, after its handshake: requests in, the text of results out.

use std::collections::HashMap;
use std::error::Error as StdError;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use a2t_schema::Tool;
use rmcp::model::{
    ClientCapabilities, ClientConfig, ClientRequest, ElicitationCapability, ErrorCode, ErrorData,
    ExtensionCapabilities, FormElicitationCapability, Implementation, JsonObject, ProtocolVersion,
    ServerPeerInfo, TASKS_EXTENSION_ID,
};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, PeerRequestOptions, RequestHandle, RunningService,
    ServiceError,
};
use rmcp::transport::streamable_http_client::StreamableHttpError;
use rmcp::transport::{DynamicTransportError, IntoTransport};
use rmcp::{ClientServiceExt as _, RoleClient};
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::time::Instant;

use crate::client::child::Last;
use crate::client::error::{handshake, protocol};
use crate::client::message;
use crate::client::question::{Answers, Host};
use a2t_client::schema::Violations;
use a2t_client::{Error, Kind, Result};

/// Abilities that the program turned on. The client declares them to the server.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offers {
    /// Calls may go on as tasks.
    pub(crate) tasks: bool,
    /// Answers to questions of tools.
    pub(crate) answers: Answers,
}

/// A connection that is up.
pub(crate) struct Session {
    service: RunningService<RoleClient, Host>,
    /// Signs of life of a child process.
    last: Option<Last>,
    /// Tools as they were last listed for calls.
    pub(crate) known: tokio::sync::Mutex<Option<Known>>,
}

/// Tools as they were listed for the calls of one connection.
pub(crate) struct Known {
    pub(crate) tools: HashMap<String, Result<Tool, Violations>>,
    pub(crate) at: Instant,
    pub(crate) count: u64,
}

/// Reason why the handshake of the newer revision came to nothing.
pub(crate) enum Undiscovered {
    /// The server answered as one of the older revisions does, or as none does: theirs is worth a try.
    Older,
    /// It did not answer.
    Silent,
    Failed(Error),
}

fn host(offers: &Offers, version: ProtocolVersion) -> Host {
    let this = Implementation::new("a2t", env!("CARGO_PKG_VERSION"));
    let mut capabilities = ClientCapabilities::default();
    if offers.tasks {
        // The SDK's builder is only for servers.
        let extension = (TASKS_EXTENSION_ID.to_owned(), JsonObject::new());
        capabilities.extensions = Some(ExtensionCapabilities::from([extension]));
    }
    if offers.answers.is_some() {
        let mut forms = ElicitationCapability::new();
        forms.form = Some(FormElicitationCapability::default());
        capabilities.elicitation = Some(forms);
    }
    let mut config = ClientConfig::new(capabilities, this);
    config.protocol_version = version;
    Host { config, answers: offers.answers.clone() }
}

impl Session {
    /// Shakes hands in the newer revision, unless the server is silent for too long.
    pub(crate) async fn discover<T, E, A>(
        transport: T,
        silence: impl Future<Output = ()>,
        last: Option<Last>,
        offers: &Offers,
    ) -> Result<Self, Undiscovered>
    where
        T: IntoTransport<RoleClient, E, A>,
        E: StdError + Send + Sync + 'static,
    {
        let mode =
            ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::LATEST] };
        let host = host(offers, ProtocolVersion::LATEST_WITH_INITIALIZE);
        match before(silence, host.serve_with_lifecycle(transport, mode)).await {
            None => Err(Undiscovered::Silent),
            Some(Ok(service)) => Ok(Self::new(service, last)),
            Some(Err(error)) if is_of_an_older_server(&error) => Err(Undiscovered::Older),
            Some(Err(error)) => Err(Undiscovered::Failed(opening(error, last.as_ref()).await)),
        }
    }

    /// Shakes hands in the older revisions. A server that refuses the newest of them may offer another one.
    pub(crate) async fn initialize<T, E, A>(
        transport: impl Fn() -> T,
        last: Option<Last>,
        offers: &Offers,
    ) -> Result<Self>
    where
        T: IntoTransport<RoleClient, E, A>,
        E: StdError + Send + Sync + 'static,
    {
        let shake = |version| {
            let mode = ClientLifecycleMode::Initialize;
            host(offers, version).serve_with_lifecycle(transport(), mode)
        };
        let mut opened = shake(ProtocolVersion::LATEST_WITH_INITIALIZE).await;
        if let Some(version) = opened.as_ref().err().and_then(offered) {
            opened = shake(version).await;
        }
        match opened {
            Ok(service) => Ok(Self::new(service, last)),
            Err(error) => Err(opening(error, last.as_ref()).await),
        }
    }

    fn new(service: RunningService<RoleClient, Host>, last: Option<Last>) -> Self {
        Self { service, last, known: tokio::sync::Mutex::default() }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.service.is_closed() || self.service.peer().is_transport_closed()
    }

    /// Identity of the server and the revision that was agreed.
    pub(crate) fn server(&self) -> Option<Arc<ServerPeerInfo>> {
        self.service.peer().peer_info()
    }

    /// Sends a request and waits for the text of its result. One that is dropped is cancelled.
    pub(crate) async fn request(&self, request: ClientRequest) -> Result<String> {
        let options = PeerRequestOptions::no_options();
        let peer = self.service.peer();
        let sent = match peer.send_request_with_option(request, options).await {
            Ok(handle) => Sent(Some(handle)).answer().await,
            Err(error) => Err(error),
        };
        match sent {
            Ok(result) => {
                message::text(result).ok_or_else(|| protocol("the result of a handshake, unasked"))
            }
            Err(error) => Err(self.failed(error).await),
        }
    }

    async fn failed(&self, error: ServiceError) -> Error {
        match error {
            ServiceError::McpError(error) => Error::new(Kind::Rpc {
                code: error.code.0.into(),
                message: hidden(&error.message, self.last.as_ref()),
                data: error.data.map(|data| hidden_in(data, self.last.as_ref())),
            }),
            ServiceError::TransportSend(error) => concluded(sent(error), self.last.as_ref()).await,
            other => concluded(interrupted(other), self.last.as_ref()).await,
        }
    }
}

/// A request on its way.
struct Sent(Option<RequestHandle<RoleClient>>);

impl Sent {
    async fn answer(mut self) -> Result<rmcp::model::ServerResult, ServiceError> {
        let Some(handle) = &mut self.0 else {
            return Err(ServiceError::TransportClosed);
        };
        let answer = (&mut handle.rx).await;
        self.0 = None;
        answer.unwrap_or(Err(ServiceError::TransportClosed))
    }
}

impl Drop for Sent {
    fn drop(&mut self) {
        let runtime = Handle::try_current().ok();
        if let Some((handle, runtime)) = self.0.take().zip(runtime) {
            runtime.spawn(handle.cancel(Some("the caller stopped waiting".to_owned())));
        }
    }
}

fn interrupted(cause: impl StdError + Send + Sync + 'static) -> Error {
    Error::new(Kind::Interrupted { cause: Box::new(cause) })
}

/// A text of a server, without the values that its process was given.
fn hidden(text: &str, last: Option<&Last>) -> String {
    last.map_or_else(|| text.to_owned(), |last| last.hidden(text))
}

/// The texts of a value likewise.
fn hidden_in(value: Value, last: Option<&Last>) -> Value {
    match value {
        Value::String(text) => hidden(&text, last).into(),
        Value::Array(items) => items.into_iter().map(|item| hidden_in(item, last)).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(name, value)| (name, hidden_in(value, last))).collect()
        }
        other => other,
    }
}

/// The error of a child process's connection is what ended it.
async fn concluded(error: Error, last: Option<&Last>) -> Error {
    match (error.kind(), last) {
        (Kind::Interrupted { .. }, Some(last)) => last.error().await,
        _ => error,
    }
}

/// The error that our own part of a transport made, behind `rmcp`'s.
fn sent(error: DynamicTransportError) -> Error {
    let error = match error.error.downcast::<Error>() {
        Ok(error) => return *error,
        Err(error) => error,
    };
    match error.downcast::<StreamableHttpError<Error>>() {
        Ok(error) => match *error {
            StreamableHttpError::Client(error) => error,
            other => interrupted(other),
        },
        Err(cause) => Error::new(Kind::Interrupted { cause }),
    }
}

/// The result of the work, unless the end comes first.
async fn before<T>(end: impl Future<Output = ()>, work: impl Future<Output = T>) -> Option<T> {
    let (mut end, mut work) = (pin!(end), pin!(work));
    poll_fn(|context| match work.as_mut().poll(context) {
        Poll::Ready(done) => Poll::Ready(Some(done)),
        Poll::Pending => end.as_mut().poll(context).map(|()| None),
    })
    .await
}

/// Returns whether a server that answers `server/discover` like this may be one of the older revisions.
fn is_of_an_older_server(error: &ClientInitializeError) -> bool {
    use ClientInitializeError as Failed;
    match error {
        Failed::JsonRpcError(error) => {
            let newer = [ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY, ErrorCode::HEADER_MISMATCH];
            !newer.contains(&error.code)
        }
        Failed::ExpectedInitResult(_)
        | Failed::ExpectedInitResponse(_)
        | Failed::NoCompatibleProtocolVersion { .. } => true,
        Failed::TransportError { error, .. } => {
            own(error).is_some_and(|error| match error.kind() {
                // The answer of a gateway is not the server's, and neither is a refusal of the
                // caller.
                Kind::Refused { problem, .. } | Kind::Unavailable { problem, .. } => {
                    !matches!(problem.status, 401 | 403 | 407 | 429 | 502..=504)
                }
                Kind::Timeout { .. } | Kind::Interrupted { .. } | Kind::Protocol { .. } => true,
                _ => false,
            })
        }
        _ => false,
    }
}

/// The error that our own part of a transport made, behind `rmcp`'s.
fn own(error: &DynamicTransportError) -> Option<&Error> {
    let error = &*error.error;
    error.downcast_ref::<Error>().or_else(|| {
        match error.downcast_ref::<StreamableHttpError<Error>>()? {
            StreamableHttpError::Client(error) => Some(error),
            _ => None,
        }
    })
}

/// The newest revision with the older handshake that a server offers in its refusal (`data.supported`).
fn offered(error: &ClientInitializeError) -> Option<ProtocolVersion> {
    let ClientInitializeError::JsonRpcError(error) = error else { return None };
    let supported = supported(error);
    let mut known = ProtocolVersion::KNOWN_VERSIONS.iter().rev();
    let is_offered = |version: &&ProtocolVersion| {
        version.has_initialize() && supported.contains(&version.as_str())
    };
    known
        .find(is_offered)
        .filter(|version| **version != ProtocolVersion::LATEST_WITH_INITIALIZE)
        .cloned()
}

fn supported(error: &ErrorData) -> Vec<&str> {
    let supported = error.data.as_ref().and_then(|data| data.get("supported")?.as_array());
    supported.into_iter().flatten().filter_map(Value::as_str).collect()
}

async fn opening(error: ClientInitializeError, last: Option<&Last>) -> Error {
    use ClientInitializeError as Failed;
    let fault = match error {
        Failed::TransportError { error, .. } => return concluded(sent(error), last).await,
        Failed::ConnectionClosed(_) => {
            let error = interrupted(std::io::Error::from(std::io::ErrorKind::UnexpectedEof));
            return concluded(error, last).await;
        }
        Failed::JsonRpcError(error) => hidden(&refused(&error), last),
        Failed::ExpectedInitResult(Some(result)) => match message::text(result) {
            Some(text) => message::lacking(&text),
            None => "the result of `initialize` is that of another request".to_owned(),
        },
        Failed::NoCompatibleProtocolVersion { server_supported, .. } => {
            let supported: Vec<_> = server_supported.iter().map(ProtocolVersion::as_str).collect();
            format!("the server supports the revisions {}", supported.join(", "))
        }
        Failed::ConflictInitResponseId(expected, received)
        | Failed::UncorrelatedErrorResponse { expected, received } => {
            format!("the first answer has the id {received}, expected {expected}")
        }
        other => other.to_string(),
    };
    handshake(&fault)
}

/// The refusal of a handshake.
fn refused(error: &ErrorData) -> String {
    let fault = format!("the server refuses it: {} ({})", error.message, error.code.0);
    match supported(error).as_slice() {
        [] => fault,
        supported => format!("{fault}; it supports the revisions {}", supported.join(", ")),
    }
}
