//! Arguments of a tool of MCP: read leniently by its schema, then held to all of it.

use a2t_core::invocation::{Arguments, coerce};
use a2t_core::json::segment;
use a2t_core::{Code, InputType, Violation, Violations};
use serde_json::{Map, Value};

use super::{Coerced, ToolCallError, ValidatedCall, read};
use crate::call::Call;
use crate::fit::{SchemaTool, accepts_null, is_free, kinds, required_of};
use crate::selected::Selected;
use crate::{Dialect, fit};

pub(super) fn validate<'s>(
    tool: &'s Selected,
    schema: &SchemaTool,
    call: &Call,
) -> Result<ValidatedCall<'s>, ToolCallError> {
    let (own, shown) = (schema.input_names(), schema.names_in(call.dialect()));
    let mut coerced = Vec::new();
    let given = read(call.name(), &shown, call.given(), &mut coerced)?.into_owned();
    let names = Names { own: &own, shown: &shown };
    let (given, mut found) = names.own_names(given, call.name(), is_free(&schema.inlined().root));
    let mut reader = Reader { coerced, texts: writes_texts(call.dialect()) };
    let root = Value::Object(schema.inlined().root.clone());
    let value = reader.value(&root, Value::Object(given), "", 0);
    found.append(against(schema, &value, call, &names)?);
    if !found.is_empty() {
        return Err(ToolCallError::Arguments { tool: call.name().to_owned(), violations: found });
    }
    let Value::Object(arguments) = value else {
        return Err(unsupported(call, "they are not an object"));
    };
    Ok(ValidatedCall { tool, arguments: Arguments::from_iter(arguments), coerced: reader.coerced })
}

/// Dialects whose schemas have a text where JSON belongs.
fn writes_texts(dialect: Dialect) -> bool {
    matches!(dialect, Dialect::BedrockAgents | Dialect::Gemini)
}

fn unsupported(call: &Call, why: &str) -> ToolCallError {
    ToolCallError::UnsupportedSchema { tool: call.name().to_owned(), why: why.to_owned() }
}

#[cfg(feature = "mcp")]
fn against(
    schema: &SchemaTool,
    value: &Value,
    call: &Call,
    names: &Names<'_>,
) -> Result<Violations, ToolCallError> {
    let validator = schema.validator().map_err(|why| unsupported(call, &why.to_string()))?;
    let found = validator.violations(value, "");
    Ok(found.into_iter().map(|violation| names.shown_names(violation)).collect())
}

#[cfg(not(feature = "mcp"))]
fn against(
    _: &SchemaTool,
    _: &Value,
    call: &Call,
    _: &Names<'_>,
) -> Result<Violations, ToolCallError> {
    Err(unsupported(call, "this program was built without the feature `mcp`"))
}

/// Names of inputs, and what the dialect calls them, in one order.
struct Names<'n> {
    own: &'n [&'n str],
    shown: &'n [String],
}

impl Names<'_> {
    /// The arguments under the schema's own names; an input that it does not name is a violation,
    /// unless the schema invites any.
    fn own_names(
        &self,
        given: Map<String, Value>,
        tool: &str,
        is_free: bool,
    ) -> (Map<String, Value>, Violations) {
        let (mut arguments, mut found) = (Map::new(), Violations::default());
        for (name, value) in given {
            let position = self.shown.iter().position(|shown| *shown == name);
            match position.and_then(|position| self.own.get(position)) {
                Some(own) => {
                    arguments.insert((*own).to_owned(), value);
                }
                None if is_free => {
                    arguments.insert(name, value);
                }
                None => found.push(
                    Violation::new(Code::UnknownInput, format!("/{}", segment(&name)))
                        .expected(format!("an input of `{tool}`"))
                        .got(format!("`{name}`"))
                        .allowed(self.shown.iter().map(String::as_str), &name),
                ),
            }
        }
        (arguments, found)
    }

    /// The violation in the names that the model knows; pointers begin with the name of an input.
    #[cfg(feature = "mcp")]
    fn shown_names(&self, mut violation: Violation) -> Violation {
        for (own, shown) in self.own.iter().zip(self.shown) {
            let (inside, own_pointer) =
                (format!("/{}", segment(shown)), format!("/{}", segment(own)));
            if violation.pointer.is_empty()
                && violation.code == Code::MissingInput
                && violation.expected == format!("the member `{own}`")
            {
                violation.pointer = inside;
                violation.expected = "a value, since the input is required".to_owned();
                return violation;
            }
            let rest = violation.pointer.strip_prefix(&own_pointer);
            if let Some(rest) = rest.filter(|rest| rest.is_empty() || rest.starts_with('/')) {
                violation.pointer = format!("{inside}{rest}");
                return violation;
            }
        }
        violation
    }
}

struct Reader {
    coerced: Vec<Coerced>,
    /// The model was asked for JSON in texts.
    texts: bool,
}

/// The deepest value that is read leniently; deeper ones are checked as they are.
const DEPTH_MAX: usize = 32;

impl Reader {
    fn value(&mut self, schema: &Value, given: Value, at: &str, depth: usize) -> Value {
        if depth > DEPTH_MAX {
            return given;
        }
        let taken = self.meant(schema, &given);
        let value = match taken {
            Some(taken) => {
                self.coerced.push(Coerced::new(at, given, taken.clone()));
                taken
            }
            None => given,
        };
        match value {
            Value::Object(members) => Value::Object(self.members(schema, members, at, depth)),
            Value::Array(items) => {
                let folded = fit::folded(schema);
                let inner = folded.get("items").unwrap_or(&Value::Null);
                let items = items.into_iter().enumerate();
                items
                    .map(|(index, item)| {
                        self.value(inner, item, &format!("{at}/{index}"), depth + 1)
                    })
                    .collect()
            }
            other => other,
        }
    }

    fn members(
        &mut self,
        schema: &Value,
        members: Map<String, Value>,
        at: &str,
        depth: usize,
    ) -> Map<String, Value> {
        let folded = fit::folded(schema);
        let known = folded.get("properties").and_then(Value::as_object);
        let required = required_of(&folded);
        let mut taken = Map::new();
        for (name, value) in members {
            let inner = known.and_then(|known| known.get(&name));
            // Strict modes write an optional input that is absent so.
            let absent = value.is_null()
                && !required.contains(&name.as_str())
                && inner.is_some_and(|schema| !accepts_null(schema));
            if absent {
                continue;
            }
            let value = match inner {
                Some(schema) => {
                    self.value(schema, value, &format!("{at}/{}", segment(&name)), depth + 1)
                }
                None => value,
            };
            taken.insert(name, value);
        }
        taken
    }

    /// The value that was meant, if only one can have been.
    fn meant(&self, schema: &Value, given: &Value) -> Option<Value> {
        let folded = fit::folded(schema);
        let (kinds, nullable) = kinds(&folded);
        if let (Value::String(text), Some(Value::Array(values))) = (given, folded.get("enum")) {
            return chosen(values, text);
        }
        let is_untyped = kinds.is_empty() && !nullable;
        let [kind] = kinds.as_slice() else {
            let text = given.as_str().filter(|_| self.texts && (is_untyped || kinds.len() > 1))?;
            return parsed(text, |value| !value.is_string());
        };
        let text = given.as_str();
        match kind.as_str() {
            "integer" => coerce(&InputType::Int { min: None, max: i64::MAX }, given),
            "number" => parsed(text?.trim(), Value::is_number),
            "boolean" => coerce(&InputType::Boolean, given),
            "object" => parsed(text?, Value::is_object),
            "array" => parsed(text?, Value::is_array),
            _ => None,
        }
    }
}

fn parsed(text: &str, is_meant: impl Fn(&Value) -> bool) -> Option<Value> {
    a2t_core::json::parse(text.as_bytes()).ok().filter(|value| is_meant(value))
}

/// The only value of an enum that is written so except for case and blanks, or whose JSON this is.
fn chosen(values: &[Value], text: &str) -> Option<Value> {
    if values.iter().any(|value| value == text) {
        return None;
    }
    let trimmed = text.trim();
    let mut near = values.iter().filter(|value| match value {
        Value::String(name) => name.eq_ignore_ascii_case(trimmed),
        other => serde_json::to_string(other).is_ok_and(|text| text == trimmed),
    });
    match (near.next(), near.next()) {
        (Some(value), None) => Some(value.clone()),
        _ => None,
    }
}
