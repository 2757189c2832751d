//! Tools over HTTP: a router for an API that exists, a server for one that does not.

mod body;
mod catalog;
mod connection;
mod endpoints;
mod fault;
mod guard;
mod invoke;
mod limits;
mod listen;
mod page;
mod refuse;
mod reply;
mod signals;
mod stall;

use axum::Router;
use axum::routing::any;

pub use fault::Fault;
pub use limits::Limits;
pub use listen::{BoundServer, ServeError, Server, serve};

use self::endpoints::Endpoints;
use crate::Toolset;

impl<S: Clone + Send + Sync + 'static> Toolset<S> {
    /// The six endpoints of the protocol as an ordinary router, with the default [`Limits`].
    ///
    /// It nests under any prefix, merges with other routes, and takes layers and the state `S` as any
    /// router does:
    ///
    /// ```
    /// use axum::{Router, routing::get};
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
    /// let api: Router = Router::new()
    ///     .route("/health", get(async || "well"))
    ///     .nest("/api", toolset.into_router())
    ///     .with_state(());
    /// ```
    ///
    /// | endpoint (draft) | answers |
    /// | --- | --- |
    /// | `GET /tools` (6.1) | a page of current signatures by name |
    /// | `GET /tools/{toolId}` (6.2) | the current signature |
    /// | `GET /tools/{toolId}/versions` (6.3) | a page of all versions, newest first |
    /// | `GET /tools/{toolId}/versions/{version}` (6.3) | one signature |
    /// | `POST /tools/{toolId}:invoke` (7) | the result of the current version |
    /// | `POST /tools/{toolId}/versions/{version}:invoke` (7) | the result of that version |
    ///
    /// The lists take `pageCursor` and `pageLimit` (1 to 1,000 signatures, 100 if absent). `GET /tools` also takes
    /// two filters of our own: `tag`, which may be repeated (a tool has every one), and `name` (part of the
    /// tool's name, in either case). `GET` endpoints answer `HEAD`, and 304 to a client that has their `ETag`.
    ///
    /// Replies of a version that is deprecated carry the header `Deprecation` (RFC 9745).
    ///
    /// Every error is `application/problem+json` (RFC 9457); `errors` has one entry with a JSON pointer for
    /// each mistake of the request.
    ///
    /// | status | when |
    /// | --- | --- |
    /// | 400 | the body is not JSON or does not match the signature; a cursor or `pageLimit` is not one |
    /// | 403 | [`ToolError::forbidden`](crate::ToolError::forbidden) |
    /// | 404 | no such path, tool or version; [`ToolError::not_found`](crate::ToolError::not_found) |
    /// | 405 | another method than the path has; `Allow` lists those |
    /// | 409 | [`ToolError::conflict`](crate::ToolError::conflict) |
    /// | 408, 413 | the body is too slow or too large ([`Limits`]) |
    /// | 415 | `Content-Type` is absent or not JSON (`application/json`, `application/*+json`), or the body is compressed |
    /// | 422 | [`ToolError::refused`](crate::ToolError::refused) |
    /// | 500 | [`ToolError::internal`](crate::ToolError::internal) and errors of the standard library, a panic, or a published version that cannot be read; the reason goes to [`Fault`], never to the caller |
    /// | 503 | [`ToolError::unavailable`](crate::ToolError::unavailable), with `Retry-After` if it says so |
    /// | 504 | the tool took longer than [`Limits::handler`] |
    ///
    /// A context extractor that refuses a request keeps its own status and headers; its text becomes the
    /// problem's `detail` if the status is 4xx.
    pub fn into_router(self) -> Router<S> {
        self.into_router_with(Limits::new())
    }

    /// [`Toolset::into_router`] with other limits.
    pub fn into_router_with(self, limits: Limits) -> Router<S> {
        let endpoints = Endpoints::new(self, limits);
        Router::new()
            .route("/tools", any(endpoints.clone()))
            .route("/tools/{*below}", any(endpoints))
    }
}
