//! What a validator finds, as a violation: what the schema expects, and what kind of value there is. The value itself is
//! not in it, because it may be a secret.

use a2t_core::json::{kind, shown};
use a2t_core::{Code, Violation};
use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as ErrorKind};
use serde_json::Value;

use super::VIOLATIONS_MAX;

pub(super) fn violation(error: &ValidationError<'_>, at: &str) -> Violation {
    let at = format!("{at}{}", error.instance_path().as_str());
    let instance = error.instance();
    match error.kind() {
        ErrorKind::Required { property } => Violation::new(Code::MissingInput, at)
            .expected(format!("the member `{}`", property.as_str().unwrap_or_default()))
            .got("nothing"),
        ErrorKind::AdditionalProperties { unexpected }
        | ErrorKind::UnevaluatedProperties { unexpected } => {
            let unexpected = unexpected.iter().take(VIOLATIONS_MAX);
            let names: Vec<_> = unexpected.map(|name| format!("`{name}`")).collect();
            Violation::new(Code::UnknownInput, at)
                .expected("no other member than those of the schema")
                .got(names.join(", "))
        }
        error => {
            let (code, expected) = expected(error);
            Violation::new(code, at).expected(expected).got(got(error, instance))
        }
    }
}

fn expected(error: &ErrorKind) -> (Code, String) {
    let code = match error {
        ErrorKind::Type { .. } => Code::WrongType,
        ErrorKind::Enum { .. } => Code::NotAllowed,
        ErrorKind::Minimum { .. }
        | ErrorKind::Maximum { .. }
        | ErrorKind::ExclusiveMinimum { .. }
        | ErrorKind::ExclusiveMaximum { .. } => Code::OutOfRange,
        ErrorKind::MaxLength { .. } => Code::TooLong,
        _ => Code::SchemaMismatch,
    };
    let expected = match error {
        ErrorKind::Type { kind } => types(kind),
        ErrorKind::Enum { options } => format!("one of {}", listed(options)),
        ErrorKind::Constant { expected_value } => shown(expected_value),
        ErrorKind::Minimum { limit } => format!("at least {limit}"),
        ErrorKind::Maximum { limit } => format!("at most {limit}"),
        ErrorKind::ExclusiveMinimum { limit } => format!("more than {limit}"),
        ErrorKind::ExclusiveMaximum { limit } => format!("less than {limit}"),
        ErrorKind::MultipleOf { multiple_of } => format!("a multiple of {multiple_of}"),
        ErrorKind::MinLength { limit } => format!("at least {}", counted(*limit, "character")),
        ErrorKind::MaxLength { limit } => format!("at most {}", counted(*limit, "character")),
        ErrorKind::MinItems { limit } => format!("at least {}", counted(*limit, "item")),
        ErrorKind::MaxItems { limit } => format!("at most {}", counted(*limit, "item")),
        ErrorKind::AdditionalItems { limit } => {
            format!("at most {}", counted(u64::try_from(*limit).unwrap_or(u64::MAX), "item"))
        }
        ErrorKind::MinProperties { limit } => format!("at least {}", counted(*limit, "member")),
        ErrorKind::MaxProperties { limit } => format!("at most {}", counted(*limit, "member")),
        ErrorKind::UniqueItems => "items of which no two are equal".to_owned(),
        ErrorKind::Pattern { pattern } => format!("text that matches `{pattern}`"),
        ErrorKind::FalseSchema => "no value here".to_owned(),
        ErrorKind::AnyOf { .. } => "a value that one of the schemas in `anyOf` takes".to_owned(),
        ErrorKind::OneOfNotValid { .. } => {
            "a value that one of the schemas in `oneOf` takes".to_owned()
        }
        ErrorKind::OneOfMultipleValid { .. } => {
            "a value that only one of the schemas in `oneOf` takes".to_owned()
        }
        ErrorKind::Not { .. } => "a value that the schema in `not` refuses".to_owned(),
        other => format!("a value that `{}` of the schema takes", other.keyword()),
    };
    (code, expected)
}

/// Returns the size of a value that is too large or too small, the kind of any other.
fn got(error: &ErrorKind, instance: &Value) -> String {
    let is_sized = matches!(
        error,
        ErrorKind::MinLength { .. }
            | ErrorKind::MaxLength { .. }
            | ErrorKind::MinItems { .. }
            | ErrorKind::MaxItems { .. }
            | ErrorKind::AdditionalItems { .. }
            | ErrorKind::MinProperties { .. }
            | ErrorKind::MaxProperties { .. }
    );
    let (size, noun) = match instance {
        Value::String(text) if is_sized => (text.chars().count(), "character"),
        Value::Array(items) if is_sized => (items.len(), "item"),
        Value::Object(members) if is_sized => (members.len(), "member"),
        other => return kind(other).to_owned(),
    };
    counted(u64::try_from(size).unwrap_or(u64::MAX), noun)
}

fn counted(count: u64, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// The first values of an `enum`.
fn listed(options: &Value) -> String {
    let options = options.as_array().map(Vec::as_slice).unwrap_or_default();
    let mut listed: Vec<_> = options.iter().take(VIOLATIONS_MAX).map(shown).collect();
    if options.len() > VIOLATIONS_MAX {
        listed.push(format!("{} more", options.len() - VIOLATIONS_MAX));
    }
    listed.join(", ")
}

fn types(kind: &TypeKind) -> String {
    match kind {
        TypeKind::Single(kind) => kind.to_string(),
        TypeKind::Multiple(kinds) => {
            let kinds: Vec<_> = kinds.iter().map(|kind| kind.to_string()).collect();
            kinds.join(" or ")
        }
    }
}
