//! OpenAI's Responses API: `function_call` items in, `function_call_output` items out.
//!
//! A result refers to the item's `call_id`, not to its `id`. Results have no flag for an error,
//! their text has it.

use serde_json::{Value, json};

use super::node::Node;
use super::write::set;
use super::{Definition, Dialect, Shape, parts};
use crate::call::{Call, Given};
use crate::style::Style;
use crate::{Outcome, Result};

pub(super) struct Responses(pub(super) Dialect);

pub(super) const OPENAI: Responses = Responses(Dialect::OpenaiResponses);

impl Shape for Responses {
    fn style(&self, strict: bool) -> Style {
        if strict { Style::STRICT_OPENAI } else { Style::OPEN }
    }

    /// `strict` may not be missing: without it the API makes schemas strict itself.
    fn definition(&self, tool: &Definition<'_>) -> Value {
        json!({
            "type": "function",
            "name": tool.name,
            "description": tool.description,
            "parameters": tool.inputs,
            "strict": tool.strict,
        })
    }

    fn calls(&self, message: &Value) -> Result<Vec<Call>> {
        let items = items(Node::root(self.0, message))?;
        let calls =
            items.iter().filter(|item| item.value().get("type") == Some(&json!("function_call")));
        calls.map(call).collect()
    }

    fn custom(&self, message: &Value) -> Option<String> {
        let items = items(Node::root(self.0, message)).ok()?;
        let is_custom =
            |item: &&Node<'_>| item.value().get("type") == Some(&json!("custom_tool_call"));
        let custom = items.iter().find(is_custom)?;
        Some(custom.name("name"))
    }

    fn ends(&self) -> &'static [&'static str] {
        &["/incomplete_details/reason", "/status"]
    }

    fn result(&self, call: &Call, outcome: &Outcome) -> Value {
        let text = |text| json!({ "type": "input_text", "text": text });
        let content = match parts::shown(call, outcome, parts::openai, text) {
            Some(parts) => parts.into(),
            None => Value::String(outcome.text()),
        };
        let mut output = json!({
            "type": "function_call_output",
            "call_id": call.id(),
            "output": content,
        });
        for member in ["caller", "namespace"] {
            if let Some(value) = call.raw().get(member).filter(|value| !value.is_null()) {
                set(&mut output, member, value.clone());
            }
        }
        output
    }

    fn message(&self, results: Vec<Value>) -> Value {
        Value::Array(results)
    }
}

/// The items of a response, of a list, or one item.
fn items(message: Node<'_>) -> Result<Vec<Node<'_>>> {
    let whole = message.value();
    let is_item = whole.get("type").is_some_and(Value::is_string);
    match message.get("output") {
        // An item may have its own output.
        Some(output) if !is_item => output.items(),
        None if whole.is_array() => message.items(),
        _ if is_item => Ok(vec![message]),
        _ => Err(message.wrong("a response with `output`, or its items")),
    }
}

fn call(item: &Node<'_>) -> Result<Call> {
    let given = match item.value().get("status").and_then(Value::as_str) {
        Some(status @ ("incomplete" | "in_progress")) => {
            let why = format!("the call is `{status}`, and may be half of one");
            Given::Withheld { why }
        }
        _ => Given::from_value(item.value().get("arguments")),
    };
    Ok(item.call(Some(item.text("call_id")?), item.name("name"), given))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_come_from_a_response_a_list_or_alone() {
        let item = json!({"type": "function_call", "id": "fc_1", "call_id": "call_1",
            "name": "now", "arguments": "{}", "status": "completed"});
        let words = json!({"type": "message", "role": "assistant", "content": []});
        let response = json!({"object": "response", "output": [words, item]});
        for whole in [&response, &response["output"], &item] {
            let calls = Dialect::OpenaiResponses.calls(whole).unwrap();
            assert_eq!(calls.len(), 1, "{whole}");
            assert_eq!(calls[0].id(), Some("call_1"));
        }
        assert_eq!(Dialect::OpenaiResponses.calls(&words).unwrap(), []);
    }

    #[test]
    fn an_item_without_what_its_result_refers_to_is_an_error() {
        let item = json!([{"type": "function_call", "id": "fc_1", "name": "now"}]);
        let error = Dialect::AzureFoundryV2.calls(&item).unwrap_err().to_string();
        let expected = "azure-foundry-v2: /0/call_id: expected a string, got nothing";
        assert_eq!(error, expected);
    }
}
