//! Compiled sizes of the patterns of a schema: their sum is bounded, also if the schema repeats
//! them.

use std::collections::HashMap;

use jsonschema::Draft;
use serde_json::{Map, Value, json};

use super::{PATTERN_SIZE_MAX, PATTERNS_SIZE_MAX};

/// Keywords whose members are schemas by name.
pub(super) const NAMED: [&str; 4] = ["properties", "$defs", "definitions", "dependentSchemas"];
/// Keywords whose values are no schemas.
pub(super) const DATA: [&str; 4] = ["const", "default", "enum", "examples"];

/// Limits that a pattern is compiled under, one after another: a small one costs little to try.
const SIZES: [usize; 5] = [4 << 10, 16 << 10, 64 << 10, 256 << 10, PATTERN_SIZE_MAX];

/// Starts of look-around, which is known without an attempt to compile it.
const LOOK_AROUND: [&str; 4] = ["(?=", "(?!", "(?<=", "(?<!"];

/// Patterns that were measured, within one sum.
pub(super) struct Patterns {
    left: usize,
    sizes: HashMap<String, Option<usize>>,
}

impl Patterns {
    /// Measures every pattern of a schema.
    pub(super) fn new(schema: &Value) -> Self {
        let mut patterns = Self { left: PATTERNS_SIZE_MAX, sizes: HashMap::new() };
        patterns.read(schema);
        patterns
    }

    /// Whether no pattern of the schema is left out.
    pub(super) fn are_all_matched(&self) -> bool {
        self.sizes.values().all(Option::is_some)
    }

    /// Returns the compiled size of a pattern, rounded up. It is `None` for a pattern that no linear
    /// matcher takes, that is too large, or for which the sum has no space left.
    pub(super) fn size(&self, pattern: &str) -> Option<usize> {
        self.sizes.get(pattern).copied().flatten()
    }

    /// Returns the compiled size of all patterns that are matched.
    pub(super) fn sum(&self) -> usize {
        self.sizes.values().flatten().sum()
    }

    pub(super) fn count(&self) -> usize {
        self.sizes.values().flatten().count()
    }

    fn read(&mut self, schema: &Value) {
        match schema {
            Value::Object(members) => self.read_members(members),
            Value::Array(items) => items.iter().for_each(|item| self.read(item)),
            _ => {}
        }
    }

    fn read_members(&mut self, members: &Map<String, Value>) {
        for (keyword, value) in members {
            match (keyword.as_str(), value) {
                ("pattern", Value::String(pattern)) => self.measure(pattern),
                ("patternProperties", Value::Object(named)) => {
                    named.keys().for_each(|pattern| self.measure(pattern));
                    named.values().for_each(|schema| self.read(schema));
                }
                (keyword, Value::Object(named)) if NAMED.contains(&keyword) => {
                    named.values().for_each(|schema| self.read(schema));
                }
                (keyword, _) if DATA.contains(&keyword) => {}
                (_, value) => self.read(value),
            }
        }
    }

    fn measure(&mut self, pattern: &str) {
        if self.sizes.contains_key(pattern) {
            return;
        }
        let size = if looks_around(pattern) { None } else { self.compiled(pattern) };
        self.sizes.insert(pattern.to_owned(), size);
    }

    /// Tries one limit after another. An attempt that failed counts too, because it took the time.
    fn compiled(&mut self, pattern: &str) -> Option<usize> {
        for size in SIZES {
            if size > self.left {
                return None;
            }
            if is_compiled(pattern, size) {
                self.left -= size;
                return Some(size);
            }
        }
        self.left -= PATTERN_SIZE_MAX;
        None
    }
}

fn looks_around(pattern: &str) -> bool {
    LOOK_AROUND.iter().any(|start| {
        let mut matches = pattern.match_indices(start);
        // A parenthesis after a backslash is a character.
        matches.any(|(at, _)| !pattern.get(..at).is_some_and(|before| before.ends_with('\\')))
    })
}

fn is_compiled(pattern: &str, size: usize) -> bool {
    let options = super::options(size, size);
    options.with_draft(Draft::Draft202012).build(&json!({ "pattern": pattern })).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_measured_once_and_within_the_sum() {
        let large = |number| format!("^\\p{{L}}{{8}}{number}$");
        let members: Map<_, _> =
            (0..200).map(|number| (large(number), json!({"pattern": "^a+$"}))).collect();
        let patterns = Patterns::new(&json!({ "patternProperties": members }));
        assert!(patterns.sum() <= PATTERNS_SIZE_MAX, "{}", patterns.sum());
        assert!(!patterns.are_all_matched());
        assert!(patterns.count() > 0);
        assert_eq!(patterns.sizes.len(), 201);
    }

    #[test]
    fn patterns_that_fail_use_up_the_sum_too() {
        let failing = |number| json!({"pattern": format!("(a{{1000}}){{1000}}{number}")});
        let all: Vec<_> = (0..100).map(failing).collect();
        let patterns = Patterns::new(&json!({"allOf": all}));
        assert_eq!((patterns.left, patterns.count()), (0, 0));
    }

    #[test]
    fn what_is_no_schema_has_no_patterns() {
        let data = json!({"const": {"pattern": "a+"}, "default": {"pattern": "b+"}});
        assert!(Patterns::new(&data).sizes.is_empty());
        let named = json!({"properties": {"default": {"pattern": "^\\(?=b+"}}});
        assert_eq!(Patterns::new(&named).size("^\\(?=b+"), Some(SIZES[0]));
    }
}
