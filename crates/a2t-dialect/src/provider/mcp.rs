//! The Model Context Protocol: `tools/call` requests in, their results out.
//!
//! There is no strict mode. `tools` is the list that a result of `tools/list` carries. A request is
//! answered by a response with its id, bare parameters by a bare result; each answer is a separate
//! message, so several are a list. A result is marked as complete (`resultType`, since revision
//! 2026-07-28; earlier clients pass over it).
//!
//! `title`, `icons` and `annotations` stand where the signature has a title, a picture and hints.
//! Hints that it lacks are left out: a client then uses MCP's defaults, which are those of spec
//! note AMB-41.

use a2t_core::{Hints, ToolSignature};
use serde_json::{Value, json};

use super::node::Node;
use super::write::one_or_all;
use super::{Definition, Dialect, Shape, outputs, parts};
use crate::call::{Call, Given};
use crate::selected::Described;
use crate::style::Style;
use crate::turn::rpc;
use crate::{Outcome, Result, Turn};

pub(super) struct JsonRpc;

impl Shape for JsonRpc {
    fn style(&self, _strict: bool) -> Style {
        Style::OPEN
    }

    fn definition(&self, tool: &Definition<'_>) -> Value {
        let mut definition = json!({
            "name": tool.name,
            "description": tool.description,
            "inputSchema": tool.inputs,
        });
        let [title, icons, annotations] = labels(tool.tool);
        let members = [
            ("outputSchema", outputs::schema(tool.tool)),
            ("title", title),
            ("icons", icons),
            ("annotations", annotations),
        ];
        for (member, value) in members {
            if let (Some(value), Some(members)) = (value, definition.as_object_mut()) {
                members.insert(member.to_owned(), value);
            }
        }
        definition
    }

    fn calls(&self, message: &Value) -> Result<Vec<Call>> {
        let message = Node::root(Dialect::Mcp, message);
        let calls = message.items_or_self();
        calls.iter().filter_map(|one| call(one).transpose()).collect()
    }

    fn step(&self, message: &Value) -> Option<Turn> {
        rpc::step(message, &["tools/call"])
    }

    fn result(&self, call: &Call, outcome: &Outcome) -> Value {
        let content = match outcome {
            Outcome::Parts(all) => all.iter().map(parts::mcp).collect(),
            outcome => json!([{ "type": "text", "text": outcome.text() }]),
        };
        let result = match outcome {
            Outcome::Done(outputs) => json!({
                "resultType": "complete",
                "content": content,
                "structuredContent": outputs,
                "isError": false,
            }),
            other => json!({
                "resultType": "complete",
                "content": content,
                "isError": other.is_error(),
            }),
        };
        if call.id().is_none() {
            return result;
        }
        json!({ "jsonrpc": "2.0", "id": call.raw().get("id"), "result": result })
    }

    fn message(&self, results: Vec<Value>) -> Value {
        one_or_all(results)
    }
}

/// Title, icons and annotations.
fn labels(tool: Described<'_>) -> [Option<Value>; 3] {
    match tool {
        Described::Signature(ToolSignature { title, img, hints, .. }) => [
            title.as_ref().map(|title| json!(title)),
            img.as_ref().map(|img| json!([{ "src": img }])),
            // MCP has no annotation of a call that takes a while.
            Some(Hints { long_running: false, ..*hints })
                .filter(|hints| !hints.is_none())
                .map(|hints| json!(hints)),
        ],
        Described::Schema(tool) => {
            let annotations = tool.to_value().get("annotations").cloned();
            [tool.title.as_ref().map(|title| json!(title)), None, annotations]
        }
    }
}

/// The call of a request or of bare parameters; none of another request.
fn call(message: &Node<'_>) -> Result<Option<Call>> {
    let (id, params) = match message.value() {
        Value::Object(members) if members.contains_key("jsonrpc") => {
            if members.get("method") != Some(&json!("tools/call")) {
                return Ok(None);
            }
            let id = match members.get("id") {
                Some(Value::String(id)) => id.clone(),
                Some(Value::Number(id)) => id.to_string(),
                _ => return Err(message.lacks("id", "a string or an integer")),
            };
            let params = message.get("params");
            let params = params.ok_or_else(|| message.lacks("params", "an object"))?;
            (Some(id), params)
        }
        Value::Object(_) => (None, message.clone()),
        _ => return Err(message.wrong("a request `tools/call`")),
    };
    let given = Given::from_value(params.value().get("arguments"));
    Ok(Some(message.call(id, params.called("name")?, given)))
}
