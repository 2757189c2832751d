//! One run of a task, as the tool and its keeper see it: the lease, the journal, and the way back to
//! the caller.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use a2t_store::worker::{GivenUp, Holder, Phase};
use a2t_store::{Hold, Step, Store, Then};
use a2t_tool::WorkerLimits;
use a2t_tool::channel::{Answer, Channel, ChannelError, Question};
use serde_json::Value;
use tokio::sync::{Notify, watch};
use tokio::time::{sleep, timeout};

use super::journal::{Asked, Journal, answer};
use super::now;
use crate::server::question::{NOT_HERE, Names, chosen, form};

/// Longest wait between two looks into the store, where another program may have put an answer.
const LOOK: Duration = Duration::from_secs(5);

pub(super) struct RunContext {
    store: Arc<dyn Store>,
    pub(super) holder: Holder,
    phase: watch::Receiver<Phase>,
    limits: WorkerLimits,
    /// The client takes questions.
    asks: bool,
    names: Names,
    journal: Mutex<Journal>,
    /// Something may have been signalled.
    pub(super) signalled: Notify,
}

impl RunContext {
    pub(super) fn new(
        store: Arc<dyn Store>,
        holder: Holder,
        phase: watch::Receiver<Phase>,
        journal: Journal,
        limits: WorkerLimits,
        asks: bool,
    ) -> Self {
        Self {
            store,
            holder,
            phase,
            limits,
            asks,
            names: Names::default(),
            journal: Mutex::new(journal),
            signalled: Notify::new(),
        }
    }

    pub(super) fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Holds the lease for as long as the tool runs; ready when the run is to be given up.
    pub(super) async fn keep(&self) -> GivenUp {
        self.holder.keep(self.phase.clone(), self.limits.cancel_grace).await
    }

    /// Lets the task go, for the worker that runs it next.
    pub(super) async fn let_go(&self, attempts: u32) {
        self.journal().calm = attempts;
        self.holder.let_go(|| self.journal().to_secret()).await;
    }

    /// Asks the user to choose. The same question of an earlier run is not asked again.
    async fn ask(&self, question: Question) -> Result<usize, ChannelError> {
        if !self.asks {
            return Err(NOT_HERE);
        }
        let time = self.limits.answer_timeout;
        let form = form(&question)?;
        let name = self.names.next(&question);
        let known = self.journal().asked.get(&name).cloned();
        let asked = match known {
            Some(asked) => asked,
            None => {
                let asked = Asked { form, since: now(), is_over: false };
                self.store(&name, &asked).await?;
                asked
            }
        };
        if asked.is_over {
            return Err(ChannelError::Unanswered(time));
        }
        let left = time.saturating_sub(now().since(asked.since));
        self.holder.wait();
        let answer = tokio::select! {
            answer = self.answer(&name) => answer,
            () = sleep(left) => Err(ChannelError::Unanswered(time)),
            () = self.holder.cancelled() => Err(ChannelError::Cancelled),
        };
        self.holder.go_on().await;
        if matches!(answer, Err(ChannelError::Unanswered(_))) {
            self.store(&name, &Asked { is_over: true, ..asked }).await?;
        }
        Ok(chosen(&question, &answer?))
    }

    /// Stores a question, or that it is over.
    async fn store(&self, name: &str, asked: &Asked) -> Result<(), ChannelError> {
        let change = |journal: &mut Journal| {
            let before = journal.asked.insert(name.to_owned(), asked.clone());
            move |journal: &mut Journal| {
                match before {
                    Some(asked) => journal.asked.insert(name.to_owned(), asked),
                    None => journal.asked.remove(name),
                };
            }
        };
        let step = |journal: &Journal| Step::new(Then::Continue).checkpoint(journal.to_secret());
        match self.holder.commit_change(&self.journal, change, step).await {
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
            match self.store.find(self.holder.key()).await {
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
}

impl Channel for RunContext {
    fn protocol(&self) -> &'static str {
        "MCP"
    }

    fn choose(&self, question: Question) -> Answer<'_, usize> {
        Box::pin(self.ask(question))
    }

    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.holder.cancelled())
    }
}
