//! The members of an object, read one by one by their JSON type.

use serde_json::{Map, Value};

use super::location::At;
use super::rule::quote;
use super::spelling::{self, Members};
use super::{List, Text};
use crate::error::{Code, Violation, Violations};
use crate::json::shown;

pub(super) const UNREAD: Text = Text::Borrowed("");

pub(super) type Object = Map<String, Value>;

/// Reads members one by one. A member that cannot be read is noted and replaced by a stand-in, so
/// that the rest is checked too.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) found: Violations,
    pub(super) unknown: Violations,
    /// Locations of members that are absent because they are misspelt.
    pub(super) misspelt: Vec<String>,
    /// Whether the document has no `currentVersion`.
    pub(super) is_current_derived: bool,
}

impl Reader {
    pub(super) fn list<T: Clone>(
        &mut self,
        object: &Object,
        member: &str,
        at: &At<'_>,
        mut item: impl FnMut(&mut Self, &Value, &At<'_>) -> T,
    ) -> List<T> {
        let at = at.member(member);
        let items = match present(object, member) {
            None => return Vec::new().into(),
            Some(Value::Array(items)) => items,
            Some(other) => {
                self.wrong_type(&at, "an array", other);
                return Vec::new().into();
            }
        };
        let read = |(index, value)| item(self, value, &at.index(index));
        items.iter().enumerate().map(read).collect::<Vec<_>>().into()
    }

    pub(super) fn object<'v>(
        &mut self,
        value: &'v Value,
        at: &At<'_>,
        members: &Members,
    ) -> Option<&'v Object> {
        let Value::Object(object) = value else {
            self.wrong_type(at, "an object", value);
            return None;
        };
        for (member, value) in object {
            // What is `null` is as good as absent.
            if !members.known.contains(&member.as_str()) && !value.is_null() {
                self.stranger(object, member, at, members);
            }
        }
        Some(object)
    }

    /// Notes a member that the protocol does not define: a mistake if a call depends on the member that was meant, and
    /// that one is absent (spec note AMB-28).
    fn stranger(&mut self, object: &Object, member: &str, at: &At<'_>, members: &Members) {
        let meant = spelling::meant(member, members.known);
        let value = object.get(member).unwrap_or(&Value::Null);
        let decisive = meant.filter(|meant| members.decisive.contains(meant));
        let missed =
            decisive.filter(|meant| is_missed(object, meant) && !spelling::is_empty(member, value));
        let violation = || {
            let mut violation = at
                .violation(Code::UnknownMember, member)
                .expected("a member that the protocol defines")
                .got(quote(member))
                .allowed(members.known.iter().copied(), member);
            violation.did_you_mean = meant.map(str::to_owned);
            violation
        };
        match missed {
            None => self.unknown.push_with(violation),
            Some(meant) => {
                if !self.found.is_full() {
                    self.misspelt.push(at.member(meant).pointer());
                }
                self.found.push_with(violation);
            }
        }
    }

    /// Returns whether a document has this member under another name only.
    pub(super) fn is_misspelt(&self, at: &At<'_>) -> bool {
        !self.misspelt.is_empty() && self.misspelt.contains(&at.pointer())
    }

    pub(super) fn text(&mut self, object: &Object, member: &str, at: &At<'_>) -> Text {
        match self.required(object, member, at) {
            Some(value) => self.as_text(value, &at.member(member)),
            None => UNREAD,
        }
    }

    /// A description. It is empty if it is absent (spec note AMB-58), unless the document has it under another name.
    pub(super) fn description(&mut self, object: &Object, at: &At<'_>) -> Text {
        if let Some(value) = present(object, "description") {
            return self.as_text(value, &at.member("description"));
        }
        let is_elsewhere = object.iter().any(|(name, value)| {
            name != "description"
                && !spelling::is_empty(name, value)
                && spelling::resembles(name, "description")
        });
        let is_null = object.contains_key("description");
        if is_elsewhere || (!is_null && !object.contains_key("name")) {
            return self.text(object, "description", at);
        }
        self.unknown.push_with(|| {
            let violation = at.violation(Code::AbsentDescription, "description");
            let violation = violation.expected("the member `description`").got("nothing");
            violation.reason("read as an empty text (spec note AMB-58)")
        });
        UNREAD
    }

    pub(super) fn optional_text(
        &mut self,
        object: &Object,
        member: &str,
        at: &At<'_>,
    ) -> Option<Text> {
        present(object, member).map(|value| self.as_text(value, &at.member(member)))
    }

    pub(super) fn as_text(&mut self, value: &Value, at: &At<'_>) -> Text {
        match value {
            Value::String(text) => text.clone().into(),
            other => {
                self.wrong_type(at, "a string", other);
                UNREAD
            }
        }
    }

    pub(super) fn boolean(&mut self, object: &Object, member: &str, at: &At<'_>) -> Option<bool> {
        let value = present(object, member)?;
        if !value.is_boolean() {
            self.wrong_type(&at.member(member), "a boolean", value);
        }
        value.as_bool()
    }

    pub(super) fn required<'v>(
        &mut self,
        object: &'v Object,
        member: &str,
        at: &At<'_>,
    ) -> Option<&'v Value> {
        let value = object.get(member);
        if value.is_none() && self.found.is_full() {
            self.found.count(1);
        } else if value.is_none() {
            self.missing(object, member, at);
        }
        value
    }

    fn missing(&mut self, object: &Object, member: &str, at: &At<'_>) {
        let means = |name: &&str| spelling::resembles(name, member);
        let misspelt = object.keys().map(String::as_str).find(means);
        if let Some(misspelt) = misspelt {
            // One mistake: the member is not missing and unknown as well.
            self.unknown.remove(&at.member(misspelt).pointer());
        }
        let violation = at.violation(Code::MissingMember, member);
        let violation = violation.expected(format!("the member `{member}`"));
        self.found.push(violation.got(misspelt.map_or_else(|| "nothing".to_owned(), quote)));
    }

    pub(super) fn wrong_type(&mut self, at: &At<'_>, expected: &str, value: &Value) {
        self.found.push_with(|| {
            Violation::new(Code::WrongMemberType, at.pointer()).expected(expected).got(shown(value))
        });
    }
}

/// A `max` belongs to integers only.
fn is_missed(object: &Object, member: &str) -> bool {
    let is_int = || object.get("type").is_some_and(|kind| kind == "int");
    present(object, member).is_none() && (member != "max" || is_int())
}

/// An optional member; one that is `null` is absent.
pub(super) fn present<'v>(object: &'v Object, member: &str) -> Option<&'v Value> {
    object.get(member).filter(|value| !value.is_null())
}
