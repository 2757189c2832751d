//! Pages of fewer items than a client asks for.

use a2t_core::wire::page::{LIMIT_MAX, PageQuery};
use axum::Router;
use axum::extract::Request;
use axum::middleware::map_request;
use http::Uri;
use http::uri::PathAndQuery;

pub(super) const SIZE_MAX: usize = LIMIT_MAX;

pub(super) fn limited(router: Router, items: usize) -> Router {
    router.layer(map_request(move |mut request: Request| async move {
        if let Some(uri) = lowered(request.uri(), items) {
            *request.uri_mut() = uri;
        }
        request
    }))
}

/// Lowers the limit of a page; `None` for a query that the server refuses.
fn lowered(uri: &Uri, items: usize) -> Option<Uri> {
    let mut query = PageQuery::parse(uri.query()).ok()?;
    query.limit = query.limit.min(items);
    let target = format!("{}?{}", uri.path(), query.to_query());
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(PathAndQuery::try_from(target).ok()?);
    Uri::from_parts(parts).ok()
}
