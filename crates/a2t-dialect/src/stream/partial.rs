//! Arguments that Google streams value by value, each with its path (RFC 9535).

use serde_json::{Map, Value};

/// Levels of nested values, as everywhere.
const DEPTH_MAX: usize = a2t_core::json::DEPTH_MAX;

/// A step of a path.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    Member(String),
    Item(usize),
}

/// Reads a path to one value, such as `$.stops[0]['city name']`.
pub(super) fn path(text: &str) -> Option<Vec<Step>> {
    let mut rest = text.strip_prefix('$')?;
    let mut steps = Vec::new();
    while !rest.is_empty() && steps.len() < DEPTH_MAX {
        let step;
        (step, rest) = if let Some(name) = rest.strip_prefix('.') {
            let end = name.find(['.', '[']).unwrap_or(name.len());
            let (name, rest) = name.split_at_checked(end)?;
            (Step::Member(name.to_owned()), rest)
        } else {
            bracket(rest.strip_prefix('[')?)?
        };
        steps.push(step);
    }
    let is_whole = rest.is_empty() && !steps.is_empty();
    is_whole.then_some(steps)
}

/// Reads what follows on an opening bracket: a number, or a quoted name.
fn bracket(text: &str) -> Option<(Step, &str)> {
    let quote = text.chars().next().filter(|first| ['\'', '"'].contains(first));
    let Some(quote) = quote else {
        let (number, rest) = text.split_once(']')?;
        return Some((Step::Item(number.parse().ok()?), rest));
    };
    let (mut name, mut letters) = (String::new(), text.char_indices().skip(1));
    while let Some((at, letter)) = letters.next() {
        if letter == '\\' {
            let (_, escaped) = letters.next()?;
            name.push(match escaped {
                'n' => '\n',
                't' => '\t',
                '\'' | '"' | '\\' | '/' => escaped,
                _ => return None,
            });
        } else if letter == quote {
            let rest = text.get(at..)?.strip_prefix(quote)?.strip_prefix(']')?;
            return Some((Step::Member(name), rest));
        } else {
            name.push(letter);
        }
    }
    None
}

/// Puts a value at a path. A text goes on where there is one; a list only grows by one item at a
/// time, so that an index allocates nothing.
pub(super) fn put(root: &mut Value, path: &[Step], value: Value) -> Option<()> {
    let mut node = root;
    for step in path {
        node = match step {
            Step::Member(name) => {
                if node.is_null() {
                    *node = Value::Object(Map::new());
                }
                node.as_object_mut()?.entry(name.clone()).or_insert(Value::Null)
            }
            Step::Item(index) => {
                if node.is_null() {
                    *node = Value::Array(Vec::new());
                }
                let items = node.as_array_mut()?;
                if *index == items.len() {
                    items.push(Value::Null);
                }
                items.get_mut(*index)?
            }
        };
    }
    match (node, value) {
        (Value::String(known), Value::String(more)) => known.push_str(&more),
        (node, value) => *node = value,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_path_leads_to_one_value() {
        let member = |name: &str| Step::Member(name.to_owned());
        let expected = vec![member("a"), Step::Item(0), member("b.c]'"), member("d")];
        assert_eq!(path(r"$.a[0]['b.c]\'']"), Some(expected[..3].to_vec()));
        assert_eq!(path("$.a[0][\"b.c]'\"].d"), Some(expected));
        for wrong in ["", "$", "a", "$.a[", "$.a[x]", "$.a[-1]", "$['a", "$['a'", "$a", "$.a[1]x"] {
            assert_eq!(path(wrong), None, "{wrong}");
        }
        assert_eq!(path(&format!("${}", "[0]".repeat(DEPTH_MAX + 1))), None);
    }

    #[test]
    fn values_are_put_where_they_belong_and_allocate_no_gap() {
        let mut args = Value::Null;
        let mut at = |text: &str, value: Value| put(&mut args, &path(text).unwrap(), value);
        assert_eq!(at("$.stops[0].city", json!("Ro")), Some(()));
        assert_eq!(at("$.stops[0].city", json!("me")), Some(()));
        assert_eq!(at("$.stops[1]", json!(null)), Some(()));
        assert_eq!(at("$.stops[18446744073709551615]", json!(1)), None);
        assert_eq!(at("$.stops.city", json!(1)), None);
        assert_eq!(at("$.stops[0].city[0]", json!(1)), None);
        assert_eq!(args, json!({"stops": [{"city": "Rome"}, null]}));
    }
}
