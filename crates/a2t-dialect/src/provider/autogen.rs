//! AutoGen: the `FunctionCall`s of an `AssistantMessage` in, a `FunctionExecutionResultMessage` out.
//!
//! A definition is a `ToolSchema`; its strict mode is the one of OpenAI.

use serde_json::{Value, json};

use super::node::Node;
use super::{Definition, Dialect, Shape};
use crate::call::{Call, Given};
use crate::style::Style;
use crate::{Outcome, Result, Turn};

pub(super) struct Messages;

impl Shape for Messages {
    fn style(&self, strict: bool) -> Style {
        if strict { Style::STRICT_OPENAI } else { Style::OPEN }
    }

    fn definition(&self, tool: &Definition<'_>) -> Value {
        json!({
            "name": tool.name,
            "description": tool.description,
            "parameters": tool.inputs,
            "strict": tool.strict,
        })
    }

    fn calls(&self, message: &Value) -> Result<Vec<Call>> {
        let message = Node::root(Dialect::Autogen, message);
        let calls = match message.get("content") {
            // An answer in words.
            Some(content) if content.value().is_string() => Vec::new(),
            Some(content) => content.items()?,
            None => message.items_or_self(),
        };
        calls.iter().map(call).collect()
    }

    fn ends(&self) -> &'static [&'static str] {
        &["/finish_reason"]
    }

    fn step(&self, message: &Value) -> Option<Turn> {
        let is_handoff = message.get("type") == Some(&json!("HandoffMessage"));
        let target = message.get("target").filter(|_| is_handoff)?.as_str()?;
        Some(Turn::HandOff(target.to_owned()))
    }

    fn result(&self, call: &Call, outcome: &Outcome) -> Value {
        json!({
            "content": outcome.text(),
            "name": call.name(),
            "call_id": call.id(),
            "is_error": outcome.is_error(),
        })
    }

    fn message(&self, results: Vec<Value>) -> Value {
        json!({ "type": "FunctionExecutionResultMessage", "content": results })
    }
}

fn call(used: &Node<'_>) -> Result<Call> {
    let given = Given::from_value(used.value().get("arguments"));
    Ok(used.call(Some(used.text("id")?), used.called("name")?, given))
}
