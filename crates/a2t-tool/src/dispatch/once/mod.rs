//! A call under an idempotency key, in any protocol: it begins once and ends with one reply, which is kept.

mod setting;

use std::panic::resume_unwind;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, SystemTime};

use a2t_core::wire::problem::{Kind, Problem};
use a2t_store::idempotency::{Begun, Call, Digest, Key, KeyError, Reply, Store, StoreError};
use bytes::Bytes;
use http::request::Parts;
use tokio::runtime::Handle;

pub use setting::Idempotency;

use crate::call::failure::{KeptProblem, KeyProblem};
use crate::{Cause, Failure, SignatureRef};

/// Time beyond the call's own that is allowed for keeping its reply and for clocks that differ.
const GRACE: Duration = Duration::from_secs(10);

/// Status of a reply that is outputs.
const OK: u16 = 200;

/// The idempotency key of a call, and the store of its reply.
pub struct CallKey {
    store: Arc<dyn Store>,
    key: Key,
    lasting: Duration,
    content: Bytes,
}

impl CallKey {
    /// Reads the key of a call as this setting defines it. Returns `None` if keys are ignored.
    ///
    /// # Errors
    /// Fails if the text is not a valid key.
    // In a box, because most calls have no key and their terms are moved.
    pub fn read(
        parts: &Parts,
        key: &[u8],
        setting: &Idempotency,
    ) -> Result<Option<Box<Self>>, Problem> {
        let key = setting.key(parts, key).map_err(invalid)?;
        let (store, lasting) = (setting.store.clone(), setting.lasting);
        Ok(store.map(|store| Box::new(Self { store, key, lasting, content: Bytes::new() })))
    }

    /// Sets the content that a repetition of the call must have.
    #[must_use]
    pub fn content(mut self: Box<Self>, content: impl Into<Bytes>) -> Box<Self> {
        self.content = content.into();
        self
    }

    /// Takes the key for a call that may run for this long.
    ///
    /// # Errors
    /// Returns the end of the call if it does not run.
    pub async fn take(self, signature: &SignatureRef, time: Duration) -> Result<Once, Instead> {
        let version = signature.version.to_be_bytes();
        let id = signature.tool_id.as_u128().to_be_bytes();
        let (now, time) = (SystemTime::now(), time.saturating_add(GRACE));
        let call = Call {
            key: self.key.clone(),
            digest: Digest::from_parts([&id[..], &version, &self.content]),
            deadline: after(now, time),
            until: after(now, time.max(self.lasting)),
        };
        let Self { store, key, .. } = self;
        let taken = to_end(async move {
            Ok(match store.begin(call, now).await? {
                Begun::New => Ok(Once { store, key, stage: Stage::Taken }),
                begun => Err(instead(begun)),
            })
        });
        let mut once = taken.await.map_err(|error| Instead::Failure(unkept(&error)))??;
        once.stage = Stage::Begun;
        Ok(once)
    }
}

/// Carries out a change of the store. A caller that leaves drops this future while it waits, and the key would be as it
/// was until its deadline: then a task goes on with the change.
async fn to_end<T: Send + 'static>(
    change: impl Future<Output = Result<T, StoreError>> + Send + 'static,
) -> Result<T, StoreError> {
    let mut change = Box::pin(change);
    if let Poll::Ready(changed) = change.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        return changed;
    }
    // A program without a runtime waits here.
    let Ok(runtime) = Handle::try_current() else {
        return change.await;
    };
    match runtime.spawn(change).await {
        Ok(changed) => changed,
        Err(stopped) => match stopped.try_into_panic() {
            Ok(panic) => resume_unwind(panic),
            Err(stopped) => Err(StoreError::new(stopped.to_string())),
        },
    }
}

/// Returns the time after this duration, at most a century from now if it cannot be represented.
fn after(now: SystemTime, time: Duration) -> SystemTime {
    const CENTURY: Duration = Duration::from_secs(100 * 366 * 24 * 60 * 60);
    now.checked_add(time).unwrap_or_else(|| now + CENTURY)
}

/// A call whose key was taken, until its end is kept.
pub struct Once {
    store: Arc<dyn Store>,
    key: Key,
    stage: Stage,
}

enum Stage {
    /// The call has not begun.
    Taken,
    Begun,
    /// The store has the end, or will have it.
    Ended,
}

impl Once {
    /// Keeps the end of the call if it may have done something, and frees the key if it did nothing. Returns the fault
    /// of a store that failed.
    pub async fn end(self, result: &Result<Vec<u8>, Failure>) -> Option<Cause> {
        let ended = match result {
            Ok(outputs) => self.keep(Reply { status: OK, body: outputs.clone() }).await,
            Err(failure) if failure.did_nothing() => self.free().await,
            Err(failure) => {
                let problem = failure.problem();
                self.keep(Reply { status: problem.status, body: problem.to_json() }).await
            }
        };
        ended.err().map(|error| Cause::Unkept(error.to_string()))
    }

    /// Keeps a reply.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub async fn keep(mut self, reply: Reply) -> Result<(), StoreError> {
        let (store, key) = self.ended();
        to_end(async move { store.keep(&key, reply).await }).await
    }

    /// Frees the key of a call that did nothing.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub async fn free(mut self) -> Result<(), StoreError> {
        let (store, key) = self.ended();
        to_end(async move { store.free(&key).await }).await
    }

    fn ended(&mut self) -> (Arc<dyn Store>, Key) {
        self.stage = Stage::Ended;
        (Arc::clone(&self.store), self.key.clone())
    }
}

/// A call that is cut off may have had effects. A repetition gets a problem: whether the call had an effect is unknown.
impl Drop for Once {
    fn drop(&mut self) {
        // Without a runtime, the deadline has the same effect, but later.
        let Ok(runtime) = Handle::try_current() else {
            return;
        };
        match self.stage {
            Stage::Taken => {
                let (store, key) = self.ended();
                runtime.spawn(async move { store.free(&key).await });
            }
            Stage::Begun => {
                let (store, key) = self.ended();
                let body = unknown().to_json();
                runtime.spawn(async move { store.keep(&key, Reply { status: 504, body }).await });
            }
            Stage::Ended => {}
        }
    }
}

/// The end of a call that does not run.
pub enum Instead {
    /// The outputs that were kept.
    Outputs(Vec<u8>),
    /// The problem that was kept, or a refusal.
    Failure(Failure),
}

fn instead(begun: Begun) -> Instead {
    let refused =
        |kind, detail: &str, retry_after| refusal(Problem::new(kind, detail), retry_after);
    Instead::Failure(match begun {
        Begun::Kept(Reply { status: OK, body }) => return Instead::Outputs(body),
        Begun::Kept(Reply { status, body }) => Failure::Kept(KeptProblem { status, body }),
        Begun::Lost => refusal(unknown(), None),
        Begun::Other => {
            let detail =
                "another call was made with this Idempotency-Key: give each call its own key";
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
    })
}

fn refusal(problem: Problem, retry_after: Option<u32>) -> Failure {
    Failure::Key(Box::new(KeyProblem { problem, retry_after, cause: None }))
}

fn unknown() -> Problem {
    let detail = "the call with this Idempotency-Key was cut; whether it had an effect is unknown, and it is not run again";
    Problem::new(Kind::Timeout, detail)
}

fn unkept(error: &StoreError) -> Failure {
    let detail = "the idempotency key cannot be kept now; nothing was done";
    Failure::Key(Box::new(KeyProblem {
        problem: Problem::new(Kind::Unavailable, detail),
        retry_after: Some(1),
        cause: Some(Cause::Unbegun(error.to_string())),
    }))
}

fn invalid(bad: KeyError) -> Problem {
    Problem::new(Kind::InvalidIdempotencyKey, format!("the Idempotency-Key is no key: {bad}"))
}
