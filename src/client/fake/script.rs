//! What a fake replies to which call, and the record of what it was sent.

use std::any::TypeId;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use a2t_core::invocation::check_arguments;

use super::{Sent, sample};
use crate::client::reply::Outputs;
use crate::client::{Error, Kind, Result};

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
        match answers.exact.iter_mut().find(|(known, _)| *known == to) {
            Some((_, queue)) => queue.push_back(answer),
            None => answers.exact.push((to, VecDeque::from([answer]))),
        }
    }

    pub(super) fn sent(&self) -> Vec<Sent> {
        self.state().sent.clone()
    }

    /// Judges a call as the client does, records it and answers it.
    pub(in crate::client) fn outputs(&self, reply: TypeId, sent: Sent) -> Result<Outputs> {
        let violations = check_arguments(sent.signature, &sent.arguments);
        if !violations.is_empty() {
            let tool = sent.tool().to_owned();
            return Err(Error::new(Kind::Invalid { tool, violations }));
        }
        let mut state = self.state();
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
        let exact = self.exact.iter_mut().find(|(known, _)| known == sent);
        let queue = exact.map_or(&mut self.any, |(_, queue)| queue);
        if queue.len() > 1 {
            queue.pop_front()
        } else {
            queue.front().cloned()
        }
    }
}
