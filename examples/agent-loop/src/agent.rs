//! The loop: show the tools, carry out the calls, send the results back, until there is an answer.

use std::fmt::Write as _;

use a2t::Value;
use a2t::dialect::{Dialect, Executor, Turn};
use serde_json::json;

use crate::Result;
use crate::script::Script;

/// The most messages that a model writes for one task.
const TURNS_MAX: usize = 10;

/// A model of one provider, and the tools that it may call.
#[derive(Debug)]
pub struct Agent {
    /// What the transcript calls it.
    pub name: &'static str,
    /// What its provider speaks.
    pub dialect: Dialect,
    /// What carries out its calls, and those tools only.
    pub executor: Executor,
    /// Where the HTTP client of the provider would be.
    pub model: Script,
}

impl Agent {
    /// The model's answer to a question; what was called on the way is written to `transcript`.
    ///
    /// # Errors
    /// A provider that refuses, a message that is not its dialect's, too many turns.
    pub async fn answer(&mut self, question: &str, transcript: &mut String) -> Result<String> {
        let tools = self.dialect.tools(self.executor.tools())?;
        let names: Vec<_> = self.executor.tools().iter().map(|tool| tool.full_name()).collect();
        let (name, dialect) = (self.name, self.dialect);
        writeln!(transcript, "{name} ({dialect}) sees {}", names.join(", "))?;
        writeln!(transcript, "  is asked: {question}")?;
        let mut messages = vec![json!({"role": "user", "content": question})];
        for _ in 0..TURNS_MAX {
            let request = json!({"model": "scripted", "messages": messages, "tools": tools});
            let reply = self.model.reply(&request)?;
            for call in dialect.calls(&reply)? {
                writeln!(transcript, "  calls {}", call.raw())?;
            }
            match self.executor.answer(dialect, &reply).await? {
                Turn::Finished => {
                    let answer = text(dialect, &reply);
                    writeln!(transcript, "  answers: {answer}\n")?;
                    return Ok(answer);
                }
                Turn::Called(results) => {
                    messages.push(message(dialect, &reply));
                    for message in several(results) {
                        writeln!(transcript, "  is told {message}")?;
                        messages.push(message);
                    }
                }
                // The provider's own tools go on where they are.
                Turn::Paused(_) => messages.push(message(dialect, &reply)),
                // Nothing of it was run, and the same question may be asked again.
                again @ (Turn::CutOff(_) | Turn::Malformed(_)) => {
                    writeln!(transcript, "  is asked again: {again}")?;
                }
                other => return Err(other.to_string().into()),
            }
        }
        Err(format!("no answer after {TURNS_MAX} turns").into())
    }
}

/// What the provider wants to see of its reply in the next request.
fn message(dialect: Dialect, reply: &Value) -> Value {
    match dialect {
        Dialect::OpenaiChat => at(reply, "/choices/0/message"),
        _ => json!({"role": "assistant", "content": at(reply, "/content")}),
    }
}

/// The words of a reply without calls.
fn text(dialect: Dialect, reply: &Value) -> String {
    let text = match dialect {
        Dialect::OpenaiChat => at(reply, "/choices/0/message/content"),
        _ => at(reply, "/content/0/text"),
    };
    text.as_str().unwrap_or_default().to_owned()
}

fn at(reply: &Value, pointer: &str) -> Value {
    reply.pointer(pointer).cloned().unwrap_or_default()
}

/// Some providers take all results in one message, others one message a result.
fn several(results: Value) -> Vec<Value> {
    match results {
        Value::Array(messages) => messages,
        message => vec![message],
    }
}
