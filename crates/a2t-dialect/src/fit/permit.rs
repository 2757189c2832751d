//! Schemas that a strict mode can express, and the part of a request's budget that they take.

use a2t_core::error::inert;
use serde_json::Value;

use super::narrow::{folded, has_properties, types};
use super::{Members, SchemaTool, is_closed, properties, required};
use crate::provider::Needs;

/// The deepest nesting of objects and arrays that strict modes take.
const DEPTH_MAX: usize = 10;

/// Checks that strict modes can express the schema of a tool.
///
/// # Errors
/// The reason to leave the tool open.
pub(crate) fn permits(tool: &SchemaTool) -> Result<(), String> {
    let inlined = tool.inlined();
    let root = &inlined.root;
    let takes_more = root.get("additionalProperties").is_some_and(|rest| *rest != false);
    if takes_more || root.contains_key("patternProperties") {
        return Err("it takes inputs that its schema does not name".to_owned());
    }
    for (name, schema) in properties(root) {
        value(schema, 1).map_err(|why| format!("`{}` {why}", inert(name)))?;
    }
    Ok(())
}

fn value(schema: &Value, depth: usize) -> Result<(), String> {
    if depth > DEPTH_MAX {
        return Err(format!("is nested deeper than {DEPTH_MAX} levels"));
    }
    let members = folded(schema);
    if let Some(Value::Array(alternatives)) = members.get("anyOf") {
        return alternatives.iter().try_for_each(|one| value(one, depth + 1));
    }
    let (kinds, nullable) = types(&members);
    if kinds.is_empty() && !nullable {
        return Err("takes values of any type".to_owned());
    }
    for kind in kinds {
        match kind.as_str() {
            "object" => object(&members, depth)?,
            "array" => match members.get("items") {
                Some(items @ Value::Object(_)) => value(items, depth + 1)?,
                _ => return Err("has items of any type".to_owned()),
            },
            _ => {}
        }
    }
    let values = members.get("enum").and_then(Value::as_array).into_iter().flatten();
    if values.clone().any(|value| value.is_array() || value.is_object()) {
        return Err("is one of several objects or arrays".to_owned());
    }
    Ok(())
}

fn object(members: &Members, depth: usize) -> Result<(), String> {
    let rest = members.get("additionalProperties").or(members.get("unevaluatedProperties"));
    let names_none = !has_properties(members) && !is_closed(members);
    let takes_more = rest.is_some_and(|rest| *rest != false);
    if names_none || takes_more || members.contains_key("patternProperties") {
        return Err("has members that the schema does not name".to_owned());
    }
    properties(members).try_for_each(|(_, schema)| value(schema, depth + 1))
}

/// Optional inputs and allowed values of a tool, those of nested objects included.
pub(crate) fn needs(tool: &SchemaTool) -> Needs {
    let mut needs = Needs::default();
    count(&tool.inlined().root, &mut needs);
    needs
}

fn count(members: &Members, needs: &mut Needs) {
    let listed = required(members);
    for (name, schema) in properties(members) {
        needs.optional += usize::from(!listed.contains(&name.as_str()));
        nested(schema, needs);
    }
}

fn nested(schema: &Value, needs: &mut Needs) {
    let members = folded(schema);
    needs.values += members.get("enum").and_then(Value::as_array).map_or(0, Vec::len);
    if let Some(Value::Array(alternatives)) = members.get("anyOf") {
        alternatives.iter().for_each(|one| nested(one, needs));
    }
    if let Some(items) = members.get("items") {
        nested(items, needs);
    }
    count(&members, needs);
}
