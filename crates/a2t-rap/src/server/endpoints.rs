//! The router: discovery, invocations, and the small requests about them.

use std::sync::Arc;

use a2t_tool::seen::{is_watched, mark, settle};
use a2t_tool::{BodyLimits, Caller, Refusal, Shares, Unread};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HOST, VARY};
use http::request::Parts;
use http::uri::Authority;
use http::{HeaderMap, HeaderValue, StatusCode};

use crate::message::limit::INVOCATION_BYTES_MAX;
use crate::message::{CancelToolCall, CloseThread, DISCOVERY};
use crate::server::inner::Inner;
use crate::server::janitor::Order;
use crate::server::refuse::{later, problem, refuse, trouble, well};
use crate::server::{accept, answer, migrate, name};

/// Most bytes of a body that is not an invocation.
pub(crate) const SMALL: usize = crate::message::limit::BODY_BYTES_MAX;

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
        router = router.route("/migrate", post(migrate::migrate));
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

pub(crate) type Shared = State<Arc<Inner>>;

/// The manifest (CB-77, CB-78). It is always whole, and never kept by caches between, since each
/// session fetches it fresh (CB-96).
async fn discover(State(inner): Shared, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let base = inner.base(&parts, DISCOVERY);
    let seen = inner.runner.seen(parts.extensions.get());
    if let Some((seen, _)) = &seen
        && seen.is_empty()
    {
        return nothing_seen(&parts);
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
fn nothing_seen(parts: &Parts) -> Response {
    let refusal = match parts.extensions.get::<Caller>() {
        Some(_) => Refusal::insufficient_scope(None::<String>),
        None => Refusal::missing(),
    };
    refusal.within(&parts.extensions).into_response()
}

const NO_MANIFEST: &str =
    "there is no manifest at this moment: it has one tool at least, and 10,000 at most";

pub(crate) const NO_HOST: &str = "the request has no Host that a URL can be made of; whoever runs \
                                  this server sets `Server::base_url`";

async fn invoke(State(inner): Shared, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = match inner.read(&parts, body, inner.invocation_bytes()).await {
        Ok(body) => body,
        Err(refused) => return *refused,
    };
    // A client that is slow to send a body takes no place that another needs.
    match inner.shares().in_flight.try_acquire() {
        Ok(_permit) => accept::accept(&inner, &parts, &body).await,
        Err(_) => overloaded(),
    }
}

fn overloaded() -> Response {
    later(1, "the server has as many requests as it takes; nothing was accepted")
}

impl Inner {
    /// Bytes of a body that is declared as JSON, of a request with this head.
    pub(crate) async fn read(
        &self,
        parts: &Parts,
        body: Body,
        max: usize,
    ) -> Result<Bytes, Box<Response>> {
        check_media_type(&parts.headers)?;
        let shares = self.shares();
        let limits = BodyLimits { bytes: max, ..shares.limits.body() };
        shares.bodies.collect(body, limits, &parts.extensions).await.map_err(|unread| {
            let (status, words) = match unread {
                Unread::TooLarge => {
                    (StatusCode::PAYLOAD_TOO_LARGE, format!("the body has more than {max} bytes"))
                }
                Unread::TooSlow => {
                    let BodyLimits { idle, total, .. } = limits;
                    let words = format!(
                        "a body may pause for {idle:?}, and its request take {total:?} in all"
                    );
                    (StatusCode::REQUEST_TIMEOUT, words)
                }
                Unread::Broken => {
                    let words = "the body broke off before its declared end";
                    (StatusCode::BAD_REQUEST, words.to_owned())
                }
                Unread::Crowded => return Box::new(overloaded()),
            };
            Box::new(refuse(status, words))
        })
    }

    /// Returns the shares of the server around the router, unless limits are set here.
    fn shares(&self) -> Arc<Shares> {
        let server = Shares::current();
        if let Some(server) = &server {
            self.settings.server.get_or_init(|| Arc::clone(server));
        }
        let around = server.filter(|_| self.settings.server_limits.is_none());
        around.unwrap_or_else(|| Arc::clone(&self.shares))
    }

    fn invocation_bytes(&self) -> usize {
        self.shares().limits.body().bytes.min(INVOCATION_BYTES_MAX)
    }

    /// The base URL as it was set, or else as the caller of this path sees it.
    pub(crate) fn base(&self, parts: &Parts, path: &str) -> Option<String> {
        if let Some(base) = &self.settings.base_url {
            return Some(base.clone());
        }
        let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok());
        let host = host.or_else(|| parts.uri.authority().map(Authority::as_str))?;
        let host: Authority =
            host.parse().ok().filter(|host: &Authority| !host.as_str().contains('@'))?;
        let whole = parts.extensions.get::<axum::extract::OriginalUri>();
        let whole = whole.map_or(parts.uri.path(), |uri| uri.path());
        Some(format!("http://{host}{}", whole.strip_suffix(path)?))
    }
}

/// Refuses a body that does not declare itself as JSON (CB-1), because a web page of another origin
/// can send one without asking first.
fn check_media_type(headers: &HeaderMap) -> Result<(), Box<Response>> {
    let refused = |words: &str| Err(Box::new(refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, words)));
    if headers.get(CONTENT_ENCODING).is_some_and(|coding| coding != "identity") {
        return refused("send the body without a Content-Encoding");
    }
    let declared = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = declared.and_then(|value| value.split(';').next()).unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        Ok(())
    } else {
        refused("send the body as JSON, with Content-Type: application/json")
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

/// Problem details of a body that is JSON and not what it should be.
pub(crate) fn unreadable(invalid: a2t_core::Invalid) -> Response {
    problem(&a2t_core::wire::problem::Problem::invocation(invalid))
}
