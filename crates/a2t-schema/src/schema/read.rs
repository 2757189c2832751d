//! Everything that is wrong with a schema: sizes first, since they bound all that follows.

use std::collections::BTreeSet;

use a2t_core::json::{kind, segment, shown};
use a2t_core::signature::rule::look_alikes;
use a2t_core::{Code, Violation, Violations};
use serde_json::{Map, Value};

use super::keyword::{Form, children, form};
use super::reference;
use crate::canonical::{Sorted, compact};
use crate::{limit, text};

const TYPES: [&str; 7] = ["array", "boolean", "integer", "null", "number", "object", "string"];

/// Every violation of a schema that stands at the JSON pointer `at`.
pub(crate) fn check(schema: &Value, at: &str) -> Violations {
    let mut found = size(schema, at);
    if found.is_empty() {
        let mut reader = Reader { properties: 0, found };
        reader.schema(schema, at);
        reader.count(at);
        reader.texts(schema, at);
        found = reader.found;
        if found.is_empty() {
            reference::check(schema, at, &mut found);
        }
    }
    found
}

fn size(schema: &Value, at: &str) -> Violations {
    let (deepest, bytes) = (limit::SCHEMA_DEPTH_MAX, limit::SCHEMA_BYTES_MAX);
    let too_large = |expected: String, got: &str| {
        let violation = Violation::new(Code::SchemaTooLarge, at);
        Violations::from(violation.expected(expected).got(got))
    };
    if is_deeper(schema, deepest) {
        return too_large(format!("arrays and objects nested at most {deepest} deep"), "more");
    }
    match compact(&Sorted(schema)).len() {
        length if length > bytes => {
            too_large(format!("at most {bytes} bytes"), &length.to_string())
        }
        _ => Violations::default(),
    }
}

fn is_deeper(value: &Value, left: usize) -> bool {
    let deeper = |value: &Value| is_deeper(value, left.saturating_sub(1));
    match value {
        Value::Array(items) => left == 0 || items.iter().any(deeper),
        Value::Object(members) => left == 0 || members.values().any(deeper),
        _ => false,
    }
}

struct Reader {
    properties: usize,
    found: Violations,
}

impl Reader {
    fn schema(&mut self, schema: &Value, at: &str) {
        match schema {
            Value::Bool(_) => {}
            Value::Object(members) => {
                for (keyword, value) in members {
                    if let Some(form) = form(keyword) {
                        self.value(form, value, &below(at, keyword));
                    }
                }
                for child in children(schema) {
                    self.schema(child.schema, &format!("{at}{}", child.pointer));
                }
            }
            other => self.bad(at, "a schema: an object, `true` or `false`", other),
        }
    }

    /// Checks the value of a keyword, except for the schemas in it.
    fn value(&mut self, form: Form, value: &Value, at: &str) {
        match form {
            Form::Same | Form::Part | Form::Items => {}
            Form::SameList | Form::PartList => self.schemas(value, at),
            Form::Properties => {
                let properties = self.named(value, at);
                self.properties += properties.map_or(0, Map::len);
                properties.into_iter().for_each(|properties| self.unlike(properties, at));
            }
            Form::SameNamed | Form::Definitions | Form::Dependencies => {
                self.named(value, at);
            }
            Form::NamesNamed => {
                for (name, names) in self.named(value, at).into_iter().flatten() {
                    self.names(names, &below(at, name));
                }
            }
            Form::Type => self.types(value, at),
            Form::Values => self.values(value, at),
            Form::Names => self.names(value, at),
            Form::Number => self.expect(value.is_number(), "a number", value, at),
            Form::Positive => {
                let holds = value.as_f64().is_some_and(|number| number > 0.0);
                self.expect(holds, "a number above 0", value, at);
            }
            Form::Count => {
                let whole = |number: f64| number >= 0.0 && number.fract() == 0.0;
                let holds = value.as_f64().is_some_and(whole);
                self.expect(holds, "an integer from 0", value, at);
            }
            Form::Flag => self.expect(value.is_boolean(), "`true` or `false`", value, at),
            Form::Text | Form::Reference => {
                self.expect(value.is_string(), "a string", value, at);
            }
            Form::Pattern => self.pattern(value, at),
        }
    }

    fn expect(&mut self, holds: bool, expected: &str, value: &Value, at: &str) {
        if !holds {
            self.bad(at, expected, value);
        }
    }

    fn bad(&mut self, at: &str, expected: &str, value: &Value) {
        self.found.push_with(|| {
            Violation::new(Code::MalformedSchema, at).expected(expected).got(shown(value))
        });
    }

    fn schemas(&mut self, value: &Value, at: &str) {
        let holds = value.as_array().is_some_and(|schemas| !schemas.is_empty());
        if !holds {
            let got = value.as_array().map_or(kind(value), |_| "an empty one");
            self.found.push_with(|| {
                Violation::new(Code::MalformedSchema, at).expected("an array of schemas").got(got)
            });
        }
    }

    fn named<'v>(&mut self, value: &'v Value, at: &str) -> Option<&'v Map<String, Value>> {
        self.expect(value.is_object(), "an object", value, at);
        value.as_object()
    }

    /// Notes properties that look alike: a model and a reviewer take one for the other.
    fn unlike(&mut self, properties: &Map<String, Value>, at: &str) {
        let names = || properties.keys().map(String::as_str);
        for (index, first) in look_alikes(names()) {
            let name = |index| names().nth(index).unwrap_or_default();
            self.found.push_with(|| {
                let violation = Violation::new(Code::LookAlike, below(at, name(index)));
                let expected = format!("a name that does not look like `{}`", name(first));
                violation.expected(expected).got(format!("`{}`", name(index).escape_default()))
            });
        }
    }

    fn types(&mut self, value: &Value, at: &str) {
        let is_type = |value: &Value| value.as_str().is_some_and(|name| TYPES.contains(&name));
        let holds = match value {
            Value::Array(types) => {
                let distinct: BTreeSet<_> = types.iter().filter_map(Value::as_str).collect();
                !types.is_empty() && types.iter().all(is_type) && distinct.len() == types.len()
            }
            other => is_type(other),
        };
        if !holds {
            self.found.push_with(|| {
                Violation::new(Code::MalformedSchema, at)
                    .expected("one type of JSON Schema, or an array of different ones")
                    .got(shown(value))
                    .allowed(TYPES.into_iter(), value.as_str().unwrap_or_default())
            });
        }
    }

    fn values(&mut self, value: &Value, at: &str) {
        let Value::Array(values) = value else {
            return self.bad(at, "an array of values", value);
        };
        let most = limit::ENUM_VALUES_MAX;
        if values.is_empty() || values.len() > most {
            self.found.push_with(|| {
                let code = if values.is_empty() { Code::EmptyEnum } else { Code::TooMany };
                let violation = Violation::new(code, at);
                violation.expected(format!("1 to {most} values")).got(values.len().to_string())
            });
        }
    }

    fn names(&mut self, value: &Value, at: &str) {
        let Value::Array(names) = value else {
            return self.bad(at, "an array of names", value);
        };
        for (index, name) in names.iter().enumerate() {
            self.expect(name.is_string(), "a string", name, &format!("{at}/{index}"));
        }
    }

    fn pattern(&mut self, value: &Value, at: &str) {
        let most = limit::PATTERN_MAX;
        match value.as_str().map(|pattern| pattern.chars().count()) {
            None => self.bad(at, "a string", value),
            Some(length) if length > most => self.found.push_with(|| {
                let violation = Violation::new(Code::SchemaTooLarge, at);
                let expected = format!("a pattern of at most {most} characters");
                violation.expected(expected).got(length.to_string())
            }),
            Some(_) => {}
        }
    }

    fn count(&mut self, at: &str) {
        let most = limit::PROPERTIES_MAX;
        if self.properties > most {
            let violation = Violation::new(Code::SchemaTooLarge, at);
            let expected = format!("at most {most} properties in all");
            self.found.push(violation.expected(expected).got(self.properties.to_string()));
        }
    }

    /// Each text and each name, wherever it stands: a model is shown the whole schema.
    fn texts(&mut self, value: &Value, at: &str) {
        match value {
            Value::String(words) => {
                let long = Code::DescriptionTooLong;
                text::check(&mut self.found, words, limit::TEXT_MAX, long, at);
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.texts(item, &format!("{at}/{index}"));
                }
            }
            Value::Object(members) => {
                for (name, value) in members {
                    let at = below(at, name);
                    let (most, long) = (limit::PROPERTY_NAME_MAX, Code::NameTooLong);
                    text::check(&mut self.found, name, most, long, &at);
                    self.texts(value, &at);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

pub(super) fn below(at: &str, name: &str) -> String {
    format!("{at}/{}", segment(name))
}

/// Hands over each text that a model may read, with its JSON pointer: strings, and the names of
/// members that no keyword is.
pub(super) fn texts(schema: &Value, at: &str, each: &mut impl FnMut(&str, &str)) {
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        if keyword == "$schema" && is_meta_schema(value) {
            continue;
        }
        let at = below(at, keyword);
        match form(keyword) {
            Some(Form::Properties | Form::SameNamed | Form::Definitions | Form::Dependencies) => {
                for (name, inner) in value.as_object().into_iter().flatten() {
                    let at = below(&at, name);
                    each(&at, name);
                    if inner.is_array() {
                        strings(inner, &at, each);
                    } else {
                        texts(inner, &at, each);
                    }
                }
            }
            Some(Form::Same | Form::Part) => texts(value, &at, each),
            Some(Form::Items) if value.is_object() => texts(value, &at, each),
            Some(Form::SameList | Form::PartList | Form::Items) => {
                for (index, inner) in value.as_array().into_iter().flatten().enumerate() {
                    texts(inner, &format!("{at}/{index}"), each);
                }
            }
            Some(Form::Names | Form::NamesNamed | Form::Type | Form::Reference) => {}
            Some(_) => strings(value, &at, each),
            None => {
                each(&at, keyword);
                strings(value, &at, each);
            }
        }
    }
}

/// Returns whether a value is the address of a draft of JSON Schema, which is the same in every schema.
fn is_meta_schema(value: &Value) -> bool {
    let rest = value.as_str().and_then(|url| {
        let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
        rest.strip_prefix("json-schema.org/")
    });
    let is_of_path = |byte: u8| byte.is_ascii_alphanumeric() || b"-/#.".contains(&byte);
    rest.is_some_and(|rest| rest.len() < 40 && rest.bytes().all(is_of_path))
}

fn strings(value: &Value, at: &str, each: &mut impl FnMut(&str, &str)) {
    match value {
        Value::String(text) => each(at, text),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                strings(item, &format!("{at}/{index}"), each);
            }
        }
        Value::Object(members) => {
            for (name, value) in members {
                let at = below(at, name);
                each(&at, name);
                strings(value, &at, each);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
