//! The router: discovery, invocations, and the small requests about them.

use std::sync::Arc;
use std::time::Duration;

use a2t_tool::reply::unread;
use a2t_tool::telemetry::{is_watched, mark, settle};
use a2t_tool::{AuthError, Caller, overloaded};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, StatusCode};
use tokio::time::timeout;

use crate::message::{CancelToolCall, CloseThread, DISCOVERY, Migrate};
use crate::server::inner::{Inner, Order};
use crate::server::migrate::{Migration, MigrationError};
use crate::server::refuse::{refuse, trouble, well};
use crate::server::request::{NO_HOST, SMALL, Shared, unreadable};
use crate::server::{accept, answer, name};

/// Longest time of a migration.
const MIGRATION: Duration = Duration::from_secs(300);

pub(crate) fn router<R>(inner: Arc<Inner>) -> Router<R>
where
    R: Clone + Send + Sync + 'static,
{
    let mut router = Router::new()
        .route(DISCOVERY, get(discover))
        .route("/invoke", post(invoke))
        .route("/close_thread", post(close_thread))
        .route("/cancel_tool_call", post(cancel_tool_call))
        .route("/user_choice_response/{token}", post(answer::choose))
        .route("/oauth_callback", get(answer::come_back));
    if inner.settings.migration.is_some() {
        router = router.route("/migrate", post(migrate));
    }
    router.layer(from_fn(identified)).with_state(inner)
}

/// Gives the request an id, and the reply the same.
async fn identified(mut request: Request, next: Next) -> Response {
    let id = settle(request.headers_mut(), is_watched());
    let mut response = next.run(request).await;
    mark(id.as_ref(), &mut response);
    response
}

/// The manifest (CB-77, CB-78). It is always whole, and never kept by caches between, since each
/// session fetches it fresh (CB-96).
async fn discover(State(inner): Shared, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let base = inner.base(&parts, DISCOVERY);
    let seen = inner.runner.visible(parts.extensions.get());
    if let Some((seen, _)) = &seen
        && seen.is_empty()
    {
        return nothing_visible(&parts);
    }
    let catalog = inner.runner.catalog();
    if catalog.invalid().is_some() {
        return trouble(1, NO_MANIFEST);
    }
    let manifest = base.and_then(|base| {
        let seen = seen.as_ref().map(|(seen, _)| seen);
        catalog.manifest(&format!("{base}/invoke"), seen)
    });
    let Some(manifest) = manifest else {
        return refuse(StatusCode::BAD_REQUEST, NO_HOST);
    };
    let mut response = Response::new(Body::from(manifest));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Some((_, vary)) = seen {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache, private"));
        let names = vary.into_iter().map(HeaderValue::from);
        headers.extend(names.map(|name| (VARY, name)));
    }
    response
}

/// Answer to a caller who sees no tool, since a manifest has at least one (CB-80).
fn nothing_visible(parts: &Parts) -> Response {
    let refusal = match parts.extensions.get::<Caller>() {
        Some(_) => AuthError::insufficient_scope(None::<String>),
        None => AuthError::missing(),
    };
    refusal.within(&parts.extensions).into_response()
}

const NO_MANIFEST: &str =
    "there is no manifest at this moment: it has one tool at least, and 10,000 at most";

async fn invoke(State(inner): Shared, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = match inner.read(&parts, body, inner.invocation_bytes()).await {
        Ok(body) => body,
        Err(refused) => return *refused,
    };
    // A client that is slow to send a body takes no permit that another needs.
    match inner.shares().in_flight.try_acquire() {
        Ok(_permit) => accept::accept(&inner, &parts, &body).await,
        Err(_) => unread(&overloaded()),
    }
}

/// Closes a thread: always 200 (CB-145), the work is done in the background (CB-147).
async fn close_thread(State(inner): Shared, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let closed = match inner.read(&parts, body, SMALL).await {
        Ok(body) => CloseThread::parse(&body).ok(),
        Err(_) => None,
    };
    match closed {
        Some(CloseThread { thread_id }) => {
            let caller = parts.extensions.get().map(Caller::id).map(str::to_owned);
            if inner.orders.try_send(Order::Close(thread_id, caller)).is_err() {
                tracing::warn!("a thread was closed while too many others are; its calls go on");
            }
        }
        None => tracing::debug!("a request to close a thread could not be read"),
    }
    well()
}

/// Cancels a call or a subscription: always 200 (CB-145).
async fn cancel_tool_call(State(inner): Shared, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let cancelled = match inner.read(&parts, body, SMALL).await {
        Ok(body) => CancelToolCall::parse(&body).ok(),
        Err(_) => None,
    };
    let caller = parts.extensions.get().map(Caller::id);
    let key = cancelled.map(|CancelToolCall { thread_id, tool_call_id }| {
        name::key(caller, &thread_id, &tool_call_id)
    });
    match key {
        Some(Ok(key)) => {
            if let Err(error) = inner.cancel(&key, caller).await {
                tracing::warn!(%error, "a call could not be cancelled");
            }
        }
        _ => tracing::debug!("a request to cancel a call could not be read"),
    }
    well()
}

/// `POST /migrate` (CB-154): 200 only when the destination has the state.
async fn migrate(State(inner): Shared, request: Request) -> Response {
    let Some(handler) = inner.settings.migration.clone() else {
        return refuse(StatusCode::NOT_FOUND, "nothing moves from this server");
    };
    let (parts, body) = request.into_parts();
    let body = match inner.read(&parts, body, SMALL).await {
        Ok(body) => body,
        Err(refused) => return *refused,
    };
    let Migrate { session_id, destination_url } = match Migrate::parse(&body) {
        Ok(asked) => asked,
        Err(invalid) => return unreadable(invalid),
    };
    let destination = destination_url.as_str().trim_end_matches('/').to_owned();
    if let Err(refusal) = inner.guard.policy().check(&destination) {
        return refuse(StatusCode::FORBIDDEN, format!("the destination: {refusal}"));
    }
    let moved = async {
        let found = inner.guard.get(&format!("{destination}{DISCOVERY}"), HeaderMap::new()).await;
        match found {
            Ok(reply) if reply.status() == StatusCode::OK => {}
            Ok(reply) => {
                let words = format!("the destination has no manifest: status {}", reply.status());
                return Err(MigrationError::new(words));
            }
            Err(error) => return Err(MigrationError::new(error.to_string())),
        }
        let guard = inner.guard.clone();
        handler(Migration { session_id, destination_url: destination, guard }).await
    };
    match timeout(MIGRATION, moved).await {
        Ok(Ok(())) => well(),
        Ok(Err(error)) => refuse(StatusCode::BAD_GATEWAY, error.to_string()),
        Err(_) => refuse(StatusCode::GATEWAY_TIMEOUT, "the state did not move in time"),
    }
}
