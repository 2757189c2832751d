//! One run of an accepted call: its tool, and the one result that it ends with.

use std::sync::Arc;

use a2t_store::worker::{GivenUp, HeldRun, Holder, Permit, now, put_off};
use a2t_store::{NewMessage, Run, Secret, Step, Then};
use a2t_tool::Origin;
use a2t_tool::channel::{Channel, Event};
use tokio::task::JoinSet;
use tracing::Instrument;

use crate::message::{Callback, Segment, ToolResult};
use crate::server::context::{Opening, RunContext};
use crate::server::inner::Inner;
use crate::server::journal::Journal;
use crate::server::payload::{Payload, Work, message, written};
use crate::server::tools::{Asked, Ran};

/// End of a run.
enum End {
    Ran(Ran),
    TookTooLong,
    GivenUp(GivenUp),
}

impl Inner {
    /// Runs the call in a separate task.
    pub(crate) fn spawn_run(self: &Arc<Self>, run: Run, permit: Permit) {
        let (inner, task) = (Arc::clone(self), self.pool.begin());
        tokio::spawn(async move {
            inner.run(run, permit).await;
            drop(task);
        });
    }

    async fn run(self: &Arc<Self>, run: Run, permit: Permit) {
        let Run { lease, call } = run;
        if let Some(held) = self.pool.running.find(&call.key)
            && held.holder.renew(lease.clone())
        {
            // It still runs here; its lease had ended while the store was away.
            return;
        }
        let Some(payload) = Payload::read(&call.payload) else {
            return put_off(self.store(), &lease, now).await;
        };
        let journal = Journal::read(call.checkpoint.as_ref());
        let cut_short = journal.cut_short(call.attempts);
        let caller = payload.conversation();
        let opening = Opening {
            holder: self.pool.holder(lease, permit),
            address: payload.address.clone(),
            base: payload.base.clone(),
            caller,
            journal,
            is_subscribed: call.result.is_some(),
        };
        let context = Arc::new(RunContext::new(Arc::clone(self), opening));
        let _entered = self.pool.running.enter(&call.key, &context.held);
        let span = payload.work.span(call.attempts);
        self.run_call(&context, payload, call.attempts, cut_short).instrument(span).await;
    }

    async fn run_call(
        &self,
        context: &Arc<RunContext>,
        payload: Payload,
        attempts: u32,
        cut_short: u32,
    ) {
        let Payload { headers, caller, work, .. } = payload;
        let (operation, tool, version, arguments) = match work {
            Work::Refused(words) => return context.end(Err(words), "").await,
            Work::Tool { operation, tool, version, arguments } => {
                (operation, tool, version, arguments)
            }
        };
        if context.state().journal.is_finished {
            return context.end(Ok(String::new()), &operation).await;
        }
        if cut_short >= self.settings.limits.max_attempts {
            tracing::error!(%operation, cut_short, "a call ended the program too often; it is given up");
            return context.end(Err("the tool failed".to_owned()), &operation).await;
        }
        let _turn = match self
            .suspects
            .begin(context, cut_short, self.settings.limits.max_attempts)
            .await
        {
            Ok(turn) => turn,
            Err(GivenUp::Stopped) => return context.let_go(attempts).await,
            Err(GivenUp::Cancelled | GivenUp::Lost) => return,
        };
        let mut parts = self.settings.parts.clone();
        parts.headers.extend(headers);
        let channel: Arc<dyn Channel> = Arc::clone(context) as _;
        parts.extensions.insert(channel);
        if let Some(caller) = caller {
            parts.extensions.insert(caller);
        }
        let origin = Origin::from_parts(&parts);
        let time = self.runner.time(tool, version, self.settings.limits.run_timeout);
        let asked = Asked {
            operation: operation.clone(),
            tool,
            version,
            attempt: attempts,
            arguments,
            parts,
        };
        // A separate task, because a tool that does not yield would keep this one from the clock.
        let mut keeper = JoinSet::new();
        let kept = Arc::clone(context);
        keeper.spawn(async move { kept.keep().await });
        let ended = tokio::select! {
            ran = self.runner.run(asked) => End::Ran(ran),
            Some(Ok(given_up)) = keeper.join_next() => End::GivenUp(given_up),
            () = context.overdue(time) => End::TookTooLong,
        };
        match ended {
            End::Ran(ran) => context.end(ran, &operation).await,
            End::TookTooLong => {
                self.runner.late(tool, time, origin);
                let words = "the tool did not answer in time; it may have run all the same: call \
                             it again only if that does no harm";
                context.end(Err(words.to_owned()), &operation).await;
            }
            End::GivenUp(GivenUp::Stopped) => {
                context.state().journal.cut = 0;
                context.let_go(attempts).await;
            }
            // The final message is stored by the worker that cancelled it, or by another one that
            // has it.
            End::GivenUp(GivenUp::Cancelled | GivenUp::Lost) => {}
        }
    }
}

impl HeldRun for RunContext {
    fn holder(&self) -> &Holder {
        &self.held.holder
    }

    async fn keep(&self) -> GivenUp {
        Self::keep(self).await
    }

    fn set_cut(&self, cut: u32) {
        self.state().journal.cut = cut;
    }

    fn checkpoint(&self) -> Secret {
        self.state().journal.to_secret()
    }
}

impl RunContext {
    /// Stores the final message of the call, and the message that delivers it.
    async fn end(&self, ran: Ran, operation: &str) {
        if self.held.holder.finish(self.last_step(ran, operation)).await {
            self.wake();
        }
    }

    fn last_step(&self, ran: Ran, operation: &str) -> Step {
        let (is_subscribed, is_finished, shown) = {
            let mut state = self.state();
            let shown = std::mem::take(&mut state.shown);
            (state.is_subscribed, state.journal.is_finished, shown)
        };
        match (is_subscribed, is_finished) {
            (false, _) => {
                let (text, body) = self.result(ran, shown, operation);
                Step::done(text).with(NewMessage::new(body))
            }
            // The returned text is the last event, unless that was sent.
            (true, false) => {
                let text = ran.unwrap_or_else(|words| format!("Error: {words}"));
                let event = self.event_of(Event::new(text).last());
                let text = written(&event).unwrap_or_else(|_| {
                    let words = "Error: the last event is too long to be sent";
                    self.event_of(Event::new(words).last()).to_text()
                });
                let message = NewMessage::new(message(self.address(), &text)).until_cancelled();
                Step::new(Then::Done).with(message)
            }
            (true, true) => Step::new(Then::Done),
        }
    }

    /// Text of the result, and the message with it.
    fn result(&self, ran: Ran, shown: Vec<Segment>, operation: &str) -> (String, Secret) {
        let result = match ran {
            Ok(text) => {
                let mut result = ToolResult::text(self.address(), text);
                result.display_as = displayed(shown, operation);
                result
            }
            Err(words) => ToolResult::error(self.address(), words),
        };
        let text = result.text.clone().unwrap_or_default();
        let (text, callback) = match written(&Callback::from(result)) {
            Ok(callback) => (text, callback),
            Err(why) => {
                let words = format!("the tool has run, but its result cannot be sent: {why}");
                let result = ToolResult::error(self.address(), words);
                (result.text.clone().unwrap_or_default(), Callback::from(result).to_text())
            }
        };
        (text, message(self.address(), &callback))
    }
}

/// Segments that end with a line of text, for those who cannot show the others (CB-74).
fn displayed(mut shown: Vec<Segment>, operation: &str) -> Vec<Segment> {
    if !matches!(shown.last(), None | Some(Segment::Text(_))) {
        shown.push(Segment::Text(operation.to_owned()));
    }
    shown
}
