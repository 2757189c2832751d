//! Views of a store for people and metrics: no payloads, no addresses.

use std::time::Duration;

use crate::{Item, Key, Reason, Time};

/// Standing of a call or a message.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Standing {
    /// It waits to be claimed: for the first time, or again.
    Waiting,
    /// A worker holds it.
    Leased,
    /// A call waits for a signal.
    Suspended,
    /// A call has ended with its result.
    Done,
    /// A call was cancelled.
    Cancelled,
    /// A message was delivered.
    Delivered,
    /// A message is not tried again.
    Dead,
}

impl Standing {
    /// Returns `true` for an entry that is not claimed again by itself.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Cancelled | Self::Delivered | Self::Dead)
    }
}

/// Choice of what to list.
///
/// ```
/// use a2t_store::{Filter, Standing};
///
/// let dead = Filter::messages().queue("rap").standing(Standing::Dead).max(50);
/// # let _ = dead;
/// ```
#[derive(Clone, Debug)]
pub struct Filter {
    pub(crate) calls: bool,
    pub(crate) queue: Option<String>,
    pub(crate) group: Option<String>,
    pub(crate) standing: Option<Standing>,
    pub(crate) after: i64,
    pub(crate) max: usize,
}

impl Filter {
    /// Calls, the first 100.
    pub fn calls() -> Self {
        Self { calls: true, queue: None, group: None, standing: None, after: 0, max: 100 }
    }

    /// Returns the messages, the first 100.
    pub fn messages() -> Self {
        Self { calls: false, ..Self::calls() }
    }

    /// Selects entries of only that queue.
    #[must_use]
    pub fn queue(self, queue: impl Into<String>) -> Self {
        Self { queue: Some(queue.into()), ..self }
    }

    /// Selects entries of only that group.
    #[must_use]
    pub fn group(self, group: impl Into<String>) -> Self {
        Self { group: Some(group.into()), ..self }
    }

    /// Selects entries of only that standing.
    #[must_use]
    pub fn standing(self, standing: Standing) -> Self {
        Self { standing: Some(standing), ..self }
    }

    /// Continues after the last entry of the previous page.
    #[must_use]
    pub fn after(self, item: Item) -> Self {
        let (Item::Call(after) | Item::Message(after)) = item;
        Self { after, ..self }
    }

    /// Sets the maximum number of entries, up to 1,000.
    #[must_use]
    pub fn max(self, max: usize) -> Self {
        Self { max: max.min(1_000), ..self }
    }
}

/// A call or a message as it is listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// For [`requeue`](crate::Store::requeue), and for the next page.
    pub item: Item,
    /// The call, or the one that caused the message.
    pub key: Key,
    /// Its standing.
    pub standing: Standing,
    /// Number of claims.
    pub attempts: u32,
    /// Time of its acceptance.
    pub since: Time,
    /// Time from which it may be claimed; the end of the lease where a worker holds it.
    pub due: Time,
    /// Whether a message waits for another one of its group, which is delivered before it.
    pub is_behind: bool,
    /// Reason why a message is dead, or the last reply to one that is tried again.
    pub reason: Option<Reason>,
}

/// Depth, age and attempts of one queue.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct QueueStatistics {
    /// Name of the queue.
    pub queue: String,
    /// Its calls.
    pub calls: Calls,
    /// Its messages.
    pub messages: Messages,
}

impl QueueStatistics {
    /// Returns the numbers of calls and messages by their standing.
    ///
    /// ```
    /// let mut queue = a2t_store::QueueStatistics::default();
    /// queue.calls.waiting = 3;
    /// assert_eq!(queue.depths()[0], ("call", "waiting", 3));
    /// ```
    pub fn depths(&self) -> [(&'static str, &'static str, u64); 10] {
        let Self { calls, messages, .. } = self;
        [
            ("call", "waiting", calls.waiting),
            ("call", "leased", calls.leased),
            ("call", "suspended", calls.suspended),
            ("call", "done", calls.done),
            ("call", "cancelled", calls.cancelled),
            ("message", "waiting", messages.waiting),
            ("message", "retrying", messages.retrying),
            ("message", "leased", messages.leased),
            ("message", "delivered", messages.delivered),
            ("message", "dead", messages.dead),
        ]
    }

    /// Returns the age of the oldest call and message that has not ended, zero if all have, and
    /// most attempts at one.
    pub fn ages(&self) -> [(&'static str, Duration, u32); 2] {
        let Self { calls, messages, .. } = self;
        [
            ("call", calls.oldest.unwrap_or_default(), calls.attempts),
            ("message", messages.oldest.unwrap_or_default(), messages.attempts),
        ]
    }
}

#[cfg(feature = "tracing")]
impl QueueStatistics {
    /// Reports depth, age and attempts as one event of `tracing` at the level of information,
    /// target `a2t_store::queue`: the fields of this type, with a dot for each level, ages in
    /// seconds. A subscriber makes gauges of it.
    ///
    /// ```
    /// # async fn tell(store: &dyn a2t_store::Store, now: a2t_store::Time) -> Result<(), a2t_store::StoreError> {
    /// // Now and then, for example with the sweep.
    /// store.statistics(now).await?.iter().for_each(a2t_store::QueueStatistics::trace);
    /// # Ok(()) }
    /// ```
    pub fn trace(&self) {
        let Self { queue, calls, messages } = self;
        let seconds = |oldest: Option<Duration>| oldest.unwrap_or_default().as_secs();
        tracing::info!(
            target: "a2t_store::queue",
            queue,
            calls.waiting,
            calls.leased,
            calls.suspended,
            calls.done,
            calls.cancelled,
            calls.oldest = seconds(calls.oldest),
            calls.attempts,
            messages.waiting,
            messages.retrying,
            messages.leased,
            messages.delivered,
            messages.dead,
            messages.oldest = seconds(messages.oldest),
            messages.attempts,
            "depth, age and attempts"
        );
    }
}

/// Calls of a queue, counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Calls {
    /// They wait to be claimed.
    pub waiting: u64,
    /// A worker holds them.
    pub leased: u64,
    /// They wait for a signal.
    pub suspended: u64,
    /// They have ended, and are not swept yet.
    pub done: u64,
    /// They were cancelled, and are not swept yet.
    pub cancelled: u64,
    /// Age of the oldest that has not ended.
    pub oldest: Option<Duration>,
    /// Maximum number of attempts of one that has not ended.
    pub attempts: u32,
}

/// Messages of a queue, counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Messages {
    /// They wait for their first attempt.
    pub waiting: u64,
    /// They wait for another attempt.
    pub retrying: u64,
    /// A worker holds them.
    pub leased: u64,
    /// They were delivered, and are not swept yet.
    pub delivered: u64,
    /// They are not tried again, and are not swept yet.
    pub dead: u64,
    /// Age of the oldest that is neither delivered nor dead.
    pub oldest: Option<Duration>,
    /// Maximum number of attempts of one that is neither delivered nor dead.
    pub attempts: u32,
}
