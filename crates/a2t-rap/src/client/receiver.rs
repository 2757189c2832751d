//! Callbacks on their way in: read only if their URL was given for the call that it names, and stored before the 200.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use a2t_core::wire::problem::Kind;
use a2t_store::token::{Proof, Token};
use a2t_store::worker::{now, within};
use a2t_store::{Call, Signalled, StoreError};
use a2t_tool::{BodyLimits, Shares, check_media_type};
use a2t_webhook::signature::{ID, Signed};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, State};
use axum::response::Response;
use axum::routing::post;
use http::header::{CONTENT_TYPE, RETRY_AFTER};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, StatusCode};
use tokio::time::timeout;

use crate::client::events::Kept;
use crate::client::inner::{Inner, QUEUE};
use crate::client::payload::Payload;
use crate::client::run::LAST;
use crate::client::signal::{is_among, signal};
use crate::client::{Runtime, View};
use crate::message::limit::CALLBACK_BYTES_MAX;
use crate::message::{Callback, SubscriptionEvent};
use crate::shared::PATIENCE;

/// Limits of a body if no server of a2t is around the receiver, those of its defaults.
const BODY: BodyLimits = BodyLimits {
    bytes: CALLBACK_BYTES_MAX,
    idle: Duration::from_secs(5),
    total: Duration::from_secs(14),
};

impl Runtime {
    /// Returns the receiver of callbacks, which must be reached from outside below the URL of
    /// [`builder`](Self::builder). Serve it with `a2t::Server::from_router`, or among the routes of another
    /// `a2t::Server`, whose limits on time and on the bytes of all bodies apply to callbacks too.
    ///
    /// Each call has its own URL with 256 random bits, valid until its answer has come, or,
    /// for a subscription, its last event (CB-21). The body of a request with another URL is not read. A reply reports
    /// whether the callback was taken: 200, also for one that came before; 400 to 422 if not, which must not be
    /// repeated; 408 and 503 if it must be.
    ///
    /// ```no_run
    /// # async fn example(runtime: a2t::rap::Runtime) -> Result<(), a2t::ServeError> {
    /// use axum::Router;
    ///
    /// // The URL of the builder is https://agent.example.com/rap.
    /// let router = Router::new().nest("/rap", runtime.router());
    /// let server = a2t::Server::from_router(router).allow_host("agent.example.com");
    /// server.bind("127.0.0.1:8080").await?.serve().await
    /// # }
    /// ```
    pub fn router<S: Clone + Send + Sync + 'static>(&self) -> Router<S> {
        let router = Router::new().route("/callback/{token}", post(receive));
        router.with_state(Arc::clone(&self.inner))
    }
}

async fn receive(
    State(inner): State<Arc<Inner>>,
    Path(token): Path<String>,
    request: Request,
) -> Response {
    let (parts, body) = request.into_parts();
    match inner.take(&token, &parts, body).await {
        Ok(()) => Response::new(Body::empty()),
        Err(refused) => refused.into_response(),
    }
}

/// A callback that is not taken.
struct CallbackError {
    status: StatusCode,
    words: String,
}

fn error(status: StatusCode, words: impl Into<String>) -> CallbackError {
    CallbackError { status, words: words.into() }
}

impl CallbackError {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.words));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response
    }
}

impl From<StoreError> for CallbackError {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "a callback could not be stored");
        later()
    }
}

fn later() -> CallbackError {
    error(StatusCode::SERVICE_UNAVAILABLE, "the callback was not taken; send it again later")
}

/// The same message for all, so that it does not reveal which calls there are.
fn unknown() -> CallbackError {
    tracing::warn!("a callback of no pending call was discarded");
    error(StatusCode::NOT_FOUND, "no call waits for this")
}

impl Inner {
    async fn take(&self, token: &str, parts: &Parts, body: Body) -> Result<(), CallbackError> {
        let token = Token::parse(QUEUE, token).ok_or_else(unknown)?;
        // Before the body, because anyone can send one.
        let call = self.proven(&token).await?;
        if is_over(&call) {
            return Ok(());
        }
        check_media_type(&parts.headers)
            .map_err(|message| error(StatusCode::UNSUPPORTED_MEDIA_TYPE, message))?;
        let server = Shares::current();
        let (bodies, limits) = match &server {
            Some(server) => (&*server.bodies, server.limits.body()),
            None => (&self.bodies, BODY),
        };
        let limits = BodyLimits { bytes: CALLBACK_BYTES_MAX, ..limits };
        let read = bodies.hold(body, limits, &parts.extensions).await;
        let (body, _room) = read.map_err(|problem| match problem.known() {
            Some(Kind::Overloaded) => later(),
            _ => {
                let status = StatusCode::from_u16(problem.status);
                error(status.unwrap_or(StatusCode::BAD_REQUEST), problem.detail)
            }
        })?;
        self.verify(&parts.headers, &body)?;
        let callback = Callback::parse(&body, self.settings.reading)
            .map_err(|invalid| error(StatusCode::BAD_REQUEST, invalid.to_string()))?;
        // One after the other, so that the order of a thread is the order of its tool (CB-57).
        let lane = timeout(PATIENCE, self.lane(token.key.group())).await;
        let _lane = lane.map_err(|_| later())?;
        let call = self.proven(&token).await?;
        let is_own = callback.group_id() == token.key.group()
            && callback.id().is_none_or(|id| id == token.key.id());
        if !is_own {
            return Err(unknown());
        }
        if is_over(&call) {
            return Ok(());
        }
        self.dispatch(&call, callback, id(&parts.headers), &body).await
    }

    /// Returns the call whose callback URL has this token (CB-52, CB-53).
    async fn proven(&self, token: &Token) -> Result<Call, CallbackError> {
        let found = within(PATIENCE, self.store().find(&token.key)).await?;
        let call = found.ok_or_else(unknown)?;
        match Payload::read(&call.payload).map(|payload| Proof::parse(&payload.proof)) {
            Some(proof) if proof == Some(token.proof) => Ok(call),
            Some(_) => Err(unknown()),
            // The proof is erased with the payload when a call ends; then nothing is done anyway.
            None if call.standing.is_final() => Ok(call),
            // A later version of this library wrote it, and only that version can check who may answer it.
            None => Err(later()),
        }
    }

    /// Checks the signature, where a verifier asks for one.
    fn verify(&self, headers: &HeaderMap, body: &[u8]) -> Result<(), CallbackError> {
        let Some(verifier) = &self.settings.verifier else { return Ok(()) };
        let find = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let no = || error(StatusCode::UNAUTHORIZED, "the callback is not signed by a known key");
        let signed = Signed::from_headers(find).ok_or_else(no)?;
        verifier.verify(&signed, body, seconds()).map_err(|why| {
            tracing::warn!(?why, "a callback was refused by its signature");
            no()
        })
    }

    async fn dispatch(
        &self,
        call: &Call,
        callback: Callback,
        id: Option<&str>,
        body: &Bytes,
    ) -> Result<(), CallbackError> {
        match callback {
            // The first answer counts (CBA-11), and there is no second one (CB-104).
            Callback::ToolResult(_) if call.result.is_some() => Ok(()),
            Callback::SubscriptionEvent(event) => self.event(call, &event, id, body).await,
            Callback::ViewUpdate(update) => {
                self.keep_view(&update.group_id, &update.view_type, update.content.clone());
                let (thread, kind) = (update.group_id, update.view_type);
                self.settings.host.view(&View { thread, kind, content: update.content }).await;
                Ok(())
            }
            _ => self.store_signal(call, id, body).await,
        }
    }

    /// Stores an event for its subscriber, who may come later.
    async fn event(
        &self,
        call: &Call,
        event: &SubscriptionEvent,
        id: Option<&str>,
        body: &Bytes,
    ) -> Result<(), CallbackError> {
        if call.result.is_none() {
            // The confirmation is on its way through the workers.
            return Err(later());
        }
        match within(PATIENCE, self.keep_event(&call.key, id, body)).await? {
            Kept::Full => Err(later()),
            // After the event, because a call that has ended takes no event.
            Kept::Stored if event.is_final => self.store_signal(call, None, LAST.as_bytes()).await,
            Kept::Stored => {
                self.waiters.changed(&call.key);
                Ok(())
            }
        }
    }

    async fn store_signal(
        &self,
        call: &Call,
        id: Option<&str>,
        body: &[u8],
    ) -> Result<(), CallbackError> {
        let signal = signal(id, body);
        if is_among(&signal, &call.signals) {
            return Ok(());
        }
        match within(PATIENCE, self.store().signal(&call.key, signal, now())).await? {
            Signalled::Stored => {
                self.pool.wake.notify_one();
                self.waiters.changed(&call.key);
                Ok(())
            }
            Signalled::Ended(_) => Ok(()),
            Signalled::Unknown => Err(unknown()),
        }
    }
}

/// Returns `true` if nothing that comes for the call is taken any more.
fn is_over(call: &Call) -> bool {
    let is_over = call.standing.is_final();
    if is_over {
        tracing::info!("a callback of an answered call was dropped");
    }
    is_over
}

fn id(headers: &HeaderMap) -> Option<&str> {
    headers.get(ID).and_then(|value| value.to_str().ok())
}

fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
