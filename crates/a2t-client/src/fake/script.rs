//! The answers that a test set for a fake, and the calls that it received.

use std::any::{Any, TypeId};
use std::collections::{HashMap, VecDeque};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use a2t_core::wire::failure::{Failure, How};
use http::HeaderValue;
use tokio::time::sleep;

use super::sent::Sent;
use crate::call::called::{CallOptions, CalledTool, Read};
use crate::telemetry::Trace;
use crate::transport::limits::Limits;
use crate::{Error, Kind, Result};

/// Answer to a call.
pub(crate) enum Answer<K: CalledTool> {
    /// A reply of a server.
    Reply(&'static K, K::Reply),
    /// The struct that a test set, of the type of the tool's reply.
    Written(&'static K, Box<dyn Any + Send>),
    /// A fake without an answer.
    Absent(&'static K),
}

impl<K: CalledTool> Answer<K> {
    pub(crate) fn into_reply<T: Any + Default>(self, read: Read<K, T>) -> Result<T> {
        match self {
            Self::Reply(tool, reply) => tool.read(reply, read),
            Self::Written(tool, written) => match written.downcast() {
                Ok(reply) => Ok(*reply),
                Err(_) => tool.sample(read),
            },
            Self::Absent(tool) => tool.sample(read),
        }
    }
}

/// An answer, and the time that it takes.
pub(super) struct Scripted<K: CalledTool> {
    pub(super) after: Duration,
    pub(super) answer: Arc<Written<K>>,
}

/// Makes the struct of a reply, or fails.
pub(super) type Written<K> = dyn Fn(&Sent<K>) -> Result<Box<dyn Any + Send>, Failure> + Send + Sync;

/// Answers to each tool, and the calls so far.
pub(crate) struct Script<K: CalledTool> {
    state: Mutex<State<K>>,
    /// Number of calls without a key.
    keys: AtomicU64,
    trace: Trace,
}

struct State<K: CalledTool> {
    /// Answers by the type of the tool's reply.
    answers: HashMap<TypeId, Answers<K>>,
    sent: Vec<Sent<K>>,
}

/// The answers of one tool, in order; the last one of a queue is repeated.
struct Answers<K: CalledTool> {
    /// Answers to calls with exactly these arguments.
    exact: Vec<(Sent<K>, VecDeque<Scripted<K>>)>,
    any: VecDeque<Scripted<K>>,
}

impl<K: CalledTool> Default for Script<K> {
    fn default() -> Self {
        let state = Mutex::new(State { answers: HashMap::new(), sent: Vec::new() });
        Self { state, keys: AtomicU64::default(), trace: Trace::default() }
    }
}

impl<K: CalledTool> Script<K> {
    /// Checks a call as the client does, records it and answers it, within the time limit of the call. Spans
    /// and metrics show it as a call of a client.
    pub(crate) async fn answer(
        &self,
        reply: TypeId,
        sent: Sent<K>,
        options: &CallOptions,
    ) -> Result<Answer<K>> {
        let tool = sent.tool;
        let span = self.trace.call(tool.named(), None);
        let result = self.answered(reply, sent, options).await;
        let result = result.map_err(|error| tool.error(error));
        span.finish(&result);
        result
    }

    async fn answered(
        &self,
        reply: TypeId,
        mut sent: Sent<K>,
        options: &CallOptions,
    ) -> Result<Answer<K>> {
        options.key()?;
        sent.tool.check(&sent.arguments)?;
        sent.key.get_or_insert_with(|| {
            let number = self.keys.fetch_add(1, Ordering::Relaxed).saturating_add(1);
            format!("fake-{number}").into()
        });
        let Some(Scripted { after, answer }) = self.take(reply, &sent) else {
            return Ok(Answer::Absent(sent.tool));
        };
        let limit = K::LIMIT.into_iter().chain(options.within).min();
        if !after.is_zero() {
            sleep(limit.map_or(after, |limit| limit.min(after))).await;
        }
        let fail = |failure| error(failure, &sent, limit.unwrap_or(Limits::DEFAULT.attempt));
        if limit.is_some_and(|limit| after >= limit) {
            return Err(fail(Failure::timeout()));
        }
        answer(&sent).map(|reply| Answer::Written(sent.tool, reply)).map_err(fail)
    }

    /// Adds an answer to these arguments; `None` for any.
    pub(super) fn push(&self, reply: TypeId, to: Option<Sent<K>>, answer: Scripted<K>) {
        let mut state = self.state();
        let answers = state.answers.entry(reply);
        let answers =
            answers.or_insert_with(|| Answers { exact: Vec::new(), any: VecDeque::new() });
        let Some(to) = to else {
            return answers.any.push_back(answer);
        };
        let same = |(known, _): &&mut (Sent<K>, _)| *known == to && known.key == to.key;
        match answers.exact.iter_mut().find(same) {
            Some((_, queue)) => queue.push_back(answer),
            None => answers.exact.push((to, VecDeque::from([answer]))),
        }
    }

    pub(super) fn sent(&self) -> Vec<Sent<K>> {
        self.state().sent.clone()
    }

    /// Records the call without waiting: an answer may read the record, and other calls
    /// are sent while one waits.
    fn take(&self, reply: TypeId, sent: &Sent<K>) -> Option<Scripted<K>> {
        let mut state = self.state();
        state.sent.push(sent.clone());
        state.answers.get_mut(&reply).and_then(|answers| answers.next(sent))
    }

    // A test that failed while it held the lock left whole values.
    fn state(&self) -> MutexGuard<'_, State<K>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: CalledTool> Answers<K> {
    fn next(&mut self, sent: &Sent<K>) -> Option<Scripted<K>> {
        let exact = self.exact.iter_mut().find(|(known, _)| sent.is(known));
        let queue = exact.map_or(&mut self.any, |(_, queue)| queue);
        if queue.len() > 1 { queue.pop_front() } else { queue.front().cloned() }
    }
}

impl<K: CalledTool> Clone for Scripted<K> {
    fn clone(&self) -> Self {
        Self { after: self.after, answer: Arc::clone(&self.answer) }
    }
}

/// The error of a client that waits at most `limit`.
fn error<K: CalledTool>(failure: Failure, sent: &Sent<K>, limit: Duration) -> Error {
    let kind = match failure.how {
        How::Problem(problem) => {
            K::failed(problem.detail.clone(), Some(problem), failure.retry_after)
        }
        How::Tool(message) => K::failed(message, None, failure.retry_after),
        How::Timeout => Kind::Timeout { after: limit },
        How::Disconnected => {
            Kind::Connect { cause: io::Error::from(io::ErrorKind::ConnectionRefused).into() }
        }
        How::Interrupted => {
            Kind::Interrupted { cause: io::Error::from(io::ErrorKind::ConnectionReset).into() }
        }
    };
    let may_have_run = kind.may_have_run();
    let key = sent.key.as_deref().and_then(|key| HeaderValue::from_str(key).ok());
    let error = Error::new(kind).at(|| "fake".to_owned()).keyed(key.as_ref());
    if may_have_run { error.after_run() } else { error }
}
