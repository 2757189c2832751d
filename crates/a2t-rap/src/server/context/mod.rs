//! One run of a call, as the tool and its keeper see it: the lease, the journal, and the way back to
//! the caller.

mod channel;
mod question;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use a2t_store::worker::{GivenUp, Holder};
use a2t_store::{Hold, NewMessage, Step, StoreError};
use a2t_tool::channel::{Caller, ChannelError};
use tokio::sync::Notify;

use crate::message::{Callback, ReturnAddress, Segment};
use crate::server::inner::{Held, Inner};
use crate::server::journal::Journal;
use crate::server::payload::{message, written};

pub(crate) struct RunContext {
    inner: Arc<Inner>,
    pub(crate) held: Arc<Held>,
    address: ReturnAddress,
    base: String,
    caller: Caller,
    /// One question at a time, because the latest replaces the one before (CBA-12).
    asking: tokio::sync::Mutex<usize>,
    /// One confirmation or event at a time, because it depends on those before.
    posting: tokio::sync::Mutex<()>,
    state: Mutex<State>,
}

/// The rest of a run's state, which no task holds while it waits.
pub(crate) struct State {
    pub(crate) journal: Journal,
    pub(crate) shown: Vec<Segment>,
    /// The result was given, and events follow.
    pub(crate) is_subscribed: bool,
}

/// Facts of a run that begins.
pub(crate) struct Opening {
    pub(crate) holder: Holder,
    pub(crate) address: ReturnAddress,
    pub(crate) base: String,
    pub(crate) caller: Caller,
    pub(crate) journal: Journal,
    pub(crate) is_subscribed: bool,
}

impl RunContext {
    pub(crate) fn new(inner: Arc<Inner>, opening: Opening) -> Self {
        let Opening { holder, address, base, caller, journal, is_subscribed } = opening;
        Self {
            inner,
            held: Arc::new(Held { holder, signalled: Notify::new() }),
            address,
            base,
            caller,
            asking: tokio::sync::Mutex::new(0),
            posting: tokio::sync::Mutex::new(()),
            state: Mutex::new(State { journal, shown: Vec::new(), is_subscribed }),
        }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores a step in the middle of the run, with a message and a change of the journal.
    async fn go_on(
        &self,
        step: Step,
        message: NewMessage,
        change: impl FnOnce(&mut Journal),
    ) -> Result<(), ChannelError> {
        let change = |state: &mut State| {
            let (asked, is_finished) = (state.journal.asked.clone(), state.journal.is_finished);
            change(&mut state.journal);
            move |state: &mut State| {
                state.journal.asked = asked;
                state.journal.is_finished = is_finished;
            }
        };
        let step = |state: &State| step.checkpoint(state.journal.to_secret()).with(message);
        self.stored(self.held.holder.commit_change(&self.state, change, step).await)
    }

    fn stored(&self, hold: Result<Hold, StoreError>) -> Result<(), ChannelError> {
        match hold {
            Ok(Hold::Kept(_) | Hold::Released) => {
                self.wake();
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
        self.inner.pool.wake.notify_one();
    }

    /// Holds the lease for as long as the tool runs; ready when the run is to be given up.
    pub(crate) async fn keep(&self) -> GivenUp {
        let (phase, limits) = (self.inner.pool.phase(), self.inner.settings.limits);
        self.held.holder.keep(phase, limits.cancel_grace).await
    }

    /// Ready when the tool has taken its time, never once it has subscribed.
    pub(crate) async fn overdue(&self, time: Duration) {
        tokio::time::sleep(time).await;
        if self.state().is_subscribed {
            std::future::pending::<()>().await;
        }
    }

    /// Lets the call go, for the worker that runs it next.
    pub(crate) async fn let_go(&self, attempts: u32) {
        self.state().journal.calm = attempts;
        self.held.holder.let_go(|| self.state().journal.to_secret()).await;
    }
}
