//! The path of a change becomes a place in a document: source, line and column.

use a2t_core::json::{self, segment};
use serde_json::Value;

use super::documents::Document;
use crate::diagnostic::Place;

impl Document {
    /// Place of the path, or the nearest there is around it.
    pub(super) fn place(&self, path: &str) -> Place {
        self.at(&pointer(&self.value, path))
    }

    pub(super) fn at(&self, pointer: &str) -> Place {
        let (line, column) = json::locate(&self.text, pointer);
        let (first, indent) = self.start;
        let column = if line == 1 { column + indent - 1 } else { column };
        Place::new(&self.source, (line + first - 1, column))
    }
}

/// The pointer that a path such as `inputs[i2].max` stands for. Ids may contain anything, so they
/// are looked up, not parsed.
fn pointer(signature: &Value, path: &str) -> String {
    for (side, member) in [("inputs", "input_parameters"), ("outputs", "output_parameters")] {
        if let Some(rest) = path.strip_prefix(side) {
            let list = signature.get(member).and_then(Value::as_array);
            let parameters = list.into_iter().flatten().enumerate();
            let found = parameters.filter_map(|(index, parameter)| {
                let rest = named(rest, parameter.get("id")?.as_str()?)?;
                Some((rest.len(), format!("/{member}/{index}{}", within(parameter, rest))))
            });
            return longest(found).unwrap_or_else(|| format!("/{member}"));
        }
    }
    match path.strip_prefix("versions[") {
        Some(rest) => {
            let member = rest.split_once("].").map_or("version", |(_, member)| member);
            format!("/{}", segment(member))
        }
        None => format!("/{}", segment(path)),
    }
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_path_is_looked_up_whatever_the_ids_are() {
        let signature = json!({"input_parameters": [
            {"id": "a].max", "max": 1},
            {"id": "a", "max": 1, "~x/": 2, "allowed-values": [{"name": "A"}, {"name": "A]."}]},
        ]});
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
            ("version", "/version"),
            ("versions[3]", "/version"),
            ("versions[3].currentVersion", "/currentVersion"),
        ];
        for (path, wanted) in pairs {
            assert_eq!(pointer(&signature, path), wanted, "{path}");
        }
    }
}
