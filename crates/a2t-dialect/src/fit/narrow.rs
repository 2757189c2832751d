//! A schema in the subset that a provider compiles or parses: what has no place stands in the description.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::inline::merge;
use super::{Members, draft7, required, words};
use crate::Dialect;
use crate::export::Notes;
use crate::style::Style;

/// Part of JSON Schema that a dialect takes, in one of its modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subset {
    /// All of it, without references.
    Open,
    /// Keywords of draft 7 (Vercel's AI SDK).
    Draft7,
    /// All of it below the root, which has four keywords (AutoGen).
    Autogen,
    /// OpenAI's strict mode.
    Openai,
    /// Anthropic's strict mode.
    Claude,
    /// Google's `Schema`.
    Proto,
    /// A type and a description (Bedrock Agents).
    Flat,
}

impl Subset {
    pub(crate) fn new(dialect: Dialect, style: Style) -> Self {
        match dialect {
            _ if style.proto => Self::Proto,
            _ if style == Style::FLAT => Self::Flat,
            _ if style.null_union => Self::Openai,
            _ if style == Style::STRICT_ANTHROPIC => Self::Claude,
            Dialect::VercelAi => Self::Draft7,
            Dialect::Autogen => Self::Autogen,
            _ => Self::Open,
        }
    }

    /// Keywords of values that stay where they are.
    fn kept(self) -> &'static [&'static str] {
        match self {
            Self::Openai => &[
                "enum",
                "exclusiveMaximum",
                "exclusiveMinimum",
                "format",
                "maxItems",
                "maximum",
                "minItems",
                "minimum",
                "multipleOf",
                "pattern",
            ],
            Self::Claude => &["enum", "format", "minItems"],
            Self::Proto => &[
                "enum",
                "format",
                "maxItems",
                "maxLength",
                "maximum",
                "minItems",
                "minLength",
                "minimum",
                "pattern",
            ],
            _ => &[],
        }
    }

    fn takes(self, keyword: &str, value: &Value, kind: &str) -> bool {
        self.kept().contains(&keyword)
            && match (self, keyword) {
                (Self::Proto, "format") => kind == "string" && *value == "date-time",
                (_, "format") => value.as_str().is_some_and(|format| FORMATS.contains(&format)),
                (Self::Claude, "minItems") => matches!(value.as_u64(), Some(0 | 1)),
                (Self::Proto, "enum") => {
                    let texts = |values: &Vec<Value>| values.iter().all(Value::is_string);
                    kind == "string" && value.as_array().is_some_and(texts)
                }
                // Providers compile patterns to automata, which cannot look around.
                (_, "pattern") => value.as_str().is_some_and(|pattern| !pattern.contains("(?")),
                _ => true,
            }
    }
}

/// Formats that strict modes know.
const FORMATS: [&str; 9] =
    ["date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uuid"];
/// One input.
pub(super) fn property(schema: &Value, required: bool, subset: Subset, notes: &mut Notes) -> Value {
    match subset {
        Subset::Draft7 => draft7::schema(schema, notes),
        Subset::Autogen | Subset::Open | Subset::Flat => schema.clone(),
        Subset::Openai | Subset::Claude | Subset::Proto => {
            let shown = Narrow { subset, notes }.schema(schema);
            let optional = !required && subset == Subset::Openai;
            if optional {
                notes.note("optional: is listed as required, and null stands for none");
            }
            if optional { or_null(shown, subset) } else { shown }
        }
    }
}

const EMPTY: &str =
    "the value `\"\"` of its enum is left out, since the API refuses it; a call may still have it";

struct Narrow<'n> {
    subset: Subset,
    notes: &'n mut Notes,
}

impl Narrow<'_> {
    fn schema(&mut self, schema: &Value) -> Value {
        let members = folded(schema);
        if let Some(Value::Array(alternatives)) = members.get("anyOf") {
            return self.union(&members, alternatives);
        }
        let (kinds, nullable) = types(&members);
        let shown = match kinds.as_slice() {
            [] if nullable => self.json_text(&members, "null"),
            [] => self.json_text(&members, "any value"),
            [kind] => self.of_type(kind, &members),
            kinds => {
                let each: Vec<_> = kinds.iter().map(|kind| self.of_type(kind, &members)).collect();
                json!({ "anyOf": each })
            }
        };
        if nullable { or_null(shown, self.subset) } else { shown }
    }

    fn union(&mut self, members: &Members, alternatives: &[Value]) -> Value {
        let (nulls, rest): (Vec<_>, Vec<_>) = alternatives.iter().partition(|one| is_null(one));
        let mut shown: Vec<_> = rest.iter().map(|one| self.schema(one)).collect();
        let own = words::described(members, &["anyOf"], self.notes);
        let mut union = match (shown.pop(), shown.is_empty()) {
            (Some(only), true) => only,
            (Some(last), false) => {
                shown.push(last);
                json!({ "anyOf": shown })
            }
            (None, _) => self.json_text(members, "null"),
        };
        if let (Some(own), Value::Object(union)) = (own, &mut union) {
            union.insert("description".to_owned(), own.into());
        }
        if nulls.is_empty() { union } else { or_null(union, self.subset) }
    }

    fn of_type(&mut self, kind: &str, members: &Members) -> Value {
        let mut shown = Members::new();
        let proto = self.subset == Subset::Proto;
        let word = if proto { kind.to_uppercase() } else { kind.to_owned() };
        shown.insert("type".to_owned(), word.into());
        let mut kept = vec!["properties", "required", "items", "additionalProperties"];
        for (keyword, value) in members {
            if self.subset.takes(keyword, value, kind) {
                kept.push(keyword);
                if let Some(value) = self.value(keyword, value) {
                    shown.insert(keyword.clone(), value);
                }
            }
        }
        match kind {
            "object" if !has_properties(members) && proto => {
                return self.json_text(members, "an object");
            }
            "object" => self.object(members, &mut shown),
            "array" if proto && !members.get("items").is_some_and(Value::is_object) => {
                return self.json_text(members, "an array");
            }
            "array" => {
                let items = members.get("items").map_or_else(|| json!({}), |it| self.schema(it));
                shown.insert("items".to_owned(), items);
            }
            _ => {}
        }
        if let Some(text) = words::described(members, &kept, self.notes) {
            shown.insert("description".to_owned(), text.into());
        }
        Value::Object(shown)
    }

    /// Returns the value of a keyword as the provider takes it. Google's API refuses every tool of a
    /// request if a value of an enum is empty.
    fn value(&mut self, keyword: &str, value: &Value) -> Option<Value> {
        let (Subset::Proto, "enum", Value::Array(values)) = (self.subset, keyword, value) else {
            return Some(value.clone());
        };
        let taken: Vec<_> = values.iter().filter(|value| *value != "").cloned().collect();
        if taken.len() < values.len() {
            self.notes.note(EMPTY);
        }
        (!taken.is_empty()).then(|| taken.into())
    }

    fn object(&mut self, members: &Members, shown: &mut Members) {
        let needed = required(members);
        let (mut all, mut order) = (Members::new(), Vec::new());
        for (name, schema) in super::properties(members) {
            let is_required = needed.contains(&name.as_str());
            let mut property = self.schema(schema);
            if self.subset == Subset::Openai && !is_required {
                property = or_null(property, self.subset);
            }
            if self.subset == Subset::Openai || is_required {
                order.push(name.clone());
            }
            all.insert(name.clone(), property);
        }
        let names: Vec<_> = all.keys().cloned().collect();
        shown.insert("properties".to_owned(), all.into());
        shown.insert("required".to_owned(), order.into());
        if self.subset == Subset::Proto {
            shown.insert("propertyOrdering".to_owned(), names.into());
        } else {
            shown.insert("additionalProperties".to_owned(), false.into());
        }
    }

    /// A text with JSON in it, where the subset has no type for the value.
    fn json_text(&mut self, members: &Members, what: &str) -> Value {
        self.notes.note(format!("{what}: is a text with JSON in it here"));
        let description = words::described(
            members,
            &["properties", "required", "items", "additionalProperties"],
            self.notes,
        );
        let text = crate::describe::join(
            &description.unwrap_or_default(),
            Some(&format!("{what}, as JSON text")),
        );
        let kind = if self.subset == Subset::Proto { "STRING" } else { "string" };
        json!({ "type": kind, "description": text })
    }
}

/// The schema with `allOf` merged, `oneOf` as `anyOf`, and `const` as an `enum` of one.
pub(crate) fn folded(schema: &Value) -> Cow<'_, Members> {
    let Value::Object(members) = schema else {
        return Cow::Owned(Members::new());
    };
    if !["allOf", "const", "oneOf"].iter().any(|word| members.contains_key(*word)) {
        return Cow::Borrowed(members);
    }
    let mut folded = members.clone();
    if let Some(Value::Array(all)) = folded.remove("allOf") {
        for part in all {
            merge(&mut folded, self::folded(&part).into_owned());
        }
    }
    if let Some(alternatives) = folded.remove("oneOf") {
        folded.entry("anyOf").or_insert(alternatives);
    }
    if let Some(value) = folded.remove("const") {
        folded.entry("enum").or_insert(json!([value]));
    }
    Cow::Owned(folded)
}

/// The types of a schema except `null`, and whether that is one of them. Values and members decide
/// if there are no types.
pub(crate) fn types(members: &Members) -> (Vec<String>, bool) {
    let mut names: Vec<String> = match members.get("type") {
        Some(Value::String(name)) => vec![name.clone()],
        Some(Value::Array(names)) => {
            names.iter().filter_map(Value::as_str).map(str::to_owned).collect()
        }
        _ => implied(members),
    };
    let nullable = names.iter().any(|name| name == "null");
    names.retain(|name| name != "null");
    // Every integer is a number.
    if names.iter().any(|name| name == "number") {
        names.retain(|name| name != "integer");
    }
    (names, nullable)
}

fn implied(members: &Members) -> Vec<String> {
    if let Some(Value::Array(values)) = members.get("enum") {
        let mut names: Vec<String> = Vec::new();
        for value in values {
            let name = match value {
                Value::Null => "null",
                Value::Bool(_) => "boolean",
                Value::Number(number) if number.is_f64() => "number",
                Value::Number(_) => "integer",
                Value::String(_) => "string",
                Value::Array(_) => "array",
                Value::Object(_) => "object",
            };
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        return names;
    }
    let has = |keyword| members.contains_key(keyword);
    let name = match () {
        () if has("properties") || has("required") => "object",
        () if has("items") || has("prefixItems") => "array",
        () if has("pattern") || has("minLength") || has("maxLength") => "string",
        () if has("minimum") || has("maximum") || has("multipleOf") => "number",
        () => return Vec::new(),
    };
    vec![name.to_owned()]
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("null")
        || schema.get("const").is_some_and(Value::is_null)
}

pub(super) fn has_properties(members: &Members) -> bool {
    super::properties(members).next().is_some()
}

/// The schema, which takes `null` as well.
fn or_null(mut shown: Value, subset: Subset) -> Value {
    if subset == Subset::Proto {
        if let Value::Object(members) = &mut shown {
            members.insert("nullable".to_owned(), true.into());
        }
        return shown;
    }
    let Value::Object(members) = &mut shown else {
        return shown;
    };
    if let Some(Value::Array(alternatives)) = members.get_mut("anyOf") {
        let null = json!({ "type": "null" });
        if !alternatives.contains(&null) {
            alternatives.push(null);
        }
        return shown;
    }
    let name = match members.get("type") {
        Some(Value::String(name)) if subset == Subset::Openai => name.clone(),
        Some(Value::Array(_)) => return shown,
        _ => return json!({ "anyOf": [shown, { "type": "null" }] }),
    };
    members.insert("type".to_owned(), json!([name, "null"]));
    if let Some(Value::Array(values)) = members.get_mut("enum") {
        values.push(Value::Null);
    }
    shown
}
