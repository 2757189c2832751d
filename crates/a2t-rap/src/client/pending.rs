//! Calls that wait for their answer, and subscriptions that go on after it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use a2t_store::{Call, Key, Secret, Standing, StoreError};
use tokio::time::{Instant, timeout};

use crate::client::events::Waiting;
use crate::client::inner::Inner;
use crate::client::recording::RecordedCall;
use crate::client::telemetry::Awaited;
use crate::client::waiters::Watch;
use crate::message::{Callback, Reading, SubscriptionEvent, ToolResult};

/// Longest wait between two looks into the store, whose answer another program may have received.
const LOOK: Duration = Duration::from_secs(1);

/// A call that waits for its answer. Dropping it does not give the call up:
/// [`Runtime::pending`](crate::client::Runtime::pending) finds it again, [`Runtime::cancel`](crate::client::Runtime::cancel)
/// gives it up.
pub struct Pending {
    inner: Arc<Inner>,
    watch: Watch,
    span: Awaited,
    recorded: RecordedCall,
}

impl Pending {
    pub(crate) fn new(inner: Arc<Inner>, key: &Key) -> Self {
        let watch = inner.waiters.watch(key);
        let (span, recorded) = (Awaited::default(), RecordedCall::default());
        Self { inner, watch, span, recorded }
    }

    /// The same, whose end is reported to operators.
    pub(crate) fn spanned(self, span: impl Into<Awaited>) -> Self {
        Self { span: span.into(), ..self }
    }

    /// Returns the thread of the call.
    pub fn thread(&self) -> &str {
        self.watch.key().group()
    }

    /// Returns the id of the call, by which [`Runtime::pending`](crate::client::Runtime::pending)
    /// finds it.
    pub fn id(&self) -> &str {
        self.watch.key().id()
    }

    /// The same, whose answer is recorded.
    pub(crate) fn recorded(self, recorded: RecordedCall) -> Self {
        Self { recorded, ..self }
    }

    /// Returns the answer, as soon as it has come: the tool's result, or one that explains why
    /// there is none (CB-9), such as the deadline.
    ///
    /// A store that fails is asked again, for as long as [`Builder::deadline`](crate::client::Builder::deadline).
    ///
    /// # Errors
    /// The store fails for longer, is closed or cannot be read, or has forgotten the call.
    pub async fn result(mut self) -> Result<ToolResult, ResultError> {
        self.answer().await
    }

    /// Returns the answer, and the events that follow it if the call has become a subscription
    /// (CB-76).
    ///
    /// # Errors
    /// As [`result`](Self::result).
    pub async fn subscribe(mut self) -> Result<(ToolResult, Subscription), ResultError> {
        let result = self.answer().await?;
        self.watch.subscribe();
        Ok((result, Subscription { pending: self, taken: None }))
    }

    async fn answer(&mut self) -> Result<ToolResult, ResultError> {
        let answer = self.look().await;
        match &answer {
            Ok((stored, result)) => {
                self.recorded.answered(stored);
                self.span.answered(stored, result);
            }
            Err(error) => self.span.failed(error),
        }
        answer.map(|(_, result)| result)
    }

    /// The answer as it is stored, and as it is read. A store that fails is asked again, as one without the answer is.
    async fn look(&mut self) -> Result<(Secret, ToolResult), ResultError> {
        let mut failing: Option<Instant> = None;
        loop {
            self.watch.mark_unchanged();
            match self.inner.store().find(self.watch.key()).await {
                Ok(call) => {
                    failing = None;
                    if let Some(found) = found(call)? {
                        return Ok(found);
                    }
                }
                Err(error) => {
                    let since = failing.get_or_insert_with(Instant::now).elapsed();
                    if !error.is_transient() || since >= self.inner.settings.deadline {
                        return Err(ResultError::Store(error));
                    }
                    tracing::warn!(%error, "an answer could not be looked up yet");
                }
            }
            let _ = timeout(LOOK, self.watch.changed()).await;
        }
    }
}

/// Returns the answer of a call, if it has come.
fn found(call: Option<Call>) -> Result<Option<(Secret, ToolResult)>, ResultError> {
    let Some(call) = call else { return Err(ResultError::Forgotten) };
    match call.result {
        Some(stored) => {
            let result = read(&stored).ok_or(ResultError::Forgotten)?;
            Ok(Some((stored, result)))
        }
        None if call.standing.is_final() => Err(ResultError::Forgotten),
        None => Ok(None),
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
/// Events are stored before their tool gets the confirmation, and stay in the store until the next
/// one is asked for: a subscriber that is dropped, or that ends with its program, leaves the last
/// one that it got to the next subscriber, which may see it twice (CBA-10). Of several subscribers
/// in one program, the latest one gets the events, and the others end.
pub struct Subscription {
    pending: Pending,
    /// The event that was returned last.
    taken: Option<Key>,
}

impl Subscription {
    /// Returns the next event, or `None` after the final one (CB-108), and when the subscription was cancelled.
    pub async fn next(&mut self) -> Option<SubscriptionEvent> {
        loop {
            self.pending.watch.mark_unchanged();
            match self.look().await {
                Ok(Looked::Event(Waiting { key, event })) => {
                    self.taken = Some(key);
                    return Some(event);
                }
                Ok(Looked::Over) => return None,
                Ok(Looked::Nothing) => {}
                Err(error) => tracing::warn!(%error, "events could not be looked up yet"),
            }
            let _ = timeout(LOOK, self.pending.watch.changed()).await;
        }
    }

    async fn look(&mut self) -> Result<Looked, StoreError> {
        let Pending { inner, watch, .. } = &self.pending;
        if let Some(taken) = &self.taken {
            inner.end_event(taken).await?;
            self.taken = None;
        }
        if !watch.is_subscriber() {
            return Ok(Looked::Over);
        }
        // Before the events, because the last of them is stored before the call ends.
        let standing = inner.store().find(watch.key()).await?.map(|call| call.standing);
        if standing == Some(Standing::Cancelled) {
            return Ok(Looked::Over);
        }
        if let Some(waiting) = inner.next_event(watch.key()).await? {
            return Ok(Looked::Event(waiting));
        }
        let is_over = standing.is_none_or(Standing::is_final);
        Ok(if is_over { Looked::Over } else { Looked::Nothing })
    }

    /// Returns the thread of the subscription.
    pub fn thread(&self) -> &str {
        self.pending.thread()
    }

    /// Returns the id of its call.
    pub fn id(&self) -> &str {
        self.pending.id()
    }
}

/// What a look into the store found.
enum Looked {
    Event(Waiting),
    Nothing,
    /// No event comes any more.
    Over,
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
    /// The store failed for as long as [`Builder::deadline`](crate::client::Builder::deadline), or in a way that repeating cannot mend.
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
