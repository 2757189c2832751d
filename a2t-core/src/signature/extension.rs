//! Reads documented extensions. A member with other content may be another vendor's extension: it is ignored as a
//! whole, with a remark (spec note AMB-54).

use serde_json::Value;

use super::blank::blanked;
use super::location::At;
use super::member::{Object, Reader, present};
use super::spelling::Members;
use super::unknown::{Unknown, unknown};
use super::{
    Deprecated, Hints, InputType, JsonShape, List, OutputType, Preconditions, ProblemType, Text,
    ToolId, preconditions, problem_type, rule, shape,
};
use crate::error::{Code, Violation};
use crate::json::shown;

const DEPRECATED: Members = Members::new(&["since", "note"]);
const HINTS: Members = Members::new(&Hints::NAMES);

impl Reader {
    /// Returns the title of the document. It is `None`, with a remark, if it is not a title of spec
    /// note AMB-42.
    pub(super) fn title(&mut self, object: &Object, at: &At<'_>) -> Option<Text> {
        let value = present(object, "title")?;
        let title = value.as_str().ok_or_else(|| unknown("", "a string", shown(value)));
        match title.and_then(|title| obeyed("", rule::title(title)).map(|()| title)) {
            Ok(title) => Some(title.to_owned().into()),
            Err(unknown) => {
                self.passed_by(&at.member("title"), unknown, "AMB-42");
                None
            }
        }
    }

    /// Returns the deprecation of the document. It is `None`, with a remark, if the member has
    /// content that spec note AMB-36 does not define.
    pub(super) fn deprecated(&mut self, object: &Object, at: &At<'_>) -> Option<Deprecated> {
        let value = present(object, "deprecated")?;
        let at = at.member("deprecated");
        match deprecated(value) {
            Ok(deprecated) => {
                self.object(value, &at, &DEPRECATED);
                Some(deprecated)
            }
            Err(unknown) => {
                self.passed_by(&at, unknown, "AMB-36");
                None
            }
        }
    }

    /// Returns the hints of the document. There are none, with a remark, if the member has content
    /// that spec note AMB-41 does not define.
    pub(super) fn hints(&mut self, object: &Object, at: &At<'_>) -> Hints {
        let Some(value) = present(object, "annotations") else {
            return Hints::NONE;
        };
        let at = at.member("annotations");
        match hints(value) {
            Ok(hints) => {
                self.object(value, &at, &HINTS);
                hints
            }
            Err(unknown) => {
                self.passed_by(&at, unknown, "AMB-41");
                Hints::NONE
            }
        }
    }

    /// Returns the preconditions of the document. They are empty if it has no such member, unknown if the member is
    /// `null`, and unknown with a remark if the member has content that spec note AMB-49 does not
    /// define.
    pub(super) fn preconditions(&mut self, object: &Object, at: &At<'_>) -> Option<Preconditions> {
        let value = match object.get("preconditions") {
            None => return Some(Preconditions::NONE),
            Some(Value::Null) => return None,
            Some(value) => value,
        };
        match preconditions::read(value) {
            Ok(preconditions) => Some(preconditions),
            Err(unknown) => {
                self.passed_by(&at.member("preconditions"), unknown, "AMB-49");
                None
            }
        }
    }

    /// Returns the errors of the document. The list is empty, with a remark, if it has content that
    /// spec note AMB-48 does not define, because that may be another vendor's extension.
    pub(super) fn errors(
        &mut self,
        object: &Object,
        tool: ToolId,
        at: &At<'_>,
    ) -> List<ProblemType> {
        let Some(errors) = present(object, "errors") else {
            return Vec::new().into();
        };
        match problem_type::read(errors, tool) {
            Ok(errors) => errors.into(),
            Err(unknown) => {
                self.passed_by(&at.member("errors"), unknown, "AMB-48");
                Vec::new().into()
            }
        }
    }

    /// Returns the format of a text. It is `None`, with a remark, if it is not a format of spec
    /// note AMB-49, because that may be another vendor's extension.
    pub(super) fn format(
        &mut self,
        object: &Object,
        kind: &InputType,
        at: &At<'_>,
    ) -> Option<Text> {
        let value = present(object, "format")?;
        let format = value.as_str().ok_or_else(|| unknown("", "a string", shown(value)));
        let read = format.and_then(|text| self::format(text, kind).map(|()| text));
        match read {
            Ok(format) => Some(format.to_owned().into()),
            Err(unknown) => {
                self.passed_by(&at.member("format"), unknown, "AMB-49");
                None
            }
        }
    }

    /// Adds a remark on a member that may be another vendor's extension.
    pub(super) fn passed_by(&mut self, at: &At<'_>, unknown: Unknown, reading: &str) {
        self.unknown.push_with(|| {
            Violation::new(Code::UnknownMember, at.pointer() + &unknown.pointer)
                .expected(unknown.expected)
                .got(unknown.got)
                .reason(&format!("passed by (spec note {reading})"))
        });
    }

    /// Returns JSON of the shape in the document. If that is not a shape of spec note AMB-46,
    /// returns JSON of any shape, with a remark, because it may be another vendor's extension.
    pub(super) fn shape(&mut self, object: &Object, at: &At<'_>) -> OutputType {
        let Some(schema) = present(object, "schema") else {
            return OutputType::Json;
        };
        match shape::read(schema) {
            Ok(JsonShape::Any) => OutputType::Json,
            Ok(shape) => OutputType::Described { shape: shape.into() },
            Err(unknown) => {
                let shape::Unknown { pointer, expected, got } = unknown;
                let unknown = Unknown { pointer, expected, got };
                self.passed_by(&at.member("schema"), unknown, "AMB-46");
                OutputType::Json
            }
        }
    }

    /// Adds a remark on a schema that is ignored.
    pub(super) fn schema_of_another_type(&mut self, object: &Object, at: &At<'_>, name: &str) {
        if !matches!(name, "" | "json") && present(object, "schema").is_some() {
            let violation = at.violation(Code::UnknownMember, "schema");
            let violation = violation.expected("`schema` only on type json");
            let violation = violation.got(format!("it on type {name}"));
            self.unknown.push(violation.reason("passed by (spec note AMB-46)"));
        }
    }
}

fn deprecated(value: &Value) -> Result<Deprecated, Unknown> {
    let Value::Object(members) = value else {
        return Err(unknown("", "an object with `since` and `note`", shown(value)));
    };
    let text = |member: &str| match members.get(member) {
        Some(Value::String(text)) => Ok(text),
        Some(other) => Err(unknown(&format!("/{member}"), "a string", shown(other))),
        None => Err(unknown("", &format!("the member `{member}`"), "nothing")),
    };
    let (since, note) = (text("since")?, text("note")?);
    obeyed("/since", rule::day(since))?;
    obeyed("/note", rule::deprecation_note(&blanked(note)))?;
    Ok(Deprecated { since: since.clone().into(), note: note.clone().into() })
}

fn hints(value: &Value) -> Result<Hints, Unknown> {
    let Value::Object(members) = value else {
        return Err(unknown("", "an object", shown(value)));
    };
    let hint = |name: &str| match members.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Bool(hint)) => Ok(Some(*hint)),
        Some(other) => Err(unknown(&format!("/{name}"), "a boolean", shown(other))),
    };
    let [read_only, idempotent, destructive, long_running] = Hints::NAMES;
    let hints = Hints {
        read_only: hint(read_only)?.unwrap_or_default(),
        idempotent: hint(idempotent)?.unwrap_or_default(),
        destructive: hint(destructive)?,
        long_running: hint(long_running)?.unwrap_or_default(),
    };
    obeyed(&format!("/{destructive}"), rule::hints(hints))?;
    Ok(hints)
}

fn obeyed(pointer: &str, rule: Result<(), rule::Violated>) -> Result<(), Unknown> {
    rule.map_err(|violated| unknown(pointer, &violated.expected, violated.got))
}

/// Checks the format of an input of this type.
pub(super) fn format(format: &str, kind: &InputType) -> Result<(), Unknown> {
    if !matches!(kind, InputType::String { .. }) {
        let got = format!("it on type {}", kind.name());
        return Err(unknown("", "`format` only on type string", got));
    }
    rule::format(format).map_err(|violated| unknown("", &violated.expected, violated.got))
}
