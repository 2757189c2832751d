//! The workers of one queue in a program: they claim work for free slots until they are told to stop.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::timeout;

use super::{Clock, Holder, Permit, Phase, Running, Slot, Slots, lease, recover, rest};
use crate::{Accepted, Call, Claim, Lease, NewCall, Store, StoreError, Work};

/// Longest wait between two looks into the store, which other programs fill too.
const LOOK: Duration = Duration::from_secs(1);
/// Time in which work is let go once nothing is waited for.
const LETTING_GO: Duration = Duration::from_secs(5);

/// What the workers of one queue share: the store, the slots, the phase, and the runs that they hold.
///
/// ```
/// use std::{sync::Arc, time::Duration};
/// use a2t_store::worker::Pool;
/// use a2t_store::{Digest, Key, Memory, NewCall, Step, Store, Time, Work};
///
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// let store: Arc<dyn Store> = Arc::new(Memory::default());
/// let now = || Time::from_millis(0);
/// let key = Key::new("rap", "thread", "call")?;
/// store.accept(NewCall::new(key.clone(), Digest::from_parts(["Omaha"]), "Omaha"), now()).await?;
///
/// let pool = Pool::<()>::new(store, "rap", 8, 100, Duration::from_secs(30), now);
/// let claim = || async {
///     let found = pool.claim(pool.due().calls_only(), &pool.runs).await?;
///     for (work, permit) in found {
///         let Work::Run(run) = work else { continue };
///         let task = pool.begin();
///         let holder = pool.holder(run.lease, permit);
///         holder.finish(Step::done("12 °C")).await;
///         drop(task);
///         pool.stop();
///     }
///     Ok(true)
/// };
/// pool.work(Duration::from_millis(50), claim).await;
/// pool.end(Duration::from_secs(30), std::future::pending()).await;
/// assert!(pool.store().find(&key).await?.unwrap().standing.is_final());
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Pool<T> {
    store: Arc<dyn Store>,
    queue: &'static str,
    lease: Duration,
    clock: Clock,
    /// Slots of calls that run.
    pub runs: Slots,
    /// Slots of calls that wait.
    waiting: Slots,
    /// There may be work in the store, or a free slot.
    pub wake: Arc<Notify>,
    phase: watch::Sender<Phase>,
    tasks: Arc<watch::Sender<usize>>,
    /// Calls that run in this program.
    pub running: Running<T>,
}

impl<T> Pool<T> {
    /// Returns the workers of this queue, with the maximum number of calls that run at one time, and
    /// of those that wait for something else.
    pub fn new(
        store: Arc<dyn Store>,
        queue: &'static str,
        running: usize,
        waiting: usize,
        lease: Duration,
        clock: Clock,
    ) -> Self {
        let wake = Arc::default();
        Self {
            store,
            queue,
            lease,
            clock,
            runs: Slots::new(running, &wake),
            waiting: Slots::new(waiting, &wake),
            wake,
            phase: watch::Sender::new(Phase::Working),
            tasks: Arc::new(watch::Sender::new(0)),
            running: Running::default(),
        }
    }

    /// Returns the store.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// Returns whether work that waits is claimed.
    pub fn is_working(&self) -> bool {
        *self.phase.borrow() == Phase::Working
    }

    /// Returns the phase, and each that follows.
    pub fn phase(&self) -> watch::Receiver<Phase> {
        self.phase.subscribe()
    }

    /// Returns a claim of what is due in the queue.
    pub fn due(&self) -> Claim {
        Claim::new(self.queue, lease(self.lease))
    }

    /// Creates this number of slots for other work of the queue.
    pub fn slots(&self, number: usize) -> Slots {
        Slots::new(number, &self.wake)
    }

    /// Accepts a call. If a slot is free, the call is claimed in the same transaction. Otherwise a worker is woken for it.
    ///
    /// # Errors
    /// [`StoreError`], as [`Store::accept`].
    pub async fn accept(&self, call: NewCall) -> Result<Admission, StoreError> {
        let now = (self.clock)();
        let permit = if self.is_working() { self.runs.take() } else { None };
        let call = match permit {
            Some(_) => call.held_until(now.after(lease(self.lease))),
            None => call,
        };
        Ok(match (self.store.accept(call, now).await?, permit) {
            (Accepted::New(Some(lease)), Some(permit)) => Admission::Claimed(lease, permit),
            (Accepted::New(_), _) => {
                self.wake.notify_one();
                Admission::Waiting
            }
            (Accepted::Known(call), _) => Admission::Known(call),
            (Accepted::Conflict, _) => Admission::Conflict,
            (Accepted::Full, _) => Admission::Full,
        })
    }

    /// Claims work for the slots that are free.
    ///
    /// # Errors
    /// [`StoreError`], as [`Store::claim`].
    pub async fn claim(
        &self,
        claim: Claim,
        slots: &Slots,
    ) -> Result<Vec<(Work, Permit)>, StoreError> {
        // Quietly, because the worker that claims would wake itself with the slots that it has no work for.
        let free: Vec<_> = std::iter::from_fn(|| slots.take_quietly()).collect();
        if free.is_empty() {
            return Ok(Vec::new());
        }
        let work = self.store.claim(claim.max(free.len()), (self.clock)()).await?;
        let permits = free.into_iter().map(|permit| slots.permit(permit));
        Ok(work.into_iter().zip(permits).collect())
    }

    /// Returns the holder of a call that was claimed for a slot.
    pub fn holder(&self, lease: Lease, permit: Permit) -> Holder {
        let slot = Slot::new(permit, &self.runs, &self.waiting);
        Holder::new(Arc::clone(&self.store), lease, slot, self.lease, self.clock)
    }

    /// Counts a task that holds work, until its guard is dropped.
    pub fn begin(&self) -> Task {
        self.tasks.send_modify(|tasks| *tasks += 1);
        Task(Arc::clone(&self.tasks))
    }

    /// Claims work until the program stops. `claim` returns whether there was any; without any, the
    /// next look is not before `pause`.
    pub async fn work<F>(&self, pause: Duration, mut claim: impl FnMut() -> F)
    where
        F: Future<Output = Result<bool, StoreError>>,
    {
        // What is being claimed would otherwise wait for the end of its lease.
        let _claiming = self.begin();
        let bounds: RangeInclusive<_> = pause..=LOOK;
        while self.is_working() {
            // Before the look, so that what comes during it is not missed.
            let woken = self.wake.notified();
            match claim().await {
                Ok(true) => {}
                Ok(false) => {
                    let wait = rest(self.store(), self.queue, self.clock, bounds.clone()).await;
                    let _ = timeout(wait, woken).await;
                }
                Err(error) => {
                    tracing::error!(queue = self.queue, %error, "work could not be claimed; it waits");
                    let mut phase = self.phase();
                    tokio::select! {
                        () = recover(self.store(), self.queue) => {}
                        _ = phase.wait_for(|phase| *phase != Phase::Working) => {}
                    }
                }
            }
        }
    }

    /// Claims nothing more.
    pub fn stop(&self) {
        self.phase.send_replace(Phase::Stopping);
        self.wake.notify_one();
    }

    /// Waits for the tasks that hold work, at most this long, and no longer than until `cut`. Then they
    /// let it go.
    pub async fn end(&self, time: Duration, cut: impl Future<Output = ()>) {
        tokio::select! {
            _ = timeout(time, self.idle()) => {}
            () = cut => {}
        }
        self.phase.send_replace(Phase::Cut);
        let _ = timeout(LETTING_GO, self.idle()).await;
        // What the last calls left behind is not readable when the program has stopped.
        let _ = timeout(LETTING_GO, self.store.scrub()).await;
    }

    async fn idle(&self) {
        let _ = self.tasks.subscribe().wait_for(|tasks| *tasks == 0).await;
    }
}

impl<T> fmt::Debug for Pool<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").field("queue", &self.queue).finish_non_exhaustive()
    }
}

/// Answer to a call that a pool accepts.
#[derive(Debug)]
pub enum Admission {
    /// The call is stored and has a slot: it is to be run under this lease.
    Claimed(Lease, Permit),
    /// The call is stored and waits for a worker.
    Waiting,
    /// It was accepted before; this is what became of it.
    Known(Box<Call>),
    /// Another call has this name.
    Conflict,
    /// As many calls or messages wait as may; nothing is stored.
    Full,
}

/// A task that holds work.
#[must_use = "the task is over when it is dropped"]
#[derive(Debug)]
pub struct Task(Arc<watch::Sender<usize>>);

impl Drop for Task {
    fn drop(&mut self) {
        self.0.send_modify(|tasks| *tasks = tasks.saturating_sub(1));
    }
}
