//! Answers of a fake, and the record of the calls that it took.

use std::any::{Any, TypeId};
use std::io;
use std::sync::Arc;
use std::time::Duration;

use a2t_core::wire::problem::Problem;
use a2t_schema::judge::Judge;
use serde_json::Value;
use tokio::time::sleep;

use super::Sent;
use crate::fake::record::{Record, Scripted};
use crate::schema::{Content, Reply};
use crate::telemetry::Trace;
use crate::transport::limits::Limits;
use crate::{Error, Kind, Result};

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
    Problem(Box<Problem>),
    Timeout,
    Disconnected,
}

impl Failure {
    /// The tool ran and says why it failed: a result with `isError`.
    pub fn tool(said: impl Into<String>) -> Self {
        Self(How::Tool(said.into()))
    }

    /// Makes the tool answer with this problem, as a server built with a2t does: a result with `isError`, and the problem
    /// in its `_meta`.
    pub fn with(problem: Problem) -> Self {
        Self(How::Problem(Box::new(problem)))
    }

    /// No reply came in time.
    pub fn timeout() -> Self {
        Self(How::Timeout)
    }

    /// There was no connection to the server.
    pub fn disconnected() -> Self {
        Self(How::Disconnected)
    }

    fn error(self, sent: &Sent, limit: Duration) -> Error {
        let kind = match self.0 {
            How::Tool(said) => {
                let reply = Reply { content: vec![Content::Text(said)], ..Reply::default() };
                Kind::Tool { reply: Box::new(reply) }
            }
            How::Problem(problem) => {
                let content = vec![Content::Text(problem.detail.clone())];
                let reply = Reply { content, problem: Some(problem), ..Reply::default() };
                Kind::Tool { reply: Box::new(reply) }
            }
            How::Timeout => Kind::Timeout { after: limit },
            How::Disconnected => {
                Kind::Connect { cause: io::Error::from(io::ErrorKind::ConnectionRefused).into() }
            }
        };
        Error::new(kind).of_tool(sent.tool(), false).at(|| "fake".to_owned())
    }
}

pub(super) type Answer = Arc<dyn Fn(&Sent) -> Result<Boxed, Failure> + Send + Sync>;

/// Answers to each tool, and the calls so far.
#[derive(Default)]
pub(crate) struct Script {
    pub(super) record: Record<Sent, Answer>,
    trace: Trace,
}

impl Script {
    /// Judges a call as the client does, records it and answers it, all in the time that it sets;
    /// `None` where nothing was written. Spans and figures tell it as a call of a client.
    pub(crate) async fn reply(
        &self,
        reply: TypeId,
        sent: Sent,
        within: Option<Duration>,
    ) -> Result<Option<Boxed>> {
        let seen = self.trace.call(sent.tool(), None);
        let result = self.answer(reply, sent, within).await;
        seen.ended(&result);
        result
    }

    async fn answer(
        &self,
        reply: TypeId,
        sent: Sent,
        within: Option<Duration>,
    ) -> Result<Option<Boxed>> {
        judge(&sent)?;
        let Some(Scripted { after, answer }) = self.record.take(reply, &sent) else {
            return Ok(None);
        };
        let limit = within.unwrap_or(Limits::DEFAULT.attempt);
        if !after.is_zero() {
            sleep(within.map_or(after, |within| within.min(after))).await;
        }
        if within.is_some_and(|within| after >= within) {
            return Err(Failure::timeout().error(&sent, limit));
        }
        let answer = answer(&sent);
        answer.map(Some).map_err(|failure| failure.error(&sent, limit))
    }
}

/// Refuses arguments that break the approved schema.
fn judge(sent: &Sent) -> Result<()> {
    let schema = |error: a2t_schema::judge::Unjudgeable| Kind::Schema { fault: error.to_string() };
    let judged = Judge::new(&sent.approved().input).map_err(schema).and_then(|judge| {
        let arguments = Value::Object(sent.arguments().clone());
        match judge.violations(&arguments, "") {
            violations if violations.is_empty() => Ok(()),
            violations => Err(Kind::Invalid { tool: sent.tool().to_owned(), violations }),
        }
    });
    judged.map_err(|kind| Error::new(kind).of_tool(sent.tool(), false))
}
