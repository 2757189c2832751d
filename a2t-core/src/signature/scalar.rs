//! Ids, versions and bounds of a document, also in other spellings that can mean one thing only.

use serde_json::Value;

use super::location::At;
use super::member::{Object, Reader, UNREAD, present};
use super::rule::{self, quote};
use super::unknown::unknown;
use super::{Text, ToolId, integer};
use crate::error::{Code, Violation};
use crate::json::shown;

impl Reader {
    pub(super) fn tool_id(&mut self, object: &Object, at: &At<'_>) -> ToolId {
        let stand_in = ToolId::from_u128(0);
        let Some(value) = self.required(object, "toolId", at) else {
            return stand_in;
        };
        let text = value.as_str().unwrap_or_default();
        if let Ok(id) = text.parse() {
            return id;
        }
        let violation = |code| {
            let expected = "a UUID such as 0479a45d-ad0a-49d4-94db-75edf00d2ca4";
            at.violation(code, "toolId").expected(expected).got(shown(value))
        };
        if let Some(id) = ToolId::from_other_spelling(text) {
            let reason = format!("read as {id}, which calls send (spec note AMB-18)");
            self.unknown.push(violation(Code::IdSpelling).reason(&reason));
            return id;
        }
        self.found.push(violation(Code::BadToolId));
        stand_in
    }

    /// The id of a parameter. It is its name if it is absent (spec note AMB-50), and the digits of
    /// an integer (spec note AMB-51).
    pub(super) fn parameter_id(&mut self, object: &Object, at: &At<'_>) -> Text {
        match (present(object, "id"), object.get("name")) {
            (None, Some(Value::String(name))) if !name.is_empty() => {
                self.derived(at, "id", || format!("the name {}", quote(name)));
                name.clone().into()
            }
            (Some(Value::Number(number)), _) if number.is_i64() || number.is_u64() => {
                let text = number.to_string();
                self.other_spelling(at, "id", "a string", &text, &quote(&text));
                text.into()
            }
            (Some(value), _) => self.as_text(value, &at.member("id")),
            (None, _) if self.is_misspelt(&at.member("id")) => UNREAD,
            (None, _) => self.text(object, "id", at),
        }
    }

    /// The current version of the tool. It is the signature's own version if it is absent (spec
    /// note AMB-50).
    pub(super) fn current_version(&mut self, object: &Object, version: u32, at: &At<'_>) -> u32 {
        if present(object, "currentVersion").is_some() {
            return self.version(object, "currentVersion", at);
        }
        if object.contains_key("version") {
            self.derived(at, "currentVersion", || "the newest version that is listed".to_owned());
        }
        self.is_current_derived = true;
        version
    }

    /// A version: a JSON integer, or a string of digits without sign or leading zero (AMB-1).
    pub(super) fn version(&mut self, object: &Object, member: &str, at: &At<'_>) -> u32 {
        let Some(value) = self.required(object, member, at) else {
            return 1;
        };
        let number = match value {
            Value::String(text) if text.starts_with(|c: char| matches!(c, '1'..='9')) => {
                text.parse::<u32>().ok()
            }
            value => self.integer(value, at, member).and_then(|number| u32::try_from(number).ok()),
        };
        match number {
            Some(number) if rule::version(number).is_ok() => number,
            _ => {
                let violation = at.violation(Code::BadVersion, member);
                self.found.push(violation.expected("an integer from 1").got(shown(value)));
                1
            }
        }
    }

    pub(super) fn max(&mut self, object: &Object, at: &At<'_>) -> Option<i64> {
        let value = present(object, "max")?;
        let max = self.integer(value, at, "max");
        if max.is_none() {
            let violation = at.violation(Code::BadBound, "max");
            self.found.push(violation.expected("a 64-bit integer").got(shown(value)));
        }
        max
    }

    /// The smallest value, if it is one: `min` is an extension (spec note AMB-4).
    pub(super) fn min(&mut self, object: &Object, at: &At<'_>) -> Option<i64> {
        let value = present(object, "min")?;
        let min = self.integer(value, at, "min");
        if min.is_none() {
            let broken = unknown("", "a 64-bit integer", shown(value));
            self.passed_by(&at.member("min"), broken, "AMB-4");
        }
        min
    }

    /// The maximum length, if it is one: `max-length` is an extension (spec note AMB-4).
    pub(super) fn max_length(&mut self, object: &Object, at: &At<'_>) -> Option<u64> {
        let value = present(object, "max-length")?;
        let length = value.as_u64().or_else(|| {
            self.integer(value, at, "max-length").and_then(|length| u64::try_from(length).ok())
        });
        if length.is_none() {
            let violation = at.violation(Code::BadMaxLength, "max-length");
            let violation = violation.expected("an integer from 0").got(shown(value));
            self.unknown.push(violation.reason("passed by (spec note AMB-4)"));
        }
        length
    }

    /// An integer, also one that is written `120.0` (spec note AMB-51).
    fn integer(&mut self, value: &Value, at: &At<'_>, member: &str) -> Option<i64> {
        let Value::Number(number) = value else {
            return None;
        };
        let read = integer(number)?;
        if number.is_f64() {
            self.other_spelling(at, member, "an integer", &number.to_string(), &read.to_string());
        }
        Some(read)
    }

    fn other_spelling(&mut self, at: &At<'_>, member: &str, expected: &str, got: &str, read: &str) {
        self.unknown.push_with(|| {
            let violation = at.violation(Code::OtherSpelling, member).expected(expected).got(got);
            violation.reason(&format!("read as {read} (spec note AMB-51)"))
        });
    }

    /// Adds a remark on a member that is absent and follows from others, unless it is there under another name.
    fn derived(&mut self, at: &At<'_>, member: &str, from: impl FnOnce() -> String) {
        if self.is_misspelt(&at.member(member)) {
            return;
        }
        self.unknown.push_with(|| -> Violation {
            let violation = at.violation(Code::DerivedMember, member);
            let violation = violation.expected(format!("the member `{member}`")).got("nothing");
            violation.reason(&format!("{} takes its place (spec note AMB-50)", from()))
        });
    }
}
