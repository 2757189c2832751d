//! Values against a schema: what a model or a server sent in, violations out.

mod cost;
mod patterns;
mod relaxed;
mod unmatched;
mod violation;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use a2t_core::{Code, Violation, Violations};
use jsonschema::{Draft, PatternOptions};
use serde_json::Value;

use crate::Schema;
use cost::Cost;
use patterns::Patterns;
use violation::violation;

/// The maximum number of violations of one value that are reported.
pub const VIOLATIONS_MAX: usize = 16;
/// Maximum number of schemas that may apply to one value, references followed.
pub const FAN_OUT_MAX: u32 = 4_000;
/// Maximum number of bytes of a compiled pattern.
pub const PATTERN_SIZE_MAX: usize = 1 << 20;
/// The maximum size of all compiled patterns of one schema, in bytes.
pub const PATTERNS_SIZE_MAX: usize = 4 << 20;

/// Bytes of the caches of all patterns, and bounds of the share of one.
const CACHES: usize = 32 << 20;
const CACHE_MIN: usize = 64 << 10;
const CACHE_MAX: usize = 2 << 20;

/// Steps of a value that takes milliseconds at most.
const LIGHT: u64 = 10_000;
/// Steps of a value of which every violation is collected.
const COLLECTED: u64 = 200_000;

/// Schema that is ready to validate values (JSON Schema 2020-12).
///
/// Patterns are matched in linear time. Those with look-around or back references, which servers
/// write for mail addresses, are left to the server, and so is what depends on them (`not`, `if`).
/// The same holds for patterns beyond [`PATTERN_SIZE_MAX`] or, together, [`PATTERNS_SIZE_MAX`].
/// Formats are not checked, because MCP's servers name some that are not defined anywhere.
///
/// Both preparing a schema and checking a value can take seconds where a vendor wants them to: async
/// code does the first, and the second unless it [is light](Self::is_light), on a thread for blocking
/// work. A clone shares everything.
#[derive(Clone)]
pub struct Validator {
    inner: Arc<Inner>,
}

struct Inner {
    compiled: jsonschema::Validator,
    cost: Cost,
}

/// Reason why a schema cannot be used to validate values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsupportedSchema {
    fault: String,
}

impl Validator {
    /// Prepares a schema.
    ///
    /// ```
    /// use a2t_schema::{Schema, validate::Validator};
    /// use serde_json::json;
    ///
    /// let schema = json!({"type": "object", "required": ["n"],
    ///     "properties": {"n": {"type": "integer", "maximum": 9}}});
    /// let validator = Validator::new(&Schema::read(&schema, "").unwrap()).unwrap();
    /// assert!(validator.violations(&json!({"n": 9}), "").is_empty());
    /// let violations = validator.violations(&json!({"n": 10}), "");
    /// assert_eq!(violations.iter().next().unwrap().pointer, "/n");
    /// ```
    ///
    /// # Errors
    /// A schema that is not one of JSON Schema, and more than [`FAN_OUT_MAX`] schemas for one value.
    pub fn new(schema: &Schema) -> Result<Self, UnsupportedSchema> {
        Self::compile(schema.as_value())
    }

    /// Prepares a schema of results, for a program that was written against it: members that a newer
    /// server adds pass, and so do other texts in its enums and what its conditions (`if`, `not`)
    /// refuse.
    ///
    /// ```
    /// use a2t_schema::{Schema, validate::Validator};
    /// use serde_json::json;
    ///
    /// let schema = json!({"type": "object", "additionalProperties": false,
    ///     "properties": {"sky": {"enum": ["clear", "grey"]}}});
    /// let validator = Validator::for_results(&Schema::read(&schema, "").unwrap()).unwrap();
    /// assert!(validator.violations(&json!({"sky": "green", "wind": 3}), "").is_empty());
    /// assert!(!validator.violations(&json!({"sky": 3}), "").is_empty());
    /// ```
    ///
    /// # Errors
    /// Those of [`Validator::new`].
    pub fn for_results(schema: &Schema) -> Result<Self, UnsupportedSchema> {
        Self::compile(&relaxed::relaxed(schema.as_value()))
    }

    fn compile(schema: &Value) -> Result<Self, UnsupportedSchema> {
        bounded(schema)?;
        let patterns = Patterns::new(schema);
        let wider = unmatched::without_unmatched(schema, &patterns);
        let schema = wider.unwrap_or_else(|| schema.clone());
        let cache = (CACHES / patterns.count().max(1)).clamp(CACHE_MIN, CACHE_MAX);
        let options = options(PATTERN_SIZE_MAX, cache).with_draft(Draft::Draft202012);
        match options.build(&schema) {
            Ok(compiled) => {
                let inner = Inner { compiled, cost: Cost::new(schema, patterns) };
                Ok(Self { inner: Arc::new(inner) })
            }
            Err(error) => Err(UnsupportedSchema { fault: error.masked().to_string() }),
        }
    }

    /// Returns the approximate size of the compiled patterns, in bytes.
    pub fn size(&self) -> usize {
        self.inner.cost.size()
    }

    /// Returns `true` if a value is checked within milliseconds, so that async code can do so itself.
    pub fn is_light(&self, value: &Value) -> bool {
        self.inner.cost.steps(value, LIGHT) <= LIGHT
    }

    /// Returns the violations of a value which stands at the JSON pointer `at` of its document, up
    /// to [`VIOLATIONS_MAX`], and only the first violation of a value with very many parts. A value
    /// that takes too many steps is refused: its alternatives multiply, or many members meet many
    /// patterns. Violations contain nothing of the value itself, as it may be a secret.
    pub fn violations(&self, value: &Value, at: &str) -> Violations {
        let Inner { compiled, cost } = &*self.inner;
        let steps = cost.steps(value, cost::STEPS_MAX);
        if steps > cost::STEPS_MAX {
            let violation = Violation::new(Code::SchemaMismatch, at);
            let expected = "a value that is checked in fewer steps: with fewer members, shorter texts, or \
                            fewer values inside of alternatives";
            return violation.expected(expected).into();
        }
        if steps > COLLECTED {
            let first = compiled.validate(value).err();
            return first.map(|error| violation(&error, at)).into_iter().collect();
        }
        let errors = compiled.iter_errors(value).take(VIOLATIONS_MAX);
        errors.map(|error| violation(&error, at)).collect()
    }
}

fn options(pattern: usize, cache: usize) -> jsonschema::ValidationOptions<'static> {
    let patterns = PatternOptions::regex().size_limit(pattern).dfa_size_limit(cache);
    jsonschema::options().should_validate_formats(false).with_pattern_options(patterns)
}

/// Keywords whose schemas apply to the same value, one or a list or a map of them.
const IN_PLACE: [&str; 9] =
    ["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "$dynamicRef"];

/// Refuses schemas of which one value costs too much: each doubling of a chain of references is
/// twice the work.
fn bounded(root: &Value) -> Result<(), UnsupportedSchema> {
    let mut known = HashMap::new();
    let mut todo = vec![root];
    while let Some(schema) = todo.pop() {
        if fan_out(root, schema, &mut known, 0) > FAN_OUT_MAX {
            let fault = format!("more than {FAN_OUT_MAX} schemas apply to one value");
            return Err(UnsupportedSchema { fault });
        }
        match schema {
            Value::Object(members) => todo.extend(members.values()),
            Value::Array(items) => todo.extend(items),
            _ => {}
        }
    }
    Ok(())
}

type Known = HashMap<*const Value, u32>;

fn fan_out(root: &Value, schema: &Value, known: &mut Known, depth: usize) -> u32 {
    let Value::Object(members) = schema else {
        return 1;
    };
    if let Some(count) = known.get(&std::ptr::from_ref(schema)) {
        return *count;
    }
    if depth > crate::limit::REFERENCE_DEPTH_MAX {
        return u32::MAX;
    }
    let target = members.get("$ref").and_then(Value::as_str);
    let target = target.and_then(|text| root.pointer(text.strip_prefix('#')?));
    let inner = IN_PLACE.iter().filter_map(|keyword| members.get(*keyword));
    let inner = inner.flat_map(|value| match value {
        Value::Array(items) => items.iter().collect(),
        Value::Object(map) if map.values().all(Value::is_object) => map.values().collect(),
        other => vec![other],
    });
    let count = inner
        .chain(target)
        .map(|schema| fan_out(root, schema, known, depth + 1))
        .fold(1, u32::saturating_add);
    known.insert(std::ptr::from_ref(schema), count);
    count
}

impl UnsupportedSchema {
    /// Creates the error of a schema that was not prepared at all, for this reason.
    #[doc(hidden)]
    pub fn new(fault: impl Into<String>) -> Self {
        Self { fault: fault.into() }
    }
}

impl fmt::Debug for Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Validator").finish_non_exhaustive()
    }
}

impl fmt::Display for UnsupportedSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "values cannot be checked against the schema: {}", self.fault)
    }
}

impl std::error::Error for UnsupportedSchema {}
