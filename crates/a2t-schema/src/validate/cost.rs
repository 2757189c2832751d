//! Steps of checking one value against a schema: alternatives inside of alternatives multiply, and so
//! do patterns and members.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::patterns::Patterns;

/// The maximum number of steps of one value.
pub(super) const STEPS_MAX: u64 = 16_000_000;
/// Steps of one schema that is tried where alternatives may multiply.
const TRIAL: u64 = 16;
/// Steps of one search for a pattern, without those for the length of the text.
const MATCH: u64 = 16;
/// Bytes of text, times bytes of a compiled pattern, that are searched in one step.
const SEARCHED: u64 = 8 << 10;
/// Names or values of a keyword that are compared in one step.
const COMPARED: usize = 4;
/// The maximum number of pairs of a schema and a value that are kept.
const PAIRS_MAX: usize = 100_000;
const DEPTH_MAX: usize = 1_000;

/// Keywords whose schemas apply to the same value.
const SAME: [&str; 6] = ["allOf", "anyOf", "else", "if", "not", "oneOf"];
/// Keywords of an object whose names are looked up in every value.
const LOOKED_UP: [&str; 4] = ["dependentRequired", "dependentSchemas", "properties", "required"];

/// Schema whose steps are counted.
pub(super) struct Cost {
    schema: Value,
    patterns: Patterns,
    branches: bool,
}

impl Cost {
    pub(super) fn new(schema: Value, patterns: Patterns) -> Self {
        let branches = branches(&schema);
        Self { schema, patterns, branches }
    }

    /// Returns the bytes that the schema and its patterns take.
    pub(super) fn size(&self) -> usize {
        self.patterns.sum()
    }

    /// Returns the number of steps of checking a value. The count ends as soon as there are more than `most`.
    pub(super) fn steps(&self, value: &Value, most: u64) -> u64 {
        let pairs = HashMap::new();
        let mut counter = Counter { cost: self, most, pairs, keeps: self.branches, spent: 0 };
        counter.of(&self.schema, value, 0)
    }
}

/// Returns whether a schema has alternatives anywhere.
fn branches(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => members.iter().any(|(word, value)| {
            SAME.contains(&word.as_str()) || word == "dependentSchemas" || branches(value)
        }),
        Value::Array(items) => items.iter().any(branches),
        _ => false,
    }
}

struct Counter<'c> {
    cost: &'c Cost,
    most: u64,
    /// Steps of a schema and a value, which alternatives ask for again and again.
    pairs: HashMap<(*const Value, *const Value), u64>,
    keeps: bool,
    /// Steps that were counted so far, one by one.
    spent: u64,
}

impl<'c> Counter<'c> {
    fn of(&mut self, schema: &'c Value, value: &Value, depth: usize) -> u64 {
        let pair = (std::ptr::from_ref(schema), std::ptr::from_ref(value));
        if let Some(known) = self.pairs.get(&pair) {
            return *known;
        }
        if self.pairs.len() >= PAIRS_MAX || depth > DEPTH_MAX || self.spent > self.most {
            return u64::MAX;
        }
        let Value::Object(members) = schema else {
            return self.spend(if self.keeps { TRIAL } else { 1 });
        };
        if self.keeps {
            self.pairs.insert(pair, 1);
        }
        let own = self.own(members, value);
        let mut steps = self.spend(own);
        let target = members.get("$ref").and_then(Value::as_str);
        let target = target.and_then(|text| self.cost.schema.pointer(text.strip_prefix('#')?));
        let same = SAME.iter().chain(&["then"]).filter_map(|word| members.get(*word));
        let dependent = members.get("dependentSchemas").and_then(Value::as_object);
        let dependent = dependent.into_iter().flat_map(|all| all.values());
        for schema in same.flat_map(each).chain(target).chain(dependent) {
            steps = steps.saturating_add(self.of(schema, value, depth + 1));
        }
        steps = steps.saturating_add(match value {
            Value::Object(inner) => self.members(members, inner, depth),
            Value::Array(items) => self.items(members, items, depth),
            _ => 0,
        });
        if self.keeps {
            self.pairs.insert(pair, steps);
        }
        steps
    }

    fn spend(&mut self, steps: u64) -> u64 {
        self.spent = self.spent.saturating_add(steps);
        steps
    }

    /// Steps of the keywords that look at the value itself.
    fn own(&self, members: &Map<String, Value>, value: &Value) -> u64 {
        let count = |word: &str| members.get(word).map_or(0, length);
        let looked_up: usize = match value {
            Value::Object(_) => LOOKED_UP.iter().map(|word| count(word)).sum(),
            _ => count("enum"),
        };
        let searched = match (value, members.get("pattern")) {
            (Value::String(text), Some(Value::String(pattern))) => self.search(pattern, text),
            _ => 0,
        };
        let least = if self.keeps { TRIAL } else { 1 };
        let looked_up = u64::try_from(looked_up / COMPARED).unwrap_or(u64::MAX);
        least.saturating_add(looked_up).saturating_add(searched)
    }

    fn search(&self, pattern: &str, text: &str) -> u64 {
        let bytes = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        let size = bytes(self.cost.patterns.size(pattern).unwrap_or_default());
        MATCH.saturating_add(bytes(text.len()).saturating_mul(size) / SEARCHED)
    }

    fn members(
        &mut self,
        schema: &'c Map<String, Value>,
        value: &Map<String, Value>,
        depth: usize,
    ) -> u64 {
        let map = |word: &str| schema.get(word).and_then(Value::as_object);
        let (named, patterns) = (map("properties"), map("patternProperties"));
        let rest = ["additionalProperties", "unevaluatedProperties"];
        let rest: Vec<_> = rest.iter().filter_map(|word| schema.get(*word)).collect();
        // Members that are left over are found by the same patterns again.
        let rounds = 1 + u64::try_from(rest.len()).unwrap_or(1);
        let mut steps = 0_u64;
        for (name, inner) in value {
            for pattern in patterns.into_iter().flat_map(|all| all.keys()) {
                let search = self.search(pattern, name).saturating_mul(rounds);
                steps = steps.saturating_add(self.spend(search));
                if self.spent > self.most {
                    return u64::MAX;
                }
            }
            if let Some(names) = schema.get("propertyNames") {
                steps = steps.saturating_add(self.name(names, name, depth + 1));
            }
            let own = named.and_then(|named| named.get(name));
            let all = own.into_iter().chain(rest.iter().copied());
            for schema in all.chain(patterns.into_iter().flat_map(|all| all.values())) {
                steps = steps.saturating_add(self.of(schema, inner, depth + 1));
                if self.spent > self.most {
                    return u64::MAX;
                }
            }
        }
        steps
    }

    /// Steps of a member's name, which is a value that is gone when this returns.
    fn name(&mut self, schema: &'c Value, name: &str, depth: usize) -> u64 {
        let kept = std::mem::take(&mut self.pairs);
        let steps = self.of(schema, &Value::from(name), depth);
        self.pairs = kept;
        steps
    }

    fn items(&mut self, schema: &'c Map<String, Value>, items: &[Value], depth: usize) -> u64 {
        let all = ["additionalItems", "contains", "items", "unevaluatedItems"];
        let all: Vec<_> = all.iter().filter_map(|word| schema.get(*word)).collect();
        let first = schema.get("prefixItems").and_then(Value::as_array);
        let mut steps = 0_u64;
        for (index, inner) in items.iter().enumerate() {
            let own = first.and_then(|first| first.get(index));
            for schema in own.into_iter().chain(all.iter().copied()).flat_map(each) {
                steps = steps.saturating_add(self.of(schema, inner, depth + 1));
                if self.spent > self.most {
                    return u64::MAX;
                }
            }
        }
        steps
    }
}

fn length(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        _ => 0,
    }
}

fn each(value: &Value) -> std::slice::Iter<'_, Value> {
    match value {
        Value::Array(items) => items.iter(),
        other => std::slice::from_ref(other).iter(),
    }
}
