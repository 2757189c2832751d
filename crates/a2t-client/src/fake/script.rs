//! Answers of a fake, and the record of the calls that it took.

use std::any::TypeId;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use a2t_core::ToolSignature;
use a2t_core::invocation::check_arguments;
use http::HeaderValue;
use tokio::time::sleep;

use super::failure::error;
use super::{Failure, Sent, sample};
use crate::Result;
use crate::invoke::invalid;
use crate::limits::Limits;
use crate::reply::Outputs;
use crate::seen::Trace;

pub(super) type Answer = Arc<dyn Fn(&Sent) -> Result<Outputs, Failure> + Send + Sync>;

#[derive(Clone)]
pub(super) struct Scripted {
    pub(super) after: Duration,
    pub(super) answer: Answer,
}

/// Answers to each tool, and the calls so far.
#[derive(Default)]
pub(crate) struct Script {
    state: Mutex<State>,
    trace: Trace,
}

#[derive(Default)]
struct State {
    /// Answers by the type of the tool's reply.
    answers: HashMap<TypeId, Answers>,
    sent: Vec<Sent>,
    /// Number of calls that came without a key.
    keys: u64,
}

/// The answers of one tool, in order; the last of a queue stays.
#[derive(Default)]
struct Answers {
    /// Answers to calls with these very arguments.
    exact: Vec<(Sent, VecDeque<Scripted>)>,
    any: VecDeque<Scripted>,
}

impl Script {
    /// Adds an answer to these arguments; `None` for any.
    pub(super) fn push(&self, tool: TypeId, to: Option<Sent>, answer: Scripted) {
        let mut state = self.state();
        let answers = state.answers.entry(tool).or_default();
        let Some(to) = to else {
            return answers.any.push_back(answer);
        };
        let same = |known: &Sent| *known == to && known.key == to.key;
        match answers.exact.iter_mut().find(|(known, _)| same(known)) {
            Some((_, queue)) => queue.push_back(answer),
            None => answers.exact.push((to, VecDeque::from([answer]))),
        }
    }

    pub(super) fn sent(&self) -> Vec<Sent> {
        self.state().sent.clone()
    }

    /// Judges a call as the client does, records it and answers it; all in all it may take `total`.
    /// Spans and figures tell it as a call of a client.
    pub(crate) async fn outputs(
        &self,
        reply: TypeId,
        signature: &'static ToolSignature,
        sent: Result<Sent>,
        total: Duration,
    ) -> Result<Outputs> {
        let seen = self.trace.call(signature, None);
        let result = async { self.answer(reply, sent?, total).await }.await;
        seen.ended(&result);
        result
    }

    async fn answer(&self, reply: TypeId, sent: Sent, total: Duration) -> Result<Outputs> {
        let violations = check_arguments(sent.signature, &sent.arguments);
        if !violations.is_empty() {
            return Err(invalid(sent.signature, violations));
        }
        let (sent, scripted) = self.take(reply, sent);
        let limit = Limits::DEFAULT.attempt.min(total);
        let after = scripted.as_ref().map_or(Duration::ZERO, |next| next.after);
        if !after.is_zero() {
            sleep(after.min(limit)).await;
        }
        if after >= limit {
            return Err(error(Failure::timeout(), &sent, limit));
        }
        match scripted {
            Some(next) => (next.answer)(&sent).map_err(|failure| error(failure, &sent, limit)),
            None => Ok(Outputs::new(sent.signature, sample::values(sent.signature))),
        }
    }

    /// Records the call. It waits for nothing: an answer may look at the record, and other calls
    /// are sent while one waits.
    fn take(&self, reply: TypeId, mut sent: Sent) -> (Sent, Option<Scripted>) {
        let mut state = self.state();
        if sent.key.is_none() {
            state.keys += 1;
            sent.key = HeaderValue::try_from(format!("fake-{}", state.keys)).ok();
        }
        let answers = state.answers.get_mut(&reply);
        let scripted = answers.and_then(|answers| answers.next(&sent));
        state.sent.push(sent.clone());
        (sent, scripted)
    }

    // A test that failed while it held the lock left whole values.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Answers {
    fn next(&mut self, sent: &Sent) -> Option<Scripted> {
        let exact = self.exact.iter_mut().find(|(known, _)| sent.is(known));
        let queue = exact.map_or(&mut self.any, |(_, queue)| queue);
        if queue.len() > 1 { queue.pop_front() } else { queue.front().cloned() }
    }
}
