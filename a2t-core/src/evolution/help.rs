//! Help for a change of Rust code: what to restore, and what a new version can have instead.

use super::change::{Change, Path, Quoted, Side};
use super::rule::{Class, Rule};
use super::text::as_str;

/// What to do about a change.
pub(super) struct Help {
    /// What to restore in the code. The key with the published value follows it.
    pub(super) restore: &'static str,
    pub(super) then: Then,
}

/// The rest of the help.
pub(super) enum Then {
    End,
    /// Another sentence.
    Also(&'static str),
    /// The published name of something that may only have been renamed in the code, such as a field.
    Renamed(&'static str),
    /// A purpose that the change may have had, and what a new version can have for it.
    New(&'static str, &'static str),
    /// The published version has no such input; a new one can have it so.
    Added,
}

impl Help {
    const fn end(restore: &'static str) -> Self {
        Self { restore, then: Then::End }
    }

    const fn also(restore: &'static str, more: &'static str) -> Self {
        Self { restore, then: Then::Also(more) }
    }

    const fn renamed(restore: &'static str, what: &'static str) -> Self {
        Self { restore, then: Then::Renamed(what) }
    }

    const fn new(restore: &'static str, purpose: &'static str, new: &'static str) -> Self {
        Self { restore, then: Then::New(purpose, new) }
    }
}

/// For an input with another range, length or list of values.
const INPUT: &str = "leave this input as it is, and add an optional input";
const INPUT_OF_TYPE: &str = "leave this input as it is, and add an optional input of that type";
const OUTPUT_OF_TYPE: &str = "leave this output as it is, and add an output of that type";
const OPTIONAL_FIELD: &str = "leave this field as it is, and add an optional field";
const FIELD_OF_TYPE: &str = "leave this field as it is, and add a field of that type";
const ID: &str = "An id never changes, and is never used again.";
const NOT_NULL: &str = "Restore the type, which cannot be null";

/// Returns what to do about a change that a new version cannot make either.
pub(super) const fn help(change: &Change<'_>) -> Help {
    match change.path {
        Path::Parameters(Side::Inputs)
        | Path::Parameter(Side::Inputs, _)
        | Path::Member(Side::Inputs, ..)
        | Path::AllowedValue(Side::Inputs, ..) => input(change),
        Path::Error(_) | Path::ErrorMember(..) | Path::ErrorShape(..) => error(change),
        _ if is_result_removed(change) => Help::also(
            "Keep returning the value",
            "If it is a field now, give the field the published name: `#[a2t(id = \"result\", name = \"result\")]`.",
        ),
        Path::Shape(_, _, location) => output(change.rule, location.has_member()),
        Path::Parameters(_) | Path::Parameter(..) | Path::Member(..) | Path::AllowedValue(..) => {
            output(change.rule, false)
        }
        _ => tool(change.rule),
    }
}

/// Returns whether a function that returned one value returns a struct now.
const fn is_result_removed(change: &Change<'_>) -> bool {
    match (change.rule, change.old) {
        (Rule::OutputRemoved, Quoted::Output(output)) => {
            matches!(as_str(&output.id).as_bytes(), b"result")
        }
        _ => false,
    }
}

const fn input(change: &Change<'_>) -> Help {
    match change.rule {
        Rule::InputAddedRequired => Help {
            restore: "Make it an `Option`, or give it a default: `#[a2t(default = …)]`",
            then: Then::Added,
        },
        Rule::InputBecameRequired => {
            Help::end("Make it an `Option` again, or give it a default: `#[a2t(default = …)]`")
        }
        Rule::InputBecameOptional => Help::new(
            "Make it required again",
            "For callers who need to omit it",
            "leave this input as it is, and add another parameter, an `Option`",
        ),
        Rule::InputRemoved => {
            Help::renamed("Keep the parameter, even if the function ignores it", "the parameter")
        }
        Rule::InputTypeChanged => Help::new("Restore the type", "For another type", INPUT_OF_TYPE),
        Rule::InputTypeWidened => Help::new("Restore the enum", "For any text", INPUT_OF_TYPE),
        Rule::InputIdChanged => Help::also("Restore the id", ID),
        Rule::InputRenamed => {
            Help::also("Restore the name", "A better name can be part of the description.")
        }
        Rule::InputMinRaised => Help::also(
            "Restore the min",
            "To refuse small values, return `a2t::ToolError::refused(…)` from the function.",
        ),
        Rule::InputMaxLowered => Help::also(
            "Restore the max",
            "To refuse large values, return `a2t::ToolError::refused(…)` from the function.",
        ),
        Rule::InputMaxLengthLowered => Help::also(
            "Restore the length",
            "To refuse long texts, return `a2t::ToolError::refused(…)` from the function.",
        ),
        Rule::InputMinLowered => Help::new("Restore the min", "For another range", INPUT),
        Rule::InputMaxRaised => Help::new("Restore the max", "For another range", INPUT),
        Rule::InputMaxLengthRaised => Help::new("Restore the length", "For longer texts", INPUT),
        Rule::InputEnumValueAdded => Help::new(
            "Remove the value",
            "For a new value",
            "leave this enum as it is, and add an optional input of another enum",
        ),
        Rule::InputEnumValueRemoved if matches!(change.new, Quoted::AllowedValues(_)) => {
            Help::new("Restore the enum", "For other values", INPUT_OF_TYPE)
        }
        Rule::InputEnumValueRemoved => Help::renamed(
            "Keep the value, even if the function treats it as another one",
            "the variant",
        ),
        Rule::InputFormatAdded => Help::new(
            "Accept any text again, as a `String`",
            "For the stricter type",
            "leave this input as it is, and add another parameter, an `Option`",
        ),
        Rule::InputFormatChanged => Help::renamed("Restore the type", "your own type"),
        rule => Help::end(rule.hint()),
    }
}

/// `is_field` if the change is in a member of a record, and not in the output itself.
const fn output(rule: Rule, is_field: bool) -> Help {
    let of_type = if is_field { FIELD_OF_TYPE } else { OUTPUT_OF_TYPE };
    match rule {
        Rule::OutputRemoved | Rule::OutputMemberRemoved => {
            Help::renamed("Keep returning it", "the field")
        }
        Rule::OutputIdChanged => Help::also("Restore the id", ID),
        Rule::OutputTypeChanged | Rule::OutputTypeNarrowed | Rule::OutputTypeWidened => {
            Help::new("Restore the type", "For another type", of_type)
        }
        Rule::OutputRenamed => Help::new(
            "Restore the name",
            "For another name",
            "leave this output as it is, and add an output",
        ),
        Rule::OutputEnumValueAdded => Help::new(
            "Remove the value",
            "For a new value",
            if is_field {
                "leave this enum as it is, add a field of another enum, and return the nearest old value here"
            } else {
                "leave this enum as it is, add an output of another enum, and return the nearest old value here"
            },
        ),
        Rule::OutputEnumValueRemoved => {
            Help::renamed("Keep the value, even if it is never returned", "the variant")
        }
        Rule::OutputShapeRemoved => {
            Help::new("Restore the type", "For values of any shape", of_type)
        }
        Rule::OutputMemberBecameOptional => {
            Help::new("Keep it in every record", "For a value that may be absent", OPTIONAL_FIELD)
        }
        Rule::OutputBecameNullable => Help::new(NOT_NULL, "For values that may be null", of_type),
        rule => Help::end(rule.hint()),
    }
}

const fn error(change: &Change<'_>) -> Help {
    match change.rule {
        Rule::ErrorRemoved if matches!(change.new, Quoted::Errors([])) => Help::end(
            "Return `Result<_, E>` again, where the enum `E` declares this error, even if it never occurs",
        ),
        Rule::ErrorRemoved => Help::renamed(
            "Keep the variant, even if it is never returned (`#[allow(dead_code)]`)",
            "the variant",
        ),
        Rule::ErrorTypeChanged => {
            Help::also("Restore the `type`", "Callers distinguish errors by it.")
        }
        Rule::ErrorStatusChanged => Help::new(
            "Restore the status",
            "For another status",
            "leave this error as it is, and add another error",
        ),
        Rule::ErrorMemberRemoved => Help::renamed("Keep sending it", "the field"),
        Rule::ErrorMemberBecameOptional => {
            Help::new("Keep it in every error", "For a value that may be absent", OPTIONAL_FIELD)
        }
        Rule::ErrorMemberBecameNullable => {
            Help::new(NOT_NULL, "For values that may be null", FIELD_OF_TYPE)
        }
        Rule::ErrorMemberTypeChanged
        | Rule::ErrorMemberTypeNarrowed
        | Rule::ErrorMemberTypeWidened => {
            Help::new("Restore the type", "For another type", FIELD_OF_TYPE)
        }
        Rule::ErrorMemberShapeRemoved => {
            Help::new("Restore the type", "For values of any shape", FIELD_OF_TYPE)
        }
        Rule::ErrorEnumValueAdded => Help::new(
            "Remove the value",
            "For a new value",
            "leave this enum as it is, and add a field of another enum, or another error",
        ),
        Rule::ErrorEnumValueRemoved => {
            Help::renamed("Keep the value, even if it is never returned", "the variant")
        }
        rule => Help::end(rule.hint()),
    }
}

const fn tool(rule: Rule) -> Help {
    match rule {
        Rule::ScopeAdded => Help::also(
            "Keep the scopes as they were, in every version",
            "A tool that needs another scope is a separate tool.",
        ),
        Rule::IdempotencyKeyRequired => Help::also(
            "Remove `idempotency_key`: a key that a caller sends is honoured in any case",
            "A tool that needs one is a separate tool.",
        ),
        Rule::HintWithdrawn => Help::also(
            "Restore the keys (`read_only`, `idempotent`, `destructive = false`): callers repeat such calls, and run them without \
             asking",
            "Anything that does more is a separate tool.",
        ),
        rule => Help::end(rule.hint()),
    }
}

/// Returns the rule that the change of a published version breaks as well.
pub(super) const fn edit(rule: Rule) -> Option<Rule> {
    match rule.class() {
        Class::Contract => Some(Rule::PublishedVersionEdited),
        Class::Text | Class::Metadata => Some(Rule::PublishedTextEdited),
        Class::Lineage
        | Class::Order
        | Class::Preconditions
        | Class::Hints
        | Class::WellFormed
        | Class::Codegen => None,
    }
}

/// Returns what a new version can add or change, and the pronoun for it.
pub(super) const fn part(rule: Rule) -> (&'static str, &'static str) {
    match rule {
        Rule::ToolRenamed | Rule::ErrorRenamed => ("the name", "it"),
        Rule::TagsChanged => ("the tags", "them"),
        Rule::ImgChanged => ("the picture", "it"),
        Rule::TitleChanged => ("the title", "it"),
        Rule::InputAddedOptional => ("the input", "it"),
        Rule::OutputAdded => ("the output", "it"),
        Rule::ErrorAdded => ("the error", "it"),
        Rule::OutputMemberAdded | Rule::ErrorMemberAdded => ("the field", "it"),
        _ if matches!(rule.class(), Class::Contract) => ("the type", "it"),
        _ => ("the text", "it"),
    }
}
