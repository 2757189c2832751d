//! Google's Gemini API: `functionCall` parts in, `functionResponse` parts out.
//!
//! There is no strict mode. `tools` is a list of one tool with all declarations. A declaration
//! without inputs has no `parameters`: the API refuses an object without properties.

use serde_json::{Map, Value, json};

use super::place::Place;
use super::{Definition, Dialect, Shape};
use crate::call::{Call, Given};
use crate::schema::Style;
use crate::{Outcome, Result};

pub(super) struct GenerateContent;

impl Shape for GenerateContent {
    fn style(&self, _strict: bool) -> Style {
        Style::GEMINI
    }

    fn definition(&self, tool: &Definition<'_>) -> Value {
        let mut declaration = Map::new();
        declaration.insert("name".to_owned(), json!(tool.name));
        declaration.insert("description".to_owned(), json!(tool.description));
        if !tool.tool.input_parameters.is_empty() {
            declaration.insert("parameters".to_owned(), tool.inputs.clone());
        }
        Value::Object(declaration)
    }

    fn tools(&self, definitions: Vec<Value>) -> Value {
        if definitions.is_empty() {
            return json!([]);
        }
        json!([{ "functionDeclarations": definitions }])
    }

    fn calls(&self, message: &Value) -> Result<Vec<Call>> {
        let message = Place::root(Dialect::Gemini, message);
        let mut calls = Vec::new();
        for part in parts(message)? {
            if let Some(used) = part.get("functionCall").or(part.get("function_call")) {
                let given = Given::from_value(used.value().get("args"));
                calls.push(part.call(used.optional_text("id")?, used.name("name"), given));
            }
        }
        Ok(calls)
    }

    fn ends(&self) -> &'static [&'static str] {
        &[
            "/candidates/0/finishReason",
            "/candidates/0/finish_reason",
            "/finishReason",
            "/finish_reason",
            "/promptFeedback/blockReason",
            "/prompt_feedback/block_reason",
        ]
    }

    /// A reply without a reason to finish is a chunk of a stream.
    fn goes_on(&self, message: &Value) -> bool {
        message.pointer("/candidates/0").is_some()
    }

    fn result(&self, call: &Call, outcome: &Outcome) -> Value {
        let response = match outcome {
            Outcome::Done(outputs) => json!({ "output": outputs }),
            failed => json!({ "error": failed.text() }),
        };
        let mut answer = Map::new();
        if let Some(id) = call.id() {
            answer.insert("id".to_owned(), json!(id));
        }
        answer.insert("name".to_owned(), json!(call.name()));
        answer.insert("response".to_owned(), response);
        json!({ "functionResponse": answer })
    }

    fn message(&self, results: Vec<Value>) -> Value {
        json!({ "role": "user", "parts": results })
    }
}

/// The parts of a reply, of a candidate, of a content, of a list, or one part.
fn parts(message: Place<'_>) -> Result<Vec<Place<'_>>> {
    if let Some(candidates) = message.get("candidates") {
        return match candidates.items()?.as_slice() {
            // A prompt that was blocked.
            [] => Ok(Vec::new()),
            [candidate] => parts(candidate.clone()),
            _ => Err(candidates.wrong("one candidate: choose, and pass that")),
        };
    }
    if let Some(content) = message.get("content") {
        return parts(content);
    }
    if let Some(parts) = message.get("parts") {
        return parts.items();
    }
    match message.value() {
        Value::Array(_) => message.items(),
        Value::Object(members) if is_part(members) => Ok(vec![message]),
        // A reply that was cut off, or blocked, has no content; a content may have no parts.
        Value::Object(members) if REPLY.iter().any(|member| members.contains_key(*member)) => {
            Ok(Vec::new())
        }
        _ => Err(message.wrong("a reply with `candidates`, or a content with `parts`")),
    }
}

/// Members of which a reply, a candidate or a content has at least one.
const REPLY: &[&str] = &["promptFeedback", "finishReason", "role", "usageMetadata"];

fn is_part(members: &Map<String, Value>) -> bool {
    const PART: &[&str] = &["functionCall", "function_call", "text", "thoughtSignature"];
    PART.iter().any(|member| members.contains_key(*member))
}
