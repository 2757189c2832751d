//! An output of a scalar type that is described JSON in the other signature: what a reader of the
//! earlier one meets that it is not prepared for.

use super::text::{as_slice, as_str};
use super::witness::{Sample, Shows, given, position};
use crate::signature::{AllowedValue, JsonShape, OutputType};

/// A value of the later shape that the earlier scalar does not have; `None` where it has them all.
pub(super) const fn beyond_scalar<'a>(old: &OutputType, new: &'a JsonShape) -> Option<Shows<'a>> {
    if let JsonShape::Nullable { .. } = new {
        return Some(Shows::Null);
    }
    match (old, new) {
        (OutputType::String, JsonShape::String | JsonShape::Enum { .. })
        | (OutputType::Int, JsonShape::Int)
        | (OutputType::Boolean, JsonShape::Boolean) => None,
        (OutputType::Enum { allowed_values: old }, JsonShape::Enum { allowed_values: new }) => {
            match added(as_slice(old), as_slice(new)) {
                Some(name) => Some(Shows::Text(name)),
                None => None,
            }
        }
        (OutputType::Enum { allowed_values }, JsonShape::String) => {
            match as_slice(allowed_values) {
                [] => None,
                // No text but a name is a choice, and the sample is not a name.
                [_, ..] => Some(Shows::Given(&JsonShape::Boolean)),
            }
        }
        (OutputType::Int, _) => Some(Shows::Given(&JsonShape::Int)),
        (OutputType::Boolean, _) => Some(Shows::Given(&JsonShape::Boolean)),
        _ => Some(Shows::Given(&JsonShape::String)),
    }
}

/// A value of the later scalar that the earlier shape does not have; `None` where it has them all.
pub(super) const fn beyond_shape<'a>(old: &JsonShape, new: &'a OutputType) -> Option<Sample<'a>> {
    match (old.bare(), new) {
        (JsonShape::Any, _)
        | (JsonShape::String, OutputType::String | OutputType::Enum { .. })
        | (JsonShape::Int | JsonShape::Number, OutputType::Int)
        | (JsonShape::Boolean, OutputType::Boolean) => None,
        (JsonShape::Enum { allowed_values: old }, OutputType::Enum { allowed_values: values }) => {
            match (as_slice(values), added(as_slice(old), as_slice(values))) {
                ([], _) => Some(given(new)),
                (_, Some(name)) => Some(Sample::Text(name)),
                (_, None) => None,
            }
        }
        _ => Some(given(new)),
    }
}

/// The first name that is not among the earlier ones; an enum without choices is any string
/// (spec note AMB-23).
const fn added<'a>(old: &[AllowedValue], mut new: &'a [AllowedValue]) -> Option<&'a str> {
    if old.is_empty() {
        return None;
    }
    while let [first, rest @ ..] = new {
        let name = as_str(&first.name);
        if position(old, name, 0).is_none() {
            return Some(name);
        }
        new = rest;
    }
    None
}
