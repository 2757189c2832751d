//! The layer of a server that tells its callers apart.

use std::convert::Infallible;

use axum::extract::Request;
use axum::response::IntoResponse;
use axum::routing::Route;
use tower_layer::Layer;
use tower_service::Service;

use super::listen::Server;

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
    ///
    /// The layer stands before the limit on rates and the replies of equal calls, whatever the order in which they
    /// are set, so that both know the caller. A tuple of layers is one, the first outermost.
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
