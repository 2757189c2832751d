//! What a fake replies to which call, and the record of what it was sent.

use std::any::TypeId;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use a2t_core::invocation::check_arguments;
use http::HeaderValue;

use super::{Sent, sample};
use crate::client::Result;
use crate::client::invoke::invalid;
use crate::client::reply::Outputs;

/// What a call comes to.
pub(super) type Answer = Arc<dyn Fn(&Sent) -> Result<Outputs> + Send + Sync>;

/// Answers to each tool, and the calls so far.
#[derive(Default)]
pub(in crate::client) struct Script {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// By the type of the tool's reply.
    answers: HashMap<TypeId, Answers>,
    sent: Vec<Sent>,
    /// How many calls came without a key.
    keys: u64,
}

/// The answers of one tool, in order; the last of a queue stays.
#[derive(Default)]
struct Answers {
    /// To calls with these very arguments.
    exact: Vec<(Sent, VecDeque<Answer>)>,
    any: VecDeque<Answer>,
}

impl Script {
    /// Adds an answer to these arguments, or to any.
    pub(super) fn push(&self, tool: TypeId, to: Option<Sent>, answer: Answer) {
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

    /// Judges a call as the client does, records it and answers it.
    pub(in crate::client) fn outputs(&self, reply: TypeId, mut sent: Sent) -> Result<Outputs> {
        let violations = check_arguments(sent.signature, &sent.arguments);
        if !violations.is_empty() {
            return Err(invalid(sent.signature, violations));
        }
        let mut state = self.state();
        if sent.key.is_none() {
            state.keys += 1;
            sent.key = HeaderValue::try_from(format!("fake-{}", state.keys)).ok();
        }
        let answers = state.answers.get_mut(&reply);
        let answer = answers.and_then(|answers| answers.next(&sent));
        state.sent.push(sent.clone());
        // An answer may look at the record.
        drop(state);
        match answer {
            Some(answer) => answer(&sent),
            None => Ok(Outputs::new(sent.signature, sample::values(sent.signature))),
        }
    }

    /// A test that failed while it held the lock left whole values.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Answers {
    fn next(&mut self, sent: &Sent) -> Option<Answer> {
        let exact = self.exact.iter_mut().find(|(known, _)| sent.is(known));
        let queue = exact.map_or(&mut self.any, |(_, queue)| queue);
        if queue.len() > 1 {
            queue.pop_front()
        } else {
            queue.front().cloned()
        }
    }
}
