//! Vercel's AI SDK: `tool-call` parts in, `tool-result` parts of a tool message out.
//!
//! `tools` is an object, a member a tool, whose schemas go through `jsonSchema()`. The strict mode
//! is handed on to the provider, and is the one of OpenAI.

use serde_json::{Map, Value, json};

use super::place::Place;
use super::{Definition, Dialect, Shape, outputs};
use crate::call::{Call, Given};
use crate::schema::Style;
use crate::{Outcome, Result};

pub(super) struct ModelMessages;

impl Shape for ModelMessages {
    fn style(&self, strict: bool) -> Style {
        if strict {
            Style::STRICT_OPENAI
        } else {
            Style::OPEN
        }
    }

    fn definition(&self, tool: &Definition<'_>) -> Value {
        let mut members = Map::new();
        members.insert("description".to_owned(), json!(tool.description));
        members.insert("inputSchema".to_owned(), tool.inputs.clone());
        members.insert("outputSchema".to_owned(), outputs::schema(tool.tool));
        if tool.strict {
            members.insert("strict".to_owned(), json!(true));
        }
        Value::Object(Map::from_iter([(
            tool.name.clone(),
            Value::Object(members),
        )]))
    }

    fn tools(&self, definitions: Vec<Value>) -> Value {
        let members = definitions.into_iter().filter_map(|one| match one {
            Value::Object(members) => Some(members),
            _ => None,
        });
        Value::Object(members.flatten().collect())
    }

    fn calls(&self, message: &Value) -> Result<Vec<Call>> {
        let mut calls = Vec::new();
        for part in parts(Place::root(Dialect::VercelAi, message))? {
            let kind = part.value().get("type");
            // What the provider has run itself is answered already.
            let done = part.value().get("providerExecuted") == Some(&json!(true));
            if kind == Some(&json!("tool-call")) && !done {
                let given = Given::from_value(part.value().get("input"));
                let id = part.text("toolCallId")?;
                calls.push(part.call(Some(id), part.text("toolName")?, given));
            }
        }
        Ok(calls)
    }

    fn result(&self, call: &Call, outcome: &Outcome) -> Value {
        let output = match outcome {
            Outcome::Done(outputs) => json!({ "type": "json", "value": outputs }),
            failed => json!({ "type": "error-text", "value": failed.text() }),
        };
        json!({
            "type": "tool-result",
            "toolCallId": call.id(),
            "toolName": call.name(),
            "output": output,
        })
    }

    fn message(&self, results: Vec<Value>) -> Value {
        json!({ "role": "tool", "content": results })
    }
}

/// The parts of a message, the calls of a result of `generateText`, a list, or one part.
fn parts(message: Place<'_>) -> Result<Vec<Place<'_>>> {
    match (message.get("content"), message.get("toolCalls")) {
        (_, Some(calls)) => calls.items(),
        (Some(content), None) if content.value().is_string() => Ok(Vec::new()),
        (Some(content), None) => content.items(),
        (None, None) if message.get("type").is_some() => Ok(vec![message]),
        (None, None) if message.value().is_array() => message.items(),
        (None, None) => Err(message.wrong("a message with `content`, or `tool-call` parts")),
    }
}
