//! Anthropic's Messages API: `tool_use` blocks in, `tool_result` blocks out.

use serde_json::{Value, json};

use super::{Definition, Dialect, Shape};
use crate::call::{Call, Given};
use crate::schema::Style;
use crate::{Error, Outcome, Result};

pub(super) struct Messages;

impl Shape for Messages {
    fn style(&self, strict: bool) -> Style {
        if strict {
            Style::STRICT_ANTHROPIC
        } else {
            Style::OPEN
        }
    }

    fn definition(&self, tool: &Definition<'_>) -> Value {
        let mut definition = json!({
            "name": tool.name,
            "description": tool.description,
            "input_schema": tool.inputs,
        });
        if let (true, Value::Object(members)) = (tool.strict, &mut definition) {
            members.insert("strict".to_owned(), json!(true));
        }
        definition
    }

    fn calls(&self, message: &Value) -> Result<Vec<Call>> {
        let (at, blocks) = blocks(message)?;
        let uses = blocks.iter().enumerate();
        let uses = uses.filter(|(_, block)| block["type"] == "tool_use");
        uses.map(|(index, block)| call(block, &format!("{at}/{index}")))
            .collect()
    }

    fn result(&self, call: &Call, outcome: &Outcome) -> Value {
        json!({
            "type": "tool_result",
            "tool_use_id": call.id(),
            "content": outcome.text(),
            "is_error": outcome.is_error(),
        })
    }

    fn message(&self, results: Vec<Value>) -> Value {
        json!({ "role": "user", "content": results })
    }
}

/// The content blocks of a message, of a list of blocks, or of one block.
fn blocks(message: &Value) -> Result<(&'static str, &[Value])> {
    match message {
        Value::Array(blocks) => Ok(("", blocks)),
        Value::Object(members) if members.get("type") == Some(&json!("tool_use")) => {
            Ok(("", std::slice::from_ref(message)))
        }
        Value::Object(members) => match members.get("content") {
            Some(Value::Array(blocks)) => Ok(("/content", blocks)),
            Some(Value::String(_)) => Ok(("/content", &[])),
            other => Err(Error::message(
                Dialect::Anthropic.id(),
                "/content",
                "a text or an array of blocks",
                other,
            )),
        },
        other => Err(Error::message(
            Dialect::Anthropic.id(),
            "",
            "a message with `content`",
            Some(other),
        )),
    }
}

fn call(block: &Value, at: &str) -> Result<Call> {
    let text = |member: &str| match block.get(member) {
        Some(Value::String(text)) => Ok(text.clone()),
        other => Err(Error::message(
            Dialect::Anthropic.id(),
            &format!("{at}/{member}"),
            "a string",
            other,
        )),
    };
    Ok(Call {
        dialect: Dialect::Anthropic,
        id: Some(text("id")?),
        name: text("name")?,
        given: Given::from_value(block.get("input")),
        raw: block.clone(),
    })
}
