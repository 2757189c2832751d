//! A call on its way through the runtime: sent, then carried on by what comes for it, until it is
//! answered.

use std::sync::Arc;
use std::time::Duration;

use a2t_store::token::chance;
use a2t_store::worker::{Permit, now};
use a2t_store::{Call, Outcome, Run, Secret, Step, Then, Time};
use a2t_webhook::egress::HeaderMap;

use crate::client::inner::Inner;
use crate::client::payload::{Payload, Progress};
use crate::client::signal;
use crate::client::step::{UNREADABLE, failed, waiting};
use crate::client::telemetry::stored;
use crate::client::waiters::Watch;
use crate::client::{Choice, Page};
use crate::message::{Callback, Selection, UserChoice};
use crate::shared;

/// Signal of a subscription whose last event has come.
pub(crate) const LAST: &str = "final";
/// Time after which a subscription is looked at again, though nothing came for it.
const LONG: Duration = Duration::from_secs(30 * 24 * 3600);

/// Next step of a call, or nothing if another worker has it now.
type Next = Option<Step>;

impl Inner {
    pub(crate) async fn carry_on(self: &Arc<Self>, run: Run, permit: Permit) {
        let Run { lease, call } = run;
        if self.pool.running.find(&call.key).is_some_and(|holder| holder.renew(lease.clone())) {
            // It is carried on here; its lease had ended while the store was away.
            return;
        }
        let holder = Arc::new(self.pool.holder(lease, permit));
        let _entered = self.pool.running.enter(holder.key(), &holder);
        let next = match Payload::read(&call.payload) {
            Some(payload) => tokio::select! {
                next = self.step(&call, &payload) => next,
                _ = holder.keep(self.pool.phase(), Duration::ZERO) => None,
            },
            None => {
                tracing::error!("a call was written by a later version of this library; it waits");
                Some(Step::new(Then::Again(now().after(UNREADABLE))))
            }
        };
        // What the step did must not be done again because the store is away.
        if let Some(step) = next
            && holder.finish(step).await
        {
            self.waiters.changed(&call.key);
        }
    }

    async fn step(&self, call: &Call, payload: &Payload) -> Next {
        let progress = Progress::read(call.checkpoint.as_ref());
        if let Some(step) = self.ended(call, payload, progress) {
            return Some(step);
        }
        if !progress.is_sent {
            return Some(self.send(call, payload).await);
        }
        for (index, signal) in call.signals.iter().enumerate().skip(progress.seen) {
            // Another receiver on this store may have taken the same message at the same time.
            if call.signals.get(..index).is_some_and(|before| signal::is_among(signal, before)) {
                continue;
            }
            self.ask(call, signal).await;
            if self.is_answered(call).await {
                // The answer has come meanwhile: the question is withdrawn.
                break;
            }
            tracing::debug!(index, "a question of a tool was dealt with");
        }
        Some(waiting(until(call, payload), progress.after(call)))
    }

    /// The step of a call that is answered, or whose time has passed.
    fn ended(&self, call: &Call, payload: &Payload, progress: Progress) -> Next {
        let mut callbacks = call.signals.iter().filter_map(signal::callback);
        if call.result.is_some() {
            let is_over = call.signals.iter().any(|signal| signal.expose() == LAST.as_bytes());
            return is_over.then(|| Step::new(Then::Done));
        }
        let answer = callbacks.find_map(|callback| match callback {
            Callback::ToolResult(result) => Some(result),
            _ => None,
        });
        match answer {
            Some(result) if result.subscription => {
                let step = waiting(now().after(LONG), progress.after(call));
                Some(step.result(stored(result, None, progress.attempts)))
            }
            Some(result) => Some(Step::done(stored(result, None, progress.attempts))),
            None if payload.deadline <= now() => {
                self.notify_cancelled(&call.key);
                let sent = if progress.is_sent { "no answer came" } else { "it could not be sent" };
                let words = format!("{sent} before the deadline of the call");
                Some(failed(payload, &words, "timeout", progress.attempts))
            }
            None => None,
        }
    }

    pub(crate) async fn is_answered(&self, call: &Call) -> bool {
        let stored = self.store().find(&call.key).await;
        let Ok(Some(stored)) = stored else { return false };
        let is_result = |callback| matches!(callback, Callback::ToolResult(_));
        stored.standing.is_final()
            || stored.signals.iter().filter_map(signal::callback).any(is_result)
    }

    /// Ready as soon as the answer of the tool has come.
    async fn answered(&self, call: &Call, watch: &mut Watch) {
        loop {
            watch.changed().await;
            if self.is_answered(call).await {
                return;
            }
        }
    }

    /// Asks the user, or sends them to a page; the answer of the tool may come first.
    async fn ask(&self, call: &Call, asked: &Secret) {
        let (thread, id) = (call.key.group().to_owned(), call.key.id().to_owned());
        match signal::callback(asked) {
            Some(Callback::OAuth(oauth)) => {
                let page = Page { thread, id, url: oauth.auth_url.as_str().to_owned() };
                self.settings.host.authorize(&page).await;
            }
            Some(Callback::UserChoice(asked)) => {
                let UserChoice { prompt, choices, default, .. } = asked.clone();
                let choice = Choice { thread, id, prompt, choices, default };
                let mut watch = self.waiters.watch(&call.key);
                let selected = tokio::select! {
                    selected = self.settings.host.choose(&choice) => selected,
                    () = self.answered(call, &mut watch) => return,
                };
                let selected = selected.filter(|index| *index < asked.choices.len());
                self.answer(&asked, selected.unwrap_or(default)).await;
            }
            _ => {}
        }
    }

    /// Posts the selection to the tool that asked (CB-126), with the attempts of an invocation.
    async fn answer(&self, asked: &UserChoice, selected: usize) {
        let body = Selection { id: asked.id.clone(), selected }.to_text();
        for attempt in 1.. {
            let url = asked.response_url.as_str();
            let sent = self.guard.post(url, HeaderMap::new(), body.as_bytes()).await;
            match self.settings.schedule.decide(attempt, shared::reply(&sent), chance(), now()) {
                Outcome::Retry(at, _) => tokio::time::sleep(at.since(now())).await,
                Outcome::Delivered => return,
                Outcome::Dead(reason) => {
                    // The tool has its own time limit for an answer (CBA-15).
                    tracing::warn!(%reason, "an answer did not reach the tool that asked");
                    return;
                }
            }
        }
    }
}

/// A subscription has no deadline; its answer has come.
fn until(call: &Call, payload: &Payload) -> Time {
    if call.result.is_some() { now().after(LONG) } else { payload.deadline }
}
