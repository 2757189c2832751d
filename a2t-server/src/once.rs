//! A call under an `Idempotency-Key`: begun once, ended by one reply that is kept.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use a2t_core::wire::problem::{Kind, Problem};
use a2t_idempotency::{BadKey, Begun, Call, Digest, Key, Reply, Store, StoreError};
use a2t_tool::{Cause, Fault, Lasting};
use axum::body::{Body, to_bytes};
use axum::response::Response;
use http::request::Parts;
use http::{HeaderName, HeaderValue, StatusCode};
use tokio::runtime::Handle;

use super::heading::Found;
use super::{Idempotency, reply};

const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");
/// The time beyond its own that a call may take until its reply is kept, and clocks may differ.
const GRACE: Duration = Duration::from_secs(10);

/// A call that has a key, and the store of its reply.
pub(super) struct Named {
    store: Arc<dyn Store>,
    key: Key,
    lasting: Duration,
}

impl Named {
    /// The key of a request, if it has one that counts.
    ///
    /// # Errors
    /// The key is not one, or the tool requires one and there is none.
    pub(super) fn of(
        parts: &Parts,
        key: Found<'_>,
        default: &Idempotency,
        required: bool,
    ) -> Result<Option<Self>, Problem> {
        match key {
            Found::Nothing if required => Err(missing()),
            Found::Nothing => Ok(None),
            Found::One(header) => Self::read(parts, header, default),
            Found::Several => {
                let detail = "the request has several Idempotency-Key headers: send one";
                Err(Problem::new(Kind::InvalidIdempotencyKey, detail))
            }
        }
    }

    fn read(
        parts: &Parts,
        header: &HeaderValue,
        default: &Idempotency,
    ) -> Result<Option<Self>, Problem> {
        let setting = parts.extensions.get().unwrap_or(default);
        let key = Key::of_header(setting.caller_of(parts), header.as_bytes()).map_err(invalid)?;
        let store = setting.store.clone();
        Ok(store.map(|store| Self { store, key, lasting: setting.lasting }))
    }

    /// Takes the key for a call of this content that may take so long.
    ///
    /// # Errors
    /// The response that is given in place of the call's own.
    pub(super) async fn begin(
        self,
        signature: &Lasting,
        body: &[u8],
        time: Duration,
    ) -> Result<Once, Box<Response>> {
        let version = signature.version.to_be_bytes();
        let id = signature.tool_id.as_u128().to_be_bytes();
        let (now, time) = (SystemTime::now(), time.saturating_add(GRACE));
        let call = Call {
            key: self.key.clone(),
            digest: Digest::of([&id[..], &version, body]),
            deadline: after(now, time),
            until: after(now, time.max(self.lasting)),
        };
        match self.store.begin(call, now).await {
            Ok(Begun::New) => Ok(Once { store: self.store, key: self.key, ended: false }),
            Ok(begun) => Err(Box::new(instead(begun))),
            Err(error) => Err(Box::new(unkept(signature.clone(), &error))),
        }
    }
}

/// A time of the calendar, as far as there is one.
fn after(now: SystemTime, time: Duration) -> SystemTime {
    const CENTURY: Duration = Duration::from_secs(100 * 366 * 24 * 60 * 60);
    now.checked_add(time).unwrap_or_else(|| now + CENTURY)
}

/// A call that was begun, and whose end is to be kept.
pub(super) struct Once {
    store: Arc<dyn Store>,
    key: Key,
    ended: bool,
}

impl Once {
    /// Keeps the response, if the call did something, and hands it on; with the failure of a store that
    /// could not.
    pub(super) async fn end(
        mut self,
        response: Response,
        lasts: bool,
    ) -> (Response, Option<StoreError>) {
        self.ended = true;
        if !lasts {
            return (response, self.store.free(&self.key).await.err());
        }
        let (parts, body) = response.into_parts();
        // The bytes are there, so that there is nothing to wait for and no error to be had.
        let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
        let reply = Reply { status: parts.status.as_u16(), body: body.to_vec() };
        let kept = self.store.keep(&self.key, reply).await;
        (Response::from_parts(parts, Body::from(body)), kept.err())
    }
}

/// A call that is cut may have had effects: whoever repeats it hears that nobody knows.
impl Drop for Once {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        let (store, key) = (Arc::clone(&self.store), self.key.clone());
        if let Ok(runtime) = Handle::try_current() {
            let body = unknown().to_json();
            // Without it, the deadline tells the same, later.
            runtime.spawn(async move { store.keep(&key, Reply { status: 504, body }).await });
        }
    }
}

/// The response to a call that does not run.
fn instead(begun: Begun) -> Response {
    match begun {
        Begun::Kept(kept) => replayed(kept),
        Begun::Lost => reply::problem(&unknown()),
        Begun::Other => {
            let detail =
                "another call was made with this Idempotency-Key: give each call a key of its own";
            reply::problem(&Problem::new(Kind::IdempotencyKeyReused, detail))
        }
        Begun::Full => {
            let detail = "no more idempotency keys can be kept; nothing was done";
            reply::retry_later(&Problem::new(Kind::Overloaded, detail), 1)
        }
        // `New` runs.
        Begun::Running | Begun::New => {
            let detail = "the call with this Idempotency-Key still runs: ask again for its reply";
            reply::retry_later(&Problem::new(Kind::IdempotencyKeyInUse, detail), 1)
        }
    }
}

fn replayed(kept: Reply) -> Response {
    let status = StatusCode::from_u16(kept.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = match status {
        StatusCode::OK => reply::json(kept.body),
        _ => reply::problem_again(status, kept.body),
    };
    response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    response
}

fn unknown() -> Problem {
    let detail = "the call with this Idempotency-Key was cut; whether it had an effect is unknown, and it is not run again";
    Problem::new(Kind::Timeout, detail)
}

fn unkept(signature: Lasting, error: &StoreError) -> Response {
    let detail = "the idempotency key cannot be kept now; nothing was done";
    let mut response = reply::retry_later(&Problem::new(Kind::Unavailable, detail), 1);
    let cause = Cause::Unbegun(error.to_string());
    response.extensions_mut().insert(Fault::new(signature, cause));
    response
}

fn missing() -> Problem {
    let detail = "the tool runs once for each Idempotency-Key: add the header, with a fresh UUID for each call and the same one when it is sent again";
    Problem::new(Kind::IdempotencyKeyMissing, detail)
}

fn invalid(bad: BadKey) -> Problem {
    Problem::new(Kind::InvalidIdempotencyKey, format!("the Idempotency-Key is no key: {bad}"))
}
