//! What each dialect knows how to write and to read.

use std::collections::HashSet;

use a2t_core::ToolSignature;
use serde_json::Value;

use super::{Budget, Dialect};
use crate::export::{Export, Mode, Notes};
use crate::schema;
use crate::selection::Selection;
use crate::style::Style;
use crate::{Call, Error, Outcome, Result, describe, hosted};

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
    pub(crate) tool: &'a ToolSignature,
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
    /// Every call in a message that is to be run.
    fn calls(&self, message: &Value) -> Result<Vec<Call>>;
    /// What in a message waits for somebody's consent, so that the rest of it waits too.
    fn unconfirmed(&self, _message: &Value) -> Option<String> {
        None
    }
    /// The name of a custom tool that a message calls, in the dialects that have such tools.
    fn custom(&self, _message: &Value) -> Option<String> {
        None
    }
    /// Where a message says how it ended: JSON pointers, the first that is there counts.
    fn ends(&self) -> &'static [&'static str] {
        &[]
    }
    /// Whether a message that does not say how it ended has not come to its end.
    fn goes_on(&self, _message: &Value) -> bool {
        false
    }
    /// Whether each call has an id of its own, or shares one with all of its message.
    fn ids_are_of_calls(&self) -> bool {
        true
    }
    /// One result.
    fn result(&self, call: &Call, outcome: &Outcome) -> Value;
    /// The message that carries results.
    fn message(&self, results: Vec<Value>) -> Value;
}

/// The tools of a selection in a dialect.
pub(crate) fn export(
    dialect: Dialect,
    selection: &Selection,
    mode: Mode,
    budget: &mut Budget,
) -> Result<Export> {
    let shape = dialect.shape();
    let strict = mode == Mode::Strict;
    let mut notes = Notes::default();
    if let Some(notice) = dialect.limits().notice {
        notes.note(notice);
    }
    if strict && !has_strict_mode(shape) {
        notes.note(format!(
            "{dialect} has no strict mode: nothing keeps models to these schemas"
        ));
    }
    most(
        selection.len(),
        dialect.limits().tools,
        "tools in one request",
        &mut notes,
    );
    let mut taken = HashSet::new();
    let mut definitions = Vec::new();
    let names = selection.names_in(dialect);
    for (selected, name) in selection.iter().zip(names) {
        if !taken.insert(name.clone()) {
            return Err(Error::Twins { name });
        }
        notes.tool(&selected.full_name());
        if name != selected.full_name() {
            notes.note(format!("is called `{name}` here"));
        }
        let tool = selected.signature();
        counts(tool, dialect, &mut notes);
        let strict = strict && is_strict(tool, dialect, budget, &mut notes);
        if hosted::is_reserved(dialect, &name, tool) {
            return Err(Error::Reserved {
                dialect: dialect.id(),
                name,
            });
        }
        let limit = dialect.limits().tool_description;
        let definition = Definition {
            description: describe::tool(&name, &tool.description, limit, &mut notes),
            inputs: schema::inputs(tool, shape.style(strict), dialect, &mut notes),
            name,
            strict,
            tool,
        };
        definitions.push(shape.definition(&definition));
    }
    Ok(Export {
        value: shape.tools(definitions),
        notes: notes.all,
    })
}

/// What a provider has fewer places for than the tool needs; it may refuse the request.
fn counts(tool: &ToolSignature, dialect: Dialect, notes: &mut Notes) {
    let count = tool.input_parameters.len();
    most(count, dialect.limits().parameters, "inputs", notes);
}

fn has_strict_mode(shape: &dyn Shape) -> bool {
    shape.style(true) != shape.style(false)
}

/// Whether the tool fits into what the provider compiles of one request.
fn is_strict(
    tool: &ToolSignature,
    dialect: Dialect,
    budget: &mut Budget,
    notes: &mut Notes,
) -> bool {
    if !has_strict_mode(dialect.shape()) {
        return true;
    }
    let taken = budget.take(tool, dialect.limits());
    if let Err(why) = &taken {
        notes.note(format!("is left open, not strict: {why}"));
    }
    taken.is_ok()
}

fn most(count: usize, limit: Option<usize>, what: &str, notes: &mut Notes) {
    if let Some(limit) = limit.filter(|limit| count > *limit) {
        notes.note(format!(
            "the provider takes at most {limit} {what}, here are {count}"
        ));
    }
}
