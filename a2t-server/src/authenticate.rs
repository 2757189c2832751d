//! The layer of a server that tells its callers apart.

use std::convert::Infallible;

use axum::extract::Request;
use axum::response::IntoResponse;
use axum::routing::Route;
use tower_layer::Layer;
use tower_service::Service;

use super::listen::{Server, Source};

impl Server {
    /// Puts a layer around everything that this server answers, which authenticates its callers: that
    /// of [`authenticate`](a2t_tool::authenticate), or any other that puts an
    /// [`a2t::Caller`](a2t_tool::Caller) among the extensions of the requests that it lets pass.
    ///
    /// ```
    /// use a2t::{Caller, Refusal};
    /// use http::request::Parts;
    ///
    /// async fn by_token(head: Parts) -> Result<Caller, Refusal> {
    ///     match a2t::bearer(&head.headers)? {
    ///         "secret-of-alice" => Ok(Caller::new("alice")),
    ///         _ => Err(Refusal::invalid_token("nobody has this token")),
    ///     }
    /// }
    /// # /// Adds two numbers.
    /// # ///
    /// # /// # Returns
    /// # /// The sum.
    /// # #[a2t::tool(version = 1)]
    /// # fn add(
    /// #     /// First addend.
    /// #     a: i32,
    /// #     /// Second addend.
    /// #     b: i32,
    /// # ) -> i32 { a + b }
    /// # let toolset = a2t::toolset![add];
    /// let server = a2t::Server::new(toolset, ()).authenticate(a2t::authenticate(by_token));
    /// ```
    pub fn authenticate<L>(mut self, layer: L) -> Self
    where
        L: Layer<Route> + Clone + Send + Sync + 'static,
        L::Service: Service<Request, Response: IntoResponse, Error: Into<Infallible>, Future: Send>
            + Clone
            + Send
            + Sync
            + 'static,
    {
        self.source = match self.source {
            Source::Toolset(build) => {
                Source::Toolset(Box::new(move |limits| build(limits).layer(layer)))
            }
            Source::Router(router) => Source::Router(router.layer(layer)),
        };
        self
    }
}
