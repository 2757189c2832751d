//! The loop: show the tools, carry out the calls, ask the user where a call needs consent, until there is an answer.

use std::fmt::Write as _;
use std::future::ready;

use a2t::Value;
use a2t::dialect::{ConverseLimits, Conversed, Decision, Dialect, Executor, PausedCall, Turn};
use serde_json::json;

use crate::Result;
use crate::script::Script;

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
    /// The user, who decides on calls that may change something.
    pub user: fn(&PausedCall) -> Decision,
}

impl Agent {
    /// The model's answer to a question; what was called on the way is written to `transcript`.
    ///
    /// # Errors
    /// A provider that refuses, a message that is not its dialect's, too many turns.
    pub async fn answer(&mut self, question: &str, transcript: &mut String) -> Result<String> {
        let tools = self.dialect.tools(self.executor.tools())?;
        let names: Vec<_> = self.executor.tools().iter().map(|tool| tool.full_name()).collect();
        writeln!(transcript, "{} ({}) sees {}", self.name, self.dialect, names.join(", "))?;
        writeln!(transcript, "  is asked: {question}")?;
        let mut messages = vec![json!({"role": "user", "content": question})];
        let (mut shown, mut tokens) = (1, 1_000);
        loop {
            let limits = ConverseLimits::default().steps(10);
            let ask = |messages| {
                ready(self.model.reply(&json!({
                    "model": "scripted", "max_tokens": tokens, "messages": messages, "tools": tools
                })))
            };
            let ended = self.executor.converse(self.dialect, &mut messages, limits, ask).await;
            shown += self.show(messages.get(shown..).unwrap_or_default(), transcript)?;
            match ended? {
                Conversed::Finished(answer) => {
                    writeln!(transcript, "  answers: {answer}\n")?;
                    return Ok(answer);
                }
                // A program with a user elsewhere would store `paused` and `messages` here, and go on later.
                Conversed::Paused(paused) => {
                    let decide = |call| (PausedCall::id(call), (self.user)(call));
                    for call in paused.calls() {
                        writeln!(transcript, "  the user decides on {call}: {:?}", decide(call).1)?;
                    }
                    let decisions = paused.calls().map(decide);
                    messages.push(self.executor.resume(&paused, decisions).await?);
                }
                // Nothing of it was run, and the same question may be asked again.
                Conversed::Stopped(cut @ Turn::CutOff(_)) if tokens < 8_000 => {
                    writeln!(transcript, "  is asked again: {cut}")?;
                    tokens *= 2;
                }
                Conversed::Stopped(turn) => return Err(turn.to_string().into()),
            }
        }
    }

    /// Writes down what the model called, and what it was told; returns the number of messages.
    fn show(&self, messages: &[Value], transcript: &mut String) -> Result<usize> {
        for message in messages {
            if message.get("role") != Some(&json!("assistant")) {
                writeln!(transcript, "  is told {message}")?;
                continue;
            }
            for call in self.dialect.calls(message)? {
                writeln!(transcript, "  calls {}", call.raw())?;
            }
        }
        Ok(messages.len())
    }
}
