//! The walk over two schemas at once, which compares their constraints on the same values.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use a2t_core::rule::SchemaChange;
use serde_json::{Map, Value};

use super::change::Change;
use super::form::{self, Form, is_assertion};
use crate::canonical::{Sorted, compact};
use crate::schema::{Form as Kind, form as kind_of, resolve};

/// Pairs of schemas that are compared of one tool.
const PAIRS_MAX: usize = 20_000;
/// Bytes of schemas that are compared as a whole, of one tool.
const MEANING_MAX: usize = 8 * 1024 * 1024;
/// Schemas that are looked through, of one tool: alternatives that refer to alternatives multiply.
const LOOKS_MAX: usize = 100_000;

/// Inputs or outputs of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Inputs,
    Outputs,
}

impl Side {
    /// Member of a tool that has the schema, as a JSON pointer.
    pub(super) fn at(self) -> &'static str {
        match self {
            Self::Inputs => "/inputSchema",
            Self::Outputs => "/outputSchema",
        }
    }
}

/// Direction in which the values of a schema changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Narrower,
    Wider,
    Unjudged,
}

/// One of the two schemas as a whole.
pub(super) struct Document<'v> {
    pub(super) root: &'v Value,
    left: Cell<usize>,
    looks: Cell<usize>,
}

impl<'v> Document<'v> {
    pub(super) fn new(root: &'v Value) -> Self {
        Self { root, left: Cell::new(MEANING_MAX), looks: Cell::new(LOOKS_MAX) }
    }

    /// False if no more schemas may be looked through.
    pub(super) fn look(&self) -> bool {
        self.looks.set(self.looks.get().saturating_sub(1));
        self.looks.get() > 0
    }

    /// Assertions of a schema in one spelling, with those that it refers to.
    pub(super) fn meaning(&self, schema: &Value) -> String {
        if self.left.get() == 0 {
            return String::new();
        }
        let mut text = compact(&Sorted(&stripped(schema)));
        let mut open = references(schema);
        let mut seen = BTreeSet::new();
        while let Some(reference) = open.pop() {
            let target = resolve(self.root, &reference);
            if let Some((pointer, schema)) = target.filter(|_| seen.insert(reference)) {
                text.push_str(&format!("\n{pointer} {}", compact(&Sorted(&stripped(schema)))));
                open.extend(references(schema));
            }
            // A schema too large to compare is like nothing else, not even itself.
            self.left.set(self.left.get().saturating_sub(text.len()));
            if self.left.get() == 0 {
                return String::new();
            }
        }
        text
    }
}

/// A schema without what restricts nothing.
fn stripped(schema: &Value) -> Value {
    let Value::Object(members) = schema else {
        return schema.clone();
    };
    let all = |schemas: &Value| match schemas {
        Value::Array(schemas) => schemas.iter().map(stripped).collect(),
        other => stripped(other),
    };
    let named = |schemas: &Value| match schemas {
        Value::Object(schemas) => {
            let pairs = schemas.iter().map(|(name, schema)| (name.clone(), stripped(schema)));
            Value::Object(pairs.collect())
        }
        other => other.clone(),
    };
    let kept = members.iter().filter(|(name, _)| is_assertion(name));
    let pairs = kept.map(|(name, value)| {
        let value = match kind_of(name) {
            Some(Kind::Same | Kind::Part) => stripped(value),
            Some(Kind::SameList | Kind::PartList | Kind::Items) => all(value),
            Some(Kind::Properties | Kind::SameNamed | Kind::Dependencies) => named(value),
            _ => value.clone(),
        };
        (name.clone(), value)
    });
    Value::Object(pairs.collect::<Map<_, _>>())
}

/// References anywhere inside of a value.
fn references(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => {
                let reference = members.get("$ref").and_then(Value::as_str);
                found.extend(reference.map(str::to_owned));
                open.extend(members.values());
            }
            _ => {}
        }
    }
    found
}

/// A schema and the pointer to it in its document.
#[derive(Clone, Debug)]
pub(super) struct Node<'v> {
    pub(super) schema: &'v Value,
    pub(super) at: String,
}

impl<'v> Node<'v> {
    pub(super) fn new(schema: &'v Value, at: impl Into<String>) -> Self {
        Self { schema, at: at.into() }
    }
}

pub(super) struct Walk<'v> {
    pub(super) side: Side,
    pub(super) old: Document<'v>,
    pub(super) new: Document<'v>,
    pub(super) found: Vec<Change>,
    /// Pairs that were compared: a schema that leads back to itself is what it is elsewhere.
    seen: BTreeMap<(String, String), ()>,
}

impl<'v> Walk<'v> {
    pub(super) fn new(side: Side, old: &'v Value, new: &'v Value) -> Self {
        Self {
            side,
            old: Document::new(old),
            new: Document::new(new),
            found: Vec::new(),
            seen: BTreeMap::new(),
        }
    }

    pub(super) fn nodes(&mut self, old: &Node<'v>, new: &Node<'v>) {
        if self.seen.len() >= PAIRS_MAX {
            // One report is enough.
            if self.seen.insert((String::new(), "too many".to_owned()), ()).is_none() {
                self.changed(Direction::Unjudged, &new.at, Value::Null, Value::Null);
            }
            return;
        }
        let old_form = form::of(&self.old, old.schema, &old.at);
        let new_form = form::of(&self.new, new.schema, &new.at);
        if self.seen.insert((old_form.at.clone(), new_form.at.clone()), ()).is_some() {
            return;
        }
        let before = self.found.len();
        if !self.values(&old_form, &new_form) {
            self.types(&old_form, &new_form);
            self.parts(&old_form, &new_form);
        }
        self.opaque(&old_form, &new_form, before);
    }

    fn opaque(&mut self, old: &Form<'v>, new: &Form<'v>, before: usize) {
        let lacks = |all: &Form<'v>, one: &str| {
            one.is_empty() || !all.opaque.iter().any(|other| other.meaning == one)
        };
        let lost = old.opaque.iter().find(|one| lacks(new, &one.meaning));
        let gained = new.opaque.iter().find(|one| lacks(old, &one.meaning));
        let here = self.found.get(before..).unwrap_or_default();
        let has = |direction| {
            let rule = self.rule(direction);
            here.iter().any(|change| change.rule == rule)
        };
        let (direction, at) = match (lost, gained) {
            (None, None) => return,
            (Some(_), Some(gained)) => (Direction::Unjudged, &gained.at),
            (None, Some(gained)) if has(Direction::Wider) => (Direction::Unjudged, &gained.at),
            (None, Some(gained)) => (Direction::Narrower, &gained.at),
            (Some(_), None) if has(Direction::Narrower) => (Direction::Unjudged, &new.at),
            (Some(_), None) => (Direction::Wider, &new.at),
        };
        let at = at.clone();
        let keyword = |one: Option<&form::Opaque>, root: &Value| {
            one.and_then(|one| root.pointer(&one.at)).cloned().unwrap_or_default()
        };
        let (was, is) = (keyword(lost, self.old.root), keyword(gained, self.new.root));
        self.changed(direction, &at, was, is);
    }

    fn types(&mut self, old: &Form<'v>, new: &Form<'v>) {
        let names = |types: u8| -> Value {
            let all = ["null", "boolean", "string", "array", "object"];
            let held = all.into_iter().filter(|name| types & form::types::of_name(name) != 0);
            let number = match (types & form::types::INTEGER, types & form::types::FRACTION) {
                (0, 0) => None,
                (_, 0) => Some("integer"),
                _ => Some("number"),
            };
            held.chain(number).map(Value::from).collect()
        };
        let at = format!("{}/type", new.at);
        for (direction, differs) in [
            (Direction::Narrower, old.types & !new.types != 0),
            (Direction::Wider, new.types & !old.types != 0),
        ] {
            if differs {
                self.changed(direction, &at, names(old.types), names(new.types));
            }
        }
    }

    pub(super) fn changed(
        &mut self,
        direction: Direction,
        at: &str,
        old: impl Into<Value>,
        new: impl Into<Value>,
    ) {
        let rule = self.rule(direction);
        self.push(rule, at, old, new);
    }

    fn rule(&self, direction: Direction) -> SchemaChange {
        match (self.side, direction) {
            (Side::Inputs, Direction::Narrower) => SchemaChange::InputNarrowed,
            (Side::Inputs, Direction::Wider) => SchemaChange::InputWidened,
            (Side::Inputs, Direction::Unjudged) => SchemaChange::InputUnjudged,
            (Side::Outputs, Direction::Narrower) => SchemaChange::OutputNarrowed,
            (Side::Outputs, Direction::Wider) => SchemaChange::OutputWidened,
            (Side::Outputs, Direction::Unjudged) => SchemaChange::OutputUnjudged,
        }
    }

    pub(super) fn push(
        &mut self,
        rule: SchemaChange,
        at: &str,
        old: impl Into<Value>,
        new: impl Into<Value>,
    ) {
        let at = format!("{}{at}", self.side.at());
        self.found.push(Change::new(rule, at).from(old).to(new));
    }

    pub(super) fn push_gone(&mut self, rule: SchemaChange, at: &str, old: impl Into<Value>) {
        let at = format!("{}{at}", self.side.at());
        self.found.push(Change::new(rule, at).from(old).gone());
    }
}
