//! JSON read strictly (no duplicate member, bounded depth) and locations in it: pointer, line, column.

mod check;
mod location;

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

pub use check::{check, check_within};
pub(crate) use location::texts;
pub use location::{locate, locate_all};

pub use crate::error::SyntaxError;
use crate::error::{Code, Violation};

/// The deepest nesting of arrays and objects that is read.
pub const DEPTH_MAX: usize = 32;
/// The deepest nesting of a document that people look at before it is used, such as a catalog or a snapshot.
pub const DOCUMENT_DEPTH_MAX: usize = 64;

/// Reads one JSON value.
///
/// ```
/// let error = a2t_core::json::parse(b"{\"a\": 1,\n \"a\": 2}").unwrap_err();
/// assert_eq!(error.to_string(), "2:4: not valid JSON: duplicate member `a`");
/// ```
///
/// # Errors
/// Text that is not JSON, has a member twice in one object, is nested more than [`DEPTH_MAX`]
/// deep, or goes on after the value.
pub fn parse(text: &[u8]) -> Result<Value, SyntaxError> {
    parse_outline(text, DEPTH_MAX)
}

/// Parses like [`parse`], but reads arrays and objects down to [`DOCUMENT_DEPTH_MAX`] levels.
///
/// ```
/// let text = format!("{}{}", "[".repeat(60), "]".repeat(60));
/// assert!(a2t_core::json::parse(text.as_bytes()).is_err());
/// assert!(a2t_core::json::parse_document(text.as_bytes()).is_ok());
/// ```
///
/// # Errors
/// Those of [`parse`].
pub fn parse_document(text: &[u8]) -> Result<Value, SyntaxError> {
    let depth = Depth::new(DOCUMENT_DEPTH_MAX);
    read(text, depth, DOCUMENT_DEPTH_MAX).map_err(|error| SyntaxError::new(text, &error))
}

/// Returns a reader of one value in the middle of a text, with `outer` arrays and objects around it, for code that
/// reads the whole text in one pass. It reads the value as [`parse`] does.
///
/// ```
/// use serde::de::DeserializeSeed;
///
/// let mut text = serde_json::Deserializer::from_str(r#"{"a": 1, "a": 2}"#);
/// let error = a2t_core::json::value_within(0).deserialize(&mut text).unwrap_err();
/// assert!(error.to_string().starts_with("duplicate member `a`"));
/// ```
pub fn value_within(outer: usize) -> impl for<'de> DeserializeSeed<'de, Value = Value> {
    Strict { depth: Depth::new(DEPTH_MAX).within(outer), kept: DEPTH_MAX }
}

/// Parses like [`parse`], but keeps the content of arrays and objects only down to this many levels. Deeper ones are
/// validated and left empty, so they use no memory. This suits callers that only report their kind.
pub(crate) fn parse_outline(text: &[u8], kept: usize) -> Result<Value, SyntaxError> {
    read(text, Depth::new(DEPTH_MAX), kept).map_err(|error| SyntaxError::new(text, &error))
}

fn read(text: &[u8], depth: Depth, kept: usize) -> serde_json::Result<Value> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    let value = Strict { depth, kept }.deserialize(&mut reader)?;
    reader.end()?;
    Ok(value)
}

/// The key under which serde_json hands over a number as text when any crate of the build enables
/// its feature `arbitrary_precision`.
const NUMBER: &str = "$serde_json::private::Number";

/// Detects that feature by a number that only exists with it.
fn numbers_are_maps() -> bool {
    "1e999".parse::<Number>().is_ok()
}

/// Levels of nesting that are left.
#[derive(Clone, Copy)]
struct Depth {
    left: usize,
    max: usize,
}

impl Depth {
    fn new(max: usize) -> Self {
        Self { left: max, max }
    }

    /// Returns the depth that is left inside this many levels.
    fn within(self, outer: usize) -> Self {
        Self { left: self.left.saturating_sub(outer), ..self }
    }

    fn deeper<E: serde::de::Error>(self) -> Result<Self, E> {
        match self.left.checked_sub(1) {
            Some(left) => Ok(Self { left, ..self }),
            None => Err(E::custom(format_args!("{} {} deep", crate::error::TOO_DEEP, self.max))),
        }
    }
}

#[derive(Clone, Copy)]
struct Strict {
    depth: Depth,
    /// Number of levels whose content is kept.
    kept: usize,
}

impl Strict {
    fn deeper<E: serde::de::Error>(self) -> Result<Self, E> {
        Ok(Self { depth: self.depth.deeper()?, kept: self.kept.saturating_sub(1) })
    }
}

fn duplicate<E: serde::de::Error>(name: &str) -> E {
    E::custom(format_args!("duplicate member `{}`", crate::error::inert(name)))
}

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        if self.kept == 0 {
            check::items(seq, inner.depth)?;
            return Ok(Value::Array(Vec::new()));
        }
        let mut items = Vec::new();
        while let Some(item) = seq.next_element_seed(inner)? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        if self.kept == 0 && !numbers_are_maps() {
            check::members(map, self.depth)?;
            return Ok(Value::Object(Map::new()));
        }
        let mut next = map.next_key::<String>()?;
        if next.as_deref() == Some(NUMBER) && numbers_are_maps() {
            let text = map.next_value::<String>()?;
            return text.parse().map(Value::Number).map_err(A::Error::custom);
        }
        let inner = self.deeper()?;
        let mut members = Map::new();
        while let Some(key) = next {
            if members.contains_key(&key) {
                return Err(duplicate(&key));
            }
            let value = map.next_value_seed(inner)?;
            members.insert(key, value);
            next = map.next_key()?;
        }
        Ok(Value::Object(members))
    }
}

/// Returns the words for a value's JSON type: `a string`, `an object`.
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// Returns a value as a message shows it: a short scalar as JSON, an array or object by its kind.
pub fn shown(value: &Value) -> String {
    match value {
        Value::Array(_) | Value::Object(_) => kind(value).to_owned(),
        Value::String(text) => format!("\"{}\"", crate::error::inert(text)),
        scalar => scalar.to_string(),
    }
}

/// Returns the violation of a member that has another JSON type than `expected`.
pub fn wrong_type(pointer: &str, expected: &str, value: &Value) -> Violation {
    let violation = Violation::new(Code::WrongMemberType, pointer);
    violation.expected(expected).got(shown(value))
}

/// Returns a member's name as one segment of a JSON pointer (RFC 6901, section 3).
pub fn segment(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
