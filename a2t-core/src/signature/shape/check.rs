//! A value against a shape: what a reader of the shape is not prepared for.

use std::fmt;

use serde_json::Value;

use super::{JsonMember, JsonShape};
use crate::error::{Code, Violation, Violations};
use crate::json::{segment, shown};
use crate::signature::AllowedValue;
use crate::signature::rule::quote;

/// Strictness of [`check_value`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// A client, to whom unknown members and names of enums are a newer server's (spec note
    /// AMB-28).
    Tolerant,
    /// The server's check of its own replies, for which they are mistakes.
    Strict,
}

/// Adds every violation of `value` against its shape; `pointer` is its location.
///
/// ```
/// use a2t_core::Violations;
/// use a2t_core::signature::{JsonShape, Reader, check_value};
/// let shape = JsonShape::List { items: JsonShape::Int.into() };
/// let mut found = Violations::default();
/// check_value(&shape, &serde_json::json!([1, "two"]), "/days", Reader::Strict, &mut found);
/// assert_eq!(found.to_string(), "/days/1: expected an integer, got \"two\" [A2T-34]");
/// ```
pub fn check_value(
    shape: &JsonShape,
    value: &Value,
    pointer: &str,
    reader: Reader,
    found: &mut Violations,
) {
    Checker { reader, found }.value(shape, value, Location::Root(pointer));
}

/// A location below the one that was given, written only for a violation: most values have none.
#[derive(Clone, Copy)]
enum Location<'a> {
    Root(&'a str),
    Item(&'a Location<'a>, usize),
    Member(&'a Location<'a>, &'a str),
}

impl fmt::Display for Location<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root(pointer) => f.write_str(pointer),
            Self::Item(outer, index) => write!(f, "{outer}/{index}"),
            Self::Member(outer, name) => write!(f, "{outer}/{}", segment(name)),
        }
    }
}

struct Checker<'f> {
    reader: Reader,
    found: &'f mut Violations,
}

impl Checker<'_> {
    fn value(&mut self, shape: &JsonShape, value: &Value, at: Location<'_>) {
        let fits = match (shape, value) {
            (JsonShape::Any, _)
            | (JsonShape::Nullable { .. }, Value::Null)
            | (JsonShape::String, Value::String(_))
            | (JsonShape::Number, Value::Number(_))
            | (JsonShape::Boolean, Value::Bool(_)) => true,
            (JsonShape::Nullable { shape }, value) => return self.value(shape, value, at),
            (JsonShape::Int, Value::Number(number)) => is_integer(number),
            (JsonShape::Enum { allowed_values }, Value::String(name)) => {
                return self.choice(allowed_values, name, at);
            }
            (JsonShape::List { items }, Value::Array(values)) => {
                for (index, value) in values.iter().enumerate() {
                    self.value(items, value, Location::Item(&at, index));
                }
                true
            }
            (JsonShape::Record { members }, Value::Object(values)) => {
                members.iter().for_each(|member| self.member(member, values, at));
                if self.reader == Reader::Strict {
                    self.strangers(members, values, at);
                }
                true
            }
            _ => false,
        };
        if !fits {
            self.found.push_with(|| {
                Violation::new(Code::WrongType, at.to_string())
                    .expected(shape.name())
                    .got(shown(value))
            });
        }
    }

    fn member(
        &mut self,
        member: &JsonMember,
        values: &serde_json::Map<String, Value>,
        at: Location<'_>,
    ) {
        let at = Location::Member(&at, &member.name);
        match values.get(&*member.name) {
            // What is absent by another word is read as absent (spec note AMB-25).
            Some(Value::Null) if !member.required && self.reader == Reader::Tolerant => {}
            Some(value) => self.value(&member.shape, value, at),
            None if member.required => self.found.push_with(|| {
                let violation = Violation::new(Code::MissingMember, at.to_string());
                violation.expected(member.shape.name()).got("nothing")
            }),
            None => {}
        }
    }

    fn strangers(
        &mut self,
        members: &[JsonMember],
        values: &serde_json::Map<String, Value>,
        at: Location<'_>,
    ) {
        let names = || members.iter().map(|member| &*member.name);
        for name in values.keys().filter(|name| !names().any(|known| known == *name)) {
            self.found.push_with(|| {
                Violation::new(Code::UnknownMember, Location::Member(&at, name).to_string())
                    .expected("a member of the record")
                    .got(quote(name))
                    .allowed(names(), name)
            });
        }
    }

    fn choice(&mut self, values: &[AllowedValue], name: &str, at: Location<'_>) {
        let known = self.reader == Reader::Tolerant || values.iter().any(|one| one.name == name);
        if !known {
            self.found.push_with(|| {
                Violation::new(Code::NotAllowed, at.to_string())
                    .expected("the name of an allowed value")
                    .got(format!("\"{}\"", crate::error::inert(name)))
                    .allowed(values.iter().map(|one| &*one.name), name)
            });
        }
    }
}

/// An integer of 64 bits with a sign; 80.0 is one (spec note AMB-24).
fn is_integer(number: &serde_json::Number) -> bool {
    crate::signature::integer(number).is_some()
}
