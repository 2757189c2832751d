//! Answers to what a call asked: a user's selection, and a page's redirect.

use a2t_store::token::{Proof, Token, chance};
use a2t_store::worker::now;
use a2t_store::{Call, Key, Signalled, StoreError};
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::response::Response;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, REFERRER_POLICY};
use http::{HeaderValue, StatusCode};
use url::form_urlencoded;

use crate::message::Selection;
use crate::server::inner::{Inner, QUEUE};
use crate::server::journal::{Answer, Asked, Journal};
use crate::server::refuse::{refuse, trouble, well};
use crate::server::request::{SMALL, Shared, unreadable};

/// Longest text of a token, of a code, of a page's words.
const TEXT_MAX: usize = 4096;

/// A question that an answer came for.
struct Open {
    key: Key,
    proof: Proof,
    asked: Asked,
}

/// Reason why an answer is not taken.
enum Closed {
    Unknown,
    /// It was answered already, or too late.
    Used,
    Store(StoreError),
}

impl Inner {
    /// The open question that a token was made for.
    async fn open(&self, token: &str) -> Result<Open, Closed> {
        let token = Some(token).filter(|token| token.len() <= TEXT_MAX);
        let token = token.and_then(|token| Token::parse(QUEUE, token));
        let Token { key, proof } = token.ok_or(Closed::Unknown)?;
        let call = self.ask(self.store().find(&key)).await.map_err(Closed::Store)?;
        let asked = call.as_ref().and_then(|call| asked(call, proof)).ok_or(Closed::Unknown)?;
        let is_late = now().since(asked.since) >= self.settings.limits.answer_timeout;
        if is_late || call.is_some_and(|call| asked.answer(&call).is_some()) {
            return Err(Closed::Used);
        }
        Ok(Open { key, proof, asked })
    }

    /// Stores the answer, unless the question has another one: of several that come at once, the first one counts.
    async fn signal(&self, open: &Open, answer: &Answer) -> Result<(), Closed> {
        let Open { key, proof, asked } = open;
        let _one = self.answering(key).await;
        let call = self.ask(self.store().find(key)).await.map_err(Closed::Store)?;
        if call.is_none_or(|call| asked.first(&call).is_some()) {
            return Err(Closed::Used);
        }
        let signal = answer.to_secret(*proof, chance());
        match self.ask(self.store().signal(key, signal.clone(), now())).await {
            Ok(Signalled::Stored) => {}
            Ok(_) => return Err(Closed::Used),
            Err(error) => return Err(Closed::Store(error)),
        }
        if let Some(held) = self.pool.running.find(key) {
            held.signalled.notify_one();
        }
        self.pool.wake.notify_one();
        // Another program on this store may have been faster. A call that has ended has no signals.
        let call = self.ask(self.store().find(key)).await.map_err(Closed::Store)?;
        let first = call.as_ref().and_then(|call| asked.first(call));
        if first.is_some_and(|first| *first != signal) { Err(Closed::Used) } else { Ok(()) }
    }
}

fn asked(call: &Call, proof: Proof) -> Option<Asked> {
    Journal::read(call.checkpoint.as_ref()).find(proof).cloned()
}

/// `POST /user_choice_response/{token}` (CB-126). A selection that is not one of the choices is
/// refused, and the call learns that the flow failed (CB-130, CBA-14).
pub(crate) async fn choose(
    State(inner): Shared,
    Path(token): Path<String>,
    request: Request,
) -> Response {
    let open = match inner.open(&token).await {
        Ok(open) if open.asked.choices > 0 => open,
        Ok(_) => return Closed::Unknown.into_response(),
        Err(closed) => return closed.into_response(),
    };
    let (parts, body) = request.into_parts();
    let body = match inner.read(&parts, body, SMALL).await {
        Ok(body) => body,
        Err(refused) => return *refused,
    };
    let refused = match Selection::parse(&body) {
        Ok(Selection { id, selected }) if id == open.key.id() && selected < open.asked.choices => {
            return match inner.signal(&open, &Answer::Selected(selected)).await {
                Ok(()) => well(),
                Err(closed) => closed.into_response(),
            };
        }
        Ok(_) => {
            let words = "the selection is not one of the choices, or has another id than the call";
            refuse(StatusCode::BAD_REQUEST, words)
        }
        Err(invalid) => unreadable(invalid),
    };
    let answer = Answer::Refused("the answer was not one of the choices".to_owned());
    match inner.signal(&open, &answer).await {
        Ok(()) => refused,
        Err(closed) => closed.into_response(),
    }
}

/// `GET /oauth_callback?state=…&code=…` (RFC 6749 section 4.1.2): `state` is the token (CB-117).
pub(crate) async fn come_back(State(inner): Shared, request: Request) -> Response {
    let query = request.uri().query().unwrap_or_default();
    let member = |name: &str| {
        let mut pairs = form_urlencoded::parse(query.as_bytes());
        let found = pairs.find(|(found, _)| found == name).map(|(_, value)| value.into_owned());
        found.filter(|value| !value.is_empty() && value.len() <= TEXT_MAX)
    };
    let answer = match (member("code"), member("error")) {
        (Some(code), None) => Answer::Code(code),
        // Words of the page, such as `access_denied`: what follows may be anything.
        (_, Some(error)) => Answer::Refused(a2t_core::error::inert(&error)),
        (None, None) => return page(StatusCode::BAD_REQUEST, "This address lacks a code."),
    };
    let Some(state) = member("state") else {
        return page(StatusCode::BAD_REQUEST, "This address lacks its state.");
    };
    let taken = match inner.open(&state).await {
        Ok(open) if open.asked.choices == 0 => inner.signal(&open, &answer).await,
        Ok(_) => Err(Closed::Unknown),
        Err(closed) => Err(closed),
    };
    match taken {
        Ok(()) => page(StatusCode::OK, "Thank you. You can close this page."),
        Err(Closed::Unknown) => page(StatusCode::NOT_FOUND, "This answer is not expected."),
        Err(Closed::Used) => page(StatusCode::GONE, "This was answered already, or too late."),
        Err(Closed::Store(error)) => {
            tracing::error!(%error, "an answer could not be stored");
            page(StatusCode::SERVICE_UNAVAILABLE, "Please reload this page in a moment.")
        }
    }
}

/// Plain text, which a browser does not run or keep, and whose address it does not pass on.
fn page(status: StatusCode, words: &'static str) -> Response {
    let mut response = Response::new(Body::from(words));
    *response.status_mut() = status;
    let headers = [
        (CONTENT_TYPE, "text/plain; charset=utf-8"),
        (CACHE_CONTROL, "no-store"),
        (REFERRER_POLICY, "no-referrer"),
    ];
    let headers = headers.map(|(name, value)| (name, HeaderValue::from_static(value)));
    response.headers_mut().extend(headers);
    response
}

impl Closed {
    fn into_response(self) -> Response {
        match self {
            Self::Unknown => refuse(StatusCode::NOT_FOUND, "no question is open at this address"),
            Self::Used => {
                refuse(StatusCode::GONE, "the question was answered already, or too long ago")
            }
            Self::Store(error) => {
                tracing::error!(%error, "an answer could not be stored");
                trouble(5, "the answer could not be stored")
            }
        }
    }
}
