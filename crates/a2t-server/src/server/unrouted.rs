//! A program's own router: the empty 404 of axum's default fallback becomes a problem document.

use std::convert::Infallible;
use std::task::{Context, Poll};

use a2t_core::wire::problem::{Kind, Problem};
use axum::Router;
use axum::body::HttpBody;
use axum::extract::Request;
use axum::response::Response;
use futures_util::TryFutureExt;
use futures_util::future::MapOk;
use http::StatusCode;
use http::header::CONTENT_TYPE;
use tower_layer::layer_fn;
use tower_service::Service;

use crate::reply;

/// Mark of a reply that a route gave, so that its 404 stays as it is.
#[derive(Clone, Copy)]
struct Routed;

/// Returns the router with a mark on replies of its routes, but not on those of its fallback.
pub(crate) fn marked(router: Router) -> Router {
    // A layer of routes needs one.
    if router.has_routes() { router.route_layer(layer_fn(Marked)) } else { router }
}

/// Returns `true` for a 404 without a body or a type that no route gave.
pub(crate) fn is_unrouted(response: &Response) -> bool {
    is_bare(response) && response.extensions().get::<Routed>().is_none()
}

/// Explains such a response, and keeps the headers that layers added.
pub(crate) fn explained(response: Response) -> Response {
    let problem = Problem::new(Kind::NotFound, "there is nothing at this path");
    reply::in_place_of(response, reply::problem(&problem))
}

fn is_bare(response: &Response) -> bool {
    response.status() == StatusCode::NOT_FOUND
        && response.body().size_hint().exact() == Some(0)
        && !response.headers().contains_key(CONTENT_TYPE)
}

fn mark(mut response: Response) -> Response {
    if is_bare(&response) {
        response.extensions_mut().insert(Routed);
    }
    response
}

#[derive(Clone)]
struct Marked<S>(S);

impl<S> Service<Request> for Marked<S>
where
    S: Service<Request, Response = Response, Error = Infallible>,
{
    type Response = Response;
    type Error = Infallible;
    type Future = MapOk<S::Future, fn(Response) -> Response>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        self.0.call(request).map_ok(mark)
    }
}
