//! A JSON document becomes a signature, or the list of everything that is wrong with it.

use std::collections::HashSet;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde_json::Value;

use super::blank::blanks;
use super::check::{Strictness, check};
use super::location::At;
use super::member::{Object, Reader, UNREAD, present};
use super::spelling::Members;
use super::{
    AllowedValue, DEFAULT_MAX, InputParameter, InputType, List, OutputParameter, OutputType,
    ToolSignature,
};
use crate::error::{Code, ValidationError, Violation, Violations};
use crate::json::{self, shown};

/// A signature, and remarks about its document that are not mistakes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parsed {
    /// The signature; it obeys every rule.
    pub signature: ToolSignature,
    /// Violations that readers of a live catalog pass over: unknown members (spec note AMB-28),
    /// extensions with other content (spec note AMB-54), and spellings that can mean one thing only
    /// (spec notes AMB-40, AMB-50 to AMB-53, AMB-58).
    pub unknown: Violations,
    /// Whether the document has no `currentVersion`; it is that of the signature then (spec note
    /// AMB-50).
    pub is_current_derived: bool,
}

/// Reads one signature.
///
/// # Errors
/// Text that is not JSON, or every rule that the document breaks.
pub fn parse(text: &[u8]) -> Result<Parsed, ValidationError> {
    let value = json::parse(text).map_err(ValidationError::Syntax)?;
    parse_value(&value, "").map_err(ValidationError::Rules)
}

/// Reads one signature out of a larger document, in which `pointer` is its location.
///
/// # Errors
/// Every rule that the value breaks, with pointers into the larger document.
pub fn parse_value(value: &Value, pointer: &str) -> Result<Parsed, Violations> {
    let read = read_value(value, pointer);
    match read.signature {
        Some(signature) if read.found.is_empty() => {
            let (unknown, is_current_derived) = (read.unknown, read.is_current_derived);
            Ok(Parsed { signature, unknown, is_current_derived })
        }
        Some(_) | None => Err(read.found),
    }
}

pub(crate) struct Read {
    /// `None` where the value is no object.
    pub(crate) signature: Option<ToolSignature>,
    pub(crate) found: Violations,
    pub(crate) unknown: Violations,
    is_current_derived: bool,
}

pub(crate) fn read_value(value: &Value, pointer: &str) -> Read {
    let root = At::root(pointer);
    let mut reader = Reader::default();
    let mut signature = reader.signature(value, &root);
    let Reader { mut found, mut unknown, misspelt, is_current_derived } = reader;
    if let Some(signature) = &mut signature
        && !found.is_full()
    {
        let (mut rules, mut remarks) = check(signature, &root, Strictness::Read);
        // Signatures that obey every rule are not walked again.
        if !rules.is_empty() {
            let blanked = blanks(signature, &root);
            if !blanked.is_empty() {
                unknown.append(blanked);
                (rules, remarks) = check(signature, &root, Strictness::Read);
            }
        }
        unknown.append(remarks);
        let unreadable: HashSet<_> =
            found.iter().map(|violation| violation.pointer.clone()).chain(misspelt).collect();
        found.extend(rules.into_iter().filter(|v| !inside(&unreadable, &v.pointer)));
    }
    Read { signature, found, unknown, is_current_derived }
}

/// Stand-ins for members that could not be read are not checked.
fn inside(unreadable: &HashSet<String>, pointer: &str) -> bool {
    let ends = pointer.match_indices('/').map(|(end, _)| end).chain([pointer.len()]);
    ends.filter_map(|end| pointer.get(..end)).any(|part| unreadable.contains(part))
}

impl<'de> Deserialize<'de> for ToolSignature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        parse_value(&value, "").map(|parsed| parsed.signature).map_err(D::Error::custom)
    }
}

const TOOL: Members = Members {
    known: &[
        "toolId",
        "name",
        "title",
        "description",
        "img",
        "version",
        "currentVersion",
        "deprecated",
        "annotations",
        "preconditions",
        "errors",
        "tags",
        "input_parameters",
        "output_parameters",
    ],
    decisive: &["currentVersion", "input_parameters", "output_parameters"],
};
const INPUT: Members = Members {
    known: &[
        "id",
        "name",
        "type",
        "description",
        "required",
        "min",
        "max",
        "max-length",
        "allowed-values",
        "format",
    ],
    decisive: &["id", "type", "required", "max", "allowed-values"],
};
const OUTPUT: Members = Members {
    known: &["id", "name", "type", "description", "allowed-values", "schema"],
    decisive: &["id", "type", "allowed-values"],
};
const VALUE: Members = Members::new(&["name", "description"]);

const UNREAD_INPUT: InputParameter = InputParameter {
    id: UNREAD,
    name: UNREAD,
    kind: InputType::Boolean,
    description: UNREAD,
    required: false,
    format: None,
};
const UNREAD_OUTPUT: OutputParameter =
    OutputParameter { id: UNREAD, name: UNREAD, kind: OutputType::Json, description: UNREAD };
const UNREAD_VALUE: AllowedValue = AllowedValue { name: UNREAD, description: UNREAD };

impl Reader {
    fn signature(&mut self, value: &Value, at: &At<'_>) -> Option<ToolSignature> {
        let object = self.object(value, at, &TOOL)?;
        let version = self.version(object, "version", at);
        let tool_id = self.tool_id(object, at);
        Some(ToolSignature {
            tool_id,
            name: self.text(object, "name", at),
            title: self.title(object, at),
            description: self.description(object, at),
            img: self.optional_text(object, "img", at),
            version,
            current_version: self.current_version(object, version, at),
            deprecated: self.deprecated(object, at),
            hints: self.hints(object, at),
            preconditions: self.preconditions(object, at),
            errors: self.errors(object, tool_id, at),
            tags: self.list(object, "tags", at, |reader, value, at| reader.as_text(value, at)),
            input_parameters: self.list(object, "input_parameters", at, Self::input),
            output_parameters: self.list(object, "output_parameters", at, Self::output),
        })
    }

    fn input(&mut self, value: &Value, at: &At<'_>) -> InputParameter {
        let Some(object) = self.object(value, at, &INPUT) else {
            return UNREAD_INPUT;
        };
        let kind = self.input_type(object, at);
        InputParameter {
            id: self.parameter_id(object, at),
            name: self.text(object, "name", at),
            description: self.description(object, at),
            required: self.boolean(object, "required", at).unwrap_or(true),
            format: self.format(object, &kind, at),
            kind,
        }
    }

    fn input_type(&mut self, object: &Object, at: &At<'_>) -> InputType {
        let name = self.type_name(object, at, &InputType::NAMES);
        self.constraints(object, at, name);
        let mut kind = InputType::named(name).unwrap_or(InputType::String { max_length: None });
        match &mut kind {
            InputType::String { max_length } => *max_length = self.max_length(object, at),
            InputType::Int { min, max } => {
                *min = self.min(object, at);
                *max = self.max(object, at).unwrap_or(*max);
            }
            InputType::Enum { allowed_values } => *allowed_values = self.allowed_values(object, at),
            // A type without constraints.
            _ => {}
        }
        kind
    }

    fn output(&mut self, value: &Value, at: &At<'_>) -> OutputParameter {
        let Some(object) = self.object(value, at, &OUTPUT) else {
            return UNREAD_OUTPUT;
        };
        OutputParameter {
            id: self.parameter_id(object, at),
            name: self.text(object, "name", at),
            kind: self.output_type(object, at),
            description: self.description(object, at),
        }
    }

    fn output_type(&mut self, object: &Object, at: &At<'_>) -> OutputType {
        let name = self.type_name(object, at, &["string", "int", "boolean", "enum", "json"]);
        // Bounds of outputs are unknown members.
        self.constraint(object, at, "allowed-values", "enum", name);
        self.schema_of_another_type(object, at, name);
        match name {
            "int" => OutputType::Int,
            "boolean" => OutputType::Boolean,
            "enum" => OutputType::Enum { allowed_values: self.allowed_values(object, at) },
            "json" => self.shape(object, at),
            _ => OutputType::String,
        }
    }

    /// Notes every constraint that is there but belongs to another type than `name`.
    fn constraints(&mut self, object: &Object, at: &At<'_>, name: &str) {
        for (member, owner) in
            [("min", "int"), ("max", "int"), ("max-length", "string"), ("allowed-values", "enum")]
        {
            self.constraint(object, at, member, owner, name);
        }
    }

    /// Notes the constraint `member` of the type `owner` if the parameter has another type, `name`. Nothing is lost of one that constrains nothing
    /// (spec note AMB-53), or that is an extension (spec note AMB-4).
    fn constraint(&mut self, object: &Object, at: &At<'_>, member: &str, owner: &str, name: &str) {
        let Some(value) = present(object, member).filter(|_| owner != name && !name.is_empty())
        else {
            return;
        };
        let violation = |code| {
            at.violation(code, member)
                .expected(format!("`{member}` only on type {owner}"))
                .got(format!("it on type {name}"))
        };
        if matches!(member, "min" | "max-length") {
            let violation = violation(Code::ConstraintOnWrongType);
            self.unknown.push(violation.reason("passed by (spec note AMB-4)"));
        } else if is_idle(member, value) {
            let violation = violation(Code::IdleConstraint);
            self.unknown.push(violation.reason("it constrains nothing (spec note AMB-53)"));
        } else {
            self.found.push(violation(Code::ConstraintOnWrongType));
        }
    }

    /// The type's name, `string` by default; empty when it is none of `known`.
    fn type_name(&mut self, object: &Object, at: &At<'_>, known: &[&'static str]) -> &'static str {
        let Some(value) = present(object, "type") else {
            let is_misspelt = self.is_misspelt(&at.member("type"));
            return if is_misspelt { "" } else { "string" };
        };
        let outputs = known.contains(&"json");
        let same = |name: &&&str| {
            value
                .as_str()
                .is_some_and(|text| text == **name || outputs && text.eq_ignore_ascii_case(name))
        };
        if let Some(name) = known.iter().find(same) {
            return name;
        }
        let tried = value.as_str().unwrap_or_default();
        let mut violation = at
            .violation(Code::BadType, "type")
            .expected(format!("one of {}", known.join(", ")))
            .got(shown(value))
            .allowed(known.iter().copied(), tried);
        let meant = meant_type(tried).filter(|meant| known.contains(meant));
        violation.did_you_mean = meant.map(str::to_owned).or(violation.did_you_mean);
        self.found.push(violation);
        ""
    }

    fn allowed_values(&mut self, object: &Object, at: &At<'_>) -> List<AllowedValue> {
        self.list(object, "allowed-values", at, |reader, value, at| {
            if let Value::String(name) = value {
                return reader.bare_value(name, at);
            }
            let Some(object) = reader.object(value, at, &VALUE) else {
                return UNREAD_VALUE;
            };
            AllowedValue {
                name: reader.text(object, "name", at),
                description: reader.description(object, at),
            }
        })
    }

    /// An allowed value without description (spec note AMB-2).
    fn bare_value(&mut self, name: &str, at: &At<'_>) -> AllowedValue {
        self.unknown.push_with(|| {
            Violation::new(Code::BareValue, at.pointer())
                .expected("an object with `name` and `description`")
                .got("a string")
                .reason("read as a name without description (spec note AMB-2)")
        });
        AllowedValue { name: name.to_owned().into(), description: UNREAD }
    }
}

/// Returns the type that JSON Schema and programming languages call so.
fn meant_type(name: &str) -> Option<&'static str> {
    match &*name.to_ascii_lowercase() {
        "integer" | "int32" | "int64" | "long" => Some("int"),
        "bool" => Some("boolean"),
        "str" | "text" => Some("string"),
        "array" | "object" | "list" | "dict" => Some("json"),
        _ => None,
    }
}

/// Returns whether a constraint of another type constrains nothing: what serializers write for a member without value,
/// or the default.
fn is_idle(member: &str, value: &Value) -> bool {
    match member {
        "max" => matches!(value.as_i64(), Some(0 | DEFAULT_MAX)),
        _ => value.as_array().is_some_and(Vec::is_empty),
    }
}
