//! Every rule of the draft, applied to a signature and to a catalog of them.

use std::collections::HashMap;

use super::extension;
use super::location::At;
use super::preconditions;
use super::problem_type::broken_in;
use super::rule::{self, ALLOWED_VALUES_MAX, PARAMETERS_MAX, Violated, quote};
use super::shape::broken;
use super::unknown::Unknown;
use super::{
    AllowedValue, Constraints, InputParameter, JsonShape, OutputParameter, OutputType,
    ToolSignature,
};
use crate::error::{Code, Violation, Violations};

impl ToolSignature {
    /// Returns every rule of the draft that this signature breaks, with JSON pointers into its
    /// document.
    pub fn check(&self) -> Violations {
        check(self, &At::root(""), Strictness::Written).0
    }
}

/// Returns every rule that tools break only together: one name or one id twice (A2T-13, A2T-15),
/// two names that look alike (spec note AMB-35), or an item of `GET /tools` that is not its tool's
/// newest version (A2T-11). Pointers start at the list.
pub fn check_catalog<'a>(tools: impl IntoIterator<Item = &'a ToolSignature>) -> Violations {
    let mut names = HashMap::new();
    let mut ids = HashMap::new();
    let mut found = Violations::default();
    let mut shown = Vec::new();
    let root = At::root("");
    for (index, tool) in tools.into_iter().enumerate() {
        let at = root.index(index);
        shown.push(&*tool.name);
        if let Some(first) = names.insert(&*tool.name, index) {
            found.push_with(|| duplicate(&at, "name", first).got(quote(&tool.name)));
        }
        if let Some(first) = ids.insert(tool.tool_id, index) {
            found.push_with(|| duplicate(&at, "toolId", first).got(tool.tool_id.to_string()));
        }
        if tool.version != tool.current_version {
            found.push_with(|| {
                at.violation(Code::NotCurrent, "version")
                    .expected(format!("version {} (currentVersion)", tool.current_version))
                    .got(tool.version.to_string())
            });
        }
    }
    unlike(&mut found, &root, "name", shown.into_iter());
    found
}

/// No two names that look alike: a model or a reviewer takes one for the other.
fn unlike<'t>(
    found: &mut Violations,
    at: &At<'_>,
    member: &str,
    names: impl Iterator<Item = &'t str> + Clone,
) {
    for (index, first) in rule::look_alikes(names.clone()) {
        found.push_with(|| {
            let name = |index| names.clone().nth(index).unwrap_or_default();
            let violation = at.index(index).violation(Code::LookAlike, member);
            violation
                .expected(format!("a name that does not look like `{}`", name(first)))
                .got(format!("`{}`", name(index).escape_default()))
        });
    }
}

fn duplicate(at: &At<'_>, member: &str, first: usize) -> Violation {
    let expected = format!("another {member} than that of tool {first} of the list");
    at.violation(Code::DuplicateTool, member).expected(expected)
}

/// Strictness of a check about what can mean one thing only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Strictness {
    /// For authors: it is a violation.
    Written,
    /// For readers: it is a remark.
    Read,
}

struct Checker {
    found: Violations,
    remarks: Violations,
    strictness: Strictness,
}

/// Returns the violations and the remarks.
pub(super) fn check(
    signature: &ToolSignature,
    at: &At<'_>,
    strictness: Strictness,
) -> (Violations, Violations) {
    let (found, remarks) = (Violations::default(), Violations::default());
    let mut checker = Checker { found, remarks, strictness };
    checker.tool(signature, at);
    (checker.found, checker.remarks)
}

impl Checker {
    fn tool(&mut self, tool: &ToolSignature, at: &At<'_>) {
        self.note(at, "name", rule::tool_name(&tool.name));
        if let Some(title) = &tool.title {
            self.note(at, "title", rule::title(title));
        }
        self.note(at, "description", rule::tool_description(&tool.description));
        if let Some(img) = &tool.img {
            self.note(at, "img", rule::one_line(img));
        }
        self.note(at, "version", rule::version(tool.version));
        self.note(at, "currentVersion", rule::version(tool.current_version));
        if let Some(deprecated) = &tool.deprecated {
            let at = at.member("deprecated");
            self.note(&at, "since", rule::day(&deprecated.since));
            self.note(&at, "note", rule::deprecation_note(&deprecated.note));
        }
        self.note(&at.member("annotations"), "destructiveHint", rule::hints(tool.hints));
        let preconditions = tool.preconditions.as_ref().and_then(preconditions::broken);
        self.extension(&at.member("preconditions"), preconditions);
        self.extension(&at.member("errors"), broken_in(&tool.errors, tool.tool_id));
        let tags = at.member("tags");
        for (index, tag) in tool.tags.iter().enumerate() {
            self.note_at(&tags.index(index), rule::one_line(tag));
        }
        self.inputs(&tool.input_parameters, &at.member("input_parameters"));
        self.outputs(&tool.output_parameters, &at.member("output_parameters"));
    }

    /// Reports violations of the rules of a documented extension.
    fn extension(&mut self, at: &At<'_>, broken: Option<Unknown>) {
        if let Some(broken) = broken {
            let violation = Violation::new(Code::UnknownMember, at.pointer() + &broken.pointer);
            self.found.push(violation.expected(broken.expected).got(broken.got));
        }
    }

    fn inputs(&mut self, inputs: &[InputParameter], at: &At<'_>) {
        self.size(at, inputs.len(), PARAMETERS_MAX, "parameters");
        for (index, input) in inputs.iter().enumerate() {
            let at = at.index(index);
            self.parameter(&at, &input.id, &input.name, &input.description);
            if let Some(format) = &input.format {
                let violated = extension::format(format, &input.kind).err();
                self.extension(&at.member("format"), violated);
            }
            let Constraints { min, max, allowed_values, .. } = input.kind.constraints();
            if let Some(max) = max {
                self.note(&at, "min", rule::range(min, max));
            }
            if let Some(values) = allowed_values {
                self.choices(values, &at.member("allowed-values"), true);
            }
        }
        self.unique(at, "id", inputs.iter().map(|input| &*input.id), Code::DuplicateId);
        self.unique(at, "name", inputs.iter().map(|input| &*input.name), Code::DuplicateName);
        let names = inputs.iter().map(|input| &*input.name);
        unlike(&mut self.found, at, "name", names);
    }

    fn outputs(&mut self, outputs: &[OutputParameter], at: &At<'_>) {
        self.size(at, outputs.len(), PARAMETERS_MAX, "parameters");
        for (index, output) in outputs.iter().enumerate() {
            let at = at.index(index);
            self.parameter(&at, &output.id, &output.name, &output.description);
            if let OutputType::Enum { allowed_values } = &output.kind {
                self.choices(allowed_values, &at.member("allowed-values"), false);
            }
            if let OutputType::Described { shape } = &output.kind {
                self.shape(shape, &at.member("schema"));
            }
        }
        self.unique(at, "id", outputs.iter().map(|output| &*output.id), Code::DuplicateId);
        self.unique(at, "name", outputs.iter().map(|output| &*output.name), Code::DuplicateName);
        let names = outputs.iter().map(|output| &*output.name);
        unlike(&mut self.found, at, "name", names);
    }

    fn parameter(&mut self, at: &At<'_>, id: &str, name: &str, description: &str) {
        self.note(at, "id", rule::parameter_name(id));
        self.note(at, "name", rule::parameter_name(name));
        self.note(at, "description", rule::parameter_description(description));
    }

    fn choices(&mut self, values: &[AllowedValue], at: &At<'_>, required: bool) {
        if values.is_empty() && required {
            let violation = Violation::new(Code::EmptyEnum, at.pointer());
            self.found.push(violation.expected("at least one allowed value").got("none"));
        }
        self.size(at, values.len(), ALLOWED_VALUES_MAX, "allowed values");
        for (index, value) in values.iter().enumerate() {
            let at = at.index(index);
            self.choice(&at.member("name"), &value.name);
            self.note(&at, "description", rule::description(&value.description));
        }
        self.unique(at, "name", values.iter().map(|v| &*v.name), Code::DuplicateAllowedValue);
    }

    fn choice(&mut self, at: &At<'_>, name: &str) {
        let violated = rule::allowed_value_name(name);
        if self.strictness == Strictness::Written || !rule::is_digit_first(name) {
            return self.note_at(at, violated);
        }
        if let Err(violated) = violated {
            self.remarks.push_with(|| {
                Violation::new(Code::DigitFirst, at.pointer())
                    .expected(violated.expected)
                    .got(violated.got)
                    .reason("taken as it is (spec note AMB-52)")
            });
        }
    }

    fn shape(&mut self, shape: &JsonShape, at: &At<'_>) {
        if let Some((pointer, violated)) = broken(shape) {
            let violation = Violation::new(violated.code, at.pointer() + &pointer);
            self.found.push(violation.expected(violated.expected).got(violated.got));
        }
    }

    fn unique<'t>(
        &mut self,
        at: &At<'_>,
        member: &str,
        texts: impl Iterator<Item = &'t str>,
        code: Code,
    ) {
        // An empty one is another mistake.
        let texts: Vec<_> = texts.enumerate().filter(|(_, text)| !text.is_empty()).collect();
        if are_few_and_distinct(&texts) {
            return;
        }
        let mut seen = HashMap::new();
        for (index, text) in texts {
            let first = *seen.entry(text).or_insert(index);
            if first != index {
                self.found.push_with(|| {
                    at.index(index)
                        .violation(code, member)
                        .expected(format!("another {member} than that of number {first}"))
                        .got(quote(text))
                });
            }
        }
    }

    fn size(&mut self, at: &At<'_>, len: usize, max: usize, what: &str) {
        if len > max {
            let violation = Violation::new(Code::TooMany, at.pointer());
            let violation = violation.expected(format!("at most {max} {what}"));
            self.found.push(violation.got(len.to_string()));
        }
    }

    fn note(&mut self, at: &At<'_>, member: &str, result: Result<(), Violated>) {
        self.note_at(&at.member(member), result);
    }

    fn note_at(&mut self, at: &At<'_>, result: Result<(), Violated>) {
        if let Err(fault) = result {
            let make = || Violation::new(fault.code, at.pointer());
            self.found.push_with(|| make().expected(fault.expected).got(fault.got));
        }
    }
}

/// Checks that texts are distinct without a table, where there are so few that it is not worth one.
fn are_few_and_distinct(texts: &[(usize, &str)]) -> bool {
    let mut rest = texts;
    while let Some(((_, text), others)) = rest.split_first() {
        if texts.len() > 8 || others.iter().any(|(_, other)| other == text) {
            return false;
        }
        rest = others;
    }
    true
}
