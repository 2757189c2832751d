//! One run of a task, as the tool and its keeper see it: the lease, the journal, and the way back to
//! the caller.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use a2t_store::{Hold, Key, Lease, Step, StoreError, Then};
use a2t_tool::channel::{Answer, Channel, ChannelError, Question};
use serde_json::Value;
use tokio::sync::{Notify, watch};
use tokio::time::{sleep, timeout};

use super::journal::{Asked, Journal, answer};
use super::now;
use super::slot::Slot;
use super::state::{Phase, State};
use crate::question::{NOT_HERE, Names, chosen, form};
use crate::round::FAREWELL;

/// Longest wait between two looks into the store, where another program may have put an answer.
const LOOK: Duration = Duration::from_secs(5);

pub(super) struct Desk {
    state: Arc<State>,
    pub(super) key: Key,
    /// The client takes questions.
    asks: bool,
    names: Names,
    /// One step at a time.
    lease: tokio::sync::Mutex<Lease>,
    journal: Mutex<Journal>,
    slot: Slot,
    /// Something may have been signalled.
    pub(super) signalled: Notify,
    life: watch::Sender<Life>,
}

#[derive(Clone, Copy, Default, Debug)]
struct Life {
    is_cancelled: bool,
    is_lost: bool,
    /// Questions that wait: nothing is lost if it runs again then.
    questions: usize,
}

/// Reason why a run is given up before its tool has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GivenUp {
    /// Cancelled, or somebody else has the task.
    Gone,
    /// The program stops.
    Stopped,
}

impl Desk {
    pub(super) fn new(
        state: Arc<State>,
        lease: Lease,
        journal: Journal,
        asks: bool,
        slot: Slot,
    ) -> Self {
        Self {
            state,
            key: lease.key().clone(),
            asks,
            names: Names::default(),
            lease: tokio::sync::Mutex::new(lease),
            journal: Mutex::new(journal),
            slot,
            signalled: Notify::new(),
            life: watch::Sender::new(Life::default()),
        }
    }

    pub(super) fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores a step, once: what it brings is stored or not when this returns.
    pub(super) async fn commit(&self, step: Step) -> Result<Hold, StoreError> {
        let mut lease = self.lease.lock().await;
        let hold = self.state.store().commit(&lease, step, now()).await?;
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

    pub(super) fn cancel(&self) {
        self.life.send_modify(|life| life.is_cancelled = true);
    }

    /// Holds the lease for as long as the tool runs; ready when the run is to be given up.
    pub(super) async fn keep(&self) -> GivenUp {
        let mut life = self.life.subscribe();
        let mut phase = self.state.phase.subscribe();
        loop {
            let now = *life.borrow_and_update();
            let stops = *phase.borrow_and_update();
            if now.is_lost {
                return GivenUp::Gone;
            }
            if now.is_cancelled {
                sleep(FAREWELL).await;
                return GivenUp::Gone;
            }
            if stops == Phase::Cut || (stops == Phase::Stopping && now.questions > 0) {
                return GivenUp::Stopped;
            }
            tokio::select! {
                _ = life.changed() => {}
                _ = phase.changed() => {}
                () = sleep(self.state.settings.lease / 3) => self.extend().await,
            }
        }
    }

    async fn extend(&self) {
        let mut lease = self.lease.lock().await;
        let until = now().after(self.state.settings.lease);
        match self.state.store().extend(&lease, until).await {
            Ok(hold) => self.note(&mut lease, &hold),
            // Others may claim the task then; what this run brings is not stored if they did.
            Err(error) => tracing::warn!(%error, "the lease of a task could not be extended"),
        }
    }

    /// Lets the task go, for whoever runs it next.
    pub(super) async fn let_go(&self, attempts: u32) {
        let checkpoint = {
            let mut journal = self.journal();
            journal.calm = attempts;
            journal.to_secret()
        };
        let step = Step::new(Then::Again(now())).checkpoint(checkpoint);
        if let Err(error) = self.commit(step).await {
            tracing::warn!(%error, "a task was let go by the end of its lease");
        }
    }

    /// Asks the user to choose. The same question of an earlier run is not asked again.
    async fn ask(&self, question: Question) -> Result<usize, ChannelError> {
        if !self.asks {
            return Err(NOT_HERE);
        }
        let form = form(&question)?;
        let name = self.names.next(&question);
        let known = self.journal().asked.get(&name).cloned();
        let asked = match known {
            Some(asked) => asked,
            None => {
                let asked = Asked { form, since: now(), is_over: false };
                self.journal().asked.insert(name.clone(), asked.clone());
                self.store_journal().await?;
                asked
            }
        };
        let time = self.state.settings.answer;
        if asked.is_over {
            return Err(ChannelError::Unanswered(time));
        }
        let left = time.saturating_sub(now().since(asked.since));
        self.slot.wait();
        self.life.send_modify(|life| life.questions += 1);
        let answer = tokio::select! {
            answer = self.answer(&name) => answer,
            () = sleep(left) => Err(ChannelError::Unanswered(time)),
            () = self.when_cancelled() => Err(ChannelError::Cancelled),
        };
        self.life.send_modify(|life| life.questions -= 1);
        self.slot.run().await;
        if matches!(answer, Err(ChannelError::Unanswered(_))) {
            self.journal().asked.entry(name).and_modify(|asked| asked.is_over = true);
            self.store_journal().await?;
        }
        Ok(chosen(&question, &answer?))
    }

    async fn store_journal(&self) -> Result<(), ChannelError> {
        let mut lease = self.lease.lock().await;
        // Under the lock, so that of two questions at one time the later step has both.
        let step = Step::new(Then::Continue).checkpoint(self.journal().to_secret());
        let hold = self.state.store().commit(&lease, step, now()).await;
        if let Ok(hold) = &hold {
            self.note(&mut lease, hold);
        }
        match hold {
            Ok(Hold::Kept(_) | Hold::Released) => Ok(()),
            Ok(Hold::Cancelled) => Err(ChannelError::Cancelled),
            Ok(Hold::Lost | Hold::Full) => Err(ChannelError::Unstored),
            Err(error) => {
                tracing::error!(%error, "a question of a task could not be stored");
                Err(ChannelError::Unstored)
            }
        }
    }

    async fn answer(&self, name: &str) -> Result<Value, ChannelError> {
        loop {
            // Before the look, so that what comes during it is not missed.
            let mut signalled = std::pin::pin!(self.signalled.notified());
            signalled.as_mut().enable();
            match self.state.store().find(&self.key).await {
                Ok(Some(call)) => {
                    if let Some(answer) = answer(&call, name) {
                        return Ok(answer);
                    }
                }
                Ok(None) => return Err(ChannelError::Unstored),
                Err(error) => tracing::warn!(%error, "the answer to a question was not looked up"),
            }
            let _ = timeout(LOOK, signalled).await;
        }
    }

    async fn when_cancelled(&self) {
        // The sender is a part of the desk and cannot be gone.
        let _ = self.life.subscribe().wait_for(|life| life.is_cancelled).await;
    }
}

impl Channel for Desk {
    fn protocol(&self) -> &'static str {
        "MCP"
    }

    fn choose(&self, question: Question) -> Answer<'_, usize> {
        Box::pin(self.ask(question))
    }

    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.when_cancelled())
    }
}
