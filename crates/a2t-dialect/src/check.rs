//! Checks tools, of A2T or of MCP, and returns what each dialect would not take of them: one
//! diagnostic for each location and rule.

use std::collections::HashMap;

use a2t_core::error::inert;
use a2t_core::json::segment;
use a2t_core::{InputParameter, InputType, ToolSignature};
use a2t_schema::Tool;
use serde_json::Value;

use crate::limits::{Name, Text};
use crate::{Described, Dialect, Limit, Limits};

/// One location of a tool, and the limit that it exceeds in some dialects.
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

/// Returns everything that these dialects do not take of these tools, whose names models see behind
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
///
/// Pointers into a tool of MCP lead into the tool as its server lists it. Its constraints are not
/// reported, because a schema has many.
///
/// ```
/// # use a2t_dialect::{check, limits};
/// # let value = serde_json::json!({"name": "look/up", "inputSchema": {"type": "object"}});
/// let tool = a2t_schema::Tool::read(&value, "").unwrap(); // named `look/up`
/// let found = check([&tool], "", limits::ALL);
/// assert!(found.iter().any(|found| found.rule.slug() == "provider-tool-name"));
/// ```
pub fn check<'a, T: Into<Described<'a>>>(
    tools: impl IntoIterator<Item = T>,
    prefix: &str,
    dialects: &[Limits],
) -> Vec<Diagnostic> {
    let mut checker = Checker::default();
    let tools: Vec<_> = tools.into_iter().map(|tool| View::new(tool.into())).collect();
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

/// What is checked of a tool, however it is described.
struct View<'a> {
    tool: Described<'a>,
    description: &'a str,
    /// JSON pointer of the inputs.
    inputs_at: &'static str,
    inputs: Vec<Input<'a>>,
    /// Number of allowed values in all inputs.
    values: usize,
    /// JSON pointers of empty values of enums.
    empty: Vec<String>,
}

struct Input<'a> {
    /// JSON pointer.
    at: String,
    name: &'a str,
    /// End of the pointer of the name.
    name_at: &'static str,
    description: Option<&'a str>,
    /// The member that is a range, a length or allowed values.
    constraint: Option<&'static str>,
}

impl<'a> View<'a> {
    fn new(tool: Described<'a>) -> Self {
        match tool {
            Described::Signature(signature) => Self::of_signature(tool, signature),
            Described::Schema(schema) => Self::of_schema(tool, schema),
        }
    }

    fn of_signature(tool: Described<'a>, signature: &'a ToolSignature) -> Self {
        let inputs_at = "/input_parameters";
        let inputs = &signature.input_parameters;
        let values = inputs
            .iter()
            .map(|input| input.kind.constraints().allowed_values.map_or(0, <[_]>::len));
        let input = |(index, input): (usize, &'a InputParameter)| Input {
            at: format!("{inputs_at}/{index}"),
            name: &input.name,
            name_at: "/name",
            description: Some(&input.description),
            constraint: constraint(&input.kind),
        };
        Self {
            tool,
            description: &signature.description,
            inputs_at,
            values: values.sum(),
            inputs: inputs.iter().enumerate().map(input).collect(),
            empty: Vec::new(),
        }
    }

    fn of_schema(tool: Described<'a>, schema: &'a Tool) -> Self {
        let inputs_at = "/inputSchema/properties";
        let inputs = schema.input.as_value().get("properties").and_then(Value::as_object);
        let input = |(name, schema): (&'a String, &'a Value)| Input {
            at: format!("{inputs_at}/{}", segment(name)),
            name,
            name_at: "",
            description: schema.get("description").and_then(Value::as_str),
            constraint: None,
        };
        let texts = schema.input.texts("/inputSchema").into_iter();
        let empty =
            texts.filter(|(at, text)| text.is_empty() && at.rsplit('/').nth(1) == Some("enum"));
        Self {
            tool,
            description: schema.description.as_deref().unwrap_or_default(),
            inputs_at,
            inputs: inputs.into_iter().flatten().map(input).collect(),
            values: 0,
            empty: empty.map(|(at, _)| at).collect(),
        }
    }
}

/// The member of an input that is a constraint.
fn constraint(kind: &InputType) -> Option<&'static str> {
    match kind {
        InputType::Enum { .. } => Some("allowed-values"),
        InputType::Int { min: Some(_), .. } => Some("min"),
        InputType::Int { max, .. } if *max < i64::from(i32::MAX) => Some("max"),
        InputType::String { max_length: Some(_) } => Some("max-length"),
        _ => None,
    }
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
    fn list(&mut self, tools: &[View<'_>], prefix: &str, limits: &Limits) {
        self.index = None;
        self.most(Limit::Tools, "", "tools in one request", tools.len(), limits.tools);
        if limits.id != Dialect::Crewai.id() {
            return;
        }
        // Crewai lowers the case of names, so it cannot distinguish such names.
        let names = tools.iter().map(|tool| tool.tool.name().to_lowercase());
        let mut names: Vec<_> = names.zip(tools).enumerate().collect();
        names.sort_by(|(_, (a, _)), (_, (b, _))| a.cmp(b));
        for pair in names.windows(2) {
            if let [(_, (a, first)), (index, (b, second))] = pair
                && a == b
                && !first.tool.is_same_tool(second.tool)
            {
                self.index = Some(*index);
                let message =
                    format!("`{}{}` is another tool's name in lower case", inert(prefix), inert(b));
                self.note(Limit::DuplicateToolName, "/name", 0, message);
            }
        }
    }

    fn tool(&mut self, tool: &View<'_>, prefix: &str, limits: &Limits) {
        let name = format!("{prefix}{}", tool.tool.name());
        if let Some(rule) = &limits.tool_name {
            self.name(rule, Limit::ToolName, Limit::ToolNameLength, "/name", &name);
        }
        self.text("/description", tool.description, limits.tool_description);
        let at = tool.inputs_at;
        self.most(Limit::Parameters, at, "inputs", tool.inputs.len(), limits.parameters);
        let what = "allowed values in all inputs";
        self.most(Limit::AllowedValues, at, what, tool.values, limits.allowed_values);
        for input in &tool.inputs {
            self.input(input, limits);
        }
        // Google's API refuses a request with a tool that has an empty value in an enum.
        if limits.id == Dialect::Gemini.id() {
            for at in &tool.empty {
                let message = "expected values with a character at least, got `\"\"`".to_owned();
                self.note(Limit::EmptyValue, at, 0, message);
            }
        }
    }

    fn input(&mut self, input: &Input<'_>, limits: &Limits) {
        let at = &input.at;
        if let Some(rule) = &limits.parameter_name {
            let (spelt, long) = (Limit::ParameterName, Limit::ParameterNameLength);
            self.name(rule, spelt, long, &format!("{at}{}", input.name_at), input.name);
        }
        if let Some(description) = input.description {
            let at = format!("{at}/description");
            self.text(&at, description, limits.parameter_description);
        }
        if let Some(member) = input.constraint.filter(|_| !limits.has_constraints) {
            let message = format!("`{member}` has no place in the schema of an input");
            self.note(Limit::Constraint, &format!("{at}/{member}"), 0, message);
        }
    }

    /// Notes a name that is spelt as the rule forbids, or too long.
    fn name(&mut self, rule: &Name, spelt: Limit, long: Limit, at: &str, name: &str) {
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
        let index = self.known.entry((self.index, rule, pointer.to_owned())).or_insert(next);
        let known = self.found.get_mut(*index).zip(self.strictest.get_mut(*index));
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
