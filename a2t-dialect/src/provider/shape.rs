//! What each dialect knows how to write and to read.

use serde_json::Value;

use super::Dialect;
use crate::schema::{self, Style};
use crate::selection::Selection;
use crate::{Call, Error, Outcome, Result};

/// One tool, ready to be written in a dialect.
pub(crate) struct Definition<'a> {
    /// The name that the dialect takes.
    pub(crate) name: String,
    /// What the tool does, with what the schema has no place for.
    pub(crate) description: String,
    /// The schema of the inputs in the dialect's style.
    pub(crate) inputs: Value,
    /// Whether the provider is asked to keep the model to the schema.
    pub(crate) strict: bool,
    /// The tool itself.
    pub(crate) tool: &'a a2t_core::ToolSignature,
}

/// One dialect.
pub(crate) trait Shape: Sync {
    /// What its schemas have a place for; of a dialect without a strict mode, the same for both.
    fn style(&self, strict: bool) -> Style;
    /// One tool.
    fn definition(&self, tool: &Definition<'_>) -> Value;
    /// All tools, as the request carries them.
    fn tools(&self, definitions: Vec<Value>) -> Value {
        Value::Array(definitions)
    }
    /// Every call in a message.
    fn calls(&self, message: &Value) -> Result<Vec<Call>>;
    /// One result.
    fn result(&self, call: &Call, outcome: &Outcome) -> Value;
    /// The message that carries results.
    fn message(&self, results: Vec<Value>) -> Value;
}

/// The tools of a selection in a dialect.
pub(super) fn export(dialect: Dialect, selection: &Selection, strict: bool) -> Result<Value> {
    let shape = dialect.shape();
    let mut taken = std::collections::HashSet::new();
    let mut definitions = Vec::new();
    for selected in selection.iter() {
        let name = selected.name_in(dialect);
        if !taken.insert(name.clone()) {
            return Err(Error::Twins { name });
        }
        let tool = selected.signature();
        let definition = Definition {
            name,
            description: tool.description.to_string(),
            inputs: schema::inputs(tool, shape.style(strict), |input| dialect.input_name(input)),
            strict,
            tool,
        };
        definitions.push(shape.definition(&definition));
    }
    Ok(shape.tools(definitions))
}
