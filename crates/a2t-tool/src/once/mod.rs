//! A call under a key, in any protocol: it begins once and ends with one reply, which is kept.

mod setting;

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use a2t_core::wire::problem::{Kind, Problem};
use a2t_store::idempotency::{BadKey, Begun, Call, Digest, Key, Reply, Store, StoreError};
use http::request::Parts;
use tokio::runtime::Handle;

pub use setting::Idempotency;

use crate::{Cause, Lasting};

/// Time beyond the call's own that is allowed for keeping its reply and for clocks that differ.
const GRACE: Duration = Duration::from_secs(10);

/// The key of a call, and the store of its reply.
#[doc(hidden)]
pub struct Named {
    store: Arc<dyn Store>,
    key: Key,
    lasting: Duration,
}

impl Named {
    /// Reads the key of a call as this setting defines it. Returns `None` if keys are ignored.
    ///
    /// # Errors
    /// Fails if the text is not a valid key.
    pub fn read(parts: &Parts, key: &[u8], setting: &Idempotency) -> Result<Option<Self>, Problem> {
        let key = setting.key(parts, key).map_err(invalid)?;
        let store = setting.store.clone();
        Ok(store.map(|store| Self { store, key, lasting: setting.lasting }))
    }

    /// Takes the key for a call with this content that may run for this long.
    ///
    /// # Errors
    /// Returns the answer that replaces the reply of the call.
    pub async fn begin(
        self,
        signature: &Lasting,
        content: &[u8],
        time: Duration,
    ) -> Result<Once, Box<Instead>> {
        let version = signature.version.to_be_bytes();
        let id = signature.tool_id.as_u128().to_be_bytes();
        let (now, time) = (SystemTime::now(), time.saturating_add(GRACE));
        let call = Call {
            key: self.key.clone(),
            digest: Digest::of([&id[..], &version, content]),
            deadline: after(now, time),
            until: after(now, time.max(self.lasting)),
        };
        match self.store.begin(call, now).await {
            Ok(Begun::New) => Ok(Once { store: self.store, key: self.key, ended: false }),
            Ok(begun) => Err(Box::new(instead(begun))),
            Err(error) => Err(Box::new(unkept(&error))),
        }
    }
}

/// Returns the time after this duration, at most a century from now if it cannot be represented.
fn after(now: SystemTime, time: Duration) -> SystemTime {
    const CENTURY: Duration = Duration::from_secs(100 * 366 * 24 * 60 * 60);
    now.checked_add(time).unwrap_or_else(|| now + CENTURY)
}

/// A call that has begun and whose end must be kept.
#[doc(hidden)]
pub struct Once {
    store: Arc<dyn Store>,
    key: Key,
    ended: bool,
}

impl Once {
    /// Keeps the reply.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub async fn keep(mut self, reply: Reply) -> Result<(), StoreError> {
        self.ended = true;
        self.store.keep(&self.key, reply).await
    }

    /// Frees the key of a call that did nothing.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub async fn free(mut self) -> Result<(), StoreError> {
        self.ended = true;
        self.store.free(&self.key).await
    }
}

/// A call that is cut off may have had effects. A repetition gets a problem: whether the call had an effect is unknown.
impl Drop for Once {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        let (store, key) = (Arc::clone(&self.store), self.key.clone());
        if let Ok(runtime) = Handle::try_current() {
            let body = unknown().to_json();
            // Without a runtime, the deadline has the same effect, but later.
            runtime.spawn(async move { store.keep(&key, Reply { status: 504, body }).await });
        }
    }
}

/// The answer to a call that does not run.
#[doc(hidden)]
pub enum Instead {
    /// The reply that was kept.
    Kept(Reply),
    /// A refusal.
    Refused {
        /// The problem.
        problem: Problem,
        /// Seconds after which the call may be made again.
        retry_after: Option<u32>,
        /// The error of the store, which is reported to the vendor.
        cause: Option<Cause>,
    },
}

fn instead(begun: Begun) -> Instead {
    let refused = |kind, detail: &str, retry_after| Instead::Refused {
        problem: Problem::new(kind, detail),
        retry_after,
        cause: None,
    };
    match begun {
        Begun::Kept(kept) => Instead::Kept(kept),
        Begun::Lost => Instead::Refused { problem: unknown(), retry_after: None, cause: None },
        Begun::Other => {
            let detail =
                "another call was made with this Idempotency-Key: give each call a key of its own";
            refused(Kind::IdempotencyKeyReused, detail, None)
        }
        Begun::Full => {
            let detail = "no more idempotency keys can be kept; nothing was done";
            refused(Kind::Overloaded, detail, Some(1))
        }
        // `New` runs.
        Begun::Running | Begun::New => {
            let detail = "the call with this Idempotency-Key still runs: ask again for its reply";
            refused(Kind::IdempotencyKeyInUse, detail, Some(1))
        }
    }
}

fn unknown() -> Problem {
    let detail = "the call with this Idempotency-Key was cut; whether it had an effect is unknown, and it is not run again";
    Problem::new(Kind::Timeout, detail)
}

fn unkept(error: &StoreError) -> Instead {
    let detail = "the idempotency key cannot be kept now; nothing was done";
    Instead::Refused {
        problem: Problem::new(Kind::Unavailable, detail),
        retry_after: Some(1),
        cause: Some(Cause::Unbegun(error.to_string())),
    }
}

fn invalid(bad: BadKey) -> Problem {
    Problem::new(Kind::InvalidIdempotencyKey, format!("the Idempotency-Key is no key: {bad}"))
}
