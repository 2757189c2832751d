//! What a scenario is run for: the server, its tools and their versions, and the calls that the user allows.

use std::collections::HashMap;
use std::rc::Rc;

use a2t_codegen::no_tool;
use a2t_core::error::inert;
use serde_json::{Value, json};

use super::bound::Bound;
use super::exchange::{Client, short};
use super::package::{ForEach, Scenario};
use crate::command::call::typed;
use crate::report::CommandError;
use crate::text::meant;

pub(super) struct Subject {
    pub(super) name: Name,
    /// The request that its values come from.
    pub(super) source: String,
    pub(super) bound: Bound,
}

/// A name of a subject, which is unique in a scenario.
#[derive(Clone)]
pub(super) struct Name {
    /// What a baseline has: it starts with the id of the tool, because several tools may have one name.
    pub(super) id: Rc<str>,
    /// What people read.
    pub(super) label: Rc<str>,
}

#[derive(Clone)]
struct Tool {
    name: Name,
    value: Rc<Value>,
}

/// A call that the user allows.
struct Call {
    tool: Tool,
    inputs: Vec<Value>,
}

/// The tools of a server, and the calls.
pub(super) struct Subjects {
    base: Bound,
    tools: Vec<Tool>,
    calls: Vec<Call>,
    /// Maximum number of tools of scenarios that send requests.
    examined: usize,
}

/// Pages have at least this share of the tools, so that large catalogs are read in so many requests.
const PAGES: usize = 50;
/// Maximum number of versions of one tool that are requested one by one.
const VERSIONS_MAX: usize = 20;

impl Subjects {
    pub(super) fn new(list: &Value, examined: usize) -> Self {
        let items = list.get("body").and_then(|body| body.get("items")).and_then(Value::as_array);
        let items = items.into_iter().flatten().filter(|item| item.is_object());
        let tools: Vec<_> = items.cloned().collect();
        let small_page = tools.len().div_ceil(PAGES).max(1);
        let catalog = json!({"tools": tools, "small_page": small_page});
        let base = Bound::default().with("catalog", catalog);
        let tool = |value: Value| Tool { name: name(&value), value: Rc::new(value) };
        let mut tools: Vec<_> = tools.into_iter().map(tool).collect();
        distinct(tools.iter_mut().map(|tool| &mut tool.name));
        Self { base, tools, calls: Vec::new(), examined }
    }

    /// Returns the number of tools.
    pub(super) fn count(&self) -> usize {
        self.tools.len()
    }

    /// Reads `TOOL NAME=VALUE…`, perhaps several times, as arguments come.
    pub(super) fn allow(&mut self, arguments: &[String]) -> Result<(), CommandError> {
        // A scenario reports a list that cannot be read, and no scenario of calls is run.
        let arguments = if self.tools.is_empty() { &[] } else { arguments };
        for argument in arguments {
            match self.calls.last_mut() {
                Some(call) if argument.contains('=') => call.push(argument)?,
                _ => {
                    let tool = self.named(argument)?;
                    self.calls.push(Call { tool, inputs: Vec::new() });
                }
            }
        }
        Ok(())
    }

    fn named(&self, wanted: &str) -> Result<Tool, CommandError> {
        let is =
            |tool: &&Tool| ["name", "toolId"].iter().any(|name| text(&tool.value, name) == wanted);
        let found = self.tools.iter().find(is).cloned();
        let names = || self.tools.iter().map(|tool| text(&tool.value, "name"));
        found.ok_or_else(|| CommandError::new(no_tool(wanted, names())))
    }

    /// Returns the subjects of a scenario, before its `when`.
    pub(super) fn of(&self, scenario: &Scenario, client: &mut Client<'_>) -> Vec<Subject> {
        let mut subjects = self.all(scenario, client);
        distinct(subjects.iter_mut().map(|subject| &mut subject.name));
        subjects
    }

    fn all(&self, scenario: &Scenario, client: &mut Client<'_>) -> Vec<Subject> {
        let examined = if scenario.steps.is_empty() { usize::MAX } else { self.examined };
        let tools = self.tools.iter().take(examined);
        match scenario.for_each {
            ForEach::Server => {
                let text: Rc<str> = "the server".into();
                let name = Name { id: Rc::clone(&text), label: text };
                vec![subject(name, "GET /tools", self.base.clone())]
            }
            ForEach::Tool => tools.map(|tool| self.tool(tool)).collect(),
            ForEach::Signature => {
                let listed = self.tools.iter().map(|tool| {
                    let Subject { name, source, bound } = self.tool(tool);
                    Subject { name, source, bound: bound.with("signature", Rc::clone(&tool.value)) }
                });
                let mut found: Vec<_> = listed.collect();
                for tool in self.tools.iter().take(self.examined) {
                    let older = self.versions(tool, client, "signature").into_iter();
                    let listed = tool.value.get("version");
                    found.extend(
                        older.filter(|older| {
                            older.bound.value("signature/version") != listed.cloned()
                        }),
                    );
                }
                found
            }
            ForEach::Version => {
                let tools = self.tools.iter().take(self.examined);
                tools.flat_map(|tool| self.versions(tool, client, "version")).collect()
            }
            ForEach::Call => self.calls.iter().map(|call| self.call(call)).collect(),
            ForEach::CallInput => self.parameters("input_parameters", "input"),
            ForEach::CallOutput => self.parameters("output_parameters", "output"),
            ForEach::CallVersion => {
                self.calls.iter().flat_map(|call| self.older(call, client)).collect()
            }
        }
    }

    fn tool(&self, tool: &Tool) -> Subject {
        let bound = self.base.with("tool", Rc::clone(&tool.value));
        subject(tool.name.clone(), "GET /tools", bound)
    }

    /// Each listed version of a tool, under this name.
    fn versions(&self, tool: &Tool, client: &mut Client<'_>, name: &str) -> Vec<Subject> {
        let base = self.base.with("tool", Rc::clone(&tool.value));
        let Some(path) = base.fill_text("/tools/{tool/toolId}/versions") else {
            return Vec::new();
        };
        let list = client.versions(&path);
        let items = list.as_ref().and_then(|list| list.get("body")?.get("items")?.as_array());
        let items = items.into_iter().flatten().filter(|item| item.is_object());
        let version = |item: &Value| {
            let number = item.get("version").map(Value::to_string).unwrap_or_default();
            let version = tool.name.of(&format!("@{}", short(&number)));
            subject(version, &format!("GET {path}"), base.with(name, item.clone()))
        };
        items.take(VERSIONS_MAX).map(version).collect()
    }

    fn call(&self, call: &Call) -> Subject {
        let tool = self.tool(&call.tool);
        Subject { bound: tool.bound.with("call", json!({"inputs": call.inputs})), ..tool }
    }

    /// Each input or output of the tools that are called.
    fn parameters(&self, list: &str, name: &str) -> Vec<Subject> {
        let each = |call: &Call| {
            let of = call.tool.value.get(list).and_then(Value::as_array);
            let whole = self.call(call);
            let one = |parameter: Value| {
                let of = whole.name.of(&format!(", {name} {}", short(text(&parameter, "name"))));
                let given =
                    call.inputs.iter().find(|pair| pair.get("name") == parameter.get("name"));
                let mut bound = whole.bound.clone();
                if let Some(value) = given.and_then(|pair| pair.get("value")) {
                    bound.set("input_value", value.clone());
                }
                subject(of, &whole.source, bound.with(name, parameter))
            };
            of.cloned().unwrap_or_default().into_iter().map(one).collect::<Vec<_>>()
        };
        self.calls.iter().flat_map(each).collect()
    }

    /// The earlier versions of a tool that is called, each with the inputs that it has.
    fn older(&self, call: &Call, client: &mut Client<'_>) -> Vec<Subject> {
        let mut found = self.versions(&call.tool, client, "version");
        let newest = call.tool.value.get("version");
        found.retain(|one| one.bound.value("version/version") != newest.cloned());
        for one in &mut found {
            let names = one.bound.value("version/input_parameters/*/name").unwrap_or_default();
            let names = names.as_array().cloned().unwrap_or_default();
            let has = |pair: &&Value| pair.get("name").is_some_and(|name| names.contains(name));
            let (inputs, later): (Vec<_>, Vec<_>) = call.inputs.iter().partition(has);
            one.bound.set("call", json!({"inputs": inputs, "later": later}));
        }
        found
    }
}

impl Name {
    /// Returns the name of a part.
    fn of(&self, part: &str) -> Self {
        let Self { id, label } = self;
        Self { id: format!("{id}{part}").into(), label: format!("{label}{part}").into() }
    }
}

/// Numbers the names whose ids are there already.
fn distinct<'n>(names: impl Iterator<Item = &'n mut Name>) {
    let mut counts: HashMap<Rc<str>, usize> = HashMap::new();
    for name in names {
        let whole = name.clone();
        while counts.contains_key(&name.id) {
            let count = counts.entry(Rc::clone(&whole.id)).or_insert(1);
            *count = count.saturating_add(1);
            *name = whole.of(&format!(" #{count}"));
        }
        counts.insert(Rc::clone(&name.id), 1);
    }
}

impl Call {
    fn push(&mut self, argument: &str) -> Result<(), CommandError> {
        let inputs = self.tool.value.get("input_parameters").and_then(Value::as_array);
        let inputs = inputs.into_iter().flatten();
        let inputs: Vec<_> = inputs.map(|input| (text(input, "name"), json_type(input))).collect();
        let (name, value) = typed(inputs.iter().copied(), argument)?;
        if !inputs.iter().any(|(known, _)| *known == name) {
            let meant = meant(&name, inputs.iter().map(|(known, _)| *known));
            let (name, tool) = (inert(&name), &self.tool.name.label);
            return Err(CommandError::new(format!("`{tool}` has no input `{name}`{meant}")));
        }
        if self.inputs.iter().any(|pair| text(pair, "name") == name) {
            let (name, tool) = (inert(&name), &self.tool.name.label);
            let advice = "to call it again, repeat `--invoke`";
            let error = format!("the input `{name}` of `{tool}` is given twice; {advice}");
            return Err(CommandError::new(error));
        }
        self.inputs.push(json!({"name": name, "value": value}));
        Ok(())
    }
}

fn subject(name: Name, source: &str, bound: Bound) -> Subject {
    Subject { name, source: source.to_owned(), bound }
}

fn text<'v>(value: &'v Value, member: &str) -> &'v str {
    value.get(member).and_then(Value::as_str).unwrap_or_default()
}

fn json_type(input: &Value) -> &'static str {
    match text(input, "type") {
        "int" => "integer",
        "boolean" => "boolean",
        _ => "string",
    }
}

/// The name and the id of a tool; each stands for the other if one is missing.
fn name(tool: &Value) -> Name {
    let first = |members: [&str; 2]| -> Rc<str> {
        let known = members.into_iter().map(|member| text(tool, member));
        short(known.into_iter().find(|text| !text.is_empty()).unwrap_or("a tool without name"))
            .into()
    };
    Name { id: first(["toolId", "name"]), label: first(["name", "toolId"]) }
}
