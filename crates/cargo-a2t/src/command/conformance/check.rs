//! Whether the values of a subject are as a scenario expects them.

use std::collections::HashSet;

use a2t_core::evolution::{Class, Profile, Severity, diff_chain};
use a2t_core::rule::Family;
use serde_json::Value;

use super::bound::Bound;
use super::exchange::short;
use super::package::{Check, Expectation};
use crate::diagnostic;

/// The end of one expectation. The text is what was received instead.
pub(super) enum Checked {
    /// There is nothing to check.
    Absent,
    Held,
    Failed(String),
}

impl Expectation {
    pub(super) fn check(&self, bound: &Bound) -> Checked {
        let found = bound.select(&self.at);
        if found.is_empty() {
            return Checked::Absent;
        }
        let values: Vec<_> = found.iter().map(|(_, value)| *value).collect();
        let wrong: Option<Vec<bool>> = match &self.check {
            Check::Schema(schema) => {
                let matching = schema.matches(bound, &values);
                matching.map(|matching| matching.into_iter().map(|is| !is).collect())
            }
            Check::Unique(_) => Some(repeated(&values)),
            Check::Descending(_) => Some(rising(&values)),
            Check::Among(path) => {
                let known = bound.select(path);
                let known: HashSet<_> = known.iter().map(|(_, value)| value.to_string()).collect();
                let is_known = |value: &&Value| known.contains(&value.to_string());
                (!known.is_empty()).then(|| values.iter().map(|value| !is_known(value)).collect())
            }
            Check::SameAs(path) => return self.same(&values, bound, path),
            Check::Compatible(_) => return compatible(&values),
        };
        let Some(wrong) = wrong else { return Checked::Absent };
        let mut wrong = found.iter().zip(wrong).filter(|(_, is_wrong)| *is_wrong);
        match wrong.next() {
            None => Checked::Held,
            Some(((path, value), _)) => {
                let more = match wrong.count() {
                    0 => String::new(),
                    count => format!(" (and {count} more)"),
                };
                let (path, value) = self.mistake(bound, path, value);
                Checked::Failed(format!("{}{more}", received(bound, &path, value)))
            }
        }
    }

    /// Leads to the part of a value that does not match the schema.
    fn mistake<'v>(&self, bound: &Bound, path: &str, value: &'v Value) -> (String, &'v Value) {
        let whole = (path.to_owned(), value);
        // Of a reply, people see the status and the body.
        if value.get("status").is_some() {
            return whole;
        }
        let Check::Schema(schema) = &self.check else { return whole };
        let Some(pointer) = schema.mistake(bound, value) else { return whole };
        match value.pointer(&pointer) {
            Some(part) => (format!("{path}{pointer}"), part),
            None => whole,
        }
    }

    fn same(&self, values: &[&Value], bound: &Bound, path: &str) -> Checked {
        let others = bound.select(path);
        let others: Vec<_> = others.iter().map(|(_, value)| self.without(value)).collect();
        if others.is_empty() {
            return Checked::Absent;
        }
        let values: Vec<_> = values.iter().map(|value| self.without(value)).collect();
        if values == others {
            return Checked::Held;
        }
        Checked::Failed(match (&*values, &*others) {
            ([value], [other]) => difference(value, other),
            _ => {
                let [values, others] = [values, others].map(|list| Value::Array(list).to_string());
                format!("{} and not {}", short(&values), short(&others))
            }
        })
    }

    fn without(&self, value: &Value) -> Value {
        let mut value = value.clone();
        if let Value::Object(members) = &mut value {
            members.retain(|name, value| !value.is_null() && !self.ignoring.contains(name));
        }
        value
    }
}

/// The members that differ, or both values.
fn difference(value: &Value, other: &Value) -> String {
    let (Value::Object(members), Value::Object(others)) = (value, other) else {
        return format!("{} and not {}", short(&value.to_string()), short(&other.to_string()));
    };
    let names = members.keys().chain(others.keys().filter(|name| !members.contains_key(*name)));
    let differs = names.filter(|name| members.get(*name) != others.get(*name));
    let text = |value: Option<&Value>| {
        value.map_or("nothing".to_owned(), |value| short(&value.to_string()))
    };
    let shown = |name: &String| {
        let (value, other) = (text(members.get(name)), text(others.get(name)));
        format!("`{}`: {value} and not {other}", short(name))
    };
    let shown: Vec<_> = differs.map(shown).take(3).collect();
    shown.join("; ")
}

/// What was received at a path. Of a reply people need the status, and what the server says about it.
fn received(bound: &Bound, path: &str, value: &Value) -> String {
    let name = path.split('/').next().unwrap_or_default();
    let is_reply = path == name || path.ends_with("/status") || path.ends_with("/media_type");
    let whole = bound.select(name).into_iter().next().map(|(_, whole)| whole);
    let whole = whole.filter(|whole| is_reply && whole.get("status").is_some());
    let Some(reply) = whole else {
        return format!("{}: {}", short(path), short(&value.to_string()));
    };
    let part = |name: &str| reply.get(name).map(Value::to_string).unwrap_or_default();
    let media_type = reply.get("media_type").and_then(Value::as_str).unwrap_or_default();
    let media_type = if media_type.is_empty() { "no media type" } else { media_type };
    if let Some(fault) = reply.get("fault").and_then(Value::as_str) {
        return fault.to_owned();
    }
    let body = reply.get("body").or_else(|| reply.get("problem")).map(Value::to_string);
    let body = body.unwrap_or_else(|| {
        reply.get("text").and_then(Value::as_str).unwrap_or_default().to_owned()
    });
    format!("status {}, {}: {}", part("status"), short(media_type), short(&body))
}

fn repeated(values: &[&Value]) -> Vec<bool> {
    let mut known = HashSet::new();
    values.iter().map(|value| !known.insert(value.to_string())).collect()
}

fn rising(values: &[&Value]) -> Vec<bool> {
    let mut before = None;
    let is_above = |value: &&Value| {
        let number = value.as_u64();
        let is_above = matches!((before, number), (Some(before), Some(number)) if number > before);
        before = number.or(before);
        is_above
    };
    values.iter().map(is_above).collect()
}

/// Maximum number of versions of a tool that are compared, each with all others.
const COMPARED_MAX: usize = 50;

/// Maximum size of a list of versions that is compared, in bytes of JSON: a comparison costs more than its length.
const COMPARED_BYTES_MAX: usize = 1 << 20;

/// The one check that is not data: what the differ reports about the contract of each version.
fn compatible(values: &[&Value]) -> Checked {
    let versions = values.iter().filter_map(|value| value.as_array()).flatten().cloned();
    let versions: Vec<_> = versions.take(COMPARED_MAX).collect();
    let bytes: usize = versions.iter().map(|version| version.to_string().len()).sum();
    if bytes > COMPARED_BYTES_MAX {
        return Checked::Absent;
    }
    let Ok(chain) = diff_chain(&versions, Profile::Default) else {
        return Checked::Absent;
    };
    let changes = chain.iter().flat_map(|comparison| {
        let of = comparison.report.changes().iter();
        of.map(move |change| (comparison, change))
    });
    let mut breaking = changes.filter(|(_, change)| {
        let is_contract = change.rule.row().family == Family::Change(Class::Contract);
        is_contract && change.severity == Severity::Error
    });
    match breaking.next() {
        None => Checked::Held,
        Some((comparison, change)) => Checked::Failed(format!(
            "version {} breaks callers of version {}: {}: {} [{}]",
            comparison.to,
            comparison.from,
            short(&change.path),
            short(&diagnostic::values(change)),
            change.rule.id()
        )),
    }
}
