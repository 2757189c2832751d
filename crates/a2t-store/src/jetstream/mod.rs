//! Stores in NATS JetStream: a stream with a row a subject, which every program follows in memory. What
//! a request changes is one batch, which the server stores only behind the last message that the program
//! knew.

mod options;
mod replica;
mod results;
mod row;
mod stream;
mod task;

pub use options::Options;

use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use self::results::Results;
use self::task::Job;
use crate::state::State;
use crate::{
    Accepted, Answer, Call, Cancelled, Claim, Ending, Entry, Filter, Hold, Item, Key, Lease,
    NewCall, Outcome, QueueStatistics, Secret, Signalled, Step, Store, StoreError, Time, Work,
};

/// Pieces of work that are claimed, and calls that a sweep forgets at once, at most: with room for other
/// requests in a batch of 1,000 messages.
const AT_ONCE: usize = 400;

/// A store in NATS JetStream, of a server from 2.12.
///
/// Each program keeps all rows in memory, but no results of calls that have ended, and what it asks
/// for is decided there; programs that write at once repeat what was decided on an older state.
/// Bodies above 4 KiB are stored in separate messages, so that there is no limit to their size; a
/// step may cause about 900 messages.
///
/// An accepted call is as durable as the server's files: by default a server writes them to the disk every
/// two minutes, so that a loss of power loses what was accepted since. `sync_interval: always` in its
/// configuration, or three replicas at three places, keep the promise.
///
/// ```no_run
/// use a2t_store::{Accepted, Digest, JetStream, Key, NewCall, Store, Time};
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
/// let store = JetStream::new("nats://127.0.0.1:4222").name("calls").replicas(3).open().await?;
/// let call = NewCall::new(Key::new("rap", "thread", "call")?, Digest::from_parts(["{}"]), "{}");
/// assert_eq!(store.accept(call, Time::from_millis(0)).await?, Accepted::New(None));
/// store.close().await;
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct JetStream {
    jobs: mpsc::Sender<Box<dyn Job>>,
    task: JoinHandle<()>,
    results: Results,
}

impl JetStream {
    /// Returns a store on the server of an address, such as `nats://user:password@host:4222`.
    #[allow(clippy::new_ret_no_self)]
    pub fn new(address: impl Into<String>) -> Options {
        Options::new(address.into())
    }

    /// Waits until everything that was asked is carried out, and closes the connection.
    pub async fn close(self) {
        drop(self.jobs);
        // The task does not panic and is not aborted, so there is nothing to report.
        let _ = self.task.await;
    }

    /// Returns a call with its result, which may be only in the stream; `None` if it was swept since.
    async fn with_result(&self, call: Call, away: Option<i64>) -> Result<Option<Call>, StoreError> {
        let Some(number) = away else { return Ok(Some(call)) };
        let result = self.results.of(number).await?;
        Ok(result.map(|result| Call { result: Some(result), ..call }))
    }

    fn ask<T: Send + 'static>(
        &self,
        work: impl FnMut(&mut State) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<'_, T> {
        let (job, answer) = task::job(work);
        Box::pin(async move {
            self.jobs.send(job).await.map_err(|_| StoreError::Closed)?;
            answer.await.map_err(|_| StoreError::Closed)?
        })
    }
}

impl Store for JetStream {
    fn accept(&self, call: NewCall, now: Time) -> Answer<'_, Accepted> {
        let asked = self.ask(move |state| {
            let accepted = state.accept(call.clone(), now);
            let away = match &accepted {
                Accepted::Known(call) => state.away(&call.key),
                _ => None,
            };
            Ok((accepted, away))
        });
        Box::pin(async move {
            match asked.await? {
                (Accepted::Known(call), away @ Some(_)) => {
                    // It is known, also if it was swept this moment.
                    let found = self.with_result(Call::clone(&call), away).await?;
                    Ok(Accepted::Known(found.map_or(call, Box::new)))
                }
                (accepted, _) => Ok(accepted),
            }
        })
    }

    fn claim(&self, claim: Claim, now: Time) -> Answer<'_, Vec<Work>> {
        let most = claim.max.min(AT_ONCE);
        let claim = claim.max(most);
        self.ask(move |state| Ok(state.claim(&claim, now)))
    }

    fn extend(&self, lease: &Lease, until: Time) -> Answer<'_, Hold> {
        let lease = lease.clone();
        self.ask(move |state| Ok(state.extend(&lease, until)))
    }

    fn commit(&self, lease: &Lease, step: Step, now: Time) -> Answer<'_, Hold> {
        let lease = lease.clone();
        self.ask(move |state| state.commit(&lease, step.clone(), now))
    }

    fn settle(&self, lease: &Lease, outcome: Outcome, now: Time) -> Answer<'_, Hold> {
        let lease = lease.clone();
        self.ask(move |state| state.settle(&lease, outcome, now))
    }

    fn find(&self, key: &Key) -> Answer<'_, Option<Call>> {
        let key = key.clone();
        let asked =
            self.ask(move |state| Ok(state.find(&key).map(|call| (call, state.away(&key)))));
        Box::pin(async move {
            match asked.await? {
                Some((call, away)) => self.with_result(call, away).await,
                None => Ok(None),
            }
        })
    }

    fn signal(&self, key: &Key, body: Secret, now: Time) -> Answer<'_, Signalled> {
        let key = key.clone();
        self.ask(move |state| Ok(state.signal(&key, body.clone(), now)))
    }

    fn cancel(&self, key: &Key, ending: Ending, now: Time) -> Answer<'_, Cancelled> {
        let key = key.clone();
        self.ask(move |state| state.cancel(&key, ending.clone(), now))
    }

    fn sweep(&self, queue: &str, before: Time) -> Answer<'_, u64> {
        let queue = queue.to_owned();
        self.ask(move |state| Ok(state.sweep(&queue, before, AT_ONCE)))
    }

    fn next_due(&self, queue: &str) -> Answer<'_, Option<Time>> {
        let queue = queue.to_owned();
        self.ask(move |state| Ok(state.next_due(&queue)))
    }

    fn statistics(&self, now: Time) -> Answer<'_, Vec<QueueStatistics>> {
        self.ask(move |state| Ok(state.statistics(now)))
    }

    fn list(&self, filter: Filter) -> Answer<'_, Vec<Entry>> {
        self.ask(move |state| Ok(state.list(&filter)))
    }

    fn requeue(&self, item: Item, now: Time) -> Answer<'_, bool> {
        self.ask(move |state| Ok(state.requeue(item, now)))
    }
}
