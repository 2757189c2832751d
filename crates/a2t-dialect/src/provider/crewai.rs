//! CrewAI: `Action` and `Action Input` of a model's text, or a model's native calls in;
//! observations, or `tool` messages out.
//!
//! There is no strict mode in a tool: CrewAI itself asks the model for it.

use serde_json::{Value, json};

use super::node::Node;
use super::{Definition, Dialect, Shape};
use crate::call::{Call, Given};
use crate::style::Style;
use crate::{Outcome, Result};

pub(super) struct Crew;

impl Shape for Crew {
    fn style(&self, _strict: bool) -> Style {
        Style::OPEN
    }

    fn definition(&self, tool: &Definition<'_>) -> Value {
        json!({
            "name": tool.name,
            "description": tool.description,
            "args_schema": tool.inputs,
        })
    }

    fn calls(&self, message: &Value) -> Result<Vec<Call>> {
        let message = Node::root(Dialect::Crewai, message);
        if let Some(calls) = message.get("tool_calls") {
            return calls.items()?.iter().map(native).collect();
        }
        match (message.value(), message.get("content")) {
            (Value::String(text), _) => Ok(action(text, &message).into_iter().collect()),
            (_, Some(content)) => {
                let text = content.value().as_str().unwrap_or_default();
                Ok(action(text, &content).into_iter().collect())
            }
            // A message without words and calls.
            (Value::Object(members), None) if members.contains_key("role") => Ok(Vec::new()),
            _ => message.items_or_self().iter().map(native).collect(),
        }
    }

    fn result(&self, call: &Call, outcome: &Outcome) -> Value {
        match call.id() {
            None => Value::String(outcome.text()),
            Some(id) => json!({
                "role": "tool",
                "tool_call_id": id,
                "name": call.name(),
                "content": outcome.text(),
            }),
        }
    }

    /// One observation is itself; messages are a list.
    fn message(&self, mut results: Vec<Value>) -> Value {
        match results.as_mut_slice() {
            [Value::String(observation)] => Value::String(std::mem::take(observation)),
            _ => Value::Array(results),
        }
    }
}

fn native(used: &Node<'_>) -> Result<Call> {
    if used.get("tool_name").is_some() {
        let given = Given::from_value(used.value().get("arguments"));
        return Ok(used.call(None, used.name("tool_name"), given));
    }
    let id = ["call_id", "id", "toolUseId"].iter();
    let id = id.filter_map(|member| used.optional_text(member).transpose());
    let id = id.take(1).collect::<Result<Vec<_>>>()?.pop();
    let function = used.get("function").unwrap_or_else(|| used.clone());
    let given = function.get("arguments").or_else(|| function.get("input"));
    let given = Given::from_value(given.as_ref().map(Node::value));
    Ok(used.call(id, function.called("name")?, given))
}

/// The call in a model's text, by the rules of CrewAI's own reader: an answer, if there is one,
/// comes before any action, and an action is called what stands between the two labels.
fn action(text: &str, node: &Node<'_>) -> Option<Call> {
    if text.contains("Final Answer:") {
        return None;
    }
    let (_, rest) = split(text, &["Action"])?;
    let (name, input) = match split(rest, &["Action", "Input"]) {
        Some((name, input)) => (name, first_json(input)),
        None => (rest.lines().next()?, ""),
    };
    let name = name.trim().trim_matches(['*', '`', '"', '\'']).trim();
    Some(node.call(None, name.to_owned(), Given::from_text(input)))
}

fn split<'t>(text: &'t str, label: &[&str]) -> Option<(&'t str, &'t str)> {
    let first = label.first()?;
    text.match_indices(first).find_map(|(start, _)| {
        let (before, mut rest) = text.split_at_checked(start)?;
        for word in label {
            rest = rest.strip_prefix(word)?.trim_start();
            rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            rest = rest.trim_start();
        }
        Some((before, rest.strip_prefix(':')?))
    })
}

/// The JSON value at the start of a text, without a fence around it and without what a model went
/// on to write; all of the text where there is none.
fn first_json(text: &str) -> &str {
    let text = text.trim();
    let text = text.strip_prefix("```json").unwrap_or(text);
    let text = text.trim_matches('`').trim();
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let end = matches!(values.next(), Some(Ok(_))).then(|| values.byte_offset());
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, Given)> {
        let calls = Dialect::Crewai.calls(&json!(text)).unwrap();
        assert!(calls.len() < 2);
        let call = calls.into_iter().next()?;
        Some((call.name().to_owned(), call.given().clone()))
    }

    fn given(value: Value) -> Given {
        Given::from_value(Some(&value))
    }

    #[test]
    fn an_action_is_read_as_crewai_reads_it() {
        let paris = given(json!({ "City": "Paris" }));
        for text in [
            "Thought: hm\nAction: look\nAction Input: {\"City\": \"Paris\"}",
            "Action 1: **look**\nAction 1 Input 1 :\n{\"City\": \"Paris\"}",
            "Action:look\nAction Input:```json\n{\"City\": \"Paris\"}\n```\n",
            "Action: `look`\nAction Input: {\"City\": \"Paris\"}\nObservation: sunny",
            "No Action yet. Action: look Action Input: {\"City\": \"Paris\"}\nAction: b\nAction Input: {}",
        ] {
            assert_eq!(read(text), Some(("look".to_owned(), paris.clone())), "{text}");
        }
    }

    #[test]
    fn a_final_answer_is_no_call_whatever_stands_beside_it() {
        assert_eq!(read("I am done."), None);
        assert_eq!(read("Action: look\nAction Input: {}\nFinal Answer: 5"), None);
    }

    #[test]
    fn an_action_without_readable_input_is_a_call_all_the_same() {
        assert_eq!(read("Action: now\n"), Some(("now".to_owned(), given(json!({})))));
        let (name, broken) = read("Action: look\nAction Input: City = Paris").unwrap();
        assert_eq!(name, "look");
        assert!(matches!(broken, Given::Unreadable { text, .. } if text == "City = Paris"));
    }

    #[test]
    fn native_calls_keep_the_id_that_the_result_must_name() {
        let item = json!([{ "id": "fc_1", "call_id": "call_1", "name": "a", "arguments": "{}" }]);
        let call = &Dialect::Crewai.calls(&item).unwrap()[0];
        assert_eq!(call.id(), Some("call_1"));
        let block = json!([{ "toolUseId": "t1", "name": "a", "input": { "x": 1 } }]);
        let call = &Dialect::Crewai.calls(&block).unwrap()[0];
        assert_eq!((call.id(), call.given()), (Some("t1"), &given(json!({ "x": 1 }))));
    }
}
