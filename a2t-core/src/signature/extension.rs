//! Documented extensions are read: a member that says something else may be another vendor's, and is passed by as a
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
    /// The preconditions that the document lists: none where it has no such member, unknown where that is `null`,
    /// and, with a remark, where it says what reading AMB-49 does not know.
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

    /// The errors that the document lists; none, with a remark, where it says what reading AMB-48 does not
    /// know, because that may be another vendor's extension.
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

    /// The format of a text; none, with a remark, where it is not one of reading AMB-49, because that may be
    /// another vendor's extension.
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

    /// Notes a member that may be another vendor's extension.
    fn passed_by(&mut self, at: &At<'_>, unknown: Unknown) {
        self.unknown.push_with(|| {
            Violation::new(Code::UnknownMember, at.pointer() + &unknown.pointer)
                .expected(unknown.expected)
                .got(unknown.got)
        });
    }

    /// JSON of the shape that the document says; of any, with a remark, where it says what is not a shape of
    /// reading AMB-46, because that may be another vendor's extension.
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

    /// Remarks on a schema that no reader will look at.
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
