#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod connection;
mod endpoints;
mod reply;
mod server;
mod telemetry;
#[cfg(feature = "tls")]
pub mod tls;

use a2t_tool::IntoTools;
use axum::routing::any;

#[doc(hidden)]
pub use self::{
    server::work::{Stop, Stopping, Work},
    server::{Mounted, SetupError},
};
pub use a2t_tool::{Fault, Idempotency, Limits};
pub use axum::Router;
pub use endpoints::document::openapi;
pub use server::bound::BoundServer;
pub use server::forwarded::ClientAddress;
pub use server::health::Health;

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
#[cfg(feature = "rate-limit")]
pub use server::rate::{RateLimit, RateLimited};
pub use server::serve_error::ServeError;
pub use server::{Server, serve};

use self::endpoints::Endpoints;

/// Creates a router of the protocol's six endpoints (draft sections 6 and 7) for these tools, and
/// of the OpenAPI document next to them. Without limits, those of the [`Server`] around the router
/// apply, or the defaults if there is no server. `a2t::Toolset::into_router`, which is this
/// function, describes their inputs and answers.
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
