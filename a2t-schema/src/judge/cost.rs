//! Work that one value is for a schema: alternatives inside of alternatives multiply.

use std::collections::HashMap;

use serde_json::Value;

/// The most work of one value: schemas that are tried, each time that they are.
pub(super) const COST_MAX: u64 = 1_000_000;
/// The most pairs of a schema and a value that are looked at.
const PAIRS_MAX: usize = 100_000;
const DEPTH_MAX: usize = 1_000;

/// Keywords whose schemas apply to the same value.
const SAME: [&str; 6] = ["allOf", "anyOf", "else", "if", "not", "oneOf"];

/// Returns whether a schema has alternatives anywhere; work on any other is that of reading the value.
pub(super) fn branches(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => members.iter().any(|(word, value)| {
            SAME.contains(&word.as_str()) || word == "dependentSchemas" || branches(value)
        }),
        Value::Array(items) => items.iter().any(branches),
        _ => false,
    }
}

/// Returns whether the work is within the bound.
pub(super) fn is_bearable(schema: &Value, value: &Value) -> bool {
    let mut counter = Counter { root: schema, known: HashMap::new() };
    counter.of(schema, value, 0) <= COST_MAX
}

struct Counter<'v> {
    root: &'v Value,
    known: HashMap<(*const Value, *const Value), u64>,
}

impl<'v> Counter<'v> {
    fn of(&mut self, schema: &'v Value, value: &Value, depth: usize) -> u64 {
        let pair = (std::ptr::from_ref(schema), std::ptr::from_ref(value));
        if let Some(known) = self.known.get(&pair) {
            return *known;
        }
        if self.known.len() >= PAIRS_MAX || depth > DEPTH_MAX {
            return u64::MAX;
        }
        let Value::Object(members) = schema else {
            return 1;
        };
        self.known.insert(pair, 1);
        let mut work = 1_u64;
        let target = members.get("$ref").and_then(Value::as_str);
        let target = target.and_then(|text| self.root.pointer(text.strip_prefix('#')?));
        let same = SAME.iter().chain(&["then"]).filter_map(|word| members.get(*word));
        let dependent = members.get("dependentSchemas").and_then(Value::as_object);
        let dependent = dependent.into_iter().flat_map(|all| all.values());
        for schema in same.flat_map(each).chain(target).chain(dependent) {
            work = work.saturating_add(self.of(schema, value, depth + 1));
        }
        for (schema, inner) in children(members, value) {
            work = work.saturating_add(self.of(schema, inner, depth + 1));
        }
        self.known.insert(pair, work);
        work
    }
}

fn each(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::Array(items) => Box::new(items.iter()),
        other => Box::new(std::iter::once(other)),
    }
}

/// The parts of a value, with the schemas that may apply to them.
fn children<'v, 'i>(
    members: &'v serde_json::Map<String, Value>,
    value: &'i Value,
) -> Vec<(&'v Value, &'i Value)> {
    let of = |words: &[&str]| -> Vec<&'v Value> {
        words.iter().filter_map(|word| members.get(*word)).collect()
    };
    let mut found = Vec::new();
    match value {
        Value::Object(inner) => {
            let rest = of(&["additionalProperties", "unevaluatedProperties"]);
            let patterns = members.get("patternProperties").and_then(Value::as_object);
            let patterns: Vec<_> = patterns.into_iter().flat_map(|all| all.values()).collect();
            let named = members.get("properties").and_then(Value::as_object);
            for (name, inner) in inner {
                let own = named.and_then(|named| named.get(name));
                let all =
                    own.into_iter().chain(rest.iter().copied()).chain(patterns.iter().copied());
                found.extend(all.map(|schema| (schema, inner)));
            }
        }
        Value::Array(items) => {
            let all = of(&["contains", "items", "unevaluatedItems", "additionalItems"]);
            let first = members.get("prefixItems").and_then(Value::as_array);
            for (index, inner) in items.iter().enumerate() {
                let own = first.and_then(|first| first.get(index));
                found.extend(
                    own.into_iter().chain(all.iter().copied()).map(|schema| (schema, inner)),
                );
            }
        }
        _ => {}
    }
    found
}
