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

use super::{ConverseError, ConverseLimits, Conversed, Executor, Invoke, InvokeError, Invoking};

/// A tool that asks another agent: [`Executor::as_tool`].
#[derive(Clone)]
pub struct AgentTool {
    tools: Selection,
    agent: Arc<Agent>,
}

type Answering = Pin<Box<dyn Future<Output = std::result::Result<String, InvokeError>> + Send>>;
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
    /// The tool is `read_only` if all tools of this executor are. If a call of the agent waits for the user's consent, the
    /// tool fails, because the user of the other agent cannot be asked in between: allow such calls with a
    /// [rule](super::Builder::consent) of this executor, or deny them. A call takes as long as the other executor's
    /// [`timeout`](super::Builder::timeout) allows.
    ///
    /// # Errors
    /// [`Error::Signature`] for a name or a description that no tool can have.
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
        let is_read_only = self.tools().iter().all(|tool| tool.hints().read_only);
        let tool = tool_signature(name, description, is_read_only)?;
        let (executor, ask) = (self.clone(), Arc::new(ask));
        let agent = move |task: String| -> Answering {
            let (executor, ask) = (executor.clone(), Arc::clone(&ask));
            Box::pin(async move {
                let mut messages = vec![dialect.user_message(&task)];
                let ask = |messages| ask(messages);
                answer(executor.converse(dialect, &mut messages, limits, ask).await)
            })
        };
        Ok(AgentTool { tools: Selection::approved([tool]), agent: Arc::new(agent) })
    }
}

fn tool_signature(name: &str, description: &str, is_read_only: bool) -> Result<ToolSignature> {
    let text = |id: &str, description: &str| json!([{ "id": id, "name": id, "type": "string", "description": description }]);
    let tool = json!({
        "toolId": ToolId::derive("agent", name).to_string(),
        "name": name,
        "description": description,
        "version": 1,
        "currentVersion": 1,
        "annotations": { "readOnlyHint": is_read_only },
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
            let words =
                format!("the agent did not finish: it may not call {names} without the user");
            Err(InvokeError::failed(words))
        }
        Ok(Conversed::Stopped(turn)) => {
            let failure = InvokeError::failed("the agent's model gave no answer");
            Err(failure.because(turn.to_string()))
        }
        Err(error) => {
            let words = match &error {
                ConverseError::Ask(_) | ConverseError::Reply(_) => {
                    "the agent's model cannot be asked at the moment".to_owned()
                }
                limit => limit.to_string(),
            };
            Err(InvokeError::failed(words).because(error))
        }
    }
}

impl Show for AgentTool {
    fn shown(&self) -> Result<Cow<'_, Selection>> {
        Ok(Cow::Borrowed(&self.tools))
    }
}

impl Invoke for AgentTool {
    fn invoke<'a>(&'a self, _: Described<'a>, arguments: &'a Arguments) -> Invoking<'a> {
        let task = arguments.iter().find(|(name, _)| *name == TASK);
        let task = task.and_then(|(_, value)| value.as_str()).unwrap_or_default().to_owned();
        Box::pin(async move {
            let answer = (self.agent)(task).await?;
            Ok(Outcome::Done(Map::from_iter([(ANSWER.to_owned(), answer.into())])))
        })
    }
}

impl fmt::Debug for AgentTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentTool").field("tools", &self.tools).finish_non_exhaustive()
    }
}
