//! An agent that another agent calls as a tool.

use std::borrow::Cow;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use a2t_core::error::inert;
use a2t_core::invocation::Arguments;
use a2t_core::{ToolId, ToolSignature, signature};
use a2t_dialect::{Described, Dialect, Error, Outcome, Result, Selection, Show};
use serde_json::{Map, Value, json};

use super::error::again;
use super::{ConverseError, ConverseLimits, Conversed, Executor, Invoke, InvokeError, Invoking};

/// A tool that asks another agent: [`Executor::as_tool`].
#[derive(Clone)]
pub struct AgentTool {
    tool: ToolSignature,
    agent: Arc<Agent>,
}

type Answering = Pin<Box<dyn Future<Output = std::result::Result<String, Failure>> + Send>>;
type Agent = dyn Fn(String) -> Answering + Send + Sync;

impl Executor {
    /// Returns a tool with one input, a task. A call of it converses with the model of another agent, which has the tools
    /// of this executor, and returns the answer. `ask` and `limits` are those of [`converse`](Self::converse).
    ///
    /// ```
    /// # async fn send(_: a2t::Value) -> Result<a2t::Value, std::io::Error> {
    /// #     Ok(serde_json::json!({"role": "assistant", "stop_reason": "end_turn",
    /// #         "content": [{"type": "text", "text": "Omaha."}]}))
    /// # }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let library = a2t::dialect::Executor::builder().build()?;
    /// use a2t::dialect::{Anthropic, ConverseLimits, Dialect, Executor};
    /// use serde_json::json;
    ///
    /// let tools = Anthropic::tools(library.tools())?;
    /// let ask = move |messages| {
    ///     send(json!({"model": "claude", "max_tokens": 1_000, "messages": messages, "tools": tools}))
    /// };
    /// let limits = ConverseLimits::default().steps(5);
    /// let librarian = library.as_tool(
    ///     "ask_librarian",
    ///     "Answers questions about books.",
    ///     Dialect::Anthropic,
    ///     limits,
    ///     ask,
    /// )?;
    /// let executor = Executor::builder().tools(librarian.clone(), librarian).build()?;
    /// assert_eq!(executor.tools().len(), 1);
    /// # Ok(()) }
    /// ```
    ///
    /// The tool counts as one that changes something, unless you set [`AgentTool::read_only`]. If a call of the agent
    /// waits for the user's consent, the tool fails, because the user of the other agent cannot be asked in between: allow
    /// such calls with a [rule](super::Builder::consent) of this executor, or deny them. A call takes as long as the other
    /// executor's [`timeout`](super::Builder::timeout) allows.
    ///
    /// # Errors
    /// [`Error::Signature`] for a name or a description that no tool can have, and
    /// [`Error::RequestOption`] for a dialect that has no messages of users.
    pub fn as_tool<F, A, E>(
        &self,
        name: &str,
        description: &str,
        dialect: Dialect,
        limits: ConverseLimits,
        ask: F,
    ) -> Result<AgentTool>
    where
        F: Fn(Value) -> A + Send + Sync + 'static,
        A: Future<Output = std::result::Result<Value, E>> + Send + 'static,
        E: fmt::Debug + fmt::Display + Send + Sync + 'static,
    {
        let tool = tool_signature(name, description)?;
        dialect.user_message("")?;
        let (executor, ask) = (self.clone(), Arc::new(ask));
        let agent = move |task: String| -> Answering {
            let (executor, ask) = (executor.clone(), Arc::clone(&ask));
            Box::pin(async move {
                let first = dialect.user_message(&task).map_err(Failure::unsent)?;
                let mut messages = vec![first];
                let mut sent = 0;
                let ask = |messages: Value| {
                    sent = messages.as_array().map_or(0, Vec::len);
                    ask(messages)
                };
                let ended = executor.converse(dialect, &mut messages, limits, ask).await;
                // More than the task: the results of calls, or a reply of which the provider ran tools.
                let may_have_run = match &ended {
                    Ok(Conversed::Paused(paused)) => sent > 1 || paused.has_results(),
                    _ => messages.len() > 1,
                };
                answer(ended).map_err(|error| Failure { error, may_have_run })
            })
        };
        Ok(AgentTool { tool, agent: Arc::new(agent) })
    }
}

impl AgentTool {
    /// Declares that the agent changes nothing, whatever it calls: then the other agent may ask it without the user's
    /// consent, and may ask it again after a failure. Tools that its provider runs, which `ask` offers, count too.
    ///
    /// ```
    /// # use a2t::dialect::{ConverseLimits, Dialect, Executor};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let library = Executor::builder().build()?;
    /// # let limits = ConverseLimits::default();
    /// # let ask = |_| std::future::ready(Err::<a2t::Value, _>("no".to_owned()));
    /// let librarian = library.as_tool("ask_librarian", "Answers.", Dialect::Anthropic, limits, ask)?;
    /// let librarian = librarian.read_only();
    /// let executor = Executor::builder().tools(librarian.clone(), librarian).build()?;
    /// assert_eq!(executor.tools().read_only().len(), 1);
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn read_only(mut self) -> Self {
        self.tool.hints.read_only = true;
        self
    }
}

/// Why an agent gave no answer.
struct Failure {
    error: InvokeError,
    /// Whether its tools may have run.
    may_have_run: bool,
}

impl Failure {
    fn unsent(cause: Error) -> Self {
        Self { error: InvokeError::cannot().because(cause), may_have_run: false }
    }
}

fn tool_signature(name: &str, description: &str) -> Result<ToolSignature> {
    let text = |id: &str, description: &str| json!([{ "id": id, "name": id, "type": "string", "description": description }]);
    let tool = json!({
        "toolId": ToolId::derive("agent", name).to_string(),
        "name": name,
        "description": description,
        "version": 1,
        "currentVersion": 1,
        "input_parameters": text(TASK, "What the agent is to do, with all that it has to know."),
        "output_parameters": text(ANSWER, "The agent's answer."),
    });
    match signature::parse_value(&tool, "") {
        Ok(parsed) => Ok(parsed.signature),
        Err(violations) => Err(Error::Signature { found: violations.to_string() }),
    }
}

const TASK: &str = "task";
const ANSWER: &str = "answer";

fn answer<E: fmt::Debug + fmt::Display + Send + Sync + 'static>(
    ended: std::result::Result<Conversed, ConverseError<E>>,
) -> std::result::Result<String, InvokeError> {
    match ended {
        Ok(Conversed::Finished(answer)) => Ok(answer),
        Ok(Conversed::Paused(paused)) => {
            let names = paused.calls().map(|call| format!("`{}`", inert(call.tool())));
            let names = names.collect::<Vec<_>>().join(", ");
            let message =
                format!("the agent did not finish: it may not call {names} without the user");
            Err(InvokeError::failed(message))
        }
        Ok(Conversed::Stopped(turn)) => {
            let failure = InvokeError::failed("the agent's model gave no answer");
            Err(failure.because(turn.to_string()))
        }
        Err(error) => {
            let message = match &error {
                ConverseError::Ask(_) | ConverseError::Reply(_) => {
                    "the agent's model cannot be asked at the moment".to_owned()
                }
                limit => limit.to_string(),
            };
            Err(InvokeError::failed(message).because(error))
        }
    }
}

impl Show for AgentTool {
    fn shown(&self) -> Result<Cow<'_, Selection>> {
        Ok(Cow::Owned(Selection::approved([self.tool.clone()])))
    }
}

impl Invoke for AgentTool {
    fn invoke<'a>(&'a self, tool: Described<'a>, arguments: &'a Arguments) -> Invoking<'a> {
        let task = arguments.iter().find(|(name, _)| *name == TASK);
        let task = task.and_then(|(_, value)| value.as_str()).unwrap_or_default().to_owned();
        Box::pin(async move {
            let again = again(tool.hints().is_repeatable());
            let answer = (self.agent)(task).await.map_err(|failure| match failure {
                Failure { error, may_have_run: true } => error.may_have_run("its tools", again),
                Failure { error, .. } => error,
            })?;
            Ok(Outcome::Done(Map::from_iter([(ANSWER.to_owned(), answer.into())])))
        })
    }
}

impl fmt::Debug for AgentTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentTool").field("tool", &self.tool).finish_non_exhaustive()
    }
}
