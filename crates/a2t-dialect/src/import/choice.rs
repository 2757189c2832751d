//! The values that a schema lists: `enum`, `const`, and unions of constants with a text for each.

use std::collections::HashSet;

use a2t_core::signature::rule::{self, ALLOWED_VALUES_MAX};
use serde_json::Value;

use super::node::{Node, PendingLoss, Resolver};
use super::report::Loss;
use super::text::{self, OTHER_MAX};
use super::view::View;

/// Listed values, and where the list stands.
#[derive(Debug)]
pub(super) struct Choices<'a> {
    pub(super) at: String,
    pub(super) values: Values<'a>,
}

#[derive(Debug)]
pub(super) enum Values<'a> {
    Names(Vec<Name<'a>>),
    Integers(Vec<i64>),
    /// `only` where there is one of the two.
    Booleans {
        only: Option<bool>,
    },
    Mixed,
}

#[derive(Clone, Debug)]
pub(super) struct Name<'a> {
    pub(super) name: &'a str,
    pub(super) description: String,
}

impl Name<'_> {
    pub(super) fn is_proper(&self) -> bool {
        rule::allowed_value_name(self.name).is_ok()
    }
}

pub(super) fn of<'a>(
    view: &View<'a>,
    resolver: &mut Resolver<'a>,
) -> Result<Option<Choices<'a>>, PendingLoss> {
    if let Some(node) = view.word("const").or(view.word("enum")) {
        let values: Vec<_> = match node.value {
            Value::Array(values) if view.word("const").is_none() => values.iter().collect(),
            value => vec![value],
        };
        let described = values.into_iter().map(|value| (value, String::new()));
        return listed(node, described.collect(), resolver).map(Some);
    }
    let mut values = Vec::new();
    for node in view.union.iter().take(ALLOWED_VALUES_MAX + 1) {
        let Some(value) = node.value.get("const") else {
            return Ok(None);
        };
        values.push((value, description(node)?));
    }
    match view.union.first() {
        Some(first) => listed(first, values, resolver).map(Some),
        None => Ok(None),
    }
}

fn description(node: &Node<'_>) -> Result<String, PendingLoss> {
    let text = node.text("description").or(node.text("title"));
    let found = text::described(text.unwrap_or_default(), &[], OTHER_MAX);
    found.map(|found| found.text).map_err(|hidden| {
        let message = format!("U+{:04X}", u32::from(hidden));
        PendingLoss::new(Loss::HiddenCharacter, &node.at, message)
    })
}

fn listed<'a>(
    node: &Node<'a>,
    values: Vec<(&'a Value, String)>,
    resolver: &mut Resolver<'a>,
) -> Result<Choices<'a>, PendingLoss> {
    resolver.work(values.len());
    let values: Vec<_> = values.into_iter().filter(|(value, _)| !value.is_null()).collect();
    if values.is_empty() {
        return Err(PendingLoss::new(Loss::NoSchema, &node.at, "an enum of nothing"));
    }
    if values.len() > ALLOWED_VALUES_MAX {
        let message = format!("{} values, more than {ALLOWED_VALUES_MAX}", values.len());
        return Err(PendingLoss::new(Loss::TooMany, &node.at, message));
    }
    let at = node.at.clone();
    let values = if let Some(names) = all(&values, Value::as_str) {
        let mut seen = HashSet::new();
        let name = |(name, description)| Name { name, description };
        let names = names.into_iter().map(name);
        Values::Names(names.filter(|value| seen.insert(value.name)).collect())
    } else if let Some(integers) = all(&values, Value::as_i64) {
        Values::Integers(integers.into_iter().map(|(value, _)| value).collect())
    } else if let Some(booleans) = all(&values, Value::as_bool) {
        let has = |wanted| booleans.iter().any(|(value, _)| *value == wanted);
        Values::Booleans { only: (has(true) != has(false)).then_some(has(true)) }
    } else {
        Values::Mixed
    };
    Ok(Choices { at, values })
}

fn all<'a, T>(
    values: &[(&'a Value, String)],
    read: impl Fn(&'a Value) -> Option<T>,
) -> Option<Vec<(T, String)>> {
    let pair =
        |(value, description): &(&'a Value, String)| Some((read(value)?, description.clone()));
    values.iter().map(pair).collect()
}
