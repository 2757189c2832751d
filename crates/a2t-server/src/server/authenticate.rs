//! The layer of a server that identifies its callers.

use std::convert::Infallible;

use axum::extract::Request;
use axum::response::IntoResponse;
use axum::routing::Route;
use tower_layer::Layer;
use tower_service::Service;

use crate::server::Server;

impl Server {
    /// Puts a layer around everything that this server answers, which authenticates its callers: that
    /// of [`authenticate`](a2t_tool::authenticate), or any other that puts an
    /// [`a2t::Caller`](a2t_tool::Caller) among the extensions of the requests that it lets pass.
    pub fn authenticate<L>(mut self, layer: L) -> Self
    where
        L: Layer<Route> + Clone + Send + Sync + 'static,
        L::Service: Service<Request, Response: IntoResponse, Error: Into<Infallible>, Future: Send>
            + Clone
            + Send
            + Sync
            + 'static,
    {
        self.callers.push(Box::new(move |router| router.layer(layer)));
        self
    }
}
