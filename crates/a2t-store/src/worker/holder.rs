//! One run of a call, as its worker sees it: the lease, the steps under it, and the reasons to give
//! it up.

use std::fmt;
use std::sync::{self, Arc, PoisonError};
use std::time::Duration;

use tokio::sync::{Mutex, watch};
use tokio::time::{sleep, timeout};

use super::{Clock, Slot, persist, trouble, until};
use crate::{Hold, Key, Lease, Secret, Step, Store, StoreError, Then};

/// Wait of a run whose lease is lost for the one under which its own program has claimed the call.
const RENEWAL: Duration = Duration::from_secs(2);

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
    /// Another worker has the call.
    Lost,
    /// The program stops.
    Stopped,
}

/// Holder of a call for as long as it runs: it commits steps one after the other, extends the lease,
/// and knows when the run is to be given up.
///
/// ```
/// use std::{sync::Arc, time::Duration};
/// use a2t_store::worker::{Holder, Slot, Slots};
/// use a2t_store::{Claim, Digest, Key, Memory, NewCall, Store, Time, Work};
/// use tokio::sync::Notify;
///
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// let now = || Time::from_millis(0);
/// let time = Duration::from_secs(30);
/// let store: Arc<dyn Store> = Arc::new(Memory::default());
/// let key = Key::new("rap", "thread", "call")?;
/// store.accept(NewCall::new(key.clone(), Digest::from_parts(["Omaha"]), "Omaha"), now()).await?;
/// let Some(Work::Run(run)) = store.claim(Claim::new("rap", time), now()).await?.pop() else { panic!() };
///
/// let wake = Arc::new(Notify::new());
/// let (runs, waiting) = (Slots::new(8, &wake), Slots::new(100, &wake));
/// let slot = Slot::new(runs.take().unwrap(), &runs, &waiting);
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
    renewal: watch::Sender<Renewal>,
}

/// A later lease of the call, which its own program has claimed.
#[derive(Default)]
struct Renewal {
    lease: Option<Lease>,
    /// None is taken any more.
    is_closed: bool,
}

#[derive(Clone, Copy, Default)]
struct Life {
    is_cancelled: bool,
    is_lost: bool,
    /// Reasons to wait, such as open questions: nothing is lost if it runs again then.
    waits: usize,
}

impl Holder {
    /// Creates a holder of that lease, which is extended by `time` each time.
    pub fn new(
        store: Arc<dyn Store>,
        lease: Lease,
        slot: Slot,
        time: Duration,
        clock: Clock,
    ) -> Self {
        let key = lease.key().clone();
        let (lease, life) = (Mutex::new(lease), watch::Sender::new(Life::default()));
        let renewal = watch::Sender::new(Renewal::default());
        Self { store, key, lease, slot, time, clock, life, renewal }
    }

    /// Returns the call.
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

    /// Makes a step as [`commit`](Self::commit) does, but creates it when it is its turn, so that
    /// of two steps at one time the later one has what the earlier one changed.
    ///
    /// # Errors
    /// [`StoreError`], as [`Store::commit`].
    pub async fn commit_with(&self, step: impl FnOnce() -> Step) -> Result<Hold, StoreError> {
        let mut lease = self.lease.lock().await;
        self.commit_under(&mut lease, step()).await
    }

    /// Changes the state of a run and stores the step that contains the change. `change` returns the function that takes the
    /// change back. That function runs unless the step is stored, also if this future is dropped before. The next step is
    /// created after it, so no later checkpoint has a change that was not stored.
    ///
    /// # Errors
    /// [`StoreError`], as [`Store::commit`].
    pub async fn commit_change<S, U: FnOnce(&mut S)>(
        &self,
        state: &sync::Mutex<S>,
        change: impl FnOnce(&mut S) -> U,
        step: impl FnOnce(&S) -> Step,
    ) -> Result<Hold, StoreError> {
        let mut lease = self.lease.lock().await;
        let mut undo = Undo { state, undo: None };
        let step = {
            let mut state = locked(state);
            undo.undo = Some(change(&mut state));
            step(&state)
        };
        let hold = self.commit_under(&mut lease, step).await?;
        if matches!(hold, Hold::Kept(_) | Hold::Released) {
            undo.undo = None;
        }
        Ok(hold)
    }

    async fn commit_under(&self, lease: &mut Lease, step: Step) -> Result<Hold, StoreError> {
        loop {
            let hold = self.store.commit(lease, step.clone(), (self.clock)()).await?;
            if hold != Hold::Lost || !self.is_renewed(lease).await {
                self.note(lease, &hold);
                return Ok(hold);
            }
        }
    }

    /// Stores a step that notes how a run goes. The run goes on if the store fails.
    ///
    /// # Errors
    /// Returns the reason if the run is to be given up.
    pub async fn mark(&self, step: impl FnOnce() -> Step) -> Result<(), GivenUp> {
        match self.commit_with(step).await {
            Ok(Hold::Cancelled) => Err(GivenUp::Cancelled),
            Ok(Hold::Lost) => Err(GivenUp::Lost),
            Ok(_) => Ok(()),
            Err(error) => {
                tracing::warn!(%error, "how a run goes could not be noted");
                Ok(())
            }
        }
    }

    /// Takes the lease of a later claim by this program, because the call still runs here and must not run twice: its
    /// lease had ended while the store was away, for example. Returns `false` if this run has given the call up.
    pub fn renew(&self, lease: Lease) -> bool {
        self.renewal.send_if_modified(|renewal| {
            if !renewal.is_closed {
                renewal.lease = Some(lease);
            }
            !renewal.is_closed
        })
    }

    /// Waits a moment for a later lease of this program, after which none is taken any more.
    async fn is_renewed(&self, lease: &mut Lease) -> bool {
        let mut renewals = self.renewal.subscribe();
        // A lease that comes after the wait, and before the end of this function, is taken, too.
        let _ = timeout(RENEWAL, renewals.wait_for(|renewal| renewal.lease.is_some())).await;
        let mut later = None;
        self.renewal.send_modify(|renewal| {
            later = renewal.lease.take();
            renewal.is_closed = later.is_none();
        });
        match later {
            Some(later) => *lease = later,
            None => return false,
        }
        true
    }

    fn note(&self, lease: &mut Lease, hold: &Hold) {
        match hold {
            Hold::Kept(kept) => *lease = kept.clone(),
            Hold::Lost => self.life.send_modify(|life| life.is_lost = true),
            Hold::Cancelled => self.cancel(),
            Hold::Released | Hold::Full => {}
        }
    }

    /// Stores the last step, again for as long as the store fails; `true` if it is stored, or the call was cancelled.
    /// A later lease that came for this run is given back.
    pub async fn finish(&self, step: Step) -> bool {
        let is_stored = self.is_stored(step).await;
        self.close().await;
        is_stored
    }

    async fn is_stored(&self, step: Step) -> bool {
        match persist(|| Box::pin(self.commit(step.clone()))).await {
            Ok(Hold::Lost) => {
                tracing::warn!("another worker has the call; this result was not stored");
                false
            }
            Ok(_) => true,
            Err(error) => {
                tracing::error!(%error, "a result could not be stored; the call runs again when its lease has ended");
                false
            }
        }
    }

    /// Takes no lease any more. A call that is due at once after its last step may have been claimed before the
    /// run was over: it is let go for the next claim.
    async fn close(&self) {
        let mut left = None;
        self.renewal.send_modify(|renewal| {
            left = renewal.lease.take();
            renewal.is_closed = true;
        });
        let Some(lease) = left else { return };
        let again = || Step::new(Then::Again((self.clock)()));
        if let Err(error) = persist(|| self.store.commit(&lease, again(), (self.clock)())).await {
            tracing::warn!(%error, "a call was let go by the end of its lease");
        }
    }

    /// Releases the call for the next run, with the checkpoint as it is when the earlier steps are stored.
    pub async fn let_go(&self, checkpoint: impl FnOnce() -> Secret) {
        let step = || Step::new(Then::Again((self.clock)())).checkpoint(checkpoint());
        if let Err(error) = self.commit_with(step).await {
            tracing::warn!(%error, "a call was let go by the end of its lease");
        }
    }

    /// Signals to the run that its call was cancelled.
    pub fn cancel(&self) {
        self.life.send_modify(|life| life.is_cancelled = true);
    }

    /// Waits until the call is cancelled.
    pub async fn cancelled(&self) {
        // The sender is a part of this and cannot be gone.
        let _ = self.life.subscribe().wait_for(|life| life.is_cancelled).await;
    }

    /// Adds one reason to wait, and moves to the slots of those that wait. A program that stops
    /// gives up runs that wait.
    pub fn wait(&self) {
        self.slot.wait();
        self.life.send_modify(|life| life.waits += 1);
    }

    /// Removes one reason to wait; after the last one, waits for a slot to run.
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
    /// cancelled one after `cancel_grace`.
    pub async fn keep(&self, mut phase: watch::Receiver<Phase>, cancel_grace: Duration) -> GivenUp {
        let mut life = self.life.subscribe();
        let mut pause = self.time / 3;
        loop {
            let now = *life.borrow_and_update();
            let stops = *phase.borrow_and_update();
            if now.is_lost {
                return GivenUp::Lost;
            }
            if now.is_cancelled {
                sleep(cancel_grace).await;
                return GivenUp::Cancelled;
            }
            if stops == Phase::Cut || (stops == Phase::Stopping && now.waits > 0) {
                return GivenUp::Stopped;
            }
            tokio::select! {
                Ok(()) = life.changed() => {}
                Ok(()) = phase.changed() => {}
                () = sleep(pause) => {
                    let is_extended = self.extend().await;
                    pause = if is_extended { self.time / 3 } else { pause.min(trouble::PAUSE) };
                }
            }
        }
    }

    /// Extends the lease; `false` if the store fails.
    async fn extend(&self) -> bool {
        let mut lease = self.lease.lock().await;
        loop {
            match self.store.extend(&lease, until(self.clock, self.time)).await {
                Ok(Hold::Lost) if self.is_renewed(&mut lease).await => {}
                Ok(hold) => {
                    self.note(&mut lease, &hold);
                    return true;
                }
                // Others may claim the call then; what this run brings is not stored if they did.
                Err(error) => {
                    tracing::warn!(%error, "a lease could not be extended");
                    return false;
                }
            }
        }
    }
}

/// Takes a change of the state back when it is dropped.
struct Undo<'s, S, U: FnOnce(&mut S)> {
    state: &'s sync::Mutex<S>,
    undo: Option<U>,
}

impl<S, U: FnOnce(&mut S)> Drop for Undo<'_, S, U> {
    fn drop(&mut self) {
        if let Some(undo) = self.undo.take() {
            undo(&mut locked(self.state));
        }
    }
}

fn locked<S>(state: &sync::Mutex<S>) -> sync::MutexGuard<'_, S> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Holder").field("key", &self.key).finish_non_exhaustive()
    }
}
