//! Events of subscriptions: stored before their 200, and taken from the store in their order.
//!
//! Each event is a row of its own queue, in the group of its subscription, and is ended when its
//! subscriber asks for the next one. A subscriber that is dropped before that, or that ends with
//! its program, leaves it to the next one.

use a2t_store::worker::now;
use a2t_store::{
    Accepted, Digest, Ending, Filter, Key, NewCall, Secret, Standing, StoreError, Time, token,
};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;

use crate::client::inner::{Inner, QUEUE as CALLS};
use crate::message::{Callback, Reading, SubscriptionEvent};

/// Name of the queue of events.
pub(crate) const QUEUE: &str = "rap-events";
/// Maximum number of events of one subscription that wait for their subscriber. The tool keeps later ones.
pub(crate) const WAITING_MAX: usize = 256;
/// Number of events that are discarded at once.
const BATCH: usize = 100;

/// Fate of an event that came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kept {
    /// It is stored, now or before.
    Stored,
    /// As many wait as may. Its sender sends it again.
    Full,
}

/// An event that waits for its subscriber.
pub(crate) struct Waiting {
    pub(crate) key: Key,
    pub(crate) event: SubscriptionEvent,
}

impl Inner {
    /// Stores an event of this call, unless the same message of its server is stored.
    pub(crate) async fn keep_event(
        &self,
        call: &Key,
        id: Option<&str>,
        event: &[u8],
    ) -> Result<Kept, StoreError> {
        let Some(key) = name(call, id, event) else { return Ok(Kept::Full) };
        let waiting = self.store().list(waiting(call).max(WAITING_MAX)).await?;
        if waiting.len() >= WAITING_MAX && !waiting.iter().any(|entry| entry.key == key) {
            return Ok(Kept::Full);
        }
        let new = NewCall::new(key, Digest::from_parts([event]), written(call, event));
        Ok(match self.store().accept(new, now()).await? {
            // A conflict cannot be: the name has the digest of the event.
            Accepted::New(_) | Accepted::Known(_) | Accepted::Conflict => Kept::Stored,
            Accepted::Full => Kept::Full,
        })
    }

    /// Returns the oldest event of this call that waits.
    pub(crate) async fn next_event(&self, call: &Key) -> Result<Option<Waiting>, StoreError> {
        loop {
            let Some(entry) = self.store().list(waiting(call).max(1)).await?.pop() else {
                return Ok(None);
            };
            let stored = self.store().find(&entry.key).await?;
            let read = stored.as_ref().and_then(|stored| {
                Callback::parse(split(&stored.payload)?.1, Reading::Lenient).ok()
            });
            if let Some(Callback::SubscriptionEvent(event)) = read {
                return Ok(Some(Waiting { key: entry.key, event }));
            }
            // Another program has ended it since, or a later version of this library wrote it.
            self.end_event(&entry.key).await?;
        }
    }

    /// Ends an event that its subscriber has.
    pub(crate) async fn end_event(&self, key: &Key) -> Result<(), StoreError> {
        self.store().cancel(key, Ending::silent(), now()).await?;
        Ok(())
    }

    /// Ends all events of this call, because the subscription was cancelled.
    pub(crate) async fn discard_events(&self, call: &Key) -> Result<(), StoreError> {
        loop {
            let batch = self.store().list(waiting(call).max(BATCH)).await?;
            if batch.is_empty() {
                return Ok(());
            }
            for entry in batch {
                self.end_event(&entry.key).await?;
            }
        }
    }

    /// Ends events from before that time whose call is gone, because no subscriber can ask for them.
    pub(crate) async fn discard_old_events(&self, before: Time) -> Result<(), StoreError> {
        let mut filter = Filter::calls().queue(QUEUE).standing(Standing::Waiting).max(BATCH);
        loop {
            let batch = self.store().list(filter.clone()).await?;
            let Some(last) = batch.last().map(|entry| entry.item) else { return Ok(()) };
            for entry in batch {
                if entry.since >= before {
                    return Ok(());
                }
                if !self.has_call(&entry.key).await? {
                    self.end_event(&entry.key).await?;
                }
            }
            filter = filter.after(last);
        }
    }

    /// Returns `true` if the store still knows the call of an event.
    async fn has_call(&self, event: &Key) -> Result<bool, StoreError> {
        let stored = self.store().find(event).await?;
        let call = stored.as_ref().and_then(|stored| {
            let (thread, id) =
                serde_json::from_slice::<(String, String)>(split(&stored.payload)?.0).ok()?;
            Key::new(CALLS, thread, id).ok()
        });
        match call {
            Some(call) => Ok(self.store().find(&call).await?.is_some()),
            None => Ok(false),
        }
    }
}

/// Returns the payload of an event: the names of its call, and the event.
fn written(call: &Key, event: &[u8]) -> Secret {
    let mut bytes = json!([call.group(), call.id()]).to_string().into_bytes();
    bytes.push(b'\n');
    bytes.extend_from_slice(event);
    Secret::from(bytes)
}

fn split(payload: &Secret) -> Option<(&[u8], &[u8])> {
    let mut parts = payload.expose().splitn(2, |byte| *byte == b'\n');
    Some((parts.next()?, parts.next()?))
}

fn waiting(call: &Key) -> Filter {
    Filter::calls().queue(QUEUE).group(group(call)).standing(Standing::Waiting)
}

/// Returns the group of a subscription, since its thread has other ones too.
fn group(call: &Key) -> String {
    text(Digest::from_parts([call.group(), call.id()]))
}

/// Returns the name of an event, which is the same each time that its server sends it.
fn name(call: &Key, id: Option<&str>, event: &[u8]) -> Option<Key> {
    let id = match id {
        Some(id) => text(Digest::from_parts([id.as_bytes(), event])),
        // Without an id, equal events are two.
        None => URL_SAFE_NO_PAD.encode(token::bits::<16>()?),
    };
    Key::new(QUEUE, group(call), id).ok()
}

fn text(digest: Digest) -> String {
    URL_SAFE_NO_PAD.encode(digest.as_bytes())
}
