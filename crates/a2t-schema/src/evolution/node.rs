//! The walk over two schemas at once, which compares their constraints on the same values.

use std::collections::BTreeMap;

use a2t_core::rule::SchemaChange;
use serde_json::Value;

use super::change::Change;
use super::document::Document;
use super::form::{self, Form};

/// Pairs of schemas that are compared of one tool.
const PAIRS_MAX: usize = 20_000;

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
    Undecided,
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
                self.changed(Direction::Undecided, &new.at, Value::Null, Value::Null);
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
            (Some(_), Some(gained)) => (Direction::Undecided, &gained.at),
            (None, Some(gained)) if has(Direction::Wider) => (Direction::Undecided, &gained.at),
            (None, Some(gained)) => (Direction::Narrower, &gained.at),
            (Some(_), None) if has(Direction::Narrower) => (Direction::Undecided, &new.at),
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
            (Side::Inputs, Direction::Undecided) => SchemaChange::InputNotCompared,
            (Side::Outputs, Direction::Narrower) => SchemaChange::OutputNarrowed,
            (Side::Outputs, Direction::Wider) => SchemaChange::OutputWidened,
            (Side::Outputs, Direction::Undecided) => SchemaChange::OutputNotCompared,
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
