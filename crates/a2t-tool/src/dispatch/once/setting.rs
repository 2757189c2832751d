//! The setting of calls with an `Idempotency-Key`: where replies are kept, and for how long.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use a2t_store::idempotency::{Key, KeyError, Memory, Store};
use http::header::{AUTHORIZATION, COOKIE};
use http::request::Parts;

use crate::Caller;

/// Replies of calls that come with an `Idempotency-Key`, so that a call that is sent twice runs once.
///
/// Every router keeps them in its memory for 24 hours, within the limits of
/// [`Memory`](a2t_store::idempotency::Memory). If the program runs on several machines, or if calls must not run
/// twice even after a restart, set a store that they share:
///
/// ```
/// use a2t::idempotency::{Idempotency, Memory};
/// # /// Adds two numbers.
/// # ///
/// # /// # Returns
/// # /// The sum.
/// # #[a2t::tool(version = 1)]
/// # fn add(
/// #     /// First addend.
/// #     a: i32,
/// #     /// Second addend.
/// #     b: i32,
/// # ) -> i32 { a + b }
/// # let toolset = || a2t::toolset![add];
/// // In a program without a server of its own, …
/// let replies = Idempotency::new(Memory::new().max_keys(1_000));
/// let server = a2t::Server::new(toolset(), ()).idempotency(replies.clone());
/// // … and in a router.
/// let router: axum::Router = toolset().into_router();
/// let router = router.layer(axum::Extension(replies));
/// ```
///
/// | a call whose key | is answered |
/// | --- | --- |
/// | is new | by the tool, and the reply is kept, with any status |
/// | is that of an equal call that runs | 409, `Retry-After: 1` |
/// | is that of an equal call that has ended | the same status and body, with `Idempotent-Replayed: true` |
/// | is that of an equal call whose program ended before it did | 504: it is not run again |
/// | is that of another call | 422 |
/// | is not 1 to 255 characters of printable ASCII, or comes twice | 400 |
///
/// Calls are equal if the tool, the version and the bytes of the body are equal. Nothing is kept of a call that did
/// nothing: a 400 for its arguments, also by [`ToolError::invalid`](crate::ToolError::invalid), a refusal of a context,
/// or a 503. A key belongs to its [`caller`](Self::caller): to the [`a2t::Caller`](crate::Caller) of the request,
/// regardless of its token. If no caller is authenticated, it belongs to all requests with the same `Authorization` and
/// `Cookie`. Requests that have neither count as one caller, so their keys should be unguessable, such as random UUIDs.
/// A tool with `#[a2t::tool(idempotency_key = "required")]` refuses calls without a key.
///
/// Over MCP, the key of a call is `_meta["dev.a2t/idempotencyKey"]`. It has the same meaning and uses the same
/// stores. The problem of a refusal is in the result. A call that is answered again is marked in its result
/// (`_meta["dev.a2t/idempotentReplayed"]`). Hosts of models send no keys, so `"required"` applies only to calls over
/// A2T.
///
/// The header has the shape of draft-ietf-httpapi-idempotency-key-header-07, and its value may be bare or in
/// quotes.
#[derive(Clone)]
pub struct Idempotency {
    pub(super) store: Option<Arc<dyn Store>>,
    pub(super) lasting: Duration,
    caller: Option<Arc<Named>>,
}

type Named = dyn Fn(&Parts) -> Vec<u8> + Send + Sync;

impl Idempotency {
    /// Keeps replies in this store, for 24 hours.
    pub fn new(store: impl Store + 'static) -> Self {
        let lasting = Duration::from_secs(24 * 60 * 60);
        Self { store: Some(Arc::new(store)), lasting, caller: None }
    }

    /// Ignores keys, for programs behind a gateway that handles them.
    pub fn off() -> Self {
        Self { store: None, lasting: Duration::ZERO, caller: None }
    }

    /// Sets how long a reply is kept and returned for repeated calls: 24 hours by default.
    #[must_use]
    pub fn lasting(self, time: Duration) -> Self {
        Self { lasting: time, ..self }
    }

    /// Sets the bytes that name the caller of a request, in place of the id of its
    /// [`a2t::Caller`](crate::Caller): for example, those of an API key that no layer authenticates, or of a
    /// customer with several users. No two callers may have the same bytes. For unknown
    /// callers, return no bytes.
    ///
    /// ```
    /// use a2t::idempotency::{Idempotency, Memory};
    ///
    /// let replies = Idempotency::new(Memory::new())
    ///     .caller(|request| request.headers.get("x-api-key").map_or(vec![], |key| key.as_bytes().to_vec()));
    /// # let _ = replies;
    /// ```
    #[must_use]
    pub fn caller(self, name: impl Fn(&Parts) -> Vec<u8> + Send + Sync + 'static) -> Self {
        Self { caller: Some(Arc::new(name)), ..self }
    }

    /// Reads the key of this request, which belongs to its caller.
    pub(super) fn key(&self, parts: &Parts, key: &[u8]) -> Result<Key, KeyError> {
        let caller = match (&self.caller, parts.extensions.get::<Caller>()) {
            (Some(name), _) => name(parts),
            // No line of credentials begins so.
            (None, Some(caller)) => [b"i", caller.id().as_bytes()].concat(),
            // Credentials that were not checked take no separate share.
            (None, None) => return Ok(Key::from_header(credentials(parts), key)?.in_share("")),
        };
        Key::from_header(caller, key)
    }
}

/// The credentials of browsers and programs, each line with its kind, so that no two callers have the same.
fn credentials(parts: &Parts) -> Vec<u8> {
    let lines = [(AUTHORIZATION, b"a"), (COOKIE, b"c")].into_iter().flat_map(|(name, kind)| {
        parts
            .headers
            .get_all(name)
            .iter()
            .map(move |value| [kind, value.as_bytes(), b"\n"].concat())
    });
    lines.flatten().collect()
}

impl Default for Idempotency {
    fn default() -> Self {
        Self::new(Memory::new())
    }
}

impl fmt::Debug for Idempotency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Idempotency");
        shown.field("keeps", &self.store.is_some()).field("lasting", &self.lasting).finish()
    }
}
