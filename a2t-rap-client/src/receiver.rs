//! Callbacks on their way in: believed if their URL was given for the call that they name, stored
//! before the 200, and otherwise discarded.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use a2t_rap_wire::{Callback, SubscriptionEvent};
use a2t_store::token::{Proof, Token};
use a2t_store::{Call, Signalled, StoreError};
use a2t_webhook::{ID, Seen, Signed};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, State};
use axum::response::Response;
use axum::routing::post;
use http::header::{CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderMap, HeaderValue, StatusCode};
use http_body_util::{BodyExt, LengthLimitError, Limited};

use crate::inner::{Inner, QUEUE};
use crate::payload::Payload;
use crate::run::LAST;
use crate::waiters::Handed;
use crate::{Runtime, View};

/// Longest that a body may take.
const BODY_TIME: Duration = Duration::from_secs(15);

impl Runtime {
    /// The receiver of callbacks, to be reached from outside below the URL of
    /// [`builder`](Self::builder).
    ///
    /// Each call has a URL of its own with 256 random bits in it, good until its answer has come, or,
    /// of a subscription, its last event (CB-21). A reply says whether the callback was taken: 200,
    /// also of one that came before; 400 to 422 if not, which is never to be repeated; 503 if it is.
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
    match inner.take(&token, &parts.headers, body).await {
        Ok(()) => Response::new(Body::empty()),
        Err(refused) => refused.into_response(),
    }
}

/// A callback that is not taken.
struct Refused {
    status: StatusCode,
    words: String,
}

fn refused(status: StatusCode, words: impl Into<String>) -> Refused {
    Refused { status, words: words.into() }
}

impl Refused {
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

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "a callback could not be stored");
        later()
    }
}

fn later() -> Refused {
    refused(StatusCode::SERVICE_UNAVAILABLE, "the callback was not taken; send it again later")
}

/// The same words for all, so that nobody learns which calls there are.
fn unknown() -> Refused {
    tracing::warn!("a callback of no pending call was discarded");
    refused(StatusCode::NOT_FOUND, "no call waits for this")
}

impl Inner {
    async fn take(&self, token: &str, headers: &HeaderMap, body: Body) -> Result<(), Refused> {
        let token = Token::parse(QUEUE, token).ok_or_else(unknown)?;
        let body = read(headers, body).await?;
        self.verify(headers, &body)?;
        let callback = Callback::parse(&body, self.settings.reading)
            .map_err(|invalid| refused(StatusCode::BAD_REQUEST, invalid.to_string()))?;
        // One after the other, so that the order of a thread is the order of its tool (CB-57).
        let _lane = self.lane(token.key.group()).await;
        let call = self.store().find(&token.key).await?.ok_or_else(unknown)?;
        check(&token, &call, &callback)?;
        if call.standing.is_final() {
            tracing::info!("a callback of an answered call was dropped");
            return Ok(());
        }
        if self.is_known(headers) {
            return Ok(());
        }
        let taken = self.dispatch(&call, callback, &body).await;
        if taken.is_err() {
            self.forget(headers);
        }
        taken
    }

    /// Checks the signature, where a verifier asks for one.
    fn verify(&self, headers: &HeaderMap, body: &[u8]) -> Result<(), Refused> {
        let Some(verifier) = &self.settings.verifier else { return Ok(()) };
        let find = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let no = || refused(StatusCode::UNAUTHORIZED, "the callback is not signed by a known key");
        let signed = Signed::from_headers(find).ok_or_else(no)?;
        verifier.verify(&signed, body, seconds()).map_err(|why| {
            tracing::warn!(?why, "a callback was refused by its signature");
            no()
        })
    }

    /// Returns `true` for a callback that was taken before, by its id.
    fn is_known(&self, headers: &HeaderMap) -> bool {
        let mut came = self.came.lock().unwrap_or_else(PoisonError::into_inner);
        id(headers).is_some_and(|id| came.remember(id, seconds()) == Seen::Known)
    }

    fn forget(&self, headers: &HeaderMap) {
        if let Some(id) = id(headers) {
            self.came.lock().unwrap_or_else(PoisonError::into_inner).forget(id);
        }
    }

    async fn dispatch(&self, call: &Call, callback: Callback, body: &Bytes) -> Result<(), Refused> {
        match callback {
            // The first answer counts (CBA-11), and there is no second one (CB-104).
            Callback::ToolResult(_) if call.result.is_some() => Ok(()),
            Callback::SubscriptionEvent(event) => self.event(call, event).await,
            Callback::ViewUpdate(update) => {
                self.keep_view(&update.group_id, &update.view_type, update.content.clone());
                let (thread, kind) = (update.group_id, update.view_type);
                self.settings.host.view(&View { thread, kind, content: update.content }).await;
                Ok(())
            }
            _ => self.store_signal(call, body.to_vec()).await,
        }
    }

    /// An event goes to the subscriber; a tool keeps it until there is one.
    async fn event(&self, call: &Call, event: SubscriptionEvent) -> Result<(), Refused> {
        let is_last = event.is_final;
        if call.result.is_none() {
            // The confirmation is on its way through the workers.
            return Err(later());
        }
        match self.waiters.hand_over(&call.key, event) {
            Handed::Back => Err(later()),
            Handed::Over if is_last => self.store_signal(call, LAST.as_bytes().to_vec()).await,
            Handed::Over => Ok(()),
        }
    }

    async fn store_signal(&self, call: &Call, body: Vec<u8>) -> Result<(), Refused> {
        let signalled = self.store().signal(&call.key, body.into(), crate::inner::now()).await?;
        match signalled {
            Signalled::Stored => {
                self.wake.notify_one();
                self.waiters.changed(&call.key);
                Ok(())
            }
            Signalled::Ended(_) => Ok(()),
            Signalled::Unknown => Err(unknown()),
        }
    }
}

/// The callback is of the call that its URL was made for (CB-52, CB-53).
fn check(token: &Token, call: &Call, callback: &Callback) -> Result<(), Refused> {
    match Payload::read(&call.payload).map(|payload| Proof::parse(&payload.proof)) {
        Some(proof) if proof == Some(token.proof) => {}
        Some(_) => return Err(unknown()),
        // The proof is erased with the payload when a call ends; then nothing is done anyway.
        None if call.standing.is_final() => {}
        // A later version of this library wrote it, which alone can tell who may answer it.
        None => return Err(later()),
    }
    let is_own = callback.group_id() == token.key.group()
        && callback.id().is_none_or(|id| id == token.key.id());
    if is_own { Ok(()) } else { Err(unknown()) }
}

async fn read(headers: &HeaderMap, body: Body) -> Result<Bytes, Refused> {
    let declared = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = declared.and_then(|value| value.split(';').next()).unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("application/json") {
        let words = "send the callback as JSON, with Content-Type: application/json";
        return Err(refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, words));
    }
    let max = a2t_rap_wire::limit::CALLBACK_BYTES_MAX;
    match tokio::time::timeout(BODY_TIME, Limited::new(body, max).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            let words = format!("the callback has more than {max} bytes");
            Err(refused(StatusCode::PAYLOAD_TOO_LARGE, words))
        }
        Ok(Err(_)) => Err(refused(StatusCode::BAD_REQUEST, "the body broke off")),
        Err(_) => Err(refused(StatusCode::REQUEST_TIMEOUT, "the body took too long")),
    }
}

fn id(headers: &HeaderMap) -> Option<&str> {
    headers.get(ID).and_then(|value| value.to_str().ok())
}

fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
