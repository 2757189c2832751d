//! The path of a change becomes a location in a document: source, line and column.

use a2t_core::json::{self, segment};
use serde_json::Value;

use super::documents::Document;
use crate::diagnostic::Location;

impl Document {
    /// Location of the path, or the nearest there is around it.
    pub(super) fn location(&self, path: &str) -> Location {
        self.at(&pointer(&self.value, path))
    }

    pub(super) fn at(&self, pointer: &str) -> Location {
        let (line, column) = json::locate(&self.text, pointer);
        let (first, indent) = self.start;
        let column = if line == 1 { column + indent - 1 } else { column };
        Location::new(&self.source, (line + first - 1, column))
    }
}

/// The pointer that a path such as `inputs[i2].max` stands for. Ids may contain anything, so they
/// are looked up, not parsed.
pub(super) fn pointer(signature: &Value, path: &str) -> String {
    for (side, member) in [("inputs", "input_parameters"), ("outputs", "output_parameters")] {
        if let Some(rest) = path.strip_prefix(side) {
            let list = signature.get(member).and_then(Value::as_array);
            return listed(list, "id", member, rest);
        }
    }
    if let Some(rest) = path.strip_prefix("errors") {
        let list = signature.get("errors").and_then(Value::as_array);
        return listed(list, "name", "errors", rest);
    }
    match path.strip_prefix("versions[") {
        Some(rest) => {
            let member = rest.split_once("].").map_or("version", |(_, member)| member);
            format!("/{}", segment(member))
        }
        None => format!("/{}", segment(path)),
    }
}

/// The pointer of an item that is known by a member, or that of the list.
fn listed(list: Option<&Vec<Value>>, by: &str, member: &str, rest: &str) -> String {
    let items = list.into_iter().flatten().enumerate();
    let found = items.filter_map(|(index, item)| {
        let rest = named(rest, item.get(by)?.as_str()?)?;
        Some((rest.len(), format!("/{member}/{index}{}", within(item, rest))))
    });
    longest(found).unwrap_or_else(|| format!("/{member}"))
}

fn named<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let rest = text.strip_prefix('[')?.strip_prefix(name)?.strip_prefix(']')?;
    (rest.is_empty() || rest.starts_with('.')).then_some(rest)
}

/// The pointer of the longest name, which leaves the shortest rest.
fn longest(found: impl Iterator<Item = (usize, String)>) -> Option<String> {
    let (_, pointer) = found.min_by_key(|(rest, _)| *rest)?;
    Some(pointer)
}

fn within(parameter: &Value, rest: &str) -> String {
    let Some(member) = rest.strip_prefix('.') else {
        return String::new();
    };
    if let (Some(rest), Some(schema)) = (member.strip_prefix("schema"), parameter.get("schema")) {
        return format!("/schema{}", shaped(schema, rest));
    }
    let Some(choice) = member.strip_prefix("allowed-values") else {
        return format!("/{}", segment(member));
    };
    let list = parameter.get("allowed-values").and_then(Value::as_array);
    let choices = list.into_iter().flatten().enumerate();
    let found = choices.filter_map(|(index, value)| {
        let rest = named(choice, value.get("name")?.as_str()?)?;
        let tail = rest.replacen('.', "/", 1);
        Some((rest.len(), format!("/allowed-values/{index}{tail}")))
    });
    longest(found).unwrap_or_else(|| "/allowed-values".to_owned())
}

/// The pointer of a location within a schema, as far as that has it.
fn shaped(schema: &Value, rest: &str) -> String {
    if let (Some(rest), Some(items)) = (rest.strip_prefix("[]"), schema.get("items")) {
        return format!("/items{}", shaped(items, rest));
    }
    if rest.starts_with('[') {
        let list = schema.get("oneOf").and_then(Value::as_array);
        return listed(list, "const", "oneOf", rest);
    }
    let Some(name) = rest.strip_prefix('.') else {
        return String::new();
    };
    let properties = schema.get("properties").and_then(Value::as_object);
    let found = properties.into_iter().flatten().filter_map(|(member, inner)| {
        let rest = name.strip_prefix(member.as_str())?;
        let whole = rest.is_empty() || rest.starts_with(['.', '[']);
        let pointer = || format!("/properties/{}{}", segment(member), shaped(inner, rest));
        whole.then(|| (rest.len(), pointer()))
    });
    let keyword = || match name {
        "nullable" => "/type".to_owned(),
        name if schema.get(name).is_some() => format!("/{}", segment(name)),
        _ => String::new(),
    };
    longest(found).unwrap_or_else(keyword)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_path_is_looked_up_whatever_the_ids_are() {
        let signature = json!({"input_parameters": [
            {"id": "a].max", "max": 1},
            {"id": "a", "max": 1, "~x/": 2, "allowed-values": [{"name": "A"}, {"name": "A]."}]},
        ], "errors": [{"name": "LENT", "status": 409, "schema": {"type": "object", "properties": {
            "by": {"type": "array", "items": {"type": "object", "properties": {"age.type": {"type": "integer"}}}},
            "why": {"type": "string", "oneOf": [{"const": "LATE"}, {"const": "LOST", "description": ""}]},
        }}}]});
        let pairs = [
            ("inputs", "/input_parameters"),
            ("inputs[gone].max", "/input_parameters"),
            ("inputs[a].max", "/input_parameters/1/max"),
            ("inputs[a].max].max", "/input_parameters/0/max"),
            ("inputs[a].~x/", "/input_parameters/1/~0x~1"),
            ("inputs[a].allowed-values", "/input_parameters/1/allowed-values"),
            ("inputs[a].allowed-values[A].]", "/input_parameters/1/allowed-values/1"),
            (
                "inputs[a].allowed-values[A].description",
                "/input_parameters/1/allowed-values/0/description",
            ),
            ("errors", "/errors"),
            ("errors[GONE]", "/errors"),
            ("errors[LENT]", "/errors/0"),
            ("errors[LENT].status", "/errors/0/status"),
            ("errors[LENT].schema.by", "/errors/0/schema/properties/by"),
            (
                "errors[LENT].schema.by[].age.type.type",
                "/errors/0/schema/properties/by/items/properties/age.type/type",
            ),
            ("errors[LENT].schema.by[].nullable", "/errors/0/schema/properties/by/items/type"),
            ("errors[LENT].schema.by.required", "/errors/0/schema/properties/by"),
            (
                "errors[LENT].schema.why[LOST].description",
                "/errors/0/schema/properties/why/oneOf/1/description",
            ),
            ("version", "/version"),
            ("versions[3]", "/version"),
            ("versions[3].currentVersion", "/currentVersion"),
        ];
        for (path, wanted) in pairs {
            assert_eq!(pointer(&signature, path), wanted, "{path}");
        }
    }
}
