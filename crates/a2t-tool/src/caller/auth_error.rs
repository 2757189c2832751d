//! Refusals of callers, as RFC 6750 and RFC 9457 word them.

use std::borrow::Cow;
use std::fmt;

use a2t_core::error::escaped;
use a2t_core::wire::problem::{Kind, Problem};
use axum_core::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{Extensions, HeaderName, HeaderValue};

use super::authenticate::Around;
use crate::reply;

/// A request that is refused for its caller: a problem (RFC 9457) with `WWW-Authenticate: Bearer …`
/// (RFC 6750 section 3), as an authenticator returns it.
///
/// ```
/// let refusal = a2t::AuthError::insufficient_scope(["orders:write"]);
/// assert_eq!(refusal.status(), 403);
/// let challenge = r#"Bearer realm="tools", error="insufficient_scope", scope="orders:write""#;
/// assert!(refusal.challenge().unwrap().starts_with(challenge));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuthError {
    cause: Cause,
    detail: Cow<'static, str>,
    scopes: Vec<String>,
    /// URL of the resource's metadata (RFC 9728 section 5.1).
    metadata: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cause {
    Missing,
    InvalidRequest,
    InvalidToken,
    InsufficientScope,
    Unavailable { seconds: u32 },
}

impl AuthError {
    /// Creates the refusal of a request without credentials: 401, without an error code (RFC 6750
    /// section 3.1).
    pub fn missing() -> Self {
        Self::new(Cause::Missing, "the request has no credentials: send `Authorization: Bearer …`")
    }

    /// Creates the refusal of credentials that cannot be read: 400 `invalid_request`.
    pub fn invalid_request(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Cause::InvalidRequest, detail)
    }

    /// Creates the refusal of a token that is expired, revoked, malformed or another resource's:
    /// 401 `invalid_token`. The caller sees the detail.
    pub fn invalid_token(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Cause::InvalidToken, detail)
    }

    /// Creates the refusal of a token that lacks scopes: 403 `insufficient_scope`, with the scopes
    /// that the request needs.
    pub fn insufficient_scope(scopes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let detail = "the token lacks a scope that the request needs";
        Self::new(Cause::InsufficientScope, detail).scopes(scopes)
    }

    /// Creates the refusal of a request whose caller cannot be identified now: 503 with
    /// `Retry-After`.
    pub fn unavailable(seconds: u32) -> Self {
        let detail = "credentials cannot be checked now";
        Self::new(Cause::Unavailable { seconds }, detail)
    }

    fn new(cause: Cause, detail: impl Into<Cow<'static, str>>) -> Self {
        Self { cause, detail: detail.into(), scopes: Vec::new(), metadata: None }
    }

    /// Sets the scopes that the request needs.
    #[must_use]
    pub fn scopes(mut self, scopes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.scopes = scopes.into_iter().map(Into::into).collect();
        self
    }

    /// Names what the layer around a request with these extensions knows of the resource.
    #[doc(hidden)]
    #[must_use]
    pub fn within(self, extensions: &Extensions) -> Self {
        self.metadata(Around::metadata(extensions))
    }

    /// Names the URL of the resource's metadata, unless there is one already.
    pub(super) fn metadata(mut self, url: Option<&str>) -> Self {
        self.metadata = self.metadata.or(url.map(str::to_owned));
        self
    }

    /// Returns the status: 400, 401, 403 or 503.
    pub fn status(&self) -> u16 {
        self.kind().status()
    }

    /// Returns the problem that the caller gets.
    pub fn problem(&self) -> Problem {
        Problem::new(self.kind(), &*self.detail)
    }

    fn kind(&self) -> Kind {
        match self.cause {
            Cause::Missing | Cause::InvalidToken => Kind::Unauthorized,
            Cause::InvalidRequest => Kind::BadCredentials,
            Cause::InsufficientScope => Kind::InsufficientScope,
            Cause::Unavailable { .. } => Kind::Unavailable,
        }
    }

    /// Returns `WWW-Authenticate` or `Retry-After`.
    #[doc(hidden)]
    pub fn headers(&self) -> impl Iterator<Item = (HeaderName, HeaderValue)> {
        let challenge = self.challenge().and_then(|text| HeaderValue::try_from(text).ok());
        let wait = match self.cause {
            Cause::Unavailable { seconds } => Some(seconds.into()),
            _ => None,
        };
        let challenge = challenge.map(|challenge| (WWW_AUTHENTICATE, challenge));
        challenge.into_iter().chain(wait.map(|wait| (RETRY_AFTER, wait)))
    }

    /// Returns the value of `WWW-Authenticate`; none of a 503.
    pub fn challenge(&self) -> Option<String> {
        let error = match self.cause {
            Cause::Missing => None,
            Cause::InvalidRequest => Some("invalid_request"),
            Cause::InvalidToken => Some("invalid_token"),
            Cause::InsufficientScope => Some("insufficient_scope"),
            Cause::Unavailable { .. } => return None,
        };
        let scopes = self.scopes.join(" ");
        let rest = [
            ("error", error.unwrap_or_default()),
            ("scope", &*scopes),
            ("resource_metadata", self.metadata.as_deref().unwrap_or_default()),
            ("error_description", error.map_or("", |_| &*self.detail)),
        ];
        let mut challenge = "Bearer realm=\"tools\"".to_owned();
        for (name, value) in rest.into_iter().filter(|(_, value)| !value.is_empty()) {
            challenge.push_str(&format!(", {name}=\"{}\"", quotable(value)));
        }
        Some(challenge)
    }
}

/// The text in characters that every parameter of a challenge may have (RFC 6750 section 3).
fn quotable(text: &str) -> String {
    let plain = |c: char| match c {
        '"' | '`' => '\'',
        '\\' => '/',
        ' '..='~' => c,
        _ => '?',
    };
    text.chars().map(plain).collect()
}

impl IntoResponse for AuthError {
    fn into_response(self) -> Response {
        // The id of the request is added when the response is sent.
        let mut response: Response = reply::problem(&self.problem());
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.extend(self.headers());
        // A protocol with its own form of refusals finds it here.
        response.extensions_mut().insert(self);
        response
    }
}

impl fmt::Display for AuthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&escaped(&self.detail), f)
    }
}

impl std::error::Error for AuthError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_has_what_the_rfcs_name_and_no_character_that_ends_it() {
        let missing = AuthError::missing().metadata(Some("https://a.example/m"));
        let spelt = "Bearer realm=\"tools\", resource_metadata=\"https://a.example/m\"";
        assert_eq!(missing.challenge().unwrap(), spelt);
        let hostile = AuthError::invalid_token("a\"b\\c\r\nX: 1\u{e9}");
        let spelt = "Bearer realm=\"tools\", error=\"invalid_token\", \
                     error_description=\"a'b/c??X: 1?\"";
        assert_eq!(hostile.challenge().unwrap(), spelt);
        assert!(hostile.into_response().headers().contains_key(WWW_AUTHENTICATE));
        let away = AuthError::unavailable(7).into_response();
        assert_eq!(
            (away.status().as_u16(), &away.headers()[RETRY_AFTER]),
            (503, &"7".parse().unwrap())
        );
        assert!(!away.headers().contains_key(WWW_AUTHENTICATE));
    }
}
