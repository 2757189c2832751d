//! OpenAI's Assistants API: the `required_action` of a run in, its `tool_outputs` out.
//!
//! OpenAI shut it down on 26 August 2026; its successor is the Responses API. Other providers still
//! have the same format. Results have no flag for an error, their text has it.

use serde_json::{Value, json};

use super::node::Node;
use super::openai_chat::{definition, functions};
use super::{Definition, Dialect, Shape};
use crate::call::Call;
use crate::style::Style;
use crate::{Outcome, Result};

pub(super) struct Runs;

impl Shape for Runs {
    fn style(&self, strict: bool) -> Style {
        if strict { Style::STRICT_OPENAI } else { Style::OPEN }
    }

    fn definition(&self, tool: &Definition<'_>) -> Value {
        definition(tool, tool.strict)
    }

    fn calls(&self, message: &Value) -> Result<Vec<Call>> {
        functions(calls(Node::root(Dialect::OpenaiAssistants, message))?)
    }

    fn ends(&self) -> &'static [&'static str] {
        RUN_ENDS
    }

    fn result(&self, call: &Call, outcome: &Outcome) -> Value {
        output(call, outcome)
    }

    fn message(&self, results: Vec<Value>) -> Value {
        json!({ "tool_outputs": results })
    }
}

pub(super) const RUN_ENDS: &[&str] = &["/incomplete_details/reason", "/status"];

pub(super) fn output(call: &Call, outcome: &Outcome) -> Value {
    json!({ "tool_call_id": call.id(), "output": outcome.text() })
}

/// The calls that a run, its required action or one of its steps waits for, a list of calls, or one.
pub(super) fn calls(message: Node<'_>) -> Result<Vec<Node<'_>>> {
    for member in ["required_action", "submit_tool_outputs", "step_details"] {
        if let Some(inner) = message.get(member) {
            return calls(inner);
        }
    }
    if let Some(calls) = message.get("tool_calls") {
        return Ok(calls.items()?.into_iter().filter(is_open).collect());
    }
    match message.value() {
        Value::Array(_) => message.items(),
        Value::Object(members) if members.contains_key("function") => Ok(vec![message]),
        // A run or a step that waits for nothing.
        Value::Object(members) if RUN.iter().any(|member| members.contains_key(*member)) => {
            Ok(Vec::new())
        }
        _ => Err(message.wrong("a run, or its `required_action`")),
    }
}

const RUN: &[&str] = &["object", "status", "type"];

/// Steps keep their calls with the outputs, so that an answered call has one.
fn is_open(call: &Node<'_>) -> bool {
    let function = call.get("function");
    function.is_none_or(|function| function.get("output").is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(id: &str) -> Value {
        json!({"id": id, "type": "function", "function": {"name": "now", "arguments": "{}"}})
    }

    fn ids(message: &Value) -> Vec<String> {
        let calls = Dialect::OpenaiAssistants.calls(message).unwrap();
        let ids = calls.iter().filter_map(Call::id);
        ids.map(str::to_owned).collect()
    }

    #[test]
    fn calls_come_from_a_run_its_action_a_list_or_alone() {
        let action = json!({"type": "submit_tool_outputs",
            "submit_tool_outputs": {"tool_calls": [call("a"), call("b")]}});
        let run =
            json!({"object": "thread.run", "status": "requires_action", "required_action": action});
        for whole in [&run, &action, &json!([call("a"), call("b")])] {
            assert_eq!(ids(whole), ["a", "b"], "{whole}");
        }
        assert_eq!(ids(&call("c")), ["c"]);
    }

    #[test]
    fn a_run_that_waits_for_nothing_and_an_answered_step_have_no_calls() {
        let run = json!({"object": "thread.run", "status": "completed", "required_action": null});
        assert_eq!(ids(&run), [""; 0]);
        let mut answered = call("a");
        answered["function"]["output"] = json!("3");
        let details = json!({"type": "tool_calls", "tool_calls": [answered, call("b")]});
        let step = json!({"object": "thread.run.step", "step_details": details});
        assert_eq!(ids(&step), ["b"]);
    }

    #[test]
    fn what_is_no_run_is_an_error() {
        let error = Dialect::OpenaiAssistants.calls(&json!("run")).unwrap_err();
        assert!(error.to_string().contains("expected a run"), "{error}");
    }
}
