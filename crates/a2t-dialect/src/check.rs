//! Signatures or tools of MCP in, and what each dialect would not take of them: one diagnostic for a
//! place and a rule, whoever asks.

use std::collections::HashMap;

use a2t_core::error::inert;
use a2t_core::{InputParameter, InputType, ToolSignature};
use a2t_schema::Tool;
use serde_json::Value;

use crate::limits::{Name, Text};
use crate::{Dialect, Limit, Limits};

/// One place of a tool, and the limit that it exceeds in some dialects.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Limit that is exceeded.
    pub rule: Limit,
    /// The tool, by its position in the list; `None` for the list itself.
    pub tool: Option<usize>,
    /// JSON pointer into the signature.
    pub pointer: String,
    /// Expected and got, on one line, safe for a terminal.
    pub message: String,
    /// The dialects that do not take it.
    pub dialects: Vec<&'static str>,
}

/// Everything that these dialects do not take of these tools, whose names models see behind
/// `prefix`.
///
/// ```
/// use a2t_dialect::{check, limits};
///
/// # let tool = a2t_core::signature::parse(br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4",
/// #   "name":"Lookup Weather","description":"","version":1,"currentVersion":1}"#).unwrap().signature;
/// let found = check([&tool], "mcp__weather__", limits::ALL); // named `Lookup Weather`
/// let name = found.iter().find(|found| found.pointer == "/name").unwrap();
/// assert_eq!(name.rule.slug(), "provider-tool-name");
/// assert!(name.dialects.contains(&"openai-chat"));
/// ```
pub fn check<'a>(
    tools: impl IntoIterator<Item = &'a ToolSignature>,
    prefix: &str,
    dialects: &[Limits],
) -> Vec<Diagnostic> {
    let mut checker = Checker::default();
    let tools: Vec<_> = tools.into_iter().collect();
    for limits in dialects {
        checker.limits = limits.id;
        checker.list(&tools, prefix, limits);
        for (index, tool) in tools.iter().enumerate() {
            checker.index = Some(index);
            checker.tool(tool, prefix, limits);
        }
    }
    checker.found.sort_by_key(|found| found.tool);
    checker.found
}

/// Everything that these dialects do not take of tools of MCP, as [`check`] tells it of signatures; pointers
/// lead into a tool as its server lists it. Constraints are not told, because a schema has many.
///
/// ```
/// use a2t_dialect::{check_schemas, limits};
///
/// # let value = serde_json::json!({"name": "look/up", "inputSchema": {"type": "object"}});
/// let tool = a2t_schema::Tool::read(&value, "").unwrap(); // named `look/up`
/// let found = check_schemas([&tool], "", limits::ALL);
/// assert!(found.iter().any(|found| found.rule.slug() == "provider-tool-name"));
/// ```
pub fn check_schemas<'a>(
    tools: impl IntoIterator<Item = &'a Tool>,
    prefix: &str,
    dialects: &[Limits],
) -> Vec<Diagnostic> {
    let mut checker = Checker::default();
    let tools: Vec<_> = tools.into_iter().collect();
    for limits in dialects {
        checker.limits = limits.id;
        checker.index = None;
        checker.most(Limit::Tools, "", "tools in one request", tools.len(), limits.tools);
        for (index, tool) in tools.iter().enumerate() {
            checker.index = Some(index);
            checker.schema_tool(tool, prefix, limits);
        }
    }
    checker.found.sort_by_key(|found| found.tool);
    checker.found
}

#[derive(Default)]
struct Checker {
    found: Vec<Diagnostic>,
    /// Smallest limit behind each diagnostic.
    strictest: Vec<usize>,
    /// Positions in both, because each of 10,000 tools may have several.
    known: HashMap<(Option<usize>, Limit, String), usize>,
    limits: &'static str,
    index: Option<usize>,
}

impl Checker {
    fn list(&mut self, tools: &[&ToolSignature], prefix: &str, limits: &Limits) {
        self.index = None;
        self.most(Limit::Tools, "", "tools in one request", tools.len(), limits.tools);
        // Crewai lowers the case of names; nobody can tell such twins apart with it.
        let mut names: Vec<_> = tools
            .iter()
            .enumerate()
            .map(|(index, tool)| (tool.name.to_lowercase(), index))
            .collect();
        names.sort();
        if limits.id != "crewai" {
            return;
        }
        for pair in names.windows(2) {
            if let [(a, first), (b, index)] = pair
                && a == b
                && !same_tool(tools, *first, *index)
            {
                self.index = Some(*index);
                let message =
                    format!("`{}{}` is another tool's name in lower case", inert(prefix), inert(b));
                self.note(Limit::ToolNameTwins, "/name", 0, message);
            }
        }
    }

    fn tool(&mut self, tool: &ToolSignature, prefix: &str, limits: &Limits) {
        let name = format!("{prefix}{}", tool.name);
        if let Some(rule) = &limits.tool_name {
            self.name((Limit::ToolName, Limit::ToolNameLength), "/name", &name, rule);
        }
        self.text("/description", &tool.description, limits.tool_description);
        let inputs = &tool.input_parameters;
        let (at, what) = ("/input_parameters", "inputs");
        self.most(Limit::Parameters, at, what, inputs.len(), limits.parameters);
        let values = inputs.iter().map(|input| match &input.kind {
            InputType::Enum { allowed_values } => allowed_values.len(),
            _ => 0,
        });
        let what = "allowed values in all inputs";
        self.most(Limit::AllowedValues, at, what, values.sum(), limits.allowed_values);
        for (index, input) in inputs.iter().enumerate() {
            self.input(&format!("{at}/{index}"), input, limits);
        }
    }

    fn schema_tool(&mut self, tool: &Tool, prefix: &str, limits: &Limits) {
        let name = format!("{prefix}{}", tool.name);
        if let Some(rule) = &limits.tool_name {
            self.name((Limit::ToolName, Limit::ToolNameLength), "/name", &name, rule);
        }
        let description = tool.description.as_deref().unwrap_or_default();
        self.text("/description", description, limits.tool_description);
        let inputs = tool.input.as_value().get("properties").and_then(Value::as_object);
        let at = "/inputSchema/properties";
        let count = inputs.map_or(0, serde_json::Map::len);
        self.most(Limit::Parameters, at, "inputs", count, limits.parameters);
        for (name, schema) in inputs.into_iter().flatten() {
            let at = format!("{at}/{}", a2t_core::json::segment(name));
            if let Some(rule) = &limits.parameter_name {
                self.name((Limit::ParameterName, Limit::ParameterNameLength), &at, name, rule);
            }
            if let Some(description) = schema.get("description").and_then(Value::as_str) {
                let at = format!("{at}/description");
                self.text(&at, description, limits.parameter_description);
            }
        }
        if limits.id == Dialect::Gemini.id() {
            self.empty_values(tool);
        }
    }

    /// Google's API refuses a request with a tool that has an empty value in an enum.
    fn empty_values(&mut self, tool: &Tool) {
        for (at, text) in tool.input.texts("/inputSchema") {
            if text.is_empty() && at.rsplit('/').nth(1) == Some("enum") {
                let message = "expected values with a character at least, got `\"\"`".to_owned();
                self.note(Limit::EmptyValue, &at, 0, message);
            }
        }
    }

    fn input(&mut self, at: &str, input: &InputParameter, limits: &Limits) {
        if let Some(rule) = &limits.parameter_name {
            let rules = (Limit::ParameterName, Limit::ParameterNameLength);
            self.name(rules, &format!("{at}/name"), &input.name, rule);
        }
        let text = limits.parameter_description;
        self.text(&format!("{at}/description"), &input.description, text);
        let member = match &input.kind {
            InputType::Enum { .. } => "allowed-values",
            InputType::Int { min: Some(_), .. } => "min",
            InputType::Int { max, .. } if *max < i64::from(i32::MAX) => "max",
            InputType::String { max_length: Some(_) } => "max-length",
            _ => return,
        };
        if !limits.has_constraints {
            let message = format!("`{member}` has no place in the schema of an input");
            self.note(Limit::Constraint, &format!("{at}/{member}"), 0, message);
        }
    }

    fn name(&mut self, (spelt, long): (Limit, Limit), at: &str, name: &str, rule: &Name) {
        if !rule.accepts(name) {
            let message = format!("expected a name like {}, got `{}`", rule.pattern, inert(name));
            self.note(spelt, at, 0, message);
        }
        let count = name.chars().count();
        if count > rule.max {
            let message = format!("expected at most {} characters, got {count}", rule.max);
            self.note(long, at, rule.max, message);
        }
    }

    fn text(&mut self, at: &str, text: &str, rule: Text) {
        if rule.required && text.trim().is_empty() {
            let message = "expected a description, got none".to_owned();
            self.note(Limit::DescriptionMissing, at, 0, message);
        }
        let count = text.chars().count();
        if let Some(max) = rule.max.filter(|max| count > *max) {
            let message = format!("expected at most {max} characters, got {count}");
            self.note(Limit::DescriptionLength, at, max, message);
        }
    }

    fn most(&mut self, rule: Limit, at: &str, what: &str, count: usize, max: Option<usize>) {
        if let Some(max) = max.filter(|max| count > *max) {
            let message = format!("expected at most {max} {what}, got {count}");
            self.note(rule, at, max, message);
        }
    }

    /// Adds a diagnostic, or this dialect to that of another about the same; the strictest speaks.
    fn note(&mut self, rule: Limit, pointer: &str, limit: usize, message: String) {
        let next = self.found.len();
        let place = self.known.entry((self.index, rule, pointer.to_owned())).or_insert(next);
        let known = self.found.get_mut(*place).zip(self.strictest.get_mut(*place));
        if let Some((known, strictest)) = known {
            known.dialects.push(self.limits);
            if limit < *strictest {
                *strictest = limit;
                known.message = message;
            }
            return;
        }
        self.strictest.push(limit);
        self.found.push(Diagnostic {
            rule,
            tool: self.index,
            pointer: pointer.to_owned(),
            message,
            dialects: vec![self.limits],
        });
    }
}

/// Versions of one tool share its name.
fn same_tool(tools: &[&ToolSignature], a: usize, b: usize) -> bool {
    let id = |index: usize| tools.get(index).map(|tool| tool.tool_id);
    id(a) == id(b)
}
