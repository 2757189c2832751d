//! One run of a call, as its worker sees it: the lease, the steps under it, and the reasons to give
//! it up.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, watch};
use tokio::time::sleep;

use super::{Clock, Slot};
use crate::{Hold, Key, Lease, Secret, Step, Store, StoreError, Then};

/// Waits in milliseconds between attempts to store the end of a call; after them it runs again.
const WAITS: [u64; 7] = [50, 100, 200, 500, 1_000, 2_000, 5_000];

/// Life of the workers of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// Calls and messages that wait are claimed.
    Working,
    /// Nothing new is begun.
    Stopping,
    /// Nothing is waited for: work is let go.
    Cut,
}

/// Reason why a run is given up before its tool has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GivenUp {
    /// The call was cancelled.
    Cancelled,
    /// Somebody else has the call.
    Lost,
    /// The program stops.
    Stopped,
}

/// Holder of a call for as long as it runs: it commits steps one after the other, extends the lease,
/// and knows when the run is to be given up.
///
/// ```
/// use std::{sync::Arc, time::Duration};
/// use a2t_store::worker::{Holder, Slot, free};
/// use a2t_store::{Claim, Digest, Key, Memory, NewCall, Store, Time, Work};
/// use tokio::sync::{Notify, Semaphore};
///
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// let now = || Time::from_millis(0);
/// let time = Duration::from_secs(30);
/// let store: Arc<dyn Store> = Arc::new(Memory::default());
/// let key = Key::new("rap", "thread", "call")?;
/// store.accept(NewCall::new(key.clone(), Digest::of(["Omaha"]), "Omaha"), now()).await?;
/// let Some(Work::Run(run)) = store.claim(Claim::new("rap", time), now()).await?.pop() else { panic!() };
///
/// let (runs, waiting) = (Arc::new(Semaphore::new(8)), Arc::new(Semaphore::new(100)));
/// let permit = free(&runs).pop().unwrap();
/// let slot = Slot::new(permit, &runs, &waiting, &Arc::new(Notify::new()));
/// let holder = Holder::new(Arc::clone(&store), run.lease, slot, time, now);
/// assert!(holder.finish(a2t_store::Step::done("12 °C")).await);
/// assert!(store.find(&key).await?.unwrap().standing.is_final());
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Holder {
    store: Arc<dyn Store>,
    key: Key,
    /// One step at a time.
    lease: Mutex<Lease>,
    slot: Slot,
    time: Duration,
    clock: Clock,
    life: watch::Sender<Life>,
}

#[derive(Clone, Copy, Default)]
struct Life {
    is_cancelled: bool,
    is_lost: bool,
    /// Reasons to wait, such as open questions: nothing is lost if it runs again then.
    waits: usize,
}

impl Holder {
    /// A holder of that lease, which is extended by `time` each time.
    pub fn new(
        store: Arc<dyn Store>,
        lease: Lease,
        slot: Slot,
        time: Duration,
        clock: Clock,
    ) -> Self {
        let key = lease.key().clone();
        let (lease, life) = (Mutex::new(lease), watch::Sender::new(Life::default()));
        Self { store, key, lease, slot, time, clock, life }
    }

    /// The call.
    pub fn key(&self) -> &Key {
        &self.key
    }

    /// Stores a step, once: what it brings is stored or not when this returns.
    ///
    /// # Errors
    /// [`StoreError`], as [`Store::commit`].
    pub async fn commit(&self, step: Step) -> Result<Hold, StoreError> {
        self.commit_with(|| step).await
    }

    /// [`commit`](Self::commit) of a step that is made when it is its turn, so that of two steps at one
    /// time the later one has what the earlier one changed.
    ///
    /// # Errors
    /// [`StoreError`], as [`Store::commit`].
    pub async fn commit_with(&self, step: impl FnOnce() -> Step) -> Result<Hold, StoreError> {
        let mut lease = self.lease.lock().await;
        let hold = self.store.commit(&lease, step(), (self.clock)()).await?;
        self.note(&mut lease, &hold);
        Ok(hold)
    }

    fn note(&self, lease: &mut Lease, hold: &Hold) {
        match hold {
            Hold::Kept(kept) => *lease = kept.clone(),
            Hold::Lost => self.life.send_modify(|life| life.is_lost = true),
            Hold::Cancelled => self.cancel(),
            Hold::Released | Hold::Full => {}
        }
    }

    /// Stores the last step, again for nine seconds if the store fails; `true` if it is stored, or the
    /// call was cancelled.
    pub async fn finish(&self, step: Step) -> bool {
        for wait in WAITS {
            match self.commit(step.clone()).await {
                Ok(Hold::Lost) => {
                    tracing::warn!("another worker has the call; this result was not stored");
                    return false;
                }
                Ok(_) => return true,
                Err(error) => tracing::warn!(%error, "a result could not be stored yet"),
            }
            sleep(Duration::from_millis(wait)).await;
        }
        tracing::error!(
            "a result could not be stored; the call runs again when its lease has ended"
        );
        false
    }

    /// Lets the call go, for whoever runs it next.
    pub async fn let_go(&self, checkpoint: Secret) {
        let step = Step::new(Then::Again((self.clock)())).checkpoint(checkpoint);
        if let Err(error) = self.commit(step).await {
            tracing::warn!(%error, "a call was let go by the end of its lease");
        }
    }

    /// Tells the run that its call was cancelled.
    pub fn cancel(&self) {
        self.life.send_modify(|life| life.is_cancelled = true);
    }

    /// Ready when the call was cancelled.
    pub async fn cancelled(&self) {
        // The sender is a part of this and cannot be gone.
        let _ = self.life.subscribe().wait_for(|life| life.is_cancelled).await;
    }

    /// Notes one reason to wait more, and moves to the slots of those that wait. A program that stops
    /// gives up runs that wait.
    pub fn wait(&self) {
        self.slot.wait();
        self.life.send_modify(|life| life.waits += 1);
    }

    /// Notes one reason to wait less; after the last one, ready as soon as there is a slot to run.
    pub async fn go_on(&self) {
        let mut left = 0;
        self.life.send_modify(|life| {
            life.waits = life.waits.saturating_sub(1);
            left = life.waits;
        });
        if left == 0 {
            self.slot.run().await;
        }
    }

    /// Holds the lease for as long as the tool runs; ready when the run is to be given up, of a
    /// cancelled one after `farewell`.
    pub async fn keep(&self, mut phase: watch::Receiver<Phase>, farewell: Duration) -> GivenUp {
        let mut life = self.life.subscribe();
        loop {
            let now = *life.borrow_and_update();
            let stops = *phase.borrow_and_update();
            if now.is_lost {
                return GivenUp::Lost;
            }
            if now.is_cancelled {
                sleep(farewell).await;
                return GivenUp::Cancelled;
            }
            if stops == Phase::Cut || (stops == Phase::Stopping && now.waits > 0) {
                return GivenUp::Stopped;
            }
            tokio::select! {
                Ok(()) = life.changed() => {}
                Ok(()) = phase.changed() => {}
                () = sleep(self.time / 3) => self.extend().await,
            }
        }
    }

    async fn extend(&self) {
        let mut lease = self.lease.lock().await;
        let until = (self.clock)().after(self.time);
        match self.store.extend(&lease, until).await {
            Ok(hold) => self.note(&mut lease, &hold),
            // Others may claim the call then; what this run brings is not stored if they did.
            Err(error) => tracing::warn!(%error, "a lease could not be extended"),
        }
    }
}

impl fmt::Debug for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Holder").field("key", &self.key).finish_non_exhaustive()
    }
}
