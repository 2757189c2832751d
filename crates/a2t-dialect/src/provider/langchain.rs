//! LangChain and LangGraph: the tool calls of an `AIMessage` in, `ToolMessage`s out.
//!
//! A definition has its schema twice, since LangChain reads dictionaries in two places:
//! `model.bind_tools(tools)` and `convert_to_openai_tool` take `parameters`, and drop
//! `args_schema` without a word; `StructuredTool(**tool, func=...)` takes `args_schema`.
//!
//! Options of providers stand in `extras`, which `StructuredTool` keeps, and `bind_tools` drops of a dictionary.
//!
//! There is no strict mode in a tool: models are bound to it by `bind_tools(strict=True)`.

use serde_json::{Map, Value, json};

use super::node::Node;
use super::{Definition, Dialect, Langchain, Shape, parts};
use crate::call::{Call, Given};
use crate::style::Style;
use crate::{Outcome, Result, Show};

pub(super) struct Messages;

impl Langchain {
    /// Returns the value of `interrupt_on` of LangChain's `HumanInTheLoopMiddleware`: it asks the user before each tool
    /// that is not approved as read-only, whose call the user approves or rejects.
    ///
    /// ```
    /// # let tool = |name: &str, hints: &str, id: u8| a2t_core::signature::parse(format!(r#"{{"toolId":"{id}479a45d-ad0a-49d4-94db-75edf00d2ca4",
    /// #   "name":"{name}","description":"It.","version":1,"currentVersion":1,"annotations":{{{hints}}}}}"#).as_bytes()).unwrap().signature;
    /// # let tools = a2t_dialect::Selection::approved([tool("find_flight", r#""readOnlyHint":true"#, 0), tool("book_flight", "", 1)]);
    /// use a2t_dialect::Langchain;
    /// use serde_json::json;
    ///
    /// let interrupts = Langchain::interrupt_on(&tools)?;
    /// assert_eq!(interrupts, json!({
    ///     "find_flight": false,
    ///     "book_flight": { "allowed_decisions": ["approve", "reject"] },
    /// }));
    /// # Ok::<_, a2t_dialect::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Show::shown`].
    pub fn interrupt_on(tools: &impl Show) -> Result<Value> {
        let tools = tools.shown()?;
        let mut interrupts = Map::new();
        for (name, tool) in tools.names_in(Dialect::Langchain).into_iter().zip(tools.iter()) {
            let asks = if tool.hints().read_only {
                json!(false)
            } else {
                json!({ "allowed_decisions": ["approve", "reject"] })
            };
            interrupts.insert(name, asks);
        }
        Ok(Value::Object(interrupts))
    }
}

impl Shape for Messages {
    fn style(&self, _strict: bool) -> Style {
        Style::OPEN
    }

    fn definition(&self, tool: &Definition<'_>) -> Value {
        json!({
            "name": tool.name,
            "description": tool.description,
            "parameters": tool.inputs,
            "args_schema": tool.inputs,
        })
    }

    fn calls(&self, message: &Value) -> Result<Vec<Call>> {
        let message = Node::root(Dialect::Langchain, message);
        let given = match (message.get("tool_calls"), message.value()) {
            (Some(calls), _) => calls.items()?,
            (None, Value::Object(members)) if members.contains_key("content") => Vec::new(),
            _ => message.items_or_self(),
        };
        // Arguments that LangChain could not read: the model waits for an answer all the same.
        let broken = match message.get("invalid_tool_calls") {
            Some(calls) => calls.items()?,
            None => Vec::new(),
        };
        given.iter().chain(&broken).map(call).collect()
    }

    fn ends(&self) -> &'static [&'static str] {
        &[
            "/response_metadata/finish_reason",
            "/response_metadata/stop_reason",
            "/response_metadata/stopReason",
            "/response_metadata/finishReason",
            "/response_metadata/incomplete_details/reason",
            "/response_metadata/status",
        ]
    }

    fn result(&self, call: &Call, outcome: &Outcome) -> Value {
        let content = match parts::shown(call, outcome, parts::langchain, parts::text) {
            Some(parts) => parts.into(),
            None => Value::String(outcome.text()),
        };
        json!({
            "type": "tool",
            "content": content,
            "tool_call_id": call.id().unwrap_or_default(),
            "name": call.name(),
            "status": if outcome.is_error() { "error" } else { "success" },
        })
    }

    fn message(&self, results: Vec<Value>) -> Value {
        Value::Array(results)
    }
}

fn call(used: &Node<'_>) -> Result<Call> {
    let given = Given::from_value(used.value().get("args"));
    Ok(used.call(used.optional_text("id")?, used.called("name")?, given))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Selection;

    /// `bind_tools` drops what it does not know of a dictionary, the schema with it.
    #[test]
    fn both_readers_of_a_definition_find_the_inputs() {
        let tool = json!({"toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "now", "description": "It.",
            "version": 1, "currentVersion": 1, "input_parameters": [{"id": "c", "name": "city", "description": ""}]});
        let tool = a2t_core::signature::parse_value(&tool, "").unwrap().signature;
        let tools = Dialect::Langchain.tools(&Selection::approved([tool])).unwrap();
        for member in ["parameters", "args_schema"] {
            assert_eq!(tools[0][member]["required"], json!(["city"]), "{member}");
        }
    }
}
