//! The Agent2Agent protocol, versions 1.0 and 0.3: data parts of a message in, a task out.
//!
//! A tool is a skill of an agent card, and `tools` is the card's `skills`. A skill has no schema,
//! so its description contains what the tool takes. A call is a data part that names the skill and
//! carries its input, several parts are several calls: `{"skill": "now", "input": {}}`. All calls
//! of one message end in one task, an artifact each; a failure is its status. There is no strict
//! mode.

use serde_json::{Value, json};

use super::node::Node;
use super::write::{grouped, one_or_all, set, take_list};
use super::{A2a, Definition, Dialect, Shape, parts};
use crate::call::{Call, Given};
use crate::selected::Described;
use crate::style::Style;
use crate::turn::rpc;
use crate::{Outcome, Result, Show, Turn};

pub(super) struct AgentToAgent;

/// The agent of an agent card, which [`A2a::card`] writes.
#[derive(Clone, Copy, Debug)]
pub struct Agent<'a> {
    /// Name of the agent.
    pub name: &'a str,
    /// Purpose of the agent.
    pub description: &'a str,
    /// Its own version, such as `1.0.0`.
    pub version: &'a str,
    /// Address that takes JSON-RPC requests.
    pub url: &'a str,
}

impl A2a {
    /// Returns the agent card (version 1.0 of the protocol, JSON-RPC) of an agent with these tools
    /// as its skills.
    ///
    /// ```
    /// # fn demonstrate(tools: &a2t_dialect::Selection) -> a2t_dialect::Result<()> {
    /// use a2t_dialect::{A2a, Agent};
    ///
    /// let card = A2a::card(tools, Agent {
    ///     name: "Weather",
    ///     description: "Knows the weather.",
    ///     version: "1.0.0",
    ///     url: "https://agent.example.com/a2a",
    /// })?; // serve it at /.well-known/agent-card.json
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// Those of [`Dialect::tools`].
    pub fn card(tools: &impl Show, agent: Agent<'_>) -> Result<Value> {
        Ok(json!({
            "name": agent.name,
            "description": agent.description,
            "version": agent.version,
            "supportedInterfaces": [{
                "url": agent.url,
                "protocolBinding": "JSONRPC",
                "protocolVersion": "1.0",
            }],
            "capabilities": { "streaming": false },
            "defaultInputModes": [MODE],
            "defaultOutputModes": [MODE],
            "skills": Dialect::A2a.tools(tools)?,
        }))
    }
}

const MODE: &str = "application/json";

impl Shape for AgentToAgent {
    fn style(&self, _strict: bool) -> Style {
        Style::OPEN
    }

    fn definition(&self, tool: &Definition<'_>) -> Value {
        // A skill needs a tag.
        let tags = match tool.tool {
            Described::Signature(tool) if !tool.tags.is_empty() => json!(tool.tags),
            _ => json!(["tool"]),
        };
        json!({
            "id": tool.name,
            "name": tool.name,
            "description": described(tool),
            "tags": tags,
            "inputModes": [MODE],
            "outputModes": [MODE],
        })
    }

    fn calls(&self, message: &Value) -> Result<Vec<Call>> {
        if state(message).is_some() {
            return Ok(Vec::new());
        }
        let whole = Node::root(Dialect::A2a, message);
        let message = match whole.get("jsonrpc") {
            Some(_) if !is_sent(&whole) => return Ok(Vec::new()),
            Some(_) => whole.get("params").and_then(|sent| sent.get("message")),
            None => whole.get("message").or(Some(whole.clone())),
        };
        let message = message.ok_or_else(|| whole.lacks("params/message", "a message"))?;
        let parts = message.get("parts");
        let parts = parts.ok_or_else(|| message.lacks("parts", "an array"))?;
        let id = match whole.value().get("id") {
            Some(Value::Number(id)) => id.to_string(),
            Some(Value::String(id)) => id.clone(),
            _ => message.text("messageId")?,
        };
        let mut calls = Vec::new();
        for part in parts.items()? {
            let data = part.get("data");
            if let Some(skill) = data.as_ref().and_then(|data| data.value().get("skill")) {
                let skill = skill.as_str().unwrap_or_default();
                let input = data.as_ref().and_then(|data| data.value().get("input"));
                let given = Given::from_value(input);
                calls.push(whole.call(Some(id.clone()), skill.to_owned(), given));
            }
        }
        Ok(calls)
    }

    fn step(&self, message: &Value) -> Option<Turn> {
        rpc::step(message, &METHODS).or_else(|| state(message)).or_else(|| asked(message))
    }

    fn ids_are_of_calls(&self) -> bool {
        false
    }

    fn result(&self, call: &Call, outcome: &Outcome) -> Value {
        Reply::to(call.raw()).result(call, outcome)
    }

    /// The results of one message are one task, whose state is the worst of theirs.
    fn message(&self, results: Vec<Value>) -> Value {
        let id = |reply: &Value| reply.pointer(task(reply)?)?.get("id").cloned();
        let replies = grouped(results, id).into_iter().map(merged);
        one_or_all(replies.collect())
    }
}

fn described(tool: &Definition<'_>) -> String {
    let mut text = tool.description.clone();
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    let call = json!({ "skill": tool.name, "input": {} });
    text.push_str(&format!("Call it with a data part {call}"));
    if tool.takes_nothing() {
        text.push('.');
        return text;
    }
    text.push_str(&format!(", its input by this JSON schema: {}", tool.inputs));
    text
}

fn is_sent(request: &Node<'_>) -> bool {
    let method = request.value().get("method").and_then(Value::as_str);
    method.is_some_and(|method| METHODS.contains(&method))
}

const METHODS: [&str; 4] =
    ["SendMessage", "SendStreamingMessage", "message/send", "message/stream"];

/// The step that the state of a task asks for; nothing if the message has no task.
fn state(message: &Value) -> Option<Turn> {
    let result = message.get("result").unwrap_or(message);
    let is = |kind: &str| result.get("kind").is_some_and(|own| own == kind);
    if result.get("artifactUpdate").is_some() || is("artifact-update") {
        return Some(Turn::Streaming("artifact-update".to_owned()));
    }
    let tasks = ["/task/status", "/statusUpdate/status", "/status"];
    let status = tasks.iter().find_map(|pointer| result.pointer(pointer))?;
    let word = status.get("state").and_then(Value::as_str).unwrap_or_default();
    let plain = word.strip_prefix("TASK_STATE_").unwrap_or(word);
    let plain = plain.to_ascii_lowercase().replace('_', "-");
    let step: fn(String) -> Turn = match &*plain {
        "completed" => return Some(Turn::Finished),
        "submitted" | "working" => Turn::Streaming,
        "input-required" | "auth-required" => Turn::Waiting,
        "failed" | "canceled" | "rejected" => Turn::Refused,
        _ => Turn::Unknown,
    };
    Some(step(word.to_owned()))
}

/// The step of a message that calls no skill: the program answers what a client wrote.
fn asked(message: &Value) -> Option<Turn> {
    let pointers = ["/params/message", "/result/message", "/result", "/message", ""];
    let messages = pointers.iter().filter_map(|pointer| message.pointer(pointer));
    let mut roles = messages.filter_map(|message| message.get("role")?.as_str());
    Some(match roles.next()? {
        "user" | "ROLE_USER" => {
            Turn::Waiting("a message that calls no skill waits for the program's answer".to_owned())
        }
        "agent" | "ROLE_AGENT" => Turn::Finished,
        _ => return None,
    })
}

struct Reply<'a> {
    whole: &'a Value,
    message: &'a Value,
    /// Version 0.3, in which every object has a `kind`.
    old: bool,
}

impl<'a> Reply<'a> {
    fn to(whole: &'a Value) -> Self {
        let pointers = ["/params/message", "/message", ""];
        let message = pointers.iter().find_map(|pointer| whole.pointer(pointer));
        let message = message.unwrap_or(whole);
        Self { whole, message, old: is_old(whole, message) }
    }

    fn result(&self, call: &Call, outcome: &Outcome) -> Value {
        let of_message = |member: &str| self.message.get(member).and_then(Value::as_str);
        let sent = of_message("messageId").unwrap_or_default();
        let mut task = json!({
            "id": of_message("taskId").unwrap_or(sent),
            "contextId": of_message("contextId").unwrap_or(sent),
        });
        let skill = call.name();
        match outcome {
            Outcome::Done(_) | Outcome::Text(_) | Outcome::Parts(_) => {
                let parts = match outcome {
                    Outcome::Done(outputs) => vec![self.kind("data", json!({ "data": outputs }))],
                    Outcome::Parts(all) => {
                        all.iter().map(|part| parts::a2a(part, self.old)).collect()
                    }
                    words => vec![self.kind("text", json!({ "text": words.text() }))],
                };
                let artifacts = json!([{ "artifactId": "1", "name": skill, "parts": parts }]);
                set(&mut task, "artifacts", artifacts);
                let status = json!({ "state": self.state(COMPLETED) });
                set(&mut task, "status", status);
            }
            failed => {
                let state = match failed {
                    Outcome::Refused(_) | Outcome::Denied(_) => REJECTED,
                    _ => FAILED,
                };
                let part = json!({ "text": failed.text(), "metadata": { "skill": skill } });
                let message = json!({
                    "messageId": format!("{sent}.status"),
                    "role": if self.old { "agent" } else { "ROLE_AGENT" },
                    "parts": [self.kind("text", part)],
                });
                let message = self.kind("message", message);
                let status = json!({ "state": self.state(state), "message": message });
                set(&mut task, "status", status);
            }
        }
        self.wrapped(self.kind("task", task))
    }

    fn wrapped(&self, task: Value) -> Value {
        let whole = |pointer: &str| self.whole.get(pointer);
        let result = match (whole("jsonrpc"), whole("message")) {
            (None, None) => return task,
            _ if self.old => task,
            _ => json!({ "task": task }),
        };
        match whole("jsonrpc") {
            Some(_) => json!({ "jsonrpc": "2.0", "id": whole("id"), "result": result }),
            None => result,
        }
    }

    fn state(&self, state: [&'static str; 2]) -> &'static str {
        let [new, old] = state;
        if self.old { old } else { new }
    }

    fn kind(&self, kind: &str, mut value: Value) -> Value {
        if self.old {
            set(&mut value, "kind", kind);
        }
        value
    }
}

/// Whether a message is of version 0.3: the method determines it, and without one the message.
fn is_old(whole: &Value, message: &Value) -> bool {
    if let Some(method) = whole.get("method").and_then(Value::as_str) {
        return method.starts_with("message/");
    }
    let has_kind = |object: &Value| object.get("kind").is_some();
    let parts = message.get("parts").and_then(Value::as_array);
    has_kind(message) || parts.into_iter().flatten().any(has_kind)
}

/// States by version, 1.0 first.
const COMPLETED: [&str; 2] = ["TASK_STATE_COMPLETED", "completed"];
const REJECTED: [&str; 2] = ["TASK_STATE_REJECTED", "rejected"];
const FAILED: [&str; 2] = ["TASK_STATE_FAILED", "failed"];

fn task(reply: &Value) -> Option<&'static str> {
    let pointers = ["/result/task", "/result", "/task", ""];
    pointers.into_iter().find(|pointer| {
        let found = reply.pointer(pointer);
        found.is_some_and(|found| found.get("status").is_some())
    })
}

fn merged(mut replies: Vec<Value>) -> Value {
    let (mut artifacts, mut failures) = (Vec::new(), Vec::new());
    for reply in &mut replies {
        let pointer = task(reply).unwrap_or_default();
        artifacts.append(&mut take_list(reply, &format!("{pointer}/artifacts")));
        let parts = format!("{pointer}/status/message/parts");
        failures.append(&mut take_list(reply, &parts));
    }
    for (index, artifact) in artifacts.iter_mut().enumerate() {
        set(artifact, "artifactId", (index + 1).to_string());
    }
    let worst = replies.into_iter().max_by_key(rank);
    let mut reply = worst.unwrap_or_default();
    let pointer = task(&reply).unwrap_or_default();
    let Some(task) = reply.pointer_mut(pointer) else {
        return reply;
    };
    if !artifacts.is_empty() {
        set(task, "artifacts", artifacts);
    }
    if let Some(message) = task.pointer_mut("/status/message") {
        set(message, "parts", failures);
    }
    reply
}

fn rank(reply: &Value) -> Option<usize> {
    let task = reply.pointer(task(reply)?)?;
    let state = task.pointer("/status/state")?.as_str()?;
    let ranks = [COMPLETED, REJECTED, FAILED];
    ranks.iter().position(|names| names.contains(&state))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(method: &str, role: &str, parts: Value) -> Value {
        let message = json!({"messageId": "m", "role": role, "parts": parts});
        json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"message": message}})
    }

    #[test]
    fn the_method_determines_the_version_of_the_answer() {
        let new = json!([{"data": {"skill": "now", "input": {}}}]);
        let old = json!([{"kind": "data", "data": {"skill": "now", "input": {}}}]);
        for (method, is_old) in [
            ("message/send", true),
            ("message/stream", true),
            ("SendMessage", false),
            ("SendStreamingMessage", false),
        ] {
            for parts in [&old, &new] {
                let request = sent(method, "user", parts.clone());
                let call = &Dialect::A2a.calls(&request).unwrap()[0];
                for outcome in [Outcome::Text("It.".into()), Outcome::Failed("It.".into())] {
                    let answer = Dialect::A2a.message(vec![call.result(&outcome)]);
                    let result = &answer["result"];
                    assert_eq!(result.get("kind").is_some(), is_old, "{method}: {answer}");
                    assert_eq!(result.get("task").is_none(), is_old, "{method}: {answer}");
                }
            }
        }
        let bare = json!({"messageId": "m", "role": "user", "parts": old});
        let call = &Dialect::A2a.calls(&bare).unwrap()[0];
        assert_eq!(call.result(&Outcome::Text("It.".into()))["kind"], "task");
    }
}
