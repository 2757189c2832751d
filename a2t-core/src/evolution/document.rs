//! Compares two documents as they come, well-formed or not, and reports what changed and what is
//! wrong with them. A part that cannot be read counts as breaking.

use std::fmt;

use serde_json::Value;

use super::change::{Change, Member, Path, Side};
use super::differ::changes;
use super::report::{CheckedChange, Report};
use super::rule::{Class, Profile, Rule};
use crate::error::{Code, ValidationError, Violation, Violations};
use crate::json;
use crate::signature::{InputType, ToolSignature, read_value};

/// A document that cannot be compared: it is not JSON, or has no signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffError {
    /// Index of the document, from 0.
    pub document: usize,
    /// Why not.
    pub reason: ValidationError,
}

impl fmt::Display for DiffError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.document.saturating_add(1);
        write!(f, "document {number} cannot be compared: {}", self.reason)
    }
}

impl std::error::Error for DiffError {}

/// Returns every change from one document to another, with its verdict. Members that the protocol
/// does not define and signatures that are not well-formed are changes too, and breaking.
///
/// ```
/// use a2t_core::evolution::{Profile, diff_documents};
/// let v1 = br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add","description":"Adds.",
///     "version":1,"currentVersion":1}"#;
/// let v2 = br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add","description":"Adds.",
///     "version":2,"currentVersion":2,"input_parameters":[
///     {"id":"a","name":"a","type":"int","description":"First addend.","Required":false}]}"#;
/// let report = diff_documents(v1, v2, Profile::Default).unwrap();
/// let rules: Vec<_> = report.changes().iter().map(|change| change.rule.id()).collect();
/// assert_eq!(rules, ["A2T-W409", "A2T-I102"]); // misspelt, so it is required
/// ```
///
/// # Errors
/// Text that is not JSON, and documents that lack what makes a signature.
pub fn diff_documents(old: &[u8], new: &[u8], profile: Profile) -> Result<Report, DiffError> {
    let parse = |document, text| {
        json::parse(text).map_err(|error| DiffError { document, reason: error.into() })
    };
    diff_values(&parse(0, old)?, &parse(1, new)?, profile)
}

/// Compares two documents that are already parsed, as [`diff_documents`] does.
///
/// # Errors
/// Documents that lack what makes a signature.
pub fn diff_values(old: &Value, new: &Value, profile: Profile) -> Result<Report, DiffError> {
    let old = Document::read(old, 0)?;
    let new = Document::read(new, 1)?;
    Ok(old.diff(&new, profile))
}

pub(super) struct Document<'v> {
    value: &'v Value,
    pub(super) signature: ToolSignature,
    faults: Vec<(Rule, Violation)>,
}

impl<'v> Document<'v> {
    pub(super) fn read(value: &'v Value, document: usize) -> Result<Self, DiffError> {
        let read = read_value(value, "");
        let mut faults = Vec::new();
        let mut fatal = Violations::default();
        // A remark that is not a rule of evolution is none that two documents are compared by.
        let remarks = read.unknown.into_iter();
        let remarks = remarks.filter(|remark| well_formedness(remark.code).is_some());
        for violation in remarks.chain(read.found) {
            match well_formedness(violation.code) {
                Some(rule) => faults.push((rule, violation)),
                None => fatal.push(violation),
            }
        }
        match read.signature {
            Some(mut signature) if fatal.is_empty() => {
                faults.iter().for_each(|(_, fault)| close(&mut signature, fault));
                Ok(Self { value, signature, faults })
            }
            Some(_) | None => Err(DiffError { document, reason: fatal.into() }),
        }
    }

    pub(super) fn diff(&self, new: &Self, profile: Profile) -> Report {
        let mut checked = self.faults_with(new, profile);
        let kept = |change: &Change<'_>| self.sees(change) && new.sees(change);
        let (old, new) = (&self.signature, &new.signature);
        let changes = changes(old, new).into_iter().filter(kept);
        checked
            .extend(changes.map(|change| CheckedChange::from_change(&change, old, new, profile)));
        Report::new(checked)
    }

    fn faults_with(&self, new: &Self, profile: Profile) -> Vec<CheckedChange> {
        let mut changes = Vec::new();
        for (rule, fault) in &new.faults {
            let mut change = CheckedChange::new(*rule, new.path(&fault.pointer), profile);
            change.new = new.at(&fault.pointer);
            if self.faults.iter().any(|(_, known)| same_fault(known, fault)) {
                change.old = self.at(&fault.pointer);
            }
            changes.push(change);
        }
        for (rule, fault) in &self.faults {
            if !new.faults.iter().any(|(_, known)| same_fault(known, fault)) {
                let mut change = CheckedChange::new(*rule, self.path(&fault.pointer), profile);
                change.old = self.at(&fault.pointer);
                changes.push(change);
            }
        }
        changes.extend(self.retyped(new, profile));
        changes
    }

    fn retyped(&self, new: &Self, profile: Profile) -> Vec<CheckedChange> {
        let mut changes = Vec::new();
        for (side, rule) in
            [(Side::Inputs, Rule::InputTypeChanged), (Side::Outputs, Rule::OutputTypeChanged)]
        {
            for old in parameters(self.value, side) {
                let Some(id) = old.get("id").and_then(Value::as_str) else {
                    continue;
                };
                let same_id = |new: &&Value| new.get("id").and_then(Value::as_str) == Some(id);
                let Some(later) = parameters(new.value, side).find(same_id) else {
                    continue;
                };
                let unknown = self.misses_type(side, id) || new.misses_type(side, id);
                if unknown && old.get("type") != later.get("type") {
                    let path = Path::Member(side, id, Member::Type).to_string();
                    changes.push(CheckedChange {
                        old: old.get("type").cloned().unwrap_or_default(),
                        new: later.get("type").cloned().unwrap_or_default(),
                        ..CheckedChange::new(rule, path, profile)
                    });
                }
            }
        }
        changes
    }

    /// Changes of a stand-in for what could not be read are not the document's.
    fn sees(&self, change: &Change<'_>) -> bool {
        let bad = |wanted| self.faults.iter().any(|(rule, _)| *rule == wanted);
        match (change.rule.class(), change.path) {
            (Class::Lineage, _) if change.rule == Rule::VersionWithoutChange => {
                self.faults.is_empty()
            }
            (Class::Lineage, _) if change.rule != Rule::ToolIdChanged => !bad(Rule::BadVersion),
            (_, Path::AllowedValue(side, id, _) | Path::AllowedValueDescription(side, id, _)) => {
                !self.misses_type(side, id)
            }
            (_, Path::Member(side, id, member)) => {
                !constrains(member) || !self.misses_type(side, id)
            }
            (_, Path::Shape(side, id, _)) => self.understands(side, id),
            (_, Path::Errors | Path::Error(_) | Path::ErrorMember(..) | Path::ErrorShape(..)) => {
                !self.faults.iter().any(|(_, fault)| inside(&fault.pointer, "/errors"))
            }
            _ => true,
        }
    }

    /// False of an output whose schema is not a shape, or whose type is none.
    fn understands(&self, side: Side, id: &str) -> bool {
        !self.misreads(side, id, "/schema") && !self.misses_type(side, id)
    }

    fn misses_type(&self, side: Side, id: &str) -> bool {
        let Some(pointer) = self.pointer(side, id) else { return false };
        let pointer = pointer + "/type";
        let holds = |fault: &Violation| fault.code == Code::BadType && fault.pointer == pointer;
        self.faults.iter().any(|(_, fault)| holds(fault))
    }

    fn misreads(&self, side: Side, id: &str, member: &str) -> bool {
        let Some(pointer) = self.pointer(side, id) else { return false };
        let pointer = pointer + member;
        self.faults.iter().any(|(_, fault)| fault.pointer.starts_with(&pointer))
    }

    fn pointer(&self, side: Side, id: &str) -> Option<String> {
        let has_id = |parameter: &Value| parameter.get("id").and_then(Value::as_str) == Some(id);
        let index = parameters(self.value, side).position(has_id)?;
        Some(format!("/{}/{index}", pointer_member(side)))
    }

    fn at(&self, pointer: &str) -> Value {
        self.value.pointer(pointer).cloned().unwrap_or_default()
    }

    /// A JSON pointer in the words of a [`Path`]: parameters by id, choices by name.
    fn path(&self, pointer: &str) -> String {
        let mut path = String::new();
        let mut here = String::new();
        for segment in pointer.split('/').skip(1) {
            here.push('/');
            here.push_str(segment);
            let named = |member| {
                let value = self.value.pointer(&format!("{here}/{member}"));
                value.and_then(Value::as_str).unwrap_or(segment)
            };
            let depth = here.matches('/').count();
            match (segment, depth) {
                ("input_parameters", 1) => path.push_str("inputs"),
                ("output_parameters", 1) => path.push_str("outputs"),
                (_, 2) if path == "errors" => path.push_str(&format!("[{}]", named("name"))),
                (_, 2) if path.ends_with("puts") => path.push_str(&format!("[{}]", named("id"))),
                (_, 4) if here.contains("/allowed-values/") => {
                    path.push_str(&format!("[{}]", named("name")));
                }
                (_, 1) => path.push_str(segment),
                _ => path.push_str(&format!(".{segment}")),
            }
        }
        path
    }
}

/// A maximum length that is none lets nothing through.
fn close(signature: &mut ToolSignature, fault: &Violation) {
    if fault.code != Code::BadMaxLength {
        return;
    }
    let index = fault.pointer.split('/').nth(2).and_then(|index| index.parse().ok());
    let input = index.and_then(|index: usize| signature.input_parameters.to_mut().get_mut(index));
    if let Some(input) = input {
        input.kind = InputType::String { max_length: Some(0) };
    }
}

/// Returns `true` for the location itself and of all below it.
fn inside(pointer: &str, prefix: &str) -> bool {
    pointer.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn same_fault(a: &Violation, b: &Violation) -> bool {
    a.code == b.code && a.pointer == b.pointer
}

fn pointer_member(side: Side) -> &'static str {
    match side {
        Side::Inputs => "input_parameters",
        Side::Outputs => "output_parameters",
    }
}

fn parameters(value: &Value, side: Side) -> impl Iterator<Item = &Value> {
    let list = value.get(pointer_member(side)).and_then(Value::as_array);
    list.into_iter().flatten()
}

fn constrains(member: Member) -> bool {
    matches!(
        member,
        Member::Type | Member::Min | Member::Max | Member::MaxLength | Member::AllowedValues
    )
}

/// The rule of well-formedness that a mistake of this kind breaks.
fn well_formedness(code: Code) -> Option<Rule> {
    let mut rules = Rule::ALL.iter().copied();
    rules.find(|rule| rule.id() == code.id())
}
