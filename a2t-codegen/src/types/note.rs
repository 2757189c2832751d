//! Documentation of a property: its description, and constraints that its type does not express.

use a2t_schema::Shape;
use a2t_schema::shape::{Property, Rest};
use serde_json::Value;

use crate::names::Side;

/// Longer defaults are left out.
const DEFAULT_MAX: usize = 60;

/// The description and the bounds of a property, as a stranger's text.
pub(super) fn documented(property: &Property, side: Side) -> String {
    let mut text = property.description.clone().unwrap_or_default();
    let mut notes = Vec::new();
    if side == Side::Inputs {
        bounds(&property.shape, &mut notes);
        let default = property.default.as_ref().filter(|_| !property.required);
        notes.extend(default.and_then(if_absent));
    } else if let Some(format) = format(&property.shape) {
        notes.push(format!("Format: {format}."));
    }
    for note in notes {
        let end = text.trim_end().chars().next_back();
        if end.is_some_and(|end| !matches!(end, '.' | '!' | '?' | ':' | ';')) {
            text.push('.');
        }
        if end.is_some() {
            text.push(' ');
        }
        text.push_str(&note);
    }
    text
}

fn if_absent(value: &Value) -> Option<String> {
    let text = value.to_string();
    (text.len() <= DEFAULT_MAX).then(|| format!("{text} if absent."))
}

fn format(shape: &Shape) -> Option<&str> {
    match shape {
        Shape::String(text) => text.format.as_deref(),
        Shape::Nullable(inner) => format(inner),
        _ => None,
    }
}

/// Bounds that are checked before a call is sent, in words.
fn bounds(shape: &Shape, notes: &mut Vec<String>) {
    match shape {
        Shape::Integer(integer) => {
            let [min, max] = [integer.min, integer.max].map(|end| end.map(|end| end.to_string()));
            notes.extend(range(min, max));
        }
        Shape::Number(number) => {
            let [min, max] = [number.min, number.max].map(|end| end.map(|end| end.to_string()));
            notes.extend(range(min, max));
        }
        Shape::String(text) => {
            notes.extend(amount(text.min_length, text.max_length, "character"));
            notes.extend(text.format.as_ref().map(|format| format!("Format: {format}.")));
            notes.extend(text.pattern.as_ref().map(|pattern| format!("Pattern: {pattern}")));
        }
        Shape::Array(array) => {
            notes.extend(amount(array.min_items, array.max_items, "item"));
            each(&array.items, notes);
        }
        Shape::Object(object) if object.properties.is_empty() => {
            if let Rest::Each(value) = &object.rest {
                each(value, notes);
            }
        }
        Shape::Nullable(inner) => bounds(inner, notes),
        _ => {}
    }
}

/// The bounds of every item of an array, or of every member of an object.
fn each(shape: &Shape, notes: &mut Vec<String>) {
    let mut of = Vec::new();
    bounds(shape, &mut of);
    if !of.is_empty() {
        notes.push(format!("Each: {}", of.join(" ")));
    }
}

fn range(min: Option<String>, max: Option<String>) -> Option<String> {
    match (min, max) {
        (Some(min), Some(max)) => Some(format!("From {min} to {max}.")),
        (Some(min), None) => Some(format!("At least {min}.")),
        (None, Some(max)) => Some(format!("At most {max}.")),
        (None, None) => None,
    }
}

fn amount(min: Option<u64>, max: Option<u64>, noun: &str) -> Option<String> {
    let plural = |count: u64| if count == 1 { noun.to_owned() } else { format!("{noun}s") };
    match (min.filter(|min| *min > 0), max) {
        (Some(min), Some(max)) => Some(format!("From {min} to {max} {noun}s.")),
        (Some(min), None) => Some(format!("At least {min} {}.", plural(min))),
        (None, Some(max)) => Some(format!("At most {max} {}.", plural(max))),
        (None, None) => None,
    }
}
