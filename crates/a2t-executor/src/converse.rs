//! The loop of an agent: asks the model, runs what it calls, and asks again, within limits.

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use a2t_core::error::inert;
use a2t_dialect::{Dialect, Error, Turn};
use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use super::Executor;
use super::consent::{Asked, Batch, Paused, asked};

/// Limits of [`Executor::converse`]. The [table of defaults](super#defaults) has them.
///
/// ```
/// use std::time::Duration;
///
/// use a2t::dialect::ConverseLimits;
///
/// let limits = ConverseLimits::default().steps(5).calls(20).time(Duration::from_secs(60));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct ConverseLimits {
    steps: u32,
    calls: usize,
    time: Duration,
}

/// Defaults; `docs/executor.md` is their table.
const STEPS: u32 = 20;
const CALLS: usize = 100;
const TIME: Duration = Duration::from_secs(10 * 60);

impl Default for ConverseLimits {
    fn default() -> Self {
        Self { steps: STEPS, calls: CALLS, time: TIME }
    }
}

impl ConverseLimits {
    /// Sets the maximum number of replies that are asked of the model.
    pub fn steps(mut self, steps: u32) -> Self {
        self.steps = steps;
        self
    }

    /// Sets the maximum number of calls in all replies, with those that a provider asks approvals for. Of a message with
    /// more, no call runs.
    pub fn calls(mut self, calls: usize) -> Self {
        self.calls = calls;
        self
    }

    /// Sets the time after which the model is not asked or waited for any more. A call that runs then goes on to its
    /// end, within the executor's [`timeout`](super::Builder::timeout).
    pub fn time(mut self, time: Duration) -> Self {
        self.time = time;
        self
    }
}

/// How a conversation ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Conversed {
    /// The model has answered: its text.
    Finished(String),
    /// Calls wait for decisions of the user. Append the message that [`Executor::resume`] returns to the messages, and
    /// converse again.
    Paused(Paused),
    /// The reply is neither an answer nor calls, such as one that was cut off, or a refusal. It was not appended, and
    /// nothing of it was run.
    Stopped(Turn),
}

/// Why a conversation failed. `E` is the error of your function that asks the model.
#[derive(Debug)]
#[non_exhaustive]
pub enum ConverseError<E> {
    /// Your function that asks the model failed.
    Ask(E),
    /// A reply that is not of the dialect.
    Reply(Error),
    /// The model was asked as often as the limit allows.
    Steps(u32),
    /// The model called more tools than the limit allows. No call of the last reply ran.
    Calls(usize),
    /// The time was over before the model answered.
    Time(Duration),
}

impl Executor {
    /// Talks with a model until it answers: `ask` sends the messages, all of a request's list, and returns the whole
    /// reply of the provider; then the calls in it run by the [rule of consent](super::Builder::consent), and the
    /// model is asked again. The replies and results are appended to `messages`.
    ///
    /// ```
    /// # async fn send(_: a2t::Value) -> Result<a2t::Value, std::io::Error> {
    /// #     Ok(serde_json::json!({"role": "assistant", "stop_reason": "end_turn",
    /// #         "content": [{"type": "text", "text": "No."}]}))
    /// # }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let executor = a2t::dialect::Executor::builder().build()?;
    /// use a2t::dialect::{Anthropic, Conversed, ConverseLimits, Dialect};
    /// use serde_json::json;
    ///
    /// let tools = Anthropic::tools(executor.tools())?;
    /// let mut messages = vec![json!({"role": "user", "content": "Do I need an umbrella?"})];
    /// let ask = |messages| {
    ///     send(json!({"model": "claude", "max_tokens": 1_000, "messages": messages, "tools": tools}))
    /// };
    /// let limits = ConverseLimits::default().steps(10);
    /// match executor.converse(Dialect::Anthropic, &mut messages, limits, ask).await? {
    ///     Conversed::Finished(text) => println!("{text}"),
    ///     Conversed::Paused(paused) => { /* store it with the messages, and ask the user */ }
    ///     Conversed::Stopped(turn) => return Err(turn.to_string().into()),
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// A call that cannot be read is answered by asking again. If the future is dropped, the calls that run are given
    /// up, and the messages end with the last results. After a pause, the limits count from the beginning.
    ///
    /// # Errors
    /// [`ConverseError`]: an error of `ask`, a reply of another dialect, and each limit. The messages then end with
    /// the last results.
    pub async fn converse<F, A, E>(
        &self,
        dialect: Dialect,
        messages: &mut Vec<Value>,
        limits: ConverseLimits,
        mut ask: F,
    ) -> Result<Conversed, ConverseError<E>>
    where
        F: FnMut(Value) -> A,
        A: Future<Output = Result<Value, E>>,
    {
        let end = Instant::now().checked_add(limits.time);
        let mut calls_left = limits.calls;
        for _ in 0..limits.steps {
            flatten(messages);
            if end.is_some_and(|end| Instant::now() >= end) {
                return Err(ConverseError::Time(limits.time));
            }
            let asking = ask(Value::Array(messages.clone()));
            let reply = before(end, asking).await.ok_or(ConverseError::Time(limits.time))?;
            let reply = reply.map_err(ConverseError::Ask)?;
            let finds = self.settings.search.is_some();
            let Asked { turn, approvals, searches } =
                asked(dialect, &reply, finds).map_err(ConverseError::Reply)?;
            match turn {
                Turn::Called(calls) => {
                    let made = calls.len() + approvals.len() + searches.len();
                    calls_left = match calls_left.checked_sub(made) {
                        Some(left) => left,
                        None => return Err(ConverseError::Calls(limits.calls)),
                    };
                    let batch = self.batch(dialect, calls, approvals, &searches).await;
                    // Not before, because a provider refuses calls without results.
                    messages.extend(dialect.reply_messages(&reply));
                    match batch {
                        Batch::Done(results) => messages.push(results),
                        Batch::Paused(paused) => return Ok(Conversed::Paused(paused)),
                    }
                }
                Turn::Finished => {
                    messages.extend(dialect.reply_messages(&reply));
                    return Ok(Conversed::Finished(dialect.reply_text(&reply)));
                }
                Turn::Paused(_) => messages.extend(dialect.reply_messages(&reply)),
                Turn::Malformed(_) => {}
                other => return Ok(Conversed::Stopped(other)),
            }
        }
        flatten(messages);
        Err(ConverseError::Steps(limits.steps))
    }
}

/// Some dialects answer several calls with a list of messages.
fn flatten(messages: &mut Vec<Value>) {
    if messages.iter().any(Value::is_array) {
        let flat = messages.drain(..).flat_map(|message| match message {
            Value::Array(messages) => messages,
            message => vec![message],
        });
        *messages = flat.collect();
    }
}

/// The output of a future that ends before this time, and at least of one that is ready.
async fn before<F: Future>(end: Option<Instant>, future: F) -> Option<F::Output> {
    match end {
        Some(end) => timeout_at(end, future).await.ok(),
        None => Some(future.await),
    }
}

impl<E: fmt::Display> fmt::Display for ConverseError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ask(error) => {
                write!(f, "the model could not be asked: {}", inert(&error.to_string()))
            }
            Self::Reply(error) => error.fmt(f),
            Self::Steps(steps) => write!(f, "the model did not answer in {steps} replies"),
            Self::Calls(calls) => write!(f, "the model called more than {calls} tools"),
            Self::Time(time) => write!(f, "the model did not answer within {time:?}"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> StdError for ConverseError<E> {}

#[cfg(test)]
mod tests {
    use super::*;

    // The page and the numbers cannot part.
    #[test]
    fn the_table_of_defaults_has_the_limits_that_hold() {
        let page = include_str!("../../../docs/executor.md");
        let minutes = TIME.as_secs() / 60;
        let row = format!("| `converse` | {STEPS} replies, {CALLS} calls, {minutes} minutes |");
        assert!(page.contains(&row), "docs/executor.md lacks: {row}");
    }
}
