//! Tools of MCP in the schemas that providers take: references written out, keywords without a
//! place moved to the description, and notes on what is shown otherwise than it was approved.
//!
//! A call is checked against the whole approved schema, even if a model was shown only a part of
//! it.

mod draft7;
mod flat;
mod inline;
mod narrow;
mod permit;
mod words;

use std::sync::OnceLock;

use a2t_schema::Tool;
use serde_json::{Map, Value, json};

use crate::export::Notes;
use crate::style::Style;
use crate::{Dialect, describe, names};
use inline::Inlined;
use narrow::Subset;
pub(crate) use narrow::{folded, types as kinds};
pub(crate) use permit::{needs, permits};

type Members = Map<String, Value>;

/// An approved tool of MCP, and what is made of its schema once it is asked for.
#[derive(Debug)]
pub(crate) struct SchemaTool {
    tool: Tool,
    inlined: OnceLock<Inlined>,
    #[cfg(feature = "mcp")]
    validator:
        OnceLock<Result<a2t_schema::validate::Validator, a2t_schema::validate::UnsupportedSchema>>,
}

impl SchemaTool {
    pub(crate) fn new(tool: Tool) -> Self {
        Self {
            tool,
            inlined: OnceLock::new(),
            #[cfg(feature = "mcp")]
            validator: OnceLock::new(),
        }
    }

    pub(crate) fn tool(&self) -> &Tool {
        &self.tool
    }

    #[cfg(feature = "mcp")]
    pub(crate) fn validator(
        &self,
    ) -> Result<&a2t_schema::validate::Validator, &a2t_schema::validate::UnsupportedSchema> {
        let validator =
            self.validator.get_or_init(|| a2t_schema::validate::Validator::new(&self.tool.input));
        validator.as_ref()
    }

    pub(crate) fn inlined(&self) -> &Inlined {
        self.inlined.get_or_init(|| Inlined::new(&self.tool.ordered_input()))
    }

    /// Names of the inputs, in the order in which they are shown.
    pub(crate) fn input_names(&self) -> Vec<&str> {
        properties(&self.inlined().root).map(|(name, _)| name.as_str()).collect()
    }

    /// The names that a dialect takes for the inputs, in the same order. MCP takes all.
    pub(crate) fn names_in(&self, dialect: Dialect) -> Vec<String> {
        let own = self.input_names();
        match dialect {
            Dialect::Mcp => own.into_iter().map(str::to_owned).collect(),
            _ => names::accepted(&own, dialect.limits().parameter_name.as_ref()),
        }
    }

    /// The schema of the inputs as this dialect takes it.
    pub(crate) fn inputs(&self, style: Style, dialect: Dialect, notes: &mut Notes) -> Value {
        if dialect == Dialect::Mcp {
            return self.tool.input.as_value().clone();
        }
        let inlined = self.inlined();
        for loss in &inlined.losses {
            notes.note(*loss);
        }
        let root = &inlined.root;
        let subset = Subset::new(dialect, style);
        let required = required(root);
        let (mut shown, mut needed) = (Members::new(), Vec::new());
        for ((name, schema), shown_name) in properties(root).zip(self.names_in(dialect)) {
            notes.parameter(Some(name));
            if shown_name != *name {
                notes.note(format!("is called `{shown_name}` here"));
            }
            let is_required = required.contains(&name.as_str());
            let property = property(schema, name, is_required, subset, dialect, notes);
            if is_required || style.null_union {
                needed.push(shown_name.clone());
            }
            shown.insert(shown_name, property);
        }
        notes.parameter(None);
        rooted(root, subset, shown, needed, notes)
    }
}

fn property(
    schema: &Value,
    name: &str,
    required: bool,
    subset: Subset,
    dialect: Dialect,
    notes: &mut Notes,
) -> Value {
    let limit = dialect.limits().parameter_description;
    let mut shown = match subset {
        Subset::Open => schema.clone(),
        Subset::Flat => flat::property(schema, notes),
        _ => narrow::property(schema, required, subset, notes),
    };
    if !shown.is_object() {
        shown = json!({});
    }
    if let Value::Object(members) = &mut shown {
        // Not every reader takes a schema without a type.
        if !TYPING.iter().any(|word| members.contains_key(*word)) {
            members.insert("type".to_owned(), json!(ANY));
        }
        let text = members.get("description").and_then(Value::as_str).unwrap_or_default();
        let text = if text.is_empty() && limit.required { name } else { text };
        let text = describe::within(text, limit, notes);
        if !text.is_empty() {
            members.insert("description".to_owned(), text.into());
        }
    }
    shown
}

/// Keywords that determine what a value is.
const TYPING: [&str; 6] = ["allOf", "anyOf", "const", "enum", "oneOf", "type"];
/// All types, which is what a schema without one takes.
const ANY: [&str; 6] = ["array", "boolean", "null", "number", "object", "string"];

/// The object of all arguments.
fn rooted(
    root: &Members,
    subset: Subset,
    properties: Members,
    required: Vec<String>,
    notes: &mut Notes,
) -> Value {
    let proto = subset == Subset::Proto;
    let order: Vec<_> = properties.keys().cloned().collect();
    let mut shown = Members::new();
    shown.insert("type".to_owned(), json!(if proto { "OBJECT" } else { "object" }));
    shown.insert("properties".to_owned(), properties.into());
    shown.insert("required".to_owned(), required.into());
    match subset {
        Subset::Openai | Subset::Claude => {
            shown.insert("additionalProperties".to_owned(), false.into());
        }
        Subset::Proto => {
            shown.insert("propertyOrdering".to_owned(), order.into());
        }
        Subset::Flat => {}
        Subset::Open | Subset::Draft7 | Subset::Autogen => {
            let rest = root.get("additionalProperties").filter(|_| subset != Subset::Autogen);
            let rest = rest.cloned().unwrap_or(Value::Bool(!is_closed(root)));
            // A missing keyword and `true` mean the same.
            if rest != Value::Bool(true) {
                shown.insert("additionalProperties".to_owned(), rest);
            }
        }
    }
    let written =
        ["type", "properties", "required", "additionalProperties", "description", "title"];
    let left: Vec<_> = root.keys().filter(|word| !written.contains(&word.as_str())).collect();
    for word in left {
        if let (Subset::Open | Subset::Draft7, true) = (subset, ROOT.contains(&word.as_str())) {
            shown.extend(
                root.get_key_value(word).map(|(word, value)| (word.clone(), value.clone())),
            );
        } else {
            notes.note(format!("`{word}` of all arguments together is left out"));
        }
    }
    Value::Object(shown)
}

/// Words about all arguments that JSON Schema has for objects and every open provider takes.
const ROOT: [&str; 4] = ["maxProperties", "minProperties", "patternProperties", "propertyNames"];

/// The inputs of a tool: name, schema and whether a call must have it.
pub(crate) fn inputs(tool: &SchemaTool) -> Vec<(&str, &Value, bool)> {
    let root = &tool.inlined().root;
    let required = required(root);
    let inputs = properties(root).map(|(name, schema)| (name.as_str(), schema));
    inputs.map(|(name, schema)| (name, schema, required.contains(&name))).collect()
}

pub(crate) fn required_of(schema: &Members) -> Vec<&str> {
    required(schema)
}

/// Returns whether `null` is a value of the schema.
pub(crate) fn accepts_null(schema: &Value) -> bool {
    let members = folded(schema);
    if let Some(Value::Array(alternatives)) = members.get("anyOf") {
        return alternatives.iter().any(accepts_null);
    }
    let (kinds, nullable) = kinds(&members);
    nullable || kinds.is_empty() && !members.contains_key("not")
}

/// Returns whether arguments are invited that the schema does not name, or it names none.
pub(crate) fn is_free(root: &Members) -> bool {
    let invites = |rest: &Value| *rest != Value::Bool(false);
    root.get("additionalProperties").map_or_else(
        || root.contains_key("patternProperties") || properties(root).next().is_none(),
        invites,
    )
}

fn properties(root: &Members) -> impl Iterator<Item = (&String, &Value)> {
    root.get("properties").and_then(Value::as_object).into_iter().flatten()
}

fn required(schema: &Members) -> Vec<&str> {
    let listed = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    listed.filter_map(Value::as_str).collect()
}

/// Members that are not named are refused.
fn is_closed(schema: &Members) -> bool {
    schema.get("additionalProperties") == Some(&Value::Bool(false))
}
