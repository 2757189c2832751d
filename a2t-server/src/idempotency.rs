//! The setting of calls with an `Idempotency-Key`: where replies are kept, and for how long.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use a2t_idempotency::{Memory, Store};

/// Replies of calls that come with an `Idempotency-Key`, so that a call that is sent twice runs once.
///
/// Every router keeps them in its memory for 24 hours, within the limits of
/// [`Memory`](a2t_idempotency::Memory). A program on several machines, or one whose calls must not run
/// twice even if it restarts, names a store that they share:
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
/// let replies = Idempotency::new(Memory::new().keys(1_000));
/// let server = a2t::Server::new(toolset(), ()).idempotency(replies.clone());
/// // … and in a router.
/// let router: axum::Router = toolset().into_router();
/// let router = router.layer(axum::Extension(replies));
/// ```
///
/// | a call whose key | is answered |
/// | --- | --- |
/// | is new | by the tool, and the reply is kept, whatever its status |
/// | is that of an equal call that runs | 409, `Retry-After: 1` |
/// | is that of an equal call that has ended | the same status and body, with `Idempotent-Replayed: true` |
/// | is that of an equal call whose program ended before it did | 504: it is not run again |
/// | is that of another call | 422 |
/// | is not 1 to 255 characters of printable ASCII, or comes twice | 400 |
///
/// Calls are equal if tool, version and the bytes of the body are. Nothing is kept of one that did nothing:
/// 400 for its arguments, what a context refused, 503. A key belongs to whoever sends the same `Authorization`. A
/// tool with `#[a2t::tool(idempotency_key = "required")]` refuses calls without a key.
///
/// The header has the shape of draft-ietf-httpapi-idempotency-key-header-07, and its value may be bare or in
/// quotes.
#[derive(Clone)]
pub struct Idempotency {
    pub(crate) store: Option<Arc<dyn Store>>,
    pub(crate) lasting: Duration,
}

impl Idempotency {
    /// Keeps replies in this store, for 24 hours.
    pub fn new(store: impl Store + 'static) -> Self {
        Self { store: Some(Arc::new(store)), lasting: Duration::from_secs(24 * 60 * 60) }
    }

    /// Ignores keys, for programs that something in front of them relieves of it.
    pub fn off() -> Self {
        Self { store: None, lasting: Duration::ZERO }
    }

    /// Sets for how long a reply is given again.
    #[must_use]
    pub fn lasting(self, time: Duration) -> Self {
        Self { lasting: time, ..self }
    }
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
