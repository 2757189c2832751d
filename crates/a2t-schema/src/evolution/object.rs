//! Properties of objects: added, removed, required, and the members that are not named.

use std::collections::BTreeSet;

use a2t_core::json::segment;
use a2t_core::rule::SchemaChange;
use serde_json::{Map, Value};

use super::document::is_assertion;
use super::form::Part;
use super::node::{Direction, Node, Side, Walk};
use super::parts::ANY;

static NEVER: Value = Value::Bool(false);

/// Members that an object's schema does not name.
#[derive(Clone, Copy)]
enum Rest<'v> {
    Refused,
    Unspecified,
    Each(&'v Value),
}

struct Object<'v> {
    part: Part<'v>,
    properties: Option<&'v Map<String, Value>>,
    required: BTreeSet<&'v str>,
    rest: Rest<'v>,
}

impl<'v> Object<'v> {
    fn new(part: &Part<'v>) -> Self {
        let required = part.members.get("required").and_then(Value::as_array);
        Self {
            part: part.clone(),
            properties: part.members.get("properties").and_then(Value::as_object),
            required: required.into_iter().flatten().filter_map(Value::as_str).collect(),
            rest: match part.members.get("additionalProperties") {
                None => Rest::Unspecified,
                Some(Value::Bool(false)) => Rest::Refused,
                Some(schema) => Rest::Each(schema),
            },
        }
    }

    fn names(&self) -> impl Iterator<Item = &'v str> + use<'v> {
        self.properties.into_iter().flat_map(|properties| properties.keys().map(String::as_str))
    }

    fn at(&self, name: &str) -> String {
        format!("{}/properties/{}", self.part.at, segment(name))
    }

    fn property(&self, name: &str) -> Option<Node<'v>> {
        let schema = self.properties?.get(name)?;
        Some(Node::new(schema, self.at(name)))
    }

    fn others(&self) -> Node<'v> {
        let at = format!("{}/additionalProperties", self.part.at);
        let schema = match self.rest {
            Rest::Refused => &NEVER,
            Rest::Unspecified => &ANY,
            Rest::Each(schema) => schema,
        };
        Node::new(schema, at)
    }
}

/// Returns whether a schema restricts nothing.
fn is_any(schema: &Value) -> bool {
    let asserts = |members: &Map<String, Value>| members.keys().any(|name| is_assertion(name));
    *schema == ANY || schema.as_object().is_some_and(|members| !asserts(members))
}

impl<'v> Walk<'v> {
    pub(super) fn objects(&mut self, old: &Part<'v>, new: &Part<'v>) {
        self.counts(old, new, "minProperties", "maxProperties");
        if self.patterned(old, new) {
            return;
        }
        let (old, new) = (Object::new(old), Object::new(new));
        let names: BTreeSet<_> = old.names().chain(new.names()).collect();
        for name in &names {
            match (old.property(name), new.property(name)) {
                (Some(before), Some(after)) => {
                    self.required(&old, &new, name);
                    self.nodes(&before, &after);
                }
                (Some(before), None) => self.removed(&before),
                (None, Some(after)) => self.added(&old, &new, name, &after),
                (None, None) => {}
            }
        }
        let unnamed = old.required.union(&new.required).filter(|name| !names.contains(*name));
        for name in unnamed {
            self.required(&old, &new, name);
        }
        self.rest(&old, &new);
    }

    /// Returns whether names follow patterns on either side. Patterns are only compared for equality.
    fn patterned(&mut self, old: &Part<'v>, new: &Part<'v>) -> bool {
        let names = ["patternProperties", "properties", "additionalProperties"];
        let is = |part: &Part<'v>| {
            let patterns = part.members.get("patternProperties").and_then(Value::as_object);
            patterns.is_some_and(|patterns| !patterns.is_empty())
        };
        if !is(old) && !is(new) {
            return false;
        }
        let of = |part: &Part<'v>| -> Value {
            let kept = part.members.iter().filter(|(name, _)| names.contains(&name.as_str()));
            Value::Object(kept.map(|(name, value)| (name.clone(), value.clone())).collect())
        };
        let (a, b) = (self.old.meaning(&of(old)), self.new.meaning(&of(new)));
        if a != b || a.is_empty() {
            let at = format!("{}/patternProperties", new.at);
            self.changed(Direction::Undecided, &at, Value::Null, Value::Null);
        }
        let required = |part: &Part<'v>| Object::new(part).required;
        for name in required(old).union(&required(new)) {
            self.required(&Object::new(old), &Object::new(new), name);
        }
        true
    }

    fn required(&mut self, old: &Object<'v>, new: &Object<'v>, name: &str) {
        let (before, after) = (old.required.contains(name), new.required.contains(name));
        let rule = match (self.side, before, after) {
            (Side::Inputs, false, true) => SchemaChange::InputBecameRequired,
            (Side::Inputs, true, false) => SchemaChange::InputBecameOptional,
            (Side::Outputs, false, true) => SchemaChange::OutputBecameRequired,
            (Side::Outputs, true, false) => SchemaChange::OutputBecameOptional,
            (_, true, true) | (_, false, false) => return,
        };
        self.push(rule, &new.at(name), Value::Null, Value::Null);
    }

    fn removed(&mut self, before: &Node<'v>) {
        let rule = match self.side {
            Side::Inputs => SchemaChange::InputRemoved,
            Side::Outputs => SchemaChange::OutputRemoved,
        };
        self.push_gone(rule, &before.at, before.schema.clone());
    }

    fn added(&mut self, old: &Object<'v>, new: &Object<'v>, name: &str, after: &Node<'v>) {
        let required = new.required.contains(name);
        let was_required = old.required.contains(name);
        if was_required || matches!(old.rest, Rest::Each(_)) {
            // The name is new, the member is not.
            self.required(old, new, name);
            return self.nodes(&old.others(), after);
        }
        let is_free = is_any(after.schema);
        let rule = match (self.side, old.rest) {
            (Side::Inputs, _) if required => SchemaChange::InputAddedRequired,
            (Side::Inputs, Rest::Unspecified) if !is_free => SchemaChange::InputClaimed,
            (Side::Inputs, _) => SchemaChange::InputAddedOptional,
            (Side::Outputs, Rest::Refused) => SchemaChange::OutputAddedToClosed,
            (Side::Outputs, _) => SchemaChange::OutputAdded,
        };
        self.push(rule, &after.at, Value::Null, after.schema.clone());
    }

    fn rest(&mut self, old: &Object<'v>, new: &Object<'v>) {
        let at = format!("{}/additionalProperties", new.part.at);
        let additional = |object: &Object<'v>| {
            object.part.members.get("additionalProperties").cloned().unwrap_or_default()
        };
        let (was, is) = (additional(old), additional(new));
        let inputs = self.side == Side::Inputs;
        match (old.rest, new.rest) {
            (Rest::Refused, Rest::Refused) | (Rest::Unspecified, Rest::Unspecified) => {}
            (Rest::Unspecified, Rest::Each(schema)) if is_any(schema) => {}
            (Rest::Unspecified, _) if inputs => self.push(SchemaChange::InputClosed, &at, was, is),
            (Rest::Unspecified, _) => self.changed(Direction::Narrower, &at, was, is),
            (Rest::Refused, _) if inputs => self.changed(Direction::Wider, &at, was, is),
            (Rest::Refused, _) => self.push(SchemaChange::OutputOpened, &at, was, is),
            (Rest::Each(_), Rest::Refused) => self.changed(Direction::Narrower, &at, was, is),
            (Rest::Each(_), _) => self.nodes(&old.others(), &new.others()),
        }
    }
}
