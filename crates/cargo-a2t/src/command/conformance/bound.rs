//! Values by name, the paths that lead to parts of them, and the templates that paths stand in.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Map, Number, Value};

use crate::text::percent_encoded;

/// Maximum length of a value that goes into a path of a request, in bytes. Ids are UUIDs; another scenario checks that.
const SEGMENT_MAX: usize = 200;

/// Maximum number of values of one path. A reply of some MiB may have millions of empty objects.
const VALUES_MAX: usize = 100_000;

/// The values of one subject, and the replies that it got. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Bound(BTreeMap<String, Rc<Value>>);

impl Bound {
    pub(super) fn set(&mut self, name: &str, value: impl Into<Rc<Value>>) {
        self.0.insert(name.to_owned(), value.into());
    }

    pub(super) fn with(&self, name: &str, value: impl Into<Rc<Value>>) -> Self {
        let mut bound = self.clone();
        bound.set(name, value);
        bound
    }

    /// Returns the values at a path, each with its own path.
    pub(super) fn select(&self, path: &str) -> Vec<(String, &Value)> {
        let mut segments = path.split('/');
        let name = segments.next().unwrap_or_default();
        let Some(value) = self.0.get(name) else { return Vec::new() };
        let first = vec![(name.to_owned(), &**value)];
        segments.fold(first, |values, segment| {
            let below = values.into_iter().flat_map(|(path, value)| below(&path, value, segment));
            below.take(VALUES_MAX).collect()
        })
    }

    /// Returns the value at a path; an array of all of them if the path has a `*`.
    pub(super) fn value(&self, path: &str) -> Option<Value> {
        let mut found = self.select(path).into_iter().map(|(_, value)| value.clone());
        if path.split('/').any(|segment| segment == "*") {
            Some(found.collect())
        } else {
            found.next()
        }
    }

    /// Fills the parts in braces of a path or a query.
    pub(super) fn fill_text(&self, template: &str) -> Option<String> {
        let mut pieces = template.split('{');
        let mut text = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (inner, rest) = piece.split_once('}')?;
            let (path, filter) = inner.split_once('|').unwrap_or((inner, ""));
            let value = match self.value(path)? {
                Value::String(value) if value.len() <= SEGMENT_MAX => value,
                Value::Number(number) if number.is_u64() => number.to_string(),
                _ => return None,
            };
            // A segment of dots leads to another path even if they are encoded, and an empty one to a list.
            if matches!(&*value, "" | "." | "..") {
                return None;
            }
            let value = if filter == "upper" { value.to_uppercase() } else { value };
            text.push_str(&percent_encoded(&value));
            text.push_str(rest);
        }
        Some(text)
    }

    /// Fills the templates of JSON; `None` if one has no value.
    pub(super) fn fill(&self, template: &Value) -> Option<Value> {
        match template {
            Value::Object(members) if members.contains_key("$value") => self.valued(members),
            Value::Object(members) => match members.get("$inputs") {
                Some(inputs) => self.inputs(inputs),
                None => {
                    let fill =
                        |(name, value): (&String, &Value)| Some((name.clone(), self.fill(value)?));
                    members.iter().map(fill).collect::<Option<Map<_, _>>>().map(Value::Object)
                }
            },
            Value::Array(items) => items.iter().map(|item| self.fill(item)).collect(),
            scalar => Some(scalar.clone()),
        }
    }

    fn valued(&self, template: &Map<String, Value>) -> Option<Value> {
        let found = self.value(template.get("$value")?.as_str()?).filter(|value| !value.is_null());
        let value = found.or_else(|| template.get("default").cloned())?;
        let Some(plus) = template.get("plus") else { return Some(value) };
        let signed = || Some(Number::from(value.as_i64()?.checked_add(plus.as_i64()?)?));
        let unsigned = || Some(Number::from(value.as_u64()?.checked_add(plus.as_u64()?)?));
        signed().or_else(unsigned).map(Value::Number)
    }

    fn inputs(&self, template: &Value) -> Option<Value> {
        let without = match template.get("without") {
            Some(path) => Some(self.value(path.as_str()?)?),
            None => None,
        };
        let given = self.value("call/inputs")?;
        let mut pairs = given.as_array()?.clone();
        pairs.retain(|pair| without.is_none() || pair.get("name") != without.as_ref());
        for pair in template.get("with").and_then(Value::as_array).into_iter().flatten() {
            pairs.push(self.fill(pair)?);
        }
        Some(pairs.into())
    }
}

fn below<'v>(path: &str, value: &'v Value, segment: &str) -> Vec<(String, &'v Value)> {
    match value {
        Value::Array(items) if segment == "*" => {
            let each = items.iter().take(VALUES_MAX).enumerate();
            each.map(|(index, item)| (format!("{path}/{index}"), item)).collect()
        }
        Value::Array(items) => {
            let item = segment.parse().ok().and_then(|index: usize| items.get(index));
            item.map(|item| (format!("{path}/{segment}"), item)).into_iter().collect()
        }
        Value::Object(members) => {
            let member = members.get(segment);
            member.map(|member| (format!("{path}/{segment}"), member)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Returns whether a template has to be filled.
pub(super) fn is_template(template: &Value) -> bool {
    match template {
        Value::Object(members) => {
            members.contains_key("$value")
                || members.contains_key("$inputs")
                || members.values().any(is_template)
        }
        Value::Array(items) => items.iter().any(is_template),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn bound() -> Bound {
        let mut bound = Bound::default();
        bound.set("tool", json!({"toolId": "a/../b", "n": 7, "items": [{"x": 1}, {"x": 2}, 3]}));
        bound
            .set("call", json!({"inputs": [{"name": "a", "value": 1}, {"name": "b", "value": 2}]}));
        bound
    }

    #[test]
    fn paths_lead_to_values_and_stars_to_all_of_them() {
        let bound = bound();
        let paths: Vec<_> = bound.select("tool/items/*/x").into_iter().map(|one| one.0).collect();
        assert_eq!(paths, ["tool/items/0/x", "tool/items/1/x"]);
        assert_eq!(bound.value("tool/items/*/x"), Some(json!([1, 2])));
        assert_eq!(bound.value("tool/items/1/x"), Some(json!(2)));
        assert_eq!((bound.value("tool/none/x"), bound.value("none")), (None, None));
    }

    #[test]
    fn a_text_of_a_server_stays_one_segment() {
        let bound = bound();
        assert_eq!(bound.fill_text("/tools/{tool/toolId}").unwrap(), "/tools/a%2F..%2Fb");
        assert_eq!(bound.fill_text("{tool/toolId|upper}:{tool/n}").unwrap(), "A%2F..%2FB:7");
        assert_eq!(bound.fill_text("/tools/{tool/items}"), None);
        for id in ["", ".", ".."] {
            assert_eq!(
                Bound::default().with("id", json!(id)).fill_text("/tools/{id}/versions"),
                None
            );
        }
        let long = Bound::default().with("id", json!("x".repeat(SEGMENT_MAX + 1)));
        assert_eq!(long.fill_text("{id}"), None);
    }

    #[test]
    fn templates_are_filled_or_have_no_value() {
        let bound = bound();
        let filled = |template: Value| bound.fill(&template);
        assert_eq!(filled(json!([{"$value": "tool/n", "plus": 1}])), Some(json!([8])));
        assert_eq!(filled(json!({"$value": "tool/m", "default": 5})), Some(json!(5)));
        assert_eq!(filled(json!({"a": {"$value": "tool/m"}})), None);
        let max = Bound::default().with("max", json!(i64::MAX));
        let above = max.fill(&json!({"$value": "max", "plus": 1})).unwrap();
        assert_eq!(above.to_string(), "9223372036854775808");
        let inputs = json!({"$inputs": {"without": "call/inputs/0/name", "with": [{"name": "c", "value": null}]}});
        let expected = json!([{"name": "b", "value": 2}, {"name": "c", "value": null}]);
        assert_eq!(filled(inputs), Some(expected));
    }
}
