//! A shape in the words of a person: `integer from 0 to 14`, `array of string`.

use a2t_core::error::inert;
use a2t_schema::shape::{Integer, Number, Rest, Shape, Text};
use a2t_schema::{Schema, Tool};
use serde_json::Value;

/// Levels of arrays and alternatives that are shown.
const DEPTH_MAX: usize = 4;

/// `(city, units?) -> temperature`
pub(crate) fn signature(tool: &Tool) -> String {
    let names = |schema: &Schema, marked: bool| match schema.shape() {
        Shape::Object(object) => {
            let name = |property: &a2t_schema::shape::Property| {
                let mark = if marked && !property.required { "?" } else { "" };
                format!("{}{mark}", inert(&property.name))
            };
            object.properties.iter().map(name).collect::<Vec<_>>().join(", ")
        }
        shape => kind(&shape),
    };
    let output = tool.output.as_ref().map(|schema| format!(" -> {}", names(schema, false)));
    format!("({}){}", names(&tool.input, true), output.unwrap_or_default()).trim_end().to_owned()
}

/// A shape in words.
pub(crate) fn kind(shape: &Shape) -> String {
    render(shape, DEPTH_MAX)
}

fn render(shape: &Shape, depth: usize) -> String {
    let Some(depth) = depth.checked_sub(1) else {
        return "...".to_owned();
    };
    match shape {
        Shape::Any(reason) => format!("any JSON, because {reason}"),
        Shape::Null => "null".to_owned(),
        Shape::Boolean => "boolean".to_owned(),
        Shape::Integer(integer) => ranged("integer", &integer_bounds(integer)),
        Shape::Number(number) => ranged("number", &number_bounds(number)),
        Shape::String(text) => string(text),
        Shape::Enum(values) => {
            format!("one of {}", values.iter().map(value).collect::<Vec<_>>().join(", "))
        }
        Shape::Const(one) => format!("always {}", value(one)),
        Shape::Array(array) => format!("array of {}", render(&array.items, depth)),
        Shape::Nullable(inner) => format!("{} or null", render(inner, depth)),
        Shape::Object(object) => match (&object.rest, object.properties.is_empty()) {
            (Rest::Each(inner), true) => format!("object of {}", render(inner, depth)),
            _ => "object".to_owned(),
        },
        Shape::Union(union) => {
            let values: Vec<_> = union
                .variants
                .iter()
                .map(|variant| value(&variant.value.as_str().into()))
                .collect();
            format!("object whose {} is one of {}", inert(&union.tag), values.join(", "))
        }
        other => inert(&format!("{other:?}")),
    }
}

fn value(value: &Value) -> String {
    inert(&value.to_string())
}

fn ranged(name: &str, (min, max): &(Option<String>, Option<String>)) -> String {
    match (min, max) {
        (None, None) => name.to_owned(),
        (Some(min), None) => format!("{name} from {min}"),
        (None, Some(max)) => format!("{name} up to {max}"),
        (Some(min), Some(max)) => format!("{name} from {min} to {max}"),
    }
}

fn integer_bounds(integer: &Integer) -> (Option<String>, Option<String>) {
    (integer.min.map(|min| min.to_string()), integer.max.map(|max| max.to_string()))
}

fn number_bounds(number: &Number) -> (Option<String>, Option<String>) {
    let shown = |bound: Option<f64>, outside: bool| {
        bound.map(|bound| format!("{bound}{}", if outside { " (excluded)" } else { "" }))
    };
    (shown(number.min, number.above_min), shown(number.max, number.below_max))
}

fn string(text: &Text) -> String {
    let mut shown = "string".to_owned();
    if let Some(format) = &text.format {
        shown = format!("{shown} ({})", inert(format));
    }
    match (text.min_length, text.max_length) {
        (None, None) => {}
        (Some(min), None) => shown.push_str(&format!(" of at least {min} characters")),
        (None, Some(max)) => shown.push_str(&format!(" of at most {max} characters")),
        (Some(min), Some(max)) => shown.push_str(&format!(" of {min} to {max} characters")),
    }
    if let Some(pattern) = &text.pattern {
        shown.push_str(&format!(" like `{}`", inert(pattern)));
    }
    shown
}
