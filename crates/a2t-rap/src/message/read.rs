//! Members of an object, read one by one; everything that is wrong is noted with its pointer.

use std::fmt;

use a2t_core::json::{self, segment, shown, wrong_type};
use a2t_core::signature::rule::classify;
use a2t_core::{Code, ValidationError, Violation, Violations};
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::message::{Address, limit};

pub(crate) type Members = Map<String, Value>;

/// Strictness about what the specification requires and its own programs leave out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reading {
    /// Everything that is required is there.
    #[default]
    Strict,
    /// An absent `arguments` is `{}` (CBA-8), an absent `default` is 0 (CBA-13), a result without
    /// `text` and `content` has an empty text (CB-66), and `auth_url` may be `http` (CB-117).
    Lenient,
}

/// Returns those of these members of an object that can be read, though others of its members cannot, such as a number
/// that no float holds. Returns nothing if the text is not one object, or has one of the members twice.
pub(crate) fn outline(text: &[u8], names: &'static [&'static str]) -> Option<Members> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    let members = Outline(names).deserialize(&mut reader).ok()?;
    reader.end().ok()?;
    Some(members)
}

struct Outline(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Outline {
    type Value = Members;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Members, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Outline {
    type Value = Members;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
        let mut members = Members::new();
        while let Some(name) = map.next_key::<String>()? {
            if self.0.iter().all(|known| *known != name) {
                map.next_value::<&RawValue>()?;
            } else if members.insert(name, map.next_value()?).is_some() {
                return Err(A::Error::custom("a member is there twice"));
            }
        }
        Ok(members)
    }
}

/// The object that a text is. Arrays and scalars are refused (CBA-25).
pub(crate) fn document(text: &[u8], max: usize) -> Result<Members, ValidationError> {
    if text.len() > max {
        let violation = Violation::new(Code::DocumentTooLarge, "");
        let violation = violation.expected(format!("at most {max} bytes"));
        return Err(Violations::from(violation.got(text.len().to_string())).into());
    }
    match json::parse(text)? {
        Value::Object(members) => Ok(members),
        other => Err(Violations::from(wrong_type("", "an object", &other)).into()),
    }
}

/// Members that name a call or a thread.
const KEYS: [&str; 4] = ["id", "group_id", "thread_id", "tool_call_id"];

pub(crate) struct Reader<'v> {
    members: &'v Members,
    at: String,
    pub(crate) reading: Reading,
    pub(crate) found: Violations,
}

impl<'v> Reader<'v> {
    pub(crate) fn new(members: &'v Members, at: &str, reading: Reading) -> Self {
        Self { members, at: at.to_owned(), reading, found: Violations::default() }
    }

    /// The value that was read, unless something is wrong.
    pub(crate) fn finish<T>(self, read: Option<T>) -> Result<T, Violations> {
        self.found.into_result()?;
        read.ok_or_else(Violations::default)
    }

    pub(crate) fn is_lenient(&self) -> bool {
        self.reading == Reading::Lenient
    }

    pub(crate) fn below(&self, member: &str) -> String {
        format!("{}/{}", self.at, segment(member))
    }

    pub(crate) fn note(&mut self, code: Code, member: &str, expected: impl Into<String>) {
        let violation = Violation::new(code, self.below(member));
        self.found.push(violation.expected(expected));
    }

    /// A member that is `null` is absent: programs write both.
    pub(crate) fn present(&self, member: &str) -> Option<&'v Value> {
        self.members.get(member).filter(|value| !value.is_null())
    }

    pub(crate) fn required(&mut self, member: &str) -> Option<&'v Value> {
        let value = self.present(member);
        if value.is_none() {
            let violation = Violation::new(Code::MissingMember, self.at.clone());
            let got = self.members.get(member).map_or_else(|| "nothing".to_owned(), shown);
            self.found.push(violation.expected(format!("the member `{member}`")).got(got));
        }
        value
    }

    fn wrong(&mut self, member: &str, expected: &str, value: &Value) {
        self.found.push(wrong_type(&self.below(member), expected, value));
    }

    fn string(&mut self, member: &str, value: &'v Value) -> Option<&'v str> {
        if !value.is_string() {
            // The value may be a secret in the wrong form.
            let kind = json::kind(value);
            let violation = Violation::new(Code::WrongMemberType, self.below(member));
            self.found.push(violation.expected("a string").got(kind));
        }
        value.as_str()
    }

    pub(crate) fn text(&mut self, member: &str) -> Option<String> {
        let value = self.required(member)?;
        self.string(member, value).map(str::to_owned)
    }

    pub(crate) fn optional_text(&mut self, member: &str) -> Option<String> {
        let value = self.present(member)?;
        self.string(member, value).map(str::to_owned)
    }

    /// Text that identifies something: not empty, and nothing in it that forges a line of a log.
    fn check_id(&mut self, member: &str, text: &str) -> String {
        let is_key = KEYS.contains(&member);
        let (length, max, unit) = if is_key {
            (text.len(), limit::KEY_BYTES_MAX, "bytes")
        } else {
            (text.chars().count(), limit::ID_MAX, "characters")
        };
        if length == 0 || length > max {
            let code = if length == 0 { Code::EmptyName } else { Code::NameTooLong };
            self.note(code, member, format!("1 to {max} {unit}"));
        }
        if text.chars().any(char::is_control) {
            self.note(Code::ForbiddenCharacter, member, "text without control characters");
        }
        text.to_owned()
    }

    pub(crate) fn id(&mut self, member: &str) -> Option<String> {
        let text = self.text(member)?;
        Some(self.check_id(member, &text))
    }

    pub(crate) fn optional_id(&mut self, member: &str) -> Option<String> {
        let text = self.optional_text(member)?;
        Some(self.check_id(member, &text))
    }

    pub(crate) fn address(&mut self, member: &str) -> Option<Address> {
        let text = self.text(member)?;
        let address = text.parse().ok();
        if address.is_none() {
            let expected =
                format!("an absolute http or https URL of at most {} bytes", limit::URL_MAX);
            self.note(Code::WrongMemberType, member, expected);
        }
        address
    }

    pub(crate) fn flag(&mut self, member: &str) -> Option<bool> {
        let value = self.present(member)?;
        if !value.is_boolean() {
            self.wrong(member, "a boolean", value);
        }
        value.as_bool()
    }

    pub(crate) fn index(&mut self, member: &str) -> Option<usize> {
        let value = self.required(member)?;
        let index = value.as_u64().and_then(|index| usize::try_from(index).ok());
        if index.is_none() {
            self.wrong(member, "an integer from 0", value);
        }
        index
    }

    pub(crate) fn object(&mut self, member: &str) -> Option<&'v Members> {
        let value = self.required(member)?;
        if !value.is_object() {
            // Arguments are never shown.
            let violation = Violation::new(Code::WrongMemberType, self.below(member));
            self.found.push(violation.expected("an object").got(json::kind(value)));
        }
        value.as_object()
    }

    /// Items of an array that may be absent, at most `max`.
    pub(crate) fn list(&mut self, member: &str, max: usize) -> Option<&'v [Value]> {
        let value = self.present(member)?;
        let Value::Array(items) = value else {
            self.wrong(member, "an array", value);
            return None;
        };
        if items.len() > max {
            self.note(Code::TooMany, member, format!("at most {max}"));
            return None;
        }
        Some(items)
    }

    pub(crate) fn texts(&mut self, member: &str, max: usize) -> Option<Vec<String>> {
        let items = self.list(member, max)?;
        let mut texts = Vec::new();
        for (index, item) in items.iter().enumerate() {
            match item.as_str() {
                Some(text) => texts.push(text.to_owned()),
                None => {
                    let at = format!("{}/{index}", self.below(member));
                    self.found.push(wrong_type(&at, "a string", item));
                }
            }
        }
        Some(texts)
    }

    /// Text that a model reads: it ends, and nothing in it is hidden.
    pub(crate) fn visible(&mut self, member: &str, text: &str, max: usize) {
        if text.chars().count() > max {
            self.note(Code::DescriptionTooLong, member, format!("at most {max} characters"));
        }
        let hidden = |(one, forbidden): (char, bool)| forbidden && !matches!(one, '\t' | '\r');
        if classify(text).any(hidden) {
            self.note(Code::ForbiddenCharacter, member, "visible text");
        }
    }
}

/// The object with these members, without those that are absent.
pub(crate) fn object<const N: usize>(members: [(&str, Option<Value>); N]) -> Value {
    let given = members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Value::Object(given.collect())
}

pub(crate) fn some(text: &Option<String>) -> Option<Value> {
    text.as_deref().map(Value::from)
}
