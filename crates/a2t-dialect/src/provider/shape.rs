//! The interface of a dialect: definitions and results out, calls in.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::Value;

use super::{Budget, Dialect, Needs};
use crate::export::{Export, Mode, Notes};
use crate::hosted::Versions;
use crate::hosted::event::is_reserved;
use crate::options::Writer;
use crate::schema;
use crate::selected::{Described, Kept, Selected};
use crate::selection::Selection;
use crate::style::Style;
use crate::{Call, Callers, Error, Outcome, Result, ToolOptions, Turn, describe, fit};

/// One tool, ready to be written in a dialect.
pub(crate) struct Definition<'a> {
    /// The name that the dialect takes.
    pub(crate) name: String,
    /// Description of the tool, with the constraints that the schema has no place for.
    pub(crate) description: String,
    /// The schema of the inputs in the dialect's style.
    pub(crate) inputs: Value,
    /// The provider is asked to keep the model to the schema.
    pub(crate) strict: bool,
    /// The tool itself.
    pub(crate) tool: Described<'a>,
}

impl Definition<'_> {
    /// Returns whether a call takes no arguments.
    pub(crate) fn takes_nothing(&self) -> bool {
        let properties = self.inputs.get("properties").and_then(Value::as_object);
        properties.is_none_or(serde_json::Map::is_empty)
    }
}

/// One dialect.
pub(crate) trait Shape: Sync {
    /// Places that its schemas have; of a dialect without a strict mode, the same for both.
    fn style(&self, strict: bool) -> Style;
    /// One tool.
    fn definition(&self, tool: &Definition<'_>) -> Value;
    /// All tools, as the request carries them.
    fn tools(&self, definitions: Vec<Value>) -> Value {
        Value::Array(definitions)
    }
    /// Every call in a message that is to be run.
    fn calls(&self, message: &Value) -> Result<Vec<Call>>;
    /// Part of a message that waits for a person's consent, so that the rest of it waits too.
    fn unconfirmed(&self, _message: &Value) -> Option<String> {
        None
    }
    /// The name of a custom tool that a message calls, in the dialects that have such tools.
    fn custom(&self, _message: &Value) -> Option<String> {
        None
    }
    /// The step of a message without calls, in the protocols whose messages have a state.
    fn step(&self, _message: &Value) -> Option<Turn> {
        None
    }
    /// JSON pointers to the reason why a message ended; the first that is there counts.
    fn ends(&self) -> &'static [&'static str] {
        &[]
    }
    /// Returns `true` for a message that has no such reason because it goes on.
    fn goes_on(&self, _message: &Value) -> bool {
        false
    }
    /// Each call has its own id; else all of a message share one.
    fn ids_are_of_calls(&self) -> bool {
        true
    }
    /// One result.
    fn result(&self, call: &Call, outcome: &Outcome) -> Value;
    /// The message that carries results.
    fn message(&self, results: Vec<Value>) -> Value;
}

/// What the tools of one request share, also if they come from several selections.
#[derive(Clone, Debug)]
pub(crate) struct Offered {
    pub(crate) budget: Budget,
    /// The type of Anthropic's code execution, which calls tools.
    pub(crate) code_execution: Cow<'static, str>,
    /// Whether code may call some of them.
    pub(crate) programs: bool,
}

impl Default for Offered {
    fn default() -> Self {
        Self::with(&Versions::new())
    }
}

impl Offered {
    pub(crate) fn with(versions: &Versions) -> Self {
        let code_execution = versions.anthropic_code_execution.clone();
        Self { budget: Budget::default(), code_execution, programs: false }
    }
}

/// The tools of a selection in a dialect.
pub(crate) fn export(
    dialect: Dialect,
    selection: &Selection,
    options: &ToolOptions,
    offered: &mut Offered,
) -> Result<Export> {
    let shape = dialect.shape();
    let strict = options.mode == Mode::Strict;
    let mut notes = Notes::default();
    if let Some(notice) = dialect.limits().notice {
        notes.note(notice);
    }
    if strict && !has_strict_mode(shape) {
        notes.note(format!("{dialect} has no strict mode: nothing keeps models to these schemas"));
    }
    let code_execution = offered.code_execution.clone();
    let writer = Writer { dialect, options, code_execution: &code_execution };
    writer.missing(&mut notes);
    most(selection.len(), dialect.limits().tools, "tools in one request", &mut notes);
    let mut taken = HashSet::new();
    let mut definitions = Vec::new();
    let names = selection.names_in(dialect);
    for (selected, name) in selection.iter().zip(names) {
        if !taken.insert(name.clone()) {
            return Err(Error::DuplicateName { name });
        }
        notes.tool(&selected.full_name());
        if name != selected.full_name() {
            notes.note(format!("is called `{name}` here"));
        }
        let own = selected.own_inputs();
        most(own.len(), dialect.limits().parameters, "inputs", &mut notes);
        let strict = strict && is_strict(selected, &writer, &mut offered.budget, &mut notes);
        if is_reserved(dialect, &name, &own) {
            return Err(Error::Reserved { dialect: dialect.id(), name });
        }
        let definition = definition(dialect, selected, name, strict, &mut notes);
        let mut written = shape.definition(&definition);
        writer.tool(&mut written, selected, &mut notes);
        offered.programs |= options.callers_of(selected).is_some_and(Callers::has_program);
        definitions.push(written);
    }
    notes.together();
    let definitions = writer.tools(definitions, selection, &mut notes);
    Ok(Export { value: shape.tools(definitions), notes: notes.all })
}

/// A tool of a selection, as its dialect shows it.
fn definition<'s>(
    dialect: Dialect,
    selected: &'s Selected,
    name: String,
    strict: bool,
    notes: &mut Notes,
) -> Definition<'s> {
    let (limit, style) = (dialect.limits().tool_description, dialect.shape().style(strict));
    let (text, inputs) = match selected.kept() {
        Kept::Signature(tool) => (&*tool.description, schema::inputs(tool, style, dialect, notes)),
        Kept::Schema(schema) => {
            let tool = schema.tool();
            let text = tool.description.as_deref().or(tool.title.as_deref());
            (text.unwrap_or_default(), schema.inputs(style, dialect, notes))
        }
    };
    let description = describe::tool(&name, text, limit, notes);
    Definition { description, inputs, name, strict, tool: selected.tool() }
}

fn has_strict_mode(shape: &dyn Shape) -> bool {
    shape.style(true) != shape.style(false)
}

fn is_strict(tool: &Selected, writer: &Writer<'_>, budget: &mut Budget, notes: &mut Notes) -> bool {
    let dialect = writer.dialect;
    if !has_strict_mode(dialect.shape()) {
        return true;
    }
    if let Some(why) = writer.keeps_open(tool) {
        notes.note(format!("is left open, not strict: {why}"));
        return false;
    }
    let needs = match tool.kept() {
        Kept::Signature(signature) => Ok(Needs::new(signature)),
        Kept::Schema(schema) => fit::permits(schema).map(|()| fit::needs(schema)),
    };
    let taken = needs.and_then(|needs| budget.take(needs, dialect.limits()));
    if let Err(why) = &taken {
        notes.note(format!("is left open, not strict: {why}"));
    }
    taken.is_ok()
}

fn most(count: usize, limit: Option<usize>, what: &str, notes: &mut Notes) {
    if let Some(limit) = limit.filter(|limit| count > *limit) {
        notes.note(format!("the provider takes at most {limit} {what}, here are {count}"));
    }
}
