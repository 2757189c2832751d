//! Google's Gemini API: `functionCall` parts in, `functionResponse` parts out.
//!
//! There is no strict mode in a declaration: a request asks for it with the mode `VALIDATED`, which a
//! [`Fragment`](crate::hosted::Fragment) writes. `tools` is a list of one tool with all declarations.
//! A declaration without inputs has no `parameters`: the API refuses an object without properties.
//!
//! `function_call` steps of the Interactions API are read and answered with `function_result` steps; [`Gemini::interactions`] writes its tools.

use serde_json::{Map, Value, json};

use super::node::Node;
use super::write::{set, take_list};
use super::{Definition, Dialect, Gemini, Shape, parts};
use crate::call::{Call, Given};
use crate::style::Style;
use crate::{Export, Note, Outcome, Part, Result, Show, ToolOptions};

pub(super) struct GenerateContent;

impl Gemini {
    /// Returns the value of `tools` in a request of the Interactions API. Calls and results are
    /// those of [`Dialect::Gemini`], which reads both APIs.
    ///
    /// ```
    /// # fn demonstrate(tools: &a2t_dialect::Selection) -> a2t_dialect::Result<()> {
    /// use a2t_dialect::Gemini;
    ///
    /// let tools = Gemini::interactions(tools)?; // [{"type": "function", "name": ..}, ..]
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// Those of [`Dialect::tools`].
    pub fn interactions(tools: &impl Show) -> Result<Value> {
        Ok(Self::interactions_with(tools, &ToolOptions::new())?.value)
    }

    /// Returns the value of `tools` in a request of the Interactions API with these options, and notes. The API loads
    /// tools later ([`ToolOptions::defer_loading`]), and has the first sentence of their descriptions for that.
    ///
    /// # Errors
    /// Those of [`Dialect::export_with`].
    pub fn interactions_with(tools: &impl Show, options: &ToolOptions) -> Result<Export> {
        // Its declarations have no schema of the outputs.
        let rest = ToolOptions { deferred: false, outputs: false, ..options.clone() };
        let mut export = Dialect::Gemini.export_with(tools, &rest)?;
        let mut declarations = take_list(&mut export.value, "/0/functionDeclarations");
        for declaration in &mut declarations {
            set(declaration, "type", "function");
            if let Some(parameters) = declaration.get_mut("parameters") {
                plain(parameters);
            }
            if options.deferred {
                set(declaration, "defer_loading", true);
                let text = declaration.get("description").and_then(Value::as_str);
                let short = text.and_then(|text| text.split_inclusive(". ").next());
                let short = short.unwrap_or_default().trim().to_owned();
                set(declaration, "short_description", short);
            }
        }
        if options.outputs {
            let words = "the schema of outputs has no place here".to_owned();
            export.notes.push(Note { tool: None, parameter: None, words });
        }
        Ok(Export { value: Value::Array(declarations), notes: export.notes })
    }
}

impl Shape for GenerateContent {
    fn style(&self, _strict: bool) -> Style {
        Style::GEMINI
    }

    fn definition(&self, tool: &Definition<'_>) -> Value {
        let mut declaration = Map::new();
        declaration.insert("name".to_owned(), json!(tool.name));
        declaration.insert("description".to_owned(), json!(tool.description));
        if !tool.takes_nothing() {
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
        let message = Node::root(Dialect::Gemini, message);
        let mut calls = Vec::new();
        if let Some(steps) = steps(&message) {
            let steps = steps?.into_iter().filter(|step| is_step(step, "function_call"));
            return steps
                .map(|step| {
                    let given = Given::from_value(step.value().get("arguments"));
                    Ok(step.call(step.optional_text("id")?, step.name("name"), given))
                })
                .collect();
        }
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
            "/status",
        ]
    }

    /// A reply without a reason to finish is a chunk of a stream.
    fn goes_on(&self, message: &Value) -> bool {
        message.pointer("/candidates/0").is_some()
    }

    fn result(&self, call: &Call, outcome: &Outcome) -> Value {
        if call.raw().get("type").is_some() {
            return json!({
                "type": "function_result",
                "call_id": call.id(),
                "name": call.name(),
                "result": match outcome {
                    Outcome::Done(outputs) => Value::Object(outputs.clone()),
                    words => match parts::shown(call, words, parts::interactions, parts::text) {
                        Some(parts) => parts.into(),
                        None => Value::String(words.text()),
                    },
                },
                "is_error": outcome.is_error(),
            });
        }
        let response = match outcome {
            Outcome::Done(outputs) => json!({ "output": outputs }),
            Outcome::Text(text) => json!({ "output": text }),
            Outcome::Parts(all) => {
                // What stands in parts is not repeated as text.
                let is_text = |part: &&_| parts::gemini(part).is_none() && !parts::is_blank(part);
                let texts = all.iter().filter(is_text);
                json!({ "output": texts.map(Part::text).collect::<Vec<_>>().join("\n") })
            }
            failed => json!({ "error": failed.text() }),
        };
        let mut answer = Map::new();
        if let Some(id) = call.id() {
            answer.insert("id".to_owned(), json!(id));
        }
        answer.insert("name".to_owned(), json!(call.name()));
        answer.insert("response".to_owned(), response);
        if let Outcome::Parts(all) = outcome {
            let shown: Vec<_> = all.iter().filter_map(parts::gemini).collect();
            if !shown.is_empty() {
                answer.insert("parts".to_owned(), shown.into());
            }
        }
        json!({ "functionResponse": answer })
    }

    /// A content; of the Interactions API, the steps to send as `input`.
    fn message(&self, results: Vec<Value>) -> Value {
        if results.iter().any(|result| result.get("type").is_some()) {
            return Value::Array(results);
        }
        json!({ "role": "user", "parts": results })
    }
}

fn plain(schema: &mut Value) {
    let Value::Object(members) = schema else {
        return;
    };
    members.shift_remove("propertyOrdering");
    if let Some(Value::String(kind)) = members.get_mut("type") {
        kind.make_ascii_lowercase();
    }
    if let Some(Value::Object(properties)) = members.get_mut("properties") {
        properties.values_mut().for_each(plain);
    }
}

/// The steps of an interaction, of a list, or one step; nothing where it is no interaction.
fn steps<'a>(message: &Node<'a>) -> Option<Result<Vec<Node<'a>>>> {
    if let Some(steps) = message.get("steps") {
        return Some(steps.items());
    }
    if message.get("status").is_some() && message.get("type").is_none() {
        return Some(Ok(Vec::new()));
    }
    let all = message.items_or_self();
    let are_steps = !all.is_empty() && all.iter().all(|step| step.get("type").is_some());
    are_steps.then_some(Ok(all))
}

fn is_step(step: &Node<'_>, kind: &str) -> bool {
    step.value().get("type").is_some_and(|word| word == kind)
}

/// The parts of a reply, of a candidate, of a content, of a list, or one part.
fn parts(message: Node<'_>) -> Result<Vec<Node<'_>>> {
    if let Some(candidates) = message.get("candidates") {
        return match candidates.items()?.as_slice() {
            // A prompt that was blocked.
            [] => Ok(Vec::new()),
            [candidate] => parts(candidate.clone()),
            _ => Err(candidates.wrong("one candidate: choose, and pass that")),
        };
    }
    if let Some(content) = message.get("content") {
        let is_empty = content.value().as_object().is_some_and(Map::is_empty);
        return if is_empty { Ok(Vec::new()) } else { parts(content) };
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

const REPLY: &[&str] = &["promptFeedback", "finishReason", "role", "usageMetadata"];

fn is_part(members: &Map<String, Value>) -> bool {
    const PART: &[&str] = &["functionCall", "function_call", "text", "thoughtSignature"];
    PART.iter().any(|member| members.contains_key(*member))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Selection, Turn};

    #[test]
    fn interactions_have_definitions_of_their_own() {
        let tool = json!({"toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "now", "description": "It.",
            "version": 1, "currentVersion": 1, "input_parameters": [{"id": "type", "name": "type", "description": "", "type": "int"}]});
        let tool = a2t_core::signature::parse_value(&tool, "").unwrap().signature;
        let tools = Gemini::interactions(&Selection::approved([tool])).unwrap();
        let parameters = json!({"type": "object", "required": ["type"],
            "properties": {"type": {"type": "integer", "maximum": 65535}}});
        assert_eq!(
            tools,
            json!([{"type": "function", "name": "now", "description": "It.", "parameters": parameters}])
        );
    }

    #[test]
    fn steps_of_an_interaction_are_read_and_answered() {
        let called = json!({"type": "function_call", "id": "f1", "name": "now", "arguments": {"city": "Rome"}});
        let thought = json!({"type": "thought", "signature": "c2ln"});
        let interaction =
            json!({"id": "i", "status": "requires_action", "steps": [thought, called]});
        for whole in [&interaction, &interaction["steps"], &called] {
            let Turn::Called(calls) = Dialect::Gemini.turn(whole).unwrap() else {
                panic!("{whole}")
            };
            assert_eq!((calls.len(), calls[0].id(), calls[0].name()), (1, Some("f1"), "now"));
            let failed = calls[0].result(&Outcome::Failed("It rains.".into()));
            let expected = json!([{"type": "function_result", "call_id": "f1", "name": "now",
                "result": "Error: It rains.", "is_error": true}]);
            assert_eq!(Dialect::Gemini.message(vec![failed]), expected);
        }
        let turn = |status: &str| {
            Dialect::Gemini
                .turn(&json!({"status": status, "steps": [{"type": "model_output"}]}))
                .unwrap()
        };
        assert_eq!(turn("completed"), Turn::Finished);
        assert_eq!(turn("in_progress"), Turn::Streaming("in_progress".into()));
        assert_eq!(turn("incomplete"), Turn::CutOff("incomplete".into()));
        assert_eq!(turn("failed"), Turn::Refused("failed".into()));
    }
}
