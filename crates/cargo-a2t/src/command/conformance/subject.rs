//! What a scenario is run for: the server, its tools and their versions, and the calls that the user allows.

use std::rc::Rc;

use a2t_codegen::no_tool;
use a2t_core::error::inert;
use serde_json::{Value, json};

use super::bound::{Bound, encoded};
use super::exchange::{Client, short};
use super::package::{ForEach, Scenario};
use crate::command::call::typed;
use crate::report::CommandError;
use crate::text::meant;

pub(super) struct Subject {
    pub(super) label: String,
    /// The request that its values come from.
    pub(super) source: String,
    pub(super) bound: Bound,
}

/// A call that the user allows.
struct Call {
    tool: Rc<Value>,
    inputs: Vec<Value>,
}

/// The tools of a server, and the calls.
pub(super) struct Subjects {
    base: Bound,
    tools: Vec<Rc<Value>>,
    calls: Vec<Call>,
    /// The most tools of scenarios that send requests.
    examined: usize,
}

/// Pages have at least this share of the tools, so that large catalogs are read in so many requests.
const PAGES: usize = 50;
/// The most versions of one tool that are requested one by one.
const VERSIONS_MAX: usize = 20;

impl Subjects {
    pub(super) fn new(list: &Value, examined: usize) -> Self {
        let items = list.get("body").and_then(|body| body.get("items")).and_then(Value::as_array);
        let items = items.into_iter().flatten().filter(|item| item.is_object());
        let tools: Vec<_> = items.cloned().collect();
        let small_page = tools.len().div_ceil(PAGES).max(1);
        let catalog = json!({"tools": tools, "small_page": small_page});
        let base = Bound::default().with("catalog", catalog);
        let tools = tools.into_iter().map(Rc::new).collect();
        Self { base, tools, calls: Vec::new(), examined }
    }

    /// Returns the number of tools, and of those that requests are sent for.
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.tools.len(), self.tools.len().min(self.examined))
    }

    /// Returns whether the user allows a call.
    pub(super) fn has_calls(&self) -> bool {
        !self.calls.is_empty()
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

    fn named(&self, wanted: &str) -> Result<Rc<Value>, CommandError> {
        let is =
            |tool: &&Rc<Value>| ["name", "toolId"].iter().any(|name| text(tool, name) == wanted);
        let found = self.tools.iter().find(is).cloned();
        let names = || self.tools.iter().map(|tool| text(tool, "name"));
        found.ok_or_else(|| CommandError::new(no_tool(wanted, names())))
    }

    /// Returns the subjects of a scenario, before its `when`.
    pub(super) fn of(&self, scenario: &Scenario, client: &mut Client<'_>) -> Vec<Subject> {
        let examined = if scenario.steps.is_empty() { usize::MAX } else { self.examined };
        let tools = self.tools.iter().take(examined);
        match scenario.for_each {
            ForEach::Server => {
                vec![subject("the server".to_owned(), "GET /tools", self.base.clone())]
            }
            ForEach::Tool => tools.map(|tool| self.tool(tool)).collect(),
            ForEach::Signature => {
                let listed = self.tools.iter().map(|tool| {
                    let Subject { label, source, bound } = self.tool(tool);
                    Subject { label, source, bound: bound.with("signature", Rc::clone(tool)) }
                });
                let mut found: Vec<_> = listed.collect();
                for tool in self.tools.iter().take(self.examined) {
                    let older = self.versions(tool, client, "signature").into_iter();
                    found.extend(older.filter(|older| {
                        older.bound.value("signature/version") != tool.get("version").cloned()
                    }));
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

    fn tool(&self, tool: &Rc<Value>) -> Subject {
        subject(label(tool), "GET /tools", self.base.with("tool", Rc::clone(tool)))
    }

    /// Each listed version of a tool, under this name.
    fn versions(&self, tool: &Rc<Value>, client: &mut Client<'_>, name: &str) -> Vec<Subject> {
        let id = text(tool, "toolId");
        if id.is_empty() {
            return Vec::new();
        }
        let path = format!("/tools/{}/versions", encoded(&short(id)));
        let list = client.versions(&path);
        let items = list.as_ref().and_then(|list| list.get("body")?.get("items")?.as_array());
        let items = items.into_iter().flatten().filter(|item| item.is_object());
        let version = |item: &Value| {
            let number = item.get("version").map(Value::to_string).unwrap_or_default();
            let label = format!("{}@{}", label(tool), short(&number));
            let bound = self.base.with("tool", Rc::clone(tool)).with(name, item.clone());
            subject(label, &format!("GET {path}"), bound)
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
            let of = call.tool.get(list).and_then(Value::as_array).cloned().unwrap_or_default();
            let whole = self.call(call);
            let one = |parameter: Value| {
                let label = format!("{}, {name} {}", whole.label, short(text(&parameter, "name")));
                let given =
                    call.inputs.iter().find(|pair| pair.get("name") == parameter.get("name"));
                let mut bound = whole.bound.clone();
                if let Some(value) = given.and_then(|pair| pair.get("value")) {
                    bound.set("input_value", value.clone());
                }
                subject(label, &whole.source, bound.with(name, parameter))
            };
            of.into_iter().map(one).collect::<Vec<_>>()
        };
        self.calls.iter().flat_map(each).collect()
    }

    /// The earlier versions of a tool that is called, each with the inputs that it has.
    fn older(&self, call: &Call, client: &mut Client<'_>) -> Vec<Subject> {
        let mut found = self.versions(&call.tool, client, "version");
        found.retain(|one| one.bound.value("version/version") != call.tool.get("version").cloned());
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

impl Call {
    fn push(&mut self, argument: &str) -> Result<(), CommandError> {
        let inputs = self.tool.get("input_parameters").and_then(Value::as_array);
        let inputs = inputs.into_iter().flatten();
        let inputs: Vec<_> = inputs.map(|input| (text(input, "name"), json_type(input))).collect();
        let (name, value) = typed(inputs.iter().copied(), argument)?;
        if !inputs.iter().any(|(known, _)| *known == name) {
            let meant = meant(&name, inputs.iter().map(|(known, _)| *known));
            let (name, tool) = (inert(&name), label(&self.tool));
            return Err(CommandError::new(format!("`{tool}` has no input `{name}`{meant}")));
        }
        self.inputs.push(json!({"name": name, "value": value}));
        Ok(())
    }
}

fn subject(label: String, source: &str, bound: Bound) -> Subject {
    Subject { label, source: source.to_owned(), bound }
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

/// The name by which people know a tool, or its id.
fn label(tool: &Value) -> String {
    let known = ["name", "toolId"].into_iter().map(|member| text(tool, member));
    short(known.into_iter().find(|text| !text.is_empty()).unwrap_or("a tool without name"))
}
