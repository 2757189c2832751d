//! Vercel's AI SDK: `tool-call` parts in, `tool-result` parts of a tool message out.
//!
//! `tools` is an object, a member a tool, whose schemas go through `jsonSchema()`. The strict mode
//! is handed on to the provider, and is the one of OpenAI.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};

use super::node::Node;
use super::{Definition, Dialect, Shape, outputs, parts};
use crate::call::{Call, Given};
use crate::style::Style;
use crate::{Outcome, Result};

pub(super) struct ModelMessages;

impl Shape for ModelMessages {
    fn style(&self, strict: bool) -> Style {
        if strict { Style::STRICT_OPENAI } else { Style::OPEN }
    }

    fn definition(&self, tool: &Definition<'_>) -> Value {
        let mut members = Map::new();
        members.insert("description".to_owned(), json!(tool.description));
        members.insert("inputSchema".to_owned(), tool.inputs.clone());
        let outputs = outputs::schema(tool.tool);
        members.extend(outputs.map(|schema| ("outputSchema".to_owned(), schema)));
        if tool.strict {
            members.insert("strict".to_owned(), json!(true));
        }
        Value::Object(Map::from_iter([(tool.name.clone(), Value::Object(members))]))
    }

    fn tools(&self, definitions: Vec<Value>) -> Value {
        let members = definitions.into_iter().filter_map(|one| match one {
            Value::Object(members) => Some(members),
            _ => None,
        });
        Value::Object(members.flatten().collect())
    }

    fn calls(&self, message: &Value) -> Result<Vec<Call>> {
        let parts = parts(Node::root(Dialect::VercelAi, message))?;
        let answers = Answers::by(&parts);
        let open = parts.iter().filter(|part| answers.state(part) == State::Open);
        open.map(|part| Ok(Call { is_approved: answers.approves(part), ..call(part)? })).collect()
    }

    fn ends(&self) -> &'static [&'static str] {
        &["/finishReason", "/finishReason/unified"]
    }

    fn unconfirmed(&self, message: &Value) -> Option<String> {
        let parts = parts(Node::root(Dialect::VercelAi, message)).ok()?;
        let answers = Answers::by(&parts);
        let waits = parts.iter().find(|part| answers.state(part) == State::Unconfirmed)?;
        let tool = text(waits, "toolName").unwrap_or_default();
        Some(format!("a call of `{tool}` waits for an approval"))
    }

    fn result(&self, call: &Call, outcome: &Outcome) -> Value {
        if is_of_version_4(call.raw()) {
            return result_of_version_4(call, outcome);
        }
        let output = match outcome {
            Outcome::Done(outputs) => json!({ "type": "json", "value": outputs }),
            Outcome::Text(text) => json!({ "type": "text", "value": text }),
            Outcome::Parts(_) => match parts::shown(call, outcome, parts::vercel, parts::text) {
                Some(parts) => json!({ "type": "content", "value": parts }),
                None => json!({ "type": "text", "value": outcome.text() }),
            },
            Outcome::Denied(why) => json!({ "type": "execution-denied", "reason": why }),
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

/// The parts of messages, the calls and the content of a result of `generateText`, a list of
/// parts, or one part.
fn parts(message: Node<'_>) -> Result<Vec<Node<'_>>> {
    if message.value().is_array() {
        let items = message.items()?.into_iter();
        let inner = items.map(|item| match item.get("role") {
            Some(_) => parts(item),
            None => Ok(vec![item]),
        });
        return Ok(inner.collect::<Result<Vec<_>>>()?.concat());
    }
    let lists = [message.get("toolCalls"), message.get("content")];
    let mut lists = lists.into_iter().flatten().peekable();
    if lists.peek().is_none() {
        return match message.get("type") {
            Some(_) => Ok(vec![message]),
            None => Err(message.wrong("a message with `content`, or `tool-call` parts")),
        };
    }
    // An answer in words.
    let lists = lists.filter(|list| !list.value().is_string());
    let lists = lists.map(|list| list.items());
    Ok(lists.collect::<Result<Vec<_>>>()?.concat())
}

/// Version 4 has other names for arguments and outputs.
fn is_of_version_4(part: &Value) -> bool {
    part.get("args").is_some() && part.get("input").is_none()
}

fn result_of_version_4(call: &Call, outcome: &Outcome) -> Value {
    let result = match outcome {
        Outcome::Done(outputs) => Value::Object(outputs.clone()),
        words => Value::String(words.text()),
    };
    json!({
        "type": "tool-result",
        "toolCallId": call.id(),
        "toolName": call.name(),
        "result": result,
        "isError": outcome.is_error(),
    })
}

fn call(part: &Node<'_>) -> Result<Call> {
    let given = part.value().get("input").or_else(|| part.value().get("args"));
    let given = Given::from_value(given);
    Ok(part.call(Some(part.text("toolCallId")?), part.name("toolName"), given))
}

fn text<'a>(part: &Node<'a>, member: &str) -> Option<&'a str> {
    part.value().get(member)?.as_str()
}

#[derive(Default)]
struct Answers<'a> {
    answered: HashSet<&'a str>,
    asked: HashMap<&'a str, &'a str>,
    approved: HashMap<&'a str, bool>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Open,
    Unconfirmed,
    /// Run by the provider, answered, denied, or not a call; the SDK answers what was denied.
    Closed,
}

impl<'a> Answers<'a> {
    fn by(parts: &[Node<'a>]) -> Self {
        let mut answers = Self::default();
        for part in parts {
            answers.read(part);
        }
        answers
    }

    fn read(&mut self, part: &Node<'a>) {
        let id = text(part, "toolCallId");
        let approval = text(part, "approvalId").unwrap_or_default();
        match text(part, "type").unwrap_or_default() {
            "tool-result" | "tool-error" | "tool-output-denied" => self.answered.extend(id),
            "tool-approval-request" => {
                let inner = part.value().pointer("/toolCall/toolCallId");
                let id = id.or_else(|| inner?.as_str());
                self.asked.extend(id.map(|id| (id, approval)));
            }
            "tool-approval-response" if !approval.is_empty() => {
                let approved = part.value().get("approved") == Some(&json!(true));
                self.approved.insert(approval, approved);
            }
            _ => {}
        }
    }

    /// Whether the user of the host approved this call.
    fn approves(&self, part: &Node<'_>) -> bool {
        let approval = text(part, "toolCallId").and_then(|id| self.asked.get(id));
        approval.and_then(|approval| self.approved.get(approval)) == Some(&true)
    }

    fn state(&self, part: &Node<'_>) -> State {
        let is = |member: &str| part.value().get(member) == Some(&json!(true));
        let id = text(part, "toolCallId").unwrap_or_default();
        // The SDK answers itself what it could not read.
        let done = is("providerExecuted") || is("invalid") || self.answered.contains(id);
        if text(part, "type") != Some("tool-call") || done {
            return State::Closed;
        }
        match self.asked.get(id).map(|approval| self.approved.get(approval)) {
            None | Some(Some(true)) => State::Open,
            Some(None) => State::Unconfirmed,
            Some(Some(false)) => State::Closed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(id: &str) -> Value {
        json!({"type": "tool-call", "toolCallId": id, "toolName": "pay", "input": {"to": "Ann"}})
    }

    fn asked(id: &str) -> Value {
        json!({"type": "tool-approval-request", "approvalId": format!("ask_{id}"), "toolCallId": id})
    }

    fn response(id: &str, approved: bool) -> Value {
        let approval = format!("ask_{id}");
        json!({"type": "tool-approval-response", "approvalId": approval, "approved": approved})
    }

    fn run(message: &Value) -> Vec<String> {
        let calls = Dialect::VercelAi.calls(message).unwrap();
        calls.iter().filter_map(Call::id).map(str::to_owned).collect()
    }

    #[test]
    fn a_call_that_waits_for_approval_is_not_run() {
        let assistant = json!({"role": "assistant", "content": [call("a"), asked("a"), call("b")]});
        assert_eq!(run(&assistant), ["b"]);
        assert_eq!(run(&assistant["content"]), ["b"]);
        let nested =
            json!({"type": "tool-approval-request", "approvalId": "x", "toolCall": call("a")});
        let result = json!({"toolCalls": [call("a")], "content": [call("a"), nested]});
        assert_eq!(run(&result), [""; 0]);
        // A request without its id asks for nothing that could be answered, and stays a request.
        let lost = json!([call("a"), {"type": "tool-approval-request", "toolCallId": "a"}]);
        assert_eq!(run(&lost), [""; 0]);
    }

    #[test]
    fn an_approved_call_is_run_and_a_denied_or_answered_one_is_not() {
        let parts =
            [call("a"), asked("a"), call("b"), asked("b"), call("c"), asked("c"), call("d")];
        let assistant = json!({"role": "assistant", "content": parts});
        let tool = json!({"role": "tool", "content": [response("a", true), response("b", false)]});
        assert_eq!(run(&json!([assistant, tool])), ["a", "d"]);
        let done = json!({"type": "tool-result", "toolCallId": "d", "toolName": "pay",
            "output": {"type": "text", "value": "done"}});
        let tool = json!({"role": "tool", "content": [response("c", true), done]});
        assert_eq!(run(&json!([assistant, tool])), ["c"]);
    }

    #[test]
    fn only_a_call_with_its_own_approval_counts_as_approved() {
        let parts = [call("a"), asked("a"), call("b"), call("c"), asked("c")];
        let assistant = json!({"role": "assistant", "content": parts});
        let tool = json!({"role": "tool", "content": [response("a", true), response("b", true)]});
        let calls = Dialect::VercelAi.calls(&json!([assistant, tool])).unwrap();
        let approved: Vec<_> = calls.iter().map(|call| (call.id(), call.is_approved())).collect();
        assert_eq!(approved, [(Some("a"), true), (Some("b"), false)]);
    }

    #[test]
    fn a_denied_call_has_the_output_of_the_sdk() {
        let call = &Dialect::VercelAi.calls(&json!([call("a")])).unwrap()[0];
        let result = call.result(&Outcome::Denied("not today".to_owned()));
        assert_eq!(result["output"], json!({"type": "execution-denied", "reason": "not today"}));
    }

    #[test]
    fn a_call_of_version_4_has_its_arguments_and_is_answered_in_that_version() {
        let call = json!({"type": "tool-call", "toolCallId": "a", "toolName": "pay", "args": {"to": "Ann"}});
        let call = &Dialect::VercelAi.calls(&json!({"toolCalls": [call]})).unwrap()[0];
        assert_eq!(call.given(), &Given::from_value(Some(&json!({"to": "Ann"}))));
        let done = call.result(&Outcome::Done(Map::from_iter([("paid".to_owned(), json!(1))])));
        let expected = json!({"type": "tool-result", "toolCallId": "a", "toolName": "pay",
            "result": {"paid": 1}, "isError": false});
        assert_eq!(done, expected);
        let failed = call.result(&Outcome::Failed("no".to_owned()));
        assert_eq!((&failed["result"], &failed["isError"]), (&json!("Error: no"), &json!(true)));
    }

    #[test]
    fn what_the_provider_runs_or_the_sdk_answers_is_not_run() {
        for member in ["providerExecuted", "invalid"] {
            let mut call = call("a");
            call[member] = json!(true);
            assert_eq!(run(&json!({"role": "assistant", "content": [call]})), [""; 0], "{member}");
        }
    }
}
