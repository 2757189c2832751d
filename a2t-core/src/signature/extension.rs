//! Reads documented extensions. A member with other content may be another vendor's extension: it is ignored as a
//! whole, with a remark.

use serde_json::Value;

use super::check::At;
use super::member::{Object, Reader, present};
use super::unknown::{Unknown, unknown};
use super::{
    InputType, JsonShape, List, OutputType, Preconditions, ProblemType, Text, ToolId,
    preconditions, problem_type, rule, shape,
};
use crate::error::{Code, Violation};
use crate::json::shown;

impl Reader {
    /// Returns the preconditions of the document. They are empty if it has no such member, unknown if the member is
    /// `null`, and unknown with a remark if the member has content that reading AMB-49 does not define.
    pub(super) fn preconditions(&mut self, object: &Object, at: &At<'_>) -> Option<Preconditions> {
        let value = match object.get("preconditions") {
            None => return Some(Preconditions::NONE),
            Some(Value::Null) => return None,
            Some(value) => value,
        };
        match preconditions::read(value) {
            Ok(preconditions) => Some(preconditions),
            Err(unknown) => {
                self.passed_by(&at.member("preconditions"), unknown);
                None
            }
        }
    }

    /// Returns the errors of the document. The list is empty, with a remark, if it has content that reading AMB-48
    /// does not define, because that may be another vendor's extension.
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
                self.passed_by(&at.member("errors"), unknown);
                Vec::new().into()
            }
        }
    }

    /// Returns the format of a text. It is `None`, with a remark, if it is not a format of reading AMB-49, because
    /// that may be another vendor's extension.
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
                self.passed_by(&at.member("format"), unknown);
                None
            }
        }
    }

    /// Adds a remark on a member that may be another vendor's extension.
    fn passed_by(&mut self, at: &At<'_>, unknown: Unknown) {
        self.unknown.push_with(|| {
            Violation::new(Code::UnknownMember, at.pointer() + &unknown.pointer)
                .expected(unknown.expected)
                .got(unknown.got)
        });
    }

    /// Returns JSON of the shape in the document. If that is not a shape of reading AMB-46, returns JSON of any
    /// shape, with a remark, because it may be another vendor's extension.
    pub(super) fn shape(&mut self, object: &Object, at: &At<'_>) -> OutputType {
        let Some(schema) = present(object, "schema") else {
            return OutputType::Json;
        };
        match shape::read(schema) {
            Ok(JsonShape::Any) => OutputType::Json,
            Ok(shape) => OutputType::Described { shape: shape.into() },
            Err(unknown) => {
                let shape::Unknown { pointer, expected, got } = unknown;
                self.passed_by(&at.member("schema"), Unknown { pointer, expected, got });
                OutputType::Json
            }
        }
    }

    /// Adds a remark on a schema that is ignored.
    pub(super) fn schema_of_another_type(&mut self, object: &Object, at: &At<'_>, name: &str) {
        if !matches!(name, "" | "json") && present(object, "schema").is_some() {
            let violation = at.violation(Code::UnknownMember, "schema");
            let violation = violation.expected("`schema` only on type json");
            self.unknown.push(violation.got(format!("it on type {name}")));
        }
    }
}

/// Checks the format of an input of this type.
pub(super) fn format(format: &str, kind: &InputType) -> Result<(), Unknown> {
    if !matches!(kind, InputType::String { .. }) {
        let got = format!("it on type {}", kind.name());
        return Err(unknown("", "`format` only on type string", got));
    }
    rule::format(format).map_err(|violated| unknown("", &violated.expected, violated.got))
}
