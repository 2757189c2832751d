//! Answers of a fake, and the record of the calls that it took.

use std::any::{Any, TypeId};
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use a2t_client::parts::Trace;
use a2t_schema::judge::Judge;
use serde_json::Value;

use super::Sent;
use crate::{Content, Error, Kind, Reply, Result};

/// A reply of any tool.
pub(crate) type Boxed = Box<dyn Any + Send>;

/// Failure of a fake, which becomes the error that a client would have made of it.
///
/// ```
/// use a2t::mcp::client::fake::Failure;
///
/// let _ = Failure::tool("no such timezone: Mars");
/// let _ = Failure::timeout();
/// ```
#[derive(Clone, Debug)]
pub struct Failure(How);

#[derive(Clone, Debug)]
enum How {
    Tool(String),
    Timeout,
    Disconnected,
}

impl Failure {
    /// The tool ran and says why it failed: a result with `isError`.
    pub fn tool(said: impl Into<String>) -> Self {
        Self(How::Tool(said.into()))
    }

    /// No reply came in time.
    pub fn timeout() -> Self {
        Self(How::Timeout)
    }

    /// There was no connection to the server.
    pub fn disconnected() -> Self {
        Self(How::Disconnected)
    }

    fn error(self, sent: &Sent) -> Error {
        let kind = match self.0 {
            How::Tool(said) => {
                let reply = Reply { content: vec![Content::Text(said)], ..Reply::default() };
                Kind::Tool { reply: Box::new(reply) }
            }
            How::Timeout => Kind::Timeout { after: Duration::from_secs(30) },
            How::Disconnected => {
                Kind::Connect { cause: io::Error::from(io::ErrorKind::ConnectionRefused).into() }
            }
        };
        Error::new(kind).of(sent.tool()).at("fake")
    }
}

#[derive(Clone)]
pub(super) enum Answer {
    Reply(Arc<dyn Fn() -> Boxed + Send + Sync>),
    Failure(Failure),
}

impl Answer {
    pub(super) fn reply<T: Clone + Send + Sync + 'static>(reply: T) -> Self {
        Self::Reply(Arc::new(move || Box::new(reply.clone())))
    }
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
    delay: Duration,
}

/// The answers of one tool, in order; the last of a queue stays.
#[derive(Default)]
struct Answers {
    /// Answers to calls with these very arguments.
    exact: Vec<(Sent, VecDeque<Answer>)>,
    any: VecDeque<Answer>,
}

impl Script {
    /// Adds an answer to these arguments; `None` for any.
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

    pub(super) fn delay(&self, time: Duration) {
        self.state().delay = time;
    }

    pub(super) fn sent(&self) -> Vec<Sent> {
        self.state().sent.clone()
    }

    /// Judges a call as the client does, records it and answers it; `None` where nothing was written.
    /// Spans and figures tell it as a call of a client.
    pub(crate) async fn reply(&self, reply: TypeId, sent: Sent) -> Result<Option<Boxed>> {
        let seen = self.trace.call(sent.tool(), None);
        let result = self.answer(reply, sent).await;
        seen.ended(&result);
        result
    }

    async fn answer(&self, reply: TypeId, sent: Sent) -> Result<Option<Boxed>> {
        judge(&sent)?;
        let (answer, delay) = self.take(reply, &sent);
        if !delay.is_zero() {
            tokio::time::sleep(delay).await;
        }
        match answer {
            None => Ok(None),
            Some(Answer::Reply(reply)) => Ok(Some(reply())),
            Some(Answer::Failure(failure)) => Err(failure.error(&sent)),
        }
    }

    fn take(&self, reply: TypeId, sent: &Sent) -> (Option<Answer>, Duration) {
        let mut state = self.state();
        state.sent.push(sent.clone());
        let answer = state.answers.get_mut(&reply).and_then(|answers| answers.next(sent));
        (answer, state.delay)
    }

    // A test that failed while it held the lock left whole values.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Refuses arguments that break the approved schema.
fn judge(sent: &Sent) -> Result<()> {
    let schema = |error: a2t_schema::judge::Unjudgeable| Kind::Schema { fault: error.to_string() };
    let judged = Judge::new(&sent.approved().input).map_err(schema).and_then(|judge| {
        let arguments = Value::Object(sent.arguments().clone());
        match judge.violations(&arguments, "") {
            violations if violations.is_empty() => Ok(()),
            violations => Err(Kind::Invalid { violations }),
        }
    });
    judged.map_err(|kind| Error::new(kind).of(sent.tool()))
}

impl Answers {
    fn next(&mut self, sent: &Sent) -> Option<Answer> {
        let exact = self.exact.iter_mut().find(|(known, _)| known == sent);
        let queue = exact.map_or(&mut self.any, |(_, queue)| queue);
        if queue.len() > 1 { queue.pop_front() } else { queue.front().cloned() }
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reply(_) => f.write_str("Reply"),
            Self::Failure(failure) => failure.fmt(f),
        }
    }
}
