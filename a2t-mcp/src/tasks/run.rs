//! One run of an accepted task: its tool, and the one result that it ends with.

use std::sync::Arc;
use std::time::Duration;

use a2t_store::{Call, Hold, Lease, Run, Secret, Step, Then};
use a2t_tool::channel::Channel;
use rmcp::ErrorData;
use rmcp::model::CallToolResult;
use serde_json::json;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::JoinSet;
use tracing::Instrument;

use super::desk::{Desk, GivenUp};
use super::journal::Journal;
use super::slot::Slot;
use super::{Order, State, now};
use crate::call::Broken;
use crate::service::Inner;

/// Wait before a task that this program cannot read is claimed again.
const UNREADABLE: Duration = Duration::from_secs(300);
/// Waits between attempts to store a result; after them the task runs again.
const WAITS: [u64; 7] = [50, 100, 200, 500, 1_000, 2_000, 5_000];

/// A task that a worker holds.
pub(super) struct Taken {
    pub(super) lease: Lease,
    pub(super) order: Order,
    journal: Journal,
    attempts: u32,
}

impl Taken {
    /// A task that runs as it is accepted.
    pub(super) fn first(lease: Lease, order: Order) -> Self {
        Self { lease, order, journal: Journal::default(), attempts: 1 }
    }

    fn read(lease: Lease, call: &Call) -> Result<Self, Lease> {
        match Order::read(&call.payload) {
            Some(order) => {
                let journal = Journal::read(call.checkpoint.as_ref());
                Ok(Self { lease, order, journal, attempts: call.attempts })
            }
            None => Err(lease),
        }
    }
}

impl<S: Clone + Send + Sync + 'static> Inner<S> {
    /// Runs a task that was claimed.
    pub(super) async fn run_claimed(
        self: &Arc<Self>,
        state: &Arc<State>,
        run: Run,
        permit: OwnedSemaphorePermit,
    ) {
        match Taken::read(run.lease, &run.call) {
            Ok(taken) => self.spawn_task(state, taken, permit),
            Err(lease) => {
                tracing::error!(
                    "a task was written by a later version of this library; it waits for that"
                );
                let step = Step::new(Then::Again(now().after(UNREADABLE)));
                if let Err(error) = state.store().commit(&lease, step, now()).await {
                    tracing::warn!(%error, "a task was let go by the end of its lease");
                }
            }
        }
    }

    /// Runs the task in a task of its own.
    pub(super) fn spawn_task(
        self: &Arc<Self>,
        state: &Arc<State>,
        taken: Taken,
        permit: OwnedSemaphorePermit,
    ) {
        let (inner, state) = (Arc::clone(self), Arc::clone(state));
        let Taken { lease, order, journal, attempts } = taken;
        let cut_short = attempts.saturating_sub(journal.calm).saturating_sub(1);
        let slot = Slot::new(Arc::clone(&state), permit);
        let desk = Arc::new(Desk::new(Arc::clone(&state), lease, journal, order.asks, slot));
        let held = state.enter(&desk);
        let span = tracing::debug_span!("mcp.task", tool = %order.name, attempt = attempts);
        let run = async move {
            if cut_short >= state.settings.attempts {
                tracing::error!(cut_short, "a task ended the program too often; it is given up");
                desk.end(Err(Broken)).await;
            } else {
                inner.conduct(&state, &desk, &order, attempts).await;
            }
            drop(held);
        };
        tokio::spawn(run.instrument(span));
    }

    async fn conduct(&self, state: &State, desk: &Arc<Desk>, order: &Order, attempts: u32) {
        let mut parts = self.settings.parts.clone();
        parts.headers.extend(order.headers.clone());
        let channel: Arc<dyn Channel> = Arc::clone(desk) as _;
        parts.extensions.insert(channel);
        // A task of its own, because a tool that does not yield would keep this one from the clock.
        let mut keeper = JoinSet::new();
        let kept = Arc::clone(desk);
        keeper.spawn(async move { kept.keep().await });
        let ended = tokio::select! {
            result = self.run_order(order, parts, state.settings.run) => Ok(result),
            Some(Ok(given_up)) = keeper.join_next() => Err(given_up),
        };
        match ended {
            Ok(result) => desk.end(result).await,
            Err(GivenUp::Stopped) => desk.let_go(attempts).await,
            // The task is ended by whoever cancelled it, or by another one who has it.
            Err(GivenUp::Gone) => {}
        }
    }
}

impl Desk {
    /// Stores the result, once; a fault is an error of the protocol, as the extension wants it.
    async fn end(&self, result: Result<CallToolResult, Broken>) {
        let result = match result {
            Ok(result) => json!({ "result": result }),
            Err(Broken) => json!({ "error": ErrorData::internal_error(Broken::WORDS, None) }),
        };
        let result = Secret::from(result.to_string());
        for wait in WAITS {
            match self.commit(Step::done(result.clone())).await {
                Ok(Hold::Lost) => {
                    tracing::warn!("another worker has the task; this result was not stored");
                    return;
                }
                Ok(_) => return,
                Err(error) => tracing::warn!(%error, "a result could not be stored yet"),
            }
            tokio::time::sleep(Duration::from_millis(wait)).await;
        }
        tracing::error!(
            "a result could not be stored; the task runs again when its lease has ended"
        );
    }
}
