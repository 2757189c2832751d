//! A token server (RFC 6749 section 4.4) and the vendor that takes its tokens, on one port.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard};

use a2t::{AuthError, Caller};
use authenticated_vendor::{Accounts, toolset};
use axum::Router;
use axum::extract::State;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use oauth2::url::form_urlencoded;
use serde_json::{Value, json};

/// Secret of the client `agent`.
pub(crate) const SECRET: &str = "s3cret-of-the-agent";

/// Beginning of each token.
pub(crate) const TOKEN: &str = "t0ken-of-the-agent-";

type Reply = (StatusCode, [(&'static str, &'static str); 1], String);

fn reply(status: StatusCode, body: &Value) -> Reply {
    (status, [("content-type", "application/json")], body.to_string())
}

#[derive(Default)]
struct Seen {
    tokens: usize,
    calls: usize,
    refused: usize,
    good: BTreeSet<String>,
    takes_none: bool,
}

pub(crate) struct Servers {
    pub(crate) url: String,
    seen: Arc<Mutex<Seen>>,
}

impl Servers {
    pub(crate) async fn start() -> Self {
        Self::with(by_header).await
    }

    pub(crate) async fn reading_bodies() -> Self {
        Self::with(by_body).await
    }

    async fn with(knows: fn(&HeaderMap, &HashMap<String, String>) -> bool) -> Self {
        let seen = Arc::<Mutex<Seen>>::default();
        let token =
            async move |State(seen): State<Arc<Mutex<Seen>>>, headers: HeaderMap, body: String| {
                let form = form_urlencoded::parse(body.as_bytes()).into_owned().collect();
                token(&seen, knows(&headers, &form), &form)
            };
        let answer = |status, body: Value| post(async move || reply(status, &body));
        let secret = format!("{TOKEN}x");
        let server = Router::new()
            .route("/token", post(token))
            .route("/busy", answer(StatusCode::SERVICE_UNAVAILABLE, json!({"error": "busy"})))
            .route("/broken", answer(StatusCode::OK, json!({"access_token": [&secret]})))
            .route(
                "/macs",
                answer(StatusCode::OK, json!({"access_token": secret, "token_type": "mac"})),
            )
            .with_state(seen.clone());
        let vendor = toolset().into_router().with_state(Accounts::default());
        let vendor = vendor.layer(a2t::authenticate_with_state(seen.clone(), caller));
        let server = a2t::Server::from_router(server.merge(vendor));
        let server = server.bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", server.local_addr());
        tokio::spawn(server.serve());
        Self { url, seen }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap()
    }

    /// Number of tokens that were given.
    pub(crate) fn tokens(&self) -> usize {
        self.seen().tokens
    }

    /// Number of requests with a good token.
    pub(crate) fn calls(&self) -> usize {
        self.seen().calls
    }

    /// Number of requests with another one, or none.
    pub(crate) fn refused(&self) -> usize {
        self.seen().refused
    }

    /// Takes no more token that was given so far.
    pub(crate) fn revoke(&self) {
        self.seen().good.clear();
    }

    /// Takes no token.
    pub(crate) fn revoke_all_to_come(&self) {
        self.seen().takes_none = true;
    }
}

fn by_header(headers: &HeaderMap, _: &HashMap<String, String>) -> bool {
    let expected = format!("Basic {}", BASE64_STANDARD.encode(format!("agent:{SECRET}")));
    headers.get("authorization").is_some_and(|value| *value == *expected)
}

fn by_body(headers: &HeaderMap, form: &HashMap<String, String>) -> bool {
    let is = |name: &str, value: &str| form.get(name).is_some_and(|found| found == value);
    !headers.contains_key("authorization")
        && is("client_id", "agent")
        && is("client_secret", SECRET)
}

fn token(seen: &Mutex<Seen>, is_known: bool, form: &HashMap<String, String>) -> Reply {
    let refused = |status, code| reply(status, &json!({"error": code}));
    if !is_known {
        return refused(StatusCode::UNAUTHORIZED, "invalid_client");
    }
    if form.get("grant_type").is_none_or(|kind| kind != "client_credentials") {
        return refused(StatusCode::BAD_REQUEST, "unsupported_grant_type");
    }
    if form.get("scope").is_none_or(|scope| scope != "accounts:read") {
        return refused(StatusCode::BAD_REQUEST, "invalid_scope");
    }
    let mut seen = seen.lock().unwrap();
    seen.tokens += 1;
    let token = format!("{TOKEN}{}", seen.tokens);
    seen.good.insert(token.clone());
    let given = json!({"access_token": token, "token_type": "Bearer", "expires_in": 3_600});
    reply(StatusCode::OK, &given)
}

async fn caller(seen: Arc<Mutex<Seen>>, head: Parts) -> Result<Caller, AuthError> {
    let token = a2t::bearer(&head.headers)?;
    let mut seen = seen.lock().unwrap();
    if seen.takes_none || !seen.good.contains(token) {
        seen.refused += 1;
        return Err(AuthError::invalid_token("the token was revoked"));
    }
    seen.calls += 1;
    Ok(Caller::new("agent").with_scopes(["accounts:read"]))
}
