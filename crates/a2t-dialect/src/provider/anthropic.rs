//! Anthropic's Messages API: `tool_use` blocks in, `tool_result` blocks out.

use serde_json::{Value, json};

use super::node::Node;
use super::{Definition, Dialect, Shape, parts};
use crate::call::{Call, Given};
use crate::style::Style;
use crate::{Outcome, Result, hosted};

pub(super) struct Messages;

impl Shape for Messages {
    fn style(&self, strict: bool) -> Style {
        if strict { Style::STRICT_ANTHROPIC } else { Style::OPEN }
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
        let blocks = blocks(Node::root(Dialect::Anthropic, message))?;
        // A computer and an editor have their own events.
        let uses = blocks.iter().filter(|block| {
            block.value().get("type") == Some(&json!("tool_use"))
                && hosted::anthropic_program(block.value()).is_none()
        });
        uses.map(call).collect()
    }

    fn ends(&self) -> &'static [&'static str] {
        &["/stop_reason"]
    }

    fn result(&self, call: &Call, outcome: &Outcome) -> Value {
        let content = match parts::shown(call, outcome, parts::anthropic, parts::text) {
            Some(parts) => parts.into(),
            None => Value::String(outcome.text()),
        };
        json!({
            "type": "tool_result",
            "tool_use_id": call.id(),
            "content": content,
            "is_error": outcome.is_error(),
        })
    }

    fn message(&self, results: Vec<Value>) -> Value {
        json!({ "role": "user", "content": results })
    }
}

/// The content blocks of a message, of a list of blocks, or one block.
fn blocks(message: Node<'_>) -> Result<Vec<Node<'_>>> {
    match message.get("content") {
        _ if message.value().get("type") == Some(&json!("tool_use")) => Ok(vec![message]),
        // An answer in words.
        Some(content) if content.value().is_string() => Ok(Vec::new()),
        Some(content) => content.items(),
        None if message.value().is_array() => message.items(),
        None => Err(message.wrong("a message with `content`, or its blocks")),
    }
}

fn call(block: &Node<'_>) -> Result<Call> {
    let id = block.text("id")?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
    if id.is_empty() || !id.bytes().all(is_plain) {
        // The API would refuse the result that repeats it.
        return Err(block.lacks("id", "an id like ^[a-zA-Z0-9_-]+$"));
    }
    let given = Given::from_value(block.value().get("input"));
    Ok(block.call(Some(id), block.name("name"), given))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used(id: &str) -> Value {
        json!({"type": "tool_use", "id": id, "name": "now", "input": {"City": "Rome"}})
    }

    #[test]
    fn calls_come_from_a_message_a_list_of_blocks_or_alone() {
        let words = json!({"type": "text", "text": "Let me look."});
        let hosted = json!({"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search"});
        let message =
            json!({"role": "assistant", "content": [words, used("a"), hosted, used("b")]});
        for whole in [&message, &message["content"]] {
            let calls = Dialect::Anthropic.calls(whole).unwrap();
            let ids: Vec<_> = calls.iter().filter_map(Call::id).collect();
            assert_eq!(ids, ["a", "b"]);
        }
        assert_eq!(Dialect::Anthropic.calls(&used("a")).unwrap().len(), 1);
        let words = json!({"role": "assistant", "content": "Hello"});
        assert_eq!(Dialect::Anthropic.calls(&words).unwrap(), []);
    }

    #[test]
    fn an_id_that_the_result_could_not_repeat_is_an_error() {
        let error = |message| Dialect::Anthropic.calls(&message).unwrap_err().to_string();
        let expected = "anthropic: /0/id: expected an id like ^[a-zA-Z0-9_-]+$, got \"call.1\"";
        assert_eq!(error(json!([used("call.1")])), expected);
        assert!(error(json!({"content": 7})).contains("/content: expected an array, got 7"));
        assert!(error(json!({"id": "a"})).contains("a message with `content`"));
    }
}
