//! Room between a client and its connections: [tower] layers of the program's own.
//!
//! A layer that [`Builder::layer`](super::Builder::layer) adds sees each attempt of each call as an
//! [`http`](https://docs.rs/http/1) request, and its reply; those of `tower` and `tower-http` fit.
//! It stands around the connections and inside the time limits and the retries. Headers and a token
//! of the builder do not pass it, a token of
//! [`bearer_token_from`](super::Builder::bearer_token_from) does. Redirects stay refused and
//! replies bounded, whatever it does.
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
//! A layer that refreshes a token once the server refuses it, and sends the request again:
//!
//! ```
//! use a2t::client::{Client, middleware::{BoxError, Inner, NotSent, Request, Response}};
//! use http::{StatusCode, header::AUTHORIZATION};
//! use tower::{Service, layer::layer_fn, service_fn};
//!
//! # mod vault {
//! #     pub fn token() -> String { "t0".into() }
//! #     pub async fn refresh() -> Result<String, &'static str> { Ok("t1".into()) }
//! # }
//! async fn send(mut inner: Inner, request: Request) -> Result<Response, BoxError> {
//!     let (parts, body) = request.into_parts();
//!     let body = body.as_bytes().unwrap_or_default().to_vec();
//!     let mut attempt = |token: String| {
//!         let mut request = Request::from_parts(parts.clone(), body.clone().into());
//!         let header = format!("Bearer {token}").parse().map_err(NotSent::new)?;
//!         request.headers_mut().insert(AUTHORIZATION, header);
//!         Ok::<_, BoxError>(inner.call(request))
//!     };
//!     let response = attempt(vault::token())?.await?;
//!     if response.status() != StatusCode::UNAUTHORIZED {
//!         return Ok(response);
//!     }
//!     attempt(vault::refresh().await.map_err(NotSent::new)?)?.await
//! }
//!
//! let refreshing = layer_fn(|inner: Inner| {
//!     service_fn(move |request| send(inner.clone(), request))
//! });
//! let client = Client::builder("https://api.weather.example").layer(refreshing).build()?;
//! # Ok::<_, a2t::client::Error>(())
//! ```

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};

use a2t_core::{ToolId, ToolSignature};
use bytes::Bytes;
use http::header::HOST;
use http::{HeaderMap, HeaderValue, Method};
use reqwest::Url;
use tower::util::BoxCloneSyncService;
use tower_layer::Layer;

use super::watch::Watch;

pub use reqwest::Body;

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
    fn of(signature: &ToolSignature) -> Self {
        let ToolSignature { name, tool_id, version, .. } = signature;
        Self { tool: name.clone(), id: *tool_id, version: *version }
    }
}

/// Answer of the server, whatever its status; the body has not been read.
pub type Response = http::Response<Body>;

/// Reason why there is no response. [`NotSent`] says that nothing was sent.
pub type BoxError = Box<dyn StdError + Send + Sync>;

/// Service that a layer is put around: the connections, or another layer.
pub type Inner = BoxCloneSyncService<Request, Response, BoxError>;

pub(super) type Wrap = Box<dyn FnOnce(Inner) -> Inner + Send + Sync>;

/// Erases a layer's type.
pub(super) fn wrap<L>(layer: L) -> Wrap
where
    L: Layer<Inner> + Send + Sync + 'static,
    L::Service:
        tower_service::Service<Request, Response = Response> + Clone + Send + Sync + 'static,
    <L::Service as tower_service::Service<Request>>::Error: Into<BoxError>,
    <L::Service as tower_service::Service<Request>>::Future: Send + 'static,
{
    Box::new(move |inner| {
        let service = layer.layer(inner);
        BoxCloneSyncService::new(tower::util::MapErr::new(service, Into::into))
    })
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
    /// A request that was not sent for this reason.
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

pub(super) enum Wire {
    /// With the `Host` of every request, unless the program has one of its own.
    Plain(reqwest::Client, Option<HeaderValue>),
    Layered(Inner),
}

impl Wire {
    /// Puts these layers around the connections, the first of them outermost.
    pub(super) fn new(http: reqwest::Client, host: Option<HeaderValue>, layers: Vec<Wrap>) -> Self {
        if layers.is_empty() {
            return Self::Plain(http, host);
        }
        let wire = BoxCloneSyncService::new(Connections(http));
        Self::Layered(layers.into_iter().rev().fold(wire, |inner, wrap| wrap(inner)))
    }

    /// Sends one request; `watch` sees if it leaves, as far as no layer is in between.
    pub(super) async fn send(
        &self,
        method: Method,
        url: &Url,
        mut headers: HeaderMap,
        body: Bytes,
        watch: &Watch,
        signature: Option<&ToolSignature>,
    ) -> Result<reqwest::Response, BoxError> {
        match self {
            Self::Plain(http, host) => {
                if let Some(host) = host {
                    headers.insert(HOST, host.clone());
                }
                let mut request = reqwest::Request::new(method, url.clone());
                *request.headers_mut() = headers;
                *request.body_mut() = Some(Body::wrap(watch.watched(body)));
                Ok(http.execute(request).await.map_err(reqwest::Error::without_url)?)
            }
            Self::Layered(service) => {
                // A layer may or may not send the request: only it knows.
                watch.left();
                let mut request = Request::new(body.into());
                *request.method_mut() = method;
                *request.uri_mut() = url.as_str().parse()?;
                *request.headers_mut() = headers;
                if let Some(signature) = signature {
                    request.extensions_mut().insert(Called::of(signature));
                }
                let mut service = service.clone();
                poll_fn(|context| tower_service::Service::poll_ready(&mut service, context))
                    .await?;
                let response = tower_service::Service::call(&mut service, request).await?;
                Ok(response.into())
            }
        }
    }
}

#[derive(Clone)]
struct Connections(reqwest::Client);

impl tower_service::Service<Request> for Connections {
    type Response = Response;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<Response, BoxError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let http = self.0.clone();
        Box::pin(async move {
            let request = request.try_into().map_err(NotSent::new)?;
            let response: Result<reqwest::Response, reqwest::Error> = http.execute(request).await;
            Ok(response.map_err(reqwest::Error::without_url)?.into())
        })
    }
}
