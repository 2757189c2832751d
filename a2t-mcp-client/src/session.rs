//! One connection to a server, after its handshake: requests in, the text of results out.

use std::error::Error as StdError;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rmcp::model::{
    ClientCapabilities, ClientConfig, ClientRequest, ExtensionCapabilities, Implementation,
    JsonObject, ProtocolVersion, ServerPeerInfo, TASKS_EXTENSION_ID,
};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, PeerRequestOptions, RequestHandle, RunningService,
    ServiceError,
};
use rmcp::transport::streamable_http_client::StreamableHttpError;
use rmcp::transport::{DynamicTransportError, IntoTransport};
use rmcp::{ClientServiceExt as _, RoleClient};
use tokio::runtime::Handle;

use crate::child::Last;
use crate::error::{Error, Kind, Result};
use crate::message;
use crate::verify::Known;

/// Count of the times that a server said its tools were others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changed(Arc<AtomicU64>);

impl Changed {
    pub(crate) fn tell(&self) {
        self.0.fetch_add(1, Ordering::Release);
    }

    pub(crate) fn count(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }
}

/// A connection that is up.
pub(crate) struct Session {
    service: RunningService<RoleClient, ClientConfig>,
    /// Signs of life of a child process.
    last: Option<Last>,
    /// Tools as they were last listed for calls.
    pub(crate) known: tokio::sync::Mutex<Option<Known>>,
}

/// Handshakes that are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handshake {
    /// The newer revision first, then the older ones.
    Both,
    /// The older revisions alone: for a server that is known not to answer the newer one.
    Older,
}

impl Handshake {
    fn mode(self) -> ClientLifecycleMode {
        match self {
            Self::Older => ClientLifecycleMode::Initialize,
            Self::Both => ClientLifecycleMode::Auto {
                preferred_versions: vec![ProtocolVersion::LATEST],
                legacy_version: Some(ProtocolVersion::LATEST_WITH_INITIALIZE),
            },
        }
    }
}

fn config(tasks: bool) -> ClientConfig {
    let this = Implementation::new("a2t", env!("CARGO_PKG_VERSION"));
    let mut capabilities = ClientCapabilities::default();
    if tasks {
        // The SDK's builder is there for servers alone.
        let extension = (TASKS_EXTENSION_ID.to_owned(), JsonObject::new());
        capabilities.extensions = Some(ExtensionCapabilities::from([extension]));
    }
    let mut config = ClientConfig::new(capabilities, this);
    config.protocol_version = ProtocolVersion::LATEST_WITH_INITIALIZE;
    config
}

impl Session {
    /// Shakes hands.
    pub(crate) async fn open<T, E, A>(
        transport: T,
        handshake: Handshake,
        last: Option<Last>,
        tasks: bool,
    ) -> Result<Self>
    where
        T: IntoTransport<RoleClient, E, A>,
        E: StdError + Send + Sync + 'static,
    {
        match config(tasks).serve_with_lifecycle(transport, handshake.mode()).await {
            Ok(service) => Ok(Self { service, last, known: tokio::sync::Mutex::default() }),
            Err(error) => Err(opening(error, last.as_ref()).await),
        }
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
            Ok(result) => message::text(result)
                .ok_or_else(|| Error::protocol("the result of a handshake, unasked")),
            Err(error) => Err(self.failed(error).await),
        }
    }

    async fn failed(&self, error: ServiceError) -> Error {
        match error {
            ServiceError::McpError(error) => Error::new(Kind::Refused {
                code: error.code.0.into(),
                message: error.message.into_owned(),
                data: error.data,
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

async fn opening(error: ClientInitializeError, last: Option<&Last>) -> Error {
    use ClientInitializeError as Failed;
    match error {
        Failed::TransportError { error, .. } => concluded(sent(error), last).await,
        Failed::ConnectionClosed(_) => {
            let error = interrupted(std::io::Error::from(std::io::ErrorKind::UnexpectedEof));
            concluded(error, last).await
        }
        Failed::LegacyFallbackFailed { discover, fallback } => match *fallback {
            Failed::JsonRpcError(error) => Error::new(Kind::Handshake {
                fault: format!("{discover}, and of an older revision: {error}"),
            }),
            other => Box::pin(opening(other, last)).await,
        },
        other => Error::new(Kind::Handshake { fault: other.to_string() }),
    }
}
