//! One run of a call, as the tool and its keeper see it: the lease, the journal, and the way back to
//! the caller.

mod channel;
mod question;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use a2t_rap_wire::{Callback, ReturnAddress, Segment};
use a2t_store::{Hold, Key, Lease, NewMessage, Step, StoreError, Then};
use a2t_tool::channel::{Caller, ChannelError};
use tokio::sync::{Notify, watch};

use crate::inner::{Inner, Phase, now};
use crate::journal::Journal;
use crate::payload::{message, written};
use crate::slot::Slot;

pub(crate) struct Desk {
    inner: Arc<Inner>,
    pub(crate) key: Key,
    address: ReturnAddress,
    base: String,
    caller: Caller,
    /// One step at a time.
    lease: tokio::sync::Mutex<Lease>,
    /// One question at a time, because the latest replaces the one before (CBA-12).
    asking: tokio::sync::Mutex<usize>,
    state: Mutex<State>,
    slot: Slot,
    /// Something may have been signalled.
    pub(crate) signalled: Notify,
    life: watch::Sender<Life>,
}

/// The rest of a run's state, which no task holds while it waits.
pub(crate) struct State {
    pub(crate) journal: Journal,
    pub(crate) shown: Vec<Segment>,
    /// The result was given, and events follow.
    pub(crate) is_subscribed: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Life {
    is_cancelled: bool,
    is_lost: bool,
    /// Nothing is lost if it runs again: it waits for a person, or for events.
    is_idle: bool,
}

/// Reason why a run is given up before its tool has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GivenUp {
    Cancelled,
    /// Somebody else has the call.
    Lost,
    /// The program stops.
    Stopped,
    TimedOut,
}

/// Facts of a run that begins.
pub(crate) struct Opening {
    pub(crate) lease: Lease,
    pub(crate) address: ReturnAddress,
    pub(crate) base: String,
    pub(crate) caller: Caller,
    pub(crate) journal: Journal,
    pub(crate) is_subscribed: bool,
    pub(crate) slot: Slot,
}

impl Desk {
    pub(crate) fn new(inner: Arc<Inner>, opening: Opening) -> Self {
        let Opening { lease, address, base, caller, journal, is_subscribed, slot } = opening;
        Self {
            inner,
            key: lease.key().clone(),
            address,
            base,
            caller,
            lease: tokio::sync::Mutex::new(lease),
            asking: tokio::sync::Mutex::new(0),
            state: Mutex::new(State { journal, shown: Vec::new(), is_subscribed }),
            slot,
            signalled: Notify::new(),
            life: watch::Sender::new(Life::default()),
        }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores a step, once: what it brings is stored or not when this returns.
    pub(crate) async fn commit(&self, step: Step) -> Result<Hold, StoreError> {
        let mut lease = self.lease.lock().await;
        let hold = self.inner.store().commit(&lease, step, now()).await?;
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

    /// Stores a step in the middle of the run, with the journal as it is, and a message.
    async fn go_on(&self, step: Step, callback: Option<NewMessage>) -> Result<(), ChannelError> {
        let step = step.checkpoint(self.state().journal.to_secret());
        let sends = callback.is_some();
        let step = callback.into_iter().fold(step, Step::with);
        match self.commit(step).await {
            Ok(Hold::Kept(_) | Hold::Released) => {
                if sends {
                    self.wake();
                }
                Ok(())
            }
            Ok(Hold::Cancelled) => Err(ChannelError::Cancelled),
            Ok(Hold::Full) => {
                Err(ChannelError::Unsendable("too many messages wait; try again later".to_owned()))
            }
            Ok(Hold::Lost) => Err(ChannelError::Unstored),
            Err(error) => {
                tracing::error!(%error, "a step of a call could not be stored");
                Err(ChannelError::Unstored)
            }
        }
    }

    /// The callback as a message of the store.
    fn message(&self, callback: &Callback) -> Result<NewMessage, ChannelError> {
        let text = written(callback).map_err(ChannelError::Unsendable)?;
        Ok(NewMessage::new(message(&self.address, &text)))
    }

    pub(crate) fn address(&self) -> &ReturnAddress {
        &self.address
    }

    /// There is a message to deliver.
    pub(crate) fn wake(&self) {
        self.inner.wake.notify_one();
    }

    pub(crate) fn cancel(&self) {
        self.life.send_modify(|life| life.is_cancelled = true);
    }

    fn idle(&self, is_idle: bool) {
        self.life.send_modify(|life| life.is_idle = is_idle);
    }

    /// Holds the lease for as long as the tool runs; ready when the run is to be given up.
    pub(crate) async fn keep(&self) -> GivenUp {
        let limits = self.inner.settings.limits;
        let mut life = self.life.subscribe();
        let mut phase = self.inner.phase.subscribe();
        loop {
            let now = *life.borrow_and_update();
            let stops = *phase.borrow_and_update();
            if now.is_lost {
                return GivenUp::Lost;
            }
            if now.is_cancelled {
                tokio::time::sleep(limits.farewell).await;
                return GivenUp::Cancelled;
            }
            if stops == Phase::Cut || (stops == Phase::Stopping && now.is_idle) {
                return GivenUp::Stopped;
            }
            tokio::select! {
                _ = life.changed() => {}
                _ = phase.changed() => {}
                () = tokio::time::sleep(limits.lease / 3) => self.extend(limits.lease).await,
            }
        }
    }

    async fn extend(&self, time: Duration) {
        let mut lease = self.lease.lock().await;
        let until = now().after(time);
        match self.inner.store().extend(&lease, until).await {
            Ok(hold) => self.note(&mut lease, &hold),
            // Others may claim the call then; what this run brings is not stored if they did.
            Err(error) => tracing::warn!(%error, "the lease of a call could not be extended"),
        }
    }

    /// Time that the tool has; none once it has subscribed.
    pub(crate) async fn overdue(&self) -> GivenUp {
        tokio::time::sleep(self.inner.settings.limits.run).await;
        if self.state().is_subscribed {
            std::future::pending::<()>().await;
        }
        GivenUp::TimedOut
    }

    /// Lets the call go, for whoever runs it next.
    pub(crate) async fn let_go(&self, attempts: u32) {
        let checkpoint = {
            let mut state = self.state();
            state.journal.calm = attempts;
            state.journal.to_secret()
        };
        let step = Step::new(Then::Again(now())).checkpoint(checkpoint);
        if let Err(error) = self.commit(step).await {
            tracing::warn!(%error, "a call was let go by the end of its lease");
        }
    }
}
