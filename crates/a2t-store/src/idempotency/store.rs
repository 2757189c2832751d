//! The contract that every store keeps.

use std::error::Error;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::SystemTime;

use super::{Begun, Call, Key, Reply};

/// A store's answer to come.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Keys of calls and the replies that they ended with, each until its time is over.
///
/// Each method happens as a whole or not at all, however many programs share the store. A future that is
/// dropped before it is ready may have been carried out.
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use a2t_store::idempotency::{Begun, Call, Digest, Key, Memory, Reply, Store};
///
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let (store, now) = (Memory::new(), SystemTime::now());
/// let call = Call {
///     key: Key::new("alice", "errand-7")?,
///     digest: Digest::from_parts([&b"{}"[..]]),
///     deadline: now + Duration::from_secs(30),
///     until: now + Duration::from_secs(24 * 60 * 60),
/// };
/// assert_eq!(store.begin(call.clone(), now).await?, Begun::New);
/// assert_eq!(store.begin(call.clone(), now).await?, Begun::Running);
/// let reply = Reply { status: 200, body: b"{}".to_vec() };
/// store.keep(&call.key, reply.clone()).await?;
/// assert_eq!(store.begin(call, now).await?, Begun::Kept(reply));
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Store: Send + Sync {
    /// Takes the key for the call, unless it is taken.
    ///
    /// # Errors
    /// [`StoreError`] if the engine fails, as for every method. The call must not run then.
    fn begin(&self, call: Call, now: SystemTime) -> Answer<'_, Begun>;

    /// Keeps the reply of a call that was begun; the first one stays.
    ///
    /// # Errors
    /// [`StoreError`].
    fn keep(&self, key: &Key, reply: Reply) -> Answer<'_, ()>;

    /// Gives the key of a call back that did nothing, unless it has a reply.
    ///
    /// # Errors
    /// [`StoreError`].
    fn free(&self, key: &Key) -> Answer<'_, ()>;
}

impl<S: Store + ?Sized> Store for Arc<S> {
    fn begin(&self, call: Call, now: SystemTime) -> Answer<'_, Begun> {
        (**self).begin(call, now)
    }

    fn keep(&self, key: &Key, reply: Reply) -> Answer<'_, ()> {
        (**self).keep(key, reply)
    }

    fn free(&self, key: &Key) -> Answer<'_, ()> {
        (**self).free(key)
    }
}

/// Failure of a store's engine, in words without keys, callers or replies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError(String);

impl StoreError {
    /// Creates an error in these words, which must hold no secret.
    pub fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the store of replies failed: {}", self.0)
    }
}

impl Error for StoreError {}
