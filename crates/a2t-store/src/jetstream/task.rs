//! The task that owns the replica: requests in, one batch for all that wait, answers out.

use std::mem;

use tokio::sync::{mpsc, oneshot};

use super::replica::Replica;
use super::stream::{Stream, StreamError};
use crate::StoreError;
use crate::state::State;

/// Requests that share a batch, at most.
const REQUESTS: usize = 128;
/// Rows that were changed after which no further request joins a batch.
const ROWS: usize = 250;
/// Messages that the server takes in one batch.
const MESSAGES: usize = 1_000;
/// Programs that write at once are ahead of each other so often, at most.
const ATTEMPTS: usize = 200;

/// A request that waits.
pub(super) trait Job: Send {
    /// Carries it out; may be called again on a state that is further.
    fn run(&mut self, state: &mut State);
    /// Answers, with the result of the run if its changes are stored.
    fn answer(self: Box<Self>, stored: Result<(), StoreError>);
}

struct Request<T, F> {
    work: F,
    result: Option<Result<T, StoreError>>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Job for Request<T, F>
where
    T: Send,
    F: FnMut(&mut State) -> Result<T, StoreError> + Send,
{
    fn run(&mut self, state: &mut State) {
        self.result = Some((self.work)(state));
    }

    fn answer(self: Box<Self>, stored: Result<(), StoreError>) {
        let result = self.result.unwrap_or(Err(StoreError::Closed));
        // An answer without a receiver is not needed.
        let _ = self.reply.send(stored.and(result));
    }
}

pub(super) type Reply<T> = oneshot::Receiver<Result<T, StoreError>>;

pub(super) fn job<T: Send + 'static>(
    work: impl FnMut(&mut State) -> Result<T, StoreError> + Send + 'static,
) -> (Box<dyn Job>, Reply<T>) {
    let (reply, answer) = oneshot::channel();
    (Box::new(Request { work, result: None, reply }), answer)
}

/// Carries out requests until all senders are gone.
pub(super) async fn serve(
    mut waiting: mpsc::Receiver<Box<dyn Job>>,
    mut replica: Replica,
    mut stream: Stream,
) {
    let mut jobs = Vec::with_capacity(REQUESTS);
    loop {
        let taken = tokio::select! {
            taken = waiting.recv_many(&mut jobs, REQUESTS) => taken,
            // Messages of other programs are taken as they come, so that none pile up.
            () = stream.follow(&mut replica) => continue,
        };
        if taken == 0 {
            return;
        }
        while !jobs.is_empty() {
            let (count, outcome) = transact(&mut jobs, &mut replica, &mut stream).await;
            jobs.drain(..count).for_each(|job| job.answer(outcome.clone()));
            if stream.has_crashed() {
                return;
            }
        }
    }
}

/// Carries out the first of the requests together; how many, and whether that is stored.
async fn transact(
    jobs: &mut [Box<dyn Job>],
    replica: &mut Replica,
    stream: &mut Stream,
) -> (usize, Result<(), StoreError>) {
    let mut most = jobs.len();
    for _ in 0..ATTEMPTS {
        let count = run(jobs.get_mut(..most).unwrap_or_default(), replica);
        match store(replica, stream).await {
            Ok(()) => return (count, Ok(())),
            Err(StreamError::Large) if count > 1 => most = 1,
            Err(StreamError::Large) => {
                let rule = "a step of more than 1,000 rows and pieces of bodies is too large for a \
                            batch of JetStream: store it in several steps";
                return (count, Err(StoreError::Misuse(rule)));
            }
            Err(StreamError::Stale) => {
                if let Err(error) = stream.catch_up(replica).await {
                    return (count, Err(error));
                }
            }
            Err(StreamError::Store(error)) => return (count, Err(error)),
        }
    }
    let busy = "other programs wrote to its stream before this one, again and again";
    (most, Err(StoreError::Engine(busy.to_owned())))
}

/// Runs requests on the replica until there are many changes; how many of them.
fn run(jobs: &mut [Box<dyn Job>], replica: &mut Replica) -> usize {
    replica.state.begin(i64::try_from(replica.position).unwrap_or(i64::MAX));
    let mut count = 0;
    for job in jobs {
        if count > 0 && replica.state.changes() >= ROWS {
            break;
        }
        job.run(&mut replica.state);
        count += 1;
    }
    count
}

/// Stores what was changed, or takes it back. What changed nothing is true if the replica is current.
async fn store(replica: &mut Replica, stream: &mut Stream) -> Result<(), StreamError> {
    let mut changes = match replica.changes() {
        Ok(changes) if changes.writes.len() <= MESSAGES => changes,
        other => {
            replica.state.revert();
            return Err(other.map_or_else(StreamError::Store, |_| StreamError::Large));
        }
    };
    let stored = if changes.writes.is_empty() {
        stream.is_current(replica.position).await.map(|()| replica.position)
    } else {
        stream.write(replica.position, &changes.writes).await
    };
    match stored {
        Ok(position) => {
            stream.clean(mem::take(&mut changes.unneeded));
            replica.keep(position, changes);
            stream.clean_up(replica);
            Ok(())
        }
        Err(failure) => {
            replica.state.revert();
            Err(failure)
        }
    }
}
