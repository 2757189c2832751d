//! Chores that every worker of a store has: rests, sweeps, and leases that are held while it works.
//!
//! A worker has a clock, which the store has not: it is handed in as a function.

mod clock;
mod holder;
mod pool;
mod running;
mod slot;
mod suspects;
mod trouble;

use std::ops::RangeInclusive;
use std::time::Duration;

use tokio::time::sleep;

use crate::{Hold, Lease, QueueStatistics, Step, Store, Then, Time};

pub use clock::{lease, now};
pub use holder::{GivenUp, Holder, Phase};
pub use pool::{Admission, Pool, Task};
pub use running::{Entered, Running};
pub use slot::{Permit, Slot, Slots};
pub use suspects::{HeldRun, Probation, Suspects};
pub use trouble::{persist, recover, within};

/// The time of day, as workers are given it.
pub type Clock = fn() -> Time;

/// Maximum number of batches of one sweep, so that it ends though calls end as fast as they are forgotten.
const BATCHES: usize = 10_000;
/// Wait before a call that this program cannot read is claimed again.
const UNREADABLE: Duration = Duration::from_secs(300);

/// Returns the time until something of the queue is due, within bounds: others may come sooner.
///
/// ```
/// use std::time::Duration;
/// use a2t_store::{Memory, Time, worker};
///
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let (shortest, longest) = (Duration::from_millis(50), Duration::from_secs(1));
/// let now = || Time::from_millis(0);
/// let wait = worker::rest(&Memory::default(), "rap", now, shortest..=longest).await;
/// assert_eq!(wait, longest);
/// # });
/// # Ok::<(), std::io::Error>(())
/// ```
pub async fn rest(
    store: &dyn Store,
    queue: &str,
    clock: Clock,
    bounds: RangeInclusive<Duration>,
) -> Duration {
    match store.next_due(queue).await {
        Ok(Some(due)) => due.since(clock()).clamp(*bounds.start(), *bounds.end()),
        _ => *bounds.end(),
    }
}

/// Counts the queue, and reports it by `tracing` ([`QueueStatistics::trace`]); `None` if it has no
/// entries, or the store does not answer.
pub async fn count(store: &dyn Store, queue: &str, now: Time) -> Option<QueueStatistics> {
    let queues = store.statistics(now).await.ok()?;
    let counted = queues.into_iter().find(|counted| counted.queue == queue)?;
    counted.trace();
    Some(counted)
}

/// Forgets all calls of the queue that ended before that time, batch by batch, at most 10,000
/// batches of [`Store::sweep`], and removes what the engine has of erased bytes. Returns the number
/// of calls that are gone. Failures are reported by `tracing` and left to the next sweep.
pub async fn sweep(store: &dyn Store, queue: &str, before: Time) -> u64 {
    let mut all = 0;
    for _ in 0..BATCHES {
        match store.sweep(queue, before).await {
            Ok(0) => break,
            Ok(gone) => all += gone,
            Err(error) => {
                tracing::warn!(queue, %error, "ended calls could not be forgotten yet");
                break;
            }
        }
    }
    if all > 0 {
        tracing::debug!(queue, gone = all, "ended calls were forgotten");
    }
    if let Err(error) = store.scrub().await {
        tracing::warn!(queue, %error, "erased bytes could not be removed yet");
    }
    all
}

/// Extends the lease by `time`, three times in each such time; ready as soon as another worker has
/// the piece of work, or it is given up.
pub async fn hold(store: &dyn Store, lease: &Lease, time: Duration, clock: Clock) {
    let mut lease = lease.clone();
    let mut pause = time / 3;
    loop {
        sleep(pause).await;
        match store.extend(&lease, until(clock, time)).await {
            Ok(Hold::Kept(kept)) => (lease, pause) = (kept, time / 3),
            Ok(_) => return,
            // Others may claim it then; what is reported under this lease is not stored if they did.
            Err(error) => {
                tracing::warn!(%error, "a lease could not be extended");
                pause = pause.min(trouble::PAUSE);
            }
        }
    }
}

/// Returns the end of a lease of this duration that begins now.
fn until(clock: Clock, time: Duration) -> Time {
    clock().after(lease(time))
}

/// Lets go of a call that a later version of the program wrote, for five minutes.
pub async fn put_off(store: &dyn Store, lease: &Lease, clock: Clock) {
    tracing::error!("a call was written by a later version of this library; it waits for that");
    let step = Step::new(Then::Again(clock().after(UNREADABLE)));
    if let Err(error) = store.commit(lease, step, clock()).await {
        tracing::warn!(%error, "the call was let go by the end of its lease");
    }
}
