//! Table of the problems that servers of a2t answer with.

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $variant:ident = $status:literal, $slug:literal, $title:literal;)*) => {
        /// Kind of a [`Problem`](super::Problem); [`Kind::slug`] is stable across releases.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[doc = $doc])+ $variant,)*
        }

        impl Kind {
            /// Every kind there is.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the HTTP status.
            pub const fn status(self) -> u16 {
                match self { $(Self::$variant => $status,)* }
            }

            /// Returns the last segment of the `type` URI.
            pub const fn slug(self) -> &'static str {
                match self { $(Self::$variant => $slug,)* }
            }

            /// Returns the same words for every problem of this kind.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title,)* }
            }

            /// Returns the kind with this slug.
            ///
            /// ```
            /// use a2t_core::wire::problem::Kind;
            /// assert_eq!(Kind::from_slug("tool-conflict"), Some(Kind::ToolConflict));
            /// assert_eq!(Kind::from_slug("https://shop.example/out-of-stock"), None);
            /// ```
            pub fn from_slug(slug: &str) -> Option<Self> {
                match slug { $($slug => Some(Self::$variant),)* _ => None }
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
