#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod abandoned;
#[cfg(any(feature = "tracing", feature = "metrics"))]
mod access;
#[cfg(not(any(feature = "tracing", feature = "metrics")))]
#[path = "unseen.rs"]
mod access;
mod app;
mod authenticate;
mod body;
mod bound;
mod catalog;
mod connection;
mod context;
mod conversation;
mod document;
mod endpoints;
mod exchange;
mod forwarded;
mod head;
mod heading;
mod health;
mod host_policy;
mod invoke;
mod listen;
#[cfg(feature = "http2")]
mod multiplexed;
mod once;
mod page;
#[cfg(feature = "rate-limit")]
mod rate;
mod refuse;
mod reply;
mod seen;
mod serve_error;
mod signals;
mod stream;
#[cfg(feature = "tls")]
pub mod tls;
mod transport;
mod trouble;
mod unrouted;
mod visibility;
mod walk;
mod work;

use a2t_tool::IntoTools;
use axum::routing::any;

pub use a2t_tool::{Fault, Idempotency, Limits};
pub use axum::Router;
pub use bound::BoundServer;
pub use document::openapi;
pub use forwarded::ClientAddress;
pub use health::Health;
#[doc(hidden)]
pub use listen::{Mounted, SetupError, Stop, Stopping, Work};

/// Names that occur in the signatures of the facade's methods.
#[doc(hidden)]
pub mod __private {
    pub use axum::extract::Request;
    pub use axum::response::IntoResponse;
    pub use axum::routing::Route;
    #[cfg(feature = "tls")]
    pub use rustls::ServerConfig;
    pub use tokio::net::{TcpListener, ToSocketAddrs};
    pub use tower_layer::Layer;
    pub use tower_service::Service;
}
pub use listen::{Server, serve};
#[cfg(feature = "rate-limit")]
pub use rate::{RateLimit, RateLimited};
pub use serve_error::ServeError;

use self::endpoints::Endpoints;

/// Router of the protocol's six endpoints (draft sections 6 and 7) for these tools, and of the
/// OpenAPI document next to them. Without limits, those of the [`Server`] around the router apply, or the defaults if
/// there is no server.
/// `a2t::Toolset::into_router`, which is this function, tells their inputs and answers.
pub fn router<S>(tools: impl IntoTools<S>, limits: impl Into<Option<Limits>>) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    let endpoints = Endpoints::new(tools.into_tools(), limits.into());
    ["/tools/", "/tools/{*below}"]
        .into_iter()
        .fold(Router::new().route("/tools", any(endpoints.clone())), |router, path| {
            router.route(path, any(endpoints.clone()))
        })
}
