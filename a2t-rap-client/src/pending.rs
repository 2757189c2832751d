//! Calls that wait for their answer, and subscriptions that go on after it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use a2t_rap_wire::{Callback, Reading, SubscriptionEvent, ToolResult};
use a2t_store::{Key, Secret, StoreError};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::inner::Inner;
use crate::seen::Awaited;
use crate::tape::Taped;
use crate::waiters::Watch;

/// Longest wait between two looks into the store, whose answer another program may have received.
const LOOK: Duration = Duration::from_secs(1);
/// Events that wait for their subscriber; the tool keeps later ones.
const EVENTS: usize = 64;

/// A call that waits for its answer. Dropping it does not give the call up:
/// [`Runtime::pending`](crate::Runtime::pending) finds it again, [`Runtime::cancel`](crate::Runtime::cancel)
/// gives it up.
pub struct Pending {
    inner: Arc<Inner>,
    watch: Watch,
    events: mpsc::Receiver<SubscriptionEvent>,
    seen: Awaited,
    taped: Taped,
}

impl Pending {
    pub(crate) fn new(inner: Arc<Inner>, key: &Key) -> Self {
        let watch = inner.waiters.watch(key);
        let (sender, events) = mpsc::channel(EVENTS);
        watch.subscribe(sender);
        let (seen, taped) = (Awaited::default(), Taped::default());
        Self { inner, watch, events, seen, taped }
    }

    /// The same, whose end operators are told.
    pub(crate) fn seen(self, seen: impl Into<Awaited>) -> Self {
        Self { seen: seen.into(), ..self }
    }

    /// The thread of the call.
    pub fn thread(&self) -> &str {
        self.watch.key().group()
    }

    /// The id of the call, by which [`Runtime::pending`](crate::Runtime::pending) finds it.
    pub fn id(&self) -> &str {
        self.watch.key().id()
    }

    /// The same, whose answer is recorded.
    pub(crate) fn taped(self, taped: Taped) -> Self {
        Self { taped, ..self }
    }

    /// The answer, as soon as it has come: the tool's result, or one that tells why there is none
    /// (CB-9), such as the deadline.
    ///
    /// # Errors
    /// The store fails, or has forgotten the call.
    pub async fn result(mut self) -> Result<ToolResult, ResultError> {
        self.answer().await
    }

    /// The answer, and the events that follow it if the call has become a subscription (CB-76).
    ///
    /// # Errors
    /// As [`result`](Self::result).
    pub async fn subscribe(mut self) -> Result<(ToolResult, Subscription), ResultError> {
        let result = self.answer().await?;
        Ok((result, Subscription { pending: self }))
    }

    async fn answer(&mut self) -> Result<ToolResult, ResultError> {
        let answer = self.look().await;
        match &answer {
            Ok((stored, result)) => {
                self.taped.answered(stored);
                self.seen.answered(stored, result);
            }
            Err(error) => self.seen.failed(error),
        }
        answer.map(|(_, result)| result)
    }

    /// The answer as it is stored, and as it is read.
    async fn look(&mut self) -> Result<(Secret, ToolResult), ResultError> {
        loop {
            self.watch.mark_unchanged();
            let call =
                self.inner.store().find(self.watch.key()).await.map_err(ResultError::Store)?;
            let Some(call) = call else { return Err(ResultError::Forgotten) };
            if let Some(stored) = call.result {
                let result = read(&stored).ok_or(ResultError::Forgotten)?;
                return Ok((stored, result));
            }
            if call.standing.is_final() {
                return Err(ResultError::Forgotten);
            }
            let _ = timeout(LOOK, self.watch.changed()).await;
        }
    }
}

fn read(result: &Secret) -> Option<ToolResult> {
    match Callback::parse(result.expose(), Reading::Lenient) {
        Ok(Callback::ToolResult(result)) => Some(result),
        _ => None,
    }
}

/// The events of a call that has become a subscription.
///
/// A tool keeps the events that nobody takes, and sends them again when the subscriber is back; an
/// event that was sent twice may be seen twice (CBA-10).
pub struct Subscription {
    pending: Pending,
}

impl Subscription {
    /// The next event; `None` after the final one (CB-108), and when the subscription was cancelled.
    pub async fn next(&mut self) -> Option<SubscriptionEvent> {
        let Pending { inner, watch, events, .. } = &mut self.pending;
        loop {
            watch.mark_unchanged();
            if let Ok(event) = events.try_recv() {
                return Some(event);
            }
            let call = inner.store().find(watch.key()).await;
            if let Ok(call) = &call
                && call.as_ref().is_none_or(|call| call.standing.is_final())
            {
                // One may have come since the look before.
                return events.try_recv().ok();
            }
            tokio::select! {
                event = events.recv() => return event,
                () = watch.changed() => {}
                () = tokio::time::sleep(LOOK) => {}
            }
        }
    }

    /// The thread of the subscription.
    pub fn thread(&self) -> &str {
        self.pending.thread()
    }

    /// The id of its call.
    pub fn id(&self) -> &str {
        self.pending.id()
    }
}

impl fmt::Debug for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending").field("call", self.watch.key()).finish_non_exhaustive()
    }
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscription")
            .field("call", self.pending.watch.key())
            .finish_non_exhaustive()
    }
}

/// An answer that is not to be had.
#[derive(Debug)]
#[non_exhaustive]
pub enum ResultError {
    /// The store failed.
    Store(StoreError),
    /// The store has forgotten the call, which it does when its retention has passed.
    Forgotten,
}

impl fmt::Display for ResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => write!(f, "the answer could not be looked up: {error}"),
            Self::Forgotten => f.write_str("the store has forgotten the call"),
        }
    }
}

impl std::error::Error for ResultError {}
