//! Answers that a test wrote, and the calls that came: what the fakes of all protocols share.

// An assertion of a test fails by a panic.
#![expect(clippy::panic)]

use std::any::TypeId;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A call as a fake keeps it.
pub(crate) trait Kept: Clone + PartialEq + fmt::Display {
    /// Returns whether this call, which was sent, is the one that a test expects.
    fn is(&self, expected: &Self) -> bool {
        self == expected
    }

    /// Returns whether the answers that a test writes to both calls stand in one queue.
    fn shares_answers(&self, other: &Self) -> bool {
        self == other
    }

    /// Returns the text of this call in a message that shows the record.
    fn shown(&self, _record: &[Self]) -> String {
        self.to_string()
    }
}

/// An answer, and the time that it takes.
#[derive(Clone)]
pub(crate) struct Scripted<A> {
    pub(crate) after: Duration,
    pub(crate) answer: A,
}

/// Answers to each tool, and the calls so far.
pub(crate) struct Record<S, A>(Mutex<State<S, A>>);

struct State<S, A> {
    /// Answers by the type of the tool's reply.
    answers: HashMap<TypeId, Answers<S, A>>,
    sent: Vec<S>,
}

/// The answers of one tool, in order; the last of a queue stays.
struct Answers<S, A> {
    /// Answers to calls with these very arguments.
    exact: Vec<(S, VecDeque<Scripted<A>>)>,
    any: VecDeque<Scripted<A>>,
}

impl<S, A> Default for Record<S, A> {
    fn default() -> Self {
        Self(Mutex::new(State { answers: HashMap::new(), sent: Vec::new() }))
    }
}

impl<S: Kept, A: Clone> Record<S, A> {
    /// Adds an answer to these arguments; `None` for any.
    pub(crate) fn push(&self, tool: TypeId, to: Option<S>, answer: Scripted<A>) {
        let mut state = self.state();
        let answers = state.answers.entry(tool);
        let answers =
            answers.or_insert_with(|| Answers { exact: Vec::new(), any: VecDeque::new() });
        let Some(to) = to else {
            return answers.any.push_back(answer);
        };
        match answers.exact.iter_mut().find(|(known, _)| known.shares_answers(&to)) {
            Some((_, queue)) => queue.push_back(answer),
            None => answers.exact.push((to, VecDeque::from([answer]))),
        }
    }

    pub(crate) fn sent(&self) -> Vec<S> {
        self.state().sent.clone()
    }

    /// Records the call. It waits for nothing: an answer may look at the record, and other calls
    /// are sent while one waits.
    pub(crate) fn take(&self, reply: TypeId, sent: &S) -> Option<Scripted<A>> {
        let mut state = self.state();
        state.sent.push(sent.clone());
        state.answers.get_mut(&reply).and_then(|answers| answers.next(sent))
    }

    // A test that failed while it held the lock left whole values.
    fn state(&self) -> MutexGuard<'_, State<S, A>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: Kept, A: Clone> Answers<S, A> {
    fn next(&mut self, sent: &S) -> Option<Scripted<A>> {
        let exact = self.exact.iter_mut().find(|(known, _)| sent.is(known));
        let queue = exact.map_or(&mut self.any, |(_, queue)| queue);
        if queue.len() > 1 { queue.pop_front() } else { queue.front().cloned() }
    }
}

#[track_caller]
pub(crate) fn assert_any<S: Kept>(record: &[S], call: Option<&S>) {
    let call = written(call);
    if !record.iter().any(|sent| sent.is(call)) {
        let (call, record) = (call.shown(record), listed(record));
        panic!("this call was not sent: {call}\nwhat was sent: {record}");
    }
}

#[track_caller]
pub(crate) fn assert_none<S: Kept>(record: &[S], call: Option<&S>) {
    let call = written(call);
    if record.iter().any(|sent| sent.is(call)) {
        let (call, record) = (call.shown(record), listed(record));
        panic!("this call was sent: {call}\nwhat was sent: {record}");
    }
}

#[track_caller]
pub(crate) fn assert_times<S: Kept>(record: &[S], times: usize) {
    if record.len() != times {
        let calls = if times == 1 { "call" } else { "calls" };
        panic!("{times} {calls} expected, {} sent: {}", record.len(), listed(record));
    }
}

#[track_caller]
fn written<S>(call: Option<&S>) -> &S {
    match call {
        Some(call) => call,
        None => panic!("a call that was awaited says no more what it was; write it again"),
    }
}

fn listed<S: Kept>(record: &[S]) -> String {
    if record.is_empty() {
        return "nothing".to_owned();
    }
    record.iter().map(|sent| format!("\n  {}", sent.shown(record))).collect()
}
