//! Amazon Bedrock's Converse API: `toolUse` blocks in, `toolResult` blocks out.
//!
//! `tools` is the value of `toolConfig.tools`. The strict mode is the one of Anthropic.

use serde_json::{Map, Value, json};

use super::node::Node;
use super::{Definition, Dialect, Shape, parts};
use crate::call::{Call, Given};
use crate::style::Style;
use crate::{Outcome, Result};

pub(super) struct Converse;

impl Shape for Converse {
    fn style(&self, strict: bool) -> Style {
        if strict { Style::STRICT_ANTHROPIC } else { Style::OPEN }
    }

    fn definition(&self, tool: &Definition<'_>) -> Value {
        let mut specification = Map::new();
        specification.insert("name".to_owned(), json!(tool.name));
        // The API takes none, but no empty one.
        if !tool.description.is_empty() {
            specification.insert("description".to_owned(), json!(tool.description));
        }
        specification.insert("inputSchema".to_owned(), json!({ "json": tool.inputs }));
        if tool.strict {
            specification.insert("strict".to_owned(), json!(true));
        }
        json!({ "toolSpec": specification })
    }

    fn calls(&self, message: &Value) -> Result<Vec<Call>> {
        let mut calls = Vec::new();
        for block in blocks(Node::root(Dialect::BedrockConverse, message))? {
            // A typed one is run by the provider.
            let used = block.get("toolUse");
            if let Some(used) = used.filter(|used| used.get("type").is_none()) {
                let given = Given::from_value(used.value().get("input"));
                calls.push(block.call(Some(used.text("toolUseId")?), used.name("name"), given));
            }
        }
        Ok(calls)
    }

    fn ends(&self) -> &'static [&'static str] {
        &["/stopReason"]
    }

    fn result(&self, call: &Call, outcome: &Outcome) -> Value {
        let id = call.id();
        match outcome {
            // Not all models take a `status`; success is what they assume.
            Outcome::Done(outputs) => json!({
                "toolResult": { "toolUseId": id, "content": [{ "json": outputs }] }
            }),
            Outcome::Text(words) => json!({
                "toolResult": { "toolUseId": id, "content": [text(words.clone())] }
            }),
            Outcome::Parts(_) => {
                let mut numbers = 1..;
                let write = |part: &_| parts::converse(part, call, numbers.next()?);
                let shown = parts::shown(call, outcome, write, text);
                let content = shown.unwrap_or_else(|| vec![text(outcome.text())]);
                json!({ "toolResult": { "toolUseId": id, "content": content } })
            }
            failed => json!({ "toolResult": {
                "toolUseId": id,
                "content": [{ "text": failed.text() }],
                "status": "error",
            } }),
        }
    }

    fn message(&self, results: Vec<Value>) -> Value {
        json!({ "role": "user", "content": results })
    }
}

/// A text of a result. Bedrock refuses an empty one.
fn text(text: String) -> Value {
    let text = if text.trim().is_empty() { "(nothing)".to_owned() } else { text };
    json!({ "text": text })
}

/// The content blocks of a reply, of a message, of a list, or one block.
fn blocks(message: Node<'_>) -> Result<Vec<Node<'_>>> {
    if let Some(output) = message.get("output") {
        return match output.get("message") {
            Some(message) => blocks(message),
            None => Err(output.lacks("message", "a message")),
        };
    }
    match (message.get("content"), message.value()) {
        (Some(content), _) => content.items(),
        (None, Value::Array(_)) => message.items(),
        (None, Value::Object(members)) if members.len() == 1 => Ok(vec![message]),
        _ => Err(message.wrong("a reply with `output`, or a message with `content`")),
    }
}
