//! [tower] layers of your own between a client and its connections.
//!
//! A layer that [`Builder::layer`](super::Builder::layer) adds sees each attempt of each call as an
//! [`http`](https://docs.rs/http/1) request, and its reply; those of `tower` and `tower-http` fit.
//! It stands around the connections and inside the time limits and the retries. Headers and a token
//! of the builder do not pass it, a token of
//! [`bearer_token_from`](super::Builder::bearer_token_from) does. Redirects stay refused and
//! replies bounded with every layer.
//!
//! [tower]: https://docs.rs/tower/0.5
//!
//! A layer that gives each attempt a trace header:
//!
//! ```
//! use std::task::{Context, Poll};
//! use a2t::client::{Client, middleware};
//!
//! #[derive(Clone)]
//! struct Traced<S>(S);
//!
//! impl<S: tower::Service<middleware::Request>> tower::Service<middleware::Request> for Traced<S> {
//!     type Response = S::Response;
//!     type Error = S::Error;
//!     type Future = S::Future;
//!
//!     fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
//!         self.0.poll_ready(context)
//!     }
//!
//!     fn call(&mut self, mut request: middleware::Request) -> S::Future {
//!         let id = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"; // yours
//!         request.headers_mut().insert("traceparent", http::HeaderValue::from_static(id));
//!         self.0.call(request)
//!     }
//! }
//!
//! let client = Client::builder("https://api.weather.example")
//!     .layer(tower::layer::layer_fn(Traced))
//!     .build()?;
//! # Ok::<_, a2t::client::Error>(())
//! ```
//!
//! Tokens that expire need no layer:
//! [`Builder::bearer_token_from`](super::Builder::bearer_token_from) refreshes them. A service in
//! place of the connections is [`Builder::transport`](super::Builder::transport).

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use a2t_core::{ToolId, ToolSignature};
use a2t_http::{Connections, Replying, Watch};
use bytes::Bytes;
use http::header::HOST;
use http::{HeaderMap, HeaderValue, Method, Uri};
use tower::util::BoxCloneSyncService;
use tower_layer::Layer;
use tower_service::Service;

pub use a2t_http::{Body, BoxError};

/// One attempt of a call, with everything but what [`Builder::header`](super::Builder::header) and
/// [`Builder::bearer_token`](super::Builder::bearer_token) add to it.
pub type Request = http::Request<Body>;

/// Tool that a request calls, among the request's
/// [extensions](http::Request::extensions); requests that run no tool have none. The URL has its id
/// and version as well, but not its name.
///
/// ```
/// use a2t::client::{Client, middleware::{Called, Request}};
/// use tower::util::MapRequestLayer;
///
/// let client = Client::builder("https://api.weather.example")
///     .layer(MapRequestLayer::new(|request: Request| {
///         if let Some(Called { tool, version, .. }) = request.extensions().get() {
///             println!("{tool} version {version}");
///         }
///         request
///     }))
///     .build()?;
/// # Ok::<_, a2t::client::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Called {
    /// Name of the tool on the wire.
    pub tool: Cow<'static, str>,
    /// Id of the tool.
    pub id: ToolId,
    /// Version that is called.
    pub version: u32,
}

impl Called {
    fn new(signature: &ToolSignature) -> Self {
        let ToolSignature { name, tool_id, version, .. } = signature;
        Self { tool: name.clone(), id: *tool_id, version: *version }
    }
}

/// Answer of the server, with any status; the body has not been read.
pub type Response = http::Response<Body>;

/// Service that a layer is put around: the connections, or another layer.
pub type Inner = BoxCloneSyncService<Request, Response, BoxError>;

pub(super) type Wrap = Box<dyn FnOnce(Inner) -> Inner + Send + Sync>;

/// Erases a layer's type.
pub(super) fn wrap<L>(layer: L) -> Wrap
where
    L: Layer<Inner> + Send + Sync + 'static,
    L::Service: Service<Request, Response = Response> + Clone + Send + Sync + 'static,
    <L::Service as Service<Request>>::Error: Into<BoxError>,
    <L::Service as Service<Request>>::Future: Send + 'static,
{
    Box::new(move |inner| {
        let service = layer.layer(inner);
        BoxCloneSyncService::new(tower::util::MapErr::new(service, Into::into))
    })
}

/// Erases the type of a transport.
pub(super) fn erase<S, B>(service: S) -> Inner
where
    S: Service<Request, Response = http::Response<B>> + Clone + Send + Sync + 'static,
    S::Error: Into<BoxError>,
    S::Future: Send + 'static,
    B: http_body::Body<Data = Bytes> + Send + Sync + 'static,
    B::Error: Into<BoxError>,
{
    let whole = |response: http::Response<B>| response.map(Body::wrap);
    let service = tower::util::MapResponse::new(service, whole);
    BoxCloneSyncService::new(tower::util::MapErr::new(service, Into::into))
}

/// Error of a layer that has not sent the request: the call is then known not to have run.
///
/// ```
/// use a2t::client::middleware::{BoxError, NotSent};
/// let error: BoxError = NotSent::new("no token: the authorization server is away").into();
/// assert_eq!(error.to_string(), "no token: the authorization server is away");
/// ```
#[derive(Debug)]
pub struct NotSent(BoxError);

impl NotSent {
    /// Creates the error of a request that was not sent for this reason.
    pub fn new(reason: impl Into<BoxError>) -> Self {
        Self(reason.into())
    }
}

impl fmt::Display for NotSent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl StdError for NotSent {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source()
    }
}

/// Error of a [transport](super::Builder::transport) that has no connection: the request was not
/// sent, and is retried as such.
///
/// ```
/// use a2t::client::middleware::{BoxError, NotConnected};
/// let error: BoxError = NotConnected::new("the tunnel is down").into();
/// assert_eq!(error.to_string(), "the tunnel is down");
/// ```
#[derive(Debug)]
pub struct NotConnected(BoxError);

impl NotConnected {
    /// Creates the error of a missing connection, with this reason.
    pub fn new(reason: impl Into<BoxError>) -> Self {
        Self(reason.into())
    }
}

impl fmt::Display for NotConnected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl StdError for NotConnected {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source()
    }
}

/// Sender of requests: connections of the client's own, or a transport of the program's.
#[derive(Clone)]
pub(super) enum Sender {
    Pool(Connections),
    Own(Inner),
}

impl Sender {
    fn send(&self, request: Request) -> Sent {
        match self {
            Self::Pool(connections) => Sent::Pool(connections.send(request)),
            Self::Own(service) => through(service, request),
        }
    }
}

fn through(service: &Inner, request: Request) -> Sent {
    let mut service = service.clone();
    Sent::Boxed(Box::pin(async move {
        poll_fn(|context| service.poll_ready(context)).await?;
        service.call(request).await
    }))
}

/// Request on its way: small, because the futures of a call are moved around it.
pub(super) enum Sent {
    Pool(Replying),
    Boxed(Pin<Box<dyn Future<Output = Result<Response, BoxError>> + Send>>),
}

impl Future for Sent {
    type Output = Result<Response, BoxError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut *self {
            Self::Pool(replying) => Pin::new(replying).poll(context),
            Self::Boxed(sent) => sent.as_mut().poll(context),
        }
    }
}

pub(super) enum Wire {
    /// With the `Host` of every request, unless the program or the connection has one.
    Plain(Bottom, Option<HeaderValue>),
    Layered(Inner),
}

/// Sender below all layers, and the headers of the builder, which those do not see.
#[derive(Clone)]
pub(super) struct Bottom {
    pub(super) sender: Sender,
    pub(super) headers: Arc<HeaderMap>,
}

impl Bottom {
    fn send(&self, mut request: Request) -> Sent {
        let headers = request.headers_mut();
        for name in self.headers.keys() {
            if !headers.contains_key(name) {
                for value in self.headers.get_all(name) {
                    headers.append(name.clone(), value.clone());
                }
            }
        }
        self.sender.send(request)
    }
}

impl Wire {
    /// Puts these layers around the connections, the first of them outermost.
    pub(super) fn new(bottom: Bottom, host: Option<HeaderValue>, layers: Vec<Wrap>) -> Self {
        if layers.is_empty() {
            return Self::Plain(bottom, host);
        }
        let wire = BoxCloneSyncService::new(tower::service_fn(move |request| bottom.send(request)));
        Self::Layered(layers.into_iter().rev().fold(wire, |inner, wrap| wrap(inner)))
    }

    /// Sends one request; `watch` sees if it leaves, as far as no layer is in between.
    pub(super) fn send(
        &self,
        method: Method,
        uri: Uri,
        headers: HeaderMap,
        body: Bytes,
        watch: &Watch,
        signature: Option<&ToolSignature>,
    ) -> Sent {
        let mut request = Request::new(Body::default());
        *request.method_mut() = method;
        *request.uri_mut() = uri;
        *request.headers_mut() = headers;
        match self {
            Self::Plain(bottom, host) => {
                if let Some(host) = host {
                    request.headers_mut().insert(HOST, host.clone());
                }
                *request.body_mut() = Body::watched(body, watch.clone());
                if let (Sender::Own(_), Some(signature)) = (&bottom.sender, signature) {
                    request.extensions_mut().insert(Called::new(signature));
                }
                bottom.send(request)
            }
            Self::Layered(service) => {
                // A layer may or may not send the request: only it knows.
                watch.left();
                *request.body_mut() = body.into();
                if let Some(signature) = signature {
                    request.extensions_mut().insert(Called::new(signature));
                }
                through(service, request)
            }
        }
    }
}
