//! The contract that every engine keeps.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::{
    Accepted, Call, Cancelled, Claim, Ending, Entry, Filter, Hold, Item, Key, Lease, NewCall,
    Outcome, QueueStatistics, Secret, Signalled, Step, StoreError, Time, Work,
};

/// A store's answer to come.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Limits on what may wait. Ended calls and delivered messages do not count: [`Store::sweep`] bounds those.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Calls that have not ended, 1,000,000 by default.
    pub calls: u64,
    /// Messages that are neither delivered nor dead, 1,000,000 by default. Steps that end a call
    /// store theirs above it, since a result must not be lost; each accepted call has one such step.
    pub messages: u64,
    /// Replies kept under a key, in the stores in SQL, 10,000,000 by default. Rows that are gone count
    /// until those before them are gone too.
    pub replies: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { calls: 1_000_000, messages: 1_000_000, replies: 10_000_000 }
    }
}

/// Calls and the messages that they cause, kept until they are answered and delivered.
///
/// Every method is one transaction: it is stored as a whole before its future is ready, or not at
/// all. A future that is dropped before it is ready may have been carried out. What is repeated is safe:
/// an accepted call is [`Known`](Accepted::Known), a step under an old lease is [`Lost`](Hold::Lost).
///
/// The trait can be made into an object, because programs choose the engine by an address at run
/// time; the box of each future costs nothing compared with the disk it waits for. An engine need
/// not have SQL: each method names one item or one lane, so that it fits an engine of streams with
/// compare-and-set too.
///
/// ```
/// use std::{sync::Arc, time::Duration};
/// use a2t_store::{Accepted, Claim, Digest, Key, Memory, NewCall, NewMessage, Outcome, Step, Store, Time, Work};
///
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let store: Arc<dyn Store> = Arc::new(Memory::default());
/// let now = Time::from_millis(0);
/// let key = Key::new("rap", "thread", "call")?;
/// let call = || NewCall::new(key.clone(), Digest::from_parts(["Omaha"]), "Omaha");
/// assert_eq!(store.accept(call(), now).await?, Accepted::New(None));
/// assert!(matches!(store.accept(call(), now).await?, Accepted::Known(_)));
///
/// let claim = Claim::new("rap", Duration::from_secs(30));
/// let Some(Work::Run(run)) = store.claim(claim.clone(), now).await?.pop() else { panic!("a call") };
/// let step = Step::done("12 °C").with(NewMessage::new("It has 12 °C in Omaha."));
/// store.commit(&run.lease, step, now).await?;
///
/// let Some(Work::Deliver(sent)) = store.claim(claim, now).await?.pop() else { panic!("a message") };
/// assert_eq!(sent.message.body.expose(), "It has 12 °C in Omaha.".as_bytes());
/// store.settle(&sent.lease, Outcome::Delivered, now).await?;
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Store: Send + Sync {
    /// Stores a call; it is durable when the answer is there.
    ///
    /// # Errors
    /// [`StoreError`] if the engine fails, as for every method.
    fn accept(&self, call: NewCall, now: Time) -> Answer<'_, Accepted>;

    /// Claims what is due: messages before calls, oldest due first, of each group only its first message
    /// that is neither delivered nor dead.
    ///
    /// # Errors
    /// [`StoreError`].
    fn claim(&self, claim: Claim, now: Time) -> Answer<'_, Vec<Work>>;

    /// Holds a piece of work for longer. A worker that hears [`Hold::Cancelled`] stops.
    ///
    /// # Errors
    /// [`StoreError`].
    fn extend(&self, lease: &Lease, until: Time) -> Answer<'_, Hold>;

    /// Stores a step of a call and the messages that it causes.
    ///
    /// # Errors
    /// [`StoreError::Misuse`] if the lease is one of a message, if a call ends without a result, or
    /// if it would have a second one.
    fn commit(&self, lease: &Lease, step: Step, now: Time) -> Answer<'_, Hold>;

    /// Stores what became of an attempt to deliver.
    ///
    /// # Errors
    /// [`StoreError::Misuse`] if the lease is one of a call.
    fn settle(&self, lease: &Lease, outcome: Outcome, now: Time) -> Answer<'_, Hold>;

    /// The call of that name, until it is swept.
    ///
    /// # Errors
    /// [`StoreError`].
    fn find(&self, key: &Key) -> Answer<'_, Option<Call>>;

    /// Hands something to a call that has not ended, such as a user's choice, and wakes it.
    ///
    /// # Errors
    /// [`StoreError`].
    fn signal(&self, key: &Key, body: Secret, now: Time) -> Answer<'_, Signalled>;

    /// Ends a call that has not ended. Its messages stay, except for those that were sent
    /// [`until_cancelled`](crate::NewMessage::until_cancelled).
    ///
    /// # Errors
    /// [`StoreError`].
    fn cancel(&self, key: &Key, ending: Ending, now: Time) -> Answer<'_, Cancelled>;

    /// Forgets calls of the queue that ended before that time, with their messages, if none of those waits or
    /// was settled since: at most 500 at once, to keep transactions short. The number of calls that are gone.
    ///
    /// # Errors
    /// [`StoreError`].
    fn sweep(&self, queue: &str, before: Time) -> Answer<'_, u64>;

    /// The earliest time at which something of the queue can be claimed, for workers that sleep.
    ///
    /// # Errors
    /// [`StoreError`].
    fn next_due(&self, queue: &str) -> Answer<'_, Option<Time>>;

    /// Depth, age and attempts of each queue, sorted by name.
    ///
    /// # Errors
    /// [`StoreError`].
    fn statistics(&self, now: Time) -> Answer<'_, Vec<QueueStatistics>>;

    /// Calls or messages, oldest first.
    ///
    /// # Errors
    /// [`StoreError`].
    fn list(&self, filter: Filter) -> Answer<'_, Vec<Entry>>;

    /// Makes a dead message wait again as if new, in its position of the order, and what waits or is
    /// suspended due now. `false` if there is no such item, if a worker holds it or if it has ended.
    ///
    /// # Errors
    /// [`StoreError`].
    fn requeue(&self, item: Item, now: Time) -> Answer<'_, bool>;

    /// Removes what the engine still has of bytes that were erased, such as the log of a file. Workers ask for it after each
    /// sweep, and when their program stops. An engine that has nothing of the kind does nothing, which is the default.
    ///
    /// # Errors
    /// [`StoreError`].
    fn scrub(&self) -> Answer<'_, ()> {
        Box::pin(std::future::ready(Ok(())))
    }
}

macro_rules! forward {
    ($($name:ident($($input:ident: $kind:ty),*) -> $output:ty;)*) => {
        impl<S: Store + ?Sized> Store for Arc<S> {
            $(fn $name(&self, $($input: $kind),*) -> Answer<'_, $output> {
                (**self).$name($($input),*)
            })*
        }
    };
}

forward! {
    accept(call: NewCall, now: Time) -> Accepted;
    claim(claim: Claim, now: Time) -> Vec<Work>;
    extend(lease: &Lease, until: Time) -> Hold;
    commit(lease: &Lease, step: Step, now: Time) -> Hold;
    settle(lease: &Lease, outcome: Outcome, now: Time) -> Hold;
    find(key: &Key) -> Option<Call>;
    signal(key: &Key, body: Secret, now: Time) -> Signalled;
    cancel(key: &Key, ending: Ending, now: Time) -> Cancelled;
    sweep(queue: &str, before: Time) -> u64;
    next_due(queue: &str) -> Option<Time>;
    statistics(now: Time) -> Vec<QueueStatistics>;
    list(filter: Filter) -> Vec<Entry>;
    requeue(item: Item, now: Time) -> bool;
    scrub() -> ();
}
