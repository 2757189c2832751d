//! One run of an accepted task: its tool, and the one result that it ends with.

use std::sync::Arc;

use a2t_store::worker::{GivenUp, HeldRun, Holder, Permit, Suspects, put_off};
use a2t_store::{Call, Lease, Run, Secret, Step};
use a2t_tool::channel::Channel;
use rmcp::ErrorData;
use rmcp::model::CallToolResult;
use serde_json::json;
use tokio::task::JoinSet;
use tracing::Instrument;

use super::context::RunContext;
use super::journal::Journal;
use super::{Order, State, now};
use crate::server::answer::Broken;
use crate::server::inner::Inner;

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
        permit: Permit,
    ) {
        let renew = |context: Arc<RunContext>| context.holder.renew(run.lease.clone());
        if state.pool.running.find(&run.call.key).is_some_and(renew) {
            // It still runs here; its lease had ended while the store was away.
            return;
        }
        match Taken::read(run.lease, &run.call) {
            Ok(taken) => self.spawn_task(state, taken, permit),
            Err(lease) => put_off(state.store(), &lease, now).await,
        }
    }

    /// Runs the MCP task in a separate task of tokio.
    pub(super) fn spawn_task(self: &Arc<Self>, state: &Arc<State>, taken: Taken, permit: Permit) {
        let (inner, state) = (Arc::clone(self), Arc::clone(state));
        let Taken { lease, order, journal, attempts } = taken;
        let cut_short = Suspects::cut_short(attempts, journal.calm, journal.cut);
        let holder = state.pool.holder(lease, permit);
        let context = Arc::new(state.context(holder, journal, order.asks));
        let task = state.pool.begin();
        let entered = state.pool.running.enter(context.holder.key(), &context);
        let span = tracing::debug_span!("mcp.task", tool = %order.name, attempt = attempts);
        let run = async move {
            if cut_short >= state.settings.limits.max_attempts {
                tracing::error!(cut_short, "a task ended the program too often; it is given up");
                context.end(Err(Broken)).await;
            } else {
                match state
                    .suspects
                    .begin(&context, cut_short, state.settings.limits.max_attempts)
                    .await
                {
                    Ok(_turn) => inner.run_call(&state, &context, &order, attempts).await,
                    Err(GivenUp::Stopped) => context.let_go(attempts).await,
                    Err(GivenUp::Cancelled | GivenUp::Lost) => {}
                }
            }
            drop((entered, task));
        };
        tokio::spawn(run.instrument(span));
    }

    async fn run_call(
        &self,
        state: &State,
        context: &Arc<RunContext>,
        order: &Order,
        attempts: u32,
    ) {
        let mut parts = self.settings.request_template.clone();
        parts.headers.extend(order.headers.clone());
        let channel: Arc<dyn Channel> = Arc::clone(context) as _;
        parts.extensions.insert(channel);
        if let Some(caller) = &order.caller {
            parts.extensions.insert(caller.clone());
        }
        // A separate task, because a tool that does not yield would keep this one from the clock.
        let mut keeper = JoinSet::new();
        let kept = Arc::clone(context);
        keeper.spawn(async move { kept.keep().await });
        let ended = tokio::select! {
            result = self.run_order(order, parts, state.settings.limits.run_timeout, state.threads()) => Ok(result),
            Some(Ok(given_up)) = keeper.join_next() => Err(given_up),
        };
        match ended {
            Ok(result) => context.end(result).await,
            Err(GivenUp::Stopped) => {
                context.journal().cut = 0;
                context.let_go(attempts).await;
            }
            // The task is ended by the worker that cancelled it, or by another one that has it.
            Err(GivenUp::Cancelled | GivenUp::Lost) => {}
        }
    }
}

impl HeldRun for RunContext {
    fn holder(&self) -> &Holder {
        &self.holder
    }

    async fn keep(&self) -> GivenUp {
        Self::keep(self).await
    }

    fn set_cut(&self, cut: u32) {
        self.journal().cut = cut;
    }

    fn checkpoint(&self) -> Secret {
        self.journal().to_secret()
    }
}

impl RunContext {
    /// Stores the result, once; a fault is an error of the protocol, as the extension wants it.
    async fn end(&self, result: Result<CallToolResult, Broken>) {
        let result = match result {
            Ok(result) => json!({ "result": result }),
            Err(Broken) => json!({ "error": ErrorData::internal_error(Broken::WORDS, None) }),
        };
        let result = Secret::from(result.to_string());
        self.holder.finish(Step::done(result)).await;
    }
}
