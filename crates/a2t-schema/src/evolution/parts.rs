//! Constraints of numbers, strings and arrays, keyword by keyword.

use std::cmp::Ordering;
use std::sync::OnceLock;

use serde_json::Value;

use super::form::{Form, Members, Part, types};
use super::node::{Direction, Node, Walk};
use super::number::{Bound, End, order};

impl<'v> Walk<'v> {
    pub(super) fn parts(&mut self, old: &Form<'v>, new: &Form<'v>) {
        let both = old.types & new.types;
        let none = || Part { members: EMPTY.get_or_init(Members::new), at: new.at.clone() };
        let pair = |bits: u8, a: &Option<Part<'v>>, b: &Option<Part<'v>>| {
            let taken = both & bits != 0 && (a.is_some() || b.is_some());
            taken.then(|| (a.clone().unwrap_or_else(none), b.clone().unwrap_or_else(none)))
        };
        if let Some((a, b)) = pair(types::INTEGER, &old.number, &new.number) {
            let whole = (old.types | new.types) & types::FRACTION == 0;
            self.numbers(&a, &b, whole);
        }
        if let Some((a, b)) = pair(types::STRING, &old.string, &new.string) {
            self.counts(&a, &b, "minLength", "maxLength");
            self.text(&a, &b, "pattern");
            self.text(&a, &b, "format");
        }
        if let Some((a, b)) = pair(types::ARRAY, &old.array, &new.array) {
            self.arrays(&a, &b);
        }
        if let Some((a, b)) = pair(types::OBJECT, &old.object, &new.object) {
            self.objects(&a, &b);
        }
    }

    fn numbers(&mut self, old: &Part<'v>, new: &Part<'v>, whole: bool) {
        for (end, name) in [(End::Min, "minimum"), (End::Max, "maximum")] {
            let (a, b) =
                (Bound::from_members(old.members, end), Bound::from_members(new.members, end));
            let tightness = match (&a, &b) {
                (None, None) => Ordering::Equal,
                (None, Some(_)) => Ordering::Less,
                (Some(_), None) => Ordering::Greater,
                (Some(a), Some(b)) => match (whole, a.whole(end), b.whole(end)) {
                    (true, Some(a), Some(b)) if end == End::Min => a.cmp(&b),
                    (true, Some(a), Some(b)) => b.cmp(&a),
                    _ => a.tightness(b, end),
                },
            };
            let value =
                |bound: Option<Bound<'v>>| bound.map(|b| b.value.clone()).unwrap_or_default();
            self.tightened(tightness, &format!("{}/{name}", new.at), value(a), value(b));
        }
        let step = |part: &Part<'v>| part.members.get("multipleOf").cloned();
        let at = format!("{}/multipleOf", new.at);
        match (step(old), step(new)) {
            (None, None) => {}
            (None, Some(new)) => self.changed(Direction::Narrower, &at, Value::Null, new),
            (Some(old), None) => self.changed(Direction::Wider, &at, old, Value::Null),
            (Some(old), Some(new)) => self.steps(&at, old, new),
        }
    }

    fn steps(&mut self, at: &str, old: Value, new: Value) {
        let same = match (old.as_number(), new.as_number()) {
            (Some(a), Some(b)) => order(a, b).is_eq(),
            _ => false,
        };
        if same {
            return;
        }
        let direction = match (old.as_u64(), new.as_u64()) {
            (Some(a), Some(b)) if a.checked_rem(b) == Some(0) => Direction::Wider,
            (Some(a), Some(b)) if b.checked_rem(a) == Some(0) => Direction::Narrower,
            _ => Direction::Undecided,
        };
        self.changed(direction, at, old, new);
    }

    /// The ordering of the old constraint to the new: less if the new one is tighter.
    fn tightened(&mut self, ordering: Ordering, at: &str, old: Value, new: Value) {
        match ordering {
            Ordering::Less => self.changed(Direction::Narrower, at, old, new),
            Ordering::Equal => {}
            Ordering::Greater => self.changed(Direction::Wider, at, old, new),
        }
    }

    /// Compares a smallest and a largest count.
    pub(super) fn counts(&mut self, old: &Part<'v>, new: &Part<'v>, least: &str, most: &str) {
        let count = |part: &Part<'v>, name: &str| part.members.get(name).and_then(Value::as_f64);
        let shown =
            |part: &Part<'v>, name: &str| part.members.get(name).cloned().unwrap_or_default();
        let (a, b) = (count(old, least).unwrap_or(0.0), count(new, least).unwrap_or(0.0));
        let at = format!("{}/{least}", new.at);
        self.tightened(a.total_cmp(&b), &at, shown(old, least), shown(new, least));
        let end = f64::INFINITY;
        let (a, b) = (count(old, most).unwrap_or(end), count(new, most).unwrap_or(end));
        let at = format!("{}/{most}", new.at);
        self.tightened(b.total_cmp(&a), &at, shown(old, most), shown(new, most));
    }

    fn text(&mut self, old: &Part<'v>, new: &Part<'v>, name: &str) {
        let at = format!("{}/{name}", new.at);
        let (a, b) = (old.members.get(name), new.members.get(name));
        let direction = match (a, b) {
            (a, b) if a == b => return,
            (None, _) => Direction::Narrower,
            (_, None) => Direction::Wider,
            _ => Direction::Undecided,
        };
        self.changed(
            direction,
            &at,
            a.cloned().unwrap_or_default(),
            b.cloned().unwrap_or_default(),
        );
    }

    fn arrays(&mut self, old: &Part<'v>, new: &Part<'v>) {
        self.counts(old, new, "minItems", "maxItems");
        let unique = |part: &Part<'v>| {
            part.members.get("uniqueItems").and_then(Value::as_bool).unwrap_or_default()
        };
        let (a, b) = (unique(old), unique(new));
        self.tightened(a.cmp(&b), &format!("{}/uniqueItems", new.at), a.into(), b.into());
        let (old, new) = (Items::new(old), Items::new(new));
        for index in 0..old.first.len().max(new.first.len()) {
            self.nodes(old.at(index), new.at(index));
        }
        self.nodes(&old.rest, &new.rest);
    }
}

static EMPTY: OnceLock<Members> = OnceLock::new();
/// The schema of what no keyword speaks of.
pub(super) static ANY: Value = Value::Bool(true);

/// Schemas of the items of an array: the first ones, and all that follow.
struct Items<'v> {
    first: Vec<Node<'v>>,
    rest: Node<'v>,
}

impl<'v> Items<'v> {
    fn new(part: &Part<'v>) -> Self {
        let node = |name: &str| {
            let at = format!("{}/{name}", part.at);
            Node::new(part.members.get(name).unwrap_or(&ANY), at)
        };
        let list = |name: &str| {
            let schemas = part.members.get(name)?.as_array()?.iter().enumerate();
            let at = |index| format!("{}/{name}/{index}", part.at);
            Some(schemas.map(|(index, schema)| Node::new(schema, at(index))).collect())
        };
        match (list("prefixItems"), list("items")) {
            (Some(first), _) => Self { first, rest: node("items") },
            // Draft-07.
            (None, Some(first)) => Self { first, rest: node("additionalItems") },
            (None, None) => Self { first: Vec::new(), rest: node("items") },
        }
    }

    fn at(&self, index: usize) -> &Node<'v> {
        self.first.get(index).unwrap_or(&self.rest)
    }
}
