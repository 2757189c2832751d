//! OpenAI's Chat Completions API: the `tool_calls` of an assistant's message in, a message of the
//! role `tool` for each result out.
//!
//! Arguments are JSON text. Results have no flag for an error, their text has it.

use serde_json::{Value, json};

use super::node::Node;
use super::write::set;
use super::{Definition, Dialect, Shape};
use crate::call::{Call, Given};
use crate::style::Style;
use crate::{Outcome, Result};

pub(super) struct Completions;

impl Shape for Completions {
    fn style(&self, strict: bool) -> Style {
        if strict { Style::STRICT_OPENAI } else { Style::OPEN }
    }

    fn definition(&self, tool: &Definition<'_>) -> Value {
        definition(tool, tool.strict)
    }

    fn calls(&self, message: &Value) -> Result<Vec<Call>> {
        functions(calls(Node::root(Dialect::OpenaiChat, message))?)
    }

    fn custom(&self, message: &Value) -> Option<String> {
        custom(calls(Node::root(Dialect::OpenaiChat, message)).ok()?)
    }

    fn ends(&self) -> &'static [&'static str] {
        &["/choices/0/finish_reason", "/finish_reason"]
    }

    fn result(&self, call: &Call, outcome: &Outcome) -> Value {
        json!({ "role": "tool", "tool_call_id": call.id(), "content": outcome.text() })
    }

    fn message(&self, results: Vec<Value>) -> Value {
        Value::Array(results)
    }
}

/// A tool as Chat Completions, Assistants and Azure's first agents have it.
pub(super) fn definition(tool: &Definition<'_>, strict: bool) -> Value {
    let mut function = json!({
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.inputs,
    });
    if strict {
        set(&mut function, "strict", true);
    }
    json!({ "type": "function", "function": function })
}

/// The calls of functions; those of custom tools are not ours.
pub(super) fn functions(calls: Vec<Node<'_>>) -> Result<Vec<Call>> {
    let is_function = |call: &Node<'_>| match call.value().get("type") {
        Some(kind) => kind == "function",
        None => call.get("function").is_some(),
    };
    let call = |call: Node<'_>| {
        let function = call.get("function").unwrap_or_else(|| call.clone());
        let given = Given::from_value(function.value().get("arguments"));
        Ok(call.call(Some(call.text("id")?), function.name("name"), given))
    };
    calls.into_iter().filter(is_function).map(call).collect()
}

/// The first custom tool that is called.
pub(super) fn custom(calls: Vec<Node<'_>>) -> Option<String> {
    let custom = calls.iter().find_map(|call| call.get("custom"))?;
    Some(custom.name("name"))
}

/// The calls of a completion, of a choice, of a message, a list of calls, or one call.
fn calls(message: Node<'_>) -> Result<Vec<Node<'_>>> {
    if let Some(choices) = message.get("choices") {
        return match choices.items()?.as_slice() {
            [] => Ok(Vec::new()),
            [choice] => calls(choice.clone()),
            // They are alternatives: to call the tools of all would answer none of them.
            _ => Err(choices.wrong("one choice: choose, and pass that")),
        };
    }
    if let Some(inner) = message.get("message") {
        return calls(inner);
    }
    if let Some(calls) = message.get("tool_calls") {
        return calls.items();
    }
    match message.value() {
        Value::Array(_) => message.items(),
        Value::Object(members) if members.contains_key("function") => Ok(vec![message]),
        Value::Object(members) if members.contains_key("role") => Ok(Vec::new()),
        _ => Err(message.wrong("a completion with `choices`, or a message with `role`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(message: &Value) -> Vec<Call> {
        Dialect::OpenaiChat.calls(message).unwrap()
    }

    #[test]
    fn calls_come_from_a_completion_a_choice_a_message_a_list_or_alone() {
        let call = json!({"id": "call_1", "type": "function",
            "function": {"name": "now", "arguments": "{\"City\":\"Rome\"}"}});
        let mut other = call.clone();
        other["id"] = json!("call_2");
        let message = json!({"role": "assistant", "content": null, "tool_calls": [call, other]});
        let choice = json!({"index": 0, "finish_reason": "tool_calls", "message": message});
        let completion = json!({"object": "chat.completion", "choices": [choice]});
        for whole in [&completion, &choice, &message, &message["tool_calls"]] {
            let calls = read(whole);
            assert_eq!(calls.len(), 2, "{whole}");
            assert_eq!(calls[1].id(), Some("call_2"));
            let given = json!({"City": "Rome"});
            assert_eq!(calls[1].given(), &Given::from_value(Some(&given)));
        }
        assert_eq!(read(&call).len(), 1);
    }

    #[test]
    fn a_message_without_calls_of_functions_has_none() {
        assert_eq!(read(&json!({"role": "assistant", "content": "Hello"})), []);
        assert_eq!(read(&json!({"choices": []})), []);
        let custom =
            json!([{"id": "call_1", "type": "custom", "custom": {"name": "x", "input": ""}}]);
        assert_eq!(read(&custom), []);
    }

    #[test]
    fn what_is_no_message_is_an_error_with_its_place() {
        let error = |message: Value| Dialect::OpenaiChat.calls(&message).unwrap_err().to_string();
        let call = json!([{"type": "function", "function": {"name": "now"}}]);
        let expected = "openai-chat: /0/id: expected a string, got nothing";
        assert_eq!(error(call), expected);
        assert!(error(json!({"content": []})).contains("`choices`"));
        let both = json!({"choices": [{}, {}]});
        assert!(error(both).contains("/choices: expected one choice"));
    }
}
