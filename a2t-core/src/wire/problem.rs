//! Errors on the wire: problem details (RFC 9457) with one entry for each violation.

use std::borrow::Cow;
use std::fmt;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use crate::error::{Code, Invalid, Violation, Violations, inert};
use crate::json;

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $variant:ident = $status:literal, $slug:literal, $title:literal;)*) => {
        /// Kind of a [`Problem`]; [`Kind::slug`] is stable across releases.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[doc = $doc])+ $variant,)*
        }

        impl Kind {
            /// Every kind there is.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The HTTP status.
            pub const fn status(self) -> u16 {
                match self { $(Self::$variant => $status,)* }
            }

            /// The last segment of the `type` URI.
            pub const fn slug(self) -> &'static str {
                match self { $(Self::$variant => $slug,)* }
            }

            /// The same words for every problem of this kind.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title,)* }
            }
        }
    };
}

kinds! {
    /// The request is not one of HTTP, or can be read in two ways.
    MalformedRequest = 400, "malformed-request", "The request is not valid HTTP";
    /// The body is not JSON.
    MalformedJson = 400, "malformed-json", "The body is not valid JSON";
    /// The arguments break the signature.
    InvalidInvocation = 400, "invalid-invocation", "The invocation does not match the tool's signature";
    /// The query of a list cannot be followed.
    InvalidPage = 400, "invalid-page", "The page that was asked for does not exist";
    /// A context that the tool takes from the request is missing or wrong.
    ContextRejected = 400, "context-rejected", "The request lacks what the tool needs";
    /// The header `Idempotency-Key` is not a key.
    InvalidIdempotencyKey = 400, "invalid-idempotency-key", "The idempotency key is not one";
    /// The tool requires the header `Idempotency-Key`.
    IdempotencyKeyMissing = 400, "idempotency-key-missing", "The tool requires an idempotency key";
    /// A web page of this origin is not answered.
    OriginRefused = 403, "origin-refused", "Pages of this origin are not answered";
    /// The credentials of the request cannot be read.
    BadCredentials = 400, "bad-credentials", "The credentials of the request cannot be read";
    /// The request has no credentials that are good.
    Unauthorized = 401, "unauthorized", "The request needs credentials that are good here";
    /// The caller lacks a scope.
    InsufficientScope = 403, "insufficient-scope", "The caller lacks a scope";
    /// The tool does not allow this caller what it was asked for.
    ToolForbidden = 403, "tool-forbidden", "The tool does not allow the call";
    /// The path is none of the protocol's.
    NotFound = 404, "not-found", "There is nothing at this path";
    /// No tool has this id.
    UnknownTool = 404, "unknown-tool", "There is no tool with this id";
    /// The tool has no such version.
    UnknownVersion = 404, "unknown-version", "The tool has no such version";
    /// The tool did not find what it was asked for.
    ToolNotFound = 404, "tool-not-found", "The tool did not find what it was asked for";
    /// The path exists with another method.
    MethodNotAllowed = 405, "method-not-allowed", "The path does not have this method";
    /// The call does not go with the state of what it is about.
    ToolConflict = 409, "tool-conflict", "The call conflicts with the state of things";
    /// A call with the same key still runs.
    IdempotencyKeyInUse = 409, "idempotency-key-in-use", "The call still runs";
    /// The body did not arrive in time.
    RequestTimeout = 408, "request-timeout", "The request did not arrive in time";
    /// The body is larger than the server reads.
    BodyTooLarge = 413, "body-too-large", "The body is too large";
    /// The path and its query are longer than the server reads.
    UriTooLong = 414, "uri-too-long", "The URI is too long";
    /// The body is not declared to be JSON.
    UnsupportedMediaType = 415, "unsupported-media-type", "The body must be application/json";
    /// The tool understood the call and refused it.
    ToolRefused = 422, "tool-refused", "The tool refused the call";
    /// The server does not answer for this host.
    HostRefused = 421, "host-refused", "The server does not answer for this host";
    /// The key is that of another call.
    IdempotencyKeyReused = 422, "idempotency-key-reused", "The idempotency key is that of another call";
    /// The caller makes more requests than it may.
    RateLimited = 429, "rate-limited", "The caller makes too many requests";
    /// The head of the request is larger than the server reads.
    HeadTooLarge = 431, "head-too-large", "The head of the request is too large";
    /// The server or the tool is broken.
    Internal = 500, "internal", "The server failed";
    /// The tool or what it needs is away; try again.
    Unavailable = 503, "unavailable", "The tool is temporarily unavailable";
    /// The server has too much to do; try again.
    Overloaded = 503, "overloaded", "The server has too many requests in flight";
    /// The server does not take requests yet, or not any more.
    NotReady = 503, "not-ready", "The server is not ready";
    /// The tool took too long.
    Timeout = 504, "timeout", "The tool did not answer in time";
}

/// The body of every reply that is not a success (`application/problem+json`).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The HTTP status.
    pub status: u16,
    /// The last segment of the `type` URI, such as `invalid-invocation`; the whole `type` of a
    /// server that is not ours.
    pub kind: Cow<'static, str>,
    /// The same for every problem of this kind.
    pub title: Cow<'static, str>,
    /// Description of this occurrence, and what to do.
    pub detail: String,
    /// Each mistake of the request.
    pub violations: Violations,
    request_id: Option<Box<Id>>,
}

/// Text of an id in one word of a problem, which is returned by value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Id(Box<str>);

impl Problem {
    /// The media type of problem details.
    pub const MEDIA_TYPE: &'static str = "application/problem+json";
    /// Every `type` begins with this.
    pub const TYPE_PREFIX: &'static str = "urn:a2t:problem:";

    /// A problem of this kind.
    ///
    /// ```
    /// use a2t_core::wire::problem::{Kind, Problem};
    /// let problem = Problem::new(Kind::UnknownVersion, "the newest version is 2");
    /// assert_eq!(problem.status, 404);
    /// assert_eq!(Problem::parse(404, &problem.to_json()), problem);
    /// ```
    pub fn new(kind: Kind, detail: impl Into<String>) -> Self {
        Self {
            status: kind.status(),
            kind: Cow::Borrowed(kind.slug()),
            title: Cow::Borrowed(kind.title()),
            detail: detail.into(),
            violations: Violations::default(),
            request_id: None,
        }
    }

    /// The same problem with another status, such as that of an extractor's own rejection.
    #[must_use]
    pub fn with_status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    /// The same problem with the mistakes that caused it.
    #[must_use]
    pub fn with_violations(mut self, violations: Violations) -> Self {
        self.violations = violations;
        self
    }

    /// Id of the request, by which the server's operator finds it: the extension member
    /// `request_id`, since a request that is sent again may keep its id, and `instance` (RFC 9457,
    /// section 3.1.5) identifies one occurrence. Up to 128 visible ASCII characters.
    pub fn request_id(&self) -> Option<&str> {
        self.request_id.as_deref().map(|Id(id)| &**id)
    }

    /// The same problem as the answer to the request with this id.
    #[must_use]
    pub fn with_request_id(mut self, id: impl Into<Box<str>>) -> Self {
        self.set_request_id(Some(id.into()));
        self
    }

    /// Sets the id of the request, or none.
    pub fn set_request_id(&mut self, id: Option<Box<str>>) {
        self.request_id = id.map(|id| Box::new(Id(id)));
    }

    /// Problem of an invocation whose arguments break the signature.
    pub fn invocation(invalid: Invalid) -> Self {
        Self::invalid(Kind::InvalidInvocation, invalid)
    }

    /// Problem of a list's query.
    pub fn page(violations: Violations) -> Self {
        Self::invalid(Kind::InvalidPage, Invalid::Rules(violations))
    }

    fn invalid(kind: Kind, invalid: Invalid) -> Self {
        match invalid {
            Invalid::Syntax(error) => Self::new(Kind::MalformedJson, error.to_string()),
            Invalid::Rules(violations) => {
                Self::new(kind, summary(&violations)).with_violations(violations)
            }
        }
    }

    /// The body.
    pub fn to_json(&self) -> Vec<u8> {
        // Writing strings and integers to memory has no way to fail.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Reads what a server sent with `status`: problem details as far as they go; of any other body
    /// only the status is kept.
    pub fn parse(status: u16, body: &[u8]) -> Self {
        let value = json::parse(body).unwrap_or_default();
        let text = |member: &str| value.get(member).and_then(Value::as_str);
        let kind = text("type").unwrap_or("about:blank");
        let errors = value.get("errors").and_then(Value::as_array);
        let mut violations: Violations =
            errors.into_iter().flatten().filter_map(violation).collect();
        let more = value.get("more_errors").and_then(Value::as_u64);
        violations.count(more.map_or(0, |more| usize::try_from(more).unwrap_or(usize::MAX)));
        Self {
            status,
            kind: Cow::Owned(kind.strip_prefix(Self::TYPE_PREFIX).unwrap_or(kind).to_owned()),
            title: Cow::Owned(text("title").unwrap_or_default().to_owned()),
            detail: text("detail").unwrap_or_default().to_owned(),
            violations,
            request_id: text("request_id")
                .filter(|id| is_request_id(id.as_bytes()))
                .map(|id| Box::new(Id(id.into()))),
        }
    }
}

/// True for 1 to 128 visible ASCII characters: such an id is taken from a request, and from a reply.
///
/// ```
/// use a2t_core::wire::problem::is_request_id;
/// assert!(is_request_id(b"7f9c2b1e-4c1d"));
/// assert!(!is_request_id(b"") && !is_request_id(b"two words") && !is_request_id(&[b'x'; 129]));
/// ```
pub fn is_request_id(id: &[u8]) -> bool {
    (1..=128).contains(&id.len()) && id.iter().all(u8::is_ascii_graphic)
}

impl fmt::Display for Problem {
    /// Status, title and detail on one line, safe for a terminal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.status)?;
        for text in [&*self.title, &*self.detail] {
            if !text.is_empty() {
                write!(f, ": {}", inert(text))?;
            }
        }
        Ok(())
    }
}

fn summary(violations: &Violations) -> String {
    let first = violations.iter().next().map(Violation::to_string);
    let others = violations.len().saturating_sub(1).saturating_add(violations.more());
    match (first, others) {
        (None, _) => String::new(),
        (Some(first), 0) => first,
        (Some(first), others) => format!("{first}; and {others} more"),
    }
}

fn violation(entry: &Value) -> Option<Violation> {
    let text = |member: &str| entry.get(member).and_then(Value::as_str).map(str::to_owned);
    let code = Code::from_slug(&text("code")?)?;
    let mut violation = Violation::new(code, text("pointer").unwrap_or_default())
        .expected(text("expected").unwrap_or_default())
        .got(text("got").unwrap_or_default());
    violation.parameter = text("parameter");
    violation.did_you_mean = text("did_you_mean");
    let allowed = entry.get("allowed").and_then(Value::as_array);
    let names = allowed.into_iter().flatten().filter_map(Value::as_str);
    violation.allowed = names.take(Violation::ALLOWED_MAX).map(str::to_owned).collect();
    Some(violation)
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let prefix = if self.kind.contains(':') { "" } else { Self::TYPE_PREFIX };
        map.serialize_entry("type", &format_args!("{prefix}{}", self.kind))?;
        map.serialize_entry("title", &self.title)?;
        map.serialize_entry("status", &self.status)?;
        map.serialize_entry("detail", &self.detail)?;
        if !self.violations.is_empty() {
            map.serialize_entry("errors", self.violations.as_slice())?;
        }
        if self.violations.more() > 0 {
            map.serialize_entry("more_errors", &self.violations.more())?;
        }
        if let Some(id) = self.request_id() {
            map.serialize_entry("request_id", id)?;
        }
        map.end()
    }
}

impl Serialize for Violation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("pointer", &self.pointer)?;
        map.serialize_entry("code", self.code.slug())?;
        map.serialize_entry("rule", self.code.id())?;
        map.serialize_entry("detail", &self.message())?;
        if let Some(parameter) = &self.parameter {
            map.serialize_entry("parameter", parameter)?;
        }
        map.serialize_entry("expected", &self.expected)?;
        map.serialize_entry("got", &self.got)?;
        if !self.allowed.is_empty() {
            map.serialize_entry("allowed", &self.allowed)?;
        }
        if let Some(meant) = &self.did_you_mean {
            map.serialize_entry("did_you_mean", meant)?;
        }
        map.end()
    }
}
