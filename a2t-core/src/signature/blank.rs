//! Tabs and carriage returns in descriptions become blanks, with a remark: the draft allows them,
//! terminals and documentation do not (spec note AMB-40).

use super::location::At;
use super::{AllowedValue, InputType, OutputType, Text, ToolSignature};
use crate::error::{Code, Violation, Violations};

/// Replaces them in every description of a signature; a remark for each description that had one.
pub(super) fn blanks(tool: &mut ToolSignature, at: &At<'_>) -> Violations {
    let mut remarks = Violations::default();
    blank(&mut tool.description, at, &mut remarks);
    if let Some(deprecated) = &mut tool.deprecated {
        member("note", &mut deprecated.note, &at.member("deprecated"), &mut remarks);
    }
    let inputs = at.member("input_parameters");
    for (index, input) in tool.input_parameters.to_mut().iter_mut().enumerate() {
        let at = inputs.index(index);
        blank(&mut input.description, &at, &mut remarks);
        if let InputType::Enum { allowed_values } = &mut input.kind {
            values(allowed_values.to_mut(), &at, &mut remarks);
        }
    }
    let outputs = at.member("output_parameters");
    for (index, output) in tool.output_parameters.to_mut().iter_mut().enumerate() {
        let at = outputs.index(index);
        blank(&mut output.description, &at, &mut remarks);
        if let OutputType::Enum { allowed_values } = &mut output.kind {
            values(allowed_values.to_mut(), &at, &mut remarks);
        }
    }
    remarks
}

fn values(values: &mut [AllowedValue], at: &At<'_>, remarks: &mut Violations) {
    let list = at.member("allowed-values");
    for (index, value) in values.iter_mut().enumerate() {
        blank(&mut value.description, &list.index(index), remarks);
    }
}

fn blank(description: &mut Text, at: &At<'_>, remarks: &mut Violations) {
    member("description", description, at, remarks);
}

fn member(name: &str, text: &mut Text, at: &At<'_>, remarks: &mut Violations) {
    let found = text.find(['\t', '\r']).and_then(|first| text.get(first..));
    let Some(found) = found.and_then(|rest| rest.chars().next()) else {
        return;
    };
    remarks.push_with(|| -> Violation {
        let violation = at.violation(Code::BlankedCharacter, name);
        let got = format!("U+{:04X}, read as a blank", u32::from(found));
        violation.expected("blanks and line feeds").got(got)
    });
    *text = blanked(text).into();
}

/// The text with blanks where it has tabs and carriage returns.
pub(super) fn blanked(text: &str) -> String {
    text.replace("\r\n", "\n").replace(['\t', '\r'], " ")
}
