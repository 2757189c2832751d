//! The options of tools in the members of each provider, in one table; what has no place is a note.

use serde_json::{Value, json};

use super::{CacheTime, Callers, Namespace, ToolOptions};
use crate::export::Notes;
use crate::provider::{outputs, set_at};
use crate::{Dialect, Selected, Selection, names};

/// Members of a definition that an option is written to, by dialect; the steps of a path are separated by `/`.
type Places = &'static [(Dialect, &'static [&'static str])];

const OUTPUTS: Places = &[
    (Dialect::AzureFoundryV2, &["output_schema"]),
    (Dialect::Gemini, &["responseJsonSchema"]),
    // These always have it.
    (Dialect::Mcp, &[]),
    (Dialect::OpenaiResponses, &["output_schema"]),
    (Dialect::VercelAi, &[]),
];
const CALLERS: Places = &[
    (Dialect::Anthropic, &["allowed_callers"]),
    (Dialect::AzureFoundryV2, &["allowed_callers"]),
    (Dialect::Langchain, &["extras/allowed_callers"]),
    (Dialect::OpenaiResponses, &["allowed_callers"]),
    (Dialect::VercelAi, &["providerOptions/anthropic/allowedCallers"]),
];
const DEFERRED: Places = &[
    (Dialect::Anthropic, &["defer_loading"]),
    (Dialect::AzureFoundryV2, &["defer_loading"]),
    (Dialect::Langchain, &["extras/defer_loading"]),
    (Dialect::OpenaiResponses, &["defer_loading"]),
    (
        Dialect::VercelAi,
        &["providerOptions/anthropic/deferLoading", "providerOptions/openai/deferLoading"],
    ),
];
const ASYNCHRONOUS: Places =
    &[(Dialect::AzureFoundryV2, &["async"]), (Dialect::OpenaiResponses, &["async"])];
const EXAMPLES: Places = &[
    (Dialect::Anthropic, &["input_examples"]),
    (Dialect::Langchain, &["extras/input_examples"]),
    (Dialect::VercelAi, &["inputExamples"]),
];
const EAGER_INPUT: Places = &[
    (Dialect::Anthropic, &["eager_input_streaming"]),
    (Dialect::Langchain, &["extras/eager_input_streaming"]),
    (Dialect::VercelAi, &["providerOptions/anthropic/eagerInputStreaming"]),
];
const APPROVAL: Places =
    &[(Dialect::BedrockAgents, &["requireConfirmation"]), (Dialect::VercelAi, &["needsApproval"])];
const CACHE: Places = &[
    (Dialect::Anthropic, &["cache_control"]),
    // An entry of its list.
    (Dialect::BedrockConverse, &[]),
    (Dialect::Langchain, &["extras/cache_control"]),
    (Dialect::VercelAi, &["providerOptions/anthropic/cacheControl"]),
];
const NAMESPACES: Places = &[(Dialect::AzureFoundryV2, &[]), (Dialect::OpenaiResponses, &[])];

/// Dialects whose code of a model runs in Anthropic's code execution.
const CODE_EXECUTION: [Dialect; 3] = [Dialect::Anthropic, Dialect::Langchain, Dialect::VercelAi];

/// Writes the options of one selection in a dialect.
pub(crate) struct Writer<'a> {
    pub(crate) dialect: Dialect,
    pub(crate) options: &'a ToolOptions,
    /// The type of Anthropic's code execution, which calls tools.
    pub(crate) code_execution: &'a str,
}

impl Writer<'_> {
    /// Notes the options that the dialect has no place for.
    pub(crate) fn missing(&self, notes: &mut Notes) {
        let ToolOptions { callers, .. } = self.options;
        let live = match self.dialect {
            Dialect::Gemini => {
                "asynchronous calls have no place here: only the Live API takes them"
            }
            _ => "asynchronous calls have no place here: the model waits for each result",
        };
        let is_programmatic = callers.is_some_and(Callers::has_program);
        for (is_set, places, note) in [
            (self.options.outputs, OUTPUTS, "the schema of outputs has no place here"),
            (
                is_programmatic,
                CALLERS,
                "programmatic calls have no place here: only the model calls the tools",
            ),
            (
                self.options.deferred,
                DEFERRED,
                "deferred loading has no place here: all tools are loaded",
            ),
            (self.options.asynchronous, ASYNCHRONOUS, live),
            (self.options.examples, EXAMPLES, "example calls have no place here"),
            (self.options.eager_input, EAGER_INPUT, "eager streaming of inputs has no place here"),
            (
                self.options.approval,
                APPROVAL,
                "an approval has no place here: the program asks before it runs a tool",
            ),
            (self.options.cache.is_some(), CACHE, "a breakpoint of the cache has no place here"),
            (
                self.options.namespace.is_some() || self.options.namespaces,
                NAMESPACES,
                "a namespace has no place here: the tools stand among the others",
            ),
        ] {
            if is_set && self.places(places).is_none() {
                notes.note(note);
            }
        }
    }

    /// Returns why a tool cannot be strict with these options.
    pub(crate) fn keeps_open(&self, tool: &Selected) -> Option<&'static str> {
        let is_programmatic = self.options.callers_of(tool).is_some_and(Callers::has_program);
        (is_programmatic && self.dialect == Dialect::Anthropic)
            .then_some("code may call no strict tool of this provider")
    }

    /// Writes the options into the definition of a tool.
    pub(crate) fn tool(&self, definition: &mut Value, tool: &Selected, notes: &mut Notes) {
        let options = self.options;
        if options.outputs
            && let Some(schema) = outputs::schema(tool.tool())
        {
            self.put(definition, OUTPUTS, &schema);
        }
        if let Some(callers) = options.callers_of(tool) {
            if Some(callers) != options.callers && self.places(CALLERS).is_some() {
                notes.note("only the model may call it: it is not approved as read-only");
            }
            self.put(definition, CALLERS, &self.callers(callers));
        }
        for (is_set, places) in [
            (options.deferred, DEFERRED),
            (options.asynchronous, ASYNCHRONOUS),
            (options.eager_input, EAGER_INPUT),
        ] {
            if is_set {
                self.put(definition, places, &json!(true));
            }
        }
        if options.examples && self.places(EXAMPLES).is_some() {
            match self.examples(tool) {
                Some(examples) => self.put(definition, EXAMPLES, &examples),
                None => notes.note("has no example call: its required inputs have no examples"),
            }
        }
        if options.approval && !tool.hints().read_only {
            let value = match self.dialect {
                Dialect::BedrockAgents => json!("ENABLED"),
                _ => json!(true),
            };
            self.put(definition, APPROVAL, &value);
        }
    }

    /// Writes the options of all tools together into their definitions.
    pub(crate) fn tools(
        &self,
        mut definitions: Vec<Value>,
        tools: &Selection,
        notes: &mut Notes,
    ) -> Vec<Value> {
        if let (Some(time), Some(last)) = (self.options.cache, definitions.last_mut()) {
            let is_deferred = self.options.deferred && self.places(DEFERRED).is_some();
            match self.dialect {
                Dialect::BedrockConverse => {
                    definitions
                        .push(json!({ "cachePoint": { "type": "default", "ttl": ttl(time) } }));
                }
                _ if is_deferred => {
                    notes.note("a tool that is loaded later can be no breakpoint of the cache");
                }
                _ => {
                    let control = json!({ "type": "ephemeral", "ttl": ttl(time) });
                    self.put(last, CACHE, &control);
                }
            }
        }
        if self.places(NAMESPACES).is_some() {
            return self.grouped(definitions, tools);
        }
        definitions
    }

    /// Puts the tools of each namespace into its group.
    fn grouped(&self, definitions: Vec<Value>, tools: &Selection) -> Vec<Value> {
        let mut groups: Vec<(&Namespace, Vec<Value>)> = Vec::new();
        let mut others = Vec::new();
        for (definition, tool) in definitions.into_iter().zip(tools.iter()) {
            let catalog = tool.catalog.as_deref().filter(|_| self.options.namespaces);
            let Some(namespace) = catalog.or(self.options.namespace.as_ref()) else {
                others.push(definition);
                continue;
            };
            match groups.iter_mut().find(|(known, _)| known.name == namespace.name) {
                Some((_, group)) => group.push(definition),
                None => groups.push((namespace, vec![definition])),
            }
        }
        let own: Vec<_> = groups.iter().map(|(namespace, _)| namespace.name.as_str()).collect();
        let names = names::accepted(&own, self.dialect.limits().tool_name.as_ref());
        let mut written = Vec::new();
        for ((namespace, tools), name) in groups.into_iter().zip(names) {
            written.push(json!({
                "type": "namespace",
                "name": name,
                "description": namespace.description,
                "tools": tools,
            }));
        }
        written.extend(others);
        written
    }

    fn places(&self, places: Places) -> Option<&'static [&'static str]> {
        places.iter().find(|(dialect, _)| *dialect == self.dialect).map(|(_, places)| *places)
    }

    fn put(&self, definition: &mut Value, places: Places, value: &Value) {
        let tool = match (self.dialect, definition) {
            // A definition is a member that is named after the tool.
            (Dialect::VercelAi, Value::Object(members)) => members.values_mut().next(),
            (_, definition) => Some(definition),
        };
        let Some(tool) = tool else { return };
        for place in self.places(places).unwrap_or_default() {
            set_at(tool, place, value.clone());
        }
    }

    fn callers(&self, callers: Callers) -> Value {
        let is_code = CODE_EXECUTION.contains(&self.dialect);
        let program = if is_code { self.code_execution } else { "programmatic" };
        match callers {
            Callers::Model => json!(["direct"]),
            Callers::Program => json!([program]),
            Callers::Both => json!(["direct", program]),
        }
    }

    fn examples(&self, tool: &Selected) -> Option<Value> {
        let examples = tool.examples_in(self.dialect);
        let examples = examples.into_iter().map(|input| match self.dialect {
            Dialect::VercelAi => json!({ "input": input }),
            _ => Value::Object(input),
        });
        let examples: Vec<_> = examples.collect();
        (!examples.is_empty()).then(|| examples.into())
    }
}

fn ttl(time: CacheTime) -> &'static str {
    match time {
        CacheTime::FiveMinutes => "5m",
        CacheTime::OneHour => "1h",
    }
}
