//! A JSON document becomes a signature, or the list of everything that is wrong with it.

use std::collections::HashSet;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde_json::Value;

use super::blank::blanks;
use super::check::{At, check};
use super::member::{Object, Reader, UNREAD, present};
use super::rule;
use super::{
    AllowedValue, DEFAULT_MAX, Deprecated, Hints, InputParameter, InputType, List, OutputParameter,
    OutputType, ToolId, ToolSignature,
};
use crate::error::{Code, Invalid, Violations};
use crate::json::{self, shown};

/// A signature, and remarks about its document that are not mistakes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parsed {
    /// The signature; it obeys every rule.
    pub signature: ToolSignature,
    /// Violations that readers of a live catalog pass over: unknown members (reading AMB-28), and descriptions in
    /// which a tab or a carriage return became a blank (reading AMB-40).
    pub unknown: Violations,
}

/// Reads one signature.
///
/// # Errors
/// Text that is not JSON, or every rule that the document breaks.
pub fn parse(text: &[u8]) -> Result<Parsed, Invalid> {
    let value = json::parse(text).map_err(Invalid::Syntax)?;
    parse_value(&value, "").map_err(Invalid::Rules)
}

/// Reads one signature out of a larger document, in which `pointer` is its place.
///
/// # Errors
/// Every rule that the value breaks, with pointers into the larger document.
pub fn parse_value(value: &Value, pointer: &str) -> Result<Parsed, Violations> {
    let read = read_value(value, pointer);
    match read.signature {
        Some(signature) if read.found.is_empty() => Ok(Parsed { signature, unknown: read.unknown }),
        Some(_) | None => Err(read.found),
    }
}

pub(crate) struct Read {
    /// `None` where the value is no object.
    pub(crate) signature: Option<ToolSignature>,
    pub(crate) found: Violations,
    pub(crate) unknown: Violations,
}

pub(crate) fn read_value(value: &Value, pointer: &str) -> Read {
    let root = At::root(pointer);
    let mut reader = Reader::default();
    let mut signature = reader.signature(value, &root);
    let (mut found, mut unknown) = (reader.found, reader.unknown);
    if let Some(signature) = &mut signature
        && !found.is_full()
    {
        let mut rules = check(signature, &root);
        // Signatures that obey every rule are not walked again.
        if !rules.is_empty() {
            let remarks = blanks(signature, &root);
            if !remarks.is_empty() {
                unknown.append(remarks);
                rules = check(signature, &root);
            }
        }
        let unread: HashSet<_> = found.iter().map(|v| v.pointer.clone()).collect();
        found.extend(rules.into_iter().filter(|v| !inside(&unread, &v.pointer)));
    }
    Read { signature, found, unknown }
}

/// Stand-ins for what could not be read are not judged.
fn inside(unread: &HashSet<String>, pointer: &str) -> bool {
    let ends = pointer.match_indices('/').map(|(end, _)| end).chain([pointer.len()]);
    ends.filter_map(|end| pointer.get(..end)).any(|part| unread.contains(part))
}

impl<'de> Deserialize<'de> for ToolSignature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        parse_value(&value, "").map(|parsed| parsed.signature).map_err(D::Error::custom)
    }
}

const TOOL: &[&str] = &[
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
];
const INPUT: &[&str] = &[
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
];
const OUTPUT: &[&str] = &["id", "name", "type", "description", "allowed-values", "schema"];
const DEPRECATED: &[&str] = &["since", "note"];
const VALUE: &[&str] = &["name", "description"];

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
        let object = self.object(value, at, TOOL)?;
        let version = self.version(object, "version", at);
        let tool_id = self.tool_id(object, at);
        Some(ToolSignature {
            tool_id,
            name: self.text(object, "name", at),
            title: self.optional_text(object, "title", at),
            description: self.text(object, "description", at),
            img: self.optional_text(object, "img", at),
            version,
            current_version: self.version(object, "currentVersion", at),
            deprecated: self.deprecated(object, at),
            hints: self.hints(object, at),
            preconditions: self.preconditions(object, at),
            errors: self.errors(object, tool_id, at),
            tags: self.list(object, "tags", at, |reader, value, at| reader.as_text(value, at)),
            input_parameters: self.list(object, "input_parameters", at, Self::input),
            output_parameters: self.list(object, "output_parameters", at, Self::output),
        })
    }

    fn deprecated(&mut self, object: &Object, at: &At<'_>) -> Option<Deprecated> {
        let at = at.member("deprecated");
        let object = self.object(present(object, "deprecated")?, &at, DEPRECATED)?;
        Some(Deprecated {
            since: self.text(object, "since", &at),
            note: self.text(object, "note", &at),
        })
    }

    fn hints(&mut self, object: &Object, at: &At<'_>) -> Hints {
        let at = at.member("annotations");
        let object = present(object, "annotations");
        let Some(object) = object.and_then(|value| self.object(value, &at, &Hints::NAMES)) else {
            return Hints::NONE;
        };
        let [read_only, idempotent, destructive, long_running] =
            Hints::NAMES.map(|name| self.boolean(object, name, &at));
        Hints {
            read_only: read_only.unwrap_or_default(),
            idempotent: idempotent.unwrap_or_default(),
            destructive,
            long_running: long_running.unwrap_or_default(),
        }
    }

    fn input(&mut self, value: &Value, at: &At<'_>) -> InputParameter {
        let Some(object) = self.object(value, at, INPUT) else {
            return UNREAD_INPUT;
        };
        let kind = self.input_type(object, at);
        InputParameter {
            id: self.text(object, "id", at),
            name: self.text(object, "name", at),
            description: self.text(object, "description", at),
            required: self.boolean(object, "required", at).unwrap_or(true),
            format: self.format(object, &kind, at),
            kind,
        }
    }

    fn input_type(&mut self, object: &Object, at: &At<'_>) -> InputType {
        let name = self.type_name(object, at, &["string", "int", "boolean", "enum"]);
        self.constraints(object, at, name);
        match name {
            "int" => InputType::Int {
                min: self.bound(object, "min", at),
                max: self.bound(object, "max", at).unwrap_or(DEFAULT_MAX),
            },
            "boolean" => InputType::Boolean,
            "enum" => InputType::Enum { allowed_values: self.allowed_values(object, at) },
            _ => InputType::String { max_length: self.max_length(object, at) },
        }
    }

    fn output(&mut self, value: &Value, at: &At<'_>) -> OutputParameter {
        let Some(object) = self.object(value, at, OUTPUT) else {
            return UNREAD_OUTPUT;
        };
        OutputParameter {
            id: self.text(object, "id", at),
            name: self.text(object, "name", at),
            kind: self.output_type(object, at),
            description: self.text(object, "description", at),
        }
    }

    fn output_type(&mut self, object: &Object, at: &At<'_>) -> OutputType {
        let name = self.type_name(object, at, &["string", "int", "boolean", "enum", "json"]);
        self.constraints(object, at, name);
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
        let owners =
            [("min", "int"), ("max", "int"), ("max-length", "string"), ("allowed-values", "enum")];
        for (member, owner) in owners {
            if owner != name && !name.is_empty() && present(object, member).is_some() {
                let violation = at
                    .violation(Code::ConstraintOnWrongType, member)
                    .expected(format!("`{member}` only on type {owner}"))
                    .got(format!("it on type {name}"));
                self.found.push(violation);
            }
        }
    }

    /// The type's name, `string` by default; empty when it is none of `known`.
    fn type_name(&mut self, object: &Object, at: &At<'_>, known: &[&'static str]) -> &'static str {
        let Some(value) = present(object, "type") else {
            return "string";
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
        let violation = at
            .violation(Code::BadType, "type")
            .expected(format!("one of {}", known.join(", ")))
            .got(shown(value))
            .allowed(known.iter().copied(), tried);
        self.found.push(violation);
        ""
    }

    fn allowed_values(&mut self, object: &Object, at: &At<'_>) -> List<AllowedValue> {
        self.list(object, "allowed-values", at, |reader, value, at| {
            let Some(object) = reader.object(value, at, VALUE) else {
                return UNREAD_VALUE;
            };
            AllowedValue {
                name: reader.text(object, "name", at),
                description: reader.text(object, "description", at),
            }
        })
    }

    fn tool_id(&mut self, object: &Object, at: &At<'_>) -> ToolId {
        let stand_in = ToolId::from_u128(0);
        let Some(value) = self.required(object, "toolId", at) else {
            return stand_in;
        };
        let id = value.as_str().and_then(|text| text.parse().ok());
        id.unwrap_or_else(|| {
            let violation = at.violation(Code::BadToolId, "toolId");
            let expected = "a UUID such as 0479a45d-ad0a-49d4-94db-75edf00d2ca4";
            self.found.push(violation.expected(expected).got(shown(value)));
            stand_in
        })
    }

    /// A version: a JSON integer, or a string of digits without sign or leading zero (AMB-1).
    fn version(&mut self, object: &Object, member: &str, at: &At<'_>) -> u32 {
        let Some(value) = self.required(object, member, at) else {
            return 1;
        };
        let number = match value {
            Value::String(text) if text.starts_with(|c: char| matches!(c, '1'..='9')) => {
                text.parse::<u32>().ok()
            }
            value => value.as_u64().and_then(|number| u32::try_from(number).ok()),
        };
        match number {
            Some(number) if rule::version(number).is_ok() => number,
            _ => {
                let violation = at.violation(Code::BadVersion, member);
                self.found.push(violation.expected("an integer from 1").got(shown(value)));
                1
            }
        }
    }

    fn bound(&mut self, object: &Object, member: &str, at: &At<'_>) -> Option<i64> {
        let value = present(object, member)?;
        if value.as_i64().is_none() {
            let violation = at.violation(Code::BadBound, member);
            self.found.push(violation.expected("a 64-bit integer").got(shown(value)));
        }
        value.as_i64()
    }

    fn max_length(&mut self, object: &Object, at: &At<'_>) -> Option<u64> {
        let value = present(object, "max-length")?;
        if value.as_u64().is_none() {
            let violation = at.violation(Code::BadMaxLength, "max-length");
            self.found.push(violation.expected("an integer from 0").got(shown(value)));
        }
        // A limit that is none lets nothing through.
        Some(value.as_u64().unwrap_or(0))
    }
}
