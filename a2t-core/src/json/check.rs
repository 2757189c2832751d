//! JSON read as strictly as [`parse`](super::parse) reads it, and nothing kept.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::Number;

use super::{DEPTH_MAX, Depth, NUMBER, duplicate, numbers_are_maps};
use crate::error::SyntaxError;

/// Reads one JSON value as [`parse`](super::parse) does, at half of its cost, for texts that a less
/// strict parser reads afterwards.
///
/// ```
/// let error = a2t_core::json::check(b"{\"a\": 1,\n \"a\": 2}").unwrap_err();
/// assert_eq!(error.to_string(), "2:4: not valid JSON: duplicate member `a`");
/// ```
///
/// # Errors
/// Those of [`parse`](super::parse).
pub fn check(text: &[u8]) -> Result<(), SyntaxError> {
    read(text).map_err(|error| SyntaxError::new(text, &error))
}

/// Returns a reader that checks one value in the middle of a text, as [`value_within`](super::value_within) reads it,
/// and keeps nothing of it.
pub fn check_within(outer: usize) -> impl for<'de> DeserializeSeed<'de, Value = ()> {
    Strict { depth: Depth::new(DEPTH_MAX).within(outer) }
}

fn read(text: &[u8]) -> serde_json::Result<()> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    check_within(0).deserialize(&mut reader)?;
    reader.end()
}

#[derive(Clone, Copy)]
struct Strict {
    depth: Depth,
}

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<(), A::Error> {
        items(seq, self.depth.deeper()?)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let next = map.next_key_seed(Key)?;
        if next.as_deref() == Some(NUMBER) && numbers_are_maps() {
            let text = map.next_value::<String>()?;
            return text.parse::<Number>().map(drop).map_err(A::Error::custom);
        }
        rest(map, next, self.depth.deeper()?)
    }
}

/// Checks the items of an array, which may be at most this deep.
pub(super) fn items<'de, A: SeqAccess<'de>>(mut seq: A, depth: Depth) -> Result<(), A::Error> {
    while seq.next_element_seed(Strict { depth })?.is_some() {}
    Ok(())
}

/// Checks the members of an object, which may be at most this deep.
pub(super) fn members<'de, A: MapAccess<'de>>(mut map: A, depth: Depth) -> Result<(), A::Error> {
    let first = map.next_key_seed(Key)?;
    rest(map, first, depth.deeper()?)
}

fn rest<'de, A: MapAccess<'de>>(
    mut map: A,
    mut next: Option<Cow<'de, str>>,
    depth: Depth,
) -> Result<(), A::Error> {
    let mut seen = BTreeSet::new();
    while let Some(key) = next {
        if seen.contains(&key) {
            return Err(duplicate(&key));
        }
        seen.insert(key);
        map.next_value_seed(Strict { depth })?;
        next = map.next_key_seed(Key)?;
    }
    Ok(())
}

/// A member's name, borrowed from the text where it has no escapes.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Key {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(key))
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(key.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{parse, parse_outline, value_within};
    use super::*;

    fn assert_alike(text: &[u8]) {
        let (checked, parsed) = (check(text), parse(text).map(drop));
        assert_eq!(checked, parsed, "{}", String::from_utf8_lossy(text));
        for kept in 0..3 {
            let outline = parse_outline(text, kept).map(drop);
            assert_eq!(outline, parsed, "{kept} {}", String::from_utf8_lossy(text));
        }
    }

    /// Only the kind of a body's values matters, so thousands of nested arrays use no memory.
    #[test]
    fn an_outline_has_nothing_below_its_levels() {
        let text = br#"{"a": [1, [[], {"b": 2}], {"c": [3], "d": 4}], "e": "f"}"#;
        let outline = |kept| parse_outline(text, kept).unwrap();
        assert_eq!(outline(0), serde_json::json!({}));
        assert_eq!(outline(1), serde_json::json!({"a": [], "e": "f"}));
        assert_eq!(outline(2), serde_json::json!({"a": [1, [], {}], "e": "f"}));
        assert_eq!(outline(9), parse(text).unwrap());
    }

    #[test]
    fn members_and_depth_are_those_of_parse() {
        for text in [
            r#"{"a":1,"b":{"a":[1.5e3,-7,null,true,"x"]}}"#,
            r#"{"a":1,"\u0061":2}"#,
            r#"{"a":{"b":1,"b":2}}"#,
            r#"{"a":1}}"#,
            r#"{"a":1e999}"#,
            r#"{"a":"\ud800"}"#,
            r#"{1:2}"#,
            "",
        ] {
            assert_alike(text.as_bytes());
        }
        for depth in [DEPTH_MAX - 1, DEPTH_MAX, DEPTH_MAX + 1, 500] {
            assert_alike(format!("{}{}", "[".repeat(depth), "]".repeat(depth)).as_bytes());
            let object = r#"{"a":"#.repeat(depth);
            assert_alike(format!("{object}1{}", "}".repeat(depth)).as_bytes());
        }
    }

    /// Inside `outer` arrays, a value may be as deep as the whole text allows.
    #[test]
    fn a_value_within_others_has_the_depth_that_they_leave() {
        for outer in [0, 1, 3, DEPTH_MAX, DEPTH_MAX + 1] {
            for depth in [0, 1, DEPTH_MAX - 3, DEPTH_MAX - 2, DEPTH_MAX, DEPTH_MAX + 1] {
                let value = format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
                let whole = format!("{}{value}{}", "[".repeat(outer), "]".repeat(outer));
                // No value is left out that is not too deep itself.
                let expected = parse(whole.as_bytes()).is_ok() || depth == 0;
                let mut text = serde_json::Deserializer::from_str(&value);
                let read = value_within(outer).deserialize(&mut text);
                assert_eq!(read.is_ok(), expected, "{outer} {depth}");
                let mut text = serde_json::Deserializer::from_str(&value);
                assert_eq!(check_within(outer).deserialize(&mut text).is_ok(), expected);
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_is_taken_or_refused_as_parse_does(
            text in proptest::collection::vec(proptest::sample::select(
                &b"{}[]:,\"\\ab01.-eu \n\xc3\xa9"[..]), 0..40)
        ) {
            assert_alike(&text);
        }

        #[test]
        fn any_object_too(
            members in proptest::collection::vec(("[ab\\\\\"]{0,2}", "[0-9a\\[\\]]{1,3}"), 0..6)
        ) {
            let members: Vec<_> = members
                .iter()
                .map(|(name, value)| format!("{}:{value}", serde_json::json!(name)))
                .collect();
            assert_alike(format!("{{{}}}", members.join(",")).as_bytes());
        }
    }
}
